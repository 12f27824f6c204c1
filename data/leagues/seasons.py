"""Seasons, their results and their standings (``bot.leagues.ports.SeasonStore``)."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Final, TypeVar

import aiosqlite

from bot.leagues.errors import ClubError
from bot.leagues.model import (
    ClubMember,
    Event,
    Gain,
    ListedMember,
    NightFacts,
    Report,
    SeasonFacts,
    SeasonResult,
    StandingsPage,
)
from bot.leagues.ports import DealRow
from bot.leagues.season.corrections import History
from bot.leagues.season.model import Bye, Correction, Guest, Night, Season, SeasonGame
from bot.leagues.season.scoring import WIN, level_of
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.season.standings import AllTime, AllTimeTable
from data.leagues import brought, byes, corrections, game_ids, night_list, ratings, whole
from data.leagues.bell import ChangeNotifier
from data.leagues.ground import SeasonSnapshot, people_of, value
from data.leagues.leagues import add, done
from data.leagues.standings import settle_all, settle_settings
from data.reader import DatabaseReader
from data.schema import (
    DISPUTES,
    GAINS,
    GAMES_NOW,
    NIGHTS,
    RATINGS,
    REPORTS,
    SEASON_GUESTS,
    SEASONS,
)
from data.season_rows import GameNow, KeptDispute, exact
from data.writer import Writer

T = TypeVar("T")

_OPEN_TABLES: Final = """
SELECT id FROM tables WHERE season_id = ? AND state IN ('lobby', 'playing', 'adjourned') ORDER BY id
"""

# Positions are counted from 0 without gaps. The reader's row is always there, if only for the total.
_PAGE: Final = """
WITH every AS (
    SELECT coalesce(max(position) + 1, 0) AS total FROM standings WHERE season_id = :id AND before = 0
), shown AS (
    SELECT player FROM standings
    WHERE season_id = :id AND before = 0 AND position >= :first AND position < :end
    UNION SELECT :member
)
SELECT standings.position, standings.player, league_members.name, standings.place, standings.value,
    standings.nights, standings.games, standings.wins, earlier.place AS before_place, standings.form,
    every.total
FROM every, shown
LEFT JOIN standings ON standings.season_id = :id AND standings.before = 0
    AND standings.player = shown.player
LEFT JOIN seasons ON seasons.id = standings.season_id
LEFT JOIN league_members ON league_members.league_id = seasons.league_id
    AND league_members.id = standings.player
LEFT JOIN standings AS earlier ON earlier.season_id = standings.season_id AND earlier.before = 1
    AND earlier.player = standings.player
ORDER BY standings.position
"""

_ALL_TIME: Final = """
SELECT season_id, member, players, sum(points) AS points, count(*) AS games, sum(wins) AS wins
FROM shares JOIN seasons ON seasons.id = shares.season_id
WHERE league_id = :id AND points IS NOT NULL GROUP BY season_id, member, players
"""

_CHOSEN: Final = "SELECT * FROM games_now WHERE season_id = :id AND {condition}"
_RESULTS: Final = f"""
SELECT {GAMES_NOW.names}, league_games.table_id AS table_id, postings.channel_id, postings.message_id
FROM ({{chosen}}) AS games_now
LEFT JOIN league_games ON league_games.season_id = games_now.season_id AND league_games.id = games_now.id
LEFT JOIN postings ON postings.nonce = (
    SELECT min(nonce) FROM postings WHERE subject = 'table ' || league_games.table_id AND kind = 'result'
        AND message_id IS NOT NULL
)
ORDER BY games_now.ended DESC, games_now.id DESC
"""
_LATEST: Final = _RESULTS.format(chosen=f"{_CHOSEN} ORDER BY ended DESC, id DESC LIMIT :count OFFSET :first")
_OF_NIGHT: Final = _RESULTS.format(chosen=_CHOSEN.format(condition="night = :night"))
_ONE: Final = _RESULTS.format(chosen=_CHOSEN.format(condition="id = :game"))
_VOID: Final = """
SELECT 1 FROM league_games JOIN games_now USING (season_id, id)
WHERE league_games.table_id = :table AND games_now.void
"""
_OF_MEMBER: Final = """
id IN (SELECT game.id FROM games_now AS game, json_each(game.seats) AS seat
    WHERE game.season_id = :id AND (json_extract(seat.value, '$[1]') = :member
        OR EXISTS (SELECT 1 FROM json_each(seat.value, '$[3]') AS gone WHERE gone.value = :member)))
