"""Moments as Discord shows them: to each reader in their own time and language.

Source: https://docs.discord.com/developers/reference#message-formatting-timestamp-styles
"""

from __future__ import annotations


def in_full(at: float) -> str:
    """«Tuesday, 24 November 2026 20:00»; ``at`` is in unix seconds, as for the others."""
    return _timestamp(at, "F")


def relative(at: float) -> str:
    """«in 2 hours», counting by itself."""
    return _timestamp(at, "R")


def clock_time(at: float) -> str:
    """«20:00»."""
    return _timestamp(at, "t")


def _timestamp(at: float, style: str) -> str:
    return f"<t:{int(at)}:{style}>"
