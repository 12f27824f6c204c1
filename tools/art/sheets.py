"""Draws the card art: ``make art`` writes the sheets and the suits under ``assets/cards``.

Courts and backs are drawn beforehand and kept in the repository because drawing takes seconds and loading a
hundredth of that; a test draws them anew and compares, so that they cannot drift from this code.
"""

from __future__ import annotations

from PIL import Image

from bot.pictures import cards, palette
from bot.pictures.cards import BACK, COURTS, SUIT_PICTURES, back_cell, court_cell, sheet_path
from bot.pictures.palette import OUTLINE, WHITE
from bot.pictures.style import ACE, JACK, RANKS, STANDARD, Back, CardStyle, Size, ink_of
from tools.art import backs, courts, suits


def true_colour_sheet(size: Size) -> Image.Image:
    """Courts for plain and for large faces, twelve a row, and below them the backs, as RGB."""
    width = max(court_cell(size, 3, COURTS - 1, large=large)[2] for large in (False, True))
    sheet = Image.new("RGB", (width, back_cell(size, Back.LATTICE)[3]), WHITE)
    for large in (False, True):
        for suit in range(4):
            for figure in range(COURTS):
                cell = court_cell(size, suit, figure, large=large)
                sheet.paste(court(size, suit, figure, large=large), cell)
    for kind in Back:
        sheet.paste(backs.back(size, kind), back_cell(size, kind))
    return sheet


def court(size: Size, suit: int, figure: int, *, large: bool) -> Image.Image:
    """The picture of a court (0 jack, 1 queen, 2 king) on its face, as RGB."""
    left, top, right, bottom = cards.court_box(size, large=large)
    draw = courts.pair if cards.layout_of(size, large=large).panel else courts.bust
    return draw(right - left, bottom - top, suit, figure)


def true_colour_card(card: int, size: Size, style: CardStyle = STANDARD) -> Image.Image:
    """A whole face, or the back, as RGB: what the sprites in the palette must look like."""
    image = Image.new("RGB", (size.width, size.height), WHITE)
    if card == BACK:
        image.paste(backs.back(size, style.back))
    else:
        suit, rank = divmod(card, RANKS)
        image.paste(ink_of(suit, style.colours), (0, 0), cards.ink_mask(card, size, style))
        if JACK <= rank < ACE:
            picture = court(size, suit, rank - JACK, large=style.large)
            image.paste(picture, cards.court_box(size, large=style.large))
    image.paste(OUTLINE, (0, 0), cards.edge_mask(size))
    return image


def palette_sheet(size: Size) -> Image.Image:
    """The sheet in the palette of all pictures, each pixel its nearest colour."""
    true = true_colour_sheet(size)
    pixels = true.tobytes()
    index_of = palette.index_of
    indices = bytes(index_of(rgb) for rgb in zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True))
    sheet = Image.frombytes("P", true.size, indices)
    sheet.putpalette(palette.BYTES)
    return sheet


def main() -> None:
    """Write every sheet, and every suit."""
    for size in Size:
        palette_sheet(size).save(sheet_path(size), optimize=True)
    for colours, deck in SUIT_PICTURES.items():
        for suit, path in enumerate(deck):
            suits.suit_picture(suit, colours).save(path, optimize=True)
