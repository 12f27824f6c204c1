"""Duplicate rounds: all tables play the same cards, so a seat is compared with the same seat elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from bot.leagues.model import Holder
from bot.leagues.one_night import NightLine


class DuplicateGame(NamedTuple):
    """A game of a duplicate round that was played to its end: by seat who had it then, and its points."""

    round: int
    holders: tuple[Holder, ...]
    points: tuple[int, ...]


def differences(tables: Sequence[Sequence[int]]) -> list[tuple[Fraction, ...]]:
    """By table of a round and by seat, the points there less the mean of that seat at all tables, robots'
    included. Only tables of as many seats play the same cards, and are compared."""
    columns: dict[tuple[int, int], list[int]] = defaultdict(list)
    for points in tables:
        for seat, own in enumerate(points):
            columns[len(points), seat].append(own)
    means = {key: Fraction(sum(column), len(column)) for key, column in columns.items()}
    return [tuple(own - means[len(points), seat] for seat, own in enumerate(points)) for points in tables]


def duplicate_lines(games: Iterable[DuplicateGame]) -> list[NightLine]:
    """The table of a night of such rounds: everybody's differences, members' and guests', added up; the best
    first, equal ones by id and on a shared place."""
    sums: dict[str, Fraction] = defaultdict(Fraction)
    counts: dict[str, int] = defaultdict(int)
    for holder, difference in _by_holder(games):
        if holder.is_person:
            sums[holder.id] += difference
            counts[holder.id] += 1
    order = sorted(sums, key=lambda one: (-sums[one], one))
    scores = [sums[one] for one in order]
    return [NightLine(1 + scores.index(sums[one]), one, sums[one], counts[one]) for one in order]


def _by_holder(games: Iterable[DuplicateGame]) -> Iterator[tuple[Holder, Fraction]]:
    rounds: dict[int, list[DuplicateGame]] = defaultdict(list)
    for game in games:
        rounds[game.round].append(game)
    for played in rounds.values():
        for game, own in zip(played, differences([one.points for one in played]), strict=True):
            yield from zip(game.holders, own, strict=True)
