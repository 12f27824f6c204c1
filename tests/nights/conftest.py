from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.store import Store
from tests.clock import FakeClock
from tests.tables.house import House


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    store = await Store.open(tmp_path / "nights.sqlite3")
    house = House(store, FakeClock())
    try:
        yield house
        await house.tables.close()
    finally:
        await store.close()
