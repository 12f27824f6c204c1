from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.store import Store
from tests.clock import FakeClock
from tests.tables.house import House


@pytest.fixture
async def stored(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "tables.sqlite3")
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
def time() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def house(stored: Store, time: FakeClock) -> AsyncIterator[House]:
    house = House(stored, time)
    yield house
    await house.tables.close()
