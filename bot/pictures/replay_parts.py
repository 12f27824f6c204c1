"""Where everything lies on the picture of a moment that is looked at again, its hands, and whose they are.

Hands keep to their seats as at a table: the one below and the one across in a row, the others in rows one
below the other at the sides, the trick between them. Each card keeps its place for the whole deal, so that
the eye finds it. Every hand stands behind the strip that tells whose it is. While it is bid the hands lie
in the corners, and the auction across the middle. All measures are pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, product
from typing import Final, NamedTuple

from bot.pictures import shapes
from bot.pictures.bands import BAND, CAPTION
from bot.pictures.canvas import Box
from bot.pictures.cards import BACK
from bot.pictures.palette import FELT, GOLD, IVORY, MUTED, PANEL
from bot.pictures.shapes import POINTER
from bot.pictures.signs import LOW_NOTE, NOTE, bidder_flag, dealing, robot_head, speech
from bot.pictures.style import RANKS, WIDTH, Size
from bot.pictures.surface import Surface
from bot.pictures.text import Weight, drawable, fit, fitting, text_width
from bot.pictures.values import ReplayPicture, ReplaySeat, TableLabels

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
    """The places clockwise from the bottom, what is between them, the height of XX"""

    places: tuple[SeatPlace, ...]
    middle: Box
    height: int
    measures: FaceMeasures

    def of_seats(self, bottom: int) -> list[SeatPlace]:
        """The places by seat."""
        seats = len(self.places)
        return [self.places[(seat - bottom) % seats] for seat in range(seats)]


class FaceMeasures(NamedTuple):
    """What follows from how large the faces of cards are."""

    pitch: int  # from one card to the next in a hand at the side: what an index is wide
    lying: Size  # of the cards of a trick: those with large faces may overlap less
    step: int  # from one row of a hand to the next: index and suit are seen, of large ones the index
    shown: int  # how much of a card is seen above the strip

    @property
    def side(self) -> int:
        """The width of a hand at the side."""
        return CARD.width + (ABREAST - 1) * self.pitch

    @property
    def corner(self) -> int:
        """The height of a hand in a corner, with its strip."""
        return (_CORNER_ROWS - 1) * self.step + self.shown + STRIP


_MEASURES = FaceMeasures(36, Size.MEDIUM, 74, 82), FaceMeasures(44, Size.SMALL, 80, 96)


def _measures(value: ReplayPicture) -> FaceMeasures:
    return _MEASURES[value.style.large]


def layout_of(value: ReplayPicture) -> ReplayLayout:
    """The layout of a picture. Its height is the same for every moment of a deal."""
    return _bidding(value) if value.auction is not None else _playing(value)


def _playing(value: ReplayPicture) -> ReplayLayout:
    players, measures = len(value.seats), _measures(value)
    one_row, side, lying = RAISE + measures.shown, measures.side, measures.lying
    top = BAND + GAP + (one_row + STRIP + GAP if players == 4 else 0)
    middle = _middle_height(value)
    left, right, bottom = EDGE, WIDTH - EDGE - side, top + middle
    centre, lowest = (WIDTH - lying.width) // 2, bottom - lying.height - (44 if players == 3 else 10)
    below = _row(bottom + GAP, one_row, (centre, lowest))

    def pair(end: int, height: int, x: int, y: int) -> tuple[SeatPlace, SeatPlace]:
        """A hand at the left and its mirror image at the right, which end there."""
        rows = _rows(value)
        mirrored = WIDTH - x - lying.width
        return (
            _side(left, side, end, height, rows, (x, y)),
            _side(right, side, end, height, rows, (mirrored, y)),
        )

    if players == 5:
        half = (middle - GAP) // 2
        lower = pair(bottom, half, side + 18, top + 206)
        upper = pair(top + half, half, side + 34, top + 26)
        places = below, lower[0], upper[0], upper[1], lower[1]
    else:
        beside = top + (middle - lying.height) // 2 - (40 if players == 3 else 0)
        west, east = pair(bottom, middle, left + side + 12, beside)
        across = _row(BAND + GAP, one_row, (centre, top + 10))
        places = (below, west, east) if players == 3 else (below, west, across, east)
    box = left + side, top, right, bottom
    return ReplayLayout(places, box, below.strip[3] + EDGE + CAPTION, measures)


def _rows(value: ReplayPicture) -> int:
    """How many rows the longest hand takes at the side, or a usual one."""
    longest = max(len(seat.cards) + seat.backs for seat in value.seats)
    return max(_LEAST_ROWS[len(value.seats)], -(-longest // ABREAST))


def _middle_height(value: ReplayPicture) -> int:
    """At four there is room for an auction in a picture of the same height."""
    measures = _measures(value)
    one = RAISE + (_rows(value) - 1) * measures.step + measures.shown + PLATE
    if len(value.seats) == 5:
        return 2 * one + GAP
    wide = RAISE + measures.shown + STRIP
    return max(one, 2 * (measures.corner - wide) + _AUCTION) if len(value.seats) == 4 else one


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
    whole, tall = _playing(value), _measures(value).corner
    left, right = EDGE, WIDTH // 2 + 2
    above, below = BAND + GAP, whole.height - CAPTION - EDGE - tall
    corners = ((left, below), (left, above), (right, above), (right, below))
    places = tuple(_corner(x, y, tall) for x, y in corners)
    return replace(whole, places=places, middle=(0, above + tall, WIDTH, below))


def _corner(left: int, top: int, height: int) -> SeatPlace:
    hand = left, top, left + WIDTH // 2 - EDGE - 2, top + height - STRIP
    strip = left, hand[3], hand[2], hand[3] + STRIP
    return SeatPlace(hand, strip, _CORNER_ROWS, _PITCH_IN_CORNER, abreast=_CORNER_ABREAST)


class Piece(NamedTuple):
    """Something that ``paint`` draws within ``box``, given a surface and ``facts``: equal ones look alike."""

    box: Box
    paint: Callable[..., object]
    facts: tuple[Hashable, ...] = ()

    def draw(self, surface: Surface) -> None:
        """Draw it."""
        self.paint(surface, *self.facts)


class PicturePart(NamedTuple):
    """All pixels of ``box``: on felt the pieces that ``make`` makes of ``facts`` alone, which may overlap, in
    order.

    ``above``: what this covers, after which it is to be drawn again. ``recurs``: in a deal it often looks as
    it did before.
    """

    box: Box
    make: Callable[..., Iterable[Piece]]
    facts: tuple[Hashable, ...]
    above: Hashable = None
    recurs: bool = False

    def pieces(self) -> list[Piece]:
        """Its pieces."""
        return [*self.make(*self.facts)]

    def draw(self, surface: Surface) -> None:
        """Draw it over whatever is there."""
        surface.fill(*self.box, FELT)
        for piece in self.pieces():
            piece.draw(surface)


def single(box: Box, paint: Callable[..., object], *facts: Hashable, above: Hashable = None) -> PicturePart:
    """A part of one piece; with ``above`` one that recurs."""
    return PicturePart(box, _single, (box, paint, facts), above, recurs=above is not None)


def _single(box: Box, paint: Callable[..., object], facts: tuple[Hashable, ...]) -> list[Piece]:
    return [Piece(box, paint, facts)]


_BACKS_PITCH, _NUMBER = 12, 48  # from back to back, and room for how many they are
_LINE = 3  # around the place that a card has just left


class Hand(NamedTuple):
    """What is drawn of a hand. ``raised`` are bright and stand out, and the others are dimmed where there
    are any; ``left``: the card whose place it has just left; ``framed``: the raised one with a frame."""

    cards: tuple[int, ...]
    held: int
    backs: int
    raised: int
    left: int | None
    framed: int | None


def hand_of(value: ReplayPicture, number: int) -> Hand:
    """The hand of a seat."""
    seat, last = value.seats[number], value.last
    left = last.card if last is not None and last.seat == number and not seat.backs else None
    framed = value.better if value.better is not None and seat.held >> value.better & 1 else None
    raised = value.legal & seat.held if framed is None else 1 << framed
    return Hand(seat.cards, seat.held, seat.backs, raised, left, framed)


def hand_pieces(hand: Hand, place: SeatPlace, measures: FaceMeasures) -> Iterator[Piece]:
    """Its cards above the strip of its place, which is to cover what is below."""
    bottom = place.strip[1] - measures.shown
    spots = _spots(hand, place, bottom, measures.step)
    if hand.left in hand.cards:
        x, y = spots[hand.cards.index(hand.left)]
        yield Piece(_box(x, y), _left_place, (x, y))
    for card, (x, y) in zip(hand.cards, spots, strict=True):
        if hand.held >> card & 1:
            raised = bool(hand.raised >> card & 1)
            rim = _LINE if card == hand.framed else 0
            top = y - RAISE + rim if raised else y
            if rim:
                yield Piece(_box(x, top, rim), _frame, (x, top))
            yield Piece(_box(x, top), _card, (card, x, top, bool(hand.raised) and not raised))
    if hand.backs:
        box = place.hand[0], bottom, place.hand[2], bottom + CARD.height
        yield Piece(box, _backs, (hand.backs, box))


def _box(x: int, y: int, rim: int = 0) -> Box:
    return x - rim, y - rim, x + CARD.width + rim, y + CARD.height + rim


def _card(surface: Surface, card: int, x: int, y: int, dim: bool) -> None:
    surface.card(card, CARD, x, y, dim=dim)


def _spots(hand: Hand, place: SeatPlace, bottom: int, step: int) -> list[tuple[int, int]]:
    """Where each card lies: the last row above the strip, all rows beginning where the
    longest one does, which is in the middle."""
    lengths = _lengths(hand.cards, place.rows, place.abreast)
    left, right = place.hand[0], place.hand[2]
    longest = max(lengths, default=1)
    pitch = min(place.pitch, (right - left - CARD.width) / max(1, longest - 1))
    first = (left + right - CARD.width - pitch * (longest - 1)) / 2
    return [
        (round(first + column * pitch), bottom - row * step)
        for row, length in zip(reversed(range(len(lengths))), lengths, strict=True)
        for column in range(length)
    ]


@lru_cache(maxsize=256)
def _lengths(cards: tuple[int, ...], rows: int, abreast: int) -> tuple[int, ...]:
    """How many cards lie in each row: no more than ``abreast``, unless there are too many for that, as few
    suits as can be broken, and the rows as equal as can be."""
    if not cards:
        return ()
    rows = min(rows, -(-len(cards) // abreast))
    abreast = max(abreast, -(-len(cards) // rows))
    suits = [card // RANKS for card in cards]

    def badness(lengths: tuple[int, ...]) -> tuple[int, int]:
        ends = list(accumulate(lengths))[:-1]
        return sum(suits[end - 1] == suits[end] for end in ends), max(lengths) - min(lengths)

    every = product(range(1, abreast + 1), repeat=rows)
    return min((lengths for lengths in every if sum(lengths) == len(cards)), key=badness)


def _frame(surface: Surface, x: int, y: int) -> None:
    width, height = CARD.width + 2 * _LINE, CARD.height + 2 * _LINE
    surface.stamp(shapes.rounded(width, height, CARD.radius + _LINE), x - _LINE, y - _LINE, GOLD)


def _left_place(surface: Surface, x: int, y: int) -> None:
    for inset, ink in ((0, GOLD), (_LINE, FELT)):
        width, height = CARD.width - 2 * inset, CARD.height - 2 * inset
        surface.stamp(shapes.rounded(width, height, CARD.radius - inset), x + inset, y + inset, ink)


def _backs(surface: Surface, backs: int, box: Box) -> None:
    """The cards that are not shown, and how many they are."""
    left, top, right, _ = box
    pitch = min(_BACKS_PITCH, (right - left - CARD.width - _NUMBER) // max(1, backs - 1))
    wide = CARD.width + pitch * (backs - 1) + _NUMBER
    x = (left + right - wide) // 2
    for back in range(backs):
        surface.card(BACK, CARD, x + back * pitch, top)
    surface.text(str(backs), x + wide - _NUMBER + 10, top + 50, IVORY, 32, Weight.BOLD, width=_NUMBER)


_RADIUS = 12
_PAD, _GAP, _MARK = 14, 8, 28
_NAME, _SMALLEST = 27, 20
_FIGURE, _LABEL, _SMALLEST_NOTE = 28, 21, 17
_LONGEST_NAME = 300  # where the figures stand beside it
_APART = 24  # between the figures beside a name


def strip_of(value: ReplayPicture, number: int) -> ReplaySeat:
    """What of a seat stands on its strip; while it is bid there are no tricks yet."""
    seat = replace(value.seats[number], cards=(), held=0, backs=0)
    return seat if value.auction is None else replace(seat, tricks="", points="", note="")


def draw_strip(surface: Surface, seat: ReplaySeat, labels: TableLabels, place: SeatPlace) -> None:
    """Draw it: in one line where it is wide, else the figures below the name."""
    every = (seat.tricks, labels.tricks), (seat.points, labels.points), (seat.total, labels.total)
    figures = [(number, label) for number, label in every if number]
    _ground(surface, place)
    if place.is_wide:
        _in_one_line(seat, figures, surface, place.strip)
    else:
        _in_three_lines(seat, figures, surface, place.strip)


def _in_one_line(seat: ReplaySeat, figures: list[tuple[str, str]], surface: Surface, box: Box) -> None:
    """Name and note at the left, the figures with their words at the right."""
    left, top, right, _ = box
    left, baseline, end = left + _PAD, top + 34, right - _PAD
    for number, label in reversed(figures):
        end = _beside(surface, number, label, end, baseline) - _APART
    used = _name(seat, surface, left, baseline, min(_LONGEST_NAME, end - left)) + _GAP
    if seat.note:
        speech(surface, seat.note, used, top + 9, end - used, NOTE)


def _in_three_lines(seat: ReplaySeat, figures: list[tuple[str, str]], surface: Surface, box: Box) -> None:
    """The name, the figures, their words. A note stands beside the name, or in place of the words."""
    left, top, right, _ = box
    used = _name(seat, surface, left + _PAD, top + 32, right - left - 2 * _PAD) + _GAP
    room = right - _GAP - used
    fits = text_width(drawable(seat.note, ""), Weight.MEDIUM, _SMALLEST_NOTE) + 20 <= room
    for column, (number, label) in enumerate(figures):
        middle = left + 4 + round((column + 0.5) * (right - left - 8) / len(figures))
        surface.text(number, middle, top + 62, IVORY, _FIGURE, Weight.BOLD, "middle", width=76)
        if fits or not seat.note:
            size = fitting(label, Weight.REGULAR, _LABEL - 1, 17, 72)
            surface.text(label, middle, top + 83, MUTED, size, Weight.REGULAR, "middle", width=74)
    if seat.note and fits:
        speech(surface, seat.note, used, top + 8, room, NOTE)
    elif seat.note:
        speech(surface, seat.note, left + _PAD - 4, top + 65, right - left - 2 * _PAD + 8, LOW_NOTE)


def _ground(surface: Surface, place: SeatPlace) -> None:
    """Round below alone: what is above stands behind it, and is covered from edge to edge."""
    left, top, right, bottom = place.strip
    surface.box(left, top, right, bottom, PANEL, _RADIUS)
    surface.fill(left, top, right, top + _RADIUS, PANEL)


def _beside(surface: Surface, number: str, label: str, right: int, baseline: int) -> int:
    """A figure and its word, ending at ``right``. Returns where it begins."""
    label = fit(label, Weight.REGULAR, _LABEL, 90)
    x = right - surface.text(label, right, baseline, MUTED, _LABEL, Weight.REGULAR, "right") - 7
    return x - surface.text(number, x, baseline, IVORY, _FIGURE, Weight.BOLD, "right")


def _name(seat: ReplaySeat, surface: Surface, x: int, baseline: int, room: int) -> int:
    """Name and marks. Returns where they end."""
    room -= _MARK * (seat.to_move + (seat.robot is not None) + seat.bidder + seat.dealer) + _GAP
    if seat.to_move:
        surface.shape(POINTER, x + 10, baseline - 10, 24, GOLD)
        x += _MARK
    if seat.robot is not None:
        robot_head(surface, seat.robot, x + 11, baseline - 11, 26, MUTED, PANEL)
        x += _MARK + 3
        room -= 3
    ink = GOLD if seat.to_move else IVORY
    x += surface.fitted_text(seat.name, x, baseline, ink, (_NAME, _SMALLEST), room, Weight.BOLD) + _GAP
    if seat.bidder:
        bidder_flag(surface, x + 12, baseline - 10, small=True)
        x += _MARK
    if seat.dealer:
        dealing(surface, x + 12, baseline - 10, 26)
        x += _MARK
    return x
