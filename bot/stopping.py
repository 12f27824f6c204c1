"""Stopping well: what was asked for is finished and shown, and what is left is said.

Discord asks for no press a second time: who presses while the bot stops is told so in a sentence, for as long
as the bot is there to say it. What takes longer than it may is broken off, and nothing is lost thereby: what
was answered is stored, and what was not shown is shown after the next start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

log = logging.getLogger(__name__)

PRESSES_WITHIN: Final = 5.0
"""Seconds for what was asked for; Discord takes a first answer for three."""

TABLES_WITHIN: Final = 8.0
"""For what waits at tables: a store that is locked lets go, or fails, after five."""

SHOWN_WITHIN: Final = 6.0
"""For messages that are still to be brought to what they should be."""


@dataclass(frozen=True, slots=True)
class UnfinishedWork:
    """What is to be finished. ``refuse`` has nothing more taken; ``presses`` waits so many seconds at most
    and says how many are not done; ``tables`` ends when all that waits at tables is done, ``shown`` when all
    is shown that can be shown now; ``pending`` counts messages that are not as they should be, ``unfinished``
    the tables that go on after the next start."""

    refuse: Callable[[], None]
    at_work: Callable[[], int]
    presses: Callable[[float], Awaitable[int]]
    tables: Callable[[], Awaitable[None]]
    shown: Callable[[], Awaitable[None]]
    pending: Callable[[], int]
    unfinished: Callable[[], int]


async def finish(work: UnfinishedWork) -> None:
    """Stop taking, finish, show, and say what was done and what is left."""
    work.refuse()
    begun = work.at_work()
    log.info("stopping: %d presses at work, %d messages to be shown", begun, work.pending())
    left = await work.presses(PRESSES_WITHIN)
    if not await _within(TABLES_WITHIN, work.tables()):
        log.warning("some tables were still at work after %g s", TABLES_WITHIN)
    to_show = work.pending()
    await _within(SHOWN_WITHIN, work.shown())
    pending = work.pending()
    log.info("finished: %d presses, %d messages shown", max(0, begun - left), max(0, to_show - pending))
    log.info(
        "left for the next start: %d presses broken off, %d messages to be shown, %d unfinished tables",
        left,
        pending,
        work.unfinished(),
    )


async def _within(seconds: float, work: Awaitable[None]) -> bool:
    """Whether it was done in that time; it is broken off else."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except TimeoutError:
        return False
    return True
