"""Corrections made and games on paper taken in, each judged by what is stored when it is (L17)."""

from __future__ import annotations

from dataclasses import replace

import aiosqlite

from bot.leagues.errors import ClubError
from bot.leagues.season.corrections import CorrectionRefusal, History, game_thing, thing_of
from bot.leagues.season.model import Adjust, Correction, Excuse, Insert, SeasonGame, Undo
from data.leagues import game_ids
from data.leagues.ground import SeasonSnapshot, value
from data.leagues.standings import settle_games, settle_members
from data.schema import CORRECTIONS, GAMES
from data.season_rows import KeptCorrection, KeptGame


async def make(
    connection: aiosqlite.Connection, season_id: int, asked: Correction, seen: int | None
) -> ClubError | None:
    """Make a correction, under an id of its own, and have everything follow; or say why not."""
    ground = await SeasonSnapshot.of(connection, season_id)
    number = await _next(ground)
    one = replace(asked, id=f"c{number}")
    if isinstance(one.change, Insert) and not one.change.game.id:
        name = await game_ids.of_insertion(connection, season_id, number)
        one = replace(one, change=Insert(one.change.game._replace(id=name)))
    thing = await _thing(ground, one)
    part = await ground.part(thing, one)
    if seen is not None and seen != len(part.corrections):
        return ClubError("corrected-meanwhile")
    history = History(part)
    refusal = history.refusal(one)
    if refusal is not None:
        return _refused(history, refusal, one)
    assert thing is not None
    kept = KeptCorrection(number, thing, one.id, one.at, one.by, one.reason, one.change)
    await connection.execute(CORRECTIONS.insert, CORRECTIONS.row(kept, season_id))
    await _settle(ground, thing)
    return None


async def take_in(connection: aiosqlite.Connection, season_id: int, game: SeasonGame) -> ClubError | None:
    """Make a game on paper one of the season, as it was first written, and have everything follow; or say why
    not."""
    ground = await SeasonSnapshot.of(connection, season_id)
    if not ground.facts.is_open:
        return ClubError("season-closed")
    asked = Correction("", game.ended, "", "", Insert(game))
    history = History(await ground.part(game_thing(game.id), asked))
    refusal = history.refusal(asked)
    if refusal is not None:
        return _refused(history, refusal, asked)
    await connection.execute(GAMES.insert, GAMES.row(KeptGame.of(game), season_id))
    await settle_games(connection, season_id, [game.id])
    return None


def _refused(history: History, refusal: CorrectionRefusal, one: Correction) -> ClubError:
    """Where points do not add up with both sums."""
    if refusal is not CorrectionRefusal.WRONG_SUM:
        return ClubError(refusal.value)
    points, due = history.wrong_sums(one)
    return ClubError(refusal.value, points=str(points), sum=str(due))


async def _next(ground: SeasonSnapshot) -> int:
    """A number for another correction, whose id nobody has."""
    sql = """
    SELECT coalesce(max(number), 0),
        coalesce(max(CAST(substr(id, 2) AS INTEGER)) FILTER (WHERE id GLOB 'c[0-9]*'), 0)
    FROM corrections WHERE season_id = ?
    """
    ((numbers, ids),) = await ground.connection.execute_fetchall(sql, (ground.id,))
    return 1 + max(numbers, ids)


async def _thing(ground: SeasonSnapshot, one: Correction) -> str | None:
    """What a correction is about; None for an undo of what there is not."""
    if not isinstance(one.change, Undo):
        return thing_of(one)
    condition = "WHERE season_id = ? AND id = ?"
    found = await value(ground.connection, CORRECTIONS, condition, ground.id, one.change.event)
    return None if found is None else found.thing


async def _settle(ground: SeasonSnapshot, thing: str) -> None:
    """Have everything follow from what was told of something."""
    of_games = game_thing("")
    if thing.startswith(of_games):
        await settle_games(ground.connection, ground.id, [thing.removeprefix(of_games)])
        return
    members: set[str] = set()
    for event in await ground.about(thing):
        if isinstance(event.change, Adjust | Excuse):
            members.add(event.change.player)
    await settle_members(ground.connection, ground.id, members)
