"""What daily copies need from outside: the folder they are in, whoever makes one, and a place for notes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

from bot.upkeep.model import Failed, MadeBackup, Stock


class Copy(Protocol):
    """A copy that is there, and the moment (unix seconds) that it is of."""

    @property
    def at(self) -> float:
        """Of which moment."""
        ...


class Folder(Protocol):
    """Where copies are. Every method blocks, and raises StoreError."""

    def latest(self, now: float) -> Copy | None:
        """The last copy of a time that has been."""
        ...

    def clear(self) -> int:
        """Remove what was left half made; returns how many files."""
        ...

    def prune(self, now: float) -> tuple[Path, ...]:
        """Remove the copies whose time is over, never the last one; returns which."""
        ...

    def require_room(self) -> None:
        """Refuse where a copy would bring the bot near a full disk."""
        ...

    def target(self, now: float) -> Path:
        """What a copy of this moment is called."""
        ...


Make = Callable[[Path, float], Awaitable[MadeBackup]]
"""Makes and verifies a copy of that name and moment. Raises StoreError, and then has made none. Where it is
cancelled it leaves nothing behind."""

Tell = Callable[[Failed], Awaitable[None]]
"""Tells whoever owns the application of a failure."""


class TextStore(Protocol):
    """Texts that are kept by key. Raise StoreError."""

    async def text(self, key: str) -> str | None:
        """The text of a key."""
        ...

    async def keep_text(self, key: str, text: str) -> None:
        """Keep or replace it."""
        ...


class StockStore(Protocol):
    """Whoever counts what there is."""

    async def stock(self, now: float) -> Stock:
        """What there is. Raises StoreError."""
        ...
