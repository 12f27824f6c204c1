"""Evenings as they are made, and become others."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import count
from typing import Final

import aiosqlite

from bot.leagues.model import Bye, Night
from bot.nights.errors import NightError
from bot.nights.model import Evening, SeriesState
from bot.nights.ports import SeriesChange
from data.leagues.byes import sat_out
from data.leagues.ground import SeasonSnapshot, value, values
from data.leagues.leagues import add
from data.night_rows import EveningSecret
from data.nights import queue
from data.nights.sealed import NewSecret
from data.schema import EVENING_PEOPLE, EVENING_SECRETS, EVENINGS, NIGHTS, SERIES

_OF_DATE: Final = "WHERE series_id = ? AND date = ?"
_FREE_NIGHT: Final = """
WHERE season_id = ? AND date = ? AND NOT EXISTS (
    SELECT 1 FROM evenings
    WHERE evenings.season_id = nights.season_id AND evenings.night = nights.id
        AND evenings.stage <> 'called-off'
) ORDER BY number DESC
"""


async def make(
    connection: aiosqlite.Connection, evening: Evening, new_secret: NewSecret
) -> Evening | NightError:
    """Keep an evening, or find the one that its series has on that date."""
    kept = await value(connection, EVENINGS, _OF_DATE, evening.series_id, evening.date.isoformat())
    if kept is not None:
        return kept
    ground = await SeasonSnapshot.of(connection, evening.season_id)
    if not ground.facts.is_open:
        return NightError("season-closed")
    series = await value(connection, SERIES, "WHERE id = ?", evening.series_id)
    if series is not None:
        if series.state is SeriesState.ENDED or evening.date in series.skipped:
            return NightError("changed-meanwhile")
        evening = replace(evening, channel_id=series.channel_id, settings=series.settings)
    made = replace(evening, night=await _night(ground, evening))
    made = replace(made, id=await add(connection, EVENINGS, made))
    secret = EveningSecret(made.id, new_secret())
    await connection.execute(EVENING_SECRETS.insert, EVENING_SECRETS.row(secret))
    return made


async def _night(ground: SeasonSnapshot, evening: Evening) -> str:
    """The id of a planned night of that date, which is planned if there is none."""
    day = evening.date
    planned = await value(ground.connection, NIGHTS, _FREE_NIGHT, ground.id, day.isoformat())
    if planned is not None:
        return planned.id
    taken, number = {one.id for one in ground.nights}, len(ground.nights)
    free = next(name for name in (f"n{one}" for one in count(number + 1)) if name not in taken)
    await ground.connection.execute(NIGHTS.insert, NIGHTS.row(Night(free, day), ground.id, number))
    return free


async def change(
    connection: aiosqlite.Connection,
    evening: Evening,
    byes: Collection[Bye],
    of_series: SeriesChange | None,
) -> Evening | NightError:
    """Keep an evening that was not changed in the meantime, who sits out, and its series. In another season
    it is another night."""
    before = await value(connection, EVENINGS, "WHERE id = ? AND version = ?", evening.id, evening.version)
    if before is None:
        return NightError("changed-meanwhile")
    if byes:
        ground = await SeasonSnapshot.of(connection, evening.season_id)
        if not ground.facts.is_open:
            return NightError("season-closed")
        members = {one.id for one in await ground.members({bye.player for bye in byes})}
        await sat_out(ground, [bye for bye in byes if bye.player in members])
    after = replace(evening, version=evening.version + 1)
    if after.season_id != before.season_id:
        after = replace(
            after, night=await _night(await SeasonSnapshot.of(connection, after.season_id), after)
        )
    await connection.execute(EVENINGS.update, EVENINGS.keyed_last(EVENINGS.row(after)))
    if of_series is not None:
        series = await value(connection, SERIES, "WHERE id = ?", after.series_id)
        assert series is not None
        await connection.execute(SERIES.update, SERIES.keyed_last(SERIES.row(of_series(series))))
    await queue.keep(connection, after.id)
    if after.round and not before.round:
        await _take_presses(connection, after)
    return after


async def _take_presses(connection: aiosqlite.Connection, evening: Evening) -> None:
    """The first round begins: from now on the cards follow from the presses of those who are there."""
    here = await values(connection, EVENING_PEOPLE, "WHERE evening_id = ? ORDER BY user_id", evening.id)
    people = evening.plan[0].people
    presses = [one.press_id for one in here if one.is_here and one.user_id in people]
    secret = await value(connection, EVENING_SECRETS, "WHERE evening_id = ?", evening.id)
    assert secret is not None
    taken = replace(secret, press_ids=tuple(one for one in presses if one is not None))
    await connection.execute(EVENING_SECRETS.upsert, EVENING_SECRETS.row(taken))
