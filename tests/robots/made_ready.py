"""How it stands with compiled robots, as at the beginning of a process."""

from __future__ import annotations

from bot.robots.availability import HERE


def begin_again() -> None:
    """They are being made ready."""
    HERE.problem, HERE.is_ready = None, False
