"""Players' own pictures, cut round and brought into the palette."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image

from bot.pictures import palette
from bot.pictures.resampling import resized
from bot.pictures.shapes import rounded

_LARGEST = 1024  # pixels either way; what is larger is not looked at
_KEPT = 512  # of tables played at the same time


@lru_cache(maxsize=_KEPT)
def avatar(png: bytes, size: int) -> Image.Image | None:
    """A picture as RGB, ``size`` pixels wide and high, its middle square; None for what cannot be read."""
    try:
        with Image.open(io.BytesIO(png)) as image:
            if not 0 < max(image.size) <= _LARGEST:
                return None
            whole = image.convert("RGBA")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None  # Pillow raises any of these for a broken file
    side = min(whole.size)
    left, top = (whole.width - side) // 2, (whole.height - side) // 2
    square = resized(whole, (size, size), Image.Resampling.LANCZOS, (left, top, left + side, top + side))
    ground = Image.new("RGBA", square.size, (*palette.PANEL, 255))
    return Image.alpha_composite(ground, square).convert("RGB")


@lru_cache(maxsize=_KEPT)
def in_palette(png: bytes, size: int) -> Image.Image | None:
    """The same in the palette's colours, mixed by dots where it has none."""
    image = avatar(png, size)
    if image is None:
        return None
    colours = Image.new("P", (1, 1))
    colours.putpalette(palette.BYTES)
    return image.quantize(palette=colours, dither=Image.Dither.FLOYDSTEINBERG)


def solid(size: int) -> Image.Image:
    """Where a round avatar covers (mode 1)."""
    return rounded(size, size, size // 2).solid
