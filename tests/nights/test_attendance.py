"""Where somebody stands tonight, whatever they and organisers have said, in whatever order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from itertools import product
from typing import Final

import pytest

from bot.nights import attendance, course
from bot.nights.acts import Become, Draw, Drop, EveningSnapshot, Replace, TableAction, TableChange
from bot.nights.attendance import Presence, Tonight
from bot.nights.model import (
    Evening,
    EveningDetails,
    EveningStage,
    NightPerson,
    NightPlace,
    NightSettings,
    NightStep,
    Round,
    SignUpAnswer,
    StepKind,
    StepState,
)
from bot.nights.ports import PersonChange
from bot.tables.model import Seat, State, TableFacts

START: Final = 1_795_546_800.0
HOUR: Final = 3600.0
NINE, TEN = START + HOUR, START + 2 * HOUR
SETTINGS: Final = NightSettings(event=False, reminder=0)
EVENING: Final = Evening(1, 1, 1, 1, 1, 1, "n1", date(2026, 11, 24), START, SETTINGS, "00")

SILENT, MAYBE, OUT, IN = Presence.SILENT, Presence.MAYBE, Presence.OUT, Presence.IN
LATE, HERE, SUB, GONE = Presence.LATE, Presence.HERE, Presence.SUBSTITUTE, Presence.GONE

PRESSES: Final = ("in", "late", "maybe", "out", "here", "go", "from", "start", "until", "end", "add", "sub")
BECOMES: Final[Mapping[Presence, tuple[Presence, ...]]] = {
    #        in    late  maybe  out  here  go      from  start until end  add   sub
    SILENT: (IN, LATE, MAYBE, OUT, HERE, SILENT, LATE, IN, IN, IN, HERE, SUB),
    MAYBE: (IN, LATE, MAYBE, OUT, HERE, GONE, LATE, IN, IN, IN, HERE, SUB),
    OUT: (IN, LATE, MAYBE, OUT, HERE, GONE, LATE, IN, IN, IN, HERE, SUB),
    IN: (IN, LATE, MAYBE, OUT, HERE, GONE, LATE, IN, IN, IN, HERE, SUB),
    LATE: (IN, LATE, MAYBE, OUT, HERE, GONE, LATE, IN, LATE, LATE, HERE, SUB),
    HERE: (HERE, HERE, MAYBE, OUT, HERE, GONE, LATE, HERE, HERE, HERE, HERE, SUB),
    SUB: (SUB, SUB, MAYBE, OUT, SUB, GONE, LATE, SUB, SUB, SUB, HERE, SUB),
    GONE: (IN, LATE, MAYBE, OUT, HERE, GONE, LATE, IN, IN, IN, HERE, SUB),
}
"""Where each press leads from where somebody stands; whoever is back and says only until when they stay comes
as they have said before."""


def said(press: str, number: int) -> PersonChange:
    at = START - HOUR + number
    match press:
        case "here":
            return attendance.arriving("Ann", 1000 + number, at)
        case "go":
            return attendance.leaving
        case "from" | "start":
            return attendance.coming_at("Ann", NINE if press == "from" else None, at)
        case "until" | "end":
            return attendance.going_at("Ann", TEN if press == "until" else None, at)
        case "add":
            return attendance.added(at)
        case "sub":
            return attendance.stepping_in(at)
        case _:
            return attendance.answering("Ann", SignUpAnswer(press), at)


def told(*people: NightPerson, **others: object) -> EveningDetails:
    evening = replace(EVENING, **others)  # pyright: ignore[reportArgumentType]
    return EveningDetails(evening, {one.user_id: one for one in people})


def after(presses: tuple[str, ...]) -> NightPerson:
    one = NightPerson(1, "Ann")
    for number, press in enumerate(presses):
        one = said(press, number)(one)
    return one


@pytest.mark.parametrize("last", PRESSES)
def test_every_press_leads_from_everywhere_to_one_state(last: str) -> None:
    """Whatever four presses, in every order."""
    for presses in product(PRESSES, repeat=3):
        stands, answer = SILENT, LATE
        for press in (*presses, last):
            stood, stands = stands, BECOMES[stands][PRESSES.index(press)]
            if stood is GONE and press in ("until", "end"):
                stands = answer
            if press in ("in", "start", "maybe", "out") or (stood in (SILENT, MAYBE, OUT) and stands is IN):
                answer = IN
        one = after((*presses, last))
        found = attendance.presence_of(told(one), one)
        assert found is stands or {found, stands} == {IN, LATE}, (presses, last, one)
        assert not (found is GONE and (one.is_here or one.substitute))
        assert found is not LATE or one.here_at is None


@pytest.mark.parametrize(("stands", "press"), [*product(BECOMES, PRESSES)])
def test_one_press_does_what_the_table_says(stands: Presence, press: str) -> None:
    way = {SILENT: (), HERE: ("here",), SUB: ("sub",), GONE: ("in", "go")}.get(stands, (stands.value,))
    one = after((*way, press))
    assert attendance.presence_of(told(one), one) is BECOMES[stands][PRESSES.index(press)]


def test_where_nobody_checks_in_whoever_comes_is_here_until_they_go() -> None:
    """*I have to go* was lost on such nights."""
    free = replace(SETTINGS, check_in=0)
    one = after(("in",))
    assert attendance.playing(told(one, settings=free), START, TEN) == [one]
    one = after(("in", "go"))
    assert attendance.playing(told(one, settings=free), START, TEN) == []
    assert attendance.coming(told(one, settings=free)) == []


@pytest.mark.parametrize(
    ("presses", "begins", "ends", "plays"),
    [
        (("here",), START, TEN, True),
        (("in",), START, TEN, False),
        (("late",), NINE, TEN, False),
        (("from",), START, NINE, False),
        (("from",), NINE, TEN, True),
        (("from", "here"), START, NINE, True),
        (("here", "until"), NINE, TEN, True),
        (("here", "until"), NINE, TEN + 1, False),
        (("here", "until", "end"), NINE, TEN + 1, True),
        (("until", "from"), NINE, TEN + 1, False),
        (("until", "from"), NINE, TEN, True),
        (("here", "go"), START, NINE, False),
        (("here", "go", "here"), START, NINE, True),
        (("sub",), START, NINE, False),
    ],
)
def test_who_plays_a_round_of_some_hours(
    presses: tuple[str, ...], begins: float, ends: float, *, plays: bool
) -> None:
    one = after(presses)
    assert attendance.tonight(told(one), one).plays(begins, ends) is plays
    assert attendance.playing(told(one), begins, ends) == ([one] if plays else [])


def test_whoever_comes_back_after_their_hour_stays() -> None:
    one = after(("here", "until"))
    back = attendance.arriving("Ann", 5, TEN + 60)(one)
    assert attendance.tonight(told(back), back) == Tonight(HERE)
    early = attendance.arriving("Ann", 5, NINE)(one)
    assert early.until_at == TEN


@pytest.mark.parametrize(("minutes", "stands"), [(0, True), (35, True), (36, False)])
def test_the_check_in_counts_for_as_long_as_it_lasts_and_a_table_waits(minutes: int, *, stands: bool) -> None:
    one = after(("here",))
    assert one.here_at is not None
    assert attendance.has_said_so(told(one), 1, one.here_at + 60 * minutes) is stands
    by_organiser = after(("add",))
    assert not attendance.has_said_so(told(by_organiser), 1, START)
    assert not attendance.has_said_so(told(after(("here", "go"))), 1, START)
    assert not attendance.has_said_so(told(), 1, START)


@pytest.mark.parametrize("before", ["here", "add", "sub"])
def test_who_says_once_more_that_they_are_here_is_not_asked_again(before: str) -> None:
    """The night was put off since, or an organiser had added them. The first press counts for the cards."""
    one = after((before,))
    again = attendance.arriving("Ann", 2000, START - 60)(one)
    assert again.press_id == (1000 if before == "here" else 2000)
    assert not attendance.has_said_so(told(one), 1, START)
    assert attendance.has_said_so(told(again), 1, START) is (before != "sub")


# What is done by it


def game(*seats: Seat) -> EveningSnapshot:
    """A game of the first round waits for these."""
    people = [
        NightPerson(one.user_id, one.name, SignUpAnswer.IN, 1.0, 1.0, 1) for one in seats if one.user_id
    ]
    plan = (Round((tuple(one.user_id for one in seats),)),)
    playing = replace(EVENING, stage=EveningStage.PLAYING, plan=plan, round=1, began_at=START)
    opened = NightStep(1, StepKind.TABLE, NightPlace(1, 1, 1).number, StepState.DONE, tried_at=START)
    done = [
        NightStep(1, kind, NightPlace(1, 1).number, StepState.DONE, channel_id=1, discord_id=1)
        for kind in (StepKind.THREAD, StepKind.CALL)
    ]
    board = NightStep(1, StepKind.BOARD, 1, StepState.DONE, channel_id=1, discord_id=1)
    facts = TableFacts(1, 1, 1, None, "kingen", 4, "", START, seats=seats, seats_given=True)
    steps = {one.key: one for one in (opened, board, *done)}
    return EveningSnapshot(
        EveningDetails(playing, {one.user_id: one for one in people}, steps), {NightPlace(1, 1, 1): facts}
    )


def with_person(snapshot: EveningSnapshot, one: NightPerson) -> EveningSnapshot:
    return replace(
        snapshot, details=replace(snapshot.details, people={**snapshot.details.people, one.user_id: one})
    )


@pytest.mark.parametrize("ready", [False, True])
def test_a_seat_that_has_not_begun_is_free_as_soon_as_its_person_has_gone(*, ready: bool) -> None:
    """Also where they had said that they were there; whoever can step in has it, and stays long enough."""
    snapshot = game(Seat("Ann", 1, ready=ready), Seat("Bob", 2, ready=True), Seat("robot"), Seat("robot"))
    first = course.next_act(snapshot, START + 1)
    assert first == (TableChange(NightPlace(1, 1, 1), TableAction.BEGIN) if ready else None)
    gone = with_person(snapshot, attendance.leaving(snapshot.details.people[1]))
    spare = NightPerson(3, "Cees", here_at=1.0, substitute=True)
    leaves = NightPerson(4, "Dora", here_at=1.0, substitute=True, until_at=START + 60)
    act = course.next_act(
        replace(with_person(with_person(gone, spare), leaves), round_length=HOUR), START + 1
    )
    assert act == Replace(NightPlace(1, 1, 1), 0, gone.details.people[1], [spare])


@pytest.mark.parametrize("press", ["go", "out", "maybe", "from", "until"])
def test_a_seat_that_has_not_begun_is_free_for_whatever_its_person_has_said(press: str) -> None:
    """They keep what they have said: who comes or goes at an hour does so in the rounds that follow."""
    snapshot = game(Seat("Ann", 1, ready=True), Seat("Bob", 2, ready=True), Seat("robot"), Seat("robot"))
    changed = said(press, 0)(snapshot.details.people[1])
    snapshot = replace(with_person(snapshot, changed), round_length=2 * HOUR + 60)
    assert course.next_act(snapshot, START + 1) == Replace(NightPlace(1, 1, 1), 0, changed, [])


def test_who_sat_out_and_is_given_the_seat_of_who_did_not_appear_plays() -> None:
    """They had said that they are here, and were taken for one more who did not appear."""
    snapshot = game(Seat("Ann", 1, ready=True), Seat("Bob", 2), Seat("robot"), Seat("robot"))
    later = START + 60 * SETTINGS.grace + 1
    (playing,) = snapshot.evening.plan
    sits_out = NightPerson(3, "Cees", SignUpAnswer.IN, 1.0, 1.0, 3)
    evening = replace(snapshot.evening, plan=(replace(playing, byes=(3,)),))
    snapshot = with_person(replace(snapshot, details=replace(snapshot.details, evening=evening)), sits_out)
    bob = snapshot.details.people[2]
    assert course.next_act(snapshot, later) == Replace(
        NightPlace(1, 1, 1), 1, bob, [sits_out], is_missing=True
    )
    seats = (Seat("Ann", 1, ready=True), Seat("Cees", 3), Seat("robot"), Seat("robot"))
    facts = replace(snapshot.games[NightPlace(1, 1, 1)], seats=seats)
    assert course.next_act(replace(snapshot, games={NightPlace(1, 1, 1): facts}), later) == TableChange(
        NightPlace(1, 1, 1), TableAction.BEGIN
    )


@pytest.mark.parametrize("way", ["robots", "go", "out"])
def test_a_game_that_nobody_is_left_to_go_on_with_holds_up_no_round(way: str) -> None:
    """It waits for as long as another is played, as somebody may take a seat there until then."""
    robots = tuple(Seat(f"robot {one}") for one in range(3))
    snapshot = game(Seat("Ann", 1), *robots)
    left, others = snapshot.games[NightPlace(1, 1, 1)], snapshot.evening.plan[0].tables[0]
    if way == "robots":
        left = replace(left, seats=(Seat("robot"), *robots))
    else:
        snapshot = with_person(snapshot, said(way, 0)(snapshot.details.people[1]))
    evening = replace(snapshot.evening, plan=(Round((others, (2, 3, None, None))),))
    second = replace(left, id=2, seats=(Seat("Bob", 2), Seat("Cees", 3), *robots[:2]), state=State.PLAYING)
    steps = {
        (one.kind, NightPlace(1, 2, NightPlace.of(one.about).game).number): replace(
            one, about=NightPlace(1, 2, NightPlace.of(one.about).game).number
        )
        for one in snapshot.details.steps.values()
        if one.kind is not StepKind.BOARD
    }
    details = replace(snapshot.details, evening=evening, steps={**snapshot.details.steps, **steps})
    games = {NightPlace(1, 1, 1): replace(left, state=State.ADJOURNED), NightPlace(1, 2, 1): second}
    snapshot = replace(snapshot, details=details, games=games)
    assert course.next_act(snapshot, START + HOUR) is None
    games[NightPlace(1, 2, 1)] = replace(second, state=State.FINISHED)
    assert course.next_act(snapshot, START + HOUR) == TableChange(NightPlace(1, 1, 1), TableAction.CALL_OFF)
    stays = with_person(snapshot, NightPerson(1, "Ann", SignUpAnswer.IN, 1.0, 1.0, 1))
    assert (course.next_act(stays, START + HOUR) is None) is (way != "robots")


def test_what_cannot_be_done_is_wanted_again_after_a_pause() -> None:
    """The next game of a round was not opened any more, and the round did not end."""
    snapshot = game(Seat("Ann", 1, ready=True), *(Seat(f"robot {one}") for one in range(3)))
    opened = snapshot.details.step(StepKind.TABLE, NightPlace(1, 1, 1).number)
    hindered = replace(opened, state=StepState.DOING, hindrance="season-closed")
    steps = {**snapshot.details.steps, hindered.key: hindered}
    paused = replace(snapshot.evening, paused_at=START + 1)
    snapshot = replace(snapshot, details=replace(snapshot.details, evening=paused, steps=steps), games={})
    assert course.next_act(snapshot, START + 2) != Drop(hindered)


def test_who_leaves_early_is_left_out_of_a_round_that_would_end_later() -> None:
    """And who comes later is in one that begins then, without a press."""
    here = [NightPerson(one, str(one), SignUpAnswer.IN, 1.0, 1.0, one) for one in (1, 2, 3)]
    leaves, comes = replace(here[0], until_at=TEN), NightPerson(4, "4", SignUpAnswer.LATE, 1.0, from_at=NINE)
    snapshot = game(Seat("1", 1), Seat("2", 2), Seat("3", 3), Seat("robot"))
    facts = replace(snapshot.games[NightPlace(1, 1, 1)], state="finished")
    people = {one.user_id: one for one in (leaves, *here[1:], comes)}
    over = replace(
        snapshot,
        details=replace(snapshot.details, people=people),
        games={NightPlace(1, 1, 1): facts},
        round_length=HOUR,
    )
    drawn = {}
    for minutes in (30, 60, 61):
        act = course.next_act(over, START + 60.0 * minutes)
        assert isinstance(act, Draw | Become)
        drawn[minutes] = act.people if isinstance(act, Draw) else None
    assert drawn == {30: (1, 2, 3), 60: (1, 2, 3, 4), 61: (2, 3, 4)}
