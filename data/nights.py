"""Nights as they are held here (``bot.nights.ports.NightStore``): evenings as they are made and changed,
who waits for a seat at one, and what the cards of its duplicate rounds follow from."""

from __future__ import annotations

import hmac
import secrets
import sqlite3
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, Final, TypeVar

import aiosqlite

from bot.leagues.season.model import Bye, Night
from bot.nights import attendance
from bot.nights.model import (
    COMES,
    Evening,
    EveningDetails,
    NightError,
    NightPerson,
    NightStep,
    Ruling,
    Series,
    SeriesState,
    SignUpAnswer,
    StepKey,
    StepKind,
    StepState,
)
from bot.nights.ports import PersonChange, SeriesChange, StepChange
from bot.tables.model import Origin
from data.connections import DatabaseReader, Raised, Writer, attempt, value, values
from data.leagues.games import SeasonSnapshot, plan, sat_out
from data.leagues.leagues import add, done
from data.schema import (
    EVENING_PEOPLE,
    EVENING_SECRETS,
    EVENING_STEPS,
    EVENINGS,
    LEAGUE_MEMBERS,
    NIGHTS,
    RULINGS,
    SERIES,
    EveningSecret,
)

T = TypeVar("T")

UNSETTLED: Final = "SELECT id FROM evenings WHERE settled = 0 ORDER BY id"
_SETTLED: Final = """
SELECT id FROM evenings WHERE settled = 1 AND (ended_at > :moment OR EXISTS (
    SELECT 1 FROM evening_steps
    WHERE evening_steps.evening_id = evenings.id AND evening_steps.tried_at > :moment
)) ORDER BY id
"""

# As in the partial index evenings_live.
_LIVE_BETWEEN: Final = """
WHERE stage IN ('sign-up', 'check-in', 'playing') AND starts_at BETWEEN :begin AND :end {and_}
ORDER BY starts_at, id
"""
IN_CHANNEL: Final = _LIVE_BETWEEN.format(and_="AND channel_id = :channel")
_OF_SERVER: Final = """
WHERE stage IN ('sign-up', 'check-in', 'playing') AND guild_id = :id ORDER BY starts_at, id
"""
OF_PERSON: Final = _LIVE_BETWEEN.format(
    and_="""AND id IN (
    SELECT evening_id FROM evening_people
    WHERE user_id = :user AND gone = 0 AND (answer IN ('in', 'late') OR here_at IS NOT NULL)
)"""
)

_PERSON: Final = "WHERE evening_id = ? AND user_id = ?"
_STEP: Final = "WHERE evening_id = ? AND kind = ? AND about = ?"
_RULINGS: Final = "WHERE evening_id = ? ORDER BY number"

_AT_ONCE: Final = """
UPDATE evening_steps SET tried_at = 0 WHERE evening_id = ? AND state = 'doing' AND hindrance <> ''
"""

_BEGUN: Final = """
WHERE evening_id = :id AND :round BETWEEN 1 AND (SELECT round FROM evenings WHERE id = :id)
"""

SECRET_BYTES: Final = 32

NewSecret = Callable[[], bytes]
"""Draws a secret of 32 bytes."""


