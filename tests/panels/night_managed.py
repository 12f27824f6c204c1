"""The organisers' panel of a night, its pages at their fullest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any, Final, cast

from bot.discordkit.interactions import PressId
from bot.discordkit.panel import Drawing
from bot.engine.cards import members
from bot.engine.registry import make_rules, new_game
from bot.nights.evenings import Evenings
from bot.nights.model import (
    EveningDetails,
    EveningStage,
    NightPlace,
    NightStep,
    Round,
    Ruling,
    RulingKind,
    StepKind,
    StepState,
)
from bot.nights.ui import manage_panel, refereeing
from bot.nights.ui.night_panel import NightView
from bot.nights.ui.organising import Organising
from bot.nights.ui.refereeing import Refereeing
from bot.tables.model import State
from bot.telling.phrases import Reader, ViewModel
from bot.words.catalogue import Words
from tests.panels.night_after import board, facts
from tests.panels.night_asked import (
    COUNTS,
    FIRST,
    FULL,
    LEAGUE,
    SCHEDULE,
    START,
    check_ins,
    crowd,
    sign_ups,
    told,
    with_hours,
)

Case = Callable[[Words], Iterable[Drawing]]

DONE: Final = {StepKind.RESULT: 81, StepKind.OFF: 82}
IN_THE_WAY: Final = (
    NightStep(
        5, StepKind.THREAD, 2001, StepState.DOING, channel_id=2, hindrance="permission create_private_threads"
    ),
    NightStep(5, StepKind.EVENT, 0, StepState.DOING, hindrance="season-closed"),
    NightStep(5, StepKind.BOARD, 2, StepState.DOING, hindrance="channel-gone"),
)


def model(words: Words, about: EveningDetails, **others: Any) -> NightView:
    return NightView(words, about, LEAGUE, SCHEDULE, **others)


def hindered(about: EveningDetails) -> EveningDetails:
    return replace(about, steps={**about.steps, **{one.key: one for one in IN_THE_WAY}})


def rounds(people: int, count: int = 4) -> tuple[Round, ...]:
    """So many rounds of so many people, who are those of ``crowd``."""
    accounts = [FIRST + one for one in range(people)]
    tables = tuple(tuple(accounts[at : at + 4]) for at in range(0, people - people % 4, 4))
    return (Round(tables, tuple(accounts[people - people % 4 :])),) * count


def plans(people: int) -> list[EveningDetails]:
    """One that waits to be posted, one that is drawn round by round, and one of which a round is played."""
    apart = replace(FULL, confirmed=True, mode="seeded", remainder="bye", apart=((FIRST, FIRST + 1),))
    confirmed, seeded = replace(FULL, confirmed=True), replace(FULL, mode="seeded")
    every = crowd(people)
    return [
        told(every, EveningStage.CHECK_IN, settings=confirmed, plan=rounds(people)),
        told(every, EveningStage.CHECK_IN, settings=seeded, plan=rounds(people, 1)),
        told(every, EveningStage.PLAYING, plan=rounds(people), round=1),
        *(
            told(
                every, EveningStage.CHECK_IN, settings=apart, plan=rounds(people), why=why, together=together
            )
            for why, together in (("mode remainder apart", False), ("", True))
        ),
    ]


def said(words: Words) -> str:
    return f"⚠️ {words('error.night.changed-meanwhile')}"


def _before(words: Words) -> Iterator[Drawing]:
    for count in COUNTS:
        for one in (*sign_ups(count), *check_ins(count), *plans(count)):
            if one.evening.stage in (EveningStage.SIGN_UP, EveningStage.CHECK_IN):
                yield manage_panel.before(model(words, one))
    yield manage_panel.before(model(words, hindered(plans(16)[0]), said=said(words), typed="20:00 %"))


def _people(words: Words) -> Iterator[Drawing]:
    for count in COUNTS:
        for one in (*sign_ups(count), *check_ins(count)):
            for page in (0, 1, 99):
                yield manage_panel.people(model(words, one, said=said(words)), page)
    some = [replace(one, substitute=number < 6) for number, one in enumerate(crowd(16))]
    yield manage_panel.people(model(words, told(some, EveningStage.CHECK_IN)), 0)


def _person(words: Words) -> Iterator[Drawing]:
    for one in (*crowd(5), *with_hours(crowd(5))):
        for hour in (-48, 3, 8):
            about = model(words, told([one], EveningStage.CHECK_IN), said=said(words))
            drawn = manage_panel.person(about, one.user_id, START + hour * 3600)
            assert drawn is not None
            yield drawn


def _over(words: Words) -> Iterator[Drawing]:
    for stage, kind in ((EveningStage.OVER, StepKind.RESULT), (EveningStage.CALLED_OFF, StepKind.OFF)):
        step = NightStep(5, kind, state=StepState.DONE, discord_id=DONE[kind])
        for why in ("", "too-few", "away"):
            yield manage_panel.over(model(words, replace(told([], stage, why=why), steps={step.key: step})))


def _running(words: Words) -> Iterator[Drawing]:
    for tables in (1, 4, 16):
        for one in in_play(words, tables):
            for leaf in (0, 1, 99):
                yield manage_panel.running(one, board(tables), leaf)


def in_play(words: Words, tables: int) -> list[NightView]:
    """The second round of three: as it goes, paused with all that can be in the way, and at its end."""
    games = {NightPlace(2, table + 1, 1): facts(table, State.PLAYING) for table in range(tables)}
    about = told(crowd(4 * tables), EveningStage.PLAYING, plan=rounds(4 * tables), round=2)
    paused = hindered(replace(about, evening=replace(about.evening, paused_at=1.0)))
    ending = replace(about, evening=replace(about.evening, is_last=True, time_up=True))
    return [
        model(words, about, games=games),
        model(words, paused, games=games, said=said(words)),
        model(words, ending, games=games),
    ]


def _tables(words: Words) -> Iterator[Drawing]:
    (one, *_) = in_play(words, 3)
    thread = NightStep(5, StepKind.THREAD, NightPlace(2, 3).number, StepState.DONE, discord_id=83)
    one = replace(one, details=replace(one.details, steps={thread.key: thread}), said=said(words))
    for seat in (None, 0, 3):  # a robot sits on the last one
        yield manage_panel.table(one, NightPlace(2, 3, 1), seat)


def _refereed(words: Words) -> Iterator[Drawing]:
    """A table that is held, with rulings of every kind about it; and one whose game is over."""
    (one, *_) = in_play(words, 3)
    place, over = NightPlace(2, 3, 1), NightPlace(2, 1, 1)
    every = [
        Ruling(5, place.number, kind, FIRST, number, seat=0, whom=FIRST, heir=FIRST + 1, points=100)
        for number, kind in enumerate((RulingKind.PENALTY, RulingKind.SEAT, RulingKind.HOLD), start=1)
    ]
    games = {**one.games, over: facts(1, State.FINISHED)}
    one = replace(one, details=replace(one.details, rulings=every), games=games, said=said(words))
    shown = board(3)
    for seat in (None, 0, 3):  # a robot sits on the last one
        for at in (place, over):
            yield refereeing.panel(refereeing.Refereed(one, at), shown, seat)


async def _recorded(reader: Reader) -> list[Drawing]:
    """A deal so far, at four moments of two games."""
    (one, *_) = in_play(reader.words, 3)
    drawn: list[Drawing] = []
    game = refereeing.Refereed(one, NightPlace(2, 3, 1))
    for preset in ("kingen", "whist-walloon"):
        played = new_game(make_rules(preset, 4, {}), 0)
        chance = Random(preset)
        for turns in range(60):
            if played.turn < 0:
                played.deal(chance.sample(members(played.rules.pack), played.rules.pack.bit_count()))
            else:
                played.apply(chance.choice(members(played.legal())))
            if turns % 20 == 19:
                seats = tuple(replace(seat, name="N" * 32) for seat in game.facts.seats)
                drawn.append(refereeing.record(game, ViewModel(reader, played.view(None), seats), 0, 3))
    return drawn


def _seatings(words: Words) -> Iterator[Drawing]:
    for count in (4, 16, 65):
        for one in plans(count):
            for leaf in (0, 1, 99):
                yield manage_panel.seating(model(words, one, said=said(words)), leaf)


def _swaps(words: Words) -> Iterator[Drawing]:
    for count in (4, 16, 65):
        for one in plans(count):
            if one.evening.round < len(one.evening.plan):
                for page in (0, 1, 99):
                    yield manage_panel.swap(model(words, one), page, None)
                    yield manage_panel.swap(model(words, one), page, FIRST)


def _questions(words: Words) -> Iterator[Drawing]:
    asked = ("night.manage.sure-off", "night.manage.sure-off.playing")
    ends = (f"night.running.sure-end.{how}" for how in ("robots", "cut"))
    for key in (*asked, *ends):
        yield manage_panel.question(model(words, told([])), words(key), PressId("manage-off-yes"))


NIGHT_MANAGED: Final[Mapping[str, Case]] = {
    "bot.nights.ui.manage_panel.before": _before,
    "bot.nights.ui.manage_panel.people": _people,
    "bot.nights.ui.manage_panel.person": _person,
    "bot.nights.ui.manage_panel.settings": lambda words: [
        manage_panel.settings(model(words, one))
        for one in (told([]), told([], settings=replace(FULL, seats=61)))
    ],
    "bot.nights.ui.manage_panel.over": _over,
    "bot.nights.ui.manage_panel.question": _questions,
    "bot.nights.ui.manage_panel.which": lambda words: [
        manage_panel.which(words, [(told([]).evening, LEAGUE)] * 30)
    ],
    "bot.nights.ui.manage_panel.running": _running,
    "bot.nights.ui.manage_panel.table": _tables,
    "bot.nights.ui.manage_panel.seating": _seatings,
    "bot.nights.ui.refereeing.panel": _refereed,
    "bot.nights.ui.manage_panel.swap": _swaps,
}
"""How each is drawn, by its full name."""


class _Boards:
    async def of_round(self, about: EveningDetails, number: int, league: str) -> Any:
        return board(4)


async def _home(reader: Reader) -> list[Drawing]:
    organising = Organising(cast("Any", SimpleNamespace()), cast("Any", None), cast("Any", _Boards()))
    nights = [told([], stage) for stage in (EveningStage.SIGN_UP, EveningStage.OVER)]
    return [
        await organising.home(one)
        for one in (*(model(reader.words, night) for night in nights), *in_play(reader.words, 4))
    ]


async def _referees_home(reader: Reader) -> list[Drawing]:
    evenings = SimpleNamespace(require_playing=Evenings.require_playing)
    organising = Organising(cast("Any", evenings), cast("Any", None), cast("Any", _Boards()))
    return [await Refereeing(organising).home(one) for one in in_play(reader.words, 4)]


NIGHT_HOME: Final = {
    "bot.nights.ui.organising.Organising.home": _home,
    "bot.nights.ui.refereeing.Refereeing.home": _referees_home,
    "bot.nights.ui.refereeing.record": _recorded,
}
"""The same for one reader."""
