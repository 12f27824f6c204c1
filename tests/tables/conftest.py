from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.store import Store
from tests.tables.house import FakeTime, House


@pytest.fixture
async def stored(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "tables.sqlite3")
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
async def house(stored: Store, time: FakeTime) -> AsyncIterator[House]:
    house = House(stored, time)
    yield house
    await house.tables.close()
