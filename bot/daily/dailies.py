"""The deals of the day, as people play them here: each person's table, what it comes to, and the end of a day
for everybody."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from bot.daily.deal import (
    LAST_DAY,
    PLAYERS,
    ROBOTS,
    SEAT,
    Chain,
    day_of,
    has_deal,
    last_revealed,
    options_of,
    par,
    preset_of,
    revealed_at,
)
from bot.daily.model import (
    Daily,
    DailyComparison,
    DailyGame,
    DailyState,
    DailyStore,
    OwnDaily,
    compared,
    days_in_a_row,
)
from bot.tables.errors import TableError
from bot.tables.model import UNFINISHED, Invited, State, Venue
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.timers import TimerKey, Timers

log = logging.getLogger(__name__)


class DailyTimer(StrEnum):
    """The timer of this module."""

    REVEAL = "daily-told"


_PASSING: Final = ("store-failed", "busy", "closing", "internal")
_KEY: Final = TimerKey(DailyTimer.REVEAL, 0)


@dataclass(frozen=True, slots=True)
class DailyResult:
    """What somebody's deal came to: beside all who have played it here, and beside those of a server, None
    in direct messages; ``streak`` counts the days in a row."""

    own: OwnDaily
    everywhere: DailyComparison
    on_server: DailyComparison | None
    streak: int


class Dailies:
    """See the module."""

    def __init__(self, tables: Tables, store: DailyStore, timers: Timers, chain: Chain) -> None:
        self._tables = tables
        self._store = store
        self._timers = timers
        self.chain: Final = chain
        self._pars: dict[DailyGame, tuple[str, int]] = {}
        self._is_played = False

    @property
    def now(self) -> float:
        """Unix seconds."""
        return self._timers.time.now()

    @property
    def today(self) -> date:
        """The day it is."""
        return day_of(self.now)

    def revealed_secret(self, day: date) -> str | None:
        """The secret of a day in hexadecimal, once it may be revealed."""
        may = has_deal(day) and day <= last_revealed(self.now)
        return self.chain.secret(day).hex() if may else None

    # --- somebody's

    async def own(
        self, user_id: int, day: date, game: DailyGame, guild_id: int | None = None
    ) -> OwnDaily | None:
        """Somebody's deal of a day, if they have begun one; from now on they are compared on the server where
        they ask for it. Raises StoreError."""
        own = await self._store.own(user_id, day, game)
        if own is not None and guild_id is not None:
            await self._store.asked_on(own.daily.id, guild_id)
        return own

    async def at_table(self, table_id: int, user_id: int) -> OwnDaily | None:
        """The deal of the day that this person plays at that table, if they do. Raises StoreError."""
        own = await self._store.at_table(table_id)
        return own if own is not None and own.daily.user_id == user_id else None

    async def table(
        self,
        who: Invited,
        game: DailyGame,
        title: str,
        channel_id: int,
        guild_id: int | None,
        venue: Venue = Venue.POSTED,
    ) -> Table:
        """The table of somebody's deal of today, by default in their direct messages, in its lobby; where
        they have one it is that one, whatever has become of it. Raises StoreError, TableError as
        ``Tables.open_with_seats``."""
        day = self.today
        own = await self._store.own(who.user_id, day, game)
        if own is None:
            seal = self.chain.seal(day, game)
            made = Daily(0, day, who.user_id, seal, await self._par(day, game, seal), self.now, game)
            own = await self._store.claim(made)
        if guild_id is not None:
            await self._store.asked_on(own.daily.id, guild_id)
        self._will_end()
        if own.table_id is not None:
            return await self._tables.get(own.table_id)
        seats = [who if seat == SEAT else None for seat in range(PLAYERS)]
        return await self._tables.open_with_seats(
            title,
            seats,
            guild_id=None,
            channel_id=channel_id,
            preset=preset_of(day, game),
            options=options_of(day, game),
            robots=ROBOTS,
            place=own.daily.place,
            origin=self.chain.origin(day, game),
            venue=venue,
        )

    async def begin(self, table: Table) -> None:
        """Deal the cards, if they are not out. Raises TableError."""
        if table.facts.state is not State.LOBBY:
            return
        try:
            await table.begin()
        except TableError as refused:  # pressed twice
            if refused.code != "already-started":
                raise

    async def _par(self, day: date, game: DailyGame, seal: str) -> int:
        known = self._pars.get(game)
        if known is None or known[0] != seal:
            known = self._pars[game] = seal, await asyncio.to_thread(par, day, game, self.chain.secret(day))
        return known[1]

    async def result(self, own: OwnDaily, guild_id: int | None) -> DailyResult:
        """What a deal that was played to its end came to. Raises StoreError."""
        daily, points = own.daily, own.points
        assert points is not None
        everywhere = compared(points, await self._store.played(daily.day, daily.seal))
        on_server = None
        if guild_id is not None:
            on_server = compared(points, await self._store.played(daily.day, daily.seal, guild_id))
        return DailyResult(own, everywhere, on_server, await self.streak(daily.user_id))

    async def streak(self, user_id: int) -> int:
        """How many days in a row somebody has played, up to today or yesterday. Raises StoreError."""
        return days_in_a_row(await self._store.days(user_id), self.today)

    async def unfinished(self, user_id: int, game: DailyGame) -> OwnDaily | None:
        """Somebody's deal of yesterday, while it can still be played to its end. Raises StoreError."""
        yesterday = self.today - timedelta(days=1)
        if revealed_at(yesterday) <= self.now:
            return None
        own = await self._store.own(user_id, yesterday, game)
        return own if own is not None and own.standing is DailyState.PLAYING else None

    # --- the end of a day

    def start(self) -> None:
        """From now on days end by themselves: those that ended while the bot was off at once."""
        self._timers.after(_KEY, 0.0, self._days_end)

    async def _days_end(self) -> None:
        day = last_revealed(self.now)
        for table_id in await self._store.unrevealed(day):
            await self._tell(table_id)
        if self._is_played or await self._store.unrevealed(LAST_DAY):
            self._timers.set(_KEY, revealed_at(day + timedelta(days=1)), self._days_end)

    def _will_end(self) -> None:
        """Somebody plays: from now on each day's end is waited for."""
        if not self._is_played:
            self._is_played = True
            self.start()  # also where a day's end is being looked after and was just seen to be the last

    async def _tell(self, table_id: int) -> None:
        """Everybody's time is over: a deal that is not is given up, and its cards may be looked at."""
        table = await self._tables.get(table_id)
        if table.facts.state in UNFINISHED:
            await _asked(table_id, table.call_off())
        await _asked(table_id, table.unveil())


async def _asked(table_id: int, request: Awaitable[None]) -> None:
    """Ask a table for it. One that refuses holds up no other; where it may be done later it is raised, and so
    tried again."""
    try:
        await request
    except TableError as refused:
        if refused.code in _PASSING:
            raise
        log.warning("the daily deal of table %d has not ended as it should: %s", table_id, refused.code)
