"""What people owe each other after a season, where points have a stake (L19). Record-keeping only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.leagues.model import SeasonGame

FEW: Final = 12
"""For so many people the fewest payments are looked for."""

PARTS: Final = 60
"""Parts of a cent: the mean of a table of 3, 4 or 5 is a whole number of them."""


class MemberPayment(NamedTuple):
    """Whole cents that one person gives another."""

    payer: str
    payee: str
    cents: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """What each person with a game of people alone has won, in whole cents that add up to nothing, by id; and
    payments that settle it."""

    balances: Mapping[str, int]
    payments: tuple[MemberPayment, ...]


def settlement(games: Iterable[SeasonGame], stake: int) -> Settlement:
    """What a season's games come to, at so many cents a point."""
    balances = _whole_cents(_exact(games, stake))
    return Settlement(balances, payments(balances))


def _exact(games: Iterable[SeasonGame], stake: int) -> dict[str, int]:
    """Balances in parts of a cent."""
    found: defaultdict[str, int] = defaultdict(int)
    for game in games:
        people, points = game.people, game.points
        if len(people) < len(points):
            continue
        mean = PARTS // len(points) * sum(points)
        for person, one in zip(people, points, strict=True):
            found[person] += PARTS * one - mean
    return {person: stake * parts for person, parts in found.items()}


def _whole_cents(exact: Mapping[str, int]) -> dict[str, int]:
    """Rounded down; the cents that are missing go to the largest remainders, the smallest id first."""
    cents = {person: exact[person] // PARTS for person in sorted(exact)}
    largest = sorted(cents, key=lambda person: (-(exact[person] % PARTS), person))
    for person in largest[: -sum(cents.values())]:
        cents[person] += 1
    return cents


def payments(balances: Mapping[str, int]) -> tuple[MemberPayment, ...]:
    """Payments after which nobody has a balance: as few as possible where at most ``FEW`` people have one,
    else at most one fewer than there are people. The balances have to add up to nothing."""
    people = sorted(person for person, cents in balances.items() if cents)
    groups = _groups([balances[person] for person in people]) if len(people) <= FEW else [range(len(people))]
    return tuple(
        payment
        for group in groups
        for payment in _settled({people[one]: balances[people[one]] for one in group})
    )


def _groups(balances: Sequence[int]) -> list[list[int]]:
    """The people, by index, in as many groups as possible that each add up to nothing.

    A group of so many people that holds no smaller one takes one payment fewer than it has people, so most
    groups are fewest payments. ``most[some]`` is how many groups there can be in a set of people, a bit mask,
    when they are added one at a time and each set on the way that adds up to nothing ends a group.
    """
    count = len(balances)
    sums = [0] * (1 << count)
    most = [0] * (1 << count)
    last = [0] * (1 << count)
    for some in range(1, 1 << count):
        members = [one for one in range(count) if some >> one & 1]
        lowest = members[0]
        sums[some] = sums[some & (some - 1)] + balances[lowest]
        last[some] = max(members, key=lambda one: most[some ^ 1 << one])
        most[some] = most[some ^ 1 << last[some]] + (sums[some] == 0)
    groups: list[list[int]] = []
    rest = (1 << count) - 1
    while rest:
        if sums[rest] == 0:
            groups.append([])
        groups[-1].append(last[rest])
        rest ^= 1 << last[rest]
    return groups


def _settled(balances: Mapping[str, int]) -> Iterator[MemberPayment]:
    """Payments among people whose balances add up to nothing; each but the last settles somebody, the last
    one two."""
    owing = [(person, -cents) for person, cents in balances.items() if cents < 0]
    owed = [(person, cents) for person, cents in balances.items() if cents > 0]
    while owing:
        payer, debt = owing.pop()
        payee, credit = owed.pop()
        cents = min(debt, credit)
        yield MemberPayment(payer, payee, cents)
        if debt > cents:
            owing.append((payer, debt - cents))
        if credit > cents:
            owed.append((payee, credit - cents))
