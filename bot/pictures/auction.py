"""An auction as a table: a column a player, a row a round, the bid that stands on gold."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures.fonts import Weight, fit, text_width
from bot.pictures.palette import GOLD, IVORY, MUTED, PANEL, RAIL
from bot.pictures.parts import FADED, MARGIN, WIDTH, fitting, wrapped
from bot.pictures.surface import Surface
from bot.pictures.values import AuctionCell, AuctionTable

LEFT, RIGHT = 12, WIDTH - 12
_NUMBERS = 44  # width of the column that counts the rounds
_HEAD, _EDGE = 40, 8
_LINE = 31  # of what is said below
_LINES = 2
_RADIUS = 16
_TILE_GAP, _PAD = 6, 8
_SMALLEST = 19  # pixels of a bid's letters where it is long


@dataclass(frozen=True, slots=True)
class Scale:
    """How large an auction is drawn, and how many of its last rounds are shown."""

    type: int  # pixels of a bid's letters
    row: int
    rounds: int


TABLE = Scale(type=26, row=39, rounds=5)
HAND = Scale(type=25, row=37, rounds=4)


def height_of(auction: AuctionTable, scale: Scale) -> int:
    """The table's height in pixels, with as many rows as there are to show."""
    shown = min(len(auction.rows), scale.rounds)
    said = _EDGE + _LINE * len(_below(auction)) if auction.standing else 0
    return _HEAD + scale.row * shown + _EDGE + said


def draw(auction: AuctionTable, surface: Surface, top: int, scale: Scale) -> None:
    """Draw it across the picture from ``top`` on, ``height_of`` high."""
    bottom = top + height_of(auction, scale)
    surface.box(LEFT, top, RIGHT, bottom, PANEL, _RADIUS)
    first = max(0, len(auction.rows) - scale.rounds)
    lefts = _columns(len(auction.names))
    for player, name in enumerate(auction.names):
        silent = any(row[player].out for row in auction.rows)
        surface.text(
            name, (lefts[player] + lefts[player + 1]) // 2, top + 29, FADED if silent else IVORY,
            scale.type - 1, Weight.BOLD, "middle", width=lefts[player + 1] - lefts[player] - 2 * _PAD,
        )  # fmt: skip
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
        for number, line in enumerate(_below(auction)):
            surface.text(line, WIDTH // 2, y + 25 + number * _LINE, MUTED, 24, anchor="middle")


def _below(auction: AuctionTable) -> list[str]:
    return wrapped(auction.standing, Weight.MEDIUM, 24, RIGHT - LEFT - 2 * MARGIN, _LINES)


def _columns(players: int) -> list[int]:
    """The left ends of the players' columns, and the right end of the last one."""
    left, right = LEFT + _NUMBERS, RIGHT - _PAD
    return [left + (right - left) * player // players for player in range(players + 1)]


def _base(scale: Scale) -> int:
    """From the top of a row down to the line its letters stand on."""
    return (scale.row + round(scale.type * 0.72)) // 2


def _cell(surface: Surface, cell: AuctionCell, column: tuple[int, int], top: int, scale: Scale) -> None:
    """One thing that was said, in the middle of its column, the suit behind the words, which are set smaller
    before they are cut."""
    tile = scale.type + 4 if cell.suit is not None else 0
    gap = _TILE_GAP if tile and cell.text else 0
    weight = Weight.BOLD if cell.standing else Weight.MEDIUM
    room = column[1] - column[0] - 2 * _PAD - tile - gap
    size = fitting(cell.text, weight, scale.type, _SMALLEST, room)
    line = fit(cell.text, weight, size, room)
    width = text_width(line, weight, size) + gap + tile
    x = (column[0] + column[1] - width) // 2
    if cell.standing:
        surface.box(x - _PAD, top + 2, x + width + _PAD, top + scale.row - 2, GOLD, 10)
    ink = PANEL if cell.standing else FADED if cell.out else IVORY
    used = surface.text(line, x, top + _base(scale), ink, size, weight)
    if cell.suit is not None:
        surface.suit_tile(cell.suit, x + used + gap, top + (scale.row - tile) // 2, tile)
