"""When there is load and when ease: by what is measured, not to and fro, and the same each time."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import pairwise
from time import monotonic, process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discordkit import load as pulse
from bot.discordkit.load import (
    BY_BUDGET_ALONE,
    LIMITS,
    LOOKED_EVERY,
    REQUESTS_A_SECOND,
    Limits,
    Load,
    LoadLevel,
    Reason,
)
from tests.clock import FakeClock
from tests.properties import tries

BEAT = 0.25


class Measured:
    """A load, and what it is told; time passes beat by beat."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self.clock = FakeClock()
        self.load = Load(self.clock, limits)
        self.levels: list[tuple[float, LoadLevel]] = []

    def beat(
        self,
        seconds: float = BEAT,
        *,
        late: float = 0.0,
        processor: float = 0.0,
        requests: int = 0,
        waited: float | None = None,
        answered: float | None = None,
    ) -> None:
        """Tell the same at every beat, for so long."""
        for _ in range(round(seconds / BEAT)):
            self.clock.advance(BEAT)
            for _ in range(requests):
                self.load.counted()
            if waited is not None:
                self.load.drawing_waited(waited)
            if answered is not None:
                self.load.answered(answered, answered + 0.1)
            self.load.beaten(late, processor * BEAT)
            if not self.levels or self.levels[-1][1] is not self.load.level:
                self.levels.append((self.clock.now(), self.load.level))


LOADS = [
    (Reason.BUDGET, {"requests": 6}),  # 24 a second
    (Reason.PROCESSOR, {"processor": 0.8}),
    (Reason.PROCESSOR, {"late": 0.03}),  # of a quarter of a second
    (Reason.PROCESSOR, {"waited": 0.2}),
    (Reason.ANSWERS, {"answered": 0.14}),
]


def test_nothing_measured_is_ease() -> None:
    load = Load(FakeClock())
    assert load.at_ease and load.level is LoadLevel.EASE and load.reason is None and load.changes == 0
    assert set(load.measured().values()) == {0.0}


@pytest.mark.parametrize(("reason", "told"), LOADS)
def test_each_measure_brings_load_and_says_that_it_was_the_one(reason: Reason, told: dict[str, Any]) -> None:
    one = Measured()
    one.beat(1.0)
    assert one.load.at_ease
    one.beat(6.0, **told)
    assert not one.load.at_ease and one.load.reason is reason and one.load.changes == 1
    one.beat(20.0)
    assert one.load.at_ease and one.load.reason is None and one.load.changes == 2


@pytest.mark.parametrize(("_", "told"), LOADS)
def test_what_ends_load_is_well_below_what_begins_it(_: Reason, told: dict[str, Any]) -> None:
    """What is seven tenths of what begins it neither begins it nor lets it end."""
    (name, value), *_rest = told.items()
    fewer: dict[str, Any] = {name: 4 if name == "requests" else value * 0.7}
    one = Measured()
    one.beat(30.0, **fewer)
    assert one.load.at_ease
    one.beat(6.0, **told)
    one.beat(120.0, **fewer)
    assert not one.load.at_ease and one.load.changes == 1


def test_one_bad_moment_is_no_load() -> None:
    one = Measured()
    for _ in range(10):
        one.beat(late=0.2, processor=1.0, waited=1.0, answered=1.0)
        one.beat(6.0, processor=0.3)
    assert one.load.changes == 0


def test_a_second_in_which_all_of_the_budget_is_spent_is_no_load_and_two_are() -> None:
    one = Measured()
    for _ in range(REQUESTS_A_SECOND):
        one.load.counted()
    one.beat(1.0)
    assert one.load.at_ease
    for _ in range(REQUESTS_A_SECOND):
        one.load.counted()
    one.beat(0.5)
    assert not one.load.at_ease and one.load.reason is Reason.BUDGET


def test_a_request_is_the_part_of_the_budget_that_it_was_when_it_began() -> None:
    clock, limit = FakeClock(), 20
    load = Load(clock, requests=lambda: limit)
    for _ in range(10):
        load.counted()
    limit = 40
    for _ in range(10):
        load.counted()
    assert load.measured()["budget"] == pytest.approx((10 / 20 + 10 / 40) / 2.0)


def test_it_lasts_for_a_while_and_twice_as_long_where_it_comes_back_soon() -> None:
    one, lasted = Measured(), list[float]()
    for _ in range(8):
        begun = one.clock.now()
        while one.load.at_ease:
            one.beat(processor=1.0)
        while not one.load.at_ease:
            one.beat()
        lasted.append(one.clock.now() - begun)
    assert lasted == sorted(lasted)
    assert LIMITS.stay <= lasted[0] < LIMITS.stay + 4.0
    assert 2 * LIMITS.stay <= lasted[1] < 2 * LIMITS.stay + 4.0
    assert LIMITS.longest_stay <= lasted[-1] < LIMITS.longest_stay + 4.0
    one.beat(LIMITS.soon)
    begun = one.clock.now()
    one.beat(4.0, processor=1.0)
    while not one.load.at_ease:
        one.beat()
    assert one.clock.now() - begun < LIMITS.stay + 8.0, "later it is a load like the first"


def test_the_reason_is_one_that_still_holds() -> None:
    one = Measured()
    one.beat(4.0, processor=0.9)
    assert one.load.reason is Reason.PROCESSOR
    one.beat(6.0, requests=6)
    assert one.load.reason is Reason.BUDGET and one.load.changes == 1


