"""A person has everything about them deleted: within one transaction, by what ``data.personal`` says.

Rows that nobody else needs go. In the others the person becomes a number that was drawn for it and tells
nothing, and is called what the server's language calls former players; so what follows from logs, sittings
and seasons follows from them still.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, TypeVar

import aiosqlite

from bot.people.ports import Forgotten
from bot.tables.model import name_key
from bot.timers import zone_or_utc
from data.leagues.standings import leagues_changed
from data.personal import (
    PERSONAL,
    Calling,
    Channel,
    Fate,
    Holds,
    Id,
    Key,
    NameColumn,
    Personal,
    Walk,
    Where,
    Within,
    WritingColumn,
)
from data.relation import Cell
from data.schema import FORMER_PLAYERS, FormerPlayer

Connection = aiosqlite.Connection
H = TypeVar("H", bound=Holds)
Draw = Callable[[], int]
"""Draws a negative number."""

TO_OVERWRITE: Final = "overwrite"
"""The key of the text that says that the file is to be written anew at the next start."""

MY_KEY: Final = "CAST(:me AS TEXT)"
"""What seasons know the person ``:me`` by who has come in here, as SQL."""

_PSEUDONYMS: Final = 10**15
_OTHERS: Final = "SELECT name FROM league_members WHERE league_id = :league AND user_id IS NOT :me"
_SEVERAL: Final = "SELECT id, name FROM league_members WHERE league_id = ?"


def draw_pseudonym() -> int:
    """A negative number of at most fifteen digits that tells of nobody."""
    return -1 - secrets.randbelow(_PSEUDONYMS - 1)


def columns_of(holds: type[H]) -> Iterator[tuple[str, Personal, str, H]]:
    """Every column that holds such a thing: its SQL table, with what is said of that, its name and what it
    holds."""
    for table, personal in PERSONAL.items():
        for name, one in personal.columns.items():
            if isinstance(one, holds):
                yield table, personal, name, one


def both(*conditions: str) -> str:
    """A condition that is met where all of them are; the empty ones are none."""
    return " AND ".join(f"({one})" for one in conditions if one)


def only(where: Where | None) -> str:
    """The condition for a row to be one of those; empty where all are."""
    return "" if where is None else where.sql


def means(name: str, one: Id | Key, who: str) -> str:
    """The condition for a row's id or key to be ``who``, which is SQL for an id or a key."""
    if isinstance(one, Key) and one.last:
        compared = f"substr(this.{name}, -length({who}) - 1) = ' ' || {who}"
    else:
        compared = f"this.{name} = {who}"
    return both(compared, only(one.where))


def own(personal: Personal, name: str, one: Id) -> str:
    """The condition for a row's id to be that of the person ``:me``."""
    return both(means(name, one, MY_KEY if one.as_text else ":me"), personal.within)


def may_hold(name: str, key: str) -> str:
    """The condition for JSON to contain the text of a key, which is SQL for one. Whether it is that person is
    known once the JSON is read."""
    return f"instr(this.{name}, substr(json_quote({key}), 2, length(json_quote({key})) - 2))"


@dataclass(frozen=True, slots=True)
class Self:
    """A person, by all that they are known by: the keys of leagues (by league) where that is not their id,
    the names, and the channels of their direct messages."""

    user_id: int
    keys: Mapping[int, str] = field(default_factory=dict[int, str])
    names: frozenset[str] = frozenset()
    channels: frozenset[int] = frozenset()

    @property
    def key(self) -> str:
        """What seasons know them by where they have come in here."""
        return str(self.user_id)

    def places(self) -> Iterator[tuple[str, int | None]]:
        """Each of their keys, with the league it is one of, None for every league."""
        yield self.key, None
        yield from ((key, league) for league, key in self.keys.items())

    def places_in(self, personal: Personal, of: str) -> Iterator[tuple[Cell, int | None]]:
        """What the person stands as in a column of ids or keys, and in which league."""
        if isinstance(personal.columns[of], Id):
            yield self.user_id, None
        else:
            yield from self.places()


