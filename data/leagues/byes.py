"""Who sat out rounds of nights (L8), kept with all that follows from it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.leagues.season.model import Bye
from data.leagues.ground import SeasonSnapshot, values
from data.leagues.standings import settle_members
from data.schema import BYES


async def sat_out(ground: SeasonSnapshot, byes: Iterable[Bye]) -> bool:
    """Members sat out these rounds; False where all of that was kept already."""
    connection = ground.connection
    kept = await values(connection, BYES, "WHERE season_id = ? ORDER BY number", ground.id)
    new = [bye for bye in dict.fromkeys(byes) if bye not in kept]
    sql = "SELECT coalesce(max(number), 0) + 1 FROM byes WHERE season_id = ?"
    ((first,),) = await connection.execute_fetchall(sql, (ground.id,))
    rows = [BYES.row(bye, ground.id, number) for number, bye in enumerate(new, first)]
    await connection.executemany(BYES.insert, rows)
    if new:
        await settle_members(connection, ground.id, {bye.player for bye in new})
    return bool(new)
