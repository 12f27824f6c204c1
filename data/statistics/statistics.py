"""What the sums say (``bot.stats.ports.StatisticsStore``).

Every question is answered from rows that were made for it, so what it costs goes by people, presets and
months, and not by how much was played.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from bot.stats.counting import Feat, PersonTallies, Tally, TallyKind, Thing
from bot.stats.ports import (
    Activity,
    AmountPlayed,
    CardCounts,
    Extreme,
    Extremes,
    Leaderboard,
    LeaderboardLine,
    LeaderboardMeasure,
    PlayedGame,
    Scope,
    Streak,
    StreakKind,
)
from data.connections import DatabaseReader, Parameters
from data.statistics.counting import ALL_TIME, ANY_PRESET, DEALT, NO_SEAT, NOBODY, STREAKS, TALLY, tally_of

_TALLIES: Final = f"SELECT kind, key, {', '.join(TALLY)} FROM tallies WHERE {{conditions}}"
_COURSE: Final = """
SELECT table_id, ended_at, preset, players, place, is_last, points, table_points FROM games_of
WHERE {conditions} ORDER BY ended_at DESC, table_id DESC LIMIT :limit
"""
_CONDITIONS: Final = {
    "guild": "guild_id = :guild",
    "preset": "preset = :preset",
    "seasons": "season_id IN (SELECT value FROM json_each(:seasons))",
}
"""What is asked of a row by a part of a scope. Only what is asked is said, so that SQLite finds its index."""

_SHOWN: Final = """
LEFT JOIN players ON players.user_id = {table}.user_id
WHERE {table}.user_id > 0 AND ({table}.user_id = :reader
    OR coalesce(json_extract(players.preferences, '$.statistics'), '') <> 'hidden')
"""
"""Who is on lists: no former player, and nobody who hides their statistics, but for who looks."""

_HIDDEN: Final = "SELECT user_id FROM players WHERE json_extract(preferences, '$.statistics') = 'hidden'"

_VALUES: Final[Mapping[LeaderboardMeasure, str]] = {
    LeaderboardMeasure.MEAN: "1.0 * sum(points) / sum(count)",
    LeaderboardMeasure.POINTS: "sum(points)",
    LeaderboardMeasure.WINS: "sum(won)",
    LeaderboardMeasure.WON: "1.0 * sum(won) / sum(count)",
    LeaderboardMeasure.GAMES: "sum(count)",
}
_LEADERBOARD: Final = f"""
WITH each AS (
    SELECT tallies.user_id, coalesce(players.name, '') AS name, sum(count) AS games, {{value}} AS value
    FROM tallies INDEXED BY tallies_of_games {_SHOWN.format(table="tallies")}
        AND tallies.guild_id = :guild AND kind = 'game' AND month = ''
        AND (:preset IS NULL OR preset = :preset)
        AND (:seasons IS NULL OR season_id IN (SELECT value FROM json_each(:seasons)))
    GROUP BY tallies.user_id HAVING sum(count) >= :minimum
), placed AS (
    SELECT *, rank() OVER (ORDER BY value DESC) AS place,
        row_number() OVER (ORDER BY value DESC, games DESC, user_id) - 1 AS position,
        count(*) OVER () AS total
    FROM each
)
SELECT * FROM placed WHERE position BETWEEN :start AND :end OR user_id = :reader ORDER BY position
"""
_EXTREMES: Final = f"""
SELECT tallies.user_id, coalesce(players.name, '') AS name, key, {{which}} AS points,
    {{which}}_table AS at_table, {{which}}_attempt AS attempt
FROM tallies INDEXED BY tallies_{{which}} {_SHOWN.format(table="tallies")}
    AND guild_id = :guild AND preset = :preset AND kind = :kind AND month = '' AND {{which}} IS NOT NULL
