"""The faces and backs of the cards, drawn in code. Only the art script and tests need this module.

A face has one large index in its upper left corner, the part that shows in a fanned hand. Cards that lie
alone on the table are small on a phone: theirs (``bold``) have a larger index and one large suit for pips.
"""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image, ImageChops, ImageDraw

from bot.pictures import courts
from bot.pictures.fonts import Weight, font
from bot.pictures.palette import BLACK, BLUE, GOLD, OUTLINE, RED, WHITE, Rgb
from bot.pictures.shapes import DIAMONDS, HEARTS, SUITS, rounded
from bot.pictures.sizes import Size

SCALE = 4  # faces are drawn this much larger and averaged down
ENGLISH = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
JACK, ACE = 9, 12
_LEFT, _MIDDLE, _RIGHT = 0.49, 0.66, 0.83
_TOP, _BOTTOM = 0.155, 0.845


def _rows(xs: Iterable[float], ys: Iterable[float]) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for y in ys for x in xs)


_SIDES = (_LEFT, _RIGHT)
# Centres of the pips by rank 2..10, as shares of width and height.
_PIPS: tuple[tuple[tuple[float, float], ...], ...] = (
    _rows([_MIDDLE], [_TOP, _BOTTOM]),
    _rows([_MIDDLE], [_TOP, 0.5, _BOTTOM]),
    _rows(_SIDES, [_TOP, _BOTTOM]),
    (*_rows(_SIDES, [_TOP, _BOTTOM]), (_MIDDLE, 0.5)),
    _rows(_SIDES, [_TOP, 0.5, _BOTTOM]),
    (*_rows(_SIDES, [_TOP, 0.5, _BOTTOM]), (_MIDDLE, 0.3275)),
    (*_rows(_SIDES, [_TOP, 0.5, _BOTTOM]), (_MIDDLE, 0.3275), (_MIDDLE, 0.6725)),
    (*_rows(_SIDES, [_TOP, 0.385, 0.615, _BOTTOM]), (_MIDDLE, 0.5)),
    (*_rows(_SIDES, [_TOP, 0.385, 0.615, _BOTTOM]), (_MIDDLE, 0.27), (_MIDDLE, 0.73)),
)


def ink_of(suit: int) -> Rgb:
    """The colour a suit is printed in."""
    return RED if suit in (DIAMONDS, HEARTS) else BLACK


def face(card: int, size: Size) -> Image.Image:
    """The face of ``card`` as RGB in ``size.width`` × ``size.height`` pixels; corners are filled, not cut."""
    suit, rank = divmod(card, 13)
    sheet = _blank(size)
    _index(sheet, ENGLISH[rank], suit, bold=size.bold)
    if JACK <= rank < ACE:
        left, top = (0.38, 0.27) if size.bold else (0.315, 0.04)
        box = (left * sheet.width, top * sheet.height, 0.965 * sheet.width, 0.975 * sheet.height)
        courts.draw(sheet, box, suit, rank - JACK)
    elif rank == ACE or size.bold:
        across = 0.6 if not size.bold else 0.52
        x, y = (0.655, 0.55) if not size.bold else (0.69, 0.765)
        _pip(sheet, suit, x * sheet.width, y * sheet.height, across * sheet.width)
    else:
        _pips(sheet, suit, _PIPS[rank])
    return sheet.reduce(SCALE)


