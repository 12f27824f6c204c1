"""A hand that is looked at again: each card keeps its place for the whole deal, so that the eye finds it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import accumulate, product

from bot.pictures import shapes
from bot.pictures.fonts import Weight
from bot.pictures.palette import FELT, GOLD, IVORY
from bot.pictures.replay_layout import CARD, RAISE, Box, SeatPlace, shown, step
from bot.pictures.replay_parts import Piece
from bot.pictures.replay_values import ReplayPicture
from bot.pictures.sprites import BACK
from bot.pictures.style import RANKS
from bot.pictures.surface import Surface

_BACKS_PITCH, _NUMBER = 12, 48  # from back to back, and room for how many they are
_LINE = 3  # around the place that a card has just left


@dataclass(frozen=True, slots=True)
class Hand:
    """What is drawn of a hand. ``raised`` are bright and stand out, and the others are dimmed where there
    are any; ``left``: the card whose place it has just left; ``framed``: the raised one with a frame."""

    cards: tuple[int, ...]
    held: int
    backs: int
    raised: int
    left: int | None
    framed: int | None = None


def hand_of(value: ReplayPicture, number: int) -> Hand:
    """The hand of a seat."""
    seat, last = value.seats[number], value.last
    left = last.card if last is not None and last.seat == number and not seat.backs else None
    framed = value.better if value.better is not None and seat.held >> value.better & 1 else None
    raised = value.legal & seat.held if framed is None else 1 << framed
    return Hand(seat.cards, seat.held, seat.backs, raised, left, framed)


def pieces(hand: Hand, place: SeatPlace, *, large: bool) -> Iterator[Piece]:
    """Its cards above the strip of its place, which is to cover what is below."""
    spots = _spots(hand, place, large=large)
    if hand.left in hand.cards:
        x, y = spots[hand.cards.index(hand.left)]
        yield Piece(_box(x, y), None, partial(_left_place, x=x, y=y))
    for card, (x, y) in zip(hand.cards, spots, strict=True):
        if hand.held >> card & 1:
            raised = bool(hand.raised >> card & 1)
            rim = _LINE if card == hand.framed else 0
            top = y - RAISE + rim if raised else y
            dim = bool(hand.raised) and not raised
            if rim:
                yield Piece(_box(x, top, rim), None, partial(_frame, x=x, y=top))
            yield Piece(_box(x, top), (card, dim), partial(_card, card=card, x=x, y=top, dim=dim))
    if hand.backs:
        y = place.strip[1] - shown(large=large)
        box = place.hand[0], y, place.hand[2], y + CARD.height
        yield Piece(box, hand.backs, partial(_backs, backs=hand.backs, box=box))


def _box(x: int, y: int, rim: int = 0) -> Box:
    return x - rim, y - rim, x + CARD.width + rim, y + CARD.height + rim


def _card(surface: Surface, card: int, x: int, y: int, *, dim: bool) -> None:
    surface.card(card, CARD, x, y, dim=dim)


def _spots(hand: Hand, place: SeatPlace, *, large: bool) -> list[tuple[int, int]]:
    """Where each card lies: the last row above the strip, all rows beginning where the
    longest one does, which is in the middle."""
    lengths = _lengths(hand.cards, place.rows, place.abreast)
    left, right = place.hand[0], place.hand[2]
    longest = max(lengths, default=1)
    pitch = min(place.pitch, (right - left - CARD.width) / max(1, longest - 1))
    first = (left + right - CARD.width - pitch * (longest - 1)) / 2
    bottom = place.strip[1] - shown(large=large)
    return [
        (round(first + column * pitch), bottom - row * step(large=large))
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
