"""L19: balances, and whether payments settle them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any

from tests.leagues.reference.reading import Season, people


def balances(season: Season, games: Sequence[dict[str, Any]]) -> dict[str, int]:
    """Cents, of everybody with a game whose seats are all people's at the end."""
    exact: dict[str, Fraction] = {}
    for game in games:
        if len(people(game)) < len(game["seats"]):
            continue
        mean = Fraction(sum(seat["points"] for seat in game["seats"]), len(game["seats"]))
        for person, seat in zip(people(game), game["seats"], strict=True):
            won = season["settings"]["stake"] * (seat["points"] - mean)
            exact[person] = exact.get(person, Fraction()) + won
    return _rounded(exact)


def _rounded(exact: Mapping[str, Fraction]) -> dict[str, int]:
    """Rounded down; the cents missing go to the largest remainders, of equal ones the smallest id first."""
    found = {person: floor(exact[person]) for person in sorted(exact)}
    by_remainder = sorted(found, key=lambda person: found[person] - exact[person])
    for person in by_remainder[: -sum(found.values())]:
        found[person] += 1
    return found


def faults_of_payments(owed: Mapping[str, int], payments: Sequence[Any]) -> list[str]:
    """What is wrong with these payments, each ``[from, to, cents]``."""
    left = dict(owed)
    for giver, taker, cents in payments:
        if type(cents) is not int or cents <= 0 or giver == taker or not {giver, taker} <= left.keys():
            return [f"no payment: {[giver, taker, cents]}"]
        left[giver] += cents
        left[taker] -= cents
    faults = [f"{person} still has {cents}" for person, cents in left.items() if cents]
    if len(payments) > most_payments(owed):
        faults.append(f"{len(payments)} payments where {most_payments(owed)} are enough")
    return faults


def most_payments(owed: Mapping[str, int]) -> int:
    """How many there may be: as few as possible where at most 12 people have a balance that is not 0, else
    one fewer than there are people."""
    amounts = [cents for cents in owed.values() if cents]
    if len(amounts) > 12:
        return len(amounts) - 1
    return len(amounts) - _most_groups(amounts)


def _most_groups(amounts: Sequence[int]) -> int:
    """Into how many groups that each add up to 0 the amounts can be divided: k people who pay each other
    need k - 1 payments at least, and no more. Put one behind the other, groups end wherever what has been
    taken so far adds up to 0, so the best order of a set is found from those of the sets one smaller."""
    total, best = [0], [0]
    for taken in range(1, 1 << len(amounts)):
        members = [at for at in range(len(amounts)) if taken >> at & 1]
        total.append(sum(amounts[at] for at in members))
        best.append(max(best[taken & ~(1 << at)] for at in members) + (total[taken] == 0))
    return best[-1]
