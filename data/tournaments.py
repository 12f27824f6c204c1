"""Championships (``bot.tournaments.plan.TournamentStore``) in SQLite."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import aiosqlite

from bot.leagues.model import ClubError, ClubMember, League, SeasonFacts
from bot.nights.model import Series
from bot.tournaments.plan import Entrant, EntrantChange, Groups, Tournament, TournamentError
from data.connections import DatabaseReader, Writer, value
from data.leagues.leagues import add, create, done
from data.schema import ENTRANTS, SERIES, TOURNAMENTS

_OF_SERIES: Final = """
WHERE EXISTS (
    SELECT 1 FROM json_each(tournaments.groups) AS stage, json_each(stage.value) AS one WHERE one.value = :id
) AND league_id = (SELECT series.league_id FROM series WHERE series.id = :id)
"""


class StoredTournaments:
    """A TournamentStore."""

    def __init__(self, writer: Writer, reader: DatabaseReader) -> None:
        self._writer = writer
        self._reader = reader

    async def create(
        self, tournament: Tournament, league: League, season: SeasonFacts, creator: ClubMember, first: Series
    ) -> Tournament:
        """Keep a new one with its league and its first night. Raises ClubError ``name-taken``."""

        async def job(connection: aiosqlite.Connection) -> Tournament | ClubError:
            made = await create(connection, league, season, creator)
            if isinstance(made, ClubError):
                return made
            kept, season_id = made
            series_id = await add(connection, SERIES, replace(first, league_id=kept.id))
            new = replace(tournament, league_id=kept.id, season_id=season_id, groups=(Groups(series_id),))
            await connection.execute(TOURNAMENTS.insert, TOURNAMENTS.row(new))
            return new

        return await done(self._writer, job)

    async def tournament(self, league_id: int) -> Tournament | None:
        """That of a league."""
        return await self._reader.value(TOURNAMENTS, "WHERE league_id = :id", {"id": league_id})

    async def of_server(self, guild_id: int) -> Sequence[Tournament]:
        """Those of a server, the newest first."""
        condition = "WHERE guild_id = :id ORDER BY league_id DESC"
        return await self._reader.values(TOURNAMENTS, condition, {"id": guild_id})

    async def of_series(self, series_id: int) -> Tournament | None:
        """The one of which a series is."""
        return await self._reader.value(TOURNAMENTS, _OF_SERIES, {"id": series_id})

    async def change(self, tournament: Tournament, begun: Sequence[Series] = ()) -> Tournament:
        """Keep one as it is now, with a stage that begins. Raises TournamentError ``changed-meanwhile``."""

        async def job(connection: aiosqlite.Connection) -> Tournament | None:
            condition = "WHERE league_id = ? AND version = ?"
            before = await value(connection, TOURNAMENTS, condition, tournament.league_id, tournament.version)
            if before is None:
                return None
            after = replace(tournament, version=tournament.version + 1)
            if begun:
                ids = [await add(connection, SERIES, one) for one in begun]
                after = replace(after, groups=(*after.groups, Groups(*ids)))
            await connection.execute(TOURNAMENTS.update, TOURNAMENTS.keyed_last(TOURNAMENTS.row(after)))
            return after

        kept = await self._writer.run(job)
        if kept is None:
            raise TournamentError("changed-meanwhile")
        return kept

    async def entrants(self, league_id: int) -> Mapping[int, Entrant]:
        """Those of whom something is known, by account."""
        found = await self._reader.values(ENTRANTS, "WHERE league_id = :id", {"id": league_id})
        return {one.user_id: one for one in found}

    async def tell(self, league_id: int, user_id: int, change: EntrantChange) -> Entrant:
        """Keep what ``change`` makes of what is known of somebody by then."""
        new = Entrant(league_id, user_id)
        kept = await self._writer.change(ENTRANTS, (league_id, user_id), lambda known: change(known or new))
        assert kept is not None
        return kept
