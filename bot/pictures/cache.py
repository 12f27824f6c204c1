"""What was drawn before: parts of pictures by what lies below them, and bands of pictures as PNGs have them.

What is laid down and the pixels below it are all that pixels follow from, so whoever asks with equal facts
and an equal ground gets what would have been drawn, whatever was drawn in between, and for whom.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from itertools import count
from threading import Lock
from typing import Final, Generic, NamedTuple, TypeVar

from bot.pictures.canvas import Pixels, Strip

GROUND_BYTES: Final = 20 * 1024 * 1024
STRIP_BYTES: Final = 10 * 1024 * 1024  # a hand's cards take some thirteen kilobytes
_LONG: Final = 1024  # pixels of a ground that is kept as its digest
_BESIDES: Final = 800  # bytes that an entry takes beside its pixels, about

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Remembers what was asked for last, by its key, as long as all of it takes no more than ``most``: each
    value as much as ``takes`` says. For several threads."""

    def __init__(self, most: int, takes: Callable[[V], int]) -> None:
        self.held = 0
        self._most, self._takes = most, takes
        self._known: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._known)

    def find(self, key: K) -> V | None:
        """None where it is not known."""
        with self._lock:
            known = self._known.get(key)
            if known is not None:
                self._known.move_to_end(key)
            return known

    def keep(self, key: K, value: V) -> None:
        """Remember it, and forget for it what was not asked for the longest."""
        with self._lock:
            if (before := self._known.pop(key, None)) is not None:
                self.held -= self._takes(before)
            self._known[key] = value
            self.held += self._takes(value)
            while self.held > self._most:
                self.held -= self._takes(self._known.popitem(last=False)[1])

    def forget(self) -> None:
        """Forget all of it."""
        with self._lock:
            self._known.clear()
            self.held = 0


class OnGround(NamedTuple):
    """What is laid down, and what says which pixels lie below: the palette's indices, row by row (see
    ``on``), or whatever they follow from."""

    what: Hashable
    ground: Hashable


def on(what: Hashable, ground: bytes) -> OnGround:
    """The key of what comes of ``what`` on that ground. Of a long one a digest is kept: nobody has found two
    that share one."""
    return OnGround(
        what, ground if len(ground) <= _LONG else hashlib.blake2b(ground, digest_size=20).digest()
    )


GROUNDS: Final = Recent[OnGround, Pixels](
    GROUND_BYTES, lambda drawn: drawn.size[0] * drawn.size[1] + _BESIDES
)
"""Parts of all pictures of this process; to be pasted, and not to be drawn on."""

STRIPS: Final = Recent[Hashable, Strip](STRIP_BYTES, lambda strip: len(strip.deflated) + _BESIDES)
"""Bands of all pictures of this process, as they stand in a PNG, by what they follow from: title and caption
come again, a hand's cards are the same while others play, and are neither drawn nor compressed again."""

_numbers = count()


@lru_cache(4096)
def number_of(*_what: Hashable) -> int:
    """A number for what is drawn that nothing else has or will have: it is hashed faster."""
    return next(_numbers)


def forget() -> None:
    """Forget all of it."""
    GROUNDS.forget()
    STRIPS.forget()
    number_of.cache_clear()
