"""The messages that ask about a night, and the letters about it, at their fullest: for a night of so many
people, who have said all there is to say."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date, time
from types import SimpleNamespace
from typing import Any, Final, cast
from zoneinfo import ZoneInfo

from bot.discordkit.panel import Drawing
from bot.leagues.model import League
from bot.nights.course import number_of
from bot.nights.model import (
    ROUNDS_MOST,
    Evening,
    EveningDetails,
    EveningStage,
    NightPerson,
    NightSettings,
    NightStep,
    Repeat,
    Round,
    Schedule,
    Series,
    SignUpAnswer,
    StepKind,
    start_on,
)
from bot.nights.ui import night_panel
from bot.nights.ui.messages import NightDrawings
from bot.nights.ui.night_panel import NightView
from bot.tables.clocks import Expected
from bot.telling.phrases import Reader
from bot.words.catalogue import Words

LEAGUE: Final = League(7, 1, "Kingclub Wilrijk, donderdagavond", "kingen-iwwa", 4, "Europe/Brussels", 11, 0.0)
DAY: Final = date(2026, 11, 26)
SCHEDULE: Final = Schedule(date(2026, 9, 3), time(20), Repeat.FORTNIGHT, until=date(2027, 6, 24))
START: Final = start_on(DAY, SCHEDULE.at, ZoneInfo(LEAGUE.zone)).at_unix
FULL: Final = NightSettings(rounds=4, minutes=60, duplicate=True, ranking="difference")
NAMES: Final = ("Ann", "Bram", "Chloé", "Дмитрий", "Maximiliaan-Alexander", "Els", "Мария")
FIRST: Final = 10**18
"""An account, as long as they are."""

ANSWERS: Final = (
    SignUpAnswer.IN,
    SignUpAnswer.IN,
    SignUpAnswer.IN,
    SignUpAnswer.LATE,
    SignUpAnswer.IN,
    SignUpAnswer.MAYBE,
    SignUpAnswer.OUT,
)


def person(number: int, answer: SignUpAnswer | None = SignUpAnswer.IN, *, here: bool = False) -> NightPerson:
    name = NAMES[number % len(NAMES)] + (f" {number}" if number >= len(NAMES) else "")
    return NightPerson(FIRST + number, name, answer, float(number + 1), 1.0 if here else None)


def evening(
    stage: EveningStage = EveningStage.SIGN_UP, settings: NightSettings = FULL, **others: Any
) -> Evening:
    return Evening(5, 3, LEAGUE.id, 1, 2, 9, "n1", DAY, START, settings, "seed", stage, **others)


def told(
    people: Iterable[NightPerson], stage: EveningStage = EveningStage.SIGN_UP, **others: Any
) -> EveningDetails:
    steps = [NightStep(5, StepKind.SIGN_UP, channel_id=2, discord_id=77)]
    return EveningDetails(
        evening(stage, **others), {one.user_id: one for one in people}, {one.key: one for one in steps}
    )


def crowd(count: int) -> list[NightPerson]:
    """So many people, with every kind of answer."""
    return [person(one, ANSWERS[one % len(ANSWERS)]) for one in range(count)]


def with_hours(people: Iterable[NightPerson]) -> list[NightPerson]:
    """The same, each of whom comes later and goes earlier."""
    return [
        replace(one, answer=SignUpAnswer.LATE, from_at=START + 3600, until_at=START + 4 * 3600)
        for one in people
    ]


def model(words: Words, about: EveningDetails) -> NightView:
    settings = about.evening.settings
    seals = ["0123456789abcdef" * 4] * settings.rounds if settings.is_duplicate else []
    return NightView(
        words, about, LEAGUE, SCHEDULE, game=Expected(3600.0), seals=seals, is_open=True, is_late=True
    )


def sign_ups(count: int) -> list[EveningDetails]:
    """That night asked about: with seats for fewer, and over."""
    limited = replace(FULL, seats=max(2, count - 3))
    every = [person(one) for one in range(count)]
    return [
        told([]),
        told(crowd(count)),
        told(crowd(count), settings=limited),
        told(every, settings=limited),
        told(crowd(count), EveningStage.PLAYING),
        told(with_hours(crowd(count)), settings=limited),
    ]


def check_ins(count: int) -> list[EveningDetails]:
    """The same people while they are asked who is here: nobody, some, all."""
    every = [person(one) for one in range(count)]
    arrived = [replace(one, here_at=1.0) for one in every]
    limited = replace(FULL, seats=max(2, count - 3), remainder="bye")
    return [
        told(every, EveningStage.CHECK_IN, settings=limited),
        told([*arrived[: count // 2], *every[count // 2 :]], EveningStage.CHECK_IN),
        told(arrived, EveningStage.CHECK_IN, settings=limited),
        told(crowd(count), EveningStage.CHECK_IN),
        told(arrived, EveningStage.PLAYING),
        told(with_hours(crowd(count)), EveningStage.CHECK_IN, settings=limited),
    ]


def addressed(words: Words, count: int) -> list[NightView]:
    """Somebody who has not answered, and who has said each thing, at each stage."""
    limited = replace(FULL, seats=2)
    seated = (Round((tuple(FIRST + one for one in range(4)),)),)
    nights = [
        *(told(crowd(count), stage, settings=limited, plan=seated, round=1) for stage in EveningStage),
        told(
            [person(0), person(1, here=True), person(9, here=True)],
            EveningStage.PLAYING,
            plan=seated,
            round=1,
        ),
        told([person(9, here=True)], EveningStage.PLAYING, plan=seated, round=1, is_last=True),
        told(with_hours(crowd(count)), settings=limited),
    ]
    people = (*range(len(ANSWERS)), 9, 999)
    return [
        replace(model(words, one), reader=FIRST + who, is_notified=is_notified)
        for one in nights
        for who in people
        for is_notified in (False, True)
    ]


STEPS: Final = (
    NightStep(5, StepKind.THREAD, 1, channel_id=2, hindrance="permission create_private_threads"),
    NightStep(5, StepKind.SIGN_UP, hindrance="channel-gone"),
    NightStep(5, StepKind.EVENT, hindrance="season-closed"),
    NightStep(5, StepKind.RESULT, hindrance="a-new-one"),
)


def planned() -> EveningDetails:
    tables = tuple(tuple(FIRST + 4 * table + seat for seat in range(4)) for table in range(16))
    return told(crowd(65), EveningStage.CHECK_IN, plan=(Round(tables, (FIRST + 64,)),))


class _Store:
    async def series(self, series_id: int) -> Series:
        return Series(series_id, LEAGUE.id, 1, 2, 11, SCHEDULE, FULL, 0.0)

    async def commitments(self, evening_id: int, rounds: int) -> list[str]:
        return ["0123456789abcdef" * 4] * rounds


class _Seasons:
    async def facts(self, season_id: int) -> Any:
        return SimpleNamespace(is_open=True)


class _Tables:
    async def of_evening(self, evening_id: int) -> list[Any]:
        return []


class _Evenings:
    store = _Store()
    clubs = SimpleNamespace(seasons=_Seasons())
    time = SimpleNamespace(now=lambda: START)
    tables = _Tables()

    async def league(self, about: Any) -> League:
        return LEAGUE

    async def headed(self, evening: Evening, words: Words) -> League:
        return LEAGUE

    async def game_length(self, league: League) -> Expected:
        return Expected(3600.0)

    async def next_start(self, series: Series, after: float | None) -> Any:
        return start_on(DAY, SCHEDULE.at, ZoneInfo(LEAGUE.zone))


class _People:
    def __init__(self, words: Words) -> None:
        self._words = words

    async def words(self, user_id: int) -> Words:
        return self._words

    async def guild_words(self, guild_id: int | None) -> Words:
        return self._words

    async def preferences(self, user_id: int) -> Any:
        return SimpleNamespace(missed_nights=False)


def _drawings(words: Words) -> NightDrawings:
    async def organiser(_: Evening) -> int:
        return 11

    nothing, addressees = cast("Any", None), cast("Any", SimpleNamespace(of=organiser))
    return NightDrawings(EVENINGS, cast("Any", _People(words)), addressees, nothing, nothing)


def _hours(reader: Reader) -> list[Drawing]:
    """Nobody has said anything, everything is said; before the night, in it, and as it ends."""
    return [
        night_panel.hours(model(reader.words, told(people)), FIRST, START + hour * 3600)
        for people in ([], crowd(1), with_hours(crowd(1)))
        for hour in (-48, 3, 8)
    ]


APART: Final = told(
    crowd(16),
    EveningStage.PLAYING,
    settings=replace(FULL, apart=((FIRST, FIRST + 1),)),
    plan=(Round(((FIRST,),)),),
    round=1,
    why="apart",
)


async def _of_steps(reader: Reader) -> list[Drawing]:
    """Every message that no table is needed for."""
    drawings, about = _drawings(reader.words), told(crowd(16))
    hindered = replace(about, steps={one.key: one for one in STEPS})
    thread = number_of(StepKind.THREAD)
    asked = [
        (about, StepKind.SIGN_UP, 0),
        (told(crowd(16), EveningStage.CHECK_IN), StepKind.CHECK_IN, 0),
        (told(crowd(16), EveningStage.CALLED_OFF, why="away"), StepKind.OFF, 0),
        (about, StepKind.REMINDER, FIRST),
        (about, StepKind.MOVED_UP, FIRST),
        (planned(), StepKind.PLAN, 0),
        (APART, StepKind.APART, 0),
        (about, StepKind.TROUBLE, thread),
        (hindered, StepKind.TROUBLE, thread),
    ]
    return [await drawings.of(*one) for one in asked]


EVENINGS: Final[Any] = _Evenings()
COUNTS: Final = (2, 3, 16, 65)

Made = Iterable[Drawing] | Awaitable[Iterable[Drawing]]

NIGHT_ASKED: Final[Mapping[str, Callable[[Reader], Made]]] = {
    "bot.nights.ui.night_panel.sign_up": lambda reader: [
        night_panel.sign_up(model(reader.words, one)) for count in COUNTS for one in sign_ups(count)
    ],
    "bot.nights.ui.night_panel.check_in": lambda reader: [
        night_panel.check_in(model(reader.words, one)) for count in COUNTS for one in check_ins(count)
    ],
    "bot.nights.ui.night_panel.off": lambda reader: [
        night_panel.off(model(reader.words, told([], EveningStage.CALLED_OFF, why=why)), one)
        for why in (*night_panel.WHYS, "")
        for one in (start_on(DAY, SCHEDULE.at, ZoneInfo(LEAGUE.zone)), None)
    ],
    "bot.nights.ui.night_panel.hours": _hours,
    "bot.nights.ui.night_panel.everybody": lambda reader: [
        night_panel.everybody(model(reader.words, one), leaf)
        for count in COUNTS
        for one in (*sign_ups(count), *check_ins(count))
        for leaf in (0, 1, 99)
    ],
    "bot.nights.ui.night_panel.seals": lambda reader: [
        night_panel.seals(model(reader.words, told([], settings=replace(FULL, rounds=rounds))))
        for rounds in (1, ROUNDS_MOST)
    ],
    "bot.nights.ui.night_panel.private_answer": lambda reader: [
        night_panel.private_answer(
            reader.words, "So.", model(reader.words, told([])).public_press("night-tell")
        )
    ],
    "bot.nights.ui.night_panel.reminder": lambda reader: [
        night_panel.reminder(one) for one in addressed(reader.words, 16)
    ],
    "bot.nights.ui.night_panel.moved_up": lambda reader: [
        night_panel.moved_up(one) for one in addressed(reader.words, 16)
    ],
    "bot.nights.ui.night_panel.privately": lambda reader: [
        drawn for one in addressed(reader.words, 16) if (drawn := night_panel.privately(one)) is not None
    ],
    "bot.nights.ui.night_panel.plan": lambda reader: [
        night_panel.plan(model(reader.words, one)) for one in (planned(), told([]))
    ],
    "bot.nights.ui.night_panel.apart": lambda reader: [night_panel.apart(model(reader.words, APART))],
    "bot.nights.ui.night_panel.in_trouble": lambda reader: [
        night_panel.in_trouble(model(reader.words, told([])), one)
        for one in (*STEPS, *(replace(STEPS[0], kind=kind) for kind in StepKind if kind != StepKind.TROUBLE))
    ],
    "bot.nights.ui.messages.NightDrawings.of": _of_steps,
}
"""How each is drawn, by its full name."""
