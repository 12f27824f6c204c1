"""The result of a table of a league in the season that its game counts in, as it is first written (L4)."""

from __future__ import annotations

from typing import Final

import aiosqlite

from bot.leagues.season.model import Holder, LeagueSeat, SeasonGame, SeatKind
from bot.tables.ports import at_the_end, given_up
from data.consequences.consequence import Consequence, Happened
from data.leagues.games import id_of_table
from data.leagues.standings import season_changed
from data.schema import GAMES
from data.season_rows import KeptGame

# Who comes into the league later was a guest at the table.
_MEMBERS: Final = """
SELECT league_members.user_id, league_members.id FROM season_members
JOIN seasons ON seasons.id = season_members.season_id
JOIN league_members ON league_members.league_id = seasons.league_id AND league_members.id = season_members.id
WHERE seasons.id = ? AND season_members.since <= ? AND league_members.user_id IS NOT NULL
"""


async def _write(connection: aiosqlite.Connection, happened: Happened) -> None:
    facts, result = happened.facts, happened.result
    if result is None or facts.season_id is None:
        return
    assert facts.started_at is not None and facts.ended_at is not None
    cells = (facts.season_id, facts.ended_at)
    members = {row[0]: row[1] for row in await connection.execute_fetchall(_MEMBERS, cells)}
    gone = given_up(happened.sittings)
    seats: list[LeagueSeat] = []
    for sitting, points in zip(at_the_end(happened.sittings), result.points, strict=True):
        left = tuple(members.get(one, str(one)) for one in gone.get(sitting.seat, ()))
        seats.append(LeagueSeat(_holder(sitting.user_id, sitting.robot, members), points, left))
    game = SeasonGame.of(
        await id_of_table(connection, facts.season_id, facts.id),
        facts.night,
        int(facts.started_at),
        int(facts.ended_at),
        sum(result.points),
        seats,
    )
    row = GAMES.row(KeptGame.of(game, facts.id), facts.season_id)
    await connection.execute(GAMES.insert, row)
    await season_changed(connection, facts.season_id)


def _holder(user_id: int | None, robot: str, members: dict[int, str]) -> Holder:
    if user_id is None:
        return Holder(SeatKind.ROBOT, robot)
    if user_id in members:
        return Holder(SeatKind.MEMBER, members[user_id])
    return Holder(SeatKind.GUEST, str(user_id))


CONSEQUENCE: Final = Consequence("games of leagues", (GAMES,), _write)
"""See the module."""
