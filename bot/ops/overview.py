"""How the bot is, put together for ``/admin status`` from whoever knows a part of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import discord

from bot import __version__
from bot.ops.doctor import looked
from bot.ops.ui.status import Status
from bot.ops.upkeep import BackupState, StockStore
from bot.ports import Time
from bot.settings import Settings
from bot.watch.health import Backups, Vitals

DAY: Final = 86400.0

Measured = Callable[[], Vitals]
"""What is measured of the bot now."""


class Overview:
    """Asks everybody."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        settings: Settings,
        database: Path,
        stock: StockStore,
        backups: Callable[[], BackupState],
        time: Time,
        measured: Measured,
    ) -> None:
        """``backups`` tells how the daily copies of ``database`` stand."""
        self._client = client
        self._settings = settings
        self._database = database
        self._stock = stock
        self._backups = backups
        self._time = time
        self._measured = measured

    async def __call__(self) -> Status:
        """How the bot is now. Raises StoreError."""
        found = await looked(self._settings, self._database, self._client.get_guild, self._time.now())
        return Status(
            __version__,
            self._measured(),
            len(self._client.guilds),
            await self._stock.stock(self._time.now()),
            self._backups(),
            found.size,
            found.free,
            found.found,
        )


def backups_of(state: BackupState, now: float) -> Backups | None:
    """The daily copies as health judges them; None where there are to be none."""
    if not state.wanted:
        return None
    return Backups(DAY, None if state.at is None else now - state.at, state.failed is not None)