async def known_by(connection: Connection, user_id: int) -> Self:
    """By what a person is known now."""
    me = {"me": user_id}
    found = await connection.execute_fetchall(
        "SELECT id, league_id FROM league_members WHERE user_id = :me AND id <> CAST(:me AS TEXT)", me
    )
    channels = await connection.execute_fetchall(
        "SELECT dm_channel_id FROM players WHERE user_id = :me AND dm_channel_id IS NOT NULL"
        " UNION SELECT channel_id FROM tables"
        " WHERE host_id = :me AND guild_id IS NULL AND venue = 'posted' AND channel_id <> 0",
        me,
    )
    me_at = Self(user_id, {row[1]: row[0] for row in found})
    names: set[str] = set()
    for table, personal, name, one in columns_of(NameColumn):
        for key, league in me_at.places_in(personal, one.of):
            condition = both(f"this.{one.of} = :key", "" if league is None else personal.league)
            asked = f"SELECT DISTINCT this.{name} FROM {table} AS this WHERE {condition}"
            rows = await connection.execute_fetchall(asked, {"key": key, "league": league})
            names |= {row[0] for row in rows}
    return replace(me_at, names=frozenset(names), channels=frozenset(row[0] for row in channels))


_GUILDS: Final = f"""
SELECT tables.guild_id FROM tables WHERE tables.host_id = :me OR tables.id IN
    (SELECT sittings.table_id FROM sittings WHERE sittings.user_id = :me
     UNION SELECT seats.table_id FROM seats WHERE seats.user_id = :me)
UNION SELECT evenings.guild_id FROM evenings WHERE evenings.id IN
    (SELECT evening_people.evening_id FROM evening_people WHERE evening_people.user_id = :me)
UNION SELECT leagues.guild_id FROM leagues WHERE leagues.id IN
    (SELECT league_members.league_id FROM league_members WHERE league_members.user_id = :me
     UNION SELECT seasons.league_id FROM seasons WHERE seasons.id IN
        (SELECT season_guests.season_id FROM season_guests WHERE season_guests.id = {MY_KEY}
         UNION SELECT reports.season_id FROM reports, json_each(reports.guests) AS guest
            WHERE json_extract(guest.value, '$[0]') = {MY_KEY}))
"""


_LEAGUES: Final = f"""
SELECT leagues.id, leagues.guild_id FROM leagues WHERE leagues.creator = :me OR leagues.id IN
    (SELECT league_members.league_id FROM league_members WHERE league_members.user_id = :me
     UNION SELECT seasons.league_id FROM seasons WHERE seasons.id IN
        (SELECT season_guests.season_id FROM season_guests WHERE season_guests.id = {MY_KEY}
         UNION SELECT corrections.season_id FROM corrections WHERE corrections.by = {MY_KEY}
         UNION SELECT reports.season_id FROM reports WHERE reports.by = :me
         UNION SELECT tables.season_id FROM tables WHERE tables.id IN
            (SELECT sittings.table_id FROM sittings WHERE sittings.user_id = :me)))
"""


async def guilds_of(connection: Connection, user_id: int) -> tuple[int | None, ...]:
    """The servers on which others see a person's name, None for their own tables."""
    rows = await connection.execute_fetchall(_GUILDS, {"me": user_id})
    return tuple(row[0] for row in rows)


