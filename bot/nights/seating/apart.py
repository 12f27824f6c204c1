"""Keeping forbidden pairs apart (N3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.nights.seating.equitable import equitable_tables
from bot.nights.seating.lot import Lot
from bot.nights.seating.model import FORBIDDEN_PAIRS, NoPlan, Pair, pair_of
from bot.nights.seating.search import Annealing, Seating, Square, together

_STEPS: Final = 40_000
_TRIES: Final = 5


class Forbidden:
    """Who never sits with whom, of some people (in order)."""

    def __init__(self, people: Sequence[str], pairs: frozenset[Pair]) -> None:
        self._people = people
        self.square: Square = [[int(pair_of(one, other) in pairs) for other in people] for one in people]
        """1 for a forbidden pair."""
        self.any = any(map(any, self.square))

    def keep_apart(self, drawn: Seating, sizes: Sequence[int], lot: Lot) -> Seating:
        """This seating, changed until no forbidden pair sits together. Where there are more tables than any
        of these people has forbidden partners this always succeeds. Raises NoPlan ``forbidden-pairs``."""
        conflicts = self._conflicts(drawn, sizes)
        if not conflicts:
            return drawn
        partners = self._partners(drawn)
        always = len(sizes) > max(map(len, partners))
        # Having met once is the only cost, so what is searched for are the fewest forbidden pairs.
        annealing = Annealing([drawn], self.square, sizes, lot.chance)
        for _ in range(1 if always else _TRIES):
            annealing.run(_STEPS, enough=len(conflicts))
            if annealing.gained == len(conflicts):
                return annealing.best[0]
        if always:
            return self._constructed(drawn, partners, len(sizes))
        raise NoPlan(FORBIDDEN_PAIRS, tuple(sorted(self._conflicts(annealing.best[0], sizes))))

    def _conflicts(self, seating: Seating, sizes: Sequence[int]) -> list[Pair]:
        return [
            pair_of(self._people[one], self._people[other])
            for one, other in together(seating, sizes)
            if self.square[one][other]
        ]

    def _partners(self, drawn: Seating) -> list[set[int]]:
        """The places in the drawn order of each one's partners."""
        return [
            {place for place, other in enumerate(drawn) if self.square[person][other]} for person in drawn
        ]

    @staticmethod
    def _constructed(drawn: Seating, partners: Sequence[set[int]], tables: int) -> Seating:
        seated = sorted(equitable_tables(partners, tables), key=len, reverse=True)
        return [drawn[place] for table in seated for place in table]
