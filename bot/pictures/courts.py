"""Jack, queen and king: busts in flat colours, told apart at a glance by cap and feather, coronet and long
hair, crown and beard. A figure is a list of shapes in a field 100 wide and 140 high, painted in order.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.pictures.palette import BLACK, BLUE, BROWN, GOLD, RED, SKIN, WHITE, Rgb, mix
from bot.pictures.shapes import Polygon, circle, polygons

WIDTH, HEIGHT = 100, 140
_LINE = 1.7  # width of the contour
_SILVER = mix(WHITE, BLACK, 0.35)
# By suit C D H S: robe, second colour, hair.
_COLOURS: tuple[tuple[Rgb, Rgb, Rgb], ...] = (
    (BLUE, RED, BROWN),
    (RED, BLUE, GOLD),
    (RED, GOLD, BROWN),
    (BLUE, GOLD, BLACK),
)

ROSETTE = polygons("M.5,0 C.56,.3 .7,.44 1,.5 C.7,.56 .56,.7 .5,1 C.44,.7 .3,.56 0,.5 C.3,.44 .44,.3 .5,0 Z")

_SHOULDERS = polygons("M2,140 C2,116 18,106 38,102 L62,102 C82,106 98,116 98,140 Z")
_NECK = polygons("M40,84 L60,84 L61,106 C56,112 44,112 39,106 Z")
_FACE = polygons("M30,58 C30,44 70,44 70,58 C71,76 66,94 50,98 C34,94 29,76 30,58 Z")
_EYES = polygons(
    "M37.5,68 C39,65.4 43,65.4 44.5,68 C43,70.6 39,70.6 37.5,68 Z M55.5,68 C57,65.4 61,65.4 62.5,68 "
    "C61,70.6 57,70.6 55.5,68 Z"
)
_BROWS = polygons(
    "M35.5,62.6 C38,60 43,60 45.6,62 L45.4,63.8 C42.6,62.2 38.4,62.2 35.9,64.2 Z "
    "M64.5,62.6 C62,60 57,60 54.4,62 L54.6,63.8 C57.4,62.2 61.6,62.2 64.1,64.2 Z"
)
_NOSE = polygons(
    "M49.2,67 L50.8,67 L53.6,79.4 C52,81 48.4,81 46.8,79.8 L47.2,78.6 C48.6,79.4 50.6,79.6 51.6,78.8 Z"
)
_LIPS = polygons(
    "M44.5,86.4 C46.6,84.4 48.6,84 50,85 C51.4,84 53.4,84.4 55.5,86.4 C53.4,90 46.6,90 44.5,86.4 Z"
)
_MOUTH = polygons("M44.6,86.4 C47.6,88.4 52.4,88.4 55.4,86.4 C53.6,90 46.4,90 44.6,86.4 Z")

_KING_HAIR = polygons("M24,56 C20,74 20,88 27,97 C34,102 66,102 73,97 C80,88 80,74 76,56 Z")
_KING_BEARD = polygons(
    "M30,70 C29,88 33,104 41,111 C45,115 48,117 50,120 C52,117 55,115 59,111 C67,104 71,88 70,70 "
    "C68,79 64,83 58,83.6 C54,80.8 51.6,81 50,83 C48.4,81 46,80.8 42,83.6 C36,83 32,79 30,70 Z"
)
_KING_MOUTH = polygons("M45,89 C48,91 52,91 55,89 C53.4,92.4 46.6,92.4 45,89 Z")
_KING_CROWN = polygons("M25,55 L18,20 L34,35 L50,10 L66,35 L82,20 L75,55 C66,49.5 34,49.5 25,55 Z")
_KING_BAND = polygons("M25.6,55.6 L24.2,47 C34,41.4 66,41.4 75.8,47 L74.4,55.6 C66,50 34,50 25.6,55.6 Z")
_KING_JEWELS = polygons(
    "M50,44 L53.6,47.6 L50,51 L46.4,47.6 Z "
    "M35,45.6 L38,48.6 L35,51.4 L32,48.8 Z M65,45.6 L68,48.8 L65,51.4 L62,48.6 Z"
)
_KING_BALLS = polygons(circle(50, 9.7, 4.8) + circle(17.4, 19.7, 4.2) + circle(82.6, 19.7, 4.2))
_ERMINE = polygons(
    "M20,109 C28,104 34,103 38,101 C42,113 46,117 50,121 C54,117 58,113 62,101 C66,103 72,104 80,109 "
    "C76,122 66,130 57,140 L43,140 C34,130 24,122 20,109 Z"
)
_ERMINE_TAILS = polygons(
    "M29,109 L31.4,115.4 L27.4,114.6 Z M36,117 L38.6,123.6 L34.4,122.6 Z M71,109 L72.6,114.6 L68.6,115.4 Z "
    "M64,117 L65.6,122.6 L61.4,123.6 Z M44,127 L46,133 L42,132 Z M56,127 L58,132 L54,133 Z"
)

_QUEEN_HAIR = polygons(
    "M50,30 C26,30 20,48 21,68 C21.6,86 14,96 12,112 C22,122 34,118 38,108 L62,108 C66,118 78,122 88,112 "
    "C86,96 78.4,86 79,68 C80,48 74,30 50,30 Z"
)
_QUEEN_FRINGE = polygons(
    "M50,41 C40,42 34,50 29.4,66 C27,50 32,36 50,36 C68,36 73,50 70.6,66 C66,50 60,42 50,41 Z"
)
_QUEEN_CORONET = polygons(
    "M28,42 C34,35 66,35 72,42 L76,22 C70,28 66,29 62,29 C60,22 56,20 50,13 C44,20 40,22 38,29 "
    "C34,29 30,28 24,22 Z"
)
_QUEEN_PEARLS = polygons(circle(50, 10.7, 4.8) + circle(23.6, 21.2, 4) + circle(76.4, 21.2, 4))
_QUEEN_JEWEL = polygons(
    "M50,24 C53,28 54,30.4 54,32.4 C54,35 52.2,36.4 50,36.4 C47.8,36.4 46,35 46,32.4 C46,30.4 47,28 50,24 Z"
)
_QUEEN_DRESS = polygons(
    "M4,140 C4,120 18,110 32,107 C36,120 43,127 50,130 C57,127 64,120 68,107 C82,110 96,120 96,140 Z"
)
_QUEEN_CHEST = polygons(
    "M32,107 C36,104 40,103 41,96 L59,96 C60,103 64,104 68,107 C64,120 57,127 50,130 C43,127 36,120 32,107 Z"
)
_QUEEN_TRIM = polygons(
    "M32,107 C36,120 43,127 50,130 C57,127 64,120 68,107 "
    "L73,108.6 C69,124 60,133 50,136.4 C40,133 31,124 27,108.6 Z"
)
_QUEEN_PENDANT = polygons("M50,112 L53.4,116.4 L50,122 L46.6,116.4 Z")
_QUEEN_CHAIN = polygons(
    "M38.4,103 C42,110 46,113 50,113 C54,113 58,110 61.6,103 "
    "L63,104 C59,112.4 54.4,115 50,115 C45.6,115 41,112.4 37,104 Z"
)

_JACK_HAIR = polygons(
    "M24,50 C20,66 21,82 25,93 C31,98 38,96 40,92 L60,92 C62,96 69,98 75,93 C79,82 80,66 76,50 Z"
)
_JACK_FRINGE = polygons(
    "M28,64 C29,50 36,46 50,46 C64,46 71,50 72,64 C68,58 66,55 62,54 C52,58 38,58 34,56 C31,58 30,60 28,64 Z"
)
_JACK_CAP = polygons(
    "M16,46 C12,30 28,20 48,20 C70,20 88,28 85,44 "
    "C84.4,49 80,51 76,50 C62,44 38,44 25,51 C20,52 17,50 16,46 Z"
)
_JACK_BRIM = polygons(
    "M22,52 C19,50 19,44 23,42 C38,36 62,36 77,42 C81,44 81,50 78,52 C62,45.6 38,45.6 22,52 Z"
)
_JACK_FEATHER = polygons("M70,42 C66,26 72,10 92,4 C98,14 95,30 78,40 C75.6,41.4 73,42.4 70,42 Z")
_JACK_QUILL = polygons("M70,42 C72,30 78,18 90,8 L91,9 C80,20 74.6,31 72,42.4 Z")
_JACK_COLLAR = polygons(
    "M28,106 C34,102 38,100 40,96 L50,110 L60,96 C62,100 66,102 72,106 L60,122 L50,111 L40,122 Z"
)
_JACK_SASH = polygons("M14,115 L27,107.6 L78,140 L54,140 Z")


Layer = tuple[tuple[Polygon, ...], Rgb, bool]  # shape, colour, with a contour


def _king(robe: Rgb, second: Rgb, hair: Rgb) -> list[Layer]:
    beard = _SILVER if hair == BLACK else hair
    return [
        (_SHOULDERS, robe, True), (_KING_HAIR, beard, True), (_ERMINE, WHITE, True),
        (_ERMINE_TAILS, BLACK, False), (_FACE, SKIN, True), (_KING_BEARD, beard, True),
        (_KING_MOUTH, RED, False), (_EYES, BLACK, False), (_BROWS, BLACK, False), (_NOSE, BROWN, False),
        (_KING_CROWN, GOLD, True), (_KING_BAND, second if second != GOLD else robe, True),
        (_KING_JEWELS, WHITE, False), (_KING_BALLS, second if second != GOLD else robe, True),
    ]  # fmt: skip


def _queen(robe: Rgb, second: Rgb, hair: Rgb) -> list[Layer]:
    return [
        (_QUEEN_HAIR, hair, True), (_QUEEN_DRESS, robe, True), (_NECK, SKIN, False),
        (_QUEEN_CHEST, SKIN, True), (_QUEEN_TRIM, second, True), (_QUEEN_CHAIN, BROWN, False),
        (_QUEEN_PENDANT, RED, True), (_FACE, SKIN, True), (_QUEEN_FRINGE, hair, True), (_EYES, BLACK, False),
        (_BROWS, BLACK, False), (_NOSE, BROWN, False), (_LIPS, RED, False), (_QUEEN_CORONET, GOLD, True),
        (_QUEEN_JEWEL, robe, True), (_QUEEN_PEARLS, WHITE, True),
    ]  # fmt: skip


def _jack(robe: Rgb, second: Rgb, hair: Rgb) -> list[Layer]:
    return [
        (_SHOULDERS, robe, True), (_JACK_SASH, second, True), (_JACK_HAIR, hair, True), (_NECK, SKIN, True),
        (_JACK_COLLAR, WHITE, True), (_FACE, SKIN, True), (_JACK_FRINGE, hair, True), (_EYES, BLACK, False),
        (_BROWS, BLACK, False), (_NOSE, BROWN, False), (_MOUTH, RED, False), (_JACK_CAP, robe, True),
        (_JACK_BRIM, second, True), (_JACK_FEATHER, WHITE, True), (_JACK_QUILL, BLACK, False),
    ]  # fmt: skip


_FIGURES = (_jack, _queen, _king)


def draw(sheet: Image.Image, box: tuple[float, float, float, float], suit: int, figure: int) -> None:
    """Draw a figure (0 jack, 1 queen, 2 king) of ``suit`` as large as ``box`` allows, at its lower right."""
    left, top, right, bottom = box
    scale = min((right - left) / WIDTH, (bottom - top) / HEIGHT)
    x, y = right - WIDTH * scale, bottom - HEIGHT * scale
    pen = ImageDraw.Draw(sheet)
    for shape, colour, contour in _FIGURES[figure](*_COLOURS[suit]):
        for polygon in shape:
            points = [(x + px * scale, y + py * scale) for px, py in polygon]
            pen.polygon(points, fill=colour)
            if contour:
                pen.line(
                    [*points, points[0], points[1]], fill=BLACK, width=round(_LINE * scale), joint="curve"
                )
