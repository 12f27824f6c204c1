"""The compiled robots, ready in this process."""

from __future__ import annotations

import sys
from pathlib import Path

from bot.robots.kinds import HERE
from bot.robots.strong.compiled import make_ready

FOLDER = Path(__file__).parents[2] / "var" / "compiled" / ".".join(map(str, sys.version_info[:2]))
"""Where what is compiled is kept, for all tests of this Python: beside those of others, which may run now."""


def ready() -> None:
    """Have them play. Fails where they cannot."""
    make_ready(FOLDER)
    assert HERE.is_ready, HERE.problem
