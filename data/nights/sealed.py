"""What the cards of duplicate rounds follow from: a secret of each round, out of that of the evening."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import Final

SECRET_BYTES: Final = 32

NewSecret = Callable[[], bytes]
"""Draws a secret of 32 bytes."""


def from_the_system() -> bytes:
    """A secret from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def secret_of(secret: bytes, number: int) -> bytes:
    """That of a round, counted from 1; none tells another."""
    return hmac.digest(secret, f"round {number}".encode("ascii"), "sha256")


def commitment_of(secret: bytes, number: int) -> str:
    """The SHA-256 of that, in hexadecimal: public."""
    return hashlib.sha256(secret_of(secret, number)).hexdigest()
