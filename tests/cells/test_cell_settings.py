"""Which cell a process is and where the broker is, as settings say it; and what they may not say."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cells.model import ALONE, Cell
from bot.settings import Settings, SettingsError

NONE = Path("there is no such file")
CELL, URL = "HARTENHEER_CELL", "HARTENHEER_NATS_URL"
WHERE = "HARTENHEER_NATS_URL must say where the broker is by which the cells find each other,"


@pytest.mark.parametrize(
    ("said", "cell", "url"),
    [
        ({}, ALONE, None),
        ({CELL: "1/1"}, ALONE, None),
        ({CELL: "1/1", URL: "nats://broker"}, ALONE, None),
        ({CELL: "2/4", URL: "nats://broker"}, Cell(2, 4), "nats://broker"),
        ({CELL: "64/64", URL: "tls://a:b@broker:4222"}, Cell(64, 64), "tls://a:b@broker:4222"),
        ({CELL: "1/2", URL: "nats://[::1]:4222"}, Cell(1, 2), "nats://[::1]:4222"),
    ],
)
def test_what_may_be_said(said: dict[str, str], cell: Cell, url: str | None) -> None:
    settings = Settings.read(said, NONE)
    assert (settings.cell, settings.nats_url) == (cell, url)


@pytest.mark.parametrize(
    "cell", ["0/4", "5/4", "1/0", "1/65", "65/65", "-1/4", "2", "2/", "2/4/4", "٢/4", "two of four"]
)
def test_there_is_no_such_cell(cell: str) -> None:
    with pytest.raises(SettingsError) as refused:
        Settings.read({CELL: cell, URL: "nats://broker"}, NONE)
    said = f"HARTENHEER_CELL must be such as 2/4, the second of four, of 64 at most, not {cell!r}."
    assert str(refused.value) == said


@pytest.mark.parametrize(
    "url",
    ["", "broker", "http://broker", "nats://", "nats://:4222", "nats://broker:x", "nats://broker:65536",
     "nats://broker:0", "nats://[broker", "ws://broker", "redis://a:secret@broker"],
)  # fmt: skip
def test_no_broker_is_there(url: str) -> None:
    with pytest.raises(SettingsError) as refused:
        Settings.read({CELL: "2/4", URL: url}, NONE)
    assert str(refused.value) == f"{WHERE} such as nats://127.0.0.1:4222."


def test_a_broker_is_for_several() -> None:
    with pytest.raises(SettingsError, match="say which is this by HARTENHEER_CELL"):
        Settings.read({URL: "nats://broker"}, NONE)


def test_a_password_is_told_nobody() -> None:
    settings = Settings.read({CELL: "2/4", URL: "nats://cells:secret@broker"}, NONE)
    assert "secret" not in repr(settings)
