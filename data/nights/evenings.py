"""Evenings as they are made, and become others; who waits for a seat at one, and what the cards of its
duplicate rounds follow from."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import count
from typing import Final

import aiosqlite

from bot.leagues.season.model import Bye, Night
from bot.nights import attendance
from bot.nights.errors import NightError
from bot.nights.model import COMES, Evening, EveningDetails, NightStep, SeriesState, StepKind, StepState
from bot.nights.ports import SeriesChange
from bot.tables.model import Origin
from data.leagues.games import SeasonSnapshot, plan, sat_out
from data.leagues.leagues import add
from data.night_rows import EveningSecret
from data.schema import EVENING_PEOPLE, EVENING_SECRETS, EVENING_STEPS, EVENINGS, NIGHTS, SERIES
from data.writer import value, values

SECRET_BYTES: Final = 32

NewSecret = Callable[[], bytes]
"""Draws a secret of 32 bytes."""


def from_the_system() -> bytes:
    """A secret from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def origin_of(evening: EveningSecret, number: int) -> Origin:
    """That of a round, counted from 1. No round's secret tells another's."""
    secret = hmac.digest(evening.secret, f"round {number}".encode("ascii"), "sha256")
    return Origin(secret, evening.press_ids)


_STEPS: Final = "WHERE evening_id = ? AND kind = ?"
_UNTOLD: Final = (StepState.DUE, StepState.DOING)


async def keep_waiting(connection: aiosqlite.Connection, evening_id: int) -> None:
    """Have it be due to tell those who wait by now, and of those who do not come any more not any longer."""
    evening = await value(connection, EVENINGS, "WHERE id = ?", evening_id)
    if evening is None:
        return
    known = await values(connection, EVENING_STEPS, _STEPS, evening_id, StepKind.MOVED_UP.value)
    if evening.settings.seats is None and not known:
        return
    steps = {one.key: one for one in known}
    there = await values(connection, EVENING_PEOPLE, "WHERE evening_id = ?", evening_id)
    told = EveningDetails(evening, {one.user_id: one for one in there}, steps)
    waiting = [NightStep(evening_id, StepKind.MOVED_UP, one.user_id) for one in attendance.waiting(told)]
    kept = [one for one in waiting if told.step(*one.key).state is not StepState.DUE or one.key not in steps]
    comes = {one.user_id for one in there if one.answer in COMES and not one.gone}
    kept += [
        replace(one, state=StepState.DROPPED)
        for one in known
        if one.state in _UNTOLD and one.about not in comes
    ]
    for step in kept:
        await connection.execute(EVENING_STEPS.upsert, EVENING_STEPS.row(step))


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
    snapshot = await SeasonSnapshot.of(connection, evening.season_id)
    if not snapshot.facts.is_open:
        return NightError("season-closed")
    series = await value(connection, SERIES, "WHERE id = ?", evening.series_id)
    if series is not None:
        if series.state is SeriesState.ENDED or evening.date in series.skipped:
            return NightError("changed-meanwhile")
        evening = replace(evening, channel_id=series.channel_id, settings=series.settings)
    made = replace(evening, night=await _night(snapshot, evening))
    made = replace(made, id=await add(connection, EVENINGS, made))
    secret = EveningSecret(made.id, new_secret())
    await connection.execute(EVENING_SECRETS.insert, EVENING_SECRETS.row(secret))
    return made


async def _night(snapshot: SeasonSnapshot, evening: Evening) -> str:
    """The id of a planned night of that date, which is planned if there is none."""
    day = evening.date
    planned = await value(snapshot.connection, NIGHTS, _FREE_NIGHT, snapshot.id, day.isoformat())
    if planned is not None:
        return planned.id
    taken, number = {one.id for one in snapshot.nights}, len(snapshot.nights)
    free = next(name for name in (f"n{one}" for one in count(number + 1)) if name not in taken)
    await plan(snapshot, Night(free, day))
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
        snapshot = await SeasonSnapshot.of(connection, evening.season_id)
        if not snapshot.facts.is_open:
            return NightError("season-closed")
        members = {one.id for one in await snapshot.members({bye.player for bye in byes})}
        await sat_out(snapshot, [bye for bye in byes if bye.player in members])
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
    await keep_waiting(connection, after.id)
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
