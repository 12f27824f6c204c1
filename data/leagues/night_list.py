"""The nights of a season with what has come of them, without looking at each game."""

from __future__ import annotations

from datetime import date
from typing import Final

from bot.leagues.model import NightFacts
from data.reader import DatabaseReader

_NIGHTS: Final = """
WITH played AS (
    SELECT night, count(*) AS games FROM games_now WHERE season_id = :id AND counts = 1 GROUP BY night
), there AS (
    SELECT night, count(DISTINCT member) AS people FROM shares WHERE season_id = :id GROUP BY night
), sat_out AS (
    SELECT DISTINCT night FROM byes WHERE season_id = :id
), every AS (
    SELECT id, date, 1 AS planned, number FROM nights WHERE season_id = :id
    UNION ALL
    SELECT night, substr(night, 6), 0, 0 FROM played WHERE night GLOB 'free *'
)
SELECT every.id, every.date, every.planned, coalesce(played.games, 0) AS games,
    coalesce(there.people, 0) AS people, played.night IS NOT NULL OR sat_out.night IS NOT NULL AS held
FROM every
LEFT JOIN played ON played.night = every.id
LEFT JOIN there ON there.night = every.id
LEFT JOIN sat_out ON sat_out.night = every.id
ORDER BY every.date, every.planned DESC, every.number
"""


async def nights(reader: DatabaseReader, season_id: int) -> list[NightFacts]:
    """All nights of a season, in their order. Raises StoreError."""
    return [
        NightFacts(
            id=row["id"],
            date=date.fromisoformat(row["date"]),
            planned=bool(row["planned"]),
            held=bool(row["held"]),
            games=row["games"],
            people=row["people"],
        )
        for row in await reader.rows(_NIGHTS, {"id": season_id})
    ]
