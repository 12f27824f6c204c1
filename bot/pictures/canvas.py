"""The pixels of a palette picture, so laid out in memory that the PNG of it is one deflate away.

Before each row stands the byte that names its filter in a PNG (none), and Pillow draws on the very bytes that
are compressed. Their memory is used again for the next picture of that size: what takes longest about half a
megabyte is to get it.
"""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock
from typing import Final, Protocol, cast

from PIL import Image

from bot.pictures import palette

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

    def pixel_access(self, readonly: int, /) -> PixelAccess:
        """Its pixels one by one."""
        ...


class PixelAccess(Protocol):
    """Pixels one by one."""

    def __getitem__(self, at: tuple[int, int], /) -> int: ...

    def __setitem__(self, at: tuple[int, int], index: int, /) -> None: ...


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

    def rows(self, first: int = 0, end: int | None = None) -> memoryview:
        """The rows from ``first`` to before ``end``, each after the byte of its filter: what a PNG
        compresses."""
        last = self.height if end is None else end
        return self._bytes[self._stride * first : self._stride * last]

    def under(self, left: int, top: int, width: int, height: int) -> bytes:
        """The pixels of a rectangle, row by row; 0 for those that are not on the picture."""
        return self.under_each([(left, top)], width, height)

    def under_each(self, corners: Iterable[tuple[int, int]], width: int, height: int) -> bytes:
        """The same of several rectangles of one size, one after the other, by their upper left corners."""
        stride, memory, found = self._stride, self._bytes, list[bytes | memoryview]()
        for left, top in corners:
            if left < 0 or top < 0 or left + width > self.width or top + height > self.height:
                found.append(self.image.crop((left, top, left + width, top + height)).tobytes())
            else:
                start = 1 + top * stride + left
                found += [memory[at : at + width] for at in range(start, start + height * stride, stride)]
        return b"".join(found)


def pixels(data: bytes, size: tuple[int, int]) -> Pixels:
    """Indices of the palette as what ``Canvas.core`` pastes."""
    return core_of(Image.frombytes("L", size, data))


def indices(core: Pixels) -> bytes:
    """The indices that such pixels are made of, row by row."""
    whole = Image.new("L", core.size)
    core_of(whole).paste(core, (0, 0, *core.size))
    return whole.tobytes()


def canvas(width: int, height: int, colour: int) -> Canvas:
    """A canvas of that size in one colour of the palette."""
    found = None
    with _lock:
        for place, one in enumerate(_free):
            if one.width == width and one.height == height:
                found = _free.pop(place)
                break
    made = found or Canvas(width, height)
    made.core.paste(colour, (0, 0, width, height))
    return made


def give_back(used: Canvas) -> None:
    """Whoever gives a canvas back looks at it no more: the next picture is drawn there."""
    with _lock:
        _free.append(used)
        del _free[:-_FREE_MOST]
