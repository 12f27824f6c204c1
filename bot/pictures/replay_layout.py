"""Where everything lies on the picture of a moment that is looked at again.

Hands keep to their seats as at a table: the one below and the one across in a row, the others in rows one
below the other at the sides, the trick between them. Every hand stands behind the strip that tells whose it
is. While it is bid the hands lie in the corners, and the auction across the middle. All measures are pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.pictures.bands import BAND, CAPTION
from bot.pictures.replay_values import ReplayPicture
from bot.pictures.sizes import WIDTH, Size

Box = tuple[int, int, int, int]  # left, top, right, bottom; the last two are outside

CARD: Final = Size.SMALL
RAISE: Final = 12  # how far a legal card stands out
STRIP, PLATE = 48, 92  # heights of what tells whose a hand is: in one line, or in three
EDGE: Final = 6
GAP: Final = 10
ABREAST: Final = 5  # cards in one of its rows
_LEAST_ROWS = {3: 4, 4: 3, 5: 2}
_PITCH_IN_ROW, _PITCH_IN_CORNER = 54, 50
_CORNER_ROWS, _CORNER_ABREAST = 2, 7
_AUCTION = 234  # height of the longest auction


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """Where a seat's things lie. ``hand``: its cards as far as they are seen, raised ones too; ``strip``: who
    they are, right below; ``rows``: into how many the cards are broken; ``card``: the card that it plays."""

    hand: Box
    strip: Box
    rows: int
    pitch: int
    card: tuple[int, int] = (0, 0)
    abreast: int = 99  # no more cards than these lie in a row, as long as there are rows enough

    @property
    def is_wide(self) -> bool:
        """Whether the strip is one line."""
        return self.strip[3] - self.strip[1] == STRIP


@dataclass(frozen=True, slots=True)
class ReplayLayout:
    """The places clockwise from the bottom, what is between them, the height of the whole, and the size of
    the cards of a trick."""

    places: tuple[SeatPlace, ...]
    middle: Box
    height: int
    lying: Size

    def of_seats(self, bottom: int) -> list[SeatPlace]:
        """The places by seat."""
        seats = len(self.places)
        return [self.places[(seat - bottom) % seats] for seat in range(seats)]


def _pitch_abreast(*, large: bool) -> int:
    """From one card to the next in a hand at the side: what an index is wide."""
    return 44 if large else 36


def _side_width(*, large: bool) -> int:
    """The width of a hand at the side."""
    return CARD.width + (ABREAST - 1) * _pitch_abreast(large=large)


def _lying(*, large: bool) -> Size:
    """The size of the cards of a trick: those with large faces may overlap less."""
    return Size.SMALL if large else Size.MEDIUM


def step(*, large: bool) -> int:
    """From one row of a hand to the next: index and suit are seen, of large ones the index."""
    return 80 if large else 74


def shown(*, large: bool) -> int:
    """How much of a card is seen above the strip."""
    return 96 if large else 82


def layout_of(value: ReplayPicture) -> ReplayLayout:
    """The layout of a picture. Its height is the same for every moment of a deal."""
    return _bidding(value) if value.auction is not None else _playing(value)


def _playing(value: ReplayPicture) -> ReplayLayout:
    players, large = len(value.seats), value.style.large
    one_row = RAISE + shown(large=large)
    top = BAND + GAP
    if players == 4:
        top += one_row + STRIP + GAP
    middle = _middle_height(value)
    side, lying = _side_width(large=large), _lying(large=large)
    centre = (WIDTH - lying.width) // 2
    left, right = EDGE, WIDTH - EDGE - side
    box = (left + side, top, right, top + middle)
    below = _row(top + middle + GAP, one_row, (centre, _lowest(players, box, lying)))
    rows = _rows(value)
    if players == 5:
        half = (middle - GAP) // 2
        bottoms = (top + half, top + middle)
        lower, upper = ((side + x, y) for x, y in _CARDS_OF_FIVE)
        places = (
            below,
            _side(left, side, bottoms[1], half, rows, (lower[0], top + lower[1])),
            _side(left, side, bottoms[0], half, rows, (upper[0], top + upper[1])),
            _side(right, side, bottoms[0], half, rows, (_mirrored(upper[0], lying), top + upper[1])),
            _side(right, side, bottoms[1], half, rows, (_mirrored(lower[0], lying), top + lower[1])),
        )
    else:
        beside = left + side + 12, top + (middle - lying.height) // 2 - (40 if players == 3 else 0)
        west = _side(left, side, top + middle, middle, rows, beside)
        east = _side(right, side, top + middle, middle, rows, (_mirrored(beside[0], lying), beside[1]))
        across = _row(BAND + GAP, one_row, (centre, top + 10))
        places = (below, west, east) if players == 3 else (below, west, across, east)
    return ReplayLayout(places, box, below.strip[3] + EDGE + CAPTION, lying)


_CARDS_OF_FIVE = ((18, 206), (34, 26))  # the lower and the upper one at the left, from the end of a hand


def _mirrored(x: int, lying: Size) -> int:
    return WIDTH - x - lying.width


def _lowest(players: int, middle: Box, lying: Size) -> int:
    """Where the card of the seat below begins."""
    return middle[3] - lying.height - (44 if players == 3 else 10)


def _rows(value: ReplayPicture) -> int:
    """How many rows the longest hand takes at the side, or a usual one."""
    longest = max(len(seat.cards) + seat.backs for seat in value.seats)
    return max(_LEAST_ROWS[len(value.seats)], -(-longest // ABREAST))


def _middle_height(value: ReplayPicture) -> int:
    large = value.style.large
    one = RAISE + (_rows(value) - 1) * step(large=large) + shown(large=large) + PLATE
    if len(value.seats) == 5:
        return 2 * one + GAP
    return max(one, _room_for_auction(value)) if len(value.seats) == 4 else one


def _room_for_auction(value: ReplayPicture) -> int:
    """How high the middle has to be so that an auction fits a picture of the same height."""
    wide = RAISE + shown(large=value.style.large) + STRIP
    return 2 * (_corner_height(value) - wide) + _AUCTION


def _corner_height(value: ReplayPicture) -> int:
    large = value.style.large
    return (_CORNER_ROWS - 1) * step(large=large) + shown(large=large) + STRIP


def _row(top: int, height: int, card: tuple[int, int]) -> SeatPlace:
    """A hand in one row across the picture."""
    hand = EDGE, top, WIDTH - EDGE, top + height
    return SeatPlace(hand, (EDGE, hand[3], WIDTH - EDGE, hand[3] + STRIP), 1, _PITCH_IN_ROW, card)


def _side(left: int, width: int, bottom: int, height: int, rows: int, card: tuple[int, int]) -> SeatPlace:
    """A hand at the left or right, ending at ``bottom``."""
    hand = left, bottom - height, left + width, bottom - PLATE
    pitch = (width - CARD.width) // (ABREAST - 1)
    return SeatPlace(hand, (left, hand[3], left + width, bottom), rows, pitch, card, ABREAST)


def _bidding(value: ReplayPicture) -> ReplayLayout:
    """Four hands in the corners: the seats follow clockwise from the lower left."""
    whole, tall = _playing(value), _corner_height(value)
    left, right = EDGE, WIDTH // 2 + 2
    above, below = BAND + GAP, whole.height - CAPTION - EDGE - tall
    corners = ((left, below), (left, above), (right, above), (right, below))
    places = tuple(_corner(x, y, tall) for x, y in corners)
    return ReplayLayout(places, (0, above + tall, WIDTH, below), whole.height, whole.lying)


def _corner(left: int, top: int, height: int) -> SeatPlace:
    hand = left, top, left + WIDTH // 2 - EDGE - 2, top + height - STRIP
    strip = left, hand[3], hand[2], hand[3] + STRIP
    return SeatPlace(hand, strip, _CORNER_ROWS, _PITCH_IN_CORNER, abreast=_CORNER_ABREAST)
