"""Questions to the database, on a connection that cannot write and never waits for the writer."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import aiosqlite

from data.errors import NotRead, cause_of
from data.relation import Relation

T = TypeVar("T")
Parameters = Mapping[str, Any]
"""Values for the named parameters of a statement."""


class Reader:
    """Asks one statement at a time, so that every answer is the database at one moment."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def rows(self, sql: str, parameters: Parameters | None = None) -> Sequence[sqlite3.Row]:
        """All rows of an answer. Raises StoreError."""
        try:
            return list(await self._connection.execute_fetchall(sql, parameters or {}))
        except sqlite3.Error as error:
            code, words = cause_of(error)
            raise NotRead(code, f"The database could not be read: {words}.") from error
        except ValueError as error:  # aiosqlite's word for a closed connection
            raise NotRead("closed", "The database is closed: the program is stopping.") from error

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
