"""One palette is enough: nobody sees the difference, and what must be read can be read."""

from __future__ import annotations

from typing import cast

import pytest

from bot.pictures import palette as p
from bot.pictures.painter import draw, render
from bot.pictures.preview import samples
from tests.pictures.compare import difference, rgb
from tests.pictures.true_colour import TrueColourSurface

SAMPLES = dict(samples())


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


@pytest.mark.parametrize("name", SAMPLES)
def test_palette_pictures_look_like_true_colour_ones(name):
    true = cast(TrueColourSurface, draw(SAMPLES[name], TrueColourSurface)).image.convert("RGB")
    assert difference(rgb(render(SAMPLES[name])), true).psnr >= 41


def test_every_ink_is_in_the_palette_bright_and_dimmed():
    assert len(p.COLOURS) <= 256
    for ink in (p.WHITE, p.BLACK, p.RED, p.GOLD, p.BLUE, p.SKIN, p.BROWN, p.OUTLINE):
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


def test_contrast_of_dimmed_cards():
    for ink in (p.BLACK, p.RED):
        assert contrast(p.dimmed(ink), p.dimmed(p.WHITE)) >= 3