class Forgetting:
    """One deletion, in a transaction that is not its own. ``called`` is what the person is called from now on
    by server, under None where there is none."""

    def __init__(
        self, connection: Connection, me: Self, pseudonym: int, called: Mapping[int | None, str], now: float
    ) -> None:
        self._connection = connection
        self._me = me
        self._pseudonym = pseudonym
        self._called = called
        self._guilds: tuple[int | None, ...] = ()
        self._now = now

    async def done(self) -> Forgotten:
        """Do it. What was there is gone when the transaction is committed."""
        tables = await self._all(
            "SELECT table_id FROM sittings WHERE user_id = :me"
            " UNION SELECT table_id FROM seats WHERE user_id = :me"
            " UNION SELECT id FROM tables WHERE host_id = :me"
        )
        self._guilds = await guilds_of(self._connection, self._me.user_id)
        await self._leave()
        await self._drop()
        await self._call_otherwise()
        await self._edit_words()
        await self._walk()
        await self._rename_keys()
        await self._rename_ids()
        await leagues_changed(self._connection)
        former = FORMER_PLAYERS.row(FormerPlayer(self._pseudonym))
        await self._connection.execute(FORMER_PLAYERS.insert, former)
        await self._run(
            f"INSERT INTO texts (key, text) VALUES ('{TO_OVERWRITE}', '') ON CONFLICT (key) DO NOTHING"
        )
        return Forgotten(self._pseudonym, frozenset(row[0] for row in tables))

    async def _run(self, sql: str, **cells: Cell) -> None:
        await self._connection.execute(sql, {**self._cells, **cells})

    async def _all(self, sql: str, **cells: Cell) -> Sequence[Any]:
        return list(await self._connection.execute_fetchall(sql, {**self._cells, **cells}))

    @property
    def _cells(self) -> dict[str, Cell]:
        return {"me": self._me.user_id, "new": self._pseudonym}

    def _new(self, key: str, league: int | None) -> str:
        """In place of a key: two that were different stay so."""
        return str(self._pseudonym) if league is None else f"{self._pseudonym}m"

    async def _leave(self) -> None:
        """Whoever is a member leaves today (L10)."""
        for league, zone, member in await self._all(
            "SELECT leagues.id, leagues.zone, league_members.id FROM league_members"
            " JOIN leagues ON leagues.id = league_members.league_id"
            " WHERE league_members.user_id = :me AND league_members.left IS NULL"
        ):
            today = datetime.fromtimestamp(self._now, UTC).astimezone(zone_or_utc(zone)).date().isoformat()
            of = {"league": league, "member": member, "today": today}
            await self._run(
                "UPDATE league_members SET left = :today WHERE league_id = :league AND id = :member", **of
            )
            await self._run(
                "UPDATE season_members SET left = :today WHERE id = :member AND left IS NULL AND season_id IN"
                " (SELECT seasons.id FROM seasons"
                " WHERE seasons.league_id = :league AND seasons.closed IS NULL)",
                **of,
            )

    async def _drop(self) -> None:
        """What nobody else needs; and whatever is sent to direct messages."""
        for table, personal, name, one in columns_of(Id):
            if personal.fate is Fate.GONE:
                await self._run(f"DELETE FROM {table} AS this WHERE {own(personal, name, one)}")
        for table, _, name, one in columns_of(Channel):
            for channel in self._me.channels:
                if one.goes:
                    await self._run(
                        f"DELETE FROM {table} AS this WHERE this.{name} = :channel", channel=channel
                    )
                else:
                    await self._run(
                        f"UPDATE {table} AS this SET {name} = :instead WHERE this.{name} = :channel",
                        channel=channel,
                        instead=one.instead,
                    )
        # Who does not come to a night that is not over is of no interest there any more.
        await self._run(
            "DELETE FROM evening_people WHERE user_id = :me AND evening_id IN"
            " (SELECT evenings.id FROM evenings WHERE evenings.stage IN ('sign-up', 'check-in', 'playing'))"
        )

    async def _call_otherwise(self) -> None:
        """Names that stand beside ids, in the words of each server; in a league as nobody else is called."""
        for table, personal, name, one in columns_of(NameColumn):
            if personal.fate is Fate.GONE:
                continue
            for guild in self._guilds:
                called = self._called.get(guild, self._called[None])
                if table == "league_members":
                    await self._rename_members(guild, called)
                    continue
                for key, league in self._me.places_in(personal, one.of):
                    cells = {"key": key, "guild": guild, "called": called}
                    await self._run(
                        f"UPDATE {table} AS this SET {name} = :called WHERE "
                        + both(f"this.{one.of} = :key", self._scope(personal, league), personal.server),
                        **cells,
                        league=league,
                    )

    @staticmethod
    def _scope(personal: Personal, league: int | None) -> str:
        return "" if league is None else personal.league

    async def _rename_members(self, guild: int | None, called: str) -> None:
        for league, member in await self._all(
            "SELECT leagues.id, league_members.id FROM league_members"
            " JOIN leagues ON leagues.id = league_members.league_id"
            " WHERE league_members.user_id = :me AND leagues.guild_id = :guild",
            guild=guild,
        ):
            others = await self._connection.execute_fetchall(_SEVERAL, (league,))
            taken = {name_key(row[1]) for row in others if row[0] != member}
            number, name = 1, called
            while name_key(name) in taken:
                number += 1
                name = f"{called} {number}"
            await self._run(
                "UPDATE league_members SET name = :name WHERE league_id = :league AND id = :member",
                name=name,
                league=league,
                member=member,
            )

    async def _edit_words(self) -> None:
        """What people have written: the names and the id, where they stand as words of their own, in leagues
        that have anything of the person; but for what another member is called there."""
        for league, guild in await self._all(_LEAGUES):
            called = self._called.get(guild, self._called[None])
            others = frozenset(row[0] for row in await self._all(_OTHERS, league=league))
            edit = partial(_edited, _names(self._me, others), others, called)
            for table, personal, name, _ in columns_of(WritingColumn):
                await self._edit(table, name, personal.league, edit, league=league)

    async def _walk(self) -> None:
        """People inside of JSON."""
        for table, personal, name, one in columns_of(Within):
            places = self._me.places() if personal.league else [(self._me.key, None)]
            for key, league in places:
                otherwise = _Otherwise(key, self._new(key, league), self._called[None])
                condition = both(may_hold(name, ":key"), self._scope(personal, league))
                walked = partial(_walked, one.walk, otherwise)
                await self._edit(table, name, condition, walked, key=key, league=league)

    async def _edit(
        self, table: str, name: str, condition: str, edit: Callable[[str], str], **cells: Cell
    ) -> None:
        """Have a text be another in the rows that meet a condition."""
        keys = [
            row[0]
            for row in await self._all("SELECT name FROM pragma_table_info(:table) WHERE pk > 0", table=table)
        ]
        columns = ", ".join(f"this.{one}" for one in (*keys, name))
        rows = await self._all(f"SELECT {columns} FROM {table} AS this WHERE {condition}", **cells)
        where = " AND ".join(f"{key} = ?" for key in keys)
        for *key, text in rows:
            if (new := edit(text)) != text:
                await self._connection.execute(f"UPDATE {table} SET {name} = ? WHERE {where}", (new, *key))

    async def _rename_keys(self) -> None:
        """What seasons know the person by."""
        for table, personal, name, one in columns_of(Key):
            for key, league in self._me.places():
                cells = {"key": key, "instead": self._new(key, league), "league": league}
                condition = both(means(name, one, ":key"), self._scope(personal, league))
                value = (
                    f"substr(this.{name}, 1, length(this.{name}) - length(:key)) || :instead"
                    if one.last
                    else ":instead"
                )
                await self._run(f"UPDATE {table} AS this SET {name} = {value} WHERE {condition}", **cells)

    async def _rename_ids(self) -> None:
        """The Discord id; where somebody sat last, as what is looked for goes by that."""
        every = sorted(columns_of(Id), key=lambda found: (not found[1].within, found[0] == "sittings"))
        for table, personal, name, one in every:
            value = "CAST(:new AS TEXT)" if one.as_text else ":new"
            condition = own(personal, name, one)
            await self._run(f"UPDATE {table} AS this SET {name} = {value} WHERE {condition}")


