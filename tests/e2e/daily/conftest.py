"""What holds in every test of daily deals."""

from __future__ import annotations

import pytest

from bot.discordkit import slots


@pytest.fixture(autouse=True)
def old_messages_change_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord lets messages of yesterday be changed now and then alone, and nobody waits for that here."""
    monkeypatch.setattr(slots, "OLD_MESSAGE_PAUSE", 0.0)
