"""Pillow's pictures made larger, smaller or two-coloured, with types that are known throughout.

Pillow declares these methods with types of NumPy, which is not installed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PIL import Image

Box = tuple[float, float, float, float]


class _Typed(Protocol):
    """What of ``Image.Image`` is used here."""

    def resize(
        self, _size: tuple[int, int], _filter: int | None = None, _box: Box | None = None, /
    ) -> Image.Image: ...

    def point(self, _table: Sequence[float], _mode: str | None = None, /) -> Image.Image: ...


def _typed(image: _Typed) -> _Typed:
    return image


def resized(
    image: Image.Image, size: tuple[int, int], filter: Image.Resampling, box: Box | None = None
) -> Image.Image:
    """The picture, or the part of it in ``box``, at another size in pixels."""
    return _typed(image).resize(size, filter, box)


def looked_up(image: Image.Image, table: Sequence[int], mode: str) -> Image.Image:
    """The picture in another mode, each of its 256 values looked up in ``table``."""
    return _typed(image).point(table, mode)
