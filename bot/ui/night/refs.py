"""Accounts of people in the ids and values of presses."""

from __future__ import annotations

from typing import Final

from bot.ui.discord.press_ids import AboutSomethingElse

LONGEST: Final = 20
"""Digits of a Discord id, which is a number of 64 bits."""


def account(text: str) -> int:
    """An account. Raises AboutSomethingElse where it is none."""
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST):
        raise AboutSomethingElse(text)
    return int(text)
