"""What a game comes to: the podium at its end, who has won standing highest and players of one place equally
high; and the score sheet as the paper one looks, below it the ledger of what was named.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import cos, radians, sin
from typing import Final

from bot.pictures.bands import BAND, CAPTION, caption_band, title_band
from bot.pictures.palette import (
    BLACK,
    FELT,
    GOLD,
    GREY,
    IVORY,
    LINE,
    MAT,
    MUTED,
    PANEL,
    RAIL,
    STRIPE,
    WHITE,
    Rgb,
    mix,
)
from bot.pictures.shapes import CIRCLE, CIRCLE_INSIDE, CROWN, TRIANGLE, TRIANGLE_INSIDE, Polygon
from bot.pictures.signs import FLAG, crown_badge, dealing, draw_sign_of, face
from bot.pictures.style import MARGIN, WIDTH
from bot.pictures.surface import Surface
from bot.pictures.text import Weight, drawable, set_in_lines, text_width
from bot.pictures.values import (
    ContractLedger,
    LedgerRow,
    Mark,
    PodiumEntry,
    PodiumPicture,
    ScoreSheet,
    SheetRow,
)

_STEPS = (176, 122, 84, 60, 48)  # heights, from the highest; after a tie the next one follows
_FACE, _WINNER = 44, 54  # radius
_ABOVE = 100  # from the title down to the middle of the winner's face: crown and laurel
_UNDER = 84  # below a face: name and points
_WREATH = 20  # and the laurel's foot, below a winner's
_WIDEST, _GAP = 184, 8
_REMARK, _REMARKS, _LINES = 28, 12, 3  # a line of what is remarked, the space around, and how many at most


def _leaf(x: float, y: float, turn: float) -> Polygon:
    """A leaf from (x, y) on, pointing where ``turn`` says, clockwise from the top."""
    shape = ((0.0, 0.0), (0.032, -0.05), (0.036, -0.1), (0.0, -0.17), (-0.036, -0.1), (-0.032, -0.05))
    return tuple(
        (x + right * cos(turn) - down * sin(turn), y + right * sin(turn) + down * cos(turn))
        for right, down in shape
    )


def _laurel() -> tuple[Polygon, ...]:
    """Two branches with leaves on either side, open at the top; in the unit square."""
    leaves: list[Polygon] = []
    for side in (1, -1):
        for number in range(6):
            angle = side * radians(172 - 23 * number)
            x, y = 0.5 + 0.405 * sin(angle), 0.5 - 0.405 * cos(angle)
            ahead = angle - side * radians(90)
            leaves += [_leaf(x, y, ahead + side * radians(lean)) for lean in (34, -10)]
    return tuple(leaves)


LAUREL = _laurel()


def podium_height(value: PodiumPicture) -> int:
    """The picture's height in pixels."""
    return _floor() + _remarks(value) + (CAPTION if value.caption else 0)


def draw_podium(value: PodiumPicture, surface: Surface) -> None:
    """Draw the whole picture on a surface of ``WIDTH`` × its height, all felt."""
    title_band(surface, value.title, value.subtitle, None, "")
    order = _arranged(value.entries)
    pitch = _pitch(len(order))
    left = (WIDTH - pitch * len(order)) // 2
    places = sorted({entry.place for entry in order})
    heights = {place: _STEPS[min(level, len(_STEPS) - 1)] for level, place in enumerate(places)}
    surface.fill(0, _floor(), WIDTH, podium_height(value), RAIL)
    for number, entry in enumerate(order):
        middle = left + pitch * number + pitch // 2
        _player(surface, entry, middle, pitch - _GAP, heights[entry.place], winner=entry.place == places[0])
    if value.caption:
        caption_band(surface, value.caption, podium_height(value) - CAPTION)


def _floor() -> int:
    return BAND + _ABOVE + _WINNER + _WREATH + _UNDER + _STEPS[0]


