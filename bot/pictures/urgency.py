"""How urgently a picture is wanted: what is asked for beside what goes on, by whoever asks.

It belongs to whoever asks, not to the picture, and there are many hands between the two; so it is a context
variable, which each task has for itself.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum


class Urgency(IntEnum):
    """What is less goes first."""

    PRESSED = 0
    """Somebody has pressed something and waits for it."""
    DUE = 1
    """Somebody is to move by it, or it is news to everybody."""
    FOLLOWS = 2
    """It shows what others do."""


_WANTED: ContextVar[Urgency] = ContextVar("urgency", default=Urgency.PRESSED)


def wanted() -> Urgency:
    """How urgently this task wants what it asks for; without a word of it a press is being answered."""
    return _WANTED.get()


@contextmanager
def wanting(urgency: Urgency) -> Generator[None]:
    """What is asked for herein is wanted so urgently."""
    before = _WANTED.set(urgency)
    try:
        yield
    finally:
        _WANTED.reset(before)
