"""The index of a card as a mask: a figure, two, or a letter, cut close and as high and wide as asked."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from bot.pictures.fonts import Weight, font
from bot.pictures.resampling import resized

_CAP = 0.711  # of the font's size: the height of its capitals
_GAP = 0.11  # between two figures, of the height
_TAIL = 0.09  # how far a letter may hang down; the Russian D is made flatter to keep to it
_THICKER = 0.12  # what two figures gain in stroke for all the width they lose, of the height


@lru_cache(maxsize=256)
def glyphs(index: str, cap: int, widest: int, weight: Weight) -> tuple[Image.Image, int]:
    """``index`` with capitals ``cap`` pixels high, at most ``widest`` wide, and how far it rises above them.

    What is wider is squeezed. Of two figures the strokes are thickened for it, and keep to the height.
    """
    pad = cap // 3
    tight = _set(index, cap, weight, 0)
    if len(index) > 1 and tight.width > widest:
        tight = _set(index, cap, weight, round(_THICKER * (1 - widest / tight.width) * cap))
    left, top, right, bottom = tight.getbbox() or (0, 0, 1, 1)
    mask = tight.crop((left, top, right, bottom))
    lowest, rise = pad + cap + round(_TAIL * cap), pad - top
    size = min(mask.width, widest), min(bottom, lowest) - top
    if len(index) > 1:
        size, rise = (size[0], cap), 0
    return resized(mask, size, Image.Resampling.LANCZOS) if size != mask.size else mask, rise


def _set(index: str, cap: int, weight: Weight, stroke: int) -> Image.Image:
    """The characters close together, capitals from a third of ``cap`` on, cut at left and right."""
    face, pad = font(weight, round(cap / _CAP)), cap // 3
    mask = Image.new("L", (cap * 3, cap + 2 * pad))
    pen, x = ImageDraw.Draw(mask), pad
    for character in index:
        left, _, right, _ = face.getbbox(character, anchor="ls")
        pen.text((x - left, cap + pad), character, font=face, fill=255, anchor="ls", stroke_width=stroke)
        x += round(right - left + cap * _GAP)
    left, _, right, _ = mask.getbbox() or (0, 0, 1, 1)
    return mask.crop((left, 0, right, mask.height))
