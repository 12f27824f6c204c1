"""Palette pictures as PNG files: a header, the one palette, the pixels, and nothing else.

ISA-L's deflate takes a fifth of the time that zlib takes, for as few bytes; written by Pillow, pixels would
be copied and compressed by zlib.
"""

from __future__ import annotations

import struct
from typing import Final

from isal import isal_zlib

from bot.pictures import palette
from bot.pictures.canvas import Canvas

LEVEL: Final = 1  # of ISA-L: as fast as 0 and smaller; 3 takes as long as zlib
_DEPTH: Final = 8  # bits a pixel
_INDEXED: Final = 3  # colour type
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


def encoded(canvas: Canvas) -> bytes:
    """The picture as a PNG. Equal pixels give equal bytes on one kind of machine."""
    head = struct.pack(">IIBBBBB", canvas.width, canvas.height, _DEPTH, _INDEXED, 0, 0, 0)
    pixels = isal_zlib.compress(canvas.rows(), LEVEL)
    return b"".join([_SIGNATURE, _chunk(b"IHDR", head), _PALETTE, _chunk(b"IDAT", pixels), _END])


def _chunk(name: bytes, data: bytes) -> bytes:
    crc = isal_zlib.crc32(data, isal_zlib.crc32(name))
    return b"".join([struct.pack(">I", len(data)), name, data, struct.pack(">I", crc)])


_PALETTE: Final = _chunk(b"PLTE", palette.BYTES)
_END: Final = _chunk(b"IEND", b"")
