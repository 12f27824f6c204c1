"""Who sat where: which person or robot had each seat, and for which inputs of the game.

Pure functions. A sitting begins with the play, and whenever a seat changes hands in it; that ends the one
before. Being absent is no change: the seat is still that person's, and a robot plays for them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.engine.game import DealResult
from bot.tables.model import Seat, TableFacts


@dataclass(frozen=True, slots=True)
class Sitting:
    """That a person (or a robot: ``user_id`` None) had a seat, for the inputs numbered from ``from_seq`` up
    to, but without, ``to_seq``; None while it lasts, and where it lasted to the end. There may be none
    between: who took a seat and gave it up at once has sat there all the same. ``robot`` is the kind of robot
    that plays the seat, or stands in for its person."""

    seat: int
    user_id: int | None
    name: str
    robot: str
    from_seq: int
    to_seq: int | None = None

    def was_at(self, seq: int) -> bool:
        """Whether it lasted at that input."""
        return self.from_seq <= seq and (self.to_seq is None or seq < self.to_seq)


class SatDeal(NamedTuple):
    """A deal that ended, and by seat who had it all through the deal, None where it changed hands in it."""

    result: DealResult
    sat: tuple[Sitting | None, ...]


def begun(before: TableFacts, after: TableFacts) -> tuple[Sitting, ...]:
    """The sittings that begin by a change of a table, each ending the one its seat had before. What else the
    change brings, inputs too, happens after them."""
    if after.started_at is None:
        return ()
    return tuple(
        Sitting(number, seat.user_id, seat.name, seat.robot, before.seq)
        for number, seat in enumerate(after.seats)
        if before.started_at is None or _holder(before.seats[number]) != _holder(seat)
    )


def _holder(seat: Seat) -> int | str:
    return seat.name if seat.user_id is None else seat.user_id


def at_the_end(sittings: Sequence[Sitting]) -> Sequence[Sitting]:
    """Those that lasted to the end, by seat."""
    return sorted((one for one in sittings if one.to_seq is None), key=lambda one: one.seat)


def all_through(sittings: Sequence[Sitting], seats: int, first: int, last: int) -> tuple[Sitting | None, ...]:
    """By seat, who had it from one input to another, both included; None where it changed hands between."""
    there = {one.seat: one for one in sittings if one.was_at(first) and one.was_at(last)}
    return tuple(there.get(seat) for seat in range(seats))


def given_up(sittings: Sequence[Sitting]) -> Mapping[int, Sequence[int]]:
    """The people who gave up each seat in the course of the game, in the order in which they first did; also
    those who have a seat at the end, this one or another."""
    found: dict[int, list[int]] = {}
    for one in sittings:
        people = found.setdefault(one.seat, [])
        if one.to_seq is not None and one.user_id is not None and one.user_id not in people:
            people.append(one.user_id)
    return {seat: people for seat, people in found.items() if people}


def told(sittings: Sequence[Sitting]) -> tuple[tuple[str, str], ...]:
    """The comments of a record that tell of the seats that changed hands (docs/notation.md, "Who sat where"):
    names only, no ids."""
    seats = [one.seat for one in sittings]
    return tuple(
        ("sat", f"{one.seat} {one.from_seq} {'-' if one.to_seq is None else one.to_seq} {_told(one)}")
        for one in sittings
        if seats.count(one.seat) > 1
    )


def _told(sitting: Sitting) -> str:
    return f"{'robot' if sitting.user_id is None else 'person'} {sitting.name}"
