"""Nights as they are held here (``bot.nights.ports.NightStore``)."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

import aiosqlite

from bot.leagues.season.model import Bye
from bot.nights import attendance
from bot.nights.errors import NightError
from bot.nights.model import (
    Evening,
    EveningDetails,
    NightPerson,
    NightStep,
    Series,
    SignUpAnswer,
    StepKey,
    StepKind,
)
from bot.nights.ports import PersonChange, SeriesChange, StepChange
from bot.tables.model import Origin
from data.leagues.leagues import add, done
from data.night_rows import EveningSecret
from data.nights import evenings
from data.nights.evenings import NewSecret, origin_of
from data.reader import DatabaseReader
from data.schema import EVENING_PEOPLE, EVENING_SECRETS, EVENING_STEPS, EVENINGS, SERIES
from data.writer import Raised, Writer, attempt, value

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

_AT_ONCE: Final = """
UPDATE evening_steps SET tried_at = 0 WHERE evening_id = ? AND state = 'doing' AND hindrance <> ''
"""

_BEGUN: Final = """
WHERE evening_id = :id AND :round BETWEEN 1 AND (SELECT round FROM evenings WHERE id = :id)
"""


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
        return await done(
            self._writer, lambda connection: evenings.make(connection, evening, self._new_secret)
        )

    async def change(
        self, evening: Evening, byes: Collection[Bye] = (), of_series: SeriesChange | None = None
    ) -> Evening:
        """Keep an evening as it is now. Raises NightError ``changed-meanwhile``, ``season-closed``."""
        return await done(
            self._writer, lambda connection: evenings.change(connection, evening, byes, of_series)
        )

    async def told(self, evening_id: int) -> EveningDetails | None:
        """An evening with all that is kept of it, at one moment."""

        def read(connection: sqlite3.Connection) -> tuple[list[Any], list[Any], list[Any]]:
            def all_of(sql: str) -> list[Any]:
                return connection.execute(sql, (evening_id,)).fetchall()

            return (
                all_of(f"{EVENINGS.select} WHERE id = ?"),
                all_of(f"{EVENING_PEOPLE.select} WHERE evening_id = ?"),
                all_of(f"{EVENING_STEPS.select} WHERE evening_id = ?"),
            )

        found, there, done_so_far = await self._reader.at_one_moment(read)
        if not found:
            return None
        return EveningDetails(
            EVENINGS.value(found[0]),
            {one.user_id: one for one in map(EVENING_PEOPLE.value, there)},
            {one.key: one for one in map(EVENING_STEPS.value, done_so_far)},
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
            await evenings.keep_waiting(connection, evening_id)
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
            await evenings.keep_waiting(connection, evening_id)
            return await value(connection, EVENING_STEPS, _STEP, evening_id, *key) or new

        return await done(self._writer, job)

    async def try_again(self, evening_id: int) -> None:
        """Steps that could not be done are to be tried at once."""
        await self._writer.execute(_AT_ONCE, (evening_id,))

    # What is sealed

    async def commitments(self, evening_id: int, rounds: int) -> Sequence[str]:
        """The SHA-256 of the secret of each duplicate round, in hexadecimal. Raises LookupError where there
        is no such evening."""
        secret = await self._secret("WHERE evening_id = :id", evening_id, 0)
        return [origin_of(secret, number).commitment for number in range(1, rounds + 1)]

    async def origin(self, evening_id: int, number: int) -> Origin:
        """What the cards of a duplicate round follow from. Raises LookupError where it has not begun."""
        return origin_of(await self._secret(_BEGUN, evening_id, number), number)

    async def _secret(self, condition: str, evening_id: int, number: int) -> EveningSecret:
        found = await self._reader.value(EVENING_SECRETS, condition, {"id": evening_id, "round": number})
        if found is None:
            raise LookupError(evening_id, number)
        return found
