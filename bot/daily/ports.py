"""What is asked of whoever keeps daily deals. Every method raises StoreError when the database fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Protocol

from bot.daily.model import Daily, OwnDaily


class DailyStore(Protocol):
    """See the module."""

    async def claim(self, daily: Daily) -> OwnDaily:
        """Somebody begins the deal of a day; its id is given here. Where they have one of that day already it
        is that one, as it is."""
        ...

    async def own(self, user_id: int, day: date) -> OwnDaily | None:
        """Somebody's deal of a day, if they have begun one."""
        ...

    async def at_table(self, table_id: int) -> OwnDaily | None:
        """The deal that is played at a table, if it is one of a day."""
        ...

    async def asked_on(self, daily_id: int, guild_id: int) -> None:
        """Somebody has asked for their deal on this server: there they are compared. Asking again changes
        nothing."""
        ...

    async def played(self, day: date, seal: str, guild_id: int | None = None) -> Mapping[int, int]:
        """How many have made how many points of that deal, of those who have asked for theirs on a server or,
        with None, of all who have played it here."""
        ...

    async def days(self, user_id: int) -> Sequence[date]:
        """The days whose deal somebody has played to its end, the latest first."""
        ...

    async def untold(self, day: date) -> Sequence[int]:
        """The tables of deals up to that day whose cards are not to be told yet, or which are not over."""
        ...
