"""The card art in ``assets`` is what the code draws, complete and told apart, in every style."""

from __future__ import annotations

import re
from itertools import product

import pytest
from PIL import Image

from bot.pictures import cards, palette
from bot.pictures.canvas import Canvas
from bot.pictures.cards import SUIT_PICTURES
from bot.pictures.style import (
    ACE,
    BACK_INKS,
    JACK,
    RANKS,
    Back,
    CardStyle,
    Colours,
    Index,
    Size,
    as_seen,
    ink_of,
    letter,
)  # fmt: skip
from tests.pictures.compare import difference
from tools.art import sheets as art
from tools.art import suits
from tools.art.suits import SIZE

SIZES = pytest.mark.parametrize("size", Size, ids=lambda size: size.name)
STYLES = [CardStyle(*parts) for parts in product(Index, Colours, (False, True))]
EVERY_STYLE = pytest.mark.parametrize(
    "style", STYLES, ids=lambda style: f"{style.index}-{style.colours}-{'large' if style.large else 'plain'}"
)
IN_HAND = (Size.HAND, Size.LARGE, Size.HAND_2X, Size.LARGE_2X)
COURTS = [card for card in range(cards.CARDS) if JACK <= card % RANKS < ACE]


@SIZES
def test_committed_sheets_are_what_the_script_draws(size):
    with Image.open(cards.sheet_path(size)) as committed:
        assert committed.mode == "P"
        assert committed.getpalette() == list(palette.BYTES)
        assert committed.tobytes() == art.palette_sheet(size).tobytes()


@SIZES
def test_sheets_carry_no_text_and_are_small(size):
    with Image.open(cards.sheet_path(size)) as sheet:
        assert sheet.info == {}
    assert sum(cards.sheet_path(each).stat().st_size for each in Size) < 1_000_000


@EVERY_STYLE
def test_faces_in_the_palette_look_like_true_colour_ones(style):
    for card, size in product((*COURTS, 3, 20, 34, 47, 51), (Size.SMALL, Size.HAND)):
        apart = difference(
            cards.sprite(card, size, style).convert("RGB"), art.true_colour_card(card, size, style)
        )
        assert apart.psnr >= 36, (card, size, apart)
        assert apart.share <= 0.02, (card, size, apart)


@EVERY_STYLE
def test_a_hand_of_thirteen_shows_which_card_by_its_left_edge_alone(style):
    for size in (Size.HAND, Size.LARGE):
        strips = {
            cards.sprite(card, size, style).crop((0, 0, round(size.width * 0.37), size.height)).tobytes()
            for card in range(cards.CARDS)
        }
        assert len(strips) == cards.CARDS


@EVERY_STYLE
def test_the_index_stands_wholly_in_what_a_hand_of_thirteen_shows(style):
    shown = round(0.37 * Size.HAND.width)
    for card in range(cards.CARDS):
        mask = cards.ink_mask(card, Size.HAND, style)
        corner = mask.crop((0, 0, round(0.5 * mask.width), round(0.55 * mask.width)))
        assert corner.crop((shown, 0, shown + 1, corner.height)).getextrema() == (0, 0), card


def test_letters_by_index():
    def letters(index: Index) -> str:
        return " ".join(letter(rank, index) for rank in range(RANKS))

    numbers = "2 3 4 5 6 7 8 9 10 "
    assert letters(Index.ENGLISH) == numbers + "J Q K A"
    assert letters(Index.BELGIAN) == numbers + "V D R 1"
    assert letters(Index.DUTCH) == numbers + "B V H A"
    assert letters(Index.RUSSIAN) == numbers + "\u0412 \u0414 \u041a \u0422"  # all four Cyrillic


@pytest.mark.parametrize("index", Index)
def test_one_letter_means_one_rank_within_a_style(index):
    assert len({letter(rank, index) for rank in range(RANKS)}) == RANKS


def test_the_same_letter_of_two_styles_is_another_card():
    # What must never meet in one picture: V is the Belgian jack and the Dutch queen.
    assert letter(JACK, Index.BELGIAN) == letter(JACK + 1, Index.DUTCH) == "V"
    belgian, dutch = CardStyle(Index.BELGIAN), CardStyle(Index.DUTCH)
    assert cards.sprite(JACK, Size.HAND, belgian).tobytes() != cards.sprite(JACK, Size.HAND, dutch).tobytes()


