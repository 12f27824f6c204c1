"""Seasons, their results and their standings (``bot.leagues.ports.SeasonStore``)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Final, TypeVar

import aiosqlite

from bot.leagues.calculated import CalculatedSeason
from bot.leagues.model import (
    ClubError,
    ClubMember,
    Event,
    Gain,
    NightFacts,
    Report,
    SeasonFacts,
    SeasonResult,
    StandingsPage,
)
from bot.leagues.ports import DealRow
from bot.leagues.season.model import Bye, Correction, Guest, Night, Season, SeasonGame
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.season.standings import AllTime, all_time
from data.connections import ChangeNotifier, DatabaseReader, Writer, value
from data.leagues import brought, games
from data.leagues.games import SeasonSnapshot, people_of
from data.leagues.leagues import add, done
from data.leagues.standings import CalculatedSeasons, season_changed
from data.leagues.tournaments import unseats
from data.schema import DISPUTES, GAINS, NIGHTS, REPORTS, SEASON_GUESTS, SEASONS, KeptDispute

T = TypeVar("T")

_OPEN_TABLES: Final = """
SELECT id FROM tables WHERE season_id = ? AND state IN ('lobby', 'playing', 'adjourned') ORDER BY id
"""

_PLACES: Final = """
SELECT league_games.id, league_games.table_id, postings.channel_id, postings.message_id FROM league_games
LEFT JOIN postings ON postings.nonce = (
    SELECT min(nonce) FROM postings WHERE subject = 'table ' || league_games.table_id AND kind = 'result'
        AND message_id IS NOT NULL
)
WHERE league_games.season_id = :id AND league_games.id IN (SELECT value FROM json_each(:games))
"""

_OF_TABLE: Final = "SELECT season_id, id FROM league_games WHERE table_id = :table"
_NAMES: Final = """
SELECT CAST(user_id AS TEXT) AS id, name FROM players
WHERE CAST(user_id AS TEXT) IN (SELECT value FROM json_each(:people))
UNION ALL
SELECT league_members.id AS id, league_members.name AS name FROM league_members
JOIN seasons ON seasons.league_id = league_members.league_id
WHERE seasons.id = :id AND league_members.id IN (SELECT value FROM json_each(:people))
UNION ALL
SELECT id, name FROM season_guests WHERE season_id = :id AND id IN (SELECT value FROM json_each(:people))
"""

_DEALS: Final = """
SELECT league_games.id AS game, deals.deal AS deal, deals.dealer AS dealer, deals.contract AS contract,
    CASE deals.trump WHEN 'C' THEN 0 WHEN 'D' THEN 1 WHEN 'H' THEN 2 WHEN 'S' THEN 3 END AS trump,
    points.seat AS seat, results.name AS name, points.points AS points
