"""A table's game that was reviewed: what its reader is shown of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from bot.discordkit.panel import Drawing
from bot.engine.cards import members
from bot.replays.replay import GameReplay
from bot.replays.words import Watched
from bot.reviews.making import ReviewProgress, plays_of
from bot.reviews.model import Costly, Review
from bot.reviews.ui import reviews
from bot.reviews.ui.reviews import CardPage, ReviewDrawings, Reviewed
from bot.reviews.words import OtherPlayer, ReviewSummary
from tests.panels.heights import blank
from tests.panels.replay_shown import Looked, film_of

LONGEST_NAME = "Maximiliaan-Alexander van der Hei"
WHY = "Bruno cannot follow, and takes the king of hearts in 7 of 10 deals; the last trump is out. " * 2


def costly_of(replay: GameReplay, every: int = 29) -> tuple[Costly, ...]:
    """Cards of all deals, as costly as can be, the first of the other legal ones being better."""
    found: list[Costly] = []
    for number, play in enumerate(plays_of(replay)[::every]):
        still = replay.at(play.moment)
        if still.others:
            found.append(Costly(play.moment, play.seat, members(still.others)[0], 12_345 - number))
    return tuple(found)


def told_of(replay: GameReplay) -> ReviewSummary:
    """All that can be told of a game at once."""
    costly = costly_of(replay)
    own = Review(1, 0, 1, len(costly) + 200, len(costly), costly)
    players = replay.header.rules.players
    others = [OtherPlayer(LONGEST_NAME, 23_456) for _ in range(players - 1)]
    return ReviewSummary(replay, [own], others, is_void=True)


async def _reviewed(scene: Looked) -> Reviewed | None:
    film = await film_of(scene.table)
    if film is None or not plays_of(film.replay):
        return None
    return Reviewed(film.table, film.title, told_of(film.replay))


def _drawn(made: Callable[[Looked, Reviewed], Iterable[Drawing]]) -> Callable[[Looked], Any]:
    async def case(scene: Looked) -> Iterable[Drawing]:
        found = await _reviewed(scene)
        return [] if found is None else made(scene, found)

    return case


def page_of(scene: Any, found: Reviewed, number: int, height: int = 834) -> CardPage:
    """One of the most costly cards, before a picture of that height."""
    costly = found.summary.worst[number - 1]
    watched = Watched.of(scene.reader, found.summary.replay, costly.moment, costly.seat)
    if scene.reader.preferences.text_mode:
        return CardPage(costly, watched, WHY)
    return CardPage(costly, watched, WHY, (reviews.AltText("alt"), blank(height)))


def _cards(scene: Looked, found: Reviewed) -> list[Drawing]:
    numbers = range(1, len(found.summary.worst) + 1)
    return [
        reviews.card(scene.reader.words, found, page_of(scene, found, one), scene.reader) for one in numbers
    ]


async def _pages(scene: Looked) -> list[Drawing]:
    found = await _reviewed(scene)
    if found is None:
        return []
    drawings = ReviewDrawings(scene.studio.painter)
    return [await drawings.page(scene.reader, found, number) for number in range(4)]


REVIEWS: dict[str, Callable[[Any], Any]] = {
    "bot.reviews.ui.reviews.progress": lambda scene: [
        reviews.progress(scene.reader.words, scene.table.facts, made) for made in (None, ReviewProgress(7, 9))
    ],
    "bot.reviews.ui.reviews.whole": _drawn(lambda scene, found: [reviews.whole(scene.reader.words, found)]),
    "bot.reviews.ui.reviews.card": _drawn(_cards),
    "bot.reviews.ui.reviews.ReviewDrawings.page": _pages,
}
"""What draws them, by full name; nothing as long as a game is not over."""
