"""Who sits out (N2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.nights.seating.lot import Lot
from bot.nights.seating.model import Request


def draw_byes(request: Request, people: Sequence[str], count: int, rounds: int) -> list[tuple[str, ...]]:
    """For each of the rounds to plan the ``count`` of these people (in order) who sit it out: who has sat out
    least often so far, of equal ones by lot."""
    sat_out = Counter(dict(request.sat_out))
    sat_out.update(one for played in request.played for one in played.byes)
    byes: list[tuple[str, ...]] = []
    for number in range(len(request.played), len(request.played) + rounds):
        drawn = Lot(request.seed, f"byes {number}").shuffled(people)
        drawn.sort(key=lambda one: sat_out[one])
        byes.append(tuple(sorted(drawn[:count])))
        sat_out.update(byes[-1])
    return byes