def _remarks(value: PodiumPicture) -> int:
    """Height below the steps."""
    pitch = _pitch(len(value.entries))
    lines = max((len(_remark(entry, pitch - _GAP)[1]) for entry in value.entries), default=0)
    return lines * _REMARK + _REMARKS


def _pitch(players: int) -> int:
    """From one step to the next."""
    return min(_WIDEST + _GAP, (WIDTH - 2 * MARGIN) // max(1, players))


def _remark(entry: PodiumEntry, width: int) -> tuple[int, list[str]]:
    """The size of what is remarked, and its lines."""
    size, lines = set_in_lines(entry.remark, Weight.REGULAR, (22, 19), width, _LINES)
    return size, [line for line in lines if line]


def _arranged(entries: Sequence[PodiumEntry]) -> list[PodiumEntry]:
    """From left to right: the best in the middle, then each place whole, at whichever side has fewer."""
    middle: list[PodiumEntry] = []
    left: list[PodiumEntry] = []
    right: list[PodiumEntry] = []
    for _, group in groupby(sorted(entries, key=lambda entry: entry.place), lambda entry: entry.place):
        if not middle:
            middle = list(group)
        elif len(left) <= len(right):
            left = [*group, *left]
        else:
            right += group
    return [*left, *middle, *right]


def _player(
    surface: Surface, entry: PodiumEntry, middle: int, width: int, height: int, *, winner: bool
) -> None:
    """A step with its number, and who stands on it."""
    top, left, right = _floor() - height, middle - width // 2, middle + width // 2
    radius = _WINNER if winner else _FACE
    y = top - _UNDER - radius - (_WREATH if winner else 0)
    if winner:
        surface.shape(LAUREL, middle, y, 3 * radius, GOLD)
        surface.disc(middle, y, radius + 6, FELT)
        surface.shape(CROWN, middle, y - radius - 24, 46, GOLD)
    face(
        surface, entry.name, middle, y, radius, avatar=entry.avatar, robot=entry.robot,
        ground=GOLD if winner else RAIL, ink=PANEL if winner else MUTED,
    )  # fmt: skip
    weight = Weight.BOLD if winner else Weight.MEDIUM
    surface.fitted_text(entry.name, middle, top - 50, IVORY, (27, 22), width, weight, "middle")
    surface.text(
        entry.points, middle, top - 14, GOLD if winner else IVORY, 32, Weight.BOLD, "middle", width=width
    )
    surface.box(left, top, right, _floor() + 12, GOLD if winner else MAT, 12)
    surface.fill(left, _floor(), right, _floor() + 12, RAIL)
    figure = min(84, height - 8)
    surface.text(
        str(entry.place), middle, top + (height + round(figure * 0.72)) // 2, PANEL if winner else IVORY,
        figure, Weight.BLACK, "middle",
    )  # fmt: skip
    size, lines = _remark(entry, width)
    for line, words in enumerate(lines):
        surface.text(
            words, middle, _floor() + 28 + line * _REMARK, MUTED, size, Weight.REGULAR, "middle", width=width
        )


_LEDGER_HEAD, _LEDGER_ROW, _LEDGER_FOOT = 48, 40, 6
_LEDGER_MARGIN, _LEDGER_GAP = 14, 10  # of the first column; between what stands in it
_LEDGER_LARGEST, _LEDGER_SMALLEST = 24, 20
_MARK, _APART = 28, 32  # a mark's size, and from one to the next
_SHAPES: Final = {Mark.TRIANGLE: (TRIANGLE, TRIANGLE_INSIDE), Mark.CIRCLE: (CIRCLE, CIRCLE_INSIDE)}


def _ledger_height(ledger: ContractLedger) -> int:
    """The ledger's height in pixels."""
    return _LEDGER_HEAD + len(ledger.rows) * _LEDGER_ROW + _LEDGER_FOOT


def _ledger_least_width(ledger: ContractLedger) -> int:
    """What its first column needs, in pixels."""
    return (
        max(_ledger_width(row, _LEDGER_SMALLEST + 2) for row in ledger.rows) + _LEDGER_MARGIN + _LEDGER_GAP
        if ledger.rows
        else 0
    )


def _ledger_width(row: LedgerRow, size: int) -> int:
    left = text_width(row.left, Weight.REGULAR, _LEDGER_SMALLEST) + _LEDGER_GAP if row.left else 0
    return text_width(row.label, Weight.MEDIUM, size) + left


def _draw_ledger(
    ledger: ContractLedger, names: tuple[str, ...], surface: Surface, top: int, lefts: list[int]
) -> None:
    """Draw the ledger from ``top`` on; ``lefts`` are the left ends of the players' columns and the right end
    of the last one."""
    baseline, size = top + 34, _ledger_size(ledger, lefts[0])
    surface.text(
        ledger.title,
        _LEDGER_MARGIN,
        baseline,
        BLACK,
        25,
        Weight.BOLD,
        width=lefts[0] - _LEDGER_MARGIN - _LEDGER_GAP,
    )
    for name, left, right in zip(names, lefts, lefts[1:], strict=False):
        middle = (left + right) // 2
        surface.text(name, middle, baseline, BLACK, 23, anchor="middle", width=right - left - 14)
    top += _LEDGER_HEAD
    for number, row in enumerate(ledger.rows):
        ground = WHITE if number % 2 else STRIPE
        surface.fill(0, top, lefts[-1], top + _LEDGER_ROW, ground)
        if row.owed and number and not ledger.rows[number - 1].owed:
            surface.fill(0, top, lefts[-1], top + 2, GREY)
        _ledger_row(surface, row, top, lefts, size, ground)
        top += _LEDGER_ROW


def _ledger_row(surface: Surface, row: LedgerRow, top: int, lefts: list[int], size: int, ground: Rgb) -> None:
    baseline, right = top + 29, lefts[0] - _LEDGER_GAP
    used = surface.text(row.left, right, baseline, GREY, _LEDGER_SMALLEST, Weight.REGULAR, "right", width=100)
    surface.text(
        row.label, _LEDGER_MARGIN, baseline, BLACK, size, width=right - used - _LEDGER_MARGIN - _LEDGER_GAP
    )
    outline, inside = _SHAPES[row.mark]
    owed = row.owed or (0,) * len(row.named)
    for player, (named, more) in enumerate(zip(row.named, owed, strict=True)):
        middle = (lefts[player] + lefts[player + 1]) // 2
        x = middle - (named + more - 1) * _APART // 2
        for number in range(named + more):
            surface.shape(outline, x + number * _APART, top + _LEDGER_ROW // 2, _MARK, BLACK)
            if number >= named:
                surface.shape(inside, x + number * _APART, top + _LEDGER_ROW // 2, _MARK, ground)


def _ledger_size(ledger: ContractLedger, width: int) -> int:
    """The largest type, down to the smallest still read on a phone, in which every label fits."""
    size = _LEDGER_LARGEST
    while size > _LEDGER_SMALLEST and any(
        _ledger_width(row, size) > width - _LEDGER_MARGIN - _LEDGER_GAP for row in ledger.rows
    ):
        size -= 1
    return size


_HEAD, _ROW, _TOTALS, _PLACES = 54, 56, 62, 52
_TILE = 28
_MARGIN = 10
_LARGEST, _SMALLEST = 24, 19  # of labels
_COST, _LEAST_COST = 20, 17  # of what a deal costs
_MOST, _LEAST = 27, 21  # of numbers, still read at half size
_NUMBER = 30  # width of the deal's number
_SIGN, _AFTER_SIGN = 40, 8  # of the contract
_MARKS, _COLUMN_GAP, _PAD = (
    22,
    7,
    8,
)  # in a player's column: dealer's mark or flag, between numbers, at the right
_IN_PLAY = mix(WHITE, GOLD, 0.25)


@dataclass(frozen=True, slots=True)
class _Sizes:
    """``labels``: the first column's width. ``number`` is the size of the running total; a deal's points are
    a little smaller. ``apart``: pixels between the right ends of both; 0 where one stands above the other."""

    labels: int
    label: int
    cost: int
    number: int
    apart: int


def sheet_height(value: ScoreSheet) -> int:
    """The picture's height in pixels."""
    ends = _TOTALS + (_PLACES if value.places else 0) + (CAPTION if value.caption else 0)
    ends += _ledger_height(value.ledger) if value.ledger else 0
    return BAND + _HEAD + len(value.rows) * _ROW + ends


def draw_sheet(value: ScoreSheet, surface: Surface) -> None:
    """Draw the whole sheet on a surface of ``WIDTH`` × its height, all paper."""
    title_band(surface, value.title, value.subtitle, None, "")
    sizes = _sizes(value)
    column = (WIDTH - sizes.labels) / len(value.names)
    lefts = [round(sizes.labels + n * column) for n in range(len(value.names) + 1)]
    top = BAND + _HEAD
    for number, row in enumerate(value.rows):
        if row.in_play or number % 2:
            surface.fill(0, top, WIDTH, top + _ROW, _IN_PLAY if row.in_play else STRIPE)
        _row(surface, row, top, lefts, sizes)
        top += _ROW
    for player, name in enumerate(value.names):
        middle, room = (lefts[player] + lefts[player + 1]) // 2, round(column) - 10
        surface.fitted_text(name, middle, BAND + 37, BLACK, (26, 20), room, Weight.BOLD, "middle")
    _ends(surface, value, top, lefts)
    foot = top + _TOTALS + (_PLACES if value.places else 0)
    if value.ledger:
        _draw_ledger(value.ledger, value.names, surface, foot, lefts)
        foot += _ledger_height(value.ledger)
    for left in lefts[:-1]:
        surface.fill(left - 1, BAND, left + 1, foot, LINE)
    if value.ledger:
        line = foot - _ledger_height(value.ledger)
        surface.fill(0, line, WIDTH, line + 2, BLACK)
    surface.fill(0, BAND + _HEAD - 2, WIDTH, BAND + _HEAD, BLACK)
    surface.fill(0, top, WIDTH, top + 2, BLACK)
    surface.fill(0, top + 5, WIDTH, top + 7, BLACK)
    if value.caption:
        caption_band(surface, value.caption, foot)


def _before(row: SheetRow) -> int:
    """Pixels before a row's label."""
    sign = _SIGN + _AFTER_SIGN if row.contract_sign else 0
    return _MARGIN + (_NUMBER if row.number else 0) + sign


def _weight(row: SheetRow) -> Weight:
    return Weight.BOLD if row.in_play else Weight.MEDIUM


def _after(row: SheetRow) -> int:
    """Pixels behind it for the trumps."""
    return _TILE + 6 if row.trump is not None else 0


def _widest(texts: Iterable[str], weight: Weight, size: int) -> int:
    """The pixels the widest of some texts takes."""
    return max((text_width(text, weight, size) for text in texts), default=0)


def _sizes(value: ScoreSheet) -> _Sizes:
    """Labels as large as they may be, all of one size, and then the largest numbers, side by side where that
    leaves them large enough, else one above the other."""
    for label, cost in ((_LARGEST, _COST), (22, 19), (_SMALLEST + 1, 18), (_SMALLEST, _LEAST_COST)):
        labels = _labels_width(value, label, cost)
        for side_by_side, least in ((True, 23), (False, _LEAST)):
            for number in range(_MOST, least - 1, -1):
                if labels + len(value.names) * _column(value, number, side_by_side=side_by_side) <= WIDTH:
                    return _laid_out(value, label, cost, number, labels, side_by_side=side_by_side)
    column = _column(value, _LEAST, side_by_side=False)
    labels = WIDTH - len(value.names) * column
    return _laid_out(value, _SMALLEST, _LEAST_COST, _LEAST, labels, side_by_side=False)


def _laid_out(
    value: ScoreSheet, label: int, cost: int, number: int, labels: int, *, side_by_side: bool
) -> _Sizes:
    """What is left over is given to the columns, at most so much that they still belong together."""
    column = _column(value, number, side_by_side=side_by_side)
    free = WIDTH - labels - len(value.names) * column
    labels = max(labels, labels + free - len(value.names) * 70)
    apart = 0
    if side_by_side:
        totals = _widest((text for row in value.rows for text in row.totals), Weight.BOLD, number)
        apart = totals + _COLUMN_GAP + (WIDTH - labels - len(value.names) * column) // len(value.names) // 3
    return _Sizes(labels, label, cost, number, apart)


def _labels_width(value: ScoreSheet, label: int, cost: int) -> int:
    """What the first column needs."""
    width = 0
    for row in value.rows:
        named = text_width(drawable(row.label), _weight(row), label) + _after(row)
        costs = text_width(drawable(row.cost, ""), Weight.REGULAR, cost)
        width = max(width, _before(row) + max(named, costs) + _COLUMN_GAP)
    named = text_width(drawable(value.totals_word), Weight.BOLD, 29) + 2 * _MARGIN
    if value.ledger:
        width = max(width, _ledger_least_width(value.ledger))
    return max(width, named)


def _column(value: ScoreSheet, number: int, *, side_by_side: bool) -> int:
    """What a player's column needs."""
    points = _widest((text for row in value.rows for text in row.points), Weight.REGULAR, number - 3)
    totals = _widest((text for row in value.rows for text in row.totals), Weight.BOLD, number)
    numbers = points + _COLUMN_GAP + totals if side_by_side else max(points, totals)
    return max(_MARKS + numbers + _PAD, _widest(value.totals, Weight.BOLD, 33) + 2 * _PAD)


def _row(surface: Surface, row: SheetRow, top: int, lefts: list[int], sizes: _Sizes) -> None:
    middle = top + _ROW // 2
    if row.in_play:
        surface.fill(0, top, 7, top + _ROW, GOLD)
    if row.number:
        surface.text(
            row.number, _MARGIN + _NUMBER - 8, middle + 8, GREY, 21, Weight.REGULAR, "right", width=40
        )
    if row.contract_sign:
        x = _before(row) - _AFTER_SIGN - _SIGN // 2
        draw_sign_of(surface, row.contract_sign, x, middle, _SIGN, ground=PANEL, ink=IVORY)
    x, baseline = _before(row), middle + (-3 if row.cost else 9)
    room = lefts[0] - x - _COLUMN_GAP
    letters = sizes.label, _LEAST_COST
    used = surface.fitted_text(row.label, x, baseline, BLACK, letters, room - _after(row), _weight(row))
    if row.trump is not None:
        surface.suit_tile(row.trump, x + used + 6, baseline - 23, _TILE)
    surface.text(row.cost, x, middle + 21, GREY, sizes.cost, Weight.REGULAR, width=room)
    for player, (points, total) in enumerate(zip(row.points, row.totals, strict=True)):
        left, right = lefts[player], lefts[player + 1] - _PAD
        above, below = (middle + 9, middle + 9) if sizes.apart else (middle - 5, middle + 22)
        surface.text(points, right - sizes.apart, above, GREY, sizes.number - 3, Weight.REGULAR, "right")
        surface.text(total, right, below, BLACK, sizes.number, Weight.BOLD, "right")
        _marks(surface, row, player, left + 12, middle)


def _marks(surface: Surface, row: SheetRow, player: int, x: int, y: int) -> None:
    """Who dealt and who played the contract, one above the other where it was the same player."""
    deals, plays = row.dealer == player, player in row.bidders
    apart = 11 if deals and plays else 0
    size = 18 if apart else 20
    if deals:
        dealing(surface, x, y - apart, size, (GREY, BLACK))
    if plays:
        surface.shape(FLAG, x, y + apart, size, BLACK)


def _ends(surface: Surface, value: ScoreSheet, top: int, lefts: list[int]) -> None:
    """The last lines: totals and, after the game, places."""
    room = lefts[0] - _MARGIN - 6
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
