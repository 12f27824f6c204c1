"""Telling that games of seasons have become others, to whoever brings something up to date with them."""

from __future__ import annotations

from collections.abc import Callable

from bot.error_places import tell


class ChangeNotifier:
    """Rung once such a change is kept."""

    def __init__(self) -> None:
        self._heard: list[Callable[[], None]] = []

    def listen(self, heard: Callable[[], None]) -> None:
        """Have a function called at every ring."""
        self._heard.append(heard)

    def ring(self) -> None:
        """Games may be others than they were. That is stored, whatever becomes of who hears it."""
        for heard in self._heard:
            tell(heard)
