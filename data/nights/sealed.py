"""What the cards of duplicate rounds follow from: of each round a secret out of that of the evening, and the
presses of those who were there when its first round began."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from typing import Final

from bot.tables.model import Origin
from data.night_rows import EveningSecret

SECRET_BYTES: Final = 32

NewSecret = Callable[[], bytes]
"""Draws a secret of 32 bytes."""


def from_the_system() -> bytes:
    """A secret from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def origin_of(evening: EveningSecret, number: int) -> Origin:
    """That of a round, counted from 1. No round's secret tells another's."""
    secret = hmac.digest(evening.secret, f"round {number}".encode("ascii"), "sha256")
    return Origin(secret, evening.press_ids)
