"""Requests for plans of seats, made up: all modes and remainders, and what may be left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from random import Random
from typing import Any

Request = dict[str, Any]

MODES = ("fewest", "random", "seeded", "writer")
REMAINDERS = ("robots", "mixed", "bye")
ODD_NAMES = ("Robot", "robots", "10", "9", "é", "Ж", "🂡", "u-1", '"', "null", "a,b", "bye")


def request(random: Random) -> Request:
    """A request of the right shape; it may still have to be refused."""
    mode, remainder = random.choice(MODES), random.choice(REMAINDERS)
    people = min(random.randint(1, 40), random.randint(1, 40))
    if random.random() < 0.1:  # where it begins to be too few, or enough
        people = random.randint(1, 5)
    elif mode == "writer" and random.random() < 0.7:
        people = random.randint(10, 40) if remainder == "robots" else random.choice((12, 15, 16, 20, 24))
    players = _names(random, people)
    absent = _names(random, 5, first=900)
    made: Request = {
        "players": players,
        "rounds": random.choice((1, 1, 2, 3, 4, 5)),
        "mode": mode,
        "remainder": remainder,
        "seed": random.choice(("", "a", "2026-09-08", "Дом 9", str(random.random()))),
    }
    parts = {
        "history": _history(random, players + absent),
        "forbidden": _forbidden(random, players + absent),
        "totals": {one: _number(random) for one in _some(random, players + absent)},
        "standings": _some(random, players + absent),
        "sat_out": {one: random.choice((0, 1, 1, 2, 5)) for one in _some(random, players + absent)},
    }
    return made | {name: value for name, value in parts.items() if random.random() < 0.5}


def small(random: Random) -> Request:
    """A request for the fewest repeats, small enough to go through all plans."""
    rounds = random.choice((1, 1, 1, 2))
    remainder = random.choice(REMAINDERS)
    players = _names(random, random.randint(4 if remainder == "bye" else 3, 12 if rounds == 1 else 8))
    made: Request = {"players": players, "rounds": rounds, "mode": "fewest", "remainder": remainder}
    made |= {"history": _history(random, players), "seed": str(random.random())}
    if random.random() < 0.5:
        made["forbidden"] = [random.sample(players, 2)]
    return made


def tight(random: Random, most_partners: int) -> Request:
    """A request in which as many pairs are forbidden as there may be for a plan to have to be found: whoever
    has the most partners has so many, and there is one table more. That there is a plan is a theorem
    (Hajnal and Szemerédi)."""
    tables, remainder = most_partners + 1, random.choice(REMAINDERS)
    fewest = {"robots": 4 * tables - 3, "mixed": 4 * tables - 1, "bye": 4 * tables}[remainder]
    players = _names(random, fewest + random.randint(0, 2))
    made: Request = {"players": players, "rounds": random.randint(1, 3), "mode": random.choice(MODES[:2])}
    kind = random.choice((_cliques, _halves, _drawn))
    forbidden = [random.sample(pair, 2) for pair in kind(random, players, most_partners)]
    return made | {"remainder": remainder, "forbidden": forbidden, "seed": str(random.random())}


def _cliques(_: Random, players: Sequence[str], partners: int) -> list[Sequence[str]]:
    """Groups in which all are apart."""
    groups = [players[at : at + partners + 1] for at in range(0, len(players), partners + 1)]
    return [pair for group in groups for pair in combinations(group, 2)]


def _halves(_: Random, players: Sequence[str], partners: int) -> list[Sequence[str]]:
    """Two groups at a time, each apart from the other."""
    groups = [players[at : at + partners] for at in range(0, len(players), partners)]
    return [
        pair
        for ones, others in zip(groups[::2], groups[1::2], strict=False)
        for pair in product(ones, others)
    ]


def _drawn(random: Random, players: Sequence[str], partners: int) -> list[Sequence[str]]:
    """Pair after pair, as long as neither has enough."""
    having, found = Counter[str](), list[Sequence[str]]()
    pairs = list(combinations(players, 2))
    for pair in random.sample(pairs, len(pairs)):
        if max(having[one] for one in pair) < partners:
            having.update(pair)
            found.append(pair)
    return found


def shuffled(random: Random, made: Request) -> Request:
    """The same request in another order; the order of the standings says something, so it stays."""
    again = {name: made[name] for name in random.sample(sorted(made), len(made))}
    again["players"] = random.sample(made["players"], len(made["players"]))
    if "history" in made:
        turned = [[*random.sample(entry[:2], 2), entry[2]] for entry in made["history"]]
        again["history"] = random.sample(turned, len(turned))
    if "forbidden" in made:
        turned = [random.sample(pair, 2) for pair in made["forbidden"]]
        again["forbidden"] = random.sample(turned, len(turned))
    for name in {"totals", "sat_out"} & made.keys():
        again[name] = {one: made[name][one] for one in random.sample(sorted(made[name]), len(made[name]))}
    return again


def _names(random: Random, count: int, first: int = 1) -> list[str]:
    """So many ids; those from another first number are others."""
    odd = random.sample(ODD_NAMES, min(count, 2)) if first == 1 and random.random() < 0.2 else []
    names = [*odd, *(f"u{number}" for number in range(first, first + count - len(odd)))]
    return random.sample(names, len(names))


def _some(random: Random, people: Sequence[str]) -> list[str]:
    return random.sample(people, random.randint(0, len(people)))


def _history(random: Random, people: Sequence[str]) -> list[list[Any]]:
    pairs = list(combinations(people, 2))
    share = random.choice((0.0, 0.1, 0.5, 1.0))
    met = random.sample(pairs, round(len(pairs) * share))
    return [[*random.sample(pair, 2), random.choice((1, 1, 2, 3, 9))] for pair in met]


def _forbidden(random: Random, people: Sequence[str]) -> list[list[str]]:
    """Some pairs, or somebody with nearly everybody, or so many that there may be no plan."""
    kind = random.choice(("few", "few", "one", "many"))
    if kind == "one":
        return [[people[0], other] for other in people[1:] if random.random() < 0.9]
    pairs = list(combinations(people, 2))
    count = min(len(pairs), random.randint(0, len(people))) if kind == "few" else len(pairs) // 2
    return [random.sample(pair, 2) for pair in random.sample(pairs, count)]


def _number(random: Random) -> int | str:
    """Few values, so that there are equal ones."""
    return random.choice((0, 12, -3, 7, "1/2", "-5/2", "25/2"))
