"""Whether a process in which bot, playground and people are has anything to do: where it has not, all of them
wait for a clock."""

from __future__ import annotations

import asyncio
import linecache
import select
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any, Final

from bot.tables.robot_threads import RobotThreads

LOOKS: Final = 3
"""So many times nothing is under way where nothing is to be done."""
BETWEEN: Final = 0.002  # real seconds, in which a thread that was woken begins

PATIENT = (".get(", "acquire(")
"""What is called on the line where a thread waits for work."""
WORKERS = ("_worker", "_connection_worker_thread", "_work")
"""What a thread of a pool, one of aiosqlite and one in which robots think runs."""
QUEUES = ("work_queue", "tx")
"""What the queues of a thread pool and of aiosqlite are called where they are waited at."""


async def done_or_idle(task: asyncio.Future[Any]) -> bool:
    """Wait until it is done, or only the passing of time would bring it further; whether it is done."""
    calm = 0
    while not task.done() and calm < LOOKS:
        await asyncio.wait({task}, timeout=BETWEEN)
        calm = 0 if _is_busy(asyncio.get_running_loop()) else calm + 1
    return task.done()


def _is_busy(loop: Any) -> bool:
    """Whether a callback is to be made, bytes lie in a socket, or a thread or a process is at work."""
    return (
        bool(loop._ready)
        or bool(select.select([loop._selector], [], [], 0)[0])
        or threads_work()
        or processes_work(loop._selector)
    )


def processes_work(selector: Any) -> bool:
    """Whether a process that asyncio has started is not over: a thread waits for it, or from Python 3.12 on
    the loop itself, by this selector."""
    waited = (
        handle for key in selector.get_map().values() for handle in key.data or () if handle is not None
    )
    return any(frame.f_code.co_name == "_do_waitpid" for frame in sys._current_frames().values()) or any(
        getattr(handle._callback, "__name__", "") == "_do_wait" for handle in waited
    )


def threads_work() -> bool:
    """Whether a thread of a pool, of a database or of robots is at work."""
    return any(_works(frame) for frame in sys._current_frames().values())


def _works(frame: FrameType) -> bool:
    """Whether a thread of a pool, of a database or of robots is at work, or one is being started. Others
    (those of the tests' runner, heartbeats) have nothing to do with what is awaited."""
    callers = [*_callers(frame)]
    names = [one.f_code.co_name for one in callers]
    if "_bootstrap_inner" in names and "run" not in names:
        return True
    if not any(name in WORKERS for name in names):
        return False
    if any(_has_thoughts(one) for one in callers):
        return True
    number: int | None = frame.f_lineno  # None between two lines, of a thread that is at work
    if number is None:
        return True
    line = linecache.getline(frame.f_code.co_filename, number)
    if not any(call in line for call in PATIENT):
        return True
    queues = (frame.f_locals.get(name) for name in QUEUES)
    return any(queue is not None and queue.qsize() for queue in queues)


def _has_thoughts(frame: FrameType) -> bool:
    """Whether it is a robots' thread that waits, with something to think: it has been woken, and a busy
    machine has not let it run since."""
    return frame.f_code is RobotThreads._next.__code__ and bool(frame.f_locals["self"]._waiting)


def _callers(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back
