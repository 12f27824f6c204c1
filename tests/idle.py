"""Whether a process in which bot, playground and people are has anything to do: where it has not, all of them
wait for a clock."""

from __future__ import annotations

import asyncio
import concurrent.futures.thread
import linecache
import select
import sys
import threading
from types import FrameType
from typing import Any, Final

import aiosqlite.core

from bot.tables.robot_threads import RobotThreads

LOOKS: Final = 3
"""So many times nothing is under way where nothing is to be done."""
BETWEEN: Final = 0.002  # real seconds, in which a thread that was woken begins

PATIENT: Final = {
    concurrent.futures.thread.__file__: "work_queue.get(",
    aiosqlite.core.__file__: "tx.get(",
    threading.__file__: "acquire(",
}
"""Where a thread waits for work, and what is called on that line. A busy machine may hold a thread on any
line for long: a ``get`` in a robot's own code is work."""
WORKERS = ("_worker", "_connection_worker_thread", "_work")
"""What a thread of a pool, one of aiosqlite and one in which robots think runs."""


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
    """Whether a thread of a pool, of a database or of robots is at work, or any is being started. Others
    (those of the tests' runner, heartbeats) have nothing to do with what is awaited."""
    runs: Any = threading
    return bool(runs._limbo) or any(
        _works(frame, runs._active.get(number)) for number, frame in sys._current_frames().items()
    )


def _works(top: FrameType, thread: Any) -> bool:
    """Of a thread and what it runs now. No frame below is asked for: Python 3.11 may crash over those of
    another thread."""
    if top.f_code.co_name == "_bootstrap_inner":
        return True
    target = getattr(thread, "_target", None)  # None where that is over
    if getattr(target, "__name__", "") not in WORKERS:
        return False
    of = getattr(target, "__self__", None)
    if isinstance(of, RobotThreads) and of._waiting:  # woken, and a busy machine has not let it run since
        return True
    call = PATIENT.get(top.f_code.co_filename)
    line = linecache.getline(top.f_code.co_filename, top.f_lineno or 0)  # none between two lines: it works
    if call is None or call not in line:
        return True
    return any(one.qsize() for one in thread._args if hasattr(one, "qsize"))
