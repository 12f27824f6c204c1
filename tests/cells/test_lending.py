"""Counted requests lent by need: never more in any second than one token has, whatever is late or lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cells.lending import LOAN, WITHOUT, Lending, share_of
from bot.cells.link import Link
from bot.cells.model import Cell
from bot.discordkit.load import LIMITS, REQUESTS_A_SECOND, Budget
from tests.cells.cable import LOST, Cable, Exchange
from tests.cells.running import broker, needs_broker
from tests.clock import FakeClock
from tests.properties import tries

STARTS_AFTER = 1.0
"""Seconds that a process takes at least to be there again."""


class OwnClock:
    """A machine's clocks (``bot.ports.Time``), which began to count when that machine did, and show some date
    or other; they go as fast as all."""

    def __init__(self, clock: FakeClock, since: float) -> None:
        self._clock, self._since = clock, since
        self.sleep, self.call_after = clock.sleep, clock.call_after

    def now(self) -> float:
        return self._clock.now() - 1000.0 * self._since

    def monotonic(self) -> float:
        return self._clock.monotonic() + self._since

    async def sleep_until(self, when: float) -> None:
        await self.sleep(when - self.now())


class LendingCell:
    """A cell that has nothing but requests to make. ``begun`` are the moments at which they did."""

    def __init__(self, cell: Cell, exchange: Exchange, begun: list[float]) -> None:
        self.clock = exchange.clock
        time = OwnClock(self.clock, 7.0 * cell.number)
        self.budget = Budget(time, share_of(cell))
        self.link = Cable(cell, exchange)
        Lending(self.link, self.budget, time)
        self.begun = begun
        self.tasks = list[asyncio.Task[None]]()

    def asks_for(self, requests: int, prepared: float = 0.0) -> None:
        """So many requests at once, which are prepared for so many seconds after their turn has come."""
        self.tasks += [asyncio.create_task(self._make(prepared)) for _ in range(requests)]

    async def _make(self, prepared: float) -> None:
        await self.budget.take()
        if prepared:
            await self.clock.sleep(prepared)
        number = await self.budget.go()
        self.begun.append(self.clock.now())
        self.budget.answered(number)

    @property
    def left(self) -> int:
        """How many have not begun."""
        return sum(not task.done() for task in self.tasks)

    def kill(self) -> None:
        """As ``kill -9`` does."""
        self.link.kill()
        for task in self.tasks:
            task.cancel()


class House:
    """So many cells."""

    def __init__(self, count: int, late: Callable[[], float] = lambda: 0.001) -> None:
        self.clock = FakeClock()
        self.exchange = Exchange(self.clock, late)
        self.begun = list[float]()
        self.of: dict[int, list[float]] = {number: [] for number in range(1, count + 1)}
        self.cells = {number: self.start(Cell(number, count)) for number in range(1, count + 1)}
        self.most = 0

    def start(self, cell: Cell) -> LendingCell:
        """A process of a cell."""
        return LendingCell(cell, self.exchange, self.of[cell.number])

    @property
    def limits(self) -> list[int]:
        """What each may begin in a second, now."""
        return [one.budget.limit for one in self.cells.values()]

    async def passes(self, seconds: float) -> None:
        """Time goes on, and nothing is overlooked."""
        until = self.clock.now() + seconds
        is_more = True
        while is_more:
            for _ in range(12):
                await asyncio.sleep(0)
            self.most = max(self.most, sum(self.limits))
            is_more = self.clock.to_next(until)

    async def busy(self, numbers: Sequence[int], seconds: float, a_second: int = 200) -> None:
        """These cells ask for so many requests, spread over each second; where more wait than that, none."""
        steps = round(seconds * 20)
        for step in range(steps):
            for number in numbers:
                if self.cells[number].left < a_second:
                    self.cells[number].asks_for((step + 1) * a_second // 20 - step * a_second // 20)
            await self.passes(0.05)

    def in_the_last(self, seconds: float, number: int) -> int:
        """How many requests of a cell began then."""
        return sum(at > self.clock.now() - seconds for at in self.of[number])

    def close(self) -> None:
        for cell in self.cells.values():
            cell.kill()

    def most_in_a_second(self) -> int:
        """Of all cells together."""
        begun = sorted(at for each in self.of.values() for at in each)
        first = most = 0
        for last, at in enumerate(begun):
            while at - begun[first] >= 1.0 - 1e-6:
                first += 1
            most = max(most, last - first + 1)
        return most


@pytest.fixture
def houses() -> Iterator[Callable[[int], House]]:
    made = list[House]()

    def make(count: int) -> House:
        made.append(House(count))
        return made[-1]

    yield make
    for house in made:
        house.close()
        assert house.most <= REQUESTS_A_SECOND and house.most_in_a_second() <= REQUESTS_A_SECOND


def test_shares_are_all_there_is_and_as_equal_as_can_be() -> None:
    for count in range(1, 65):
        shares = [share_of(Cell(number, count)) for number in range(1, count + 1)]
        assert sum(shares) == REQUESTS_A_SECOND and max(shares) - min(shares) <= 1
        assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize(("count", "most"), [(2, 43), (4, 42), (8, 45), (64, 45)])
async def test_a_busy_cell_among_idle_ones_has_nearly_all_within_two_seconds(
    houses: Callable[[int], House], count: int, most: int
) -> None:
    house = houses(count)
    await house.passes(WITHOUT)
    await house.busy([2], 2.0)
    assert house.limits[1] >= most >= 0.9 * REQUESTS_A_SECOND
    await house.busy([2], 8.0)
    assert house.in_the_last(8.0, 2) >= 8.0 * most - 1


@pytest.mark.parametrize("count", [2, 4, 7])
async def test_where_all_are_busy_each_has_its_share(houses: Callable[[int], House], count: int) -> None:
    house = houses(count)
    await house.passes(WITHOUT)
    await house.busy(list(house.cells), 8.0)
    assert house.limits == [one.budget.share for one in house.cells.values()]
    asked = house.exchange.asked
    await house.busy(list(house.cells), 8.0)
    for number, cell in house.cells.items():
        assert house.in_the_last(8.0, number) == 8 * cell.budget.share
    assert house.exchange.asked - asked <= 4 * count * (count - 1)  # each asks each other every two seconds


async def test_without_the_others_each_has_its_share(houses: Callable[[int], House]) -> None:
    house = houses(3)
    await house.passes(WITHOUT)
    house.exchange.away |= {1, 2, 3}
    await house.busy([1, 2], 6.0)
    assert house.in_the_last(5.0, 1) == house.in_the_last(5.0, 2) == 5 * 15
    house.exchange.away.clear()
    await house.busy([1, 2], 4.0)
    assert sum(house.limits[:2]) >= 44


async def test_at_ease_nothing_is_asked(houses: Callable[[int], House]) -> None:
    house = houses(3)
    await house.passes(WITHOUT)
    await house.busy([1, 2, 3], 30.0, 5)
    assert house.exchange.asked == 0 and [house.in_the_last(30.0, one) for one in (1, 2, 3)] == [150] * 3


async def test_who_has_lent_has_it_back_where_it_is_needed(houses: Callable[[int], House]) -> None:
    house = houses(2)
    await house.passes(WITHOUT)
    await house.busy([1], 5.0)
    assert house.limits == [43, 2]
    await house.busy([1, 2], WITHOUT + 0.1)
    assert house.limits == [23, 22]
    await house.busy([1, 2], 10.0)
    assert house.limits == [23, 22] and house.in_the_last(10.0, 2) == 220


async def test_a_loan_neither_comes_and_goes_nor_outlives_its_need(houses: Callable[[int], House]) -> None:
    house, limits = houses(4), set[int]()
    await house.passes(WITHOUT)
    await house.busy([1], 2.0, 40)
    for _ in range(100):
        await house.busy([1], 0.1, 40)
        limits.add(house.limits[0])
    assert limits == {42}
    await house.passes(WITHOUT + LOAN)
    asked = house.exchange.asked
    assert house.limits == [12, 11, 11, 11]
    await house.passes(60.0)
    assert house.exchange.asked == asked


async def test_a_cell_with_less_than_half_of_what_all_have_is_not_under_load(
    houses: Callable[[int], House],
) -> None:
    house = houses(2)
    await house.passes(WITHOUT)
    await house.busy([1], 3.0, 20)
    for _ in range(40):
        await house.busy([1], 0.1, 20)
        assert house.cells[1].budget.used <= LIMITS.budget.over * house.limits[0]


async def test_what_the_process_before_may_have_lent_is_not_spent(houses: Callable[[int], House]) -> None:
    house = houses(2)
    await house.passes(WITHOUT)
    await house.busy([1], 3.0)
    house.cells[2].kill()
    await house.busy([1], STARTS_AFTER / 10)
    house.cells[2] = house.start(Cell(2, 2))
    assert house.limits[1] == 2
    await house.busy([1, 2], 5.0)
    assert house.limits == [23, 22]


@pytest.mark.parametrize("is_killed", [False, True])
@pytest.mark.parametrize("prepared", [0.0, 0.5, 0.9])
@pytest.mark.parametrize("spent_after", [0.01, 0.3, 0.6, 0.88])
async def test_a_loan_is_spent_at_its_end_while_the_lender_is_cut_off_and_waits_for_its_own(
    houses: Callable[[int], House], spent_after: float, prepared: float, is_killed: bool
) -> None:
    house = houses(2)
    await house.passes(WITHOUT)
    house.cells[1].asks_for(20)
    await house.passes(0.6)  # in which it has asked once more
    assert house.limits == [43, 2]
    house.exchange.away.add(2)
    if is_killed:
        house.cells[2].kill()
        house.cells[2] = house.start(Cell(2, 2))
    house.cells[2].asks_for(100)
    await house.passes(spent_after)
    house.cells[1].asks_for(100, prepared)
    await house.passes(5.0)
    assert house.limits == [23, 22]


def some_delay(random: Random) -> float:
    """Of a message: mostly next to none."""
    return random.choice((0.001, 0.001, 0.001, 0.001, random.uniform(0, 0.4), random.uniform(0, 5), LOST))


@tries(30)
@given(st.integers(2, 5), st.integers())
def test_no_second_has_more_than_there_are_whatever_is_late_lost_or_killed(count: int, seed: int) -> None:
    async def play() -> House:
        random = Random(seed)
        house = House(count, lambda: some_delay(random))
        down = dict[int, float]()
        for _ in range(40):
            await house.passes(random.choice((0.0, 0.05, 0.3, 0.9, 1.1, 2.5)))
            for number in [one for one, since in down.items() if house.clock.now() - since >= STARTS_AFTER]:
                del down[number]
                house.exchange.away.discard(number)
                house.cells[number] = house.start(Cell(number, count))
            number = random.randint(1, count)
            match random.choice(("ask", "ask", "ask", "prepare", "kill", "part")):
                case "kill" if number not in down:
                    house.cells[number].kill()
                    house.exchange.away.add(number)
                    down[number] = house.clock.now()
                case "part":
                    house.exchange.away ^= {number} - set(down)
                case what if number not in down:
                    prepared = random.choice((0.5, 0.9)) if what == "prepare" else 0.0
                    house.cells[number].asks_for(random.choice((1, 10, 60)), prepared)
                case _:
                    pass
        await house.passes(6.0)
        house.close()
        return house

    house = asyncio.run(play())
    assert house.most <= REQUESTS_A_SECOND and house.most_in_a_second() <= REQUESTS_A_SECOND


@needs_broker
async def test_over_a_broker_a_cell_is_lent_what_another_does_not_need(tmp_path: Path) -> None:
    clock, links, budgets = FakeClock(), list[Link](), list[Budget]()
    with broker(tmp_path) as nats:
        for number in (1, 2):
            cell = Cell(number, 2)
            links.append(Link(cell, nats.url))
            budgets.append(Budget(clock, share_of(cell)))
            Lending(links[-1], budgets[-1], clock)
            connected = asyncio.Event()
            links[-1].when_connected(partial(_set, connected))
            await links[-1].start(7)
            links[-1].open()
            await connected.wait()
        clock.advance(WITHOUT)
        tasks = [asyncio.create_task(budgets[1].take()) for _ in range(43)]
        async with asyncio.timeout(10.0):
            await asyncio.gather(*tasks)
        assert [one.limit for one in budgets] == [2, 43]
        for link in links:
            await link.close()


async def _set(connected: asyncio.Event) -> None:
    connected.set()
