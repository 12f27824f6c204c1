"""The picture of a table: plates around, the trick in the middle, everything always in the same place; and
that of its last trick. Before them what lies above a hand as well: an auction, a hand laid open, penalty
cards still out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from bot.pictures.bands import BAND, CAPTION, caption_band, title_band
from bot.pictures.palette import FELT, GOLD, IVORY, MAT, MUTED, PANEL, RAIL, WHITE
from bot.pictures.shapes import POINTER, SUITS
from bot.pictures.signs import (
    FADED,
    SPEECH,
    awaited_card,
    bidder_flag,
    dealer_marker,
    face,
    mat,
    played_card,
    speech,
)
from bot.pictures.style import BACK_INKS, MARGIN, RANKS, WIDTH, Index, Size, ink_of, letter
from bot.pictures.surface import Anchor, Surface
from bot.pictures.text import Weight, drawable, fit, fitting, set_in_lines, text_width, wrapped
from bot.pictures.values import (
    AuctionCell,
    AuctionTable,
    Plate,
    PlayerShown,
    TableLabels,
    TablePicture,
    TrickPicture,
)

_LEFT, _RIGHT = 12, WIDTH - 12
_NUMBERS = 44  # width of the column that counts the rounds
_HEAD, _EDGE = 40, 8
_LINE = 31  # of what is said below
_LINES = 3
_RADIUS = 16
_TILE_GAP, _BID_PAD = 6, 8
_POINTER = 24  # room for the mark of who is to say something
_SMALLEST_BID = 19  # pixels of a bid's letters where it is long
_IN_TWO_LINES = 18  # where it is longer


@dataclass(frozen=True, slots=True)
class AuctionScale:
    """How large an auction is drawn, and how many of its last rounds are shown."""

    type: int  # pixels of a bid's letters
    row: int
    rounds: int


TABLE_AUCTION = AuctionScale(type=26, row=39, rounds=5)
HAND_AUCTION = AuctionScale(type=25, row=37, rounds=4)


def auction_height(auction: AuctionTable, scale: AuctionScale) -> int:
    """The table's height in pixels, with as many rows as there are to show."""
    said = _EDGE + _LINE * len(_below(auction)[1]) if auction.standing else 0
    return _HEAD + scale.row * min(len(auction.rows), _rounds(auction, scale)) + _EDGE + said


def _rounds(auction: AuctionTable, scale: AuctionScale) -> int:
    """How many rounds are shown at most: one makes room for a long line below."""
    return scale.rounds - (len(_below(auction)[1]) == _LINES)