FROM league_games JOIN deals ON deals.table_id = league_games.table_id
JOIN points ON points.table_id = deals.table_id AND points.attempt = deals.attempt
JOIN results ON results.table_id = deals.table_id AND results.seat = points.seat
WHERE league_games.season_id = :id ORDER BY league_games.ended, league_games.id, deals.deal, points.seat
"""


class StoredSeasons:
    """A SeasonStore in SQLite."""

    def __init__(
        self,
        writer: Writer,
        reader: DatabaseReader,
        calculated: CalculatedSeasons,
        games_changed: ChangeNotifier,
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._calculated = calculated
        self._games_changed = games_changed

    async def seasons(self, league_id: int) -> Sequence[SeasonFacts]:
        """All of a league, in order."""
        return await self._reader.values(SEASONS, "WHERE league_id = :id ORDER BY number", {"id": league_id})

    async def facts(self, season_id: int) -> SeasonFacts | None:
        """A season."""
        return await self._reader.value(SEASONS, "WHERE id = :id", {"id": season_id})

    async def whole(self, season_id: int) -> Season:
        """All that a season's standings follow from."""
        return (await self._calculated.of(season_id)).season

    async def page(self, season_id: int, first: int, count: int, member: str | None = None) -> StandingsPage:
        """So many lines of the standings from the ``first`` on, and the line of a member."""
        lines = (await self._calculated.of(season_id)).lines
        return StandingsPage(
            lines=lines[first : first + count],
            first=first,
            total=len(lines),
            own=next((one for one in lines if one.member == member), None),
        )

    async def all_time(self, league_id: int) -> Sequence[AllTime]:
        """The table of all time (L16)."""
        seasons = [await self._calculated.of(one.id) for one in await self.seasons(league_id)]
        return await asyncio.to_thread(lambda: all_time([one.totals for one in seasons]))

    async def nights(self, season_id: int) -> Sequence[NightFacts]:
        """All nights of a season, in their order."""
        return (await self._calculated.of(season_id)).nights

    async def begin(self, season: SeasonFacts) -> SeasonFacts:
        """Begin a season with those who are members. Raises ClubError ``season-open``."""

        async def job(connection: aiosqlite.Connection) -> SeasonFacts | ClubError:
            cells = (season.league_id,)
            sql = "SELECT max(number), max(closed IS NULL) FROM seasons WHERE league_id = ?"
            ((last, is_open),) = await connection.execute_fetchall(sql, cells)
            if is_open:
                return ClubError("season-open")
            begun = replace(season, number=(last or 0) + 1)
            begun = replace(begun, id=await add(connection, SEASONS, begun))
            await connection.execute(
                "INSERT INTO season_members (season_id, id, since, joined)"
                " SELECT ?, id, 0, joined FROM league_members WHERE league_id = ? AND left IS NULL",
                (begun.id, *cells),
            )
            return begun

        return await done(self._writer, job)

    async def close(self, season_id: int, on: date) -> None:
        """Close a season. Raises ClubError ``season-closed``, ``tables-running``."""

        async def job(connection: aiosqlite.Connection) -> ClubError | None:
            ground = await SeasonSnapshot.of(connection, season_id)
            if not ground.facts.is_open:
                return ClubError("season-closed")
            running = [str(row[0]) for row in await connection.execute_fetchall(_OPEN_TABLES, (season_id,))]
            if running:
                return ClubError("tables-running", tables=", ".join(running))
            closed = replace(ground.facts, closed=on)
            await connection.execute(SEASONS.update, SEASONS.keyed_last(SEASONS.row(closed)))
            return None

        await done(self._writer, job)

    async def change_settings(self, season_id: int, before: SeasonSettings, after: SeasonSettings) -> None:
        """Have the standings follow other settings. Raises ClubError ``settings-changed``,
        ``season-closed``."""

        async def job(connection: aiosqlite.Connection) -> ClubError | None:
            ground = await SeasonSnapshot.of(connection, season_id)
            if not ground.facts.is_open:
                return ClubError("season-closed")
            if ground.facts.settings != before:
                return ClubError("settings-changed")
            if await self._is_played_on(connection, season_id, lambda one: replace(one, settings=after)):
                return ClubError("played-on")
            changed = replace(ground.facts, settings=after)
            await connection.execute(SEASONS.update, SEASONS.keyed_last(SEASONS.row(changed)))
            await season_changed(connection, season_id)
            return None

        await self._change_games(job)

    async def planned_nights(self, season_id: int) -> Sequence[Night]:
        """The nights that are planned."""
        return await self._reader.values(NIGHTS, "WHERE season_id = :id ORDER BY number", {"id": season_id})

    async def add_night(self, season_id: int, night: Night) -> None:
        """A night is planned. Raises ClubError ``same-night``, ``season-closed``."""

        async def job(connection: aiosqlite.Connection) -> ClubError | None:
            ground = await SeasonSnapshot.of(connection, season_id)
            if not ground.facts.is_open:
                return ClubError("season-closed")
            if any(one.id == night.id for one in ground.nights):
                return ClubError("same-night")
            await games.plan(ground, night)
            return None

        await done(self._writer, job)

    async def add_bye(self, season_id: int, bye: Bye) -> None:
        """A member sat out a round. Raises ClubError ``season-closed``, ``unknown-night``,
        ``unknown-member``, ``same-bye``."""

        async def job(connection: aiosqlite.Connection) -> ClubError | None:
            ground = await SeasonSnapshot.of(connection, season_id)
            if not ground.facts.is_open:
                return ClubError("season-closed")
            if not any(one.id == bye.night for one in ground.nights):
                return ClubError("unknown-night")
            if not await ground.members([bye.player]):
                return ClubError("unknown-member")
            return None if await games.sat_out(ground, [bye]) else ClubError("same-bye")

        await done(self._writer, job)

    # Results

    async def results(
        self, season_id: int, first: int, count: int, member: str | None = None
    ) -> tuple[Sequence[SeasonResult], int]:
        """So many games, a member's or all, the latest first, and how many there are."""
        season = await self._calculated.of(season_id)
        found = season.games if member is None else await asyncio.to_thread(season.of_member, member)
        return await self._results(season_id, season, found[first : first + count]), len(found)

    async def of_night(self, season_id: int, night: str) -> Sequence[SeasonResult]:
        """The games of a night, the earliest first."""
        season = await self._calculated.of(season_id)
        found = await asyncio.to_thread(season.of_night, night)
        return await self._results(season_id, season, found)

    async def result(self, season_id: int, game: str) -> SeasonResult | None:
        """A game."""
        season = await self._calculated.of(season_id)
        found = [one for one in season.games if one.id == game]
        return next(iter(await self._results(season_id, season, found)), None)

    async def _results(
        self, season_id: int, season: CalculatedSeason, found: Sequence[SeasonGame]
    ) -> list[SeasonResult]:
        people = {one for game in found for one in people_of(game)}
        asked = {"id": season_id, "people": json.dumps([*people])}
        names = {row["id"]: row["name"] for row in await self._reader.rows(_NAMES, asked)}
        asked = {"id": season_id, "games": json.dumps([game.id for game in found])}
        places = {row[0]: tuple(row)[1:] for row in await self._reader.rows(_PLACES, asked)}
        return [
            SeasonResult(
                game,
                game.id in season.void,
                season.events.get(game.id, 0),
                {one: names[one] for one in people_of(game) if one in names},
                *places.get(game.id, ()),
            )
            for game in found
        ]

    async def is_void(self, table_id: int) -> bool:
        """Whether the game at a table counts for nothing in its season."""
        row = await self._reader.row(_OF_TABLE, {"table": table_id})
        return row is not None and row["id"] in (await self._calculated.of(row["season_id"])).void

    async def gains(self, table_id: int) -> Sequence[Gain]:
        """What the game at a table did to its members' standing, by seat."""
        return await self._reader.values(GAINS, "WHERE table_id = :id ORDER BY number", {"id": table_id})

    async def deals(self, season_id: int) -> Sequence[DealRow]:
        """The deals of all games that were played at tables, in order."""
        return [DealRow(*row) for row in await self._reader.rows(_DEALS, {"id": season_id})]

    async def report(self, report: Report) -> Report:
        """Keep a game on paper; returns it with its id. Raises ClubError ``season-closed``,
        ``no-such-report``."""

        async def job(connection: aiosqlite.Connection) -> Report | ClubError:
            ground = await SeasonSnapshot.of(connection, report.season_id)
            if not ground.facts.is_open:
                return ClubError("season-closed")
            kept = await value(connection, REPORTS, "WHERE id = ?", report.id)
            if kept is not None and kept.text == report.text:
                return kept
            if report.id and await games.counts_already(connection, report.season_id, report.id):
                return ClubError("no-such-report")
            if report.id:
                await connection.execute(REPORTS.upsert, REPORTS.row(report))
            made = report if report.id else replace(report, id=await add(connection, REPORTS, report))
            name = await games.id_of_report(connection, report.season_id, made.id)
            made = replace(made, game=made.game._replace(id=name))
            await connection.execute(REPORTS.update, REPORTS.keyed_last(REPORTS.row(made)))
            return made

        return await done(self._writer, job)

    async def reported(self, report_id: int) -> Report | None:
        """A game on paper that waits."""
        return await self._reader.value(REPORTS, "WHERE id = :id", {"id": report_id})

    async def waiting_reports(self, season_id: int) -> Sequence[Report]:
        """All that wait, the oldest first."""
        return await self._reader.values(REPORTS, "WHERE season_id = :id ORDER BY id", {"id": season_id})

    async def dispute(self, season_id: int, game: str) -> int | None:
        """The thread in which a game's result is disputed."""
        asked = {"id": season_id, "game": game}
        found = await self._reader.value(DISPUTES, "WHERE season_id = :id AND game = :game", asked)
        return None if found is None else found.thread_id

    async def keep_dispute(self, season_id: int, game: str, thread_id: int) -> None:
        """A game's result is disputed in that thread."""

        async def job(connection: aiosqlite.Connection) -> None:
            row = DISPUTES.row(KeptDispute(game, thread_id), season_id)
            await connection.execute(DISPUTES.upsert, row)

        await self._writer.run(job)

    async def confirm(self, report_id: int, user_id: int | None) -> Report | None:
        """A player has said that a game is right, or (None) an organiser for all. Raises ClubError."""

        async def job(connection: aiosqlite.Connection) -> Report | ClubError | None:
            report = await value(connection, REPORTS, "WHERE id = ?", report_id)
            if report is None:
                return ClubError("no-such-report")
            awaited = tuple(one for one in report.awaited if user_id is not None and one != user_id)
            if awaited:
                left = replace(report, awaited=awaited)
                await connection.execute(REPORTS.update, REPORTS.keyed_last(REPORTS.row(left)))
                return left
            if await self._is_played_on(
                connection, report.season_id, lambda one: replace(one, games=(*one.games, report.game))
            ):
                return ClubError("played-on")
            refused = await games.take_in(connection, report.season_id, report.game)
            if refused is None:
                rows = [SEASON_GUESTS.row(one, report.season_id) for one in report.guests]
                await connection.executemany(SEASON_GUESTS.upsert, rows)
                await connection.execute("DELETE FROM reports WHERE id = ?", (report_id,))
            return refused

        return await self._change_games(job)

    async def withdraw(self, report_id: int) -> None:
        """A game on paper is not to count."""
        await self._writer.execute("DELETE FROM reports WHERE id = ?", (report_id,))

    # Corrections

    async def events(self, season_id: int) -> Sequence[Event]:
        """All corrections, in order (L17)."""
        return (await self._calculated.of(season_id)).log

    async def correct(
        self,
        season_id: int,
        correction: Correction,
        seen: int | None = None,
        guests: Sequence[Guest] = (),
    ) -> None:
        """Make a correction. Raises ClubError with the code of L17, ``corrected-meanwhile``."""

        async def job(connection: aiosqlite.Connection) -> ClubError | None:
            if await self._is_played_on(
                connection, season_id, lambda one: replace(one, corrections=(*one.corrections, correction))
            ):
                return ClubError("played-on")
            refused = await games.correct(connection, season_id, correction, seen)
            if refused is None:
                rows = [SEASON_GUESTS.row(one, season_id) for one in guests]
                await connection.executemany(SEASON_GUESTS.upsert, rows)
            return refused

        await self._change_games(job)

    # Seasons that are brought along

    async def bring(
        self, facts: SeasonFacts, season: Season, known: Mapping[str, ClubMember], *, open_now: bool
    ) -> SeasonFacts:
        """Keep a season that was played elsewhere. Raises ClubError ``season-not-empty``,
        ``season-overlaps``."""
        return await self._change_games(
            lambda connection: brought.bring(connection, facts, season, known, open_now=open_now)
        )

    async def take_back(self, season_id: int) -> None:
        """Undo ``bring``. Raises ClubError ``season-in-use``."""
        await self._change_games(lambda connection: brought.take_back(connection, season_id))

    async def _is_played_on(
        self, connection: aiosqlite.Connection, season_id: int, change: Callable[[Season], Season]
    ) -> bool:
        """Whether a change would take the ground from a stage of a tournament that is played (T5)."""
        return await unseats(
            connection, season_id, change, partial(self._calculated.within, connection, season_id)
        )

    async def _change_games(self, job: Callable[[aiosqlite.Connection], Awaitable[T | ClubError]]) -> T:
        """Run a job by which games may become others. Raises ClubError."""
        answer = await done(self._writer, job)
        self._games_changed.ring()
        return answer

    async def ratings(self, season_id: int) -> Mapping[str, tuple[float, float]]:
        """The ratings of people, mu and sigma (L20)."""
        season = await self._calculated.of(season_id)
        return await asyncio.to_thread(lambda: season.ratings)
