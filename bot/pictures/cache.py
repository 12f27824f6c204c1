"""What was drawn before: parts of pictures by what lies below them, and the lower ends of PNGs."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Final, NamedTuple

from isal import isal_zlib

from bot.pictures.canvas import Foot, Pixels, indices, pixels

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


READY_BYTES: Final = 16 * 1024 * 1024
PACKED_BYTES: Final = 4 * 1024 * 1024
_LARGE: Final = 24_000  # pixels, more than a card on the table has; what has fewer is drawn again as soon
_LONG: Final = 1024  # pixels of a ground that is kept as its digest
_BESIDES: Final = 800  # bytes that an entry takes beside its pixels, about
_RAW: Final = -15  # deflate without head and sum


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


class _Ready(NamedTuple):
    """Pixels as Pillow keeps them, how many bytes they take, and the same packed, where they have been."""

    pixels: Pixels
    takes: int
    packed: bytes | None


class Grounds:
    """Remembers up to so many bytes of pixels, and forgets what was not asked for the longest; of that the
    large ones are kept for longer, packed into a tenth. For several threads."""

    def __init__(self, ready: int = READY_BYTES, packed: int = PACKED_BYTES) -> None:
        self._most_ready, self._most_packed = ready, packed
        self._held_ready = self._held_packed = 0
        self._ready: OrderedDict[OnGround, _Ready] = OrderedDict()
        self._packed: OrderedDict[OnGround, tuple[tuple[int, int], bytes]] = OrderedDict()
        self._lock = Lock()

    def find(self, key: OnGround) -> Pixels | None:
        """The pixels, to be pasted and not to be drawn on; None where they are not known."""
        with self._lock:
            ready = self._ready.get(key)
            if ready is not None:
                self._ready.move_to_end(key)
                return ready.pixels
            known = self._packed.pop(key, None)
            if known is None:
                return None
            size, packed = known
            self._held_packed -= len(packed) + _BESIDES
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
            self._ready.clear()
            self._packed.clear()
            self._held_ready = self._held_packed = 0

    @property
    def held(self) -> int:
        """How many bytes are taken, about."""
        return self._held_ready + self._held_packed

    def _add(self, key: OnGround, drawn: Pixels, packed: bytes | None) -> None:
        width, height = drawn.size
        takes = width * height + _BESIDES
        self._ready[key] = _Ready(drawn, takes, packed)
        self._held_ready += takes
        while self._held_ready > self._most_ready:
            oldest, ready = self._ready.popitem(last=False)
            self._held_ready -= ready.takes
            self._pack(oldest, ready)

    def _pack(self, key: OnGround, ready: _Ready) -> None:
        if ready.takes < _LARGE:
            return
        packed = ready.packed or isal_zlib.compress(indices(ready.pixels), 1, _RAW)
        self._packed[key] = ready.pixels.size, packed
        self._held_packed += len(packed) + _BESIDES
        while self._held_packed > self._most_packed:
            _, (_, oldest) = self._packed.popitem(last=False)
            self._held_packed -= len(oldest) + _BESIDES


GROUNDS: Final = Grounds()
"""Those of all pictures of this process."""
