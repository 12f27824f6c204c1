"""The pixels of palette pictures, the PNGs that are made of them (a header, the one palette, the pixels, and
nothing else), and what is remembered of both.

Pixels are so laid out in memory that the PNG of them is one deflate away: before each row stands the byte
that names its filter in a PNG (none), and Pillow draws on the very bytes that are compressed. Their memory
is used again for the next picture of that size: what takes longest about half a megabyte is to get it.
ISA-L's deflate takes a fifth of the time that zlib takes, for as few bytes; written by Pillow, pixels
would be copied and compressed by zlib.

What is laid down and the pixels below it are all that pixels follow from, so whoever asks with equal facts
and an equal ground gets what would have been drawn, whatever was drawn in between, and for whom.
"""

from __future__ import annotations

import hashlib
import struct
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import count
from threading import Lock
from typing import Final, Generic, NamedTuple, Protocol, TypeVar, cast

from isal import isal_zlib
from PIL import Image

from bot.pictures import palette

_Part = tuple[float, float, float, float]


class _Typed(Protocol):
    """What of ``Image.Image`` is used here."""

    def resize(
        self, _size: tuple[int, int], _filter: int | None = None, _box: _Part | None = None, /
    ) -> Image.Image: ...

    def point(self, _table: Sequence[float], _mode: str | None = None, /) -> Image.Image: ...


def _typed(image: _Typed) -> _Typed:
    return image


def resized(
    image: Image.Image, size: tuple[int, int], filter: Image.Resampling, box: _Part | None = None
) -> Image.Image:
    """The picture, or the part of it in ``box``, at another size in pixels."""
    return _typed(image).resize(size, filter, box)


def looked_up(image: Image.Image, table: Sequence[int], mode: str) -> Image.Image:
    """The picture in another mode, each of its 256 values looked up in ``table``."""
    return _typed(image).point(table, mode)


_FREE_MOST: Final = 4  # canvases that wait for their next picture: two megabytes
Box = tuple[int, int, int, int]  # left, top, right, bottom

_free: list[Canvas] = []
_lock = Lock()


class Pixels(Protocol):
    """Pillow's image below, which looks at bytes and not at modes: to paste by it takes a third of the time,
    and what lies outside is cut."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        ...

    def paste(self, what: Pixels | int, box: Box, mask: Pixels | None = None, /) -> None:
        """Put other pixels, or one index, into a rectangle, where ``mask`` has something."""
        ...

    def crop(self, box: Box, /) -> Pixels:
        """A copy of a rectangle; 0 for what is not on the picture."""
        ...


def core_of(image: Image.Image) -> Pixels:
    """What an image of one byte a pixel, or a mask, is made of."""
    return cast(Pixels, image.im)


class Canvas:
    """A palette picture (mode P) of one colour at first."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._stride = width + 1
        self._buffer = bytearray(1 + self._stride * height)
        self._bytes = memoryview(self._buffer)
        shared = cast(bytes, self._bytes[1:])  # Pillow takes any buffer; its types know bytes
        self.image = Image.frombuffer("P", (width, height), shared, "raw", "P", self._stride, 1)
        self.image.putpalette(palette.BYTES)
        self.image.readonly = 0  # shared with our own bytes on purpose
        self.core = core_of(self.image)

    def rows(self, first: int, end: int) -> memoryview:
        """The rows from ``first`` to before ``end``, each after the byte of its filter: what a PNG
        compresses."""
        return self._bytes[self._stride * first : self._stride * end]

    def under(self, left: int, top: int, width: int, height: int) -> bytes:
        """The pixels of a rectangle, row by row; 0 for those that are not on the picture."""
        return self.under_each([(left, top)], width, height)

    def under_each(self, corners: Iterable[tuple[int, int]], width: int, height: int) -> bytes:
        """The same of several rectangles of one size, one after the other, by their upper left corners."""
        found = list[bytes]()
        with _lock:
            seen, window = _window(width, height)
            for left, top in corners:
                if left < 0 or top < 0 or left + width > self.width or top + height > self.height:
                    window.paste(0, (0, 0, width, height))
                window.paste(self.core, (-left, -top, self.width - left, self.height - top))
                found.append(bytes(seen))
        return b"".join(found)


_scratch = [memoryview(bytearray(1 << 16))]


