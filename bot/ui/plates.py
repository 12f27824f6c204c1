"""Who sits where, and what they have: the plates around a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.engine.game import View
from bot.pictures.values import Plate
from bot.tables.model import Seat
from bot.ui.games.registry import face_of
from bot.words.catalogue import Words

Avatar = Callable[[int], bytes | None]
"""Somebody's avatar as a PNG, where it is known."""


def no_avatar(user_id: int) -> None:
    """Nobody's is known."""


def plates(words: Words, view: View, seats: Sequence[Seat], avatar: Avatar = no_avatar) -> tuple[Plate, ...]:
    """Who sits where, and what they have."""
    return tuple(_plate(words, view, number, seat, avatar) for number, seat in enumerate(seats))


def _plate(words: Words, view: View, number: int, seat: Seat, avatar: Avatar) -> Plate:
    face = face_of(view.rules)
    return Plate(
        name=seat.name,
        tricks=words.number(view.tricks_taken[number]),
        points=words.points(view.deal_points[number]) if face.points_grow else "",
        total=words.points(view.points[number]),
        dealer=view.dealer == number,
        to_move=view.turn == number,
        cards_left=view.hand_sizes[number],
        robot=seat.user_id is None,
        note=words("seat.away") if seat.absent else face.note(words, view, number),
        bidder=number in face.bidders(view),
        avatar=avatar(seat.user_id) if seat.user_id is not None else None,
    )
