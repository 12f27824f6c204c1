"""The kinds of robots, from the weakest to the strongest."""

from __future__ import annotations

from typing import Final

ROBOT_KINDS: Final = ("easy", "steady", "strong", "teacher")
"""``teacher`` plays as ``strong`` does, and comments."""
DEFAULT_ROBOT: Final = "easy"
