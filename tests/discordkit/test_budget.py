"""The requests Discord counts: never more in any second than the limit, in the order they were asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discordkit.load import ARRIVED_WITHIN, Budget
from playground.clock import Timer
from tests.clock import FakeClock
from tests.properties import tries


async def rest() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def run_out(time: FakeClock, tasks: Sequence[asyncio.Task[object]]) -> None:
    """Let time pass until all are done."""
    await rest()
    while not all(task.done() for task in tasks):
        assert time.to_next(time.now() + 3600)
        await rest()


async def keep_time(time: FakeClock) -> None:
    """Let time pass for ever."""
    while True:
        await rest()
        time.to_next(time.now())
        time.to_next(time.now() + 0.1)


async def test_requests_within_the_limit_begin_at_once() -> None:
    time = FakeClock()
    budget = Budget(time, 3)
    for _ in range(3):
        await budget.take()
    assert time.sleepers == 0


async def test_one_more_waits_until_the_first_is_a_second_old() -> None:
    time = FakeClock()
    start = time.now()
    budget = Budget(time, 2)
    await budget.take()
    time.to_next(start + 0.4)
    await budget.take()
    third = asyncio.create_task(budget.take())
    await rest()
    time.to_next(start + 0.9)
    await rest()
    assert not third.done()
    await run_out(time, [third])
    assert time.now() == start + 1.0


async def test_what_went_out_counts_until_a_second_after_its_answer() -> None:
    time = FakeClock()
    start, budget = time.now(), Budget(time, 1)
    await budget.take()
    number = await budget.go()
    await time_passes(time, 0.9)
    budget.answered(number)
    waiting = [asyncio.create_task(budget.take()), asyncio.create_task(budget.go())]
    await time_passes(time, 0.9)
    assert not any(one.done() for one in waiting)  # though the first one's turn was a second ago
    await run_out(time, waiting)
    assert time.now() == pytest.approx(start + 1.9)


async def test_what_is_not_answered_counts_for_a_while_alone() -> None:
    time = FakeClock()
    start, budget = time.now(), Budget(time, 1)
    await budget.go()
    waiting = [asyncio.create_task(budget.take()), asyncio.create_task(budget.go())]
    await run_out(time, waiting)
    assert time.now() == start + ARRIVED_WITHIN + 1.0


async def test_while_discord_takes_no_more_nothing_goes_and_no_turn_comes() -> None:
    time = FakeClock()
    start, budget = time.now(), Budget(time, 9)
    budget.answered(await budget.go(), wait=30.0)
    waiting = [asyncio.create_task(budget.take()), asyncio.create_task(budget.go())]
    await time_passes(time, 29.9)
    assert not any(one.done() for one in waiting) and budget.used == budget.limit
    await run_out(time, waiting)
    assert time.now() == start + 30.0


async def test_who_gives_up_while_it_waits_to_go_holds_up_nobody() -> None:
    time = FakeClock()
    start, budget = time.now(), Budget(time, 1)
    budget.answered(await budget.go())
    waiting = [asyncio.create_task(budget.go()) for _ in range(2)]
    await rest()
    waiting[0].cancel()
    await rest()
    await run_out(time, [waiting[1]])
    assert time.now() == start + 1.0


@tries(60)
@given(st.lists(st.tuples(*[st.floats(0.0, most) for most in (0.5, 3.0, 1.0, 1.0)]), max_size=25))
def test_however_long_each_takes_discord_counts_no_more_than_the_limit_in_a_second(
    asked: list[tuple[float, float, float, float]],
) -> None:
    """By when they were asked for, after each other; for how long they are prepared then; on their way; and
    until the answer is there."""

    async def play() -> list[float]:
        time, counted = FakeClock(), list[float]()
        budget = Budget(time, 3)

        async def ask(prepared: float, way: float, back: float) -> None:
            await budget.take()
            await time.sleep(prepared)
            number = await budget.go()
            await time.sleep(way)
            counted.append(time.now())
            await time.sleep(back)
            budget.answered(number)

        tasks = list[asyncio.Task[None]]()
        for later, *lasts in asked:
            await time_passes(time, later)
            tasks.append(asyncio.create_task(ask(*lasts)))
        await run_out(time, tasks)
        return counted

    counted = sorted(asyncio.run(play()))
    assert all(later - one >= 1.0 - 1e-6 for one, later in zip(counted, counted[3:], strict=False))


async def time_passes(time: FakeClock, seconds: float) -> None:
    """Wake everybody who sleeps until then, in order."""
    until = time.now() + seconds
    await rest()
    while time.to_next(until):
        await rest()


async def test_requests_begin_in_the_order_they_were_asked_for() -> None:
    time = FakeClock()
    budget = Budget(time, 2)
    begun: list[int] = []

    async def ask(number: int) -> None:
        await budget.take()
        begun.append(number)

    tasks = [asyncio.create_task(ask(number)) for number in range(9)]
    await run_out(time, tasks)
    assert begun == list(range(9))


async def test_one_who_comes_when_there_is_room_again_does_not_overtake_those_who_wait() -> None:
    time = FakeClock()
    budget = Budget(time, 1)
    begun: list[str] = []

    async def ask(name: str) -> None:
        await budget.take()
        begun.append(name)

    tasks = [asyncio.create_task(ask(name)) for name in ("first", "second")]
    await rest()
    time.to_next(time.now() + 1.0)  # the second may begin now, and has not woken yet
    clock = asyncio.create_task(keep_time(time))
    await ask("third")
    await asyncio.gather(*tasks)
    clock.cancel()
    assert begun == ["first", "second", "third"]


async def test_who_is_cancelled_while_waiting_takes_nothing() -> None:
    time = FakeClock()
    budget = Budget(time, 1)
    await budget.take()
    waiting = [asyncio.create_task(budget.take()) for _ in range(2)]
    await rest()
    waiting[0].cancel()
    await rest()
    start = time.now()
    await run_out(time, [waiting[1]])
    assert time.now() <= start + 1.0


@tries(60)
@given(st.lists(st.floats(0, 0.7), min_size=1, max_size=30), st.integers(1, 5))
def test_no_second_ever_sees_more_than_the_limit(gaps: list[float], limit: int) -> None:
    async def ask_after_gaps() -> list[float]:
        time = FakeClock()
        budget = Budget(time, limit)
        begun: list[float] = []

        async def ask() -> None:
            await budget.take()
            begun.append(time.now())

        tasks: list[asyncio.Task[None]] = []
        for gap in gaps:
            tasks.append(asyncio.create_task(ask()))
            await rest()
            while time.to_next(time.now() + gap):
                await rest()
        await run_out(time, tasks)
        return begun

    begun = asyncio.run(ask_after_gaps())
    assert len(begun) == len(gaps)
    assert all(one <= other for one, other in pairwise(begun))
    assert all(later - first >= 1.0 - 1e-6 for first, later in zip(begun, begun[limit:], strict=False))


@pytest.mark.parametrize("count", [0, 2, 4])
async def test_it_tells_how_many_of_a_second_are_spent_and_each_as_it_begins(count: int) -> None:
    time, heard = FakeClock(), list[float]()
    budget = Budget(time, 4, heard=lambda: heard.append(time.now()))
    for _ in range(count):
        await budget.take()
    assert (budget.used, budget.limit) == (count, 4) and heard == [time.now()] * count
    time.to_next(time.now() + 1.01)
    assert (budget.used, budget.limit) == (0, 4)


async def test_a_clock_that_is_set_back_holds_nothing_up() -> None:
    time = FakeClock()
    budget = Budget(time, 2)
    for _ in range(2):
        await budget.take()
    time.set(time.now() - 3600.0)
    start, third = time.now(), asyncio.create_task(budget.take())
    await run_out(time, [third])
    assert time.now() <= start + 1.0


async def test_however_many_follow_whatever_else_comes_waits_for_one_of_them() -> None:
    time, begun = FakeClock(), list[str]()
    budget = Budget(time, 1)

    async def ask(name: str, *, follows: bool) -> None:
        await budget.take(follows=follows)
        begun.append(name)

    tasks = [asyncio.create_task(ask(f"follows {number}", follows=True)) for number in range(4)]
    await rest()
    tasks += [asyncio.create_task(ask(f"due {number}", follows=False)) for number in range(2)]
    await run_out(time, tasks)
    assert begun == ["follows 0", "follows 1", "due 0", "due 1", "follows 2", "follows 3"]


class ToTheLastBit(FakeClock):
    """Time that passes by just what is waited for, from a moment to which no second can be added exactly."""

    def __init__(self) -> None:
        self.at, self.slept = 1 / 3, 0
        super().__init__()

    def monotonic(self) -> float:
        return self.at

    def call_after(self, seconds: float, call: Callable[[], None]) -> Timer:
        self.at += seconds
        self.slept += 1
        assert self.slept < 10, "it waits for a moment that never comes"
        call()
        return super().call_after(0.0, call)


async def test_a_second_is_over_once_it_was_waited_for_however_it_is_rounded() -> None:
    time = ToTheLastBit()
    budget = Budget(time, 1)
    await budget.take()
    await budget.take()
    assert time.slept == 1


async def test_a_limit_that_rises_is_noticed_by_those_who_wait() -> None:
    time, limit = FakeClock(), 1
    start, budget = time.now(), Budget(time, 1)
    budget.go_by(lambda: limit, lambda: None)
    tasks = [asyncio.create_task(budget.take()) for _ in range(4)]
    await rest()
    assert (budget.used, budget.needed) == (1, 4)
    limit = 3
    budget.look()
    await rest()
    assert (budget.used, budget.needed) == (3, 4)
    await run_out(time, tasks)
    assert time.now() == start + 1.0


async def test_a_limit_that_falls_holds_for_what_was_taken_and_is_not_out() -> None:
    time, limit = FakeClock(), 2
    start, budget = time.now(), Budget(time, 2)
    budget.go_by(lambda: limit, lambda: None)
    for _ in range(2):
        await budget.take()
    limit = 1
    time.advance(0.5)
    budget.answered(await budget.go())
    going = asyncio.create_task(budget.go())
    await rest()
    assert not going.done()
    await run_out(time, [going])
    assert time.now() == start + 1.5


async def test_where_nothing_may_begin_it_is_waited_for_and_looked_at_again() -> None:
    time, limit = FakeClock(), 0
    start, budget = time.now(), Budget(time, 0)
    budget.go_by(lambda: limit, lambda: None)
    task = asyncio.create_task(budget.take())
    await rest()
    time.to_next(start + 3.5)
    assert not task.done() and budget.needed == 1
    limit = 1  # without a word
    await run_out(time, [task])
    assert time.now() <= start + 4.5


async def test_it_says_each_time_that_one_more_is_asked_for() -> None:
    time, needed = FakeClock(), list[int]()
    budget = Budget(time, 2)
    budget.go_by(lambda: 2, lambda: needed.append(budget.needed))
    tasks = [asyncio.create_task(budget.take(follows=number > 1)) for number in range(4)]
    await rest()
    assert needed == [1, 2, 3, 4]
    await run_out(time, tasks)
