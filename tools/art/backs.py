"""The three backs: a blue lattice, red scales, and a green field with the bot's emblem, a crowned heart."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageDraw

from bot.pictures.palette import BLACK, BLUE, GOLD, GREEN, RED, WHITE, Rgb, mix
from bot.pictures.shapes import CROWN, HEARTS, SUITS, Polygon, polygons
from bot.pictures.style import BACK_INKS, Back, Size

SCALE = 4  # backs are drawn this much larger and averaged down
_ROSETTE = polygons("M.5,0 C.56,.3 .7,.44 1,.5 C.7,.56 .56,.7 .5,1 C.44,.7 .3,.56 0,.5 C.3,.44 .44,.3 .5,0 Z")
_RIM, _FRAME = 0.065, 0.115  # where colour and pattern begin, of the width


def back(size: Size, kind: Back) -> Image.Image:
    """The back as RGB in ``size.width`` × ``size.height`` pixels; the border is not drawn here."""
    sheet = Image.new("RGB", (size.width * SCALE, size.height * SCALE), WHITE)
    width, height = sheet.size
    pen, rim, frame = ImageDraw.Draw(sheet), round(_RIM * width), round(_FRAME * width)
    pen.rounded_rectangle((rim, rim, width - rim, height - rim), 0.05 * width, fill=BACK_INKS[kind])
    pattern = sheet.copy()
    _PATTERNS[kind](pattern)
    field = Image.new("L", sheet.size)
    inside = (frame, frame, width - frame, height - frame)
    ImageDraw.Draw(field).rounded_rectangle(inside, 0.03 * width, fill=255)
    sheet.paste(pattern, (0, 0), field)
    pen.rounded_rectangle(inside, 0.03 * width, outline=WHITE, width=max(4, width // 80))
    _MEDALS[kind](sheet)
    return sheet.reduce(SCALE)


def _lattice(sheet: Image.Image) -> None:
    width, height = sheet.size
    pen, step, radius = ImageDraw.Draw(sheet), (1 - 2 * _FRAME) * width / 5, width / 60
    for n in range(-9, 9):
        start = (width - height) / 2 + (n + 0.5) * step
        for one, other in ((start, start + height), (start + height, start)):
            pen.line((one, 0, other, height), fill=GOLD, width=width // 64)
    for row in range(-9, 10):
        for n in range(-4, 5):
            x, y = width / 2 + (n + row % 2 / 2) * step, height / 2 + row * step / 2
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=WHITE)


def _scales(sheet: Image.Image) -> None:
    width, height = sheet.size
    pen, across = ImageDraw.Draw(sheet), (1 - 2 * _FRAME) * width / 6
    rows = round(height / (across / 2)) + 3
    for row in range(rows, -3, -1):
        y = _FRAME * width + row * across / 2
        for n in range(-1, 8):
            x = _FRAME * width + (n + row % 2 / 2) * across
            for share, ink in ((1.0, WHITE), (0.84, RED), (0.56, GOLD), (0.4, RED)):
                radius = across / 2 * share * 1.03
                pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)


def _suits(sheet: Image.Image) -> None:
    width, height = sheet.size
    step, pale = (1 - 2 * _FRAME) * width / 5, mix(GREEN, WHITE, 0.7)
    for row in range(-8, 9):
        for n in range(-5, 6):
            x, y = width / 2 + (n + row % 2 / 2) * step, height / 2 + row * step * 0.72
            _put(sheet, SUITS[(row + 2 * n) % 4], x, y, 0.085 * width, pale)


def _put(sheet: Image.Image, shape: tuple[Polygon, ...], x: float, y: float, across: float, ink: Rgb) -> None:
    pen = ImageDraw.Draw(sheet)
    for polygon in shape:
        pen.polygon([(x + (px - 0.5) * across, y + (py - 0.5) * across) for px, py in polygon], fill=ink)


def _star(sheet: Image.Image) -> None:
    for share, ink in ((0.56, BLUE), (0.47, GOLD), (0.25, BLUE)):
        _put(sheet, _ROSETTE, sheet.width / 2, sheet.height / 2, share * sheet.width, ink)


def _no_medal(sheet: Image.Image) -> None:
    """The scales need none."""


def _emblem(sheet: Image.Image) -> None:
    width = sheet.width
    x, y = width / 2, sheet.height / 2
    pen = ImageDraw.Draw(sheet)
    for share, ink in ((0.29, WHITE), (0.272, GREEN), (0.25, WHITE)):
        radius = share * width
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)
    _put(sheet, SUITS[HEARTS], x, y + 0.055 * width, 0.3 * width, RED)
    for polygon in CROWN:
        points = [
            (x + (px - 0.5) * 0.23 * width, y + ((py - 0.5) * 0.23 - 0.1) * width) for px, py in polygon
        ]
        pen.polygon(points, fill=GOLD)
        pen.line([*points, points[0], points[1]], fill=BLACK, width=width // 70, joint="curve")


_Paint = Callable[[Image.Image], None]
_PATTERNS: dict[Back, _Paint] = {Back.LATTICE: _lattice, Back.SCALES: _scales, Back.EMBLEM: _suits}
_MEDALS: dict[Back, _Paint] = {Back.LATTICE: _star, Back.SCALES: _no_medal, Back.EMBLEM: _emblem}
