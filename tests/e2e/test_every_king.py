"""A complete game of every King through the real client library: one person and robots, to the last point."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.house import House
from tests.e2e.noise import Noise
from tests.e2e.secrecy import Secrecy
from tests.e2e.test_whole_game import check_end, play_out

GAMES = ("dubbelkingen", "whisthub-king", "denexa-king", "russian-king", "russian-king-orders")
"""Whisthub's double king, as long as ours, is played where all are: ``tests/soak/test_many_secrets.py``."""


@pytest.mark.parametrize("game", GAMES)
async def test_a_complete_game(
    game: str, house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secrecy, noise = Secrecy(house), Noise(house)
    (ann,) = house.people()[:1]
    assert (await house.command(ann, "table open", {"game": game, "robots": 3})).state == "answered"
    (table,) = house.bot.tables.running()
    pressed = await play_out(house, table)
    assert pressed["play"] > 80
    await noise.check(table, pressed)
    await check_end(house, table, tmp_path, capsys)
    secrecy.check()
