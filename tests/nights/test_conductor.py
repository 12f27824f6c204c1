"""The conductor looks again whenever anything has changed, one look at a time, whatever fails meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from datetime import date
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.nights.conductor import Conductor
from bot.nights.course import SOON, TRY_AGAIN, check_in_at
from bot.nights.evenings import Evenings
from bot.nights.model import (
    Evening,
    EveningDetails,
    EveningStage,
    NightError,
    NightSettings,
    NightStep,
    StepKey,
    StepKind,
    StepState,
)
from bot.nights.ports import Hindered, Impossible
from bot.ports import StoreError
from bot.timers import Timers
from tests.clock import FakeClock

HOUR = 3600.0
STARTS_AT = 1_795_546_800.0
SETTINGS = NightSettings(event=False, reminder=0, check_in=30)
EVENING = Evening(1, 1, 1, 1, 1, 1, "n1", date(2026, 11, 24), STARTS_AT, SETTINGS, "00")


@dataclass
class Kept:
    """A store of one evening. ``gate`` holds up looks while it is closed, ``held`` tells that one is held up;
    ``fails`` says for which step or evening it does."""

    evening: Evening = EVENING
    steps: dict[StepKey, NightStep] = field(default_factory=dict[StepKey, NightStep])
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    held: asyncio.Event = field(default_factory=asyncio.Event)
    fails: Callable[[object], bool] = lambda kept: False

    def __post_init__(self) -> None:
        self.gate.set()

    def _try(self, kept: object) -> None:
        if self.fails(kept):
            raise StoreError

    async def details(self, evening_id: int) -> EveningDetails:
        details = EveningDetails(self.evening, {}, dict(self.steps))
        self.held.set()
        await self.gate.wait()
        self._try(evening_id)
        return details

    async def change_step(
        self, evening_id: int, key: StepKey, change: Callable[[NightStep], NightStep]
    ) -> NightStep:
        before = self.steps.get(key) or NightStep(evening_id, *key)
        step = change(before)
        self._try(step)
        if step != before:
            self.steps[key] = step
        return step

    async def change(self, evening: Evening, byes: object = ()) -> Evening:
        self._try(evening)
        if evening.version != self.evening.version:
            raise NightError("changed-meanwhile")
        self.evening = replace(evening, version=evening.version + 1)
        return self.evening

    async def unfinished(self) -> list[int]:
        return [1]

    async def settled(self, since: float) -> list[int]:
        return []

    async def running(self) -> list[Any]:
        return []

    # What else is asked of the rest of the house

    async def of_evening(self, evening_id: int) -> list[Any]:
        return []

    async def members(self, league_id: int) -> list[Any]:
        return []

    @property
    def leagues(self) -> Kept:
        return self

    @property
    def seasons(self) -> Kept:
        return self

    async def league(self, league_id: int) -> Any:
        return SimpleNamespace(guests=True)

    async def facts(self, season_id: int) -> Any:
        return SimpleNamespace(is_open=True)


@dataclass
class Hands:
    """Does steps, as ``does`` says. ``gate`` holds them up while it is closed."""

    tries: list[NightStep] = field(default_factory=list[NightStep])
    shown: list[StepKey] = field(default_factory=list[StepKey])
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    does: Callable[[NightStep], None] = lambda step: None

    def __post_init__(self) -> None:
        self.gate.set()

    async def perform(self, step: NightStep, details: EveningDetails) -> NightStep:
        self.tries.append(step)
        await self.gate.wait()
        self.does(step)
        return replace(step, channel_id=1, discord_id=len(self.tries))

    def look_again(self, evening_id: int, kind: StepKind, about: int = 0) -> None:
        self.shown.append((kind, about))

    def show_table(self, table: object) -> None:
        raise AssertionError

    def lost(self, details: EveningDetails) -> Collection[StepKey]:
        return ()

    async def curious(self, people: object) -> list[int]:
        return []

    def passes(self, error: Exception) -> bool:
        return isinstance(error, TimeoutError)


class Hall:
    """A conductor among these, from an hour before people are asked whether they are here."""

    def __init__(self) -> None:
        self.kept, self.hands = Kept(), Hands()
        self.clock = FakeClock(check_in_at(EVENING) - 3600)
        self.timers = Timers(self.clock)
        evenings = Evenings(cast(Any, self.kept), cast(Any, self.kept), cast(Any, self.kept), self.clock)
        self.conductor = Conductor(evenings, cast(Any, self.hands), self.timers)

    async def wait(self, seconds: float = 0.0) -> None:
        """Let time pass, everything being done at its moment."""
        end = self.clock.now() + seconds
        await self.timers.quiet()
        while (due := self.clock.next_due()) is not None and due <= end:
            self.clock.advance(due - self.clock.now())
            await self.timers.quiet()
        self.clock.advance(max(0.0, end - self.clock.now()))
        await self.timers.quiet()

    async def held_up(self) -> None:
        """Have the evening be looked at, and that look held up."""
        self.kept.gate.clear()
        self.kept.held.clear()
        self.conductor.wake(1)
        await self.kept.held.wait()

    def tries_of(self, kind: StepKind) -> list[NightStep]:
        return [one for one in self.hands.tries if one.kind is kind]


@pytest.fixture
def hall() -> Hall:
    return Hall()


async def test_what_changes_during_the_last_look_is_seen(hall: Hall) -> None:
    await hall.conductor.take_up()
    await hall.wait()
    await hall.held_up()
    hall.kept.evening = replace(
        EVENING, stage=EveningStage.CALLED_OFF, ended_at=hall.clock.now(), why="organiser"
    )
    hall.conductor.wake(1)  # that look has seen it as it was before
    hall.kept.gate.set()
    await hall.wait()
    assert len(hall.tries_of(StepKind.OFF)) == 1
    assert hall.kept.evening.settled


async def test_what_is_being_done_is_not_broken_off_nor_begun_anew_by_whatever_changes(hall: Hall) -> None:
    hall.hands.gate.clear()
    await hall.held_up()
    hall.kept.gate.set()
    for _ in range(3):
        hall.clock.advance(1)
        hall.conductor.wake(1)
        for _ in range(10):
            await asyncio.sleep(0)  # the timers have every occasion
    assert len(hall.tries_of(StepKind.SIGN_UP)) == 1
    hall.hands.gate.set()
    await hall.wait(1)
    assert len(hall.tries_of(StepKind.SIGN_UP)) == 1
    assert hall.kept.steps[StepKind.SIGN_UP, 0].state is StepState.DONE


async def test_what_is_wanted_anew_while_it_is_being_done_is_done_once_more(hall: Hall) -> None:
    key = StepKind.SIGN_UP, 0

    def wanted_anew(step: NightStep) -> None:
        if len(hall.hands.tries) == 1:
            hall.kept.steps[key] = NightStep(1, *key)

    hall.hands.does = wanted_anew
    await hall.conductor.take_up()
    await hall.wait()
    assert len(hall.tries_of(StepKind.SIGN_UP)) == 2
    done = hall.kept.steps[key]
    assert (done.state, done.discord_id) == (StepState.DONE, 2)


async def test_what_is_not_wanted_by_the_time_it_would_be_begun_is_not_done(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    change, asked = hall.kept.change_step, list[StepState]()

    async def refuses(evening_id: int, key: StepKey, change_: Callable[[NightStep], NightStep]) -> NightStep:
        if key[0] is StepKind.SIGN_UP and not asked:
            asked.append(change_(NightStep(evening_id, *key)).state)
            hall.kept.evening = replace(EVENING, stage=EveningStage.CALLED_OFF, ended_at=hall.clock.now())
            return NightStep(evening_id, *key)
        return await change(evening_id, key, change_)

    monkeypatch.setattr(hall.kept, "change_step", refuses)
    await hall.conductor.take_up()
    await hall.wait()
    assert asked == [StepState.DOING] and hall.tries_of(StepKind.SIGN_UP) == []


async def test_a_moment_that_is_past_is_done_at_once(hall: Hall) -> None:
    hall.clock.advance(3 * 3600)
    await hall.conductor.take_up()
    await hall.wait()
    assert [one.kind for one in hall.hands.tries] == [StepKind.SIGN_UP, StepKind.CHECK_IN]
    assert hall.kept.evening.late


async def test_a_moment_to_come_is_waited_for(hall: Hall) -> None:
    await hall.conductor.take_up()
    await hall.wait(3599)
    assert [one.kind for one in hall.hands.tries] == [StepKind.SIGN_UP]
    await hall.wait(1)
    assert [one.kind for one in hall.hands.tries] == [StepKind.SIGN_UP, StepKind.CHECK_IN]
    assert not hall.kept.evening.late


async def test_a_look_that_fails_is_tried_again(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    hall.kept.fails = lambda kept: kept == 1
    await hall.conductor.take_up()
    await hall.wait(30)
    assert hall.hands.tries == []
    hall.kept.fails = lambda kept: False
    await hall.wait(60)
    assert [one.kind for one in hall.hands.tries] == [StepKind.SIGN_UP]


async def test_a_wake_while_it_rests_after_a_failure_is_heard_at_once(hall: Hall) -> None:
    hall.kept.fails = lambda kept: kept == 1
    await hall.conductor.take_up()
    await hall.wait(30)
    hall.kept.fails = lambda kept: False
    hall.conductor.wake(1)
    await hall.wait()
    assert [one.kind for one in hall.hands.tries] == [StepKind.SIGN_UP]


async def test_what_was_done_and_not_kept_is_found_out_by_what_was_kept_before(hall: Hall) -> None:
    hall.kept.fails = lambda kept: isinstance(kept, NightStep) and kept.state is StepState.DONE
    await hall.conductor.take_up()
    await hall.wait(60)
    hall.kept.fails = lambda kept: False
    await hall.wait(60)
    first, *again = hall.tries_of(StepKind.SIGN_UP)
    assert first.tried_at == 0 and again  # only those that follow look for what may be there
    assert {(one.nonce, one.tried_at) for one in again} == {(first.nonce, first.begun_at)}
    assert hall.kept.steps[StepKind.SIGN_UP, 0].state is StepState.DONE


async def test_what_was_not_kept_before_is_not_done(hall: Hall) -> None:
    hall.kept.fails = lambda kept: isinstance(kept, NightStep)
    await hall.conductor.take_up()
    await hall.wait(60)
    assert hall.hands.tries == []


def _cut(step: NightStep) -> None:
    raise TimeoutError


def _hindered(step: NightStep) -> None:
    if step.kind is StepKind.SIGN_UP:
        raise Hindered("permission", "send_messages")


async def test_a_request_that_is_cut_is_made_again_soon(hall: Hall) -> None:
    hall.hands.does = _cut
    await hall.conductor.take_up()
    await hall.wait(SOON + 0.5)
    assert len(hall.tries_of(StepKind.SIGN_UP)) == 2


@pytest.mark.parametrize("by", [-20 * HOUR, -HOUR, HOUR, 20 * HOUR])
@pytest.mark.parametrize("hindered", [False, True])
async def test_what_is_tried_again_is_so_as_soon_however_the_clock_is_set(
    hall: Hall, by: float, hindered: bool
) -> None:
    """Set back it would wait for hours; set ahead it would be asked for twice at once."""
    hall.hands.does, pause = (_hindered, TRY_AGAIN) if hindered else (_cut, SOON)
    hall.kept.evening = replace(EVENING, starts_at=STARTS_AT + 48 * HOUR)
    await hall.conductor.take_up()
    await hall.wait(1)
    hall.clock.set(hall.clock.now() + by)
    hall.conductor.wake(1)
    await hall.wait(pause - 1.5)
    assert len(hall.tries_of(StepKind.SIGN_UP)) == 1
    await hall.wait(2.5)
    assert len(hall.tries_of(StepKind.SIGN_UP)) == 2


async def test_what_is_hindered_is_told_once_and_tried_on(hall: Hall) -> None:
    hall.hands.does = _hindered
    await hall.conductor.take_up()
    await hall.wait(3 * TRY_AGAIN + 1)
    assert len(hall.tries_of(StepKind.SIGN_UP)) == 4
    assert len(hall.tries_of(StepKind.TROUBLE)) == 1
    hall.hands.does = lambda step: None
    await hall.wait(TRY_AGAIN)
    assert hall.kept.steps[StepKind.SIGN_UP, 0].state is StepState.DONE


async def test_what_is_to_be_tried_at_once_is_so_though_it_is_being_tried(hall: Hall) -> None:
    """Somebody asks for it between the beginning of a try and its failure."""
    asked = [StepKind.SIGN_UP]

    def hindered(step: NightStep) -> None:
        if step.kind in asked and step.hindrance:
            asked.remove(step.kind)
            hall.kept.steps[step.key] = replace(hall.kept.steps[step.key], tried_at=0.0)
        _hindered(step)

    hall.hands.does = hindered
    await hall.conductor.take_up()
    await hall.wait(TRY_AGAIN + 1)
    assert len(hall.tries_of(StepKind.SIGN_UP)) == 3


async def test_a_step_that_is_forgotten_while_it_is_done_is_not_kept_anew(hall: Hall) -> None:
    """As where a letter goes to somebody who has their data deleted. What is due still is begun anew."""

    def forgotten(step: NightStep) -> None:
        if hall.kept.steps.pop(step.key) and len(hall.hands.tries) == 1:
            raise Impossible
        assert step.key not in hall.kept.steps
        hall.kept.steps[step.key] = replace(step, tried_at=hall.clock.now())

    hall.hands.does = forgotten
    await hall.conductor.take_up()
    await hall.wait()
    first, second = hall.tries_of(StepKind.SIGN_UP)
    assert first.nonce != second.nonce
    assert hall.kept.steps[StepKind.SIGN_UP, 0].state is StepState.DONE


async def test_an_evening_that_changed_meanwhile_is_looked_at_anew(hall: Hall) -> None:
    await hall.conductor.take_up()
    await hall.wait()
    hall.clock.advance(3600)
    await hall.held_up()
    hall.kept.evening = replace(EVENING, starts_at=STARTS_AT + 3600, version=7)  # put off
    hall.kept.gate.set()
    await hall.wait()
    assert (hall.kept.evening.stage, hall.kept.evening.version) == (EveningStage.SIGN_UP, 7)
    await hall.wait(3600)
    assert hall.kept.evening.stage is EveningStage.CHECK_IN


async def test_an_evening_that_nobody_looks_after_is_found_and_told_of(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    await hall.conductor.reconcile()
    assert hall.conductor.overdue == 1
    assert "evening 1 had something due" in caplog.text
    await hall.wait()
    assert [one.kind for one in hall.hands.tries] == [StepKind.SIGN_UP]
    await hall.conductor.reconcile()
    assert hall.conductor.overdue == 0


async def test_an_evening_that_is_being_looked_at_is_not_overdue(hall: Hall) -> None:
    hall.hands.gate.clear()
    hall.conductor.wake(1)
    for _ in range(50):
        await asyncio.sleep(0)
    assert len(hall.hands.tries) == 1
    await hall.conductor.reconcile()
    assert hall.conductor.overdue == 0
    hall.hands.gate.set()
    await hall.wait()
    assert len(hall.hands.tries) == 1


async def test_what_has_become_due_while_it_waits_for_a_date_is_found(hall: Hall) -> None:
    """Whoever changed it could not say so, as what they did next has failed."""
    await hall.conductor.take_up()
    await hall.wait()
    hall.kept.evening = replace(
        EVENING, stage=EveningStage.CALLED_OFF, ended_at=hall.clock.now(), why="organiser"
    )
    await hall.wait(60)
    assert hall.tries_of(StepKind.OFF) == []
    await hall.conductor.reconcile()
    await hall.wait()
    assert len(hall.tries_of(StepKind.OFF)) == 1
    assert hall.conductor.overdue == 0  # somebody looked after it


async def test_an_evening_that_cannot_be_looked_at_holds_up_no_other(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unfinished() -> list[int]:
        return [7, 1]

    monkeypatch.setattr(hall.kept, "unfinished", unfinished)
    hall.kept.fails = lambda kept: kept == 7
    await hall.conductor.reconcile()
    assert hall.conductor.overdue == 2
    await hall.wait()
    assert [one.kind for one in hall.hands.tries] == [StepKind.SIGN_UP]