ORDER BY {{which}} {{order}}, at_table, attempt LIMIT :count
"""
_MONTHS: Final = """
SELECT DISTINCT month FROM tallies INDEXED BY tallies_of_deals
WHERE user_id = :user AND (:guild IS NULL OR guild_id = :guild) AND month <> '' AND kind = 'deal'
ORDER BY month DESC
"""
_PRESETS_OF: Final = """
SELECT preset, sum(count) AS games FROM tallies INDEXED BY tallies_of_deals
WHERE user_id = :user AND (:guild IS NULL OR guild_id = :guild) AND month = '' AND kind = 'deal'
GROUP BY preset ORDER BY games DESC, preset
"""
_PRESETS: Final = """
SELECT preset, sum(games) AS games FROM weeks WHERE guild_id = :guild GROUP BY preset
HAVING sum(games) > 0 ORDER BY games DESC, preset
"""
_WEEKS: Final = """
SELECT week, sum(games) AS games, sum(deals) AS deals, sum(seconds) AS seconds FROM weeks
WHERE guild_id = :guild AND week >= :since GROUP BY week ORDER BY week
"""
_BY_PRESET: Final = """
SELECT preset, sum(games) AS games, sum(deals) AS deals, sum(seconds) AS seconds FROM weeks
WHERE guild_id = :guild GROUP BY preset ORDER BY games DESC, preset
"""
_HOURS: Final = "SELECT hour, games FROM hours WHERE guild_id = :guild"
_PEOPLE: Final = """
SELECT count(DISTINCT user_id) AS people FROM tallies INDEXED BY tallies_of_games
WHERE guild_id = :guild AND kind = 'game' AND month = ''
"""
_HOURS_OF_A_WEEK: Final = 168


class StoredStatistics:
    """A StatisticsStore in SQLite."""

    def __init__(self, reader: DatabaseReader) -> None:
        self._reader = reader

    async def person(self, scope: Scope, user_id: int) -> PersonTallies:
        """All that was counted of somebody."""
        month = f"month = '{ALL_TIME}'" if scope.months is None else "month BETWEEN :first AND :last"
        sql = _TALLIES.format(conditions=_conditions(scope, month))
        tallies: dict[Thing, Tally] = {}
        for kind, key, *cells in await self._reader.rows(sql, _asked(scope, user=user_id)):
            thing, tally = Thing(TallyKind(kind), key), tally_of(cells)
            tallies[thing] = tallies[thing] + tally if thing in tallies else tally
        return PersonTallies(tallies)

    async def course(self, scope: Scope, user_id: int, limit: int) -> Sequence[PlayedGame]:
        """Their last games, the latest first."""
        months = "strftime('%Y-%m', ended_at, 'unixepoch') BETWEEN :first AND :last"
        sql = _COURSE.format(conditions=_conditions(scope, *([months] if scope.months else [])))
        return [
            PlayedGame(*row) for row in await self._reader.rows(sql, _asked(scope, user=user_id, limit=limit))
        ]

    async def streaks(self, guild_id: int, user_id: int, preset: str | None) -> Mapping[StreakKind, Streak]:
        """Their games in a row on a server, of all presets or one."""
        condition = "WHERE user_id = :user AND guild_id = :guild AND preset = :preset"
        asked = {"user": user_id, "guild": guild_id, "preset": preset or ANY_PRESET}
        rows = await self._reader.values(STREAKS, condition, asked)
        return {row: Streak() for row in StreakKind} | {
            StreakKind(one.kind): Streak(one.now, one.longest) for one in rows
        }

    async def months(self, guild_id: int | None, user_id: int) -> Sequence[str]:
        """The months in which they have played there, the latest first."""
        rows = await self._reader.rows(_MONTHS, {"guild": guild_id, "user": user_id})
        return [row["month"] for row in rows]

    async def presets(self, guild_id: int | None, user_id: int | None = None) -> Sequence[str]:
        """The presets of which games ended there (of somebody), the most played first."""
        sql = _PRESETS if user_id is None else _PRESETS_OF
        rows = await self._reader.rows(sql, {"guild": guild_id, "user": user_id})
        return [row["preset"] for row in rows]

    async def leaderboard(
        self, scope: Scope, measure: LeaderboardMeasure, minimum: int, first: int, count: int, reader: int
    ) -> Leaderboard:
        """Who has at least ``minimum`` games of a server, by a measure."""
        asked = _asked(scope, reader=reader, minimum=minimum, start=first, end=first + count - 1)
        rows = await self._reader.rows(_LEADERBOARD.format(value=_VALUES[measure]), asked)
        lines = {
            row["position"]: LeaderboardLine(
                row["place"], row["user_id"], row["name"], row["games"], row["value"]
            )
            for row in rows
        }
        shown = [line for position, line in lines.items() if first <= position < first + count]
        own = next((line for line in lines.values() if line.user_id == reader), None)
        if rows:
            return Leaderboard(shown, first, rows[0]["total"], own)
        if first:
            total = (await self.leaderboard(scope, measure, minimum, 0, 1, reader)).total
            return Leaderboard((), first, total, None)
        return Leaderboard((), first, 0, None)

    async def extremes(self, guild_id: int, preset: str, count: int, reader: int) -> Extremes:
        """The best and worst of a preset on a server, so many of each at most."""

        async def found(which: str, kind: TallyKind) -> Sequence[Extreme]:
            sql = _EXTREMES.format(which=which, order="DESC" if which == "best" else "ASC")
            asked = {
                "guild": guild_id,
                "preset": preset,
                "kind": kind.value,
                "count": count,
                "reader": reader,
            }
            return [
                Extreme(
                    row["user_id"],
                    row["name"],
                    row["key"],
                    Feat(row["points"], row["at_table"], row["attempt"]),
                )
                for row in await self._reader.rows(sql, asked)
            ]

        return Extremes(
            await found("best", TallyKind.CONTRACT),
            await found("worst", TallyKind.CONTRACT),
            await found("best", TallyKind.GAME),
            await found("worst", TallyKind.GAME),
        )

    async def activity(self, guild_id: int, since: str) -> Activity:
        """What was played on a server; the weeks from that Monday on, all else of all time."""
        asked = {"guild": guild_id, "since": since}
        weeks = await self._reader.rows(_WEEKS, asked)
        presets = await self._reader.rows(_BY_PRESET, asked)
        hours = {row["hour"]: row["games"] for row in await self._reader.rows(_HOURS, asked)}
        people = await self._reader.row(_PEOPLE, asked)
        assert people is not None
        return Activity(
            {row["week"]: AmountPlayed(row["games"], row["deals"], row["seconds"]) for row in weeks},
            {row["preset"]: AmountPlayed(row["games"], row["deals"], row["seconds"]) for row in presets},
            [hours.get(hour, 0) for hour in range(_HOURS_OF_A_WEEK)],
            people["people"],
        )

    async def hidden(self) -> frozenset[int]:
        """Who hides their statistics from others."""
        return frozenset(row["user_id"] for row in await self._reader.rows(_HIDDEN, {}))

    async def cards(self, guild_id: int, user_id: int | None) -> Sequence[CardCounts]:
        """How often each card came to each seat, or to one person, by pack."""
        condition = "WHERE guild_id = :guild AND user_id = :user ORDER BY deals DESC, pack, players, seat"
        asked = {"guild": guild_id, "user": NOBODY if user_id is None else user_id}
        return [
            CardCounts(
                one.pack,
                one.players,
                one.shuffled,
                None if one.seat == NO_SEAT else one.seat,
                one.deals,
                one.counts,
            )
            for one in await self._reader.values(DEALT, condition, asked)
        ]


def _conditions(scope: Scope, *more: str) -> str:
    given = _asked(scope)
    asked = [condition for name, condition in _CONDITIONS.items() if given[name] is not None]
    return " AND ".join(["user_id = :user", *more, *asked])


def _asked(scope: Scope, **more: int) -> Parameters:
    months = scope.months
    return {
        "guild": scope.guild_id,
        "preset": scope.preset,
        "seasons": None if scope.seasons is None else json.dumps(scope.seasons),
        "first": None if months is None else months.first,
        "last": None if months is None else months.last,
        **more,
    }
