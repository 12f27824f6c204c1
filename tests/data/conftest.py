"""A real store in a folder of its own, and a look at its file from outside."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import closing
from math import inf
from pathlib import Path
from typing import Any

import pytest

from data.store import Store
from tests.data import make_example
from tests.databases import put_empty

Look = Callable[..., Sequence[tuple[Any, ...]]]
Said = Callable[[], tuple[list[str], list[str]]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "var" / "hartenheer.sqlite3"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(put_empty(path))
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database with something of everything."""
    path = tmp_path_factory.mktemp("example") / "a.sqlite3"
    asyncio.run(make_example.make(path))
    return path.read_bytes()


@pytest.fixture
def look(path: Path) -> Look:
    """Ask the database itself, past the store."""

    def ask(sql: str, *parameters: object) -> Sequence[tuple[Any, ...]]:
        with closing(sqlite3.connect(path)) as connection:
            return connection.execute(sql, parameters).fetchall()

    return ask


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Said:
    """What was printed since, and what was complained of; of progress nothing, however slow the machine."""
    monkeypatch.setattr("bot.cli.json_lines.AT_ONCE", inf)

    def read() -> tuple[list[str], list[str]]:
        printed = capsys.readouterr()
        return printed.out.splitlines(), printed.err.splitlines()

    return read
