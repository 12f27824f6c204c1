"""Work that goes on beside what people wait for; what fails in it is logged, without the error's own text,
which may hold a card."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

import discord

from bot.error_places import where

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
