"""Faces for buttons: index and suit, as large as an application emoji allows, on a card of their own.

A button may have any colour and a screen may be light or dark, so the suit's ink always stands on white.
"""

from __future__ import annotations

import io
from functools import cache

from PIL import Image, ImageDraw

from bot.pictures.fonts import Weight
from bot.pictures.glyphs import glyphs
from bot.pictures.palette import OUTLINE, WHITE
from bot.pictures.shapes import SUITS
from bot.pictures.style import RANKS, Colours, Index, ink_of, letter

SIZE = 128  # pixels, as Discord keeps emojis
_SCALE = 4  # emojis are drawn this much larger and averaged down
_MARGIN, _RADIUS, _EDGE = 2, 24, 3
_CAP, _WIDEST, _SUIT = 84, 53, 54
_INDEX_AXIS, _SUIT_AXIS = 37, 92


@cache
def emoji_png(card: int, index: Index, colours: Colours) -> bytes:
    """The face of ``card`` (0..51) as a PNG of ``SIZE`` × ``SIZE`` pixels, transparent around the card."""
    suit, rank = divmod(card, RANKS)
    ink = ink_of(suit, colours)
    sheet = Image.new("RGBA", (SIZE * _SCALE, SIZE * _SCALE), (*OUTLINE, 0))
    pen = ImageDraw.Draw(sheet)
    for inset, colour in ((_MARGIN, OUTLINE), (_MARGIN + _EDGE, WHITE)):
        near, far = inset * _SCALE, (SIZE - inset) * _SCALE - 1
        pen.rounded_rectangle((near, near, far, far), (_RADIUS - inset) * _SCALE, fill=(*colour, 255))
    mask, rise = glyphs(letter(rank, index), _CAP * _SCALE, _WIDEST * _SCALE, Weight.BLACK)
    top = (SIZE - _CAP) // 2 * _SCALE - rise
    sheet.paste((*ink, 255), (_INDEX_AXIS * _SCALE - mask.width // 2, top), mask)
    across = _SUIT * _SCALE
    left, top = _SUIT_AXIS * _SCALE - across // 2, (SIZE * _SCALE - across) // 2
    for polygon in SUITS[suit]:
        pen.polygon([(left + x * across, top + y * across) for x, y in polygon], fill=(*ink, 255))
    file = io.BytesIO()
    sheet.reduce(_SCALE).save(file, "PNG", optimize=True)
    return file.getvalue()
