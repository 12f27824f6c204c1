"""The longest custom ids there are fit, also where the bot runs as more cells than anybody will ever have."""

from __future__ import annotations

from typing import Final

import pytest

from bot.cells.model import MOST_CELLS, Cell
from bot.discordkit.interactions import LONGEST, PressId, fit_for_id
from bot.discordkit.ports import NOTHING, Subject, on_league, on_night, on_table
from bot.engine.cards import ACTION_TEXTS
from bot.engine.registry import presets
from bot.leagues.season.settings import LEGAL
from bot.leagues.service import LONGEST as NAME_LETTERS
from bot.leagues.ui import season_settings
from bot.leagues.ui.correction_forms import CorrectionKind
from bot.leagues.ui.report_panel import DAY_KEPT
from bot.leagues.ui.settings import MATTERS
from bot.leagues.ui.visits import LONGEST as REF_LETTERS
from bot.nights.model import Repeat
from bot.nights.ui import manage_panel, plan_panel
from bot.replays.replay import ReplayMoment
from bot.replays.ui.panel import By, ReplayLook
from bot.stats.ui.desk import MEASURES, BoardView, Conditions, PairView, PersonView, StatsPage

ID: Final = 999_999
"""Of a league, a season, a series or an evening: 15,000 in each of 64 cells."""
TABLE: Final = 99_999_999
COUNT: Final = 99_999
"""Of entries in a log, of versions of an evening."""
USER: Final = (1 << 63) - 1
"""Discord's ids have 64 bits, of which the first is not used for long to come."""
PLACE: Final = 999
"""Of a line in a list."""
GAME: Final = max((one.name for one in presets()), key=len)
ACTION: Final = max(ACTION_TEXTS, key=len)
OPTION: Final = max((option.name for one in presets() for option in one.options), key=len)
SETTING: Final = max(LEGAL, key=len)
MATTER: Final = max(MATTERS, key=len)
KIND: Final = max(CorrectionKind, key=len)
PLANNED: Final = max(Repeat, key=len)
EVER: Final = Conditions(GAME, f"s{ID}", "2025-01", "2026-12")
MEASURE: Final = max(MEASURES, key=len)
LOOK: Final = ReplayLook(ReplayMoment(99, 99), By.CARD, 4, others=True)


def typed(room: int) -> str:
    """What takes all of a room: colons are written as three letters."""
    return fit_for_id(":" * room, room) + "x" * (room % 3)


IDS: Final[dict[str, tuple[Subject, int, tuple[str, ...]]]] = {
    "act": (on_table(TABLE), COUNT, (ACTION,)),
    "queue": (on_table(TABLE), COUNT, (ACTION,)),
    "typed-option": (on_table(TABLE), COUNT, (OPTION,)),
    "lesson": (NOTHING, 0, (GAME, "99", "99", ACTION)),
    "rules-example": (NOTHING, 0, ("99", "game", "9", GAME)),
    "replay-animation": (on_table(TABLE), ID, LOOK.values),
    "stats-person-show": (NOTHING, 0, PersonView(USER, StatsPage.CONTRACTS, EVER, PLACE).values),
    "stats-pair-show": (NOTHING, 0, PairView(USER, USER, Conditions(GAME, f"s{ID}")).values),
    "stats-board-back": (NOTHING, 0, BoardView(MEASURE, COUNT, EVER, PLACE).values),
    "league-members": (on_league(ID), PLACE, ("-", typed(NAME_LETTERS))),
    "league-fix-typed": (on_league(ID), COUNT, (str(ID), KIND, typed(REF_LETTERS), "4")),
    "league-keep": (on_league(ID), ID, ("0" * 8, SETTING, "x" * season_settings.VALUE_LONGEST)),
    "league-type": (on_league(ID), ID, (SETTING, typed(season_settings.TYPED_LETTERS))),
    "league-matter-type": (on_league(ID), 0, (MATTER, typed(season_settings.TYPED_LETTERS))),
    "report-edit": (on_league(ID), 0, (f"n{ID}", typed(DAY_KEPT))),
    "night-type": (on_league(ID), ID, ("date", *[typed(plan_panel.TYPED_LETTERS)] * 2, "99")),
    "night-again": (on_league(ID), 0, (*[typed(plan_panel.TYPED_LETTERS)] * 2, "99", PLANNED)),
    "manage-put-off": (on_night(ID), COUNT, (typed(manage_panel.TYPED_LETTERS),)),
    "manage-swap-who": (on_night(ID), COUNT, (str(USER),)),
}
"""By verb: what is about something, at some number, with values, each as long as it gets."""


@pytest.fixture(autouse=True)
def last_of_most_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    last = Cell(MOST_CELLS - 1, MOST_CELLS)
    monkeypatch.setattr(PressId, "origin", str(last).replace("/", "."))


@pytest.mark.parametrize("verb", IDS)
def test_the_longest_of_each_kind_fits(verb: str) -> None:
    subject, seq, values = IDS[verb]
    press = PressId(verb, subject, seq, values)
    assert len(str(press)) <= LONGEST
    assert PressId.parse(str(press)) == press


def test_the_origin_is_that_of_the_longest() -> None:
    assert str(PressId("x")).startswith("hh63.64:x:")


@pytest.mark.parametrize("room", [26, 30])
def test_what_is_typed_takes_its_room(room: int) -> None:
    assert len(typed(room).replace(":", "%3A")) == room
