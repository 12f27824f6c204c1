"""What a game that has ended at a table of a league brings about: its result in the season, and what it did
to the standing of its members."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import aiosqlite

from bot.leagues.model import Gain
from bot.leagues.season.scoring import Scorer
from bot.tables.model import TableFacts
from data.leagues import game_ids
from data.leagues.ground import SeasonSnapshot
from data.leagues.standings import settle_games
from data.schema import GAINS


class _Stands(NamedTuple):
    """A member's place, and the nights they have played."""

    place: int | None
    nights: int


_NOWHERE: Final = _Stands(None, 0)

Stands = Mapping[str, _Stands]

_STANDS: Final = """
SELECT player, place, nights FROM standings WHERE season_id = ? AND before = 0
    AND player IN (SELECT value FROM json_each(?))
"""
_SHARES: Final = "SELECT member, score FROM shares WHERE season_id = ? AND game = ?"
_NAMES: Final = "SELECT id, name FROM league_members WHERE league_id = ?"
_HOLDERS: Final = """
SELECT json_extract(seat.value, '$[1]') FROM league_games, json_each(seats) AS seat
WHERE season_id = ? AND league_games.id = ? AND json_extract(seat.value, '$[0]') = 'player' ORDER BY seat.key
"""


async def settle_table(connection: aiosqlite.Connection, facts: TableFacts) -> None:
    """The game of a table has ended, and its result is kept: have everything follow, and keep what it did to
    the standing of its members."""
    season_id = facts.season_id
    assert season_id is not None
    game = await game_ids.of_table(connection, season_id, facts.id)
    holders = [row[0] for row in await connection.execute_fetchall(_HOLDERS, (season_id, game))]
    before = await _stands(connection, season_id, holders)
    await settle_games(connection, season_id, [game])
    after = await _stands(connection, season_id, holders)
    gains = await _gains(connection, season_id, game, holders, before, after)
    rows = [GAINS.row(one, facts.id, number) for number, one in enumerate(gains)]
    await connection.executemany(GAINS.insert, rows)


async def _stands(connection: aiosqlite.Connection, season_id: int, players: Sequence[str]) -> Stands:
    rows = await connection.execute_fetchall(_STANDS, (season_id, json.dumps(players)))
    return {row[0]: _Stands(row[1], row[2]) for row in rows}


async def _gains(
    connection: aiosqlite.Connection,
    season_id: int,
    game: str,
    holders: Sequence[str],
    before: Stands,
    after: Stands,
) -> list[Gain]:
    """By seat; nothing where the game counts for nothing."""
    ground = await SeasonSnapshot.of(connection, season_id)
    scorer = Scorer(ground.season(()))
    scores = dict([tuple(row) for row in await connection.execute_fetchall(_SHARES, (season_id, game))])
    names = dict([tuple(row) for row in await connection.execute_fetchall(_NAMES, (ground.facts.league_id,))])
    return [
        Gain(
            member=player,
            name=names[player],
            score=Fraction(scorer.in_points(scores[player])),
            place=after.get(player, _NOWHERE).place,
            climbed=_climbed(before.get(player, _NOWHERE), after.get(player, _NOWHERE)),
            nights=after.get(player, _NOWHERE).nights,
            minimum=ground.facts.settings.minimum,
        )
        for player in holders
        if player in scores
    ]


def _climbed(before: _Stands, after: _Stands) -> int | None:
    return None if before.place is None or after.place is None else before.place - after.place
