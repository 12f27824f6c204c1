"""The bids of a game from the lowest to the highest: a row a bid, those of one rank on one ground."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from bot.pictures.bands import BAND, title_band
from bot.pictures.palette import BLACK, GREY, IVORY, LINE, PANEL, RAIL, STRIPE
from bot.pictures.signs import draw_sign_of
from bot.pictures.stats.parts import Section
from bot.pictures.style import MARGIN, WIDTH
from bot.pictures.surface import Anchor, Surface
from bot.pictures.text import Weight, drawable, fitting, text_width
from bot.pictures.values import BidFacts, RankedBid, RankingPicture

_HEAD, _ROW, _FOOT = 42, 38, 52
_NUMBER, _SIGN = 42, 32  # width of the column of ranks; a sign's size
_BEFORE = _NUMBER + _SIGN + 8  # the first column of words
_AFTER = 12  # behind the last one
_LARGEST, _SMALLEST, _SMALLER = 25, 19, 3  # of letters in the rows; those above are so much smaller
_TILE, _APART = 34, 8  # of the suits below


class _Column(NamedTuple):
    """How a column looks."""

    weight: Weight
    anchor: Anchor


_COLUMNS = (
    _Column(Weight.MEDIUM, "left"),
    _Column(Weight.REGULAR, "left"),
    _Column(Weight.BOLD, "middle"),
    _Column(Weight.BOLD, "middle"),
    _Column(Weight.REGULAR, "left"),
)
"""One for each of ``BidFacts``."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """``size``: of letters in the rows; ``widths``: of the columns; ``gap``: between two of them."""

    size: int
    widths: tuple[int, ...]
    gap: int

    def places(self) -> Iterator[tuple[_Column, int, int]]:
        """Each column, where its texts are anchored, and its width."""
        left = _BEFORE
        for column, width in zip(_COLUMNS, self.widths, strict=True):
            yield column, left + (width // 2 if column.anchor == "middle" else 0), width
            left += width + self.gap


def ranking_sections(value: RankingPicture) -> list[Section]:
    """All of it, from top to bottom."""
    layout, striped = _laid_out(value), False
    title = Section(BAND, lambda surface, _: title_band(surface, value.title, value.subtitle, None, ""))
    found = [title, Section(_HEAD, partial(_heads, value.heads, layout))]
    for bid in value.bids:
        striped = striped if bid.beside else not striped
        found.append(Section(_ROW, partial(_row, bid, layout, striped)))
    return [*found, Section(_FOOT, partial(_foot, value))]


def _heads(heads: BidFacts, layout: _Layout, surface: Surface, top: int) -> None:
    size = layout.size - _SMALLER
    for head, (column, x, width) in zip(heads, layout.places(), strict=True):
        surface.text(head, x, top + 29, GREY, size, Weight.MEDIUM, column.anchor, width=width)
    surface.fill(0, top + _HEAD - 2, WIDTH, top + _HEAD, BLACK)


def _row(bid: RankedBid, layout: _Layout, striped: bool, surface: Surface, top: int) -> None:
    size, baseline = layout.size, top + (_ROW + round(layout.size * 0.72)) // 2
    if striped:
        surface.fill(0, top, WIDTH, top + _ROW, STRIPE)
    if not bid.beside:
        surface.fill(0, top, WIDTH, top + 1, LINE)
        surface.text(bid.rank, _NUMBER - 8, baseline - 1, GREY, 21, Weight.REGULAR, "right", width=_NUMBER)
    x = _NUMBER + _SIGN // 2
    draw_sign_of(surface, bid.contract_sign, x, top + _ROW // 2, _SIGN, ground=PANEL, ink=IVORY)
    for text, (column, x, width) in zip(bid.facts, layout.places(), strict=True):
        surface.text(text, x, baseline, BLACK, size, column.weight, column.anchor, width=width)


def _laid_out(value: RankingPicture) -> _Layout:
    """The largest letters at which all columns stand apart; what room is left goes between them."""
    size, gaps = _LARGEST, len(_COLUMNS) - 1
    while True:
        widths = tuple(_widths(value, size))
        free = WIDTH - _BEFORE - _AFTER - sum(widths)
        if free >= gaps * size // 2 or size == _SMALLEST:
            return _Layout(size, widths, free // gaps)
        size -= 1


def _widths(value: RankingPicture, size: int) -> Iterator[int]:
    """What each column needs, its head included."""
    for number, column in enumerate(_COLUMNS):
        head = text_width(drawable(value.heads[number]), Weight.MEDIUM, size - _SMALLER)
        texts = {bid.facts[number] for bid in value.bids}
        yield max(head, *(text_width(drawable(text), column.weight, size) for text in texts))


def _foot(value: RankingPicture, surface: Surface, top: int) -> None:
    """The band along the bottom: the suits, as they outrank each other."""
    surface.fill(0, top, WIDTH, top + _FOOT, RAIL)
    tiles = len(value.suits) * (_TILE + _APART)
    room = WIDTH - 2 * MARGIN - tiles - _APART
    size = fitting(value.suits_word, Weight.MEDIUM, 26, 20, room)
    used = text_width(drawable(value.suits_word), Weight.MEDIUM, size)
    x = (WIDTH - min(used, room) - tiles - _APART) // 2
    x += surface.text(value.suits_word, x, top + 35, IVORY, size, width=room) + 2 * _APART
    for suit in value.suits:
        surface.suit_tile(suit, x, top + (_FOOT - _TILE) // 2, _TILE)
        x += _TILE + _APART
