"""Cards that lie open in a row, of which the upper part is seen: a hand laid open before everyone."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures.fonts import Weight
from bot.pictures.marks import bidder_flag
from bot.pictures.palette import FELT, IVORY, RAIL
from bot.pictures.sizes import MARGIN, WIDTH, Size
from bot.pictures.surface import Surface
from bot.pictures.wrapping import fitting, wrapped

HEIGHT = 106
_SIZE = Size.SMALL
_SHOWN = 84  # of a card, from its top: index and suit
_ABOVE, _LABEL = 12, 140
_PITCH = 46
_WORD, _SMALLEST = 25, 20


def draw(cards: Sequence[int], word: str, surface: Surface, top: int) -> None:
    """Draw them across the felt from ``top`` on, ``HEIGHT`` high, with whose they are at the left."""
    left = MARGIN + _LABEL + 12
    pitch = min(_PITCH, (WIDTH - MARGIN - left - _SIZE.width) // max(1, len(cards) - 1))
    for place, card in enumerate(cards):
        surface.card(card, _SIZE, left + place * pitch, top + _ABOVE)
    rail = top + _ABOVE + _SHOWN
    surface.fill(0, rail, WIDTH, top + _ABOVE + _SIZE.height, FELT)
    surface.fill(0, rail, WIDTH, rail + 6, RAIL)
    size = fitting(word, Weight.MEDIUM, _WORD, _SMALLEST, _LABEL, 2)
    most = 2 if size > _SMALLEST else 3
    lines = [line for line in wrapped(word, Weight.MEDIUM, size, _LABEL, most) if line]
    bidder_flag(surface, MARGIN + 16, top + _ABOVE + 16)
    for number, line in enumerate(lines):
        pitch = 28 if most < len(lines) or size > _SMALLEST else 23
        surface.text(line, MARGIN, top + _ABOVE + 60 + number * pitch - 6 * (len(lines) - 1), IVORY, size)
