"""Work that goes on beside what people wait for, and work that is tried until it is done. What fails is
logged without the error's own text, which may hold a card."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import contextmanager
from typing import Any

import discord

from bot.discordkit.sending import asked_to_wait, backoff, may_pass, told
from bot.errors import where
from bot.ports import Time
from bot.watch.declared import Retry, tried_again
from bot.watch.log import NOWHERE, here, working_at

log = logging.getLogger(__name__)


class Background:
    """The tasks under way."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin the work; returns at once."""
        task = asyncio.create_task(self.guard(work), name="showing")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def guard(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work; what it raises is logged."""
        try:
            await work
        except discord.HTTPException as error:
            log.warning("a change could not be shown: status %s, code %s", error.status, error.code)
        except Exception as error:  # noqa: BLE001 - nobody awaits it, so it is logged here
            log.error("a change could not be shown: %s", where(error))

    def busy(self) -> set[asyncio.Task[None]]:
        """What is not finished."""
        return {task for task in self._tasks if not task.done()}

    async def close(self) -> None:
        """Break off what is under way."""
        for task in self.busy():
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def insist(time: Time, work: Callable[[], Awaitable[None]]) -> None:
    """Do it; where it fails by what may pass, once more after a growing pause. Other errors are logged."""
    retry = backoff()
    while True:
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - what may pass is told from what may not
            if not may_pass(error):
                log.error("a change could not be shown: %s", where(error))
                return
            tried_again(Retry.CHANGE)
            log.warning("a change is shown later: %s", told(error))
            await time.sleep(retry.pause(asked_to_wait(error)))
        else:
            return


@contextmanager
def resting() -> Generator[None]:
    """Within, this task waits for its next try, which its name says."""
    task = asyncio.current_task()
    assert task is not None
    name = task.get_name()
    task.set_name(f"{name} waiting")
    try:
        yield
    finally:
        task.set_name(name)


class Interruptible:
    """Work that may be broken off for something more urgent, up to some point."""

    def __init__(self) -> None:
        self._scope: asyncio.Timeout | None = None
        self._is_broken_off = False

    async def done(self, work: Awaitable[None]) -> bool:
        """Do it; False where it was broken off. Raises what it raises."""
        self._is_broken_off = False
        try:
            async with asyncio.timeout(None) as self._scope:
                await work
        except TimeoutError:
            if not self._is_broken_off:
                raise
            return False
        finally:
            self._scope = None
        return True

    def break_off(self) -> None:
        """Do it no further, unless it is past that."""
        if self._scope is not None and not self._is_broken_off:
            self._is_broken_off = True
            self._scope.reschedule(0.0)

    def is_past(self) -> None:
        """From here on it is not broken off."""
        if self._scope is not None:
            self._scope.reschedule(None)
            self._scope, self._is_broken_off = None, False


class RetryingTask:
    """One task that goes on for as long as anything is wanted. ``step`` does the next thing that is, and says
    False where nothing was. What it raises is tried again after a growing pause where it may pass, and else
    given to ``give_up``, which has to see to it that the same is not wanted any more."""

    def __init__(
        self, time: Time, step: Callable[[], Awaitable[bool]], give_up: Callable[[Exception], None]
    ) -> None:
        self._time = time
        self._step = step
        self._give_up = give_up
        self._work: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()  # something is wanted that does not wait
        self._calm = asyncio.Event()  # nothing is being done, though perhaps later
        self._calm.set()
        self._asked_by = NOWHERE
        self._retry = backoff()

    @property
    def is_at_work(self) -> bool:
        """Whether anything is still wanted."""
        return self._work is not None and not self._work.done()

    @property
    def failures(self) -> int:
        """How often it has failed since it last succeeded."""
        return self._retry.failures

    def go_on(self, *, urgent: bool = True) -> None:
        """Something is wanted; returns at once. What is ``urgent`` does not wait for a pause to end."""
        self._asked_by = here()
        if urgent:
            self._woken.set()
            if self.is_at_work:
                self._calm.clear()  # not only once the task has woken
        if not self.is_at_work:
            self._calm.clear()
            self._work = asyncio.create_task(self._run(), name="slot")

    async def rest(self, seconds: float) -> None:
        """Wait, at the longest until something urgent is wanted: not at all where that was the case since
        the step began, or since the last rest in it."""
        self._calm.set()
        alarm = self._time.call_after(seconds, self._woken.set)
        try:
            with resting():
                await self._woken.wait()
        finally:
            alarm.cancel()
            self._woken.clear()
            self._calm.clear()

    async def settled(self) -> None:
        """Return when nothing is being done, but for what waits for its moment or is tried again."""
        await self._calm.wait()

    async def finished(self) -> None:
        """Return when nothing is wanted any more."""
        while self._work is not None and not self._work.done():
            await asyncio.wait({self._work})

    async def close(self) -> None:
        """Stop; what was wanted is not done."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    async def _run(self) -> None:
        try:
            more = True
            while more:
                with working_at(self._asked_by):
                    more = await self._try()
        finally:
            self._calm.set()

    async def _try(self) -> bool:
        self._woken.clear()  # what was wanted by now the step sees to
        try:
            more = await self._step()
        except Exception as error:  # noqa: BLE001 - a message is never given up unseen
            if not may_pass(error):
                self._give_up(error)
                return True
            tried_again(Retry.MESSAGE)
            log.info("a message is tried again: %s", told(error))
            await self.rest(self._retry.pause(asked_to_wait(error)))
            return True
        self._retry.succeeded()
        return more