@lru_cache(1024)
def _window(width: int, height: int) -> tuple[memoryview, Pixels]:
    """Bytes, and pixels that are the same memory, which all sizes share: from one to the other a copy is all.
    For whoever holds the lock."""
    size = width * height
    if size > len(_scratch[0]):
        _scratch[0] = memoryview(bytearray(1 << size.bit_length()))
    seen = _scratch[0][:size]
    image = Image.frombuffer("L", (width, height), cast(bytes, seen), "raw", "L", 0, 1)
    image.readonly = 0  # shared on purpose, as a canvas is
    return seen, core_of(image)


def pixels(data: bytes, size: tuple[int, int]) -> Pixels:
    """Indices of the palette as what ``Canvas.core`` pastes."""
    with _lock:
        seen, window = _window(*size)
        seen[:] = data
        return window.crop((0, 0, *size))


def indices(core: Pixels) -> bytes:
    """The indices that such pixels are made of, row by row."""
    with _lock:
        seen, window = _window(*core.size)
        window.paste(core, (0, 0, *core.size))
        return bytes(seen)


def canvas(width: int, height: int, colour: int, but: Iterable[tuple[int, int]] = ()) -> Canvas:
    """A canvas of that size in one colour of the palette. At the rows in ``but``, from one to before the
    other, nobody looks."""
    found = None
    with _lock:
        for place, one in enumerate(_free):
            if one.width == width and one.height == height:
                found = _free.pop(place)
                break
    made, at = found or Canvas(width, height), 0
    for first, end in (*sorted(but), (height, height)):
        made.core.paste(colour, (0, at, width, first))
        at = end
    return made


def give_back(used: Canvas) -> None:
    """Whoever gives a canvas back looks at it no more: the next picture is drawn there."""
    with _lock:
        _free.append(used)
        del _free[:-_FREE_MOST]


LEVEL: Final = 1  # of ISA-L: as fast as 0 and smaller; 3 takes as long as zlib
_DEPTH: Final = 8  # bits a pixel
_INDEXED: Final = 3  # colour type
_RAW: Final = -15  # deflate without head and sum
_HEAD: Final = b"\x78\x01"  # of a zlib stream (RFC 1950)
_LAST: Final = b"\x03\x00"  # a last block without anything in it
_ADLER: Final = 65521  # what its sum is counted modulo
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


class Strip(NamedTuple):
    """Rows of a picture as they stand in the middle of a deflate stream, their Adler-32, and how many bytes
    they were."""

    deflated: bytes
    adler: int
    size: int


def strip_of(canvas: Canvas, top: int, bottom: int) -> Strip:
    """The picture's rows from ``top`` to before ``bottom``."""
    rows, packing = canvas.rows(top, bottom), isal_zlib.compressobj(LEVEL, isal_zlib.DEFLATED, _RAW)
    deflated = packing.compress(rows) + packing.flush(isal_zlib.Z_FULL_FLUSH)
    return Strip(deflated, isal_zlib.adler32(rows), len(rows))


def encoded(width: int, height: int, strips: Sequence[Strip]) -> bytes:
    """The PNG of strips below each other. Equal strips give equal bytes on one kind of machine."""
    head = struct.pack(">IIBBBBB", width, height, _DEPTH, _INDEXED, 0, 0, 0)
    pixels = [_HEAD, *(strip.deflated for strip in strips), _LAST, struct.pack(">I", _adler(strips))]
    return b"".join([_SIGNATURE, _chunk(b"IHDR", head), _PALETTE, _chunk(b"IDAT", b"".join(pixels)), _END])


def _adler(strips: Sequence[Strip]) -> int:
    """The sum of all bytes, from the sums of the strips (RFC 1950, 8.2)."""
    low, high = 1, 0
    for strip in strips:
        high = (high + (strip.adler >> 16) + strip.size * (low - 1)) % _ADLER
        low = (low + (strip.adler & 0xFFFF) - 1) % _ADLER
    return high << 16 | low


def _chunk(name: bytes, data: bytes) -> bytes:
    crc = isal_zlib.crc32(data, isal_zlib.crc32(name))
    return b"".join([struct.pack(">I", len(data)), name, data, struct.pack(">I", crc)])


_PALETTE: Final = _chunk(b"PLTE", palette.BYTES)
_END: Final = _chunk(b"IEND", b"")


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