@EVERY_STYLE
def test_what_does_not_show_does_not_matter(style):
    for card in range(cards.CARDS):
        seen = as_seen(style, card)
        assert (
            cards.ink_mask(card, Size.SMALL, seen).tobytes()
            == cards.ink_mask(card, Size.SMALL, style).tobytes()
        )
        assert ink_of(card // RANKS, seen.colours) == ink_of(card // RANKS, style.colours)


@SIZES
@pytest.mark.parametrize("large", [False, True])
def test_courts_differ_from_each_other(size, large):
    left, top, right, bottom = cards.court_box(size, large=large)
    pictures = {
        cards.sprite(card, size, CardStyle(large=large))
        .crop((left + 2, top, right - 6, bottom - 6))
        .tobytes()
        for card in COURTS
    }
    assert len(pictures) == len(COURTS) == 12


@pytest.mark.parametrize("suit", range(4))
def test_jack_queen_and_king_differ_as_grey_shapes_too(suit):
    """At a phone's size and without colour: on average over a sixth of the grey scale apart."""
    greys = [
        art.court(Size.MEDIUM, suit, figure, large=False).convert("L").reduce(4)
        for figure in range(cards.COURTS)
    ]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert difference(greys[one].convert("RGB"), greys[other].convert("RGB")).psnr < 16


def test_large_faces_have_larger_indices():
    for size, card in product((Size.HAND, Size.MEDIUM), (0, 8, JACK, ACE)):
        heights = [
            _first_block(cards.ink_mask(card, size, CardStyle(large=large))) for large in (False, True)
        ]
        assert heights[1] > 1.5 * heights[0]


def _first_block(mask: Image.Image) -> int:
    """Rows of the index: from the first with ink near the left edge down to the next without."""
    edge = mask.crop((0, 0, round(mask.width * 0.36), mask.height))
    rows = [edge.crop((0, y, edge.width, y + 1)).getbbox() is not None for y in range(edge.height)]
    start = rows.index(True)
    return rows.index(False, start) - start


@SIZES
def test_three_backs_that_are_no_faces(size):
    backs = {cards.sprite(cards.BACK, size, CardStyle(back=back)).tobytes() for back in Back}
    assert len(backs) == len(BACK_INKS) == len(Back) == 3
    assert not backs & {cards.sprite(card, size).tobytes() for card in range(cards.CARDS)}


def test_doubled_sizes_are_twice_as_wide():
    assert [size.doubled.width for size in list(Size)[:4]] == [2 * size.width for size in list(Size)[:4]]
    assert {size.doubled.bold for size in (Size.HAND, Size.LARGE)} == {False}
    with pytest.raises(ValueError, match="352"):
        _ = Size.SMALL_2X.doubled


@pytest.mark.parametrize("card", [-1, 53])
def test_there_is_no_other_card(card):
    with pytest.raises(ValueError, match="no card"):
        cards.sprite(card, Size.HAND)
    with pytest.raises(ValueError, match="no card"):
        cards.lay(Canvas(200, 250), card, Size.HAND, CardStyle(), 0, 0)


@pytest.mark.parametrize("colours", Colours)
def test_committed_suits_are_what_the_script_draws_each_in_its_ink(colours):
    for suit, path in enumerate(SUIT_PICTURES[colours]):
        assert path.stat().st_size < 256 * 1024  # what Discord takes of an emoji
        with Image.open(path) as image:
            assert (image.size, image.mode, image.info) == ((SIZE, SIZE), "RGBA", {})
            assert image.tobytes() == suits.suit_picture(suit, colours).tobytes()
            assert image.getpixel((SIZE // 2, SIZE // 2)) == (*ink_of(suit, colours), 255)
            alpha = image.getchannel("A")
            assert alpha.getpixel((0, 0)) == alpha.getpixel((SIZE - 1, SIZE - 1)) == 0
            assert image.getpixel((SIZE // 2, 8)) == (*palette.WHITE, 255)  # around it, on any ground


def test_a_suit_has_a_name_that_can_be_said():
    names = [path.stem for deck in SUIT_PICTURES.values() for path in deck]
    assert len(names) == len(set(names)) == 8
    assert all(
        re.fullmatch("(clubs|diamonds|hearts|spades)(_(green|blue|red|black))?", name) for name in names
    )