def draw_auction(auction: AuctionTable, surface: Surface, top: int, scale: AuctionScale) -> None:
    """Draw it across the picture from ``top`` on, ``auction_height`` high."""
    bottom = top + auction_height(auction, scale)
    surface.box(_LEFT, top, _RIGHT, bottom, PANEL, _RADIUS)
    first = max(0, len(auction.rows) - _rounds(auction, scale))
    lefts = _columns(len(auction.names))
    for player, name in enumerate(auction.names):
        silent = any(row[player].out for row in auction.rows)
        mine = auction.to_move == player
        ink = GOLD if mine else FADED if silent else IVORY
        left, right = lefts[player], lefts[player + 1]
        pointer = _POINTER if mine else 0
        middle, room = (left + right) // 2 + pointer // 2, right - left - 2 * _BID_PAD - pointer
        sizes = scale.type - 1, _SMALLEST_BID
        used = surface.fitted_text(name, middle, top + 29, ink, sizes, room, Weight.BOLD, "middle")
        if mine:
            surface.shape(POINTER, middle - used // 2 - _POINTER // 2 - 2, top + 20, 18, GOLD)
    surface.fill(_LEFT + _BID_PAD, top + _HEAD - 2, _RIGHT - _BID_PAD, top + _HEAD, FADED)
    y = top + _HEAD
    for number, row in enumerate(auction.rows[first:], start=first + 1):
        surface.text(str(number), _LEFT + _NUMBERS - 12, y + _base(scale), FADED, 21, Weight.REGULAR, "right")
        for player, cell in enumerate(row):
            _cell(surface, cell, (lefts[player], lefts[player + 1]), y, scale)
        y += scale.row
    if auction.standing:
        y += _EDGE
        surface.fill(_LEFT + _BID_PAD, y - 3, _RIGHT - _BID_PAD, y - 1, RAIL)
        size, lines = _below(auction)
        for number, line in enumerate(lines):
            surface.text(line, WIDTH // 2, y + 25 + number * _LINE, MUTED, size, anchor="middle")


def _below(auction: AuctionTable) -> tuple[int, list[str]]:
    """The size of what is said below, and its lines: two, or where they are not enough three."""
    room = _RIGHT - _LEFT - 2 * MARGIN
    size, lines = set_in_lines(auction.standing, Weight.MEDIUM, (24, 20), room, 2)
    if size > 20:
        return size, lines
    return set_in_lines(auction.standing, Weight.MEDIUM, (24, 19), room, _LINES)


def _columns(players: int) -> list[int]:
    """The left ends of the players' columns, and the right end of the last one."""
    left, right = _LEFT + _NUMBERS, _RIGHT - _BID_PAD
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
    room = column[1] - column[0] - 2 * _BID_PAD - tile - gap
    size = fitting(cell.text, weight, scale.type, _SMALLEST_BID, room)
    lines = [fit(cell.text, weight, size, room)]
    if cell.text and text_width(drawable(cell.text), weight, size) > room:
        size = _IN_TWO_LINES
        lines = wrapped(cell.text, weight, size, room, 2)
    width = max(text_width(line, weight, size) for line in lines) + gap + tile
    x = (column[0] + column[1] - width) // 2
    if cell.standing:
        surface.box(x - _BID_PAD, top + 2, x + width + _BID_PAD, top + scale.row - 2, GOLD, 10)
    ink = PANEL if cell.standing else FADED if cell.out else IVORY
    used, base = 0, _base(scale) - (len(lines) - 1) * (_IN_TWO_LINES // 2 + 1)
    for number, line in enumerate(lines):
        took = surface.text(line, x, top + base + number * (_IN_TWO_LINES - 1), ink, size, weight)
        used = max(used, took)
    if cell.suit is not None:
        surface.suit_tile(cell.suit, x + used + gap, top + (scale.row - tile) // 2, tile)


OPEN_HAND = 106  # height
_SIZE = Size.SMALL
_SHOWN = 84  # of a card, from its top: index and suit
_ABOVE, _LABEL = 12, 140
_PITCH = 46
_LARGEST_LABEL, _SMALLEST_LABEL = 25, 20


def draw_open_hand(cards: Sequence[int], word: str, surface: Surface, top: int) -> None:
    """Draw a hand laid open across the felt from ``top`` on, ``OPEN_HAND`` high, of each card the upper part,
    with whose they are at the left. What lies below it is to be drawn afterwards: its cards reach there, and
    are covered with felt again."""
    left = MARGIN + _LABEL + 12
    pitch = min(_PITCH, (WIDTH - MARGIN - left - _SIZE.width) // max(1, len(cards) - 1))
    for place, card in enumerate(cards):
        surface.card(card, _SIZE, left + place * pitch, top + _ABOVE)
    rail = top + _ABOVE + _SHOWN
    surface.fill(0, rail, WIDTH, top + _ABOVE + _SIZE.height, FELT)
    surface.fill(0, rail, WIDTH, rail + 6, RAIL)
    size = fitting(word, Weight.MEDIUM, _LARGEST_LABEL, _SMALLEST_LABEL, _LABEL, 2)
    most = 2 if size > _SMALLEST_LABEL else 3
    lines = [line for line in wrapped(word, Weight.MEDIUM, size, _LABEL, most) if line]
    bidder_flag(surface, MARGIN + 16, top + _ABOVE + 16)
    pitch = 28 if size > _SMALLEST_LABEL else 23
    for number, line in enumerate(lines):
        surface.text(line, MARGIN, top + _ABOVE + 60 + number * pitch - 6 * (len(lines) - 1), IVORY, size)


_STILL_OUT_ROW = 33  # from one line to the next
_HIGH = 30  # of a small card
_LETTERS, _SUIT = 22, 20
_PAD, _GAP = 7, 6
_APART = 6  # between the ranks
_SMALLEST_WORD = 18  # of the word
_ASIDE = 168  # width of a word above, beside a card
_LONG = 8  # ranks; more of a suit go on two cards


def draw_still_out(
    word: str, cards: Sequence[int], surface: Surface, left: int, top: int, width: int, bottom: int
) -> None:
    """Draw ``word`` and the cards in lines of ``width`` from ``top`` or, where they need fewer lines, so that
    they end at ``bottom``; where they need more, the word is set smaller, or in a line above ``top``."""
    if not word and not cards:
        return
    pieces = list(_pieces(cards, surface.style.index))
    for_cards = [_width(ranks) for _, ranks in pieces]
    most = max(1, (bottom - top + 2 * (_STILL_OUT_ROW - _HIGH)) // _STILL_OUT_ROW)
    letters = fitting(word, Weight.MEDIUM, 24, _SMALLEST_WORD, width)
    places, lines = _flow([_of(word, letters), *for_cards], width)
    while lines > most and letters > _SMALLEST_WORD:
        letters -= 1
        places, lines = _flow([_of(word, letters), *for_cards], width)
    word = fit(word, Weight.MEDIUM, letters, width)
    if word and lines > most:
        letters = fitting(word, Weight.MEDIUM, 24, _SMALLEST_WORD, _ASIDE)
        surface.text(word, left, top - 10, IVORY, letters)
        word, (places, lines) = "", _flow([0, *for_cards], width)
    top = max(top, bottom - lines * _STILL_OUT_ROW + _STILL_OUT_ROW - _HIGH)
    surface.text(word, left, top + 23, IVORY, letters)
    for (suit, ranks), (right, line), wide in zip(pieces, places[1:], for_cards, strict=True):
        x, y = left + right, top + line * _STILL_OUT_ROW
        surface.kept(_suit, (x, y), (x, y, x + wide, y + _HIGH), suit, ranks, wide)


def _of(word: str, letters: int) -> int:
    return text_width(drawable(word), Weight.MEDIUM, letters) if word else 0


def _pieces(cards: Sequence[int], index: Index) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Suits in the order in which they come, with what is printed on their cards."""
    suits: dict[int, list[str]] = {}
    for card in cards:
        suits.setdefault(card // RANKS, []).append(letter(card % RANKS, index))
    for suit, ranks in suits.items():
        half = (len(ranks) + 1) // 2 if len(ranks) > _LONG else len(ranks)
        yield suit, tuple(ranks[:half])
        if ranks[half:]:
            yield suit, tuple(ranks[half:])


def _flow(widths: Sequence[int], room: int) -> tuple[list[tuple[int, int]], int]:
    """The left end and line of each piece, as words are set, and the number of lines."""
    places: list[tuple[int, int]] = []
    x = line = 0
    for wide in widths:
        if x and x + wide > room:
            x, line = 0, line + 1
        places.append((x, line))
        x += wide + _GAP if wide else 0
    return places, line + 1


def _width(ranks: Sequence[str]) -> int:
    letters = sum(text_width(rank, Weight.BOLD, _LETTERS) for rank in ranks)
    return 2 * _PAD + _SUIT + len(ranks) * _APART + letters


def _suit(surface: Surface, left: int, top: int, suit: int, ranks: tuple[str, ...], width: int) -> None:
    """The ranks of a suit on a small card."""
    ink = ink_of(suit, surface.style.colours)
    surface.box(left, top, left + width, top + _HIGH, WHITE, 6)
    surface.shape(SUITS[suit], left + _PAD + _SUIT // 2, top + _HIGH // 2, _SUIT, ink)
    x = left + _PAD + _SUIT
    for rank in ranks:
        x += _APART + surface.text(rank, x + _APART, top + 23, ink, _LETTERS, Weight.BOLD)


PLATE_WIDTH, PLATE_HEIGHT = 208, 122
_PLATE_RADIUS = 16
_TURN, _FRAME = 6, 4  # widths of the frames: whose turn it is, outside; who plays the contract, inside
_FACE = 24  # radius
_COLUMN, _BETWEEN, _SMALLEST = 65, 8, 14  # of three numbers: width, least gap, pixels of the letters
_FLAG, _DEALER = 11, 7  # how far the marks at its corners stand out


def draw_plate(
    surface: Surface, plate: Plate, left: int, top: int, labels: TableLabels, *, bidding: bool = False
) -> None:
    """Draw a plate. While it is bid there are no tricks yet: the seat's note stands in their place."""
    frame = _TURN if plate.to_move else 0
    box = (
        left - max(frame, _FLAG if plate.bidder else 0),
        top - max(frame, _FLAG if plate.bidder else 0, _DEALER if plate.dealer else 0),
        left + PLATE_WIDTH + max(frame, _DEALER if plate.dealer else 0), top + PLATE_HEIGHT + frame,
    )  # fmt: skip
    numbers = plate.tricks, plate.points, plate.total
    size = min(fitting(number, Weight.BOLD, 30, _SMALLEST, _COLUMN - _BETWEEN) for number in numbers)
    if bidding:
        numbers = "", "", plate.total
    beneath = (labels.tricks, labels.points, labels.total)
    named = tuple(label if number else "" for number, label in zip(numbers, beneath, strict=True))
    # not drawn here: the cards that are left, and what was said when it is over
    shown = PlayerShown(
        plate.name, dealer=plate.dealer, to_move=plate.to_move, bidder=plate.bidder, robot=plate.robot,
        note=plate.note if bidding else "",
    )  # fmt: skip
    surface.kept(_draw_plate, (left, top), box, shown, plate.avatar, named)
    for column, number in enumerate(numbers):
        middle = left + _middle_of(column)
        surface.text(number, middle, top + 85, IVORY, size, Weight.BOLD, "middle", width=_COLUMN)


def _middle_of(column: int) -> int:
    return 6 + round((column + 0.5) * (PLATE_WIDTH - 12) / 3)


def _draw_plate(
    surface: Surface,
    left: int,
    top: int,
    plate: PlayerShown,
    avatar: bytes | None,
    named: tuple[str, ...],
) -> None:
    """A plate but for its numbers, which ``named`` says what they are."""
    right, bottom = left + PLATE_WIDTH, top + PLATE_HEIGHT
    if plate.to_move:
        surface.box(left - _TURN, top - _TURN, right + _TURN, bottom + _TURN, GOLD, _PLATE_RADIUS + _TURN)
    if plate.bidder:
        surface.box(left, top, right, bottom, IVORY, _PLATE_RADIUS)
        surface.box(
            left + _FRAME, top + _FRAME, right - _FRAME, bottom - _FRAME, PANEL, _PLATE_RADIUS - _FRAME
        )
    else:
        surface.box(left, top, right, bottom, PANEL, _PLATE_RADIUS)
    ground, ink = (GOLD, PANEL) if plate.to_move else (RAIL, MUTED)
    face(
        surface, plate.name, left + 35, top + 33, _FACE,
        avatar=avatar, robot=plate.robot, ground=ground, ink=ink,
    )  # fmt: skip
    room = PLATE_WIDTH - 66 - 8 - (20 if plate.dealer else 0)
    name_ink = GOLD if plate.to_move else IVORY
    surface.fitted_text(plate.name, left + 66, top + 42, name_ink, (26, 19), room)
    for column, label in enumerate(named):
        middle = left + _middle_of(column)
        surface.fitted_text(label, middle, top + 110, MUTED, (21, 18), 66, Weight.REGULAR, "middle")
    if plate.note:
        speech(surface, plate.note, left + 10, top + 70, width=126)
    if plate.dealer:
        dealer_marker(surface, right - 12, top + 12)
    if plate.bidder:
        bidder_flag(surface, left + 8, top + 8)


_Place = TypeVar("_Place")
HEIGHT = 712  # without an open hand
_FAN_PITCH = 5
_FAN_LETTERS = 23


@dataclass(frozen=True, slots=True)
class SeatLayout:
    """Where a seat's things lie: upper left corners, in pixels."""

    plate: tuple[int, int]
    card: tuple[int, int]
    note: tuple[int, int]  # the corner at the plate's side
    note_anchor: Anchor
    fan: tuple[int, int]
    shown: tuple[int, int]


def _at_side(x: int, y: int, card: tuple[int, int], *, room_below: bool = True) -> SeatLayout:
    """A plate at the left or right edge: the note above it, the backs below.

    The shown card lies under the backs or, where there is no room below, beside them.
    """
    left = x < WIDTH // 2
    below = y + PLATE_HEIGHT + 8
    inner = x + PLATE_WIDTH - Size.SMALL.width
    shown = (x if left else inner, below + 32) if room_below else (inner, below)
    if left:
        return SeatLayout((x, y), card, (x, y - SPEECH.height - 6), "left", (x, below), shown)
    return SeatLayout((x, y), card, (x + PLATE_WIDTH, y - SPEECH.height - 6), "right", (x, below), shown)


def _in_middle(y: int, card_y: int) -> SeatLayout:
    """A plate at the top or bottom: note and backs at its right, the shown card at its left."""
    x = (WIDTH - PLATE_WIDTH) // 2
    right = x + PLATE_WIDTH + 10
    return SeatLayout(
        (x, y), ((WIDTH - Size.MEDIUM.width) // 2, card_y), (right, y + 80), "left", (right, y + 46),
        (x - Size.SMALL.width - 10, y),
    )  # fmt: skip


_PLATE_LEFT, _PLATE_RIGHT = 12, WIDTH - 12 - PLATE_WIDTH
_CARD_LEFT, _CARD_RIGHT = _PLATE_LEFT + PLATE_WIDTH + 8, _PLATE_RIGHT - 8 - Size.MEDIUM.width
_BOTTOM_PLACE = _in_middle(HEIGHT - CAPTION - PLATE_HEIGHT - 8, 362)
_TOP_PLACE = _in_middle(BAND + 13, 202)
_WEST = _at_side(_PLATE_LEFT, 296, (_CARD_LEFT, 280))
_EAST = _at_side(_PLATE_RIGHT, 296, (_CARD_RIGHT, 280))
# Clockwise from the bottom, by number of seats.
PLACES: dict[int, tuple[SeatLayout, ...]] = {
    3: (_BOTTOM_PLACE, _WEST, _EAST),
    4: (_BOTTOM_PLACE, _WEST, _TOP_PLACE, _EAST),
    5: (
        _BOTTOM_PLACE,
        _at_side(_PLATE_LEFT, 402, (_CARD_LEFT, 300), room_below=False),
        _at_side(_PLATE_LEFT, 108, (_CARD_LEFT + 44, 118), room_below=False),
        _at_side(_PLATE_RIGHT, 108, (_CARD_RIGHT - 44, 118), room_below=False),
        _at_side(_PLATE_RIGHT, 402, (_CARD_RIGHT, 300), room_below=False),
    ),
}
_MAT = _CARD_LEFT - 4, BAND + 40, _CARD_RIGHT + Size.MEDIUM.width + 4, HEIGHT - CAPTION - 40
_REMAINING = (14, HEIGHT - CAPTION - 112, 272, HEIGHT - CAPTION - 8)  # left, top, width, bottom
# While it is bid the plates make room for the auction: those in the upper half lie along the top, the others
# along the bottom.
_ROW_ABOVE, _ROW_BELOW = BAND + 13, HEIGHT - CAPTION - PLATE_HEIGHT - 8
_MIDDLE = (WIDTH - PLATE_WIDTH) // 2
BIDDING_PLACES: dict[int, tuple[tuple[int, int], ...]] = {
    3: ((_MIDDLE, _ROW_BELOW), (_PLATE_LEFT, _ROW_ABOVE), (_PLATE_RIGHT, _ROW_ABOVE)),
    4: ((_MIDDLE, _ROW_BELOW), (_PLATE_LEFT, _ROW_ABOVE), (_MIDDLE, _ROW_ABOVE), (_PLATE_RIGHT, _ROW_ABOVE)),
    5: (
        (_MIDDLE, _ROW_BELOW), (_PLATE_LEFT, _ROW_BELOW), (_PLATE_LEFT, _ROW_ABOVE),
        (_PLATE_RIGHT, _ROW_ABOVE), (_PLATE_RIGHT, _ROW_BELOW),
    ),
}  # fmt: skip


def table_height(value: TablePicture) -> int:
    """The picture's height in pixels."""
    return HEIGHT + (OPEN_HAND if value.open_hand else 0)


def draw_table(value: TablePicture, surface: Surface) -> None:
    """Draw the whole picture on a surface of ``WIDTH`` × its height, all felt."""
    if value.open_hand:
        holder = value.plates[value.open_hand[0].seat]
        draw_open_hand([laid.card for laid in value.open_hand], holder.name, surface, HEIGHT - CAPTION)
    title_band(surface, value.title, value.subtitle, value.trump, value.trump_word, value.contract_sign)
    caption_band(surface, value.caption, table_height(value) - CAPTION)
    mat(surface, _MAT, 110)
    if value.auction is None:
        _played(value, surface)
    else:
        _bidding(value, value.auction, surface)


def _turned(value: TablePicture, places: tuple[_Place, ...]) -> list[_Place]:
    """The place of each seat, from places clockwise from the bottom."""
    return [places[(seat - value.bottom) % len(places)] for seat in range(len(places))]


def _played(value: TablePicture, surface: Surface) -> None:
    """Plates around the trick."""
    places = _turned(value, PLACES[len(value.plates)])
    for player, place in zip(value.plates, places, strict=True):
        draw_plate(surface, player, *place.plate, value.labels)
        if player.note:
            x, y = place.note
            speech(surface, player.note, x, y, width=PLATE_WIDTH, anchor=place.note_anchor)
        if player.cards_left:
            (x, y), cards = place.fan, player.cards_left
            right = x + (cards - 1) * _FAN_PITCH + 26 + text_width(str(cards), Weight.MEDIUM, _FAN_LETTERS)
            surface.kept(_fan, (x, y), (x, y, right, y + 24), cards)
    draw_still_out(value.still_out_word, value.still_out, surface, *_REMAINING)
    for shown in value.shown:
        surface.card(shown.card, Size.SMALL, *places[shown.seat].shown)
    if value.lead is not None and not value.trick:
        x, y = places[value.lead].card
        box = x, y, x + Size.MEDIUM.width, y + Size.MEDIUM.height
        surface.kept(awaited_card, (x, y), box, Size.MEDIUM)
    for number, played in enumerate(value.trick):
        x, y = places[played.seat].card
        played_card(
            surface, played.card, Size.MEDIUM, x, y, order=number + 1, winning=number == value.winning
        )


def _bidding(value: TablePicture, bids: AuctionTable, surface: Surface) -> None:
    """The auction between plates that made room."""
    for player, place in zip(value.plates, _turned(value, BIDDING_PLACES[len(value.plates)]), strict=True):
        draw_plate(surface, player, *place, value.labels, bidding=True)
    top = (_ROW_ABOVE + PLATE_HEIGHT + _ROW_BELOW - auction_height(bids, TABLE_AUCTION)) // 2
    draw_auction(bids, surface, top, TABLE_AUCTION)


def _fan(surface: Surface, x: int, y: int, cards: int) -> None:
    """Small backs, one for each card still held, and their number."""
    for card in range(cards):
        left = x + card * _FAN_PITCH
        surface.box(left, y, left + 16, y + 23, WHITE, 3)
        surface.box(left + 2, y + 2, left + 14, y + 21, BACK_INKS[surface.style.back], 2)
    surface.text(str(cards), x + (cards - 1) * _FAN_PITCH + 24, y + 20, IVORY, _FAN_LETTERS)


_TRICK_TOP = BAND + 34
_NAMES = 40


def trick_height(value: TrickPicture) -> int:
    """The picture's height in pixels."""
    return _TRICK_TOP + Size.MEDIUM.height + _NAMES + 24 + (CAPTION if value.caption else 0)


def draw_trick(value: TrickPicture, surface: Surface) -> None:
    """Draw the whole picture on a surface of ``WIDTH`` × its height, all felt."""
    title_band(surface, value.title, value.subtitle, value.trump, value.trump_word, value.contract_sign)
    size, pitch = Size.MEDIUM, (WIDTH - 2 * MARGIN) // max(1, len(value.cards))
    pitch = min(pitch, 190)
    left = (WIDTH - pitch * len(value.cards)) // 2
    foot = _TRICK_TOP + size.height + _NAMES + 10
    surface.box(max(MARGIN, left), BAND + 14, min(WIDTH - MARGIN, WIDTH - left), foot + 2, MAT, 24)
    for place, played in enumerate(value.cards):
        middle, wins = left + place * pitch + pitch // 2, place == value.winner
        played_card(
            surface, played.card, size, middle - size.width // 2, _TRICK_TOP, order=place + 1, winning=wins
        )
        weight = Weight.BOLD if wins else Weight.MEDIUM
        baseline, room = _TRICK_TOP + size.height + 38, pitch - 8
        surface.fitted_text(played.name, middle, baseline, IVORY, (27, 20), room, weight, "middle")
    if value.caption:
        caption_band(surface, value.caption, trick_height(value) - CAPTION)
