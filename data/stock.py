"""How many tables there are, and how many people have played lately (``bot.ops.upkeep.StockStore``)."""

from __future__ import annotations

from typing import Final

from bot.ops.upkeep import Stock
from data.reader import DatabaseReader

DAY: Final = 86400.0

_STATES: Final = "SELECT state, count(*) AS tables FROM tables GROUP BY state ORDER BY state"
_PARKED: Final = "SELECT id FROM tables WHERE state = 'parked' ORDER BY id"
_PEOPLE: Final = """
SELECT count(DISTINCT user_id) AS people FROM sittings JOIN tables ON tables.id = sittings.table_id
WHERE user_id > 0 AND (state = 'playing' OR ended_at >= :since)
"""


class StoredStock:
    """A StockStore in SQLite."""

    def __init__(self, reader: DatabaseReader) -> None:
        self._reader = reader

    async def stock(self, now: float) -> Stock:
        """What there is. Raises StoreError."""
        states = {row["state"]: row["tables"] for row in await self._reader.rows(_STATES)}
        parked = tuple(row["id"] for row in await self._reader.rows(_PARKED))
        return Stock(states, parked, await self._people(now - DAY), await self._people(now - 7 * DAY))

    async def _people(self, since: float) -> int:
        row = await self._reader.row(_PEOPLE, {"since": since})
        return 0 if row is None else row["people"]
