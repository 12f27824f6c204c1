"""All panels are drawn as by the last but one of as many cells as there may be: no button has a longer id."""

from __future__ import annotations

import pytest

from bot.discordkit.interactions import PressId


@pytest.fixture(autouse=True)
def longest_origin(monkeypatch: pytest.MonkeyPatch) -> None:
    """An id that does not fit fails as it is written."""
    monkeypatch.setattr(PressId, "origin", "63.64")
