"""The order of standings (L14): who is placed before whom, and who shares a place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, TypeVar


@dataclass(slots=True)
class Rank:
    """What a member is ranked by. ``wins`` are parts of wins; ``best_night`` and ``last_night`` are None
    where there is no such entry. Who is not ``is_placed`` has played too few nights (L13). ``place`` is None
    until ``ranked`` gives one."""

    player: str
    value: Fraction
    wins: int
    best_night: Fraction | None
    last_night: Fraction | None
    is_placed: bool
    place: int | None = None

    @property
    def scores(self) -> list[Fraction]:
        """The numbers that it is ranked by, but for wins."""
        every = (self.value, self.best_night, self.last_night)
        return [score for score in every if score is not None]

    def key(self, ties: Sequence[str], parts: int) -> tuple[Any, ...]:
        """Orders ranks, the smallest first; equal for those who share a place. There are ``parts`` to a
        point, so many that all scores are whole."""
        found = {
            "wins": -self.wins,
            "best_night": _descending(self.best_night, parts),
            "last_night": _descending(self.last_night, parts),
        }
        return (_descending(self.value, parts), *(found[tie] for tie in ties))


R = TypeVar("R", bound=Rank)


def _descending(score: Fraction | None, parts: int) -> tuple[int, ...]:
    """What puts the highest score first, and none last."""
    return (1,) if score is None else (0, -score.numerator * (parts // score.denominator))


def ranked(ranks: Iterable[R], ties: Sequence[str]) -> list[R]:
    """In their order, with their places: first those who are placed, equal ones sharing a place; all of whom
    are listed by id where nothing tells them apart."""
    every = [*ranks]
    # Whole numbers are compared many times sooner than fractions.
    parts = lcm(*{score.denominator for one in every for score in one.scores})
    keyed = sorted(
        ((not one.is_placed, one.key(ties, parts), one.player, one) for one in every),
        key=lambda found: found[:3],
    )
    for index, (is_out, key, _, one) in enumerate(keyed):
        shares = index > 0 and keyed[index - 1][1] == key
        one.place = None if is_out else keyed[index - 1][3].place if shares else index + 1
    return [one for *_, one in keyed]
