"""Leagues and who belongs to them (``bot.leagues.ports.LeagueStore``)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import TypeVar

import aiosqlite

from bot.leagues.model import Candidate, ClubError, ClubMember, League, SeasonFacts
from bot.leagues.ports import Entering
from bot.nights.model import NightError
from data.connections import ChangeNotifier, DatabaseReader, Raised, Writer, attempt, value, values
from data.leagues.standings import league_changed, season_changed
from data.relation import Relation
from data.schema import CANDIDATES, LEAGUE_MEMBERS, LEAGUES, SEASON_MEMBERS, SEASONS, SeasonMember

T = TypeVar("T")
Refused = ClubError | NightError | Raised
"""What a job answers with where something cannot be done."""

_OF_LEAGUE = "WHERE league_id = ?"
_OPEN = "WHERE league_id = ? AND closed IS NULL"
_DROP = "DELETE FROM candidates WHERE league_id = ? AND user_id = ?"


class StoredLeagues:
    """A LeagueStore in SQLite."""

    def __init__(self, writer: Writer, reader: DatabaseReader, games_changed: ChangeNotifier) -> None:
        self._writer = writer
        self._reader = reader
        self._games_changed = games_changed

    async def create(self, league: League, season: SeasonFacts, creator: ClubMember) -> League:
        """Keep a new league with its first season and its first member. Raises ClubError ``name-taken``."""

        async def job(connection: aiosqlite.Connection) -> League | ClubError:
            made = await create(connection, league, season, creator)
            return made if isinstance(made, ClubError) else made[0]

        return await done(self._writer, job)

    async def change(self, league_id: int, change: Callable[[League], League]) -> League:
        """Keep what ``change`` makes of a league by then. Raises ClubError, and what ``change`` raises."""

        async def job(connection: aiosqlite.Connection) -> League | Refused:
            before = await value(connection, LEAGUES, "WHERE id = ?", league_id)
            if before is None:
                return ClubError("no-such-league", name="?")
            after = attempt(lambda: change(before))
            if isinstance(after, Raised):
                return after
            if await _is_taken(connection, after):
                return ClubError("name-taken", name=after.name)
            await connection.execute(LEAGUES.update, LEAGUES.keyed_last(LEAGUES.row(after, after.key)))
            if after.zone != before.zone:
                await league_changed(connection, league_id)
            return after

        return await done(self._writer, job)

    async def league(self, league_id: int) -> League | None:
        """A league."""
        return await self._reader.value(LEAGUES, "WHERE id = :id", {"id": league_id})

    async def leagues(self, guild_id: int) -> Sequence[League]:
        """Those of a server, by name."""
        return await self._reader.values(LEAGUES, "WHERE guild_id = :id ORDER BY key", {"id": guild_id})

    async def members(self, league_id: int) -> Sequence[ClubMember]:
        """Everybody who ever was a member, by name."""
        return await self._reader.values(
            LEAGUE_MEMBERS, "WHERE league_id = :id ORDER BY name COLLATE NOCASE, id", {"id": league_id}
        )

    async def enter(self, league_id: int, who: Entering) -> ClubMember:
        """Somebody is a member from now on, or is one under another name. Raises what ``who`` raises."""

        async def job(connection: aiosqlite.Connection) -> ClubMember | Refused:
            everybody = await values(connection, LEAGUE_MEMBERS, _OF_LEAGUE, league_id)
            candidates = await values(connection, CANDIDATES, _OF_LEAGUE, league_id)
            member = attempt(lambda: who(everybody, candidates))
            if isinstance(member, Raised):
                return member
            season = await value(connection, SEASONS, _OPEN, league_id)
            is_other = await keep_member(connection, member, season.id if season is not None else None)
            if member.user_id is not None:
                await connection.execute(_DROP, (member.league_id, member.user_id))
            if is_other:
                await league_changed(connection, league_id)
            return member

        member = await done(self._writer, job)
        self._games_changed.ring()
        return member

    async def leave(self, league_id: int, member: str, on: date) -> None:
        """Somebody is no member any longer."""

        async def job(connection: aiosqlite.Connection) -> None:
            season = await value(connection, SEASONS, _OPEN, league_id)
            await connection.execute(
                "UPDATE league_members SET left = ? WHERE league_id = ? AND id = ? AND left IS NULL",
                (on.isoformat(), league_id, member),
            )
            if season is not None:
                gone = await connection.execute(
                    "UPDATE season_members SET left = ? WHERE season_id = ? AND id = ? AND left IS NULL",
                    (on.isoformat(), season.id, member),
                )
                if gone.rowcount:
                    await season_changed(connection, season.id)

        await self._writer.run(job)
        self._games_changed.ring()

    async def candidates(self, league_id: int) -> Sequence[Candidate]:
        """Who may become a member, who has waited longest first."""
        return await self._reader.values(
            CANDIDATES, "WHERE league_id = :id ORDER BY at, user_id", {"id": league_id}
        )

    async def keep_candidate(self, candidate: Candidate) -> None:
        """Somebody waits."""
        await self._writer.keep(CANDIDATES, candidate)

    async def drop_candidate(self, league_id: int, user_id: int) -> None:
        """Somebody does not wait any longer."""
        await self._writer.execute(_DROP, (league_id, user_id))


async def create(
    connection: aiosqlite.Connection, league: League, season: SeasonFacts, creator: ClubMember
) -> tuple[League, int] | ClubError:
    """Keep a new league with its first season, whose number is returned, and its first member; ClubError
    ``name-taken`` where there is one of that name."""
    if await _is_taken(connection, league):
        return ClubError("name-taken", name=league.name)
    made = replace(league, id=await add(connection, LEAGUES, league, league.key))
    season_id = await add(connection, SEASONS, replace(season, league_id=made.id, number=1))
    await keep_member(connection, replace(creator, league_id=made.id), season_id)
    return made, season_id


async def done(writer: Writer, job: Callable[[aiosqlite.Connection], Awaitable[T | Refused]]) -> T:
    """Run a job that answers with an error, before it has changed anything, where something cannot be done.
    Raises that, and StoreError."""
    answer = await writer.run(job)
    if isinstance(answer, Raised):
        raise answer.error
    if isinstance(answer, ClubError | NightError):
        raise answer
    return answer


async def add(connection: aiosqlite.Connection, relation: Relation[T], new: T, *beside: str) -> int:
    """Keep something under a new number."""
    row = relation.unkeyed(relation.row(new, *beside))
    async with connection.execute(relation.insert_unkeyed, row) as cursor:
        assert cursor.lastrowid is not None
        return cursor.lastrowid


async def keep_member(connection: aiosqlite.Connection, member: ClubMember, season_id: int | None) -> bool:
    """Somebody is a member of the league, and of a season; returns whether anything of that is new. Who comes
    again is one since then, but was known before."""
    condition = "WHERE league_id = ? AND id = ?"
    known = await value(connection, LEAGUE_MEMBERS, condition, member.league_id, member.id)
    kept = member if known is None else replace(member, since=known.since)
    await connection.execute(LEAGUE_MEMBERS.upsert, LEAGUE_MEMBERS.row(kept))
    if season_id is None:
        return kept != known
    before = await value(connection, SEASON_MEMBERS, "WHERE season_id = ? AND id = ?", season_id, member.id)
    since = member.since if before is None else before.since
    now = SeasonMember(member.id, since, member.joined, member.left)
    await connection.execute(SEASON_MEMBERS.upsert, SEASON_MEMBERS.row(now, season_id))
    return kept != known or now != before


async def _is_taken(connection: aiosqlite.Connection, league: League) -> bool:
    condition = "WHERE guild_id = ? AND key = ? AND id <> ?"
    return await value(connection, LEAGUES, condition, league.guild_id, league.key, league.id) is not None
