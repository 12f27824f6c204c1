"""All tables of this process."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final
from weakref import WeakValueDictionary

from bot import dealing
from bot.engine.cards import Action
from bot.engine.game import View
from bot.engine.options import Rules
from bot.robots.registry import robot_of
from bot.tables import lobby
from bot.tables.actor import TableServices
from bot.tables.clocks import after_downtime
from bot.tables.drafts import require_open_to
from bot.tables.errors import TableError
from bot.tables.lobby import from_origin, given, given_seats
from bot.tables.model import (
    NO_OPTIONS,
    UNFINISHED,
    Counting,
    Invited,
    NamedPreset,
    Origin,
    Pace,
    RobotPace,
    Seat,
    TableFacts,
    Venue,
    clean_name,
)
from bot.tables.ports import Doorkeeper, StoredTable, TableStore, asking_the_store
from bot.tables.robot_threads import ChooseMove, RobotThreads
from bot.tables.sealed import Sealed
from bot.tables.table import Listener, Table
from bot.timers import Timers

TABLES_PER_HOST: Final = 10


class Tables:
    """The tables that are being played, and a way to those that are over.

    Each unfinished table is one ``Table`` for as long as it lasts; one that is over is kept while somebody
    uses it, and loaded again when it is asked for.
    """

    def __init__(
        self,
        store: TableStore,
        timers: Timers,
        doorkeeper: Doorkeeper,
        *,
        listener: Listener,
        robot_pause: float = 1.0,
        draw: Callable[[], float] = dealing.chance,
        choose: ChooseMove | None = None,
        tables_per_host: int = TABLES_PER_HOST,
        new_secret: Callable[[], bytes] = dealing.new_secret,
    ) -> None:
        """``robot_pause`` is in seconds, at a brisk table, and varies with the numbers of ``draw`` (0 up to
        1); ``choose`` is how robots decide, by default each by its own kind; ``tables_per_host`` limits the
        unfinished tables of one host; ``new_secret`` gives each table the 32 bytes that its decks follow
        from, and is another only where games are to repeat themselves."""
        self._store = store
        self._doorkeeper = doorkeeper
        threads = RobotThreads(timers.time)
        self._house = TableServices(
            store, doorkeeper, timers, choose or robots_move, robot_pause, draw, self._has_ended, threads
        )
        self._listener = listener
        self._limit = tables_per_host
        self._new_secret = new_secret
        self._running: dict[int, Table] = {}
        self._over: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._opening: Counter[int] = Counter()
        self._rematching = asyncio.Lock()
        self._placing = asyncio.Lock()
        self._closing = False

    async def open(  # noqa: PLR0913 - all by name, and all but four have defaults
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
        robot_pace: RobotPace = RobotPace.BRISK,
        counting: Counting | None = None,
        interaction_id: int | None = None,
        venue: Venue = Venue.POSTED,
    ) -> Table:
        """A new table with its host in the lobby. A named preset has players, options and pace of its own;
        those given are for a built-in one. Where the game is ``counting`` in a season of a league they are
        the league's. An interaction opens one table, however often it is delivered. The listener is not
        called for it. Raises TableError ``too-many-tables``, ``already-opened``, ``unknown-preset``,
        ``outdated-preset``, ``wrong-player-count``, ``bad-option``, ``season-closed``, ``members-only``,
        ``league-private``, ``store-failed``, ``closing``."""
        sealed = Sealed(self._new_secret())
        facts = TableFacts(
            id=0,
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host_id,
            preset="",
            players=players,
            commitment=sealed.commitment,
            created_at=self._house.time.now(),
            pace=pace,
            robot_pace=robot_pace,
            seats=(Seat(clean_name(host_name), host_id),),
            interaction_id=interaction_id,
            venue=venue,
        )
        facts = lobby.in_league(lobby.with_preset(facts, preset, options), counting)
        return await self._opened(StoredTable(facts, sealed))

    async def open_with_seats(  # noqa: PLR0913 - all by name but two, and most have defaults
        self,
        name: str,
        seats: Sequence[Invited | None],
        *,
        guild_id: int | None,
        channel_id: int,
        preset: str | NamedPreset = "kingen",
        options: Mapping[str, str] = NO_OPTIONS,
        pace: Pace = Pace.NONE,
        robots: str = "easy",
        counting: Counting | None = None,
        place: str | None = None,
        origin: Origin | None = None,
        venue: Venue = Venue.POSTED,
    ) -> Table:
        """A new table that the program opens, under a ``name`` of its own: it has no host, and does not count
        for the limit of any, unless it is private, with ``guild_id`` None: then whoever sits there is its
        host. ``seats`` are clockwise, and not drawn; None is a robot's, of the kind
        ``robots``. It waits for ``Table.begin``. As with ``open``, a named preset has options and pace of its
        own, and the listener is not called. Where there is a table of that ``place``, whatever has become of
        it, that one is returned, as it is. With an ``origin`` it deals the cards of all tables that have the
        same, and is veiled until ``Table.unveil``. Raises TableError ``only-robots``, ``already-seated`` for
        a person who is there twice, ``no-such-robot``, ``seats-empty`` or ``too-many-seated`` where a named
        preset is for another number of players, ``cannot-be-duplicate``, and those of ``open``."""

        def new() -> StoredTable:
            sealed = Sealed(self._new_secret() if origin is None else origin.secret)
            facts = TableFacts(
                id=0,
                guild_id=guild_id,
                channel_id=channel_id,
                host_id=next((one.user_id for one in seats if one), None) if guild_id is None else None,
                preset="",
                players=len(seats),
                commitment=sealed.commitment,
                created_at=self._house.time.now(),
                pace=pace,
                robots=robots,
                seats=given_seats(seats, robots),
                place=place,
                venue=venue,
            )
            facts = given(facts, name, preset, options, counting)
            return StoredTable(from_origin(facts, origin), sealed)

        if place is None:
            return await self._opened(new())
        # A caller that is cancelled must not let another in while its table is being stored.
        return await asyncio.shield(asyncio.create_task(self._placed(place, new)))

    async def _placed(self, place: str, new: Callable[[], StoredTable]) -> Table:
        async with self._placing:
            return await self.at_place(place) or await self._opened(new())

    async def at_place(self, place: str) -> Table | None:
        """The table of that place, whatever its state, if there is one. Raises TableError
        ``store-failed``."""
        with asking_the_store():
            found = await self._store.at_place(place)
        return None if found is None else await self.get(found)

    async def of_evening(self, evening: int) -> Sequence[TableFacts]:
        """The tables whose places are in that evening, in their order, whatever their state, as they are
        stored. Raises TableError ``store-failed``."""
        with asking_the_store():
            return await self._store.of_evening(evening)

    async def lengths(self, guild_id: int, rules: Rules, limit: int) -> Sequence[float]:
        """How many seconds the last games under these rules took that people alone played on a server, at
        most ``limit`` of them, the latest first. Raises StoreError."""
        return await self._store.lengths(guild_id, rules, limit)

    async def played_by(self, user_id: int, guild_id: int | None, limit: int) -> Sequence[TableFacts]:
        """The last games that are over in which a person had a seat, of a server or with None of everywhere,
        the latest first. Raises StoreError."""
        return await self._store.played_by(user_id, guild_id, limit)

    async def played_in(self, guild_id: int, limit: int) -> Sequence[TableFacts]:
        """The same of a server, whoever played. Raises StoreError."""
        return await self._store.played_in(guild_id, limit)

    async def rematch(
        self, table_id: int, user_id: int, name: str, press_id: int | None = None
    ) -> tuple[Table, bool]:
        """Sit down for another game like a finished one, with the same people: whoever of them asks first
        opens a lobby with the same rules and robots, in the same channel, and the others join it. Asking
        again changes nothing; a second table is opened only when the first is over. A game of a league counts
        in its season again, unless that is closed or the league plays by other rules by now. Returns the new
        table, and whether it was opened just now. Raises TableError ``not-seated`` for somebody who did not
        play, ``game-not-over``, ``table-closed``, ``table-parked``, and those of ``open`` and of
        ``Table.join``."""
        # A caller that is cancelled must not let another in while its table is being stored.
        return await asyncio.shield(asyncio.create_task(self._rematch(table_id, user_id, name, press_id)))

    async def _rematch(
        self, table_id: int, user_id: int, name: str, press_id: int | None
    ) -> tuple[Table, bool]:
        async with self._rematching:
            old = (await self.get(table_id)).facts
            lobby.require_rematch(old, user_id)
            with asking_the_store():
                found = await self._store.rematch(table_id)
                again = found is None and old.season_id is not None
                counting = await self._doorkeeper.goes_on(old) if again else None
            if found is None:
                sealed, now = Sealed(self._new_secret()), self._house.time.now()
                facts = lobby.rematch_of(
                    old, Invited(user_id, name, press_id), sealed.commitment, now, counting
                )
                return await self._opened(StoredTable(facts, sealed)), True
        table = await self.get(found)
        if table.facts.seat_of(user_id) is None:
            await table.join(user_id, name, press_id)
        return table, False

    async def _opened(self, new: StoredTable) -> Table:
        """A new table, unless its host has too many, or somebody has a seat who may not sit there."""
        for seat in new.facts.seats:
            if seat.user_id is not None:
                require_open_to(new.facts, await self._house.newcomer(new.facts, seat.user_id, seat.name))
        if self._closing:
            raise TableError("closing")
        host_id = new.facts.host_id
        if host_id is not None:
            hosted = sum(table.facts.host_id == host_id for table in self._running.values())
            if hosted + self._opening[host_id] >= self._limit:
                raise TableError("too-many-tables", limit=str(self._limit))
            self._opening[host_id] += 1
        # A caller that is cancelled must not leave a table behind that only the store knows.
        return await asyncio.shield(asyncio.create_task(self._create(new)))

    async def _create(self, new: StoredTable) -> Table:
        try:
            with asking_the_store():
                return self._keep(replace(new, facts=await self._store.create(new.facts, new.sealed)))
        finally:
            if new.facts.host_id is not None:
                self._opening[new.facts.host_id] -= 1

    async def get(self, table_id: int) -> Table:
        """A table in whatever state; one that is over can be looked at only. Raises TableError
        ``no-such-table``, ``store-failed``."""
        known = self._running.get(table_id) or self._over.get(table_id)
        if known is not None:
            return known
        with asking_the_store():
            stored = await self._store.load(table_id)
        if stored is None:
            raise TableError("no-such-table")
        # meanwhile somebody else may have asked for it, or opened it
        return self._running.get(table_id) or self._over.get(table_id) or self._keep(stored)

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

    def forget(self, table_ids: Collection[int]) -> None:
        """Tables that are over have changed in the store by now, or are gone: who asks for one again is
        answered by what is stored."""
        for table_id in table_ids:
            self._over.pop(table_id, None)

    async def recover(self) -> int:
        """Take up every unfinished table and go on with it; returns how many there are. Raises StoreError."""
        count = await self.take_up()
        await self.go_on()
        return count

    async def take_up(self) -> int:
        """Know every unfinished table where the last process left it, and return how many there are. Nothing
        moves yet. Raises StoreError."""
        now = self._house.time.now()
        stored = await self._store.unfinished()
        for table in stored:
            self._keep(replace(table, facts=after_downtime(table.facts, now)))
        return len(stored)

    async def go_on(self) -> None:
        """Clocks and robots go on from the stored turns and deadlines; no log is replayed before its table
        moves. A table whose rules this program does not know is parked."""
        for table in self.running():
            await table.recover()

    async def close(self) -> None:
        """Handle what has been asked for and stop; nothing is lost. Store and timers stay open."""
        self._closing = True
        tables = [*self._running.values(), *self._over.values()]
        await asyncio.gather(*(table.stop() for table in tables))
        self._house.robot_threads.close()

    async def quiet(self) -> None:
        """Wait until no table is handling anything and no robot is thinking."""
        while busy := [table for table in self._running.values() if table.is_busy]:
            await asyncio.gather(*(table.quiet() for table in busy))

    def _keep(self, stored: StoredTable) -> Table:
        table, facts = Table(self._house, stored, self._listener), stored.facts
        if facts.state in UNFINISHED:
            self._running[facts.id] = table
        else:
            self._over[facts.id] = table
        return table

    def _has_ended(self, table_id: int) -> None:
        table = self._running.pop(table_id, None)
        if table is not None:
            self._over[table_id] = table


def robots_move(kind: str, view: View) -> Action:
    """What a robot of a kind chooses, by the family of the game."""
    return robot_of(view.rules, kind)(view)
