"""Files that people bring with a command: fetched from Discord, and read in a process apart."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar, TypeVarTuple

import discord

from bot.apart import AT_ONCE, Apart, TooCostly
from bot.apart_reader import MEGABYTES, SECONDS
from bot.discordkit.boundary import Refusal
from bot.discordkit.sending import CUT_OFF, asked, summary
from bot.ports import Time

log = logging.getLogger(__name__)

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")


async def fetched(time: Time, read: Callable[[], Awaitable[bytes]]) -> bytes:
    """What is in a file. Raises Refusal ``file-not-fetched`` where Discord does not hand it out."""
    try:
        return await asked(time, read)
    except (discord.HTTPException, *CUT_OFF) as error:
        log.info("a file was not handed out: %s", summary(error))
        raise Refusal("file-not-fetched") from None


class Files:
    """See the module. Who asks acknowledges first: a file may have to wait for others."""

    def __init__(self, time: Time, apart: Apart) -> None:
        self._time = time
        self._apart = apart
        self.turn = asyncio.Semaphore(AT_ONCE)
        """Taken before a file is fetched: of those that wait nothing is in memory."""

    async def fetched(self, file: discord.Attachment) -> bytes:
        """What is in a file. Raises as the function of that name."""
        return await fetched(self._time, file.read)

    async def read(self, read: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
        """What a function makes of a file, as ``Apart`` calls it. Raises what it raises, and Refusal
        ``file-too-costly``."""
        try:
            return await self._apart(read, *arguments)
        except TooCostly:
            log.info("a file was too costly to read")
            raise Refusal("file-too-costly", seconds=SECONDS, megabytes=MEGABYTES) from None
