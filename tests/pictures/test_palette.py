"""One palette is enough: nobody sees the difference, and what must be read can be read."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from math import dist
from typing import cast

import pytest

from bot.pictures import palette as p
from bot.pictures.painter import draw, render
from bot.pictures.signs import FADED
from bot.pictures.stat_values import PersonCard
from bot.pictures.style import Colours, ink_of
from bot.pictures.values import Picture, PodiumPicture
from tests.pictures.by_name import SAMPLES
from tests.pictures.compare import difference, rgb
from tests.pictures.true_colour import TrueColourSurface


def luminance(colour: p.Rgb) -> float:
    def linear(channel: int) -> float:
        share = channel / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: p.Rgb, other: p.Rgb) -> float:
    """As WCAG 2.2 defines it, 1..21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def likeness(value: Picture) -> float:
    """How near a picture is to the same one in true colour, in decibels."""
    true = cast(TrueColourSurface, draw(value, TrueColourSurface)).image.convert("RGB")
    return difference(rgb(render(value)), true).psnr


@pytest.mark.parametrize("name", SAMPLES)
def test_palette_pictures_look_like_true_colour_ones(name):
    """But for large portraits, whose colours nobody can know beforehand: mixed by dots."""
    value = SAMPLES[name]
    if isinstance(value, PersonCard):
        assert likeness(value) >= 34
        value = replace(value, avatar=None)
    if isinstance(value, PodiumPicture):
        assert likeness(value) >= 34
        value = replace(value, entries=tuple(replace(entry, avatar=None) for entry in value.entries))
    assert likeness(value) >= 41


def test_every_ink_is_in_the_palette_bright_and_dimmed():
    assert len(p.COLOURS) <= 256
    for ink in (p.WHITE, p.BLACK, p.RED, p.GOLD, p.BLUE, p.GREEN, p.SKIN, p.BROWN, p.GINGER, p.OUTLINE):
        assert p.COLOURS[p.index_of(ink)] == ink
        assert p.COLOURS[p.dim_table()[p.index_of(ink)]] == p.dimmed(ink)


def test_contrast_of_what_is_read():
    for text, ground in (
        (p.BLACK, p.WHITE), (p.RED, p.WHITE), (p.GREY, p.WHITE), (p.BLACK, p.STRIPE), (p.GREY, p.STRIPE),
        (p.IVORY, p.FELT), (p.IVORY, p.MAT), (p.IVORY, p.RAIL), (p.IVORY, p.PANEL), (p.MUTED, p.RAIL),
        (p.MUTED, p.PANEL), (p.MUTED, p.FELT), (p.GOLD, p.PANEL), (p.PANEL, p.GOLD), (p.PANEL, p.IVORY),
    ):  # fmt: skip
        assert contrast(text, ground) >= 4.5, (text, ground)
    assert min(contrast(p.GOLD, ground) for ground in (p.FELT, p.MAT, p.PANEL)) >= 3  # frames, no text


def test_contrast_of_what_was_said_and_is_over():
    assert contrast(p.COLOURS[p.index_of(FADED)], p.PANEL) >= 3


def test_contrast_of_what_is_printed_on_cards():
    for suit, colours in product(range(4), Colours):
        ink = ink_of(suit, colours)
        assert contrast(ink, p.WHITE) >= 4.5, (suit, colours)
        assert contrast(p.dimmed(ink), p.dimmed(p.WHITE)) >= 3, (suit, colours)


def seen_by(colour: p.Rgb, matrix: tuple[tuple[float, float, float], ...]) -> tuple[float, float, float]:
    """The colour in CIELAB as an eye sees it that the matrix, over linear RGB, stands for."""
    channels = [(c / 255) / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    r, g, b = (min(1.0, max(0.0, sum(w * c for w, c in zip(row, channels, strict=True)))) for row in matrix)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


# Machado, Oliveira, Fernandes 2009: complete protanopia, deuteranopia and tritanopia.
EYES = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.0520)),
    "no green": ((0.3673, 0.8606, -0.2280), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "no blue": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
}


@pytest.mark.parametrize("eye", EYES)
def test_four_colours_are_four_to_every_eye(eye):
    inks = [seen_by(ink_of(suit, Colours.FOUR), EYES[eye]) for suit in range(4)]
    for one, other in combinations(inks, 2):
        assert dist(one, other) >= 15  # of CIE 1976; 2.3 is just noticed
