"""What follows from the games of a season: each as corrections have left it, and what it is to members."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from zoneinfo import ZoneInfo

from bot.leagues.season.corrections import History, game_thing
from bot.leagues.season.entries import date_of, free_night
from bot.leagues.season.model import Correction, Insert, Season, SeasonGame
from bot.leagues.season.scoring import Scorer
from data.leagues.ground import SeasonSnapshot, value, values
from data.relation import Cell
from data.schema import CORRECTIONS, GAMES, GAMES_NOW, RATE_AGAIN, SHARES
from data.season_rows import GameNow, KeptCorrection, Share

Row = list[Cell]

_GIVEN_UP = """
SELECT DISTINCT games_now.id FROM games_now, json_each(seats) AS seat, json_each(seat.value, '$[3]') AS gone
WHERE season_id = ? AND gone.value = ?
"""
_TABLE = "SELECT table_id FROM league_games WHERE season_id = ? AND id = ? AND table_id IS NOT NULL"
_FORGET_RATINGS = "DELETE FROM {table} WHERE season_id = ?"


async def settle_game(ground: SeasonSnapshot, name: str) -> set[str]:
    """Have everything of one game follow from what was told of it; returns the members to whom it is or was
    something."""
    thing = game_thing(name)
    part = await ground.part(thing)
    now = _now(part, name, ZoneInfo(ground.zone), len(part.corrections))
    key = (ground.id, name)
    touched = await _members(ground, name)
    was = await value(ground.connection, GAMES_NOW, "WHERE season_id = ? AND id = ?", *key)
    if was is not None and now is not None and (was.seats, was.void) != (now.seats, now.void):
        tables = await ground.connection.execute_fetchall(_TABLE, key)
        await ground.connection.executemany(RATE_AGAIN.upsert, [*tables])
    await ground.connection.execute("DELETE FROM shares WHERE season_id = ? AND game = ?", key)
    if now is None:
        await ground.connection.execute("DELETE FROM games_now WHERE season_id = ? AND id = ?", key)
    else:
        await ground.connection.execute(GAMES_NOW.upsert, GAMES_NOW.row(now, ground.id))
        shares = [*_shares(Scorer(part), now)]
        await ground.connection.executemany(SHARES.insert, [SHARES.row(one, ground.id) for one in shares])
        touched |= {one.member for one in shares}
    await _rate_again_from(ground, name)
    return touched


async def remake_games(ground: SeasonSnapshot) -> None:
    """Have everything of all games follow from what was told of them."""
    for table in ("games_now", "shares"):
        await ground.connection.execute(f"DELETE FROM {table} WHERE season_id = ?", (ground.id,))
    await forget_ratings(ground)
    first = await values(ground.connection, GAMES, "WHERE season_id = ?", ground.id)
    condition = "WHERE season_id = ? ORDER BY number"
    events = await values(ground.connection, CORRECTIONS, condition, ground.id)
    games = [one.game for one in first]
    season = ground.season(await ground.members(None), games, [one.correction for one in events])
    rows, shares = await asyncio.to_thread(all_now, season, events, ground.id)
    await ground.connection.executemany(GAMES_NOW.insert, rows)
    await ground.connection.executemany(SHARES.insert, shares)


async def games_given_up_by(ground: SeasonSnapshot, person: str) -> list[str]:
    """The games in which somebody gave up a seat."""
    rows = await ground.connection.execute_fetchall(_GIVEN_UP, (ground.id, person))
    return [row[0] for row in rows]


async def forget_ratings(ground: SeasonSnapshot) -> None:
    """All games have to be rated again."""
    for table in ("rated", "ratings"):
        await ground.connection.execute(_FORGET_RATINGS.format(table=table), (ground.id,))


async def _rate_again_from(ground: SeasonSnapshot, name: str) -> None:
    """A game was changed: where it was rated already, all have to be rated again, as those after it go by
    it."""
    sql = """
    SELECT 1 FROM rated LEFT JOIN games_now ON games_now.season_id = rated.season_id AND games_now.id = ?
    WHERE rated.season_id = ? AND
        (games_now.id IS NULL OR (games_now.ended, games_now.id) <= (rated.ended, rated.game))
    """
    if [*await ground.connection.execute_fetchall(sql, (name, ground.id))]:
        await forget_ratings(ground)


async def _members(ground: SeasonSnapshot, name: str) -> set[str]:
    sql = "SELECT member FROM shares WHERE season_id = ? AND game = ?"
    return {row[0] for row in await ground.connection.execute_fetchall(sql, (ground.id, name))}


def all_now(season: Season, events: Sequence[KeptCorrection], season_id: int) -> tuple[list[Row], list[Row]]:
    """The rows of all games, and of what they are to members."""
    by_thing: defaultdict[str, list[Correction]] = defaultdict(list)
    for one in events:
        by_thing[one.thing].append(one.correction)
    history = History(season)
    there = {game.id: game for game in history.outcome().games}
    zone, scorer = ZoneInfo(season.zone), Scorer(season)
    games: list[Row] = []
    shares: list[Row] = []
    for name, first in _first_written(season.games, by_thing).items():
        about = by_thing.get(game_thing(name), [])
        now = _game_now(season, zone, history, first, there.get(name), about)
        if now is not None:
            games.append(GAMES_NOW.row(now, season_id))
            shares += [SHARES.row(one, season_id) for one in _shares(scorer, now)]
    return games, shares


def _first_written(
    games: Iterable[SeasonGame], by_thing: dict[str, list[Correction]]
) -> dict[str, SeasonGame]:
    """Games by id, those inserted by corrections too."""
    found = {game.id: game for game in games}
    for events in by_thing.values():
        for event in events:
            if isinstance(event.change, Insert):
                found.setdefault(event.change.game.id, event.change.game)
    return found


def _now(part: Season, name: str, zone: ZoneInfo, events: int) -> GameNow | None:
    """A game by the part of a season that bears on it."""
    first = _first_written(part.games, {"": list(part.corrections)}).get(name)
    if first is None:
        return None
    history = History(part)
    there = next(iter(history.outcome().games), None)
    return _game_now(part, zone, history, first, there, part.corrections)


def _game_now(
    season: Season,
    zone: ZoneInfo,
    history: History,
    first: SeasonGame,
    there: SeasonGame | None,
    about: Sequence[Correction],
) -> GameNow | None:
    """A game as it is ``there`` after what was said ``about`` it; None where it is not, as its insertion was
    undone."""
    if there is None and not history.is_void(first.id):
        return None
    game = there or first
    return GameNow(
        id=game.id,
        night=game.night or free_night(date_of(game, zone)),
        started=game.started,
        ended=game.ended,
        seats=game.seats,
        void=there is None,
        counts=there is not None and (game.night is not None or season.settings.free == "count"),
        events=len(about),
    )


def _shares(scorer: Scorer, now: GameNow) -> Iterator[Share]:
    """What a game is to its members, if it counts."""
    if not now.counts:
        return
    game = SeasonGame.of(now.id, None, now.started, now.ended, None, now.seats)
    points = dict(zip((holder.id for holder in game.holders), game.points, strict=True))
    for member, score, wins in scorer.shares(game):
        gained = points[member] if member in game.people else None
        yield Share(
            member=member,
            game=now.id,
            night=now.night,
            ended=now.ended,
            score=score,
            wins=wins,
            players=len(game.points),
            points=gained,
            place=None if gained is None else 1 + sum(other > gained for other in game.points),
        )