def from_the_system() -> bytes:
    """A secret from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def _origin_of(evening: EveningSecret, number: int) -> Origin:
    """That of a round, counted from 1. No round's secret tells another's."""
    secret = hmac.digest(evening.secret, f"round {number}".encode("ascii"), "sha256")
    return Origin(secret, evening.press_ids)


def _begun_as(new: T | None, change: Callable[[T], T]) -> Callable[[T | None], T | None]:
    """The change of what is kept, or of something ``new`` that is kept once it is otherwise."""

    def changed(kept: T | None) -> T | None:
        before = new if kept is None else kept
        after = None if before is None else change(before)
        return None if after == before else after

    return changed


class StoredNights:
    """A NightStore in SQLite."""

    def __init__(self, writer: Writer, reader: DatabaseReader, new_secret: NewSecret) -> None:
        """``new_secret`` gives each evening the secret that those of its duplicate rounds follow from."""
        self._writer = writer
        self._reader = reader
        self._new_secret = new_secret

    # Series

    async def make_series(self, series: Series) -> Series:
        """Keep a new one."""

        async def job(connection: aiosqlite.Connection) -> Series:
            return replace(series, id=await add(connection, SERIES, series))

        return await self._writer.run(job)

    async def change_series(self, series_id: int, change: SeriesChange) -> Series:
        """Keep what ``change`` makes of a series by then. Raises NightError ``no-such-night``, and what
        ``change`` raises."""
        kept = await self._writer.change(SERIES, (series_id,), lambda kept: kept and change(kept))
        if kept is None:
            raise NightError("no-such-night")
        return kept

    async def series(self, series_id: int) -> Series | None:
        """A series."""
        return await self._reader.value(SERIES, "WHERE id = :id", {"id": series_id})

    async def series_of(self, guild_id: int) -> Sequence[Series]:
        """Those of a server that are not drafts, the newest first."""
        condition = "WHERE guild_id = :id AND state <> 'draft' ORDER BY id DESC"
        return await self._reader.values(SERIES, condition, {"id": guild_id})

    async def drafts(self, guild_id: int) -> Sequence[Series]:
        """Those of a server that are drafts, the newest first."""
        condition = "WHERE guild_id = :id AND state = 'draft' ORDER BY id DESC"
        return await self._reader.values(SERIES, condition, {"id": guild_id})

    async def running(self) -> Sequence[Series]:
        """All that are running, in order."""
        return await self._reader.values(SERIES, "WHERE state = 'running' ORDER BY id")

    # Evenings

    async def make_evening(self, evening: Evening) -> Evening:
        """Keep a new evening and plan its night. Raises NightError ``season-closed``,
        ``changed-meanwhile``."""
        return await done(self._writer, lambda connection: _make(connection, evening, self._new_secret))

    async def change(
        self, evening: Evening, byes: Collection[Bye] = (), of_series: SeriesChange | None = None
    ) -> Evening:
        """Keep an evening as it is now. Raises NightError ``changed-meanwhile``, ``season-closed``."""
        return await done(self._writer, lambda connection: _change(connection, evening, byes, of_series))

    async def details(self, evening_id: int) -> EveningDetails | None:
        """An evening with all that is kept of it, at one moment."""

        def read(connection: sqlite3.Connection) -> tuple[list[Any], ...]:
            def all_of(sql: str) -> list[Any]:
                return connection.execute(sql, (evening_id,)).fetchall()

            return (
                all_of(f"{EVENINGS.select} WHERE id = ?"),
                all_of(f"{EVENING_PEOPLE.select} WHERE evening_id = ?"),
                all_of(f"{EVENING_STEPS.select} WHERE evening_id = ?"),
                all_of(f"{RULINGS.select} {_RULINGS}"),
            )

        found, there, done_so_far, ruled = await self._reader.at_one_moment(read)
        if not found:
            return None
        return EveningDetails(
            EVENINGS.value(found[0]),
            {one.user_id: one for one in map(EVENING_PEOPLE.value, there)},
            {one.key: one for one in map(EVENING_STEPS.value, done_so_far)},
            [*map(RULINGS.value, ruled)],
        )

    async def evening(self, evening_id: int) -> Evening | None:
        """An evening alone."""
        return await self._reader.value(EVENINGS, "WHERE id = :id", {"id": evening_id})

    async def evenings(self, series_id: int) -> Sequence[Evening]:
        """All of a series, by date."""
        return await self._reader.values(EVENINGS, "WHERE series_id = :id ORDER BY date", {"id": series_id})

    async def unfinished(self) -> Sequence[int]:
        """Those that are not settled, in order."""
        return [row["id"] for row in await self._reader.rows(UNSETTLED)]

    async def settled(self, since: float) -> Sequence[int]:
        """Those that are settled and have ended, or had something of them done, later than that, in order."""
        return [row["id"] for row in await self._reader.rows(_SETTLED, {"moment": since})]

    async def live(self, guild_id: int) -> Sequence[Evening]:
        """The live evenings of a server, the earliest first."""
        return await self._reader.values(EVENINGS, _OF_SERVER, {"id": guild_id})

    async def in_channel(self, channel_id: int, begin: float, end: float) -> Sequence[Evening]:
        """The live evenings in a channel that begin between these moments."""
        asked = {"channel": channel_id, "begin": begin, "end": end}
        return await self._reader.values(EVENINGS, IN_CHANNEL, asked)

    async def of_person(self, user_id: int, begin: float, end: float) -> Sequence[Evening]:
        """The live evenings that begin between these moments and that a person comes to, or is at."""
        asked = {"user": user_id, "begin": begin, "end": end}
        return await self._reader.values(EVENINGS, OF_PERSON, asked)

    # Who comes

    async def answer(
        self, evening_id: int, user_id: int, name: str, answer: SignUpAnswer, at: float
    ) -> NightPerson:
        """Somebody says whether they come."""
        change = attendance.answering(name, answer, at)
        return await self.tell(evening_id, user_id, name, change) or NightPerson(user_id, name)

    async def check_in(
        self, evening_id: int, user_id: int, name: str, press_id: int, at: float, *, here: bool
    ) -> NightPerson:
        """Somebody says that they are here, or that they have gone."""
        change = attendance.arriving(name, press_id, at) if here else attendance.leaving
        return await self.tell(evening_id, user_id, name, change) or NightPerson(user_id, name)

    async def tell(
        self, evening_id: int, user_id: int, name: str | None, change: PersonChange
    ) -> NightPerson | None:
        """Keep what ``change`` makes of what is kept of somebody by then, and who waits for a seat then."""
        new = None if name is None else NightPerson(user_id, name)
        changed = _begun_as(new, change)

        async def job(connection: aiosqlite.Connection) -> NightPerson | Raised | None:
            known = await value(connection, EVENING_PEOPLE, _PERSON, evening_id, user_id)
            after = attempt(lambda: changed(known))
            if isinstance(after, Raised):
                return after
            if after is None:
                return known
            await connection.execute(EVENING_PEOPLE.upsert, EVENING_PEOPLE.row(after, evening_id))
            await _keep_waiting(connection, evening_id)
            return after

        return await done(self._writer, job)

    # What is done

    async def change_step(self, evening_id: int, key: StepKey, change: StepChange) -> NightStep:
        """Keep what ``change`` makes of a step by then."""
        new = NightStep(evening_id, *key)
        changed = _begun_as(new, change)

        async def job(connection: aiosqlite.Connection) -> NightStep | Raised:
            known = await value(connection, EVENING_STEPS, _STEP, evening_id, *key)
            after = attempt(lambda: changed(known))
            if isinstance(after, Raised):
                return after
            if after is None:
                return known or new
            await connection.execute(EVENING_STEPS.upsert, EVENING_STEPS.row(after))
            if new.kind is not StepKind.MOVED_UP:
                return after
            await _keep_waiting(connection, evening_id)
            return await value(connection, EVENING_STEPS, _STEP, evening_id, *key) or new

        return await done(self._writer, job)

    async def try_again(self, evening_id: int) -> None:
        """Steps that could not be done are to be tried at once."""
        await self._writer.execute(_AT_ONCE, (evening_id,))

    async def rule(self, ruling: Ruling, seen: int) -> Ruling:
        """Keep what a referee has decided. Raises NightError ``changed-meanwhile``."""

        async def job(connection: aiosqlite.Connection) -> Ruling | NightError:
            before = await values(connection, RULINGS, _RULINGS, ruling.evening_id)
            if sum(one.table == ruling.table for one in before) != seen:
                return NightError("changed-meanwhile")
            ruled_at = max(ruling.ruled_at, *(one.ruled_at + 1.0 for one in before), 0.0)
            kept = replace(ruling, number=len(before) + 1, ruled_at=ruled_at)
            await connection.execute(RULINGS.insert, RULINGS.row(kept))
            return kept

        return await done(self._writer, job)

    # What is sealed

    async def commitments(self, evening_id: int, rounds: int) -> Sequence[str]:
        """The SHA-256 of the secret of each duplicate round, in hexadecimal. Raises LookupError where there
        is no such evening."""
        secret = await self._secret("WHERE evening_id = :id", evening_id, 0)
        return [_origin_of(secret, number).commitment for number in range(1, rounds + 1)]

    async def origin(self, evening_id: int, number: int) -> Origin:
        """What the cards of a duplicate round follow from. Raises LookupError where it has not begun."""
        return _origin_of(await self._secret(_BEGUN, evening_id, number), number)

    async def _secret(self, condition: str, evening_id: int, number: int) -> EveningSecret:
        found = await self._reader.value(EVENING_SECRETS, condition, {"id": evening_id, "round": number})
        if found is None:
            raise LookupError(evening_id, number)
        return found


# Evenings within a transaction

_STEPS: Final = "WHERE evening_id = ? AND kind = ?"
_PENDING: Final = (StepState.DUE, StepState.DOING)


async def _keep_waiting(connection: aiosqlite.Connection, evening_id: int) -> None:
    """Have it be due to tell those who wait by now, and of those who do not come any more not any longer."""
    evening = await value(connection, EVENINGS, "WHERE id = ?", evening_id)
    if evening is None:
        return
    known = await values(connection, EVENING_STEPS, _STEPS, evening_id, StepKind.MOVED_UP.value)
    if evening.settings.seats is None and not known:
        return
    steps = {one.key: one for one in known}
    there = await values(connection, EVENING_PEOPLE, "WHERE evening_id = ?", evening_id)
    details = EveningDetails(evening, {one.user_id: one for one in there}, steps)
    waiting = [NightStep(evening_id, StepKind.MOVED_UP, one.user_id) for one in attendance.waiting(details)]
    kept = [
        one for one in waiting if details.step(*one.key).state is not StepState.DUE or one.key not in steps
    ]
    comes = {one.user_id for one in there if one.answer in COMES and not one.gone}
    kept += [
        replace(one, state=StepState.DROPPED)
        for one in known
        if one.state in _PENDING and one.about not in comes
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


async def _make(
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
    await _invite(connection, made)
    secret = EveningSecret(made.id, new_secret())
    await connection.execute(EVENING_SECRETS.insert, EVENING_SECRETS.row(secret))
    return made


async def _invite(connection: aiosqlite.Connection, evening: Evening) -> None:
    """Whoever is invited comes, in that order, until they say otherwise."""
    places = {user_id: place for place, user_id in enumerate(evening.settings.invited or ())}
    members = await values(connection, LEAGUE_MEMBERS, "WHERE league_id = ?", evening.league_id)
    for one in members if places else ():
        if one.user_id is not None and one.user_id in places:
            at = float(places[one.user_id])
            comes = NightPerson(one.user_id, one.name, SignUpAnswer.IN, at)
            await connection.execute(EVENING_PEOPLE.insert, EVENING_PEOPLE.row(comes, evening.id))


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


async def _change(
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
    await _keep_waiting(connection, after.id)
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
