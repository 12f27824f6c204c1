"""Text in pictures: which characters can be drawn, how wide a line is, where it is broken, and its mask.

Names come from Discord and may hold anything. What the font lacks is transliterated, what has no
transliteration is dropped; nothing is ever drawn as a box. Text is drawn letter for letter: no mention or
Markdown is interpreted, and nothing can turn the direction of writing or climb out of its line.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from functools import cache, lru_cache
from math import ceil

import font_roboto
from anyascii import anyascii
from PIL import Image, ImageDraw, ImageFont

from bot.normal_form import normalized
from bot.pictures.canvas import resized
from bot.pictures.shapes import CoverageMask

MAX_MARKS = 2  # combining marks on one letter; a taller stack is taken off altogether
MAX_LENGTH = 200  # characters of one line that are looked at
NOTHING_LEFT = "–"
ELLIPSIS = "…"


class Weight(StrEnum):
    """The weights used; the values name the package's files."""

    REGULAR = "Roboto"
    MEDIUM = "RobotoMedium"
    BOLD = "RobotoBold"
    BLACK = "RobotoBlack"


@cache
def font(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    """The font at ``size`` pixels. Basic layout: the other one depends on libraries a machine may lack."""
    file = font_roboto.font_files[weight.value]
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


def _glyph(character: str) -> bytes:
    image = Image.new("L", (64, 48))
    ImageDraw.Draw(image).text((16, 36), character, font=font(Weight.MEDIUM, 24), fill=255, anchor="ls")
    return image.tobytes()


@lru_cache(maxsize=8192)
def _in_font(character: str) -> bool:
    return _glyph(character) != _glyph("\uffff")  # never a character, so always drawn as the missing one


def _graphemes(text: str) -> Iterator[tuple[str, str]]:
    """Each letter with the combining marks that follow it. Format and control characters are left out."""
    base, marks = "", ""
    for character in normalized("NFC", text, MAX_LENGTH):
        category = unicodedata.category(character)
        if category[0] == "M":
            marks += character
        elif category[0] == "Z" or character in "\t\n\r\v\f":
            yield base, marks
            base, marks = " ", ""
        elif category[0] != "C":
            yield base, marks
            base, marks = character, ""
    yield base, marks


def _readable(base: str, marks: str, *, emoji: bool) -> str:
    if not base:
        return ""
    if _in_font(base):
        fits = len(marks) <= MAX_MARKS and all(_in_font(mark) for mark in marks)
        return base + marks if fits else base
    if unicodedata.category(base) in ("So", "Sk") and not emoji:
        return ""
    return anyascii(base).replace(":", " ") if emoji else anyascii(base)


@lru_cache(maxsize=4096)
def drawable(text: str, neutral: str = NOTHING_LEFT) -> str:
    """``text`` as one line of characters the font has; ``neutral`` when nothing is left.

    Emoji are left out, unless the text has nothing else: then their short names stand for them.
    """
    graphemes = list(_graphemes(text))
    for emoji in (False, True):
        line = "".join(_readable(base, marks, emoji=emoji) for base, marks in graphemes)
        line = " ".join("".join(c for c in line if c == " " or _in_font(c)).split())
        if line:
            return line
    return neutral


@lru_cache(maxsize=4096)
def text_width(text: str, weight: Weight, size: int) -> int:
    """Pixels that ``text`` takes, as it would be drawn."""
    return ceil(font(weight, size).getlength(text))


@lru_cache(maxsize=4096)
def fit(text: str, weight: Weight, size: int, width: int) -> str:
    """``text`` made drawable and, where it is wider than ``width`` pixels, cut with an ellipsis."""
    line = drawable(text) if text else ""
    if text_width(line, weight, size) <= width:
        return line
    while line and text_width(line.rstrip() + ELLIPSIS, weight, size) > width:
        line = line[:-1]
        while line and unicodedata.combining(line[-1]):
            line = line[:-1]
    return line.rstrip() + ELLIPSIS


@lru_cache(maxsize=1024)
def text_mask(text: str, weight: Weight, size: int) -> tuple[CoverageMask, int, int]:
    """The coverage of ``text``, cut close, and where that begins, right of and below the baseline's start."""
    face = font(weight, size)
    rise, fall = face.getmetrics()
    image = Image.new("L", (text_width(text, weight, size) + 2 * size, 2 * (rise + fall)))
    ImageDraw.Draw(image).text((size, 2 * rise), text, font=face, fill=255, anchor="ls")
    box = image.getbbox() or (0, 0, 1, 1)
    return CoverageMask(image.crop(box)), box[0] - size, box[1] - 2 * rise


def forget() -> None:
    """Forget all texts: names are among them."""
    for known in (drawable, text_width, fit, text_mask, fitting):
        known.cache_clear()


@lru_cache(maxsize=4096)
def fitting(text: str, weight: Weight, largest: int, smallest: int, width: int, lines: int = 1) -> int:
    """The largest size at which ``text``, broken between words, is not cut; or else the smallest."""
    for size in range(largest, smallest, -1):
        broken = _broken(text, weight, size, width, lines)
        if all(text_width(drawable(line, ""), weight, size) <= width for line in broken):
            return size
    return smallest


def wrapped(text: str, weight: Weight, size: int, width: int, lines: int) -> list[str]:
    """``text`` broken between words into at most ``lines`` lines; the last one takes what is left."""
    return [fit(line, weight, size, width) for line in _broken(text, weight, size, width, lines)]


def set_in_lines(
    text: str, weight: Weight, sizes: tuple[int, int], width: int, most: int
) -> tuple[int, list[str]]:
    """``text`` as large as it fits ``most`` lines, from the first of two sizes down to the second: its size,
    and its lines."""
    size = fitting(text, weight, *sizes, width, most)
    return size, wrapped(text, weight, size, width, most)


def _broken(text: str, weight: Weight, size: int, width: int, lines: int) -> list[str]:
    """Broken at plain spaces alone: what a no-break space holds together stays so."""
    broken = [""]
    for word in text.split(" "):
        longer = f"{broken[-1]} {word}".strip(" ")
        fits = text_width(drawable(longer, ""), weight, size) <= width
        if fits or not broken[-1] or len(broken) == lines:
            broken[-1] = longer
        else:
            broken.append(word)
    return broken


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
