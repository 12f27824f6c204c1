"""What follows from what referees decide: held tables wait and get their time back; all else is done once."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any, Final

import pytest

from bot.nights import course
from bot.nights.acts import Act, Become, EveningSnapshot, TableAction, TableChange, Take
from bot.nights.model import (
    Evening,
    EveningDetails,
    EveningStage,
    NightPerson,
    NightPlace,
    NightSettings,
    NightStep,
    Round,
    Ruling,
    RulingKind,
    StepKind,
    StepState,
)
from bot.nights.rulings import given_back, is_held, round_clock
from bot.tables.model import Notice, Seat, State, TableFacts

START: Final = 1_795_546_800.0
MINUTES: Final = 30
END: Final = START + 60 * MINUTES
FIRST, SECOND = NightPlace(1, 1, 1), NightPlace(1, 2, 1)
PEOPLE: Final = {number: NightPerson(number, f"p{number}", here_at=START - 60) for number in range(1, 9)}
EVENING: Final = Evening(
    1, 1, 1, 1, 1, 1, "n1", date(2026, 11, 24), START,
    NightSettings(rounds=2, minutes=MINUTES, event=False), "00",
    stage=EveningStage.PLAYING, plan=(Round(((1, 2, 3, 4), (5, 6, 7, 8))),) * 2, posted=True, round=1,
    began_at=START,
)  # fmt: skip
HOLD, GO_ON, PENALTY = RulingKind.HOLD, RulingKind.GO_ON, RulingKind.PENALTY


def done(kind: StepKind, about: int) -> NightStep:
    return NightStep(1, kind, about, StepState.DONE, 1, START, START, 2, 3)


def facts(place: NightPlace, state: State = State.PLAYING, notice: str = "", **others: Any) -> TableFacts:
    people = EVENING.plan[0].tables[place.table - 1]
    seats = tuple(Seat(f"p{one}", one, ready=True) for one in people)
    given: dict[str, Any] = {"seats": seats, "place": place.key(1), **others}
    return TableFacts(place.table, 1, 2, None, "kingen", 4, "", START, state, notice=notice, **given)


PAUSED: Final = {"state": State.ADJOURNED, "notice": Notice.PAUSED}


def snapshot(
    *rulings: tuple[RulingKind, float], first: dict[str, Any] | None = None,
    second: dict[str, Any] | None = None, evening: Evening = EVENING, told: bool = True,
    people: dict[int, NightPerson] = PEOPLE,
) -> EveningSnapshot:  # fmt: skip
    """With rulings about the first table, each after so many seconds of the round."""
    kept = [
        Ruling(1, FIRST.number, kind, 99, number, START + clock, clock, seat=0, whom=1, points=5)
        for number, (kind, clock) in enumerate(rulings, start=1)
    ]
    steps = [done(StepKind.BOARD, 1)]
    for place in (FIRST, SECOND):
        at = replace(place, game=0).number
        steps += [done(StepKind.THREAD, at), done(StepKind.CALL, at), done(StepKind.TABLE, place.number)]
    if told:
        steps += [done(StepKind.RULING, one.number) for one in kept]
    games = {FIRST: facts(FIRST, **(first or {})), SECOND: facts(SECOND, **(second or {}))}
    details = EveningDetails(evening, people, {one.key: one for one in steps}, kept)
    return EveningSnapshot(details, games)


def change(place: NightPlace, action: TableAction) -> Act:
    return TableChange(place, action)


def test_a_table_that_is_held_waits_and_the_other_plays_on() -> None:
    assert course.next_act(snapshot((HOLD, 60)), START + 61) == change(FIRST, TableAction.PAUSE)
    assert course.next_act(snapshot((HOLD, 60), first=PAUSED), START + 62) is None
    let = snapshot((HOLD, 60), (GO_ON, 120), first=PAUSED)
    assert course.next_act(let, START + 121) == change(FIRST, TableAction.GO_ON)
    assert course.next_act(snapshot((HOLD, 60), (GO_ON, 120)), START + 122) is None
    by_itself = {"state": State.ADJOURNED, "notice": Notice.NOBODY_HERE}
    assert course.next_act(snapshot(first=by_itself), START + 60) is None


def test_it_is_held_through_a_pause_of_the_whole_night_and_after_it() -> None:
    paused = replace(EVENING, paused_at=START + 100)
    assert (
        course.next_act(snapshot((HOLD, 60), first=PAUSED, second=PAUSED, evening=paused), START + 101)
        is None
    )
    after = replace(EVENING, held_up=50.0)
    act = course.next_act(snapshot((HOLD, 60), first=PAUSED, second=PAUSED, evening=after), START + 151)
    assert act == change(SECOND, TableAction.GO_ON)


def test_time_that_all_waited_is_not_given_back_twice() -> None:
    """Held after 60 s; the night is paused from 100 s on for 50 s; let go on 200 s after the beginning."""
    assert round_clock(EVENING, START + 60) == 60
    assert round_clock(replace(EVENING, paused_at=START + 100), START + 130) == 100
    assert round_clock(replace(EVENING, held_up=50.0), START + 200) == 150
    assert given_back(snapshot((HOLD, 60), (GO_ON, 150)).details, FIRST) == 90


def test_a_table_that_is_held_is_not_out_of_time_and_gets_its_time_back() -> None:
    over = replace(EVENING, time_up=True)
    held = snapshot((HOLD, 60), first=PAUSED)
    assert isinstance(course.next_act(held, END), Become)
    held = snapshot((HOLD, 60), first=PAUSED, evening=over)
    assert course.next_act(held, END) == change(SECOND, TableAction.TIME_IS_UP)
    finished = {"state": State.FINISHED}
    assert (
        course.next_act(replace(held, games={**held.games, SECOND: facts(SECOND, **finished)}), END + 900)
        is None
    )
    let = snapshot((HOLD, 60), (GO_ON, 660), second=finished, evening=over)
    assert course.next_act(let, END + 599) is None
    assert course.next_moment(let, END + 1) == END + 600
    assert course.next_act(let, END + 600) == change(FIRST, TableAction.TIME_IS_UP)


def test_where_an_organiser_has_ended_the_round_no_time_is_given_back() -> None:
    ended = snapshot((HOLD, 60), (GO_ON, 660), evening=replace(EVENING, time_up=True))
    assert course.next_act(ended, START + 700) == change(FIRST, TableAction.TIME_IS_UP)


def test_a_game_that_waits_for_its_people_waits_for_the_referee_too() -> None:
    missing = facts(FIRST).seats
    gathering = {"state": State.LOBBY, "seats": tuple(replace(one, ready=False) for one in missing)}
    late = START + 60 * EVENING.settings.grace
    held = snapshot((HOLD, 60), first=gathering)
    assert course.grace_until(held.details, FIRST) is None and course.next_act(held, late) is None
    let = snapshot((HOLD, 60), (GO_ON, 160), first=gathering)
    assert course.grace_until(let.details, FIRST) == late + 100
    here = snapshot((HOLD, 60), first={"state": State.LOBBY})
    assert course.next_act(here, START + 61) is None


@pytest.mark.parametrize("state", [PAUSED, {"state": State.LOBBY}])
def test_a_table_that_everybody_has_left_holds_up_nobody(state: dict[str, Any]) -> None:
    gone = {**PEOPLE, **{one: replace(PEOPLE[one], here_at=None, gone=True) for one in (1, 2, 3, 4)}}
    left = snapshot((HOLD, 60), first=state, second={"state": State.FINISHED}, people=gone)
    assert course.next_act(left, START + 900) == change(FIRST, TableAction.CALL_OFF)
    playing = snapshot((HOLD, 60), first=state, people=gone)
    assert course.next_act(playing, START + 900) is None


def test_the_next_round_waits_for_a_table_that_is_held() -> None:
    finished = {"state": State.FINISHED}
    assert not course.round_is_over(snapshot((HOLD, 60), first=PAUSED, second=finished))


def test_a_night_that_is_called_off_holds_nothing() -> None:
    off = replace(EVENING, stage=EveningStage.CALLED_OFF, ended_at=START + 100)
    act = course.next_act(snapshot((HOLD, 60), first=PAUSED, evening=off), START + 101)
    assert act == change(FIRST, TableAction.CALL_OFF)


def wanted(kind: RulingKind, state: State) -> list[StepKind]:
    """What is done of a ruling, step by step."""
    found: list[StepKind] = []
    about = snapshot((kind, 60), first={"state": state}, told=False)
    while isinstance(act := course.next_act(about, START + 61), Take):
        found.append(act.step.kind)
        steps = {**about.details.steps, act.step.key: done(*act.step.key)}
        about = replace(about, details=replace(about.details, steps=steps))
    return found


def test_a_ruling_is_carried_out_once_and_told_once_and_points_are_taken_at_the_end() -> None:
    ruled, told = StepKind.RULED, StepKind.RULING
    for kind in (RulingKind.SEAT, RulingKind.OFF, RulingKind.TIME_UP):
        assert wanted(kind, State.PLAYING) == [ruled, told]
    assert wanted(PENALTY, State.PLAYING) == [told]
    assert wanted(PENALTY, State.FINISHED) == [ruled, told]
    assert wanted(PENALTY, State.CLOSED) == [told]
    assert wanted(HOLD, State.PLAYING) == [told]


@pytest.mark.parametrize("kind", [RulingKind.OFF, RulingKind.TIME_UP])
def test_a_game_that_is_to_end_is_not_held_any_longer(kind: RulingKind) -> None:
    details = snapshot((HOLD, 60), (kind, 100)).details
    assert not is_held(details, FIRST) and given_back(details, FIRST) == 40
    assert not is_held(snapshot((HOLD, 60)).details, SECOND)
