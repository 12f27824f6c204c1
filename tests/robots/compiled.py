"""The compiled robots, ready in this process."""

from __future__ import annotations

from pathlib import Path

from bot.robots.availability import HERE
from bot.robots.strong.making_ready import make_ready

FOLDER = Path(__file__).parents[2] / "var" / "compiled"
"""Where what is compiled is kept, for all tests."""


def ready() -> None:
    """Have them play. Fails where they cannot."""
    make_ready(FOLDER)
    assert HERE.is_ready, HERE.problem
