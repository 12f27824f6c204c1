"""The compiled robots, ready in this process."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Final

from bot.engine.king.presets import FAMILY as KING
from bot.engine.options import Rules
from bot.robots.kinds import HERE
from bot.robots.registry import Robot, robot_of
from bot.robots.strong.compiled import make_ready

FOLDER = Path(__file__).parents[2] / "var" / "compiled" / ".".join(map(str, sys.version_info[:2]))
"""Where what is compiled is kept, for all tests of this Python: beside those of others, which may run now."""


def ready() -> None:
    """Have them play. Fails where they cannot."""
    make_ready(FOLDER)
    assert HERE.is_ready, HERE.problem


UNLEARNED: Final = "unlearned"
"""``strong`` as it was until it learned from games: who is better is measured by it
(``tests.bench.bench_strong``)."""


def robot(rules: Rules, kind: str) -> Robot:
    """How a robot of a kind plays, ``UNLEARNED`` included."""
    if kind != UNLEARNED:
        return robot_of(rules, kind)
    from bot.robots.strong import king, whist  # noqa: PLC0415 - once it is ready

    return partial((king if rules.preset.family == KING else whist).choose, learned=False)
