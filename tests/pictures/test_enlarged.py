"""A picture at twice its size shows the same, with twice the detail."""

from __future__ import annotations

import pytest
from PIL import Image

from bot.pictures.painter import render
from bot.pictures.palette import FELT, GOLD
from bot.pictures.shapes import CROWN, mask
from bot.pictures.stat_values import CardsPicture, Certificate
from bot.pictures.surface import Enlarged, PaletteSurface
from bot.pictures.values import RankingPicture
from tests.pictures.by_name import SAMPLES
from tests.pictures.compare import difference, rgb


@pytest.mark.parametrize("name", SAMPLES)
def test_twice_the_size_is_the_same_picture(name):
    small, large = rgb(render(SAMPLES[name])), rgb(render(SAMPLES[name], double=True))
    assert large.size == (2 * small.width, 2 * small.height)
    if isinstance(SAMPLES[name], RankingPicture | CardsPicture | Certificate):
        # Long lines of words, or of large ones, whose letters may stand some pixels aside at their ends.
        assert difference(large.reduce(32), small.reduce(16)).psnr >= 34.5
    else:
        # Letters may stand a pixel aside; in squares of eight pixels that is not seen.
        assert difference(large.reduce(16), small.reduce(8)).psnr >= 31


@pytest.mark.parametrize("name", ["hand-follow-suit", "table-four", "sheet-final", "trick-last"])
def test_twice_the_size_is_sharper_than_a_stretched_picture(name):
    small, large = rgb(render(SAMPLES[name])), rgb(render(SAMPLES[name], double=True))
    stretched = small.resize(large.size, Image.Resampling.BICUBIC)
    assert _sharpness(large) > 1.15 * _sharpness(stretched)


def _sharpness(image: Image.Image) -> float:
    """How much two pixels side by side differ where they do, as the mean of squares."""
    grey = image.convert("L")
    beside = grey.crop((1, 0, grey.width, grey.height))
    counts = difference(grey.crop((0, 0, grey.width - 1, grey.height)).convert("RGB"), beside.convert("RGB"))
    return 10 ** (-counts.psnr / 10)


def test_a_ready_mask_is_stretched():
    below = PaletteSurface(200, 200, FELT)
    Enlarged(below).stamp(mask(CROWN, 60), 20, 30, GOLD)
    box = difference_box(below)
    assert box is not None
    assert box[0] >= 40
    assert box[1] >= 60
    assert box[2] <= 160
    assert box[3] <= 180


def difference_box(surface: PaletteSurface) -> tuple[int, int, int, int] | None:
    """Where something was drawn."""
    ground = surface.image.getpixel((0, 0))
    assert isinstance(ground, int)
    return surface.image.point([0 if index == ground else 255 for index in range(256)], "L").getbbox()
