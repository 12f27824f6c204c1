"""How far two pictures are apart."""

from __future__ import annotations

import io
from dataclasses import dataclass
from math import inf, log10

from PIL import Image, ImageChops, ImageStat

SQUARE = 16
VISIBLE = 24  # of 255: a channel that differs by more is seen


@dataclass(frozen=True, slots=True)
class Difference:
    """Between two pictures of one size, over all pixels and channels."""

    mean: float  # absolute, 0..255
    share: float  # of pixels in which some channel differs visibly, 0..1
    worst: float  # mean absolute difference in the worst square of ``SQUARE`` pixels, 0..255
    psnr: float  # decibels


def rgb(png: bytes) -> Image.Image:
    """A PNG as RGB."""
    return Image.open(io.BytesIO(png)).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> Difference:
    """The difference of two RGB pictures. Raises ``ValueError`` when their sizes differ."""
    if one.size != other.size:
        raise ValueError(f"sizes differ: {one.size} and {other.size}")
    apart = ImageChops.difference(one, other)
    red, green, blue = apart.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    seen = sum(most.histogram()[VISIBLE + 1 :])
    stat = ImageStat.Stat(apart)
    squares = sum(rms * rms for rms in stat.rms) / 3
    psnr = 10 * log10(255 * 255 / squares) if squares else inf
    _, worst = most.reduce(SQUARE).getextrema()
    assert isinstance(worst, int | float)
    return Difference(sum(stat.mean) / 3, seen / (one.width * one.height), worst, psnr)
