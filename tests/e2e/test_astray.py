"""A hand reaches its player and nobody else, also when the bot dies or comes back at a bad moment.

These are few moments of many: ``tests/soak/test_astray.py`` goes through all of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak.lives import Kill
from tests.soak.scenes import (
    first_cards,
    killed_before_the_hands,
    staged,
    started_while_starting,
)

MOMENTS = (Kill("request", 1, "before"), Kill("request", 8, "before"), Kill("request", 9, "after"))
"""The first is the one after the deal; the others fall among those that take up the table and show it."""


@pytest.mark.parametrize("carried_out", [False, True], ids=["lost", "carried out"])
async def test_killed_between_start_and_the_first_hands(tmp_path: Path, carried_out: bool) -> None:
    async with staged(tmp_path / "test.sqlite3") as stage:
        await killed_before_the_hands(stage, carried_out=carried_out)


async def test_started_while_a_slow_start_is_still_at_work(tmp_path: Path) -> None:
    async with staged(tmp_path / "test.sqlite3") as stage:
        await started_while_starting(stage, 1.2)


async def test_killed_again_and_again_while_the_first_hands_go_out(tmp_path: Path) -> None:
    async with staged(tmp_path / "test.sqlite3") as stage:
        dealt = stage.company.started(stage.company.person("Ann")).reached
        await stage.play(first_cards(stage.company), MOMENTS, since=dealt)
