"""The same robot everywhere: on each Python the same moves, in games of every preset."""

from __future__ import annotations

import json
from typing import Final

import pytest

from bot.robots.study import ONE, fixed, mean_and_squares
from tests.robots.compiled import ready
from tests.robots.moves import FILE, TABLES, hashes

TOLD: Final[dict[str, list[str]]] = json.loads(FILE.read_text("utf-8"))


@pytest.mark.parametrize(("kind", "preset", "players"), TABLES)
def test_robots_play_as_they_do_on_every_python(kind: str, preset: str, players: int) -> None:
    if kind == "strong":
        ready()
    assert hashes(kind, preset, players) == TOLD[f"{kind} {preset} {players}"]


def test_nothing_is_told_of_tables_that_are_not_played() -> None:
    assert set(TOLD) == {f"{kind} {preset} {players}" for kind, preset, players in TABLES}


def test_means_and_squares_are_rounded_once() -> None:
    # Added up as floats these are off, by what differs between Pythons and compiled code.
    values = [fixed(0.1)] * 10 + [10**15, -(10**15)]
    mean, squares = mean_and_squares(values)
    assert mean == ONE / 12
    assert squares == pytest.approx(2 * 10**30)
    assert mean_and_squares([7]) == (7.0, 0.0)
