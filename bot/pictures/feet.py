"""The lower ends of pictures, as they stand in a PNG: a hand's cards are the same while others play, and are
neither drawn nor compressed again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Final

from bot.pictures.png import Foot

MOST: Final = 1024
"""How many are remembered; a hand takes nine kilobytes, about."""


class Feet:
    """Remembers those that were asked for last, by what they follow from. For several threads."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._known: OrderedDict[Hashable, Foot] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._known)

    def find(self, key: Hashable) -> Foot | None:
        """None where it is not known."""
        with self._lock:
            found = self._known.get(key)
            if found is not None:
                self._known.move_to_end(key)
            return found

    def keep(self, key: Hashable, foot: Foot) -> None:
        """Remember it."""
        with self._lock:
            self._known[key] = foot
            if len(self._known) > self._most:
                self._known.popitem(last=False)

    def forget(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._known.clear()


FEET: Final = Feet()
"""Those of all pictures of this process."""
