"""Servers that have removed the bot: what is kept of them goes some time later, unless they invite it again.

When that is follows from nothing else that is stored, so it is a kept timer. A server that Discord cannot
serve for the moment is still one of the bot's: it is reported as such, as no departure. What happened while
the bot was away is found out when Discord has told which servers there are.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from enum import StrEnum
from typing import Final

from bot.nights.evenings import Evenings, call_off
from bot.people.ports import PrivacyStore
from bot.ports import Time
from bot.tables.tables import Tables
from bot.timers import KeptTimers, TimerKey

log = logging.getLogger(__name__)

DAY: Final = 86400.0

Here = Callable[[], Collection[int]]
"""The ids of the servers that the bot is in, those included that Discord cannot serve for the moment."""

Forget = Callable[[int, Collection[int]], None]
"""Drops what is in memory of a server, and of people who are known no longer."""


class DepartureTimer(StrEnum):
    """The kept timers of this module."""

    GONE = "server-gone"


class Departures:
    """Notes who has gone, forgives who comes back, and has the data of the others deleted."""

    def __init__(
        self,
        timers: KeptTimers,
        store: PrivacyStore,
        tables: Tables,
        evenings: Evenings,
        time: Time,
        here: Here,
        forget: Forget,
        *,
        keep_days: int,
    ) -> None:
        """``keep_days`` is after how many days data go; 0: never."""
        self._timers = timers
        self._store = store
        self._tables = tables
        self._evenings = evenings
        self._time = time
        self._here = here
        self._forget = forget
        self._keep_days = keep_days
        self._known = asyncio.Event()
        timers.declare(DepartureTimer.GONE, self._gone)

    async def look(self) -> None:
        """Discord has told which servers there are. Raises StoreError."""
        here = self._here()
        for guild_id in sorted(await self._store.guilds()):
            await (self.returned(guild_id) if guild_id in here else self.left(guild_id))
        self._known.set()

    async def left(self, guild_id: int) -> None:
        """A server has removed the bot, or is no more. Whoever was found to have gone before has gone since
        then. Raises StoreError."""
        key = _key(guild_id)
        if self._keep_days and key not in self._timers:
            await self._timers.keep(key, self._time.now() + self._keep_days * DAY)
            log.info("server %d has removed the bot: its data go in %d days", guild_id, self._keep_days)

    async def returned(self, guild_id: int) -> None:
        """A server has invited the bot, again or for the first time. Raises StoreError."""
        await self._timers.forget(_key(guild_id))

    async def _gone(self, key: TimerKey) -> None:
        """It is time. What is still open is closed first, so that nothing goes on in memory."""
        await self._known.wait()
        guild_id = key.subject
        if guild_id in self._here() or not self._keep_days:
            return
        await self._close(guild_id)
        if guild_id in self._here():
            return  # it has come back meanwhile
        self._forget(guild_id, await self._store.forget_guild(guild_id))
        log.info("the data of server %d, which had removed the bot, are deleted", guild_id)

    async def _close(self, guild_id: int) -> None:
        for series in await self._evenings.store.running():
            if series.guild_id == guild_id:
                await self._evenings.end_series(series.id, guild_id)
        for evening in await self._evenings.store.live(guild_id):
            await self._evenings.call_off(await self._evenings.details(evening.id, guild_id))
        for table in self._tables.running(guild_id=guild_id):
            await call_off(table)


def _key(guild_id: int) -> TimerKey:
    return TimerKey(DepartureTimer.GONE, guild_id)
