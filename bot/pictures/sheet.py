"""The score sheet as the paper one looks: a row a deal, a column a player, points and running totals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.pictures import ledger, signs
from bot.pictures.fonts import Weight, text_width
from bot.pictures.palette import BLACK, GREY, IVORY, LINE, PANEL, STRIPE, WHITE
from bot.pictures.parts import (
    BAND,
    CAPTION,
    FLAG,
    WIDTH,
    caption_band,
    crown_badge,
    fitting,
    title_band,
)
from bot.pictures.shapes import DEAL
from bot.pictures.surface import Surface
from bot.pictures.values import ScoreSheet, SheetRow

GROUND = WHITE
_HEAD, _ROW, _TOTALS, _PLACES = 54, 46, 62, 52
_LABELS = {3: 308, 4: 276, 5: 226}  # width of the first column by number of players
_TILE = 30
_MARGIN = 8
_LARGEST, _SMALLEST = 25, 20  # of labels
_LEAST = 21  # of numbers, still read at half size
_NUMBER = 32  # width of the deal's number
_SIGN, _AFTER_SIGN = 36, 7  # of the contract
_MARKS, _GAP, _PAD = (
    20,
    7,
    8,
)  # in a player's column: dealer's mark or flag, between the numbers, at the right


@dataclass(frozen=True, slots=True)
class _Sizes:
    label: int
    number: int  # of the running total; the deal's points are a little smaller
    apart: int  # pixels between the right ends of the points and of the running total


def height_of(value: ScoreSheet) -> int:
    """The picture's height in pixels."""
    ends = _TOTALS + (_PLACES if value.places else 0) + (CAPTION if value.caption else 0)
    ends += ledger.height_of(value.ledger) if value.ledger else 0
    return BAND + _HEAD + len(value.rows) * _ROW + ends


def draw(value: ScoreSheet, surface: Surface) -> None:
    """Draw the whole sheet on a surface of ``WIDTH`` × ``height_of(value)``, all paper."""
    title_band(surface, value.title, value.subtitle, None, "")
    labels = _LABELS[len(value.names)]
    column = (WIDTH - labels) / len(value.names)
    lefts = [round(labels + n * column) for n in range(len(value.names) + 1)]
    top, sizes = BAND + _HEAD, _sizes(value, lefts)
    for number, row in enumerate(value.rows):
        if number % 2:
            surface.fill(0, top, WIDTH, top + _ROW, STRIPE)
        _row(surface, row, top, lefts, sizes)
        top += _ROW
    for player, name in enumerate(value.names):
        middle = (lefts[player] + lefts[player + 1]) // 2
        surface.text(name, middle, BAND + 37, BLACK, 26, Weight.BOLD, "middle", width=round(column) - 14)
    _ends(surface, value, top, lefts)
    foot = top + _TOTALS + (_PLACES if value.places else 0)
    if value.ledger:
        ledger.draw(value.ledger, value.names, surface, foot, lefts)
        foot += ledger.height_of(value.ledger)
    for left in lefts[:-1]:
        surface.fill(left - 1, BAND, left + 1, foot, LINE)
    if value.ledger:
        line = foot - ledger.height_of(value.ledger)
        surface.fill(0, line, WIDTH, line + 2, BLACK)
    surface.fill(0, BAND + _HEAD - 2, WIDTH, BAND + _HEAD, BLACK)
    surface.fill(0, top, WIDTH, top + 2, BLACK)
    surface.fill(0, top + 5, WIDTH, top + 7, BLACK)
    if value.caption:
        caption_band(surface, value.caption, foot)


def _label_room(row: SheetRow, lefts: list[int]) -> int:
    sign = _SIGN + _AFTER_SIGN if row.contract_sign else 0
    tile = _TILE + 6 if row.trump is not None else 0
    return lefts[0] - _MARGIN - 6 - (_NUMBER if row.number else 0) - sign - tile


