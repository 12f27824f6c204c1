"""The panels of plans and the list of nights, at their fullest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date, time
from typing import Final
from zoneinfo import ZoneInfo

from bot.discordkit.interactions import PressId, fit_for_id
from bot.discordkit.panel import Drawing
from bot.leagues.model import League
from bot.nights.model import (
    Evening,
    EveningDetails,
    NightSettings,
    NightStep,
    Repeat,
    Schedule,
    Series,
    SeriesState,
    Start,
    StepKind,
    StepState,
    start_on,
)
from bot.nights.night_words import DescribedPlan
from bot.nights.offered import PAGES, Possible, settings_shown
from bot.nights.reading import Coming
from bot.nights.ui import nights, plan_panel
from bot.nights.ui.nights import ListedNights
from bot.nights.ui.plan_panel import DATES, PlanViewModel
from bot.tables.clocks import Expected
from bot.words.catalogue import Words
from tests.panels.night_asked import person

Case = Callable[[Words], Iterable[Drawing]]

ZONE: Final = ZoneInfo("Europe/Brussels")
LEAGUE: Final = League(10**6, 1, "Kingclub Wilrijk, donderdagavond", "kingen-iwwa", 4, ZONE.key, 11, 0.0)
SETTINGS: Final = NightSettings(
    rounds=4,
    minutes=105,
    seats=64,
    duplicate=True,
    apart=tuple((10**18, 10**18 + one) for one in range(1, 20)),
)
DAYS: Final = frozenset((0, 1, 3, 6))
SCHEDULE: Final = Schedule(date(2027, 3, 28), time(2, 30), Repeat.WEEKDAYS, DAYS, date(2027, 12, 30))
SERIES: Final = Series(10**6, LEAGUE.id, 1, 10**18, 11, SCHEDULE, SETTINGS, 0.0, skipped=(date(2027, 3, 29),))
STARTS: Final = tuple(start_on(date(2027, 3, 28 + day), SCHEDULE.at, ZONE) for day in range(3))
TYPED: Final = ("Вторник 24 ноября 2026", "20:00 по Брюсселю")
EVENING: Final = Evening(
    10**6, SERIES.id, LEAGUE.id, 1, 10**18, 1, "n1", STARTS[0].date, STARTS[0].at_unix, SETTINGS, ""
)


def model(words: Words, series: Series = SERIES) -> PlanViewModel:
    return PlanViewModel(
        planned=DescribedPlan(series, ZONE, Expected(3000.0, 20)),
        league=LEAGUE,
        everybody=words,
        can=Possible(mixed=True, cut=True, duplicate=True),
        coming=STARTS,
        dates=STARTS,
        events=False,
        evening=EVENING,
    )


def _plans(words: Words) -> Iterable[Drawing]:
    short = replace(SERIES, settings=replace(SETTINGS, minutes=45))
    for state in SeriesState:
        yield plan_panel.plan(words, model(words, replace(SERIES, state=state)))
        yield plan_panel.plan(words, model(words, replace(short, state=state)))
    running = model(words, replace(SERIES, state=SeriesState.RUNNING))
    yield plan_panel.plan(words, replace(running, page=DATES))
    for page in PAGES:
        yield plan_panel.plan(words, replace(running, page=page))
        for name in settings_shown(SERIES, page, running.can):
            said = f"⚠️ {words('error.night.no-dates')}"
            typed = tuple(fit_for_id(one, plan_panel.TYPED_LETTERS) for one in TYPED)
            yield plan_panel.plan(words, replace(running, page=page, opened=name, said=said, typed=typed))


def _listed(words: Words) -> Iterable[Drawing]:
    step = NightStep(EVENING.id, StepKind.SIGN_UP, 0, StepState.DONE, 1, 0.0, 0.0, 10**18, 10**18)
    people = {one: person(one) for one in range(70)}
    asked = Coming(SERIES, STARTS[0], EveningDetails(EVENING, people, {step.key: step}))
    later = [Coming(SERIES, Start(date(2027, 4, 1 + one), 1e9 + one, False, False)) for one in range(9)]
    plans = [replace(SERIES, id=one, state=SeriesState.DRAFT) for one in range(1, 30)]
    leagues = {LEAGUE.id: LEAGUE}
    yield nights.nights(words, ListedNights([asked, asked, asked, *later], leagues, plans, leagues))
    yield nights.nights(words, ListedNights([Coming(SERIES, None)], leagues))
    yield nights.nights(words, ListedNights((), leagues))


NIGHT_PLANS: Final[Mapping[str, Case]] = {
    "bot.nights.ui.nights.nights": _listed,
    "bot.nights.ui.plan_panel.plan": _plans,
    "bot.nights.ui.plan_panel.question": lambda words: [
        plan_panel.question(
            words,
            words("night.sure.end", league=LEAGUE.name),
            PressId("night-end-yes"),
            PressId("night-plan"),
        )
    ],
    "bot.nights.ui.plan_panel.thrown_away": lambda words: [plan_panel.thrown_away(words)],
    "bot.nights.ui.plan_panel.mistyped": lambda words: [
        plan_panel.mistyped(words, LEAGUE, words("error.club.unknown-date", text=TYPED[0]), TYPED)
    ],
}
"""How each is drawn, by its full name."""
