"""Draws the suits that stand on buttons: each on a small white card, since a button may have any colour and a
screen may be light or dark."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.pictures.palette import OUTLINE, WHITE
from bot.pictures.shapes import SUITS
from bot.pictures.style import Colours, ink_of

SIZE = 128  # pixels, as Discord keeps emojis
SCALE = 4  # they are drawn this much larger and averaged down
MARGIN, RADIUS, EDGE = 2, 24, 3
ACROSS = 100


def suit_picture(suit: int, colours: Colours) -> Image.Image:
    """One suit (C D H S) of a deck, transparent around its card."""
    sheet = Image.new("RGBA", (SIZE * SCALE, SIZE * SCALE), (*OUTLINE, 0))
    pen = ImageDraw.Draw(sheet)
    for inset, colour in ((MARGIN, OUTLINE), (MARGIN + EDGE, WHITE)):
        near, far = inset * SCALE, (SIZE - inset) * SCALE - 1
        pen.rounded_rectangle((near, near, far, far), (RADIUS - inset) * SCALE, fill=(*colour, 255))
    across, near = ACROSS * SCALE, (SIZE - ACROSS) * SCALE // 2
    for polygon in SUITS[suit]:
        points = [(near + x * across, near + y * across) for x, y in polygon]
        pen.polygon(points, fill=(*ink_of(suit, colours), 255))
    return sheet.reduce(SCALE)
