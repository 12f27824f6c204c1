"""All tables of this process."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final
from weakref import WeakValueDictionary

from bot import dealing
from bot.engine.actions import Action
from bot.engine.game import View
from bot.robots.registry import ROBOTS
from bot.tables import lobby
from bot.tables.actor import Choose, House
from bot.tables.clocks import Alarms, after_downtime
from bot.tables.errors import TableError
from bot.tables.model import UNFINISHED, NamedPreset, Pace, Seat, TableFacts
from bot.tables.names import clean_name
from bot.tables.ports import Listener, StoreError, TableStore, Time
from bot.tables.table import Table

TABLES_PER_HOST: Final = 10
NO_OPTIONS: Final[Mapping[str, str]] = MappingProxyType({})


class Tables:
    """The tables that are being played, and a way to those that are over.

    Each unfinished table is one ``Table`` for as long as it lasts; one that is over is kept while somebody
    uses it, and loaded again when it is asked for.
    """

    def __init__(
        self,
        store: TableStore,
        time: Time,
        *,
        listener: Listener,
        robot_pause: float = 1.0,
        draw: Callable[[], float] = dealing.chance,
        choose: Choose | None = None,
        tables_per_host: int = TABLES_PER_HOST,
        new_secret: Callable[[], bytes] = dealing.new_secret,
    ) -> None:
        """``robot_pause`` is in seconds, and varies with the numbers of ``draw`` (0 up to 1); ``choose`` is
        how robots decide, by default each by its own kind; ``tables_per_host`` limits the unfinished tables
        of one host; ``new_secret`` gives each table the 32 bytes that its decks follow from, and is another
        only where games are to repeat themselves."""
        self._store = store
        self._alarms = Alarms(time)
        self._house = House(
            store, time, self._alarms, listener, choose or _robots_choice, robot_pause, draw, self._has_ended
        )
        self._limit = tables_per_host
        self._new_secret = new_secret
        self._running: dict[int, Table] = {}
        self._over: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._opening: Counter[int] = Counter()
        self._rematching = asyncio.Lock()
        self._closing = False

    async def open(
        self,
        *,
        guild_id: int | None,
        channel_id: int,
        host_id: int,
        host_name: str,
        preset: str | NamedPreset = "kingen",
        players: int = 4,
        options: Mapping[str, str] = NO_OPTIONS,
        pace: Pace = Pace.NONE,
    ) -> Table:
        """A new table with its host in the lobby. A named preset has players, options and pace of its own;
        those given are for a built-in one. The listener is not called for it. Raises TableError
        ``too-many-tables``, ``unknown-preset``, ``outdated-preset``, ``wrong-player-count``,
        ``bad-option``, ``store-failed``, ``closing``."""
        facts = TableFacts(
            id=0,
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host_id,
            preset="",
            players=players,
            secret=self._new_secret(),
            created_at=self._house.time.now(),
            pace=pace,
            seats=(Seat(clean_name(host_name), host_id),),
        )
        if isinstance(preset, NamedPreset):
            facts = lobby.with_named(facts, preset)
        else:
            facts = lobby.with_options(lobby.with_rules(facts, preset, players), options)
        return await self._opened(facts)

    async def rematch(
        self, table_id: int, user_id: int, name: str, press_id: int | None = None
    ) -> tuple[Table, bool]:
        """Sit down for another game like a finished one, with the same people: whoever of them asks first
        opens a lobby with the same rules and robots, in the same channel, and the others join it. Asking
        again changes nothing; a second table is opened only when the first is over. Returns the new table,
        and whether it was opened just now. Raises TableError ``not-seated`` for somebody who did not play,
        ``game-not-over``, ``table-closed``, ``table-parked``, and those of ``open`` and of ``Table.join``."""
        # A caller that is cancelled must not let another in while its table is being stored.
        return await asyncio.shield(asyncio.create_task(self._rematch(table_id, user_id, name, press_id)))

    async def _rematch(
        self, table_id: int, user_id: int, name: str, press_id: int | None
    ) -> tuple[Table, bool]:
        async with self._rematching:
            old = (await self.get(table_id)).facts
            lobby.require_rematch(old, user_id)
            try:
                found = await self._store.rematch(table_id)
            except StoreError:
                raise TableError("store-failed") from None
            if found is None:
                facts = lobby.rematch_of(old, user_id, name, self._new_secret(), self._house.time.now())
                return await self._opened(facts), True
        table = await self.get(found.id)
        if table.facts.seat_of(user_id) is None:
            await table.join(user_id, name, press_id)
        return table, False

    async def _opened(self, facts: TableFacts) -> Table:
        """A new table, unless its host has too many."""
        if self._closing:
            raise TableError("closing")
        host_id = facts.host_id
        hosted = sum(table.facts.host_id == host_id for table in self._running.values())
        if hosted + self._opening[host_id] >= self._limit:
            raise TableError("too-many-tables", limit=str(self._limit))
        self._opening[host_id] += 1
        # A caller that is cancelled must not leave a table behind that only the store knows.
        return await asyncio.shield(asyncio.create_task(self._create(facts)))

    async def _create(self, facts: TableFacts) -> Table:
        try:
            return self._keep(await self._store.create(facts))
        except StoreError:
            raise TableError("store-failed") from None
        finally:
            self._opening[facts.host_id] -= 1

    async def get(self, table_id: int) -> Table:
        """A table in whatever state; one that is over can be looked at only. Raises TableError
        ``no-such-table``, ``store-failed``."""
        known = self._running.get(table_id) or self._over.get(table_id)
        if known is not None:
            return known
        try:
            facts = await self._store.load(table_id)
        except StoreError:
            raise TableError("store-failed") from None
        if facts is None:
            raise TableError("no-such-table")
        # meanwhile somebody else may have asked for it, or opened it
        return self._running.get(table_id) or self._over.get(table_id) or self._keep(facts)

    def running(
        self, *, guild_id: int | None = None, channel_id: int | None = None, user_id: int | None = None
    ) -> list[Table]:
        """The unfinished tables, oldest first: all, or those of a server, of a channel, or where a person
        sits."""
        return [
            table
            for _, table in sorted(self._running.items())
            if (guild_id is None or table.facts.guild_id == guild_id)
            and (channel_id is None or table.facts.channel_id == channel_id)
            and (user_id is None or table.facts.seat_of(user_id) is not None)
        ]

    async def recover(self) -> int:
        """Take up every unfinished table and go on with it; returns how many there are. Raises StoreError."""
        count = await self.take_up()
        await self.go_on()
        return count

    async def take_up(self) -> int:
        """Know every unfinished table where the last process left it, and return how many there are. Nothing
        moves yet. Raises StoreError."""
        now = self._house.time.now()
        tables = [self._keep(after_downtime(facts, now)) for facts in await self._store.unfinished()]
        return len(tables)

    async def go_on(self) -> None:
        """Clocks and robots go on from the stored turns and deadlines; no log is replayed before its table
        moves. A table whose rules this program does not know is parked."""
        for table in self.running():
            await table.recover()

    async def close(self) -> None:
        """Handle what has been asked for and stop; nothing is lost. The store stays open."""
        self._closing = True
        tables = [*self._running.values(), *self._over.values()]
        await asyncio.gather(*(table.stop() for table in tables))
        await self._alarms.close()

    async def quiet(self) -> None:
        """Wait until no table is handling anything and no robot is thinking."""
        while busy := [table for table in self._running.values() if table.is_busy]:
            await asyncio.gather(*(table.quiet() for table in busy))

    def _keep(self, facts: TableFacts) -> Table:
        table = Table(self._house, facts)
        if facts.state in UNFINISHED:
            self._running[facts.id] = table
        else:
            self._over[facts.id] = table
        return table

    def _has_ended(self, table_id: int) -> None:
        table = self._running.pop(table_id, None)
        if table is not None:
            self._over[table_id] = table


def _robots_choice(kind: str, view: View) -> Action:
    return ROBOTS[kind](view)
