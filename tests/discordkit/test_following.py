"""Edits that nobody waits for: never more than so many at a time, tables in turn, nobody forgotten."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discordkit.load import Following
from tests.properties import tries


async def rest() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


class Line:
    """Edits that are under way until they are let go."""

    def __init__(self, at_once: int) -> None:
        self.following = Following(at_once)
        self.begun: list[int] = []
        self.under_way = self.most = 0
        self.done: list[asyncio.Event] = []

    def ask(self, table: int) -> asyncio.Task[None]:
        return asyncio.create_task(self._edit(table))

    async def _edit(self, table: int) -> None:
        async with self.following.turn(table):
            self.begun.append(table)
            self.under_way += 1
            self.most = max(self.most, self.under_way)
            self.done.append(over := asyncio.Event())
            try:
                await over.wait()
            finally:
                self.under_way -= 1

    async def let_all_go(self) -> None:
        while self.under_way or self.following.waiting:
            for over in self.done:
                over.set()
            await rest()


async def test_no_more_than_so_many_are_under_way() -> None:
    line = Line(3)
    tasks = [line.ask(number) for number in range(10)]
    await rest()
    assert line.begun == [0, 1, 2] and line.following.waiting == 7
    await line.let_all_go()
    assert line.begun == [*range(10)] and line.most == 3
    await asyncio.gather(*tasks)


async def test_a_busy_table_takes_turns_with_the_others() -> None:
    line = Line(1)
    tasks = [line.ask(number) for number in (1, 1, 1, 1, 1, 2, 3, 2)]
    await rest()
    await line.let_all_go()
    assert line.begun == [1, 1, 2, 3, 1, 2, 1, 1]
    await asyncio.gather(*tasks)


async def test_who_leaves_the_line_or_is_broken_off_leaves_room_for_others() -> None:
    line = Line(1)
    tasks = [line.ask(number) for number in range(4)]
    await rest()
    tasks[1].cancel()
    line.done[0].set()
    await rest()
    assert line.begun == [0, 2]
    tasks[2].cancel()
    await rest()
    assert line.begun == [0, 2, 3]
    await line.let_all_go()
    assert (await asyncio.gather(*tasks, return_exceptions=True))[3] is None


@pytest.mark.parametrize("steps", range(5))
async def test_a_turn_that_comes_in_the_moment_of_leaving_is_passed_on(steps: int) -> None:
    line = Line(1)
    tasks = [line.ask(number) for number in range(3)]
    await rest()
    line.done[0].set()
    for _ in range(steps):
        await asyncio.sleep(0)
    tasks[1].cancel()
    await rest()
    assert line.begun[-1] == 2
    await line.let_all_go()
    await asyncio.gather(*tasks, return_exceptions=True)


@tries(40)
@given(st.integers(1, 4), st.lists(st.integers(1, 5), max_size=25), st.randoms(use_true_random=False))
def test_whatever_is_broken_off_all_others_have_their_turn(
    at_once: int, asked: list[int], chance: Random
) -> None:
    async def go() -> None:
        line = Line(at_once)
        tasks = [line.ask(table) for table in asked]
        broken = set[asyncio.Task[None]]()
        for task in tasks:
            if chance.random() < 0.3:
                await asyncio.sleep(0)
            if chance.random() < 0.4:
                task.cancel()
                broken.add(task)
            if line.done and chance.random() < 0.3:
                chance.choice(line.done).set()
        await rest()
        await line.let_all_go()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert all(task in broken or task.exception() is None for task in tasks)
        assert line.most <= at_once and not line.following.waiting
        async with line.following.turn(0):
            pass

    asyncio.run(go())
