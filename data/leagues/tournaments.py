"""Championships (``bot.tournaments.plan.TournamentStore``) in SQLite."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import aiosqlite

from bot.leagues.calculated import CalculatedSeason
from bot.leagues.model import ClubError, ClubMember, League, SeasonFacts
from bot.leagues.season.model import Season
from bot.nights.model import NightPlace, Series
from bot.tournaments.model import Group
from bot.tournaments.plan import EntrantChange, EntrantFacts, StageSeries, TournamentError, TournamentFacts
from bot.tournaments.played import PlayedGroup, misplaced, tournament_of
from data.connections import DatabaseReader, Writer, value, values
from data.leagues.leagues import add, create, done
from data.schema import ENTRANTS, EVENINGS, LEAGUE_MEMBERS, SERIES, TOURNAMENTS

_OF_SERIES: Final = """
WHERE EXISTS (
    SELECT 1 FROM json_each(tournaments.groups) AS stage, json_each(stage.value) AS one WHERE one.value = :id
) AND league_id = (SELECT series.league_id FROM series WHERE series.id = :id)
"""
_THROW_AWAY: Final = """
DELETE FROM leagues WHERE id = (SELECT league_id FROM tournaments WHERE league_id = ? AND groups = '[]')
"""


_ROUNDS: Final = """
SELECT league_games.id, tables.place FROM league_games JOIN tables ON tables.id = league_games.table_id
WHERE league_games.season_id = ? AND tables.place IS NOT NULL
"""


async def unseats(
    connection: aiosqlite.Connection,
    season_id: int,
    change: Callable[[Season], Season],
    calculated: Callable[[], Awaitable[CalculatedSeason]],
) -> bool:
    """Whether a game or a bye of a tournament would be one that somebody is not through to, were its season
    what ``change`` makes of it (T5)."""
    tournament = await value(connection, TOURNAMENTS, "WHERE season_id = ?", season_id)
    if tournament is None or tournament.stage < 1:
        return False
    season = (await calculated()).season
    after = change(season)
    members = await values(connection, LEAGUE_MEMBERS, "WHERE league_id = ?", tournament.league_id)
    accounts = {one.id: one.user_id for one in members if one.user_id is not None}
    entrants = await values(connection, ENTRANTS, "WHERE league_id = ?", tournament.league_id)
    found = await connection.execute_fetchall(_ROUNDS, (season_id,))
    rounds = {row[0]: NightPlace.read(row[1])[1].round for row in found}
    played: list[PlayedGroup] = []
    for stage, groups in enumerate(tournament.groups):
        for group, series_id in zip(Group, groups, strict=True):
            for one in await values(connection, EVENINGS, "WHERE series_id = ?", series_id):
                played.append(PlayedGroup.of(one, stage, group, rounds))
    known = {one.user_id: one for one in entrants}
    wrong, more = (
        misplaced(tournament_of(tournament, known, one, accounts, played), accounts, played)
        for one in (season, after)
    )
    return not more <= wrong


class StoredTournaments:
    """A TournamentStore."""

    def __init__(self, writer: Writer, reader: DatabaseReader) -> None:
        self._writer = writer
        self._reader = reader

    async def create(
        self, tournament: TournamentFacts, league: League, season: SeasonFacts, creator: ClubMember
    ) -> TournamentFacts:
        """Keep a new one with its league. Raises ClubError ``name-taken``."""

        async def job(connection: aiosqlite.Connection) -> TournamentFacts | ClubError:
            made = await create(connection, league, season, creator)
            if isinstance(made, ClubError):
                return made
            kept, season_id = made
            new = replace(tournament, league_id=kept.id, season_id=season_id)
            await connection.execute(TOURNAMENTS.insert, TOURNAMENTS.row(new))
            return new

        return await done(self._writer, job)

    async def throw_away(self, league_id: int) -> bool:
        """Forget one that is not announced, with its league; whether it was there."""

        async def job(connection: aiosqlite.Connection) -> bool:
            gone = await connection.execute(_THROW_AWAY, (league_id,))
            return gone.rowcount > 0

        return await self._writer.run(job)

    async def tournament(self, league_id: int) -> TournamentFacts | None:
        """That of a league."""
        return await self._reader.value(TOURNAMENTS, "WHERE league_id = :id", {"id": league_id})

    async def of_server(self, guild_id: int) -> Sequence[TournamentFacts]:
        """Those of a server, the newest first."""
        condition = "WHERE guild_id = :id ORDER BY league_id DESC"
        return await self._reader.values(TOURNAMENTS, condition, {"id": guild_id})

    async def running(self) -> Sequence[TournamentFacts]:
        """Those that are not over, in order."""
        return await self._reader.values(TOURNAMENTS, "WHERE ended_at IS NULL ORDER BY league_id")

    async def of_series(self, series_id: int) -> TournamentFacts | None:
        """The one of which a series is."""
        return await self._reader.value(TOURNAMENTS, _OF_SERIES, {"id": series_id})

    async def change(self, tournament: TournamentFacts, begun: Sequence[Series] = ()) -> TournamentFacts:
        """Keep one as it is now, with a stage that begins. Raises TournamentError ``changed-meanwhile``."""

        async def job(connection: aiosqlite.Connection) -> TournamentFacts | None:
            condition = "WHERE league_id = ? AND version = ?"
            before = await value(connection, TOURNAMENTS, condition, tournament.league_id, tournament.version)
            if before is None:
                return None
            after = replace(tournament, version=tournament.version + 1)
            if begun:
                ids = [await add(connection, SERIES, one) for one in begun]
                after = replace(after, groups=(*after.groups, StageSeries(*ids)))
            await connection.execute(TOURNAMENTS.update, TOURNAMENTS.keyed_last(TOURNAMENTS.row(after)))
            return after

        kept = await self._writer.run(job)
        if kept is None:
            raise TournamentError("changed-meanwhile")
        return kept

    async def entrants(self, league_id: int) -> Mapping[int, EntrantFacts]:
        """Those of whom something is known, by account."""
        found = await self._reader.values(ENTRANTS, "WHERE league_id = :id", {"id": league_id})
        return {one.user_id: one for one in found}

    async def tell(self, league_id: int, user_id: int, change: EntrantChange) -> EntrantFacts:
        """Keep what ``change`` makes of what is known of somebody by then."""
        new = EntrantFacts(league_id, user_id)
        kept = await self._writer.change(ENTRANTS, (league_id, user_id), lambda known: change(known or new))
        assert kept is not None
        return kept
