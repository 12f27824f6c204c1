"""What lies on a table and above a hand alike: an auction, a hand laid open, penalty cards still out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.pictures.marks import FADED, bidder_flag
from bot.pictures.palette import FELT, GOLD, IVORY, MUTED, PANEL, RAIL, WHITE
from bot.pictures.shapes import POINTER, SUITS
from bot.pictures.style import MARGIN, RANKS, WIDTH, Index, Size, ink_of, letter
from bot.pictures.surface import Surface
from bot.pictures.text import Weight, drawable, fit, fitting, set_in_lines, text_width, wrapped
from bot.pictures.values import AuctionCell, AuctionTable

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
