"""Games found by their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.rules.ui.presets import Presets
from bot.tables.errors import TableError
from data.store import Store
from tests.toy import engine
from tests.toy.registered import registered


async def test_a_game_is_known_by_its_name_for_as_long_as_it_is_registered(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "toy.sqlite3")
    try:
        games = Presets(store.presets)
        with pytest.raises(TableError):
            await games.meant(None, engine.PRESET.name)
        with registered():
            assert await games.meant(None, engine.PRESET.name) == engine.PRESET.name
        with pytest.raises(TableError):
            await games.meant(None, engine.PRESET.name)
    finally:
        await store.close()
