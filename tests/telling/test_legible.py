"""Pictures of games as they are played, in every language: nothing that we say is cut, and hands are low."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from random import Random

import pytest

from bot.engine.cards import PASS, members
from bot.engine.game import AWAITS_DECK, OVER, places
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game, presets
from bot.people.settings import Preferences
from bot.pictures import hand
from bot.pictures.painter import draw
from bot.pictures.palette import Rgb
from bot.pictures.style import STANDARD, CardStyle
from bot.pictures.surface import Anchor, PaletteSurface
from bot.pictures.text import ELLIPSIS, Weight, fit
from bot.pictures.values import HandPicture, Picture, RankingPicture
from bot.rules.whist.auction import ranking_picture
from bot.tables.model import Seat, TableFacts
from bot.telling.alt import alt_text, sentences
from bot.telling.scenes import hand_picture, score_sheet, table_picture, trick_picture
from bot.words.catalogue import languages, words_for
from tests.pictures.by_name import SAMPLES
from tests.telling.view_models import at_table, model
from tools.samples.people import STRANGE_NAMES

SEATS = tuple(Seat(name, absent=name == "Cy") for name in ("Ann", "Bo", "Cy", "Di", "Eva"))
TABLES = [(preset.name, players) for preset in presets() for players in preset.players]
PHONE = 358  # pixels in which Discord shows a picture on a common phone
LOWEST = 300  # what a hand may take of its height
LOWEST_OF_FIVE = 320  # they hold ten cards: a row of buttons less


class Reading(PaletteSurface):
    """Remembers what was cut."""

    def __init__(self, width: int, height: int, ground: Rgb, style: CardStyle = STANDARD) -> None:
        super().__init__(width, height, ground, style)
        self.cut: list[str] = []

    def text(
        self, text: str, x: int, baseline: int, ink: Rgb, size: int, weight: Weight = Weight.MEDIUM,
        anchor: Anchor = "left", width: int | None = None,
    ) -> int:  # fmt: skip
        if fit(text, weight, size, self.width if width is None else width).endswith(ELLIPSIS):
            self.cut.append(text)
        return super().text(text, x, baseline, ink, size, weight, anchor, width)


def cut(value: Picture) -> list[str]:
    """What is shortened in a picture."""
    surface = draw(value, Reading)
    assert isinstance(surface, Reading)
    return surface.cut


def moments(name: str, players: int) -> Iterator[Game]:
    """A game at random, at the first moment of each phase and contract."""
    random = Random(players)
    game = new_game(make_rules(name, players, {}), 0)
    seen = set[object]()
    while True:
        view = game.view(None)
        stage = (game.turn < 0, view.phase, view.contract, view.deal if not view.plan[0] else 0)
        moment = (*stage, min(len(view.said), 12) if view.phase == "bidding" else 0)
        if moment not in seen and (view.phase != "play" or view.trick.cards):
            seen.add(moment)
            yield game
        if game.turn == OVER:
            return
        if game.turn == AWAITS_DECK:
            game.deal(random.sample(members(game.pack), game.pack.bit_count()))
        else:
            legal = members(game.legal())
            low = [one for one in legal if one != PASS][:6] if view.phase == "bidding" else legal
            game.apply(PASS if PASS in legal and random.random() < 0.3 else random.choice(low or legal))


def pictures(game: Game, language: str) -> Iterator[Picture]:
    """All that may be drawn of a moment."""
    words, rules = words_for(language), game.rules
    facts = TableFacts(1, 1, 2, 3, rules.preset.name, rules.players, "", 0.0, seats=SEATS[: rules.players])
    everybody = at_table(words, facts, game.view(None))
    yield score_sheet(everybody, places(game.view(None).points) if game.turn == OVER else ())
    if game.turn < 0:
        return
    yield table_picture(everybody)
    large = Preferences(two_rows=True)  # as high as a hand gets; what is written is the same
    yield hand_picture(model(words, game.view(game.turn), SEATS[: rules.players], large))
    if (trick := trick_picture(everybody)) is not None:
        yield trick


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_nothing_is_cut_in_any_language(name: str, players: int, language: str) -> None:
    found = {
        text for game in moments(name, players) for value in pictures(game, language) for text in cut(value)
    }
    assert found == set()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_hand_leaves_room_for_its_buttons(name: str, players: int) -> None:
    """But for one with another's cards above, and one in which everything counts at once."""
    for game in moments(name, players):
        for value in pictures(game, "en"):
            if isinstance(value, HandPicture) and not value.open_hand and len(value.costs) < 4:
                most = LOWEST if players < 5 else LOWEST_OF_FIVE
                assert hand.hand_height(value) * PHONE / 800 <= most, value.title


class Placing(PaletteSurface):
    """Remembers where on each line letters begin and end."""

    def __init__(self, width: int, height: int, ground: Rgb, style: CardStyle = STANDARD) -> None:
        super().__init__(width, height, ground, style)
        self.lines: dict[int, list[tuple[int, int]]] = {}

    def text(
        self, text: str, x: int, baseline: int, ink: Rgb, size: int, weight: Weight = Weight.MEDIUM,
        anchor: Anchor = "left", width: int | None = None,
    ) -> int:  # fmt: skip
        took = super().text(text, x, baseline, ink, size, weight, anchor, width)
        left = x - {"left": 0, "middle": took // 2, "right": took}[anchor]
        self.lines.setdefault(baseline, []).append((left, left + took))
        return took


def rankings(language: str) -> Iterator[RankingPicture]:
    """Those of every choice there is among bids."""
    words = words_for(language)
    for small, piccolo in product(("yes", "no"), repeat=2):
        options = {"small-misere": small, "piccolo": piccolo}
        yield ranking_picture(words, make_rules("whist-walloon", 4, options))
    for least in ("5", "6"):
        yield ranking_picture(words, make_rules("whist-flemish", 4, {"solo-minimum": least}))


@pytest.mark.parametrize("language", languages())
def test_C17_the_columns_of_a_ranking_stand_apart(language: str) -> None:
    for value in rankings(language):
        assert cut(value) == []
        surface = draw(value, Placing)
        assert isinstance(surface, Placing)
        assert len(surface.lines) > len(value.bids)
        for line in surface.lines.values():
            ends = [(0, 0), *sorted(line), (surface.width, surface.width)]
            assert all(after[0] - before[1] >= 6 for before, after in pairwise(ends)), line


@pytest.mark.parametrize("language", languages())
def test_C17_the_words_of_a_ranking_hold_all_of_it(language: str) -> None:
    words = words_for(language)
    for value in rankings(language):
        assert alt_text(words, value) == " ".join(sentences(words, value))


@pytest.mark.parametrize("name", SAMPLES)
def test_in_the_samples_nothing_but_long_names_is_cut(name: str) -> None:
    long_names = tuple(one[:6] for one in STRANGE_NAMES)
    assert [text for text in cut(SAMPLES[name]) if not text.startswith(long_names)] == []
