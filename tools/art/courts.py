"""Pictures of jack, queen and king: one bust, or two with a panel around them as in a classic pack."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.pictures.palette import BLACK, GOLD, STRIPE, WHITE
from tools.art.costumes import WIDTH
from tools.art.figures import layers

SCALE = 4  # courts are drawn this much larger and averaged down
_LINE = 1.5  # width of the contour, in the figure's units
_HEADROOM = 4  # above the figures, in their units
_SHARE = 0.91  # how much of the width a figure's field takes; what is held may stand out at its left
_BELT = 0.033  # half the width of the band between the two halves, as a share of the panel's


def bust(width: int, height: int, suit: int, figure: int) -> Image.Image:
    """A figure (0 jack, 1 queen, 2 king) of ``suit`` on white, cut off below, as RGB."""
    sheet = Image.new("RGB", (width * SCALE, height * SCALE), WHITE)
    _paint(sheet, suit, figure, right=0)
    return sheet.reduce(SCALE)


def pair(width: int, height: int, suit: int, figure: int) -> Image.Image:
    """The same twice, feet to feet, on a tinted ground."""
    half = Image.new("RGB", (width * SCALE, height * SCALE // 2), STRIPE)
    _paint(half, suit, figure, right=(1 - _SHARE) / 2)
    sheet = Image.new("RGB", (width * SCALE, height * SCALE), STRIPE)
    sheet.paste(half.rotate(180), (0, sheet.height - half.height))
    sheet.paste(half, (0, 0))
    pen, middle, belt = ImageDraw.Draw(sheet), sheet.height / 2, _BELT * sheet.width
    line = round(_LINE * sheet.width / WIDTH)
    band = (-line, middle - belt, sheet.width + line, middle + belt)
    pen.rectangle(band, fill=GOLD, outline=BLACK, width=line)
    return sheet.reduce(SCALE)


def _paint(sheet: Image.Image, suit: int, figure: int, *, right: float) -> None:
    """Draw a figure, leaving a share of the width free at its right."""
    scale = _SHARE * sheet.width / WIDTH
    left, pen = (1 - _SHARE - right) * sheet.width, ImageDraw.Draw(sheet)
    width = round(_LINE * scale)
    for layer in layers(suit, figure):
        for polygon in layer.shape:
            points = [(left + x * scale, (y + _HEADROOM) * scale) for x, y in polygon]
            pen.polygon(points, fill=layer.colour)
            if layer.contour:
                pen.line([*points, points[0], points[1]], fill=BLACK, width=width, joint="curve")
