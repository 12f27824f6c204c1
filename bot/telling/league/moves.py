"""What a correction would do to standings, before it is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.leagues.standings import Standing
from bot.telling.league.numbers import exact_text
from bot.telling.league.people import People


class Move(NamedTuple):
    """A member whose place or value would be another; None where they are not listed."""

    member: str
    before: Standing | None
    after: Standing | None


def moves(before: Sequence[Standing], after: Sequence[Standing]) -> list[Move]:
    """Whom it concerns, in the order of the standings after it; those who would be gone come last."""
    was = {one.player: one for one in before}
    now = {one.player: one for one in after}
    found = [Move(member, was.get(member), now.get(member)) for member in {**now, **was}]
    return [one for one in found if _figures(one.before) != _figures(one.after)]


def move_lines(people: People, every: Sequence[Move]) -> list[str]:
    """«Ann: place 3 → 1, 12 → 18.5»; that nothing moves, where nothing does."""
    words = people.words
    lines = [
        words(
            "moves.line",
            name=people(one.member),
            place=_place(people, one.before),
            value=_value(people, one.before),
            new_place=_place(people, one.after),
            new_value=_value(people, one.after),
        )
        for one in every
    ]
    return lines or [words("moves.nothing")]


def _figures(one: Standing | None) -> object:
    return None if one is None else (one.place, one.value)


def _place(people: People, one: Standing | None) -> str:
    return people.words("moves.none") if one is None or one.place is None else people.words.number(one.place)


def _value(people: People, one: Standing | None) -> str:
    return people.words("moves.none") if one is None else exact_text(people.words, one.value)
