"""The seed that hosts may share."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError

NOTHING = Path("/nowhere/.env")
NAME = "HARTENHEER_DAILY_SECRET"


def test_without_one_it_is_everybodys() -> None:
    assert Settings.read({}, NOTHING).daily_secret is None
    assert Settings.read({NAME: " "}, NOTHING).daily_secret is None


def test_one_of_their_own_is_never_written_down() -> None:
    settings = Settings.read({NAME: "AB" * 32}, NOTHING)
    assert settings.daily_secret == bytes([0xAB]) * 32
    assert "ab" * 32 not in repr(settings).lower() and "\\xab" not in repr(settings)


@pytest.mark.parametrize("text", ["ab" * 31, "xy" * 32, "secret", "ab " * 32])
def test_what_is_no_seed(text: str) -> None:
    with pytest.raises(SettingsError, match=f"{NAME} must be 64 hexadecimal digits"):
        Settings.read({NAME: text}, NOTHING)
