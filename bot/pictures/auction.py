"""An auction as a table: a column a player, a row a round, the bid that stands on gold."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures.fonts import Weight, drawable, fit, text_width
from bot.pictures.marks import FADED
from bot.pictures.palette import GOLD, IVORY, MUTED, PANEL, RAIL
from bot.pictures.parts import AuctionCell, AuctionTable
from bot.pictures.shapes import POINTER
from bot.pictures.sizes import MARGIN, WIDTH
from bot.pictures.surface import Surface
from bot.pictures.wrapping import fitting, wrapped

LEFT, RIGHT = 12, WIDTH - 12
_NUMBERS = 44  # width of the column that counts the rounds
_HEAD, _EDGE = 40, 8
_LINE = 31  # of what is said below
_LINES = 3
_RADIUS = 16
_TILE_GAP, _PAD = 6, 8
_POINTER = 24  # room for the mark of who is to say something
_SMALLEST = 19  # pixels of a bid's letters where it is long
_IN_TWO_LINES = 18  # where it is longer


@dataclass(frozen=True, slots=True)
class AuctionScale:
    """How large an auction is drawn, and how many of its last rounds are shown."""

    type: int  # pixels of a bid's letters
    row: int
    rounds: int


TABLE = AuctionScale(type=26, row=39, rounds=5)
HAND = AuctionScale(type=25, row=37, rounds=4)


def height_of(auction: AuctionTable, scale: AuctionScale) -> int:
    """The table's height in pixels, with as many rows as there are to show."""
    said = _EDGE + _LINE * len(_below(auction)[1]) if auction.standing else 0
    return _HEAD + scale.row * min(len(auction.rows), _rounds(auction, scale)) + _EDGE + said


def _rounds(auction: AuctionTable, scale: AuctionScale) -> int:
    """How many rounds are shown at most: one makes room for a long line below."""
    return scale.rounds - (len(_below(auction)[1]) == _LINES)


def draw(auction: AuctionTable, surface: Surface, top: int, scale: AuctionScale) -> None:
    """Draw it across the picture from ``top`` on, ``height_of`` high."""
    bottom = top + height_of(auction, scale)
    surface.box(LEFT, top, RIGHT, bottom, PANEL, _RADIUS)
    first = max(0, len(auction.rows) - _rounds(auction, scale))
    lefts = _columns(len(auction.names))
    for player, name in enumerate(auction.names):
        silent = any(row[player].out for row in auction.rows)
        mine = auction.to_move == player
        ink = GOLD if mine else FADED if silent else IVORY
        middle, room = (lefts[player] + lefts[player + 1]) // 2, lefts[player + 1] - lefts[player] - 2 * _PAD
        room -= _POINTER if mine else 0
        size = fitting(name, Weight.BOLD, scale.type - 1, _SMALLEST, room)
        middle += _POINTER // 2 if mine else 0
        used = surface.text(name, middle, top + 29, ink, size, Weight.BOLD, "middle", width=room)
        if mine:
            surface.shape(POINTER, middle - used // 2 - _POINTER // 2 - 2, top + 20, 18, GOLD)
    surface.fill(LEFT + _PAD, top + _HEAD - 2, RIGHT - _PAD, top + _HEAD, FADED)
    y = top + _HEAD
    for number, row in enumerate(auction.rows[first:], start=first + 1):
        surface.text(str(number), LEFT + _NUMBERS - 12, y + _base(scale), FADED, 21, Weight.REGULAR, "right")
        for player, cell in enumerate(row):
            _cell(surface, cell, (lefts[player], lefts[player + 1]), y, scale)
        y += scale.row
    if auction.standing:
        y += _EDGE
        surface.fill(LEFT + _PAD, y - 3, RIGHT - _PAD, y - 1, RAIL)
        size, lines = _below(auction)
        for number, line in enumerate(lines):
            surface.text(line, WIDTH // 2, y + 25 + number * _LINE, MUTED, size, anchor="middle")


def _below(auction: AuctionTable) -> tuple[int, list[str]]:
    """The size of what is said below, and its lines: two, or where they are not enough three."""
    room = RIGHT - LEFT - 2 * MARGIN
    size = fitting(auction.standing, Weight.MEDIUM, 24, 20, room, 2)
    lines = wrapped(auction.standing, Weight.MEDIUM, size, room, 2)
    if size == 20:
        size = fitting(auction.standing, Weight.MEDIUM, 24, 19, room, _LINES)
        lines = wrapped(auction.standing, Weight.MEDIUM, size, room, _LINES)
    return size, lines


def _columns(players: int) -> list[int]:
    """The left ends of the players' columns, and the right end of the last one."""
    left, right = LEFT + _NUMBERS, RIGHT - _PAD
    return [left + (right - left) * player // players for player in range(players + 1)]


def _base(scale: AuctionScale) -> int:
    """From the top of a row down to the line its letters stand on."""
    return (scale.row + round(scale.type * 0.72)) // 2


def _cell(
    surface: Surface, cell: AuctionCell, column: tuple[int, int], top: int, scale: AuctionScale
) -> None:
    """One thing that was said, in the middle of its column, the suit behind the words, which are set smaller
    before they are cut."""
    tile = scale.type + 4 if cell.suit is not None else 0
    gap = _TILE_GAP if tile and cell.text else 0
    weight = Weight.BOLD if cell.standing else Weight.MEDIUM
    room = column[1] - column[0] - 2 * _PAD - tile - gap
    size = fitting(cell.text, weight, scale.type, _SMALLEST, room)
    lines = [fit(cell.text, weight, size, room)]
    if cell.text and text_width(drawable(cell.text), weight, size) > room:
        size = _IN_TWO_LINES
        lines = wrapped(cell.text, weight, size, room, 2)
    width = max(text_width(line, weight, size) for line in lines) + gap + tile
    x = (column[0] + column[1] - width) // 2
    if cell.standing:
        surface.box(x - _PAD, top + 2, x + width + _PAD, top + scale.row - 2, GOLD, 10)
    ink = PANEL if cell.standing else FADED if cell.out else IVORY
    used, base = 0, _base(scale) - (len(lines) - 1) * (_IN_TWO_LINES // 2 + 1)
    for number, line in enumerate(lines):
        took = surface.text(line, x, top + base + number * (_IN_TWO_LINES - 1), ink, size, weight)
        used = max(used, took)
    if cell.suit is not None:
        surface.suit_tile(cell.suit, x + used + gap, top + (scale.row - tile) // 2, tile)
