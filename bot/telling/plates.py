"""Who sits where, and what they have: the plates around a table."""

from __future__ import annotations

from collections.abc import Callable

from bot.pictures.values import Plate
from bot.tables.model import Seat
from bot.telling.games.registry import teller_of
from bot.telling.reader import Perspective

Avatar = Callable[[int], bytes | None]
"""Somebody's avatar as a PNG, where it is known."""


def no_avatar(user_id: int) -> None:
    """Nobody's is known."""


def plates(sight: Perspective, avatar: Avatar = no_avatar) -> tuple[Plate, ...]:
    """Who sits where, and what they have."""
    return tuple(_plate(sight, number, seat, avatar) for number, seat in enumerate(sight.seats))


def _plate(sight: Perspective, number: int, seat: Seat, avatar: Avatar) -> Plate:
    words, view = sight.words, sight.view
    teller = teller_of(view.rules)
    return Plate(
        name=seat.name,
        tricks=words.number(view.tricks_taken[number]),
        points=words.points(view.deal_points[number]) if teller.points_grow else "",
        total=words.points(view.points[number]),
        dealer=view.dealer == number,
        to_move=view.turn == number,
        cards_left=view.hand_sizes[number],
        robot=seat.robot if seat.user_id is None else None,
        note=words("plate.away") if seat.absent else teller.note(sight, number),
        bidder=number in teller.bidders(view),
        avatar=avatar(seat.user_id) if seat.user_id is not None else None,
    )