def _names(me: Self, others: frozenset[str]) -> re.Pattern[str]:
    """Finds the person's names and id, and others' names that hold one of theirs."""
    own = [one.casefold() for one in me.names if one]
    longer = {one for one in others if any(name in one.casefold() for name in own)}
    found = "|".join(re.escape(one) for one in sorted(me.names | longer, key=len, reverse=True) if one)
    return re.compile(rf"(?<!\w)(?:{found or '(?!)'})(?!\w)|(?<!\d){me.user_id}(?!\d)", re.IGNORECASE)


def _edited(names: re.Pattern[str], others: frozenset[str], called: str, text: str) -> str:
    """A text in which the person is called otherwise, and the others as before."""
    kept = {one.casefold() for one in others}
    return names.sub(lambda found: found[0] if found[0].casefold() in kept else called, text)


def _walked(walk: Walk, calling: Calling, text: str) -> str:
    """JSON with people called otherwise; to the letter as it was where none of them is."""
    before = json.loads(text)
    after = walk(before, calling)
    return text if after == before else json.dumps(after, ensure_ascii=False)


def is_within(walk: Walk, key: str, text: str) -> bool:
    """Whether somebody is one of the people in JSON."""
    return _walked(walk, _Otherwise(key, "0", ""), text) != text


class _Otherwise:
    """One person is somebody else, and called otherwise."""

    def __init__(self, key: str, instead: str, called: str) -> None:
        self._key = key
        self._instead = instead
        self._called = called

    def person(self, known: Any) -> Any:  # noqa: ANN401 - a number or a text
        if str(known) != self._key:
            return known
        return self._instead if isinstance(known, str) else int(self._instead)

    def name(self, known: Any, name: str) -> str:  # noqa: ANN401 - as above
        return self._called if str(known) == self._key else name


async def new_pseudonym(connection: Connection, draw: Draw) -> int:
    """A number that nobody has, nor ever had."""
    while await is_taken(connection, drawn := draw()):
        pass
    return drawn


async def is_taken(connection: Connection, pseudonym: int) -> bool:
    """Whether somebody's results are kept under that number."""
    found = await connection.execute_fetchall("SELECT 1 FROM former_players WHERE user_id = ?", (pseudonym,))
    return bool(list(found))
