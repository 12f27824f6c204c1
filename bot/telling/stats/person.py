"""Who somebody is and what they are good at: the card of a person (S2, S3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.pictures.stat_values import EDGES, FORM, Edge, PersonCard, PlaceShare, RatingShown, Tile
from bot.statistics.model import Tally, TallyKind
from bot.statistics.streaks import StreakKind
from bot.telling.rating import rating_text
from bot.telling.stats.numbers import mean_text, share_text
from bot.telling.stats.told import ENOUGH, LadderStanding, PersonStats, contract_text, telling_contracts
from bot.words.catalogue import Words

LEAST_PLACES = 3


def person_card(words: Words, told: PersonStats) -> PersonCard:
    """The card."""
    card = PersonCard(
        name=told.name,
        subtitle=told.about,
        avatar=told.avatar,
        rating=rating_shown(words, told.standing),
        unrated=words("stats.unrated") if told.standing is not None else "",
        empty=words("stats.nothing"),
    )
    if not told.person.deals.count:
        return card
    best, weakest = _edges(words, told)
    return PersonCard(
        name=card.name,
        subtitle=card.subtitle,
        avatar=card.avatar,
        rating=card.rating,
        unrated=card.unrated,
        tiles=tuple(_tiles(words, told)),
        places_word=words("stats.places"),
        places=tuple(_places(words, told)),
        form_word=words.count("stats.form", min(len(told.games), FORM)) if told.games else "",
        form=tuple(game.place for game in reversed(told.games[:FORM])),
        streak=streak_line(words, told),
        best_word=words("stats.best-at") if best else "",
        best=best,
        weakest_word=words("stats.weakest-at") if weakest else "",
        weakest=weakest,
        caption=_caption(words, told),
    )


def rating_shown(words: Words, standing: LadderStanding | None) -> RatingShown | None:
    """A rating as it stands on a card; None where there is none."""
    if standing is None or standing.rung is None:
        return None
    rung = standing.rung
    place = ""
    if rung.place is not None:
        place = words("stats.place-of", place=words.ordinal(rung.place), total=words.number(standing.total))
    return RatingShown(words("stats.rating"), rating_text(words, rung.rating), "", place)


def streak_line(words: Words, told: PersonStats) -> str:
    """The row that lasts and is worth telling, a row of won games before one without last places."""
    for row, least in ((StreakKind.WON, 2), (StreakKind.NOT_LAST, 3)):
        streak = told.streaks.get(row)
        if streak is not None and streak.now >= least:
            return words.count(f"stats.streak.{row.value}", streak.now)
    return ""


def _tiles(words: Words, told: PersonStats) -> Iterator[Tile]:
    games, deals = told.person.games, told.person.deals
    yield Tile(words.number(games.count), words.count("stats.tile.games", games.count))
    yield Tile(words.points(games.points), words("stats.tile.points"))
    if games.count:
        yield Tile(mean_text(words, games.mean), words("stats.tile.mean"))
    yield Tile(words.number(deals.count), words.count("stats.tile.deals", deals.count))


def _places(words: Words, told: PersonStats) -> Iterator[PlaceShare]:
    each = {int(place): tally.count for place, tally in told.person.each(TallyKind.PLACE).items()}
    total = told.person.games.count
    if not total:
        return
    last = max(LEAST_PLACES, max((game.players for game in told.games), default=0), *each)
    for place in range(1, last + 1):
        games = each.get(place, 0)
        share = share_text(words, games, total)
        yield PlaceShare(words.ordinal(place), games, words.number(games), share)


def _edges(words: Words, told: PersonStats) -> tuple[tuple[Edge, ...], tuple[Edge, ...]]:
    """At what somebody is better than the table, the best first, and at what weaker, the weakest first."""
    every = telling_contracts(told.person)
    best = [one for one in every if one[2] > 0][:EDGES]
    weakest = [one for one in reversed(every) if one[2] < 0][:EDGES]
    return _told_edges(words, best), _told_edges(words, weakest)


def _told_edges(words: Words, found: Sequence[tuple[str, Tally, float]]) -> tuple[Edge, ...]:
    return tuple(
        Edge(
            contract,
            contract_text(words, contract),
            mean_text(words, gained),
            words.count("stats.deals", tally.count),
        )
        for contract, tally, gained in found
    )


def _caption(words: Words, told: PersonStats) -> str:
    """From what it is told what somebody is good at."""
    count = len(telling_contracts(told.person))
    enough = words.number(ENOUGH)
    if not count:
        return words("stats.edges.none", enough=enough)
    return words.count("stats.edges", count, enough=enough)
