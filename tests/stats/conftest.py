from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.store import Store
from tests.clock import FakeClock
from tests.data.conftest import path, store
from tests.stats.server_games import Ledger
from tests.tables.house import House

__all__ = ["house", "ledger", "path", "store", "stored"]


@pytest.fixture
async def stored(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "tables.sqlite3")
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
async def house(stored: Store) -> AsyncIterator[House]:
    house = House(stored, FakeClock(1_760_000_000.0))
    yield house
    await house.tables.close()


@pytest.fixture
def ledger(store: Store) -> Ledger:
    return Ledger(store)