def _label_size(row: SheetRow, lefts: list[int]) -> int:
    return fitting(row.label, Weight.MEDIUM, _LARGEST, _SMALLEST, _label_room(row, lefts))


def _widest(texts: Iterable[str], weight: Weight, size: int) -> int:
    """The pixels the widest of some texts takes."""
    return max((text_width(text, weight, size) for text in texts), default=0)


def _sizes(value: ScoreSheet, lefts: list[int]) -> _Sizes:
    """The largest sizes, down to the smallest still read on a phone, at which labels and numbers fit."""
    column = lefts[1] - lefts[0]
    points = {text for row in value.rows for text in row.points}
    totals = {text for row in value.rows for text in row.totals}
    played = [row for row in value.rows if any(row.points)]
    label = min((_label_size(row, lefts) for row in played), default=_LARGEST)
    number, free = 28, -1
    while free < 0 and number > _LEAST:
        number -= 1
        used = _widest(totals, Weight.BOLD, number) + _widest(points, Weight.REGULAR, number - 2)
        free = column - used - _MARKS - _GAP - _PAD
    return _Sizes(label, number, _widest(totals, Weight.BOLD, number) + _GAP + max(0, free) // 3)


def _row(surface: Surface, row: SheetRow, top: int, lefts: list[int], sizes: _Sizes) -> None:
    baseline, room = top + 33, _label_room(row, lefts)
    x = _MARGIN
    if row.number:
        surface.text(row.number, x + _NUMBER - 8, baseline, GREY, 21, Weight.REGULAR, "right", width=40)
        x += _NUMBER
    if row.contract_sign:
        middle = top + _ROW // 2
        signs.draw(surface, row.contract_sign, x + _SIGN // 2, middle, _SIGN, ground=PANEL, ink=IVORY)
        x += _SIGN + _AFTER_SIGN
    size = min(sizes.label, _label_size(row, lefts))  # of a deal to come it may be smaller
    used = surface.text(row.label, x, baseline, BLACK, size, width=room)
    if row.trump is not None:
        surface.suit_tile(row.trump, x + used + 6, top + (_ROW - _TILE) // 2, _TILE)
    for player, (points, total) in enumerate(zip(row.points, row.totals, strict=True)):
        left, right = lefts[player], lefts[player + 1] - _PAD
        surface.text(points, right - sizes.apart, baseline, GREY, sizes.number - 2, Weight.REGULAR, "right")
        surface.text(total, right, baseline, BLACK, sizes.number, Weight.BOLD, "right")
        _marks(surface, row, player, left + 11, top + _ROW // 2)


def _marks(surface: Surface, row: SheetRow, player: int, x: int, y: int) -> None:
    """Who dealt and who played the contract, one above the other where it was the same player."""
    deals, plays = row.dealer == player, player in row.bidders
    apart = 11 if deals and plays else 0
    size = 18 if apart else 20
    if deals:
        lower, upper = DEAL
        surface.shape(lower, x, y - apart, size, GREY)
        surface.shape(upper, x, y - apart, size, BLACK)
    if plays:
        surface.shape(FLAG, x, y + apart, size, BLACK)


def _ends(surface: Surface, value: ScoreSheet, top: int, lefts: list[int]) -> None:
    """The last lines: totals and, after the game, places."""
    room = lefts[0] - _MARGIN - 12
    surface.text(value.totals_word, _MARGIN + 6, top + 45, BLACK, 29, Weight.BOLD, width=room)
    for player, total in enumerate(value.totals):
        surface.text(total, lefts[player + 1] - _PAD, top + 46, BLACK, 33, Weight.BOLD, "right")
    if not value.places:
        return
    baseline = top + _TOTALS + 33
    surface.text(value.places_word, _MARGIN + 6, baseline, BLACK, 26, width=room)
    for player, place in enumerate(value.places):
        right = lefts[player + 1] - _PAD
        used = surface.text(place, right, baseline, BLACK, 26, Weight.MEDIUM, "right")
        if player in value.winners:
            crown_badge(surface, right - used - 26, baseline - 9, 18)
