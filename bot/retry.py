"""Trying again: how long to wait before the next try."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Final

JITTER: Final = 0.2
"""The share of a pause by which it may be shorter: what failed at one moment does not come back at one."""


class Backoff:
    """The pauses of one thing that is tried until it succeeds, in seconds: they double from ``first`` to
    ``longest``, and are never longer than that, but where the other side asks for more. ``draw`` gives random
    numbers from 0 up to 1."""

    __slots__ = ("_draw", "_first", "_longest", "_next", "failures")

    def __init__(self, first: float, longest: float, *, draw: Callable[[], float] = random.random) -> None:
        self._first = first
        self._longest = longest
        self._draw = draw
        self._next = first
        self.failures = 0
        """How often it has failed since it last succeeded."""

    def pause(self, asked: float = 0.0) -> float:
        """How long to wait, now that it has failed once more. ``asked``: for how many seconds the other side
        wants to be left alone."""
        self.failures += 1
        pause = min(self._next, self._longest)
        self._next = min(2.0 * self._next, self._longest)
        return max(pause * (1.0 - JITTER * self._draw()), asked)

    def succeeded(self) -> None:
        """The next failure is the first again."""
        self.failures, self._next = 0, self._first


def retry_after(text: str | None) -> float:
    """The seconds of a ``Retry-After`` header; 0 where there is none, or where it says something else, such
    as a date (https://www.rfc-editor.org/rfc/rfc9110#field.retry-after)."""
    try:
        seconds = float(text or 0.0)
    except ValueError:
        return 0.0
    return seconds if math.isfinite(seconds) and seconds > 0.0 else 0.0