"""

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

_UNRATED: Final = """
SELECT season_id FROM games_now LEFT JOIN rated USING (season_id) WHERE counts = 1
    AND (rated.ended IS NULL OR (games_now.ended, games_now.id) > (rated.ended, rated.game))
GROUP BY season_id
"""


class StoredSeasons:
    """A SeasonStore in SQLite."""

    def __init__(self, writer: Writer, reader: DatabaseReader, games_changed: ChangeNotifier) -> None:
        self._writer = writer
        self._reader = reader
        self._games_changed = games_changed

    async def seasons(self, league_id: int) -> Sequence[SeasonFacts]:
        """All of a league, in order."""
        return await self._reader.values(SEASONS, "WHERE league_id = :id ORDER BY number", {"id": league_id})

    async def facts(self, season_id: int) -> SeasonFacts | None:
        """A season."""
        return await self._reader.value(SEASONS, "WHERE id = :id", {"id": season_id})

    async def whole(self, season_id: int) -> Season:
        """All that a season's standings follow from."""
        return await whole.whole(self._reader, season_id)

    async def page(self, season_id: int, first: int, count: int, member: str | None = None) -> StandingsPage:
        """So many lines of the standings from the ``first`` on, and the line of a member."""
        asked = {"id": season_id, "first": first, "end": first + count, "member": member}
        rows = await self._reader.rows(_PAGE, asked)
        found = [(row["position"], _listed(row)) for row in rows if row["player"] is not None]
        return StandingsPage(
            lines=tuple(line for position, line in found if first <= position < first + count),
            first=first,
            total=rows[0]["total"],
            own=next((line for _, line in found if line.member == member), None),
        )

    async def all_time(self, league_id: int) -> Sequence[AllTime]:
        """The table of all time (L16)."""
        facts = {one.id: one for one in await self.seasons(league_id)}
        table = AllTimeTable()
        for row in await self._reader.rows(_ALL_TIME, {"id": league_id}):
            season = facts[row["season_id"]]
            level = level_of(season.settings, season.levels, row["players"])
            table.add(row["member"], level * row["points"], row["games"], row["wins"])
        return table.ranked()

    async def nights(self, season_id: int) -> Sequence[NightFacts]:
        """All nights of a season, in their order."""
        return await night_list.nights(self._reader, season_id)

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
            await settle_all(connection, begun.id)
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
            changed = replace(ground.facts, settings=after)
            await connection.execute(SEASONS.update, SEASONS.keyed_last(SEASONS.row(changed)))
            await settle_settings(connection, season_id, before)
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
            row = NIGHTS.row(night, season_id, len(ground.nights))
            await connection.execute(NIGHTS.insert, row)
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
            return None if await byes.sat_out(ground, [bye]) else ClubError("same-bye")

        await done(self._writer, job)

    # Results

    async def results(
        self, season_id: int, first: int, count: int, member: str | None = None
    ) -> tuple[Sequence[SeasonResult], int]:
        """So many games, a member's or all, the latest first, and how many there are."""
        condition = "TRUE" if member is None else _OF_MEMBER
        asked = {"id": season_id, "first": first, "count": count, "member": member}
        rows = await self._reader.rows(_LATEST.format(condition=condition), asked)
        sql = f"SELECT count(*) AS total FROM games_now WHERE season_id = :id AND {condition}"
        total = await self._reader.row(sql, asked)
        assert total is not None
        return await self._results(season_id, rows), total["total"]

    async def of_night(self, season_id: int, night: str) -> Sequence[SeasonResult]:
        """The games of a night, the earliest first."""
        rows = await self._reader.rows(_OF_NIGHT, {"id": season_id, "night": night})
        return [*reversed(await self._results(season_id, rows))]

    async def result(self, season_id: int, game: str) -> SeasonResult | None:
        """A game."""
        asked = {"id": season_id, "game": game}
        rows = await self._reader.rows(_ONE, asked)
        return next(iter(await self._results(season_id, rows)), None)

    async def _results(self, season_id: int, rows: Sequence[sqlite3.Row]) -> list[SeasonResult]:
        cells = len(GAMES_NOW.columns)
        games = [(GAMES_NOW.value(tuple(row)[:cells]), row) for row in rows]
        people = {one for now, _ in games for one in people_of(_game(now))}
        asked = {"id": season_id, "people": json.dumps([*people])}
        names = {row["id"]: row["name"] for row in await self._reader.rows(_NAMES, asked)}
        return [
            SeasonResult(
                game=_game(now),
                void=now.void,
                events=now.events,
                names={one: names[one] for one in people_of(_game(now)) if one in names},
                table_id=row["table_id"],
                channel_id=row["channel_id"],
                message_id=row["message_id"],
            )
            for now, row in games
        ]

    async def is_void(self, table_id: int) -> bool:
        """Whether the game at a table counts for nothing in its season."""
        return await self._reader.row(_VOID, {"table": table_id}) is not None

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
            if report.id and await game_ids.counts_already(connection, report.season_id, report.id):
                return ClubError("no-such-report")
            if report.id:
                await connection.execute(REPORTS.upsert, REPORTS.row(report))
            made = report if report.id else replace(report, id=await add(connection, REPORTS, report))
            name = await game_ids.of_report(connection, report.season_id, made.id)
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
            refused = await corrections.take_in(connection, report.season_id, report.game)
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
        return await asyncio.to_thread(_events, await self.whole(season_id))

    async def correct(
        self,
        season_id: int,
        correction: Correction,
        seen: int | None = None,
        guests: Sequence[Guest] = (),
    ) -> None:
        """Make a correction. Raises ClubError with the code of L17, ``corrected-meanwhile``."""

        async def job(connection: aiosqlite.Connection) -> ClubError | None:
            refused = await corrections.make(connection, season_id, correction, seen)
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

    async def _change_games(self, job: Callable[[aiosqlite.Connection], Awaitable[T | ClubError]]) -> T:
        """Run a job by which games may become others. Raises ClubError."""
        answer = await done(self._writer, job)
        self._games_changed.ring()
        return answer

    # Ratings

    def listen(self, heard: Callable[[], None]) -> None:
        """Have a function called whenever games of a season may have become others."""
        self._games_changed.listen(heard)

    async def rate(self, key: int, most: int, /) -> tuple[int, int]:
        """Rate at most so many more games of a season; how many are, and how many there are to be."""
        return await self._writer.run(lambda connection: ratings.rate(connection, key, most))

    async def ratings(self, season_id: int) -> Mapping[str, tuple[float, float]]:
        """The ratings of people, mu and sigma, as far as they have got."""
        found = await self._reader.values(RATINGS, "WHERE season_id = :id ORDER BY person", {"id": season_id})
        return {one.person: (one.mu, one.sigma) for one in found}

    async def unrated(self) -> Sequence[int]:
        """The seasons of which not all games are rated."""
        return [row["season_id"] for row in await self._reader.rows(_UNRATED)]


def _events(season: Season) -> list[Event]:
    standing = History(season).standing()
    return [Event(one, one.id in standing) for one in season.corrections]


def _listed(row: sqlite3.Row) -> ListedMember:
    _, player, name, place, value, nights, games, wins, before, form, _ = row
    return ListedMember(
        member=player,
        name=name,
        place=place,
        value=exact(value),
        nights=nights,
        games=games,
        wins=Fraction(wins, WIN),
        moved=None if before is None or place is None else before - place,
        form=tuple(json.loads(form)),
    )


def _game(now: GameNow) -> SeasonGame:
    night = None if " " in now.night else now.night
    return SeasonGame.of(now.id, night, now.started, now.ended, None, now.seats)
