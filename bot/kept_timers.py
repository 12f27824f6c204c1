"""Timers that follow from nothing else that is stored: they are stored themselves, and rung at least once.

A timer's row goes only after its ring has succeeded. So a process that ends in the middle leaves it, and the
next one rings again: what is done must bear to be done twice.

Not for what follows from what is stored anyway, such as a table's deadline or a turn's reminder: see
``timers``.
"""

from __future__ import annotations

import inspect
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.ports import KeptTimer, TimerStore
from bot.timers import TimerKey, Timers

log = logging.getLogger(__name__)

SOON: Final = 900.0
"""Seconds that are waited for whatever happens to the clock on the wall."""

RingKept = Callable[[TimerKey], Awaitable[None] | None]
"""What is done when a timer of a kind is due, however late that is found out."""


@dataclass(slots=True, eq=False)
class _Armed:
    """A kept timer in memory. ``rung`` says that only its row is left of it."""

    key: TimerKey
    row: KeptTimer
    rung: bool = False


class KeptTimers:
    """The timers of all kinds that were declared."""

    def __init__(self, timers: Timers, store: TimerStore) -> None:
        self._timers = timers
        self._store = store
        self._kinds: dict[str, tuple[StrEnum, RingKept]] = {}
        self._armed: dict[TimerKey, _Armed] = {}

    def __contains__(self, key: TimerKey) -> bool:
        return key in self._armed

    def declare(self, kind: StrEnum, ring: RingKept) -> None:
        """Say what is done when timers of this kind are due. Raises ValueError for a kind declared before."""
        if kind.value in self._kinds:
            raise ValueError(f"timers of the kind {kind} are declared twice")
        self._kinds[kind.value] = kind, ring

    async def keep(self, key: TimerKey, when: float) -> None:
        """Ring at ``when`` (unix seconds), in this process or a later one, in place of the timer that had
        this key. Raises StoreError, and then has changed nothing. The kind must have been declared."""
        assert self._kinds[key.kind.value][0] is key.kind, f"timers of the kind {key.kind} are not declared"
        row = KeptTimer(key.kind.value, key.subject, key.about, when)
        await self._store.keep(row)
        self._arm(_Armed(key, row))

    async def forget(self, key: TimerKey) -> None:
        """Take a timer away, if there is one. Raises StoreError, and then has changed nothing."""
        armed = self._armed.get(key)
        if armed is None:
            return
        await self._store.forget(armed.row)
        if self._armed.get(key) is armed:
            del self._armed[key]
            self._timers.clear(key)

    def drop(self, kind: StrEnum, subject: int) -> None:
        """The rows of all timers of a kind that a subject had are gone: they are not rung any more."""
        for key in [one for one in self._armed if one.kind is kind and one.subject == subject]:
            del self._armed[key]
            self._timers.clear(key)

    async def take_up(self) -> int:
        """Arm what earlier processes have left; returns how many there are. What is overdue rings at once.
        Timers of kinds that were not declared are left alone. Raises StoreError."""
        unknown = Counter[str]()
        for row in await self._store.timers():
            if row.kind in self._kinds:
                kind, _ = self._kinds[row.kind]
                self._arm(_Armed(TimerKey(kind, row.subject, row.about), row))
            else:
                unknown[row.kind] += 1
        for kind, number in unknown.items():
            log.warning("%d timers of a kind that there is not, %s, are left alone", number, kind)
        return len(self._armed)

    def _arm(self, armed: _Armed) -> None:
        self._armed[armed.key] = armed
        seconds = armed.row.at - self._timers.time.now()
        if seconds < SOON:
            self._timers.after(armed.key, max(0.0, seconds), lambda: self._ring(armed))
        else:
            self._timers.set(armed.key, armed.row.at, lambda: self._ring(armed))

    async def _ring(self, armed: _Armed) -> None:
        if not armed.rung:
            going_on = self._kinds[armed.row.kind][1](armed.key)
            if inspect.isawaitable(going_on):
                await going_on
            armed.rung = True
        if self._armed.get(armed.key) is armed:  # else it was kept anew, or forgotten
            await self._store.forget(armed.row)
            if self._armed.get(armed.key) is armed:
                del self._armed[armed.key]
