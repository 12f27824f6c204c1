"""Requests made up for tests, and what a plan has to keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

from bot.nights.seating.model import Mode, Pair, Plan, PlannedRound, Remainder, Request, pair_of


def people(count: int) -> tuple[str, ...]:
    """Ids in order of code points."""
    return tuple(f"u{number:03}" for number in range(count))


def asked(
    count: int, rounds: int = 3, mode: str = "fewest", remainder: str = "robots", seed: str = "s", **more: Any
) -> Request:
    """A request for so many people."""
    return Request(people(count), rounds, Mode(mode), Remainder(remainder), seed, **more)


def here(table: Iterable[str | None]) -> list[str]:
    """The people at a table."""
    return [person for person in table if person is not None]


def meetings(rounds: Iterable[PlannedRound]) -> Counter[Pair]:
    """How often people meet."""
    return Counter(
        pair_of(*two)
        for planned in rounds
        for table in planned.tables
        for two in combinations(here(table), 2)
    )


def repeats(plan: Plan, players: Iterable[str], history: Mapping[Pair, int] | None = None) -> int:
    """The sum of N3, added up anew."""
    met = meetings(plan.rounds)
    known = history or {}
    counts = [met[pair_of(*two)] + known.get(pair_of(*two), 0) for two in combinations(sorted(players), 2)]
    return sum(m * (m - 1) // 2 for m in counts)


def sizes(planned: PlannedRound) -> list[int]:
    """How many people sit at each table."""
    return [len(here(table)) for table in planned.tables]


def is_everybody_once(planned: PlannedRound, players: Iterable[str]) -> bool:
    """Whether each has one seat or sits out."""
    found = [person for table in planned.tables for person in here(table)] + list(planned.byes)
    return sorted(found) == sorted(players)