def back(size: Size) -> Image.Image:
    """The back of every card: a blue lattice of diamonds in a frame."""
    sheet = _blank(size)
    width, height = sheet.size
    pen = ImageDraw.Draw(sheet)
    rim = round(0.065 * width)
    pen.rounded_rectangle((rim, rim, width - rim, height - rim), 0.05 * width, fill=BLUE)
    field = Image.new("L", sheet.size)
    frame = round(0.105 * width)
    ImageDraw.Draw(field).rounded_rectangle(
        (frame, frame, width - frame, height - frame), 0.03 * width, fill=255
    )
    lattice = Image.new("L", sheet.size)
    lines = ImageDraw.Draw(lattice)
    step = (width - 2 * frame) / 5
    for n in range(-12, 20):
        x = frame + n * step
        for slope in (1, -1):
            start = x if slope == 1 else width - x
            lines.line((start, frame, start + slope * height, frame + height), fill=255, width=width // 60)
    sheet.paste(GOLD, (0, 0), ImageChops.multiply(field, lattice))
    pen.rounded_rectangle(
        (frame, frame, width - frame, height - frame), 0.03 * width, outline=WHITE, width=max(4, width // 70)
    )
    _pip_in(sheet, courts.ROSETTE, width / 2, height / 2, 0.42 * width, BLUE)
    _pip_in(sheet, courts.ROSETTE, width / 2, height / 2, 0.34 * width, GOLD)
    _pip_in(sheet, courts.ROSETTE, width / 2, height / 2, 0.2 * width, BLUE)
    return sheet.reduce(SCALE)


def _blank(size: Size) -> Image.Image:
    """A white card with its edge, in drawing size."""
    sheet = Image.new("RGB", (size.width * SCALE, size.height * SCALE), OUTLINE)
    edge = 1.5 * SCALE
    ImageDraw.Draw(sheet).rounded_rectangle(
        (edge, edge, sheet.width - 1 - edge, sheet.height - 1 - edge), size.radius * SCALE - edge, fill=WHITE
    )
    return sheet


def _index(sheet: Image.Image, index: str, suit: int, *, bold: bool) -> None:
    """The rank and, below it, the suit, around one axis near the left edge."""
    cap, widest, axis = (0.33, 0.36, 0.225) if bold else (0.265, 0.235, 0.157)
    height = round(cap * sheet.width)
    glyphs = _glyphs(index, height)
    width = min(glyphs.width, round(widest * sheet.width))
    glyphs = glyphs.resize((width, glyphs.height), Image.Resampling.LANCZOS)
    top = round(0.075 * sheet.width)
    sheet.paste(
        ink_of(suit), (round(axis * sheet.width - width / 2), top - (glyphs.height - height) // 2), glyphs
    )
    across = 0.3 * sheet.width if bold else 0.215 * sheet.width
    _pip(sheet, suit, axis * sheet.width, top + height + 0.06 * sheet.width + across / 2, across)


def _glyphs(index: str, cap: int) -> Image.Image:
    """``index`` as a tight mask, capitals ``cap`` pixels high; two figures stand close together."""
    face = font(Weight.BOLD, round(cap / 0.711))
    pad = cap // 6
    mask = Image.new("L", (cap * 3, cap + 2 * pad))
    pen, x = ImageDraw.Draw(mask), round(cap * 0.04) if len(index) > 1 else 0
    for character in index:
        left, _, right, _ = face.getbbox(character, anchor="ls")
        # Two figures are squeezed afterwards, which would leave them thin.
        stroke = round(cap * 0.035) if len(index) > 1 else 0
        pen.text((x - left, cap + pad), character, font=face, fill=255, anchor="ls", stroke_width=stroke)
        x += round(right - left + cap * 0.11)
    return mask.crop((0, 0, round(x - cap * 0.11), mask.height))


def _pips(sheet: Image.Image, suit: int, centres: tuple[tuple[float, float], ...]) -> None:
    across = (0.225 if len(centres) < 9 else 0.19) * sheet.width
    for x, y in centres:
        _pip(sheet, suit, x * sheet.width, y * sheet.height, across, upside_down=y > 0.5)


def _pip(
    sheet: Image.Image, suit: int, x: float, y: float, across: float, *, upside_down: bool = False
) -> None:
    turn = -1 if upside_down else 1
    _pip_in(sheet, SUITS[suit], x, y, across, ink_of(suit), turn)


def _pip_in(
    sheet: Image.Image,
    shape: tuple[tuple[tuple[float, float], ...], ...],
    x: float,
    y: float,
    across: float,
    ink: Rgb,
    turn: int = 1,
) -> None:
    pen = ImageDraw.Draw(sheet)
    for polygon in shape:
        pen.polygon(
            [(x + (px - 0.5) * across, y + turn * (py - 0.5) * across) for px, py in polygon], fill=ink
        )


def cut(size: Size) -> Image.Image:
    """Coverage of a card's outline with its round corners."""
    return rounded(size.width, size.height, size.radius).image
