"""Whole games of every preset with many secrets: one person and robots, through the real client library.

As many as fit into two minutes on one worker, with ``HARTENHEER_SOAK_STRIDE=1`` into ten, shared out among
the presets. Four people play every second preset, by ``HARTENHEER_TEST_SEED``, or with that all of them.
What depends on the cards, and with them on what robots bid and name, fails here; the failure names the
secret, which repeats it.
"""

from __future__ import annotations

import hashlib
import os
from itertools import count
from pathlib import Path
from time import monotonic

import pytest

from bot.engine.registry import preset_named, presets
from tests.e2e.conftest import database, no_pause, quiet_log
from tests.e2e.house import House, open_house
from tests.e2e.secrecy import Secrecy
from tests.e2e.test_quiet_channel import a_game_talked_through
from tests.e2e.test_whole_game import check_end, play_out

__all__ = ["database", "no_pause", "quiet_log"]

PRESETS = [preset.name for preset in presets()]
EVERYTHING = os.environ.get("HARTENHEER_SOAK_STRIDE") == "1"
SECONDS = 600.0 if EVERYTHING else 120.0
SEED = int(os.environ.get("HARTENHEER_TEST_SEED", "0"))
ONE = os.environ.get("HARTENHEER_TEST_SECRET")
"""A secret in hex: the only one to be played, to repeat a failure."""


def secret_number(preset: str, number: int) -> bytes:
    """What the cards of one game follow from."""
    return bytes.fromhex(ONE) if ONE else hashlib.sha256(f"{SEED} {preset} {number}".encode()).digest()


@pytest.mark.parametrize("preset", PRESETS)
async def test_games_with_many_secrets(
    preset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    until = monotonic() + SECONDS / len(PRESETS)
    for number in count():
        begun = monotonic()
        secret = secret_number(preset, number)
        folder = tmp_path / str(number)
        folder.mkdir()
        try:
            async with open_house(folder / "test.sqlite3", secret=secret) as house:
                await a_whole_game(house, preset, folder, capsys)
        except BaseException as failure:
            failure.add_note(
                f"to repeat it: HARTENHEER_TEST_SECRET={secret.hex()} make soak ARGS='-k {preset}'"
            )
            raise
        now = monotonic()
        if ONE or now + (now - begun) > until:
            return  # another one would take too long


async def a_whole_game(house: House, preset: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One person and robots, to the last point; nobody reads what they may not know."""
    players = preset_named(preset).players
    robots = (4 if 4 in players else players[0]) - 1
    secrecy = Secrecy(house)
    (ann,) = house.people()[:1]
    opened = await house.command(ann, "table open", {"game": preset, "robots": robots})
    assert opened.state == "answered", opened.error
    (table,) = house.bot.tables.running()
    pressed = await play_out(house, table)
    assert pressed["play"]
    await check_end(house, table, folder, capsys)
    secrecy.check()


@pytest.mark.parametrize("preset", PRESETS if EVERYTHING else PRESETS[SEED % 2 :: 2])
async def test_a_game_of_four_people_posts_a_few_messages(preset: str, database: Path) -> None:
    async with open_house(database) as house:
        await a_game_talked_through(house, preset, people=4)
