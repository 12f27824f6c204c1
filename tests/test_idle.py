"""What is taken for work, and what for waiting."""

from __future__ import annotations

import asyncio
from queue import SimpleQueue

from bot.ports import SystemTime
from bot.tables.robot_threads import RobotThreads
from tests.idle import done_or_idle, threads_work


async def test_a_robot_that_is_held_on_a_line_that_gets_something_is_at_work():
    threads, begun, values = RobotThreads(SystemTime()), asyncio.Event(), SimpleQueue[int]()
    loop = asyncio.get_running_loop()

    def choose() -> int:
        loop.call_soon_threadsafe(begun.set)
        return values.get(timeout=30)

    thought = asyncio.ensure_future(threads.think("easy", choose))
    await begun.wait()
    assert all(threads_work() for _ in range(20))
    values.put(7)
    assert await done_or_idle(thought) and thought.result() == 7
    threads.close()


async def test_a_robot_that_waits_for_a_thought_is_not():
    threads = RobotThreads(SystemTime())
    assert await threads.think("easy", lambda: 7) == 7
    assert not await done_or_idle(asyncio.get_running_loop().create_future())
    threads.close()
