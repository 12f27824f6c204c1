"""The card art in ``assets`` is what the code draws, complete and told apart."""

from __future__ import annotations

import pytest
from PIL import Image

from bot.pictures import art, palette, sprites
from bot.pictures.sizes import Size
from tests.pictures.compare import difference


@pytest.mark.parametrize("size", Size, ids=lambda size: size.name)
def test_committed_sheets_are_what_the_script_draws(size):
    with Image.open(sprites.sheet_path(size)) as committed:
        assert committed.mode == "P"
        assert committed.getpalette() == list(palette.BYTES)
        apart = difference(committed.convert("RGB"), art.true_colour_sheet(size))
    assert apart.psnr >= 41
    assert apart.share <= 0.01


@pytest.mark.parametrize("size", Size, ids=lambda size: size.name)
def test_a_hand_shows_which_card_by_its_left_edge_alone(size):
    shown = round(size.width * 0.28) if size is Size.HAND else size.width // 2
    strips = {sprites.sprite(card, size).crop((0, 0, shown, size.height)).tobytes() for card in range(52)}
    assert len(strips) == 52


def test_there_is_a_back_that_is_no_face():
    back = sprites.sprite(sprites.BACK, Size.HAND)
    assert all(back.tobytes() != sprites.sprite(card, Size.HAND).tobytes() for card in range(52))


def test_no_sheet_carries_text():
    for size in Size:
        with Image.open(sprites.sheet_path(size)) as sheet:
            assert sheet.info == {}
