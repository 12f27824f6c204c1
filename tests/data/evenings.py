"""An evening of a league with all that a change of it can be about, and one of each such change."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, time, timedelta
from fractions import Fraction
from typing import Final

from bot.leagues.model import ClubMember, SeasonFacts
from bot.leagues.season.model import Bye, Night
from bot.leagues.season.settings import SeasonSettings
from bot.nights.model import (
    Evening,
    EveningStage,
    NightPerson,
    NightSettings,
    NightStep,
    Repeat,
    Round,
    Schedule,
    Series,
    SeriesState,
    SignUpAnswer,
    StepKind,
    StepState,
)
from data.store import Store
from tests.data.seasons import FIRST, new_league
from tests.kept import enter, keep_person, keep_series, keep_step

DAY: Final = date(2026, 9, 8)
AT: Final = 1_788_890_400.0
GUILD, CHANNEL, ANN, BOB, CEES, DORA, EVA = 1, 2, 11, 12, 13, 14, 15
PEOPLE: Final = {ANN: "Ann", BOB: "Bob", CEES: "Cees", DORA: "Dora", EVA: "Eva"}
PLAN: Final = (Round(((ANN, BOB, None, CEES),), (DORA,)), Round(((DORA, BOB, CEES, None),), (ANN,)))
SETTINGS: Final = NightSettings(rounds=2, duplicate=True, apart=((ANN, DORA),))
STEP: Final = NightStep(0, StepKind.BOARD, 1, StepState.DOING, 77, AT, AT + 4, CHANNEL, 9001, "permission x")


@dataclass(frozen=True, slots=True)
class Arranged:
    """What there is before a change. In ``season`` the ``series`` has the ``evening``, to which Ann has come
    and Bob does; on ``planned`` there is a night, and no evening yet. Of ``closed`` nothing is kept any
    longer. All people but Eva are members."""

    season: SeasonFacts
    series: Series
    evening: Evening
    planned: Night
    closed: SeasonFacts


async def arranged(store: Store) -> Arranged:
    """The evening of these tests, in an empty store."""
    league, season = await new_league(store, SeasonSettings(bye=Fraction(3)), "Europe/Brussels")
    for one in (ANN, BOB, CEES, DORA):
        await enter(store.leagues, ClubMember(league.id, str(one), PEOPLE[one], one, 1000.0, FIRST))
    schedule = Schedule(DAY, time(20), Repeat.WEEKLY)
    new = Series(0, league.id, GUILD, CHANNEL, ANN, schedule, SETTINGS, 1000.0, SeriesState.RUNNING)
    series = await store.nights.make_series(new)
    planned = Night("n7", DAY + timedelta(7))
    await store.seasons.add_night(season.id, planned)
    evening = await store.nights.make_evening(first(series, season))
    await store.nights.check_in(evening.id, ANN, "Ann", 901, AT, here=True)
    await store.nights.answer(evening.id, BOB, "Bob", SignUpAnswer.IN, AT + 1)
    other, closed = await new_league(store, SeasonSettings(), "Europe/Brussels")
    await store.seasons.close(closed.id, closed.begun)
    return Arranged(season, series, evening, planned, replace(closed, league_id=other.id))


def first(series: Series, season: SeasonFacts, day: date = DAY) -> Evening:
    """An evening that is not kept yet."""
    starts_at = AT + 86400 * (day - DAY).days
    return Evening(
        0, series.id, series.league_id, GUILD, CHANNEL, season.id, "", day, starts_at, SETTINGS, "a seed"
    )


def begun(evening: Evening) -> Evening:
    """The same in its first round."""
    return replace(evening, stage=EveningStage.PLAYING, plan=PLAN, round=1, began_at=AT)


def sitting_out(evening: Evening, *people: int, number: int = 1) -> list[Bye]:
    """Those byes."""
    return [Bye(evening.night, number, str(one)) for one in people]


Ask = Callable[[Store, Arranged], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Asked:
    """Something that is asked of the store, and the code with which it is refused the ``second`` time; None
    where it then changes nothing more."""

    ask: Ask
    second: str | None = None


CHANGES: Final[Mapping[str, Asked]] = {
    "make series": Asked(lambda store, there: store.nights.make_series(replace(there.series, id=0))),
    "make evening": Asked(
        lambda store, there: store.nights.make_evening(first(there.series, there.season, date(2026, 10, 1)))
    ),
    "make evening of a planned night": Asked(
        lambda store, there: store.nights.make_evening(first(there.series, there.season, there.planned.date))
    ),
    "change series": Asked(
        lambda store, there: keep_series(
            store.nights, replace(there.series, state=SeriesState.ENDED, skipped=(DAY,))
        )
    ),
    "change": Asked(
        lambda store, there: store.nights.change(replace(there.evening, stage=EveningStage.CHECK_IN)),
        "changed-meanwhile",
    ),
    "begin the first round": Asked(
        lambda store, there: store.nights.change(
            begun(there.evening), sitting_out(there.evening, DORA, CEES)
        ),
        "changed-meanwhile",
    ),
    "answer": Asked(
        lambda store, there: store.nights.answer(there.evening.id, CEES, "Cees", SignUpAnswer.LATE, AT)
    ),
    "check in": Asked(
        lambda store, there: store.nights.check_in(there.evening.id, CEES, "Cees", 903, AT, here=True)
    ),
    "take back": Asked(
        lambda store, there: store.nights.check_in(there.evening.id, ANN, "Ann", 904, AT, here=False)
    ),
    "keep person": Asked(
        lambda store, there: keep_person(store.nights, there.evening.id, NightPerson(BOB, "Bob", gone=True))
    ),
    "keep step": Asked(
        lambda store, there: keep_step(store.nights, replace(STEP, evening_id=there.evening.id))
    ),
}
"""All that can be asked."""
