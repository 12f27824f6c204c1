"""What was drawn before: parts of pictures by what lies below them, and the lower ends of PNGs.

What is laid down and the pixels below it are all that pixels follow from, so whoever asks with equal facts
and an equal ground gets what would have been drawn, whatever was drawn in between, and for whom.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Final, Generic, NamedTuple, TypeVar

from isal import isal_zlib

from bot.pictures.canvas import Pixels, PngTail, indices, pixels

READY_BYTES: Final = 16 * 1024 * 1024
PACKED_BYTES: Final = 4 * 1024 * 1024
MOST_TAILS: Final = 1024  # a hand's takes nine kilobytes, about
_LARGE: Final = 24_000  # pixels, more than a card on the table has; what has fewer is drawn again as soon
_LONG: Final = 1024  # pixels of a ground that is kept as its digest
_BESIDES: Final = 800  # bytes that an entry takes beside its pixels, about
_RAW: Final = -15  # deflate without head and sum

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Remembers what was asked for last, by its key, as long as all of it takes no more than ``most``. For
    several threads."""

    def __init__(self, most: int) -> None:
        self.held = 0
        self._most = most
        self._known: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._known)

    def __contains__(self, key: K) -> bool:
        return key in self._known

    def find(self, key: K) -> V | None:
        """None where it is not known."""
        with self._lock:
            if key not in self._known:
                return None
            self._known.move_to_end(key)
            return self._known[key][0]

    def keep(self, key: K, value: V, takes: int = 1) -> list[tuple[K, V]]:
        """Remember it. Returns what is forgotten for it."""
        with self._lock:
            _, before = self._known.pop(key, (None, 0))
            self._known[key] = value, takes
            self.held += takes - before
            gone: list[tuple[K, V]] = []
            while self.held > self._most:
                oldest, (forgotten, took) = self._known.popitem(last=False)
                self.held -= took
                gone.append((oldest, forgotten))
            return gone

    def take(self, key: K) -> V | None:
        """What is known, and forget it."""
        with self._lock:
            value, takes = self._known.pop(key, (None, 0))
            self.held -= takes
            return value

    def forget(self) -> None:
        """Forget all of it."""
        with self._lock:
            self._known.clear()
            self.held = 0


TAILS: Final = Recent[Hashable, PngTail](MOST_TAILS)
"""The lower ends of all pictures of this process, as they stand in a PNG, by what they follow from: a hand's
cards are the same while others play, and are neither drawn nor compressed again."""


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


class Grounds:
    """Remembers up to so many bytes of pixels, and forgets what was not asked for the longest; of that the
    large ones are kept for longer, packed into a tenth. For several threads."""

    def __init__(self, ready: int = READY_BYTES, packed: int = PACKED_BYTES) -> None:
        self._ready = Recent[OnGround, tuple[Pixels, bytes | None]](ready)  # with them packed, if they were
        self._packed = Recent[OnGround, tuple[tuple[int, int], bytes]](packed)
        self._lock = Lock()

    def find(self, key: OnGround) -> Pixels | None:
        """The pixels, to be pasted and not to be drawn on; None where they are not known."""
        with self._lock:
            if (ready := self._ready.find(key)) is not None:
                return ready[0]
            if (known := self._packed.take(key)) is None:
                return None
            size, packed = known
            unpacked = pixels(isal_zlib.decompress(packed, _RAW, size[0] * size[1]), size)
            self._add(key, unpacked, packed)
            return unpacked

    def keep(self, key: OnGround, drawn: Pixels) -> None:
        """Remember them."""
        with self._lock:
            if key not in self._ready and key not in self._packed:
                self._add(key, drawn, None)

    def forget(self) -> None:
        """Forget all of it."""
        with self._lock:
            self._ready.forget()
            self._packed.forget()

    @property
    def held(self) -> int:
        """How many bytes are taken, about."""
        return self._ready.held + self._packed.held

    def _add(self, key: OnGround, drawn: Pixels, packed: bytes | None) -> None:
        for oldest, (old, known) in self._ready.keep(key, (drawn, packed), _takes(drawn)):
            if _takes(old) >= _LARGE:
                small = known or isal_zlib.compress(indices(old), 1, _RAW)
                self._packed.keep(oldest, (old.size, small), len(small) + _BESIDES)


def _takes(drawn: Pixels) -> int:
    width, height = drawn.size
    return width * height + _BESIDES


GROUNDS: Final = Grounds()
"""Those of all pictures of this process."""
