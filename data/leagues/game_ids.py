"""What games of a season are called that come to be here: by where they are from, and as no other is called.
A season that was brought along may have such games already, from where it was played before."""

from __future__ import annotations

from itertools import count
from typing import Final

import aiosqlite

_TAKEN: Final = """
SELECT 1 FROM league_games WHERE season_id = :season AND id = :id AND NOT coalesce(table_id = :table, FALSE)
UNION ALL
SELECT 1 FROM corrections
WHERE season_id = :season AND thing = 'game ' || :id AND json_extract(change, '$.do') = 'insert'
"""


async def of_table(connection: aiosqlite.Connection, season_id: int, table_id: int) -> str:
    """Of the game played at a table."""
    return await _free(connection, season_id, f"t{table_id}", table_id)


async def of_report(connection: aiosqlite.Connection, season_id: int, report_id: int) -> str:
    """Of a game on paper."""
    return await _free(connection, season_id, f"r{report_id}")


async def counts_already(connection: aiosqlite.Connection, season_id: int, report_id: int) -> bool:
    """Whether a report has become a game of the season before."""
    return await of_report(connection, season_id, report_id) != f"r{report_id}"


async def of_insertion(connection: aiosqlite.Connection, season_id: int, number: int) -> str:
    """Of a game that the correction of that number inserts."""
    return await _free(connection, season_id, f"i{number}")


async def _free(
    connection: aiosqlite.Connection, season_id: int, wished: str, table_id: int | None = None
) -> str:
    """The name that is wished, or else the first of it with a number that is free."""
    for number in count(1):
        name = wished if number == 1 else f"{wished}-{number}"
        asked = {"season": season_id, "id": name, "table": table_id}
        if not [*await connection.execute_fetchall(_TAKEN, asked)]:
            return name
    raise AssertionError("numbers do not end")