def test_what_nobody_limits_does_not_matter() -> None:
    one = Measured(BY_BUDGET_ALONE)
    one.beat(20.0, late=9.0, processor=2.0, waited=9.0, answered=3.0)
    assert one.load.at_ease
    one.beat(5.0, requests=11)
    assert not one.load.at_ease


def test_a_clock_that_is_set_back_or_forward_leaves_it_neither_loaded_nor_at_ease_for_hours() -> None:
    one = Measured()
    one.beat(4.0, processor=1.0)
    one.clock.set(one.clock.now() - 7200.0)
    one.beat(LIMITS.stay + 4.0)
    assert one.load.at_ease
    one.beat(4.0, processor=1.0)
    assert not one.load.at_ease, "and what comes then counts"
    one.clock.set(one.clock.now() + 7200.0)
    one.beat(1.0)
    assert not one.load.at_ease, "it lasts as long as it would have"
    one.beat(2 * LIMITS.stay + 4.0)
    assert one.load.at_ease


def test_a_flood_of_measurements_is_not_all_kept() -> None:
    load = Load(FakeClock())
    for _ in range(100_000):
        load.answered(0.5, 0.6)
    assert load.measured()["answers"] == 0.5
    assert len(load._answers._samples) < 2000  # pyright: ignore[reportPrivateUsage]


def test_whoever_listens_hears_how_long_each_press_has_waited() -> None:
    load, heard = Load(FakeClock()), list[float]()
    load.answer_listeners.append(heard.append)
    load.answered(0.02, 0.15)
    load.answered(1.0, 1.2)
    assert heard == [0.15, 1.2]


Beat = tuple[float, float, int, float | None, float | None, int]

Beats = st.lists(
    st.tuples(
        st.floats(0.0, 0.1),  # late
        st.floats(0.0, 1.5),  # processor
        st.integers(0, 11),  # requests
        st.one_of(st.none(), st.floats(0.0, 1.0)),  # waited
        st.one_of(st.none(), st.floats(0.0, 1.0)),  # answered
        st.integers(1, 40),  # beats
    ),
    max_size=30,
)


def played(beats: list[Beat]) -> Measured:
    one = Measured()
    for late, processor, requests, waited, answered, count in beats:
        one.beat(
            count * BEAT,
            late=late,
            processor=processor,
            requests=requests,
            waited=waited,
            answered=answered,
        )
    return one


@tries(60)
@given(Beats)
def test_it_never_changes_faster_than_it_may(beats: list[Beat]) -> None:
    one = played(beats)
    changes = one.levels
    for (begun, level), (ended, _) in pairwise(changes):
        if level is LoadLevel.LOAD:
            assert ended - begun >= LIMITS.stay
        elif begun > changes[0][0]:
            assert ended - begun >= LIMITS.rest
    assert one.load.changes == max(0, len(changes) - 1) or not changes


@tries(40)
@given(Beats)
def test_the_same_measurements_give_the_same_levels(
    beats: list[Beat],
) -> None:
    assert played(beats).levels == played(beats).levels


@tries(40)
@given(Beats)
def test_it_always_ends_when_nothing_is_left_to_do(
    beats: list[Beat],
) -> None:
    one = played(beats)
    one.beat(LIMITS.longest_stay + 10.0)
    assert one.load.level is LoadLevel.EASE


def test_between_two_looks_the_level_stays() -> None:
    one = Measured(replace(BY_BUDGET_ALONE))
    assert one.load.at_ease
    for _ in range(3 * REQUESTS_A_SECOND):
        one.load.counted()
    assert one.load.at_ease
    one.clock.advance(LOOKED_EVERY)
    assert not one.load.at_ease


def test_a_loop_that_hardly_runs_is_seen_by_how_late_it_is_not_by_how_often_it_tells() -> None:
    clock = FakeClock()
    load = Load(clock)
    for _ in range(3):
        clock.advance(2.0)
        load.beaten(late=1.75, spent=0.3)
    assert not load.at_ease and load.reason is Reason.PROCESSOR
    for _ in range(20):
        clock.advance(2.0)
        load.beaten(late=1.75, spent=0.3)
    assert load.changes == 1, "and it goes on for as long as that does"


class Looked(Load):
    """A load that notes what it is told of the process."""

    def __init__(self) -> None:
        super().__init__(FakeClock())
        self.told: list[tuple[float, float]] = []
        self.enough = asyncio.Event()

    def beaten(self, late: float, spent: float) -> None:
        self.told.append((late, spent))
        if len(self.told) == 2:
            self.enough.set()


async def test_the_pulse_tells_how_late_the_loop_was_and_what_was_spent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pulse, "EVERY", 0.01)
    load = Looked()
    delays = list[float]()
    one = pulse.Pulse(load, delays.append)
    one.start()
    begun, spent = monotonic(), process_time()
    while monotonic() - begun < 0.1:
        pass  # the loop does nothing else
    spent = process_time() - spent
    await load.enough.wait()
    one.stop()
    (late, taken), _ = load.told[:2]
    assert late >= 0.08 and taken >= spent and delays[0] == late
    told = len(load.told)
    await asyncio.sleep(0)
    assert len(load.told) == told
