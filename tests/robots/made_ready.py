"""How it stands with compiled robots while a test says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.robots.kinds import HERE


@contextmanager
def being_made_ready() -> Iterator[None]:
    """They are, at first; afterwards it stands with them as before."""
    before = HERE.problem, HERE.is_ready
    HERE.preparing()
    try:
        yield
    finally:
        HERE.problem, HERE.is_ready = before
