"""Players' own pictures, as small PNGs, for the table: fetched beside what people wait for, kept in memory.

Who has none, or whose picture is not there yet or cannot be fetched, has their initial in its place.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Final

import discord

from bot.discordkit.latest import Latest
from bot.discordkit.sending import CUT_OFF
from bot.ports import Time

log = logging.getLogger(__name__)

SIZE: Final = 64  # pixels; of the sizes Discord serves, the least that fills a plate's circle
LARGEST: Final = 64 * 1024  # bytes; a plain PNG of that size has 16 KB
WITHIN: Final = 5.0
AGAIN_AFTER: Final = 3600.0  # what could not be fetched
AT_ONCE: Final = 4
MOST: Final = 512
PNG: Final = b"\x89PNG\r\n\x1a\n"


@dataclass(slots=True)
class CachedAvatar:
    """A person's avatar: its key at Discord, the picture once it is there, and until when it is not asked for
    again (None: for good)."""

    key: str
    picture: bytes | None = None
    until: float | None = None


class Avatars:
    """The avatars of the people seen last."""

    def __init__(self, time: Time, *, most: int = MOST) -> None:
        self._time = time
        self._kept: Latest[int, CachedAvatar] = Latest(most)
        self._few = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    def of(self, user_id: int) -> bytes | None:
        """A person's avatar, if it is there."""
        kept = self._kept.get(user_id)
        return kept.picture if kept is not None else None

    def forget(self, user_id: int) -> None:
        """A person is not known any longer."""
        self._kept.drop(user_id)

    def see(self, user: discord.User | discord.Member) -> None:
        """A person has acted: have their avatar fetched if it is new; returns at once. It is the one they
        have everywhere, since one picture serves all tables."""
        asset = user.avatar
        known = self._kept.get(user.id)
        if asset is None:
            self._kept.drop(user.id)
            return
        fresh = known is not None and (known.until is None or self._time.monotonic() < known.until)
        if known is not None and known.key == asset.key and fresh:
            return
        kept = self._kept.keep(user.id, CachedAvatar(asset.key, known.picture if known is not None else None))
        task = asyncio.create_task(self._fetch(kept, asset), name="avatar")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        """Return when nothing is being fetched."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Break off what is under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _fetch(self, kept: CachedAvatar, asset: discord.Asset) -> None:
        try:
            async with self._few:
                data = await self._read(asset.replace(size=SIZE, format="png"))
            if not data.startswith(PNG) or len(data) > LARGEST:
                raise ValueError
        except (discord.DiscordException, ValueError, *CUT_OFF) as error:
            kept.picture, kept.until = None, self._time.monotonic() + AGAIN_AFTER
            log.info("an avatar could not be fetched: %s", type(error).__name__)
        else:
            kept.picture = data

    async def _read(self, asset: discord.Asset) -> bytes:
        """The picture. Raises TimeoutError after ``WITHIN``, and what discord.py raises."""
        reading = asyncio.create_task(asset.read())
        patience = asyncio.create_task(self._time.sleep(WITHIN))
        try:
            await asyncio.wait({reading, patience}, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                raise TimeoutError
            return reading.result()
        finally:
            reading.cancel()
            patience.cancel()
            await asyncio.gather(reading, patience, return_exceptions=True)
