"""The standings of a season as rows: brought up to date for those whose entries changed, places for all."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Final

import aiosqlite

from bot.leagues.model import FORM
from bot.leagues.season.corrections import corrected
from bot.leagues.season.entries import HeldNight, HeldNights, NightTally, add_bye, free_night, in_order
from bot.leagues.season.model import Bye, Season
from bot.leagues.season.scoring import Scorer
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.season.standings import StandingLine, ranked, unranked
from data.leagues.games_now import games_given_up_by, remake_games, settle_game
from data.leagues.ground import SeasonSnapshot, value, values
from data.schema import BYES, NIGHTS_HELD, STANDINGS
from data.season_rows import KeptRank, NightsHeld

FREE: Final = free_night(date.min).removesuffix(date.min.isoformat())
"""How the id of a free night begins: no other id has a space."""

OF_NO_GAME: Final = ("night", "best", "measure", "minimum", "ties", "stake")
"""Settings that bear on nothing that is kept of games."""

Form = tuple[int | None, ...]

# The nights of games that count, each found with one look into the index.
_NIGHTS: Final = """
WITH RECURSIVE found (night) AS (
    SELECT min(night) FROM games_now WHERE season_id = :id AND counts = 1
    UNION ALL
    SELECT (SELECT min(night) FROM games_now WHERE season_id = :id AND counts = 1 AND night > found.night)
    FROM found WHERE found.night IS NOT NULL
)
SELECT night FROM found WHERE night IS NOT NULL
"""

_OF_MEMBERS: Final = "AND {column} IN (SELECT value FROM json_each(:members))"

_TALLIES: Final = """
SELECT member, night, sum(score), count(*), sum(wins) FROM shares WHERE season_id = :id {of}
GROUP BY member, night
"""

_FORMS: Final = """
SELECT member, place FROM (
    SELECT member, place, row_number() OVER (PARTITION BY member ORDER BY ended DESC, game DESC) AS back
    FROM shares WHERE season_id = :id {of}
) WHERE back <= :form ORDER BY member, back DESC
"""


_OF_TABLE: Final = "WHERE season_id = ? AND before = ?"
_PLACE: Final = f"UPDATE standings SET place = ?, position = ? {_OF_TABLE} AND player = ?"


async def settle_games(connection: aiosqlite.Connection, season_id: int, games: Iterable[str]) -> None:
    """Have everything follow from some games as they now are."""
    ground = await SeasonSnapshot.of(connection, season_id)
    touched: set[str] = set()
    for game in games:
        touched |= await settle_game(ground, game)
    await _settle(ground, touched)


async def settle_members(connection: aiosqlite.Connection, season_id: int, members: Collection[str]) -> None:
    """Have everything follow for members of whom something was told: that they came or left, were excused,
    sat out, or have another value."""
    ground = await SeasonSnapshot.of(connection, season_id)
    touched = {*members}
    for member in members:
        for game in await games_given_up_by(ground, member):
            touched |= await settle_game(ground, game)
    await _settle(ground, touched)


async def settle_all(connection: aiosqlite.Connection, season_id: int) -> None:
    """Make everything again that follows from a season."""
    ground = await SeasonSnapshot.of(connection, season_id)
    await remake_games(ground)
    for table in ("standings", "nights_held"):
        await connection.execute(f"DELETE FROM {table} WHERE season_id = ?", (season_id,))
    await _settle(ground, None)


async def settle_settings(connection: aiosqlite.Connection, season_id: int, before: SeasonSettings) -> None:
    """Have everything follow from the settings, which were others ``before``."""
    ground = await SeasonSnapshot.of(connection, season_id)
    now = ground.facts.settings
    if replace(before, **{name: getattr(now, name) for name in OF_NO_GAME}) == now:
        await _settle(ground, None)
    else:
        await settle_all(connection, season_id)


async def _settle(ground: SeasonSnapshot, touched: Collection[str] | None) -> None:
    """Bring the lines of those members up to date, or (None) of all: of all also where the nights held are
    others than before, as absences, the last night and what was before it are others then."""
    held = await _held(ground)
    names = tuple(night.id for night in held)
    known = await value(ground.connection, NIGHTS_HELD, "WHERE season_id = ?", ground.id)
    if known is None or known.nights != names:
        touched = None
        kept = NightsHeld(ground.id, names)
        await ground.connection.execute(NIGHTS_HELD.upsert, NIGHTS_HELD.row(kept))
    nights = await _nights(ground, held, touched)
    forms = await _forms(ground, touched)
    now, before = await asyncio.to_thread(_lines, nights)
    await _keep(ground, 0, now, forms, touched)
    await _keep(ground, 1, before, {}, touched)


async def _held(ground: SeasonSnapshot) -> list[HeldNight]:
    """The nights that were held, in order, with nothing in them (L3)."""
    rows = await ground.connection.execute_fetchall(_NIGHTS, {"id": ground.id})
    sql = "SELECT DISTINCT night FROM byes WHERE season_id = ?"
    byes = await ground.connection.execute_fetchall(sql, (ground.id,))
    there = {row[0] for row in (*rows, *byes)}
    planned = [HeldNight(one.id, one.date, one) for one in ground.nights if one.id in there]
    free = [one for one in there if one.startswith(FREE)]
    return in_order(
        [*planned, *(HeldNight(one, date.fromisoformat(one.removeprefix(FREE)), None) for one in free)]
    )


async def _nights(
    ground: SeasonSnapshot, held: Sequence[HeldNight], touched: Collection[str] | None
) -> HeldNights:
    """The nights held, with what they were to these members."""
    members = await ground.members(touched)
    season = ground.season(members, corrections=await ground.about_people())
    tallies = await _asked(ground, _TALLIES, "member", touched)
    byes = await values(ground.connection, BYES, "WHERE season_id = ? ORDER BY number", ground.id)
    chosen = [bye for bye in byes if touched is None or bye.player in touched]
    return await asyncio.to_thread(_nights_of, season, held, tallies, chosen)


def _nights_of(
    season: Season, held: Sequence[HeldNight], tallies: Iterable[Any], byes: Iterable[Bye]
) -> HeldNights:
    """The nights held, with these rows of tallies and these byes in them."""
    scorer = Scorer(season)
    by_id = {night.id: night for night in held}
    for member, night, score, games, wins in tallies:
        by_id[night].tallies[member] = NightTally(score, games, wins)
    for bye in byes:
        add_bye(by_id[bye.night], bye.player, scorer)
    found = corrected(season)
    return HeldNights(season, scorer, held, found.excused, found.adjustments)


async def _forms(ground: SeasonSnapshot, touched: Collection[str] | None) -> dict[str, Form]:
    """The places of members in their last games, the latest last."""
    found: defaultdict[str, list[int | None]] = defaultdict(list)
    for member, place in await _asked(ground, _FORMS, "member", touched):
        found[member].append(place)
    return {member: tuple(places) for member, places in found.items()}


async def _asked(
    ground: SeasonSnapshot, sql: str, column: str, touched: Collection[str] | None
) -> Iterable[Any]:
    """The rows of a statement about these members, or (None) about all."""
    of = "" if touched is None else _OF_MEMBERS.format(column=column)
    cells = {"id": ground.id, "form": FORM, "members": json.dumps([*(touched or ())])}
    return await ground.connection.execute_fetchall(sql.format(of=of), cells)


def _lines(nights: HeldNights) -> tuple[list[StandingLine], list[StandingLine]]:
    """The lines of the standings, and of those without the last night (L15)."""
    count = len(nights.held)
    return [*unranked(nights, count)], [*unranked(nights, count - 1)] if count else []


async def _keep(
    ground: SeasonSnapshot,
    before: int,
    lines: Sequence[StandingLine],
    forms: dict[str, Form],
    touched: Collection[str] | None,
) -> None:
    """Keep these lines in place of those that there were of these members, and place everybody."""
    connection, key = ground.connection, (ground.id, before)
    gone = "" if touched is None else "AND player IN (SELECT value FROM json_each(?))"
    cells = () if touched is None else (json.dumps([*touched]),)
    await connection.execute(f"DELETE FROM standings {_OF_TABLE} {gone}", (*key, *cells))
    rows = [_rank(line, forms.get(line.player, ())) for line in lines]
    await connection.executemany(STANDINGS.insert, [STANDINGS.row(one, *key) for one in rows])
    await _place(ground, before)


def _rank(line: StandingLine, form: Form) -> KeptRank:
    return KeptRank(
        player=line.player,
        value=line.value,
        wins=line.wins,
        best_night=line.best_night,
        last_night=line.last_night,
        is_placed=line.is_placed,
        nights=len(line.entries.games),
        games=sum(line.entries.games),
        form=form,
    )


async def _place(ground: SeasonSnapshot, before: int) -> None:
    """Give all lines their places and positions; writes those that are others than they were."""
    key = (ground.id, before)
    rows = await values(ground.connection, STANDINGS, _OF_TABLE, *key)
    were = {one.player: (one.place, one.position) for one in rows}
    order = ranked(rows, ground.facts.settings.ties)
    moved = [
        (one.place, position, *key, one.player)
        for position, one in enumerate(order)
        if were[one.player] != (one.place, position)
    ]
    await ground.connection.executemany(_PLACE, moved)
