"""Questions to the database, on a connection that cannot write and never waits for the writer."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any, TypeVar

import aiosqlite

from data.errors import CLOSED, NotRead, cause_of
from data.relation import Relation

T = TypeVar("T")
Parameters = Mapping[str, Any]
"""Values for the named parameters of a statement."""


class DatabaseReader:
    """Asks one statement at a time, so that every answer is the database at one moment."""

    def __init__(
        self,
        connection: aiosqlite.Connection,
        connect: Callable[[], sqlite3.Connection],
        failed: Callable[[str], None],
    ) -> None:
        """``connect`` opens one more connection, for who asks several statements; ``failed`` is told the code
        of what cannot be read."""
        self._connection = connection
        self._connect = connect
        self._failed = failed

    async def rows(self, sql: str, parameters: Parameters | None = None) -> Sequence[sqlite3.Row]:
        """All rows of an answer. Raises StoreError."""
        with self._failing_as_not_read():
            return list(await self._connection.execute_fetchall(sql, parameters or {}))

    async def at_one_moment(self, ask: Callable[[sqlite3.Connection], T]) -> T:
        """What several statements answer, of one moment; they are asked in a thread, on a connection of their
        own. Raises StoreError, and what ``ask`` raises but for ValueError."""

        def asked() -> T:
            with closing(self._connect()) as connection:
                connection.execute("BEGIN")
                return ask(connection)

        with self._failing_as_not_read():
            return await asyncio.to_thread(asked)

    async def row(self, sql: str, parameters: Parameters | None = None) -> sqlite3.Row | None:
        """The first row of an answer, None when there is none. Raises StoreError."""
        return next(iter(await self.rows(sql, parameters)), None)

    async def values(
        self, relation: Relation[T], condition: str, parameters: Parameters | None = None
    ) -> list[T]:
        """The values of the rows that meet a condition, which begins with WHERE or ORDER BY. Raises
        StoreError."""
        rows = await self.rows(f"{relation.select} {condition}", parameters)
        return [relation.value(row) for row in rows]

    async def value(
        self, relation: Relation[T], condition: str, parameters: Parameters | None = None
    ) -> T | None:
        """The value of the first row that meets a condition, None when there is none. Raises StoreError."""
        return next(iter(await self.values(relation, condition, parameters)), None)

    @contextmanager
    def _failing_as_not_read(self) -> Generator[None]:
        try:
            yield
        except sqlite3.Error as error:
            code, words = cause_of(error)
            self._failed(code)
            raise NotRead(code, f"The database could not be read: {words}.") from error
        except ValueError as error:  # aiosqlite's word for a closed connection
            raise NotRead(CLOSED, "The database is closed: the program is stopping.") from error
