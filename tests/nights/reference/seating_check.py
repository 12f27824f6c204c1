"""Everything that is wrong with an answer of ``python -m bot seating`` (N2 to N4).

Only what the paragraphs determine is demanded: whatever is drawn by lot may have fallen out in any way, and a
plan with few repeated meetings may have more of them than the best (see ``best_known``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, inf
from typing import Any

from tests.nights.reference.seating_request import DEFAULTS, ROBOT, Unreadable, doubts, read, shape_faults

Asked = dict[str, Any]
"""A request without a fault, nothing left out."""
Table = list[str]
Round = dict[str, list[Any]]
"""Tables and byes of a round."""


def faults(written: bytes, answer: Any) -> list[str]:
    """All that is wrong with the answer to the request in a file."""
    try:
        return faults_of(read(written), answer)
    except Unreadable:
        return _faults_of_refusal(answer, "shape")


def faults_of(request: Any, answer: Any) -> list[str]:
    """All that is wrong with the answer to a request."""
    if shape_faults(request):
        return _faults_of_refusal(answer, "shape")
    if answer == {"error": "shape"} and doubts(request):
        return []
    asked = {**DEFAULTS, **request}
    code = _refused_with(asked)
    if code is not None:
        return _faults_of_refusal(answer, code)
    if isinstance(answer, dict) and "error" in answer:
        return list(_faults_of_forbidden(asked, answer))
    return list(_faults_of_shape(answer)) or list(_faults_of_plan(asked, answer))


# Refusals


def _refused_with(asked: Asked) -> str | None:
    """The code with which a request of the right shape has to be refused (N2, N3)."""
    people, remainder = len(asked["players"]), asked["remainder"]
    if people < {"robots": 2, "mixed": 3, "bye": 4}[remainder]:
        return "too-few"
    if asked["mode"] == "writer":
        sizes, byes = tables_for(people, remainder)
        if set(sizes) != {4} or len(sizes) < 4 or byes:
            return "not-offered"
    return None


def _faults_of_refusal(answer: Any, code: str) -> list[str]:
    return [] if answer == {"error": code} else [f"to be refused with {code}"]


def _faults_of_forbidden(asked: Asked, answer: dict[str, Any]) -> Iterator[str]:
    """A refusal that may be right: pairs among tonight's people, where no plan has to be found."""
    if answer.keys() != {"error", "pairs"} or answer["error"] != "forbidden-pairs":
        yield f"refused: {answer}"
    elif asked["mode"] not in ("fewest", "random"):
        yield f"pairs are not forbidden with {asked['mode']}"
    elif len(tables_for(len(asked["players"]), asked["remainder"])[0]) > most_partners(asked):
        yield "refused though there are more tables than anyone has forbidden partners"
    else:
        yield from _faults_of_pairs(asked, answer["pairs"])


def _faults_of_pairs(asked: Asked, pairs: Any) -> Iterator[str]:
    if not isinstance(pairs, list) or not pairs:
        yield "no pairs are named"
        return
    if not all(_is_names(pair) and len(pair) == 2 for pair in pairs):
        yield "what is named are no pairs"
        return
    named = [frozenset(pair) for pair in pairs]
    if len(set(named)) < len(named):
        yield "a pair is named twice"
    yield from (f"{sorted(pair)} is not forbidden tonight" for pair in named if pair not in forbidden(asked))


def forbidden(asked: Asked) -> set[frozenset[str]]:
    """The pairs of tonight's people that are forbidden."""
    tonight = set(asked["players"])
    return {frozenset(pair) for pair in asked["forbidden"] if set(pair) <= tonight and len(set(pair)) == 2}


def most_partners(asked: Asked) -> int:
    """The most forbidden partners that anyone of tonight's people has tonight."""
    return max(Counter(one for pair in forbidden(asked) for one in pair).values(), default=0)


# The shape of a plan


def _faults_of_shape(answer: Any) -> Iterator[str]:
    if not isinstance(answer, dict) or answer.keys() != {"rounds", "repeats"}:
        yield "neither rounds and repeats nor an error"
        return
    if type(answer["repeats"]) is not int:
        yield "repeats is no whole number"
    if not isinstance(answer["rounds"], list) or not all(map(_is_round, answer["rounds"])):
        yield "rounds are not each tables and byes"


def _is_round(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"tables", "byes"}
        and isinstance(value["tables"], list)
        and all(map(_is_names, (*value["tables"], value["byes"])))
    )


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


# A plan


def _faults_of_plan(asked: Asked, answer: dict[str, Any]) -> Iterator[str]:
    rounds: list[Round] = answer["rounds"]
    wanted = min(asked["rounds"], 1) if asked["mode"] == "seeded" else asked["rounds"]
    if len(rounds) != wanted:
        yield f"{len(rounds)} rounds, not {wanted}"
    for number, round_ in enumerate(rounds):
        found = list(_faults_of_seated(asked, round_)) or [*_faults_of_tables(asked, round_, number)]
        yield from (f"round {number + 1}: {fault}" for fault in found)
    yield from _faults_of_byes(asked, rounds)
    if asked["mode"] == "writer":
        yield from _faults_of_moves(rounds)
    if asked["mode"] == "seeded":
        yield from (fault for round_ in rounds for fault in _faults_of_order(asked, round_["tables"]))
    if asked["mode"] in ("fewest", "random"):
        yield from _faults_of_company(asked, rounds)
    if answer["repeats"] != (counted := repeats(asked, rounds)):
        yield f"repeats is {counted}, not {answer['repeats']}"


def _faults_of_seated(asked: Asked, round_: Round) -> Iterator[str]:
    """Everybody sits at one table or out, and nobody else does; robots only where they fill up."""
    placed = Counter(_people(one for table in round_["tables"] for one in table))
    placed.update(round_["byes"])
    wanted = Counter(asked["players"])
    if placed - wanted:
        yield f"too often or not of tonight's: {sorted(placed - wanted)}"
    if wanted - placed:
        yield f"nowhere: {sorted(wanted - placed)}"
    if asked["remainder"] != "robots" and any(ROBOT in table for table in round_["tables"]):
        yield f"a robot with {asked['remainder']}"


def _faults_of_tables(asked: Asked, round_: Round, number: int) -> Iterator[str]:
    """Sizes by N2. With ``writer`` robots move as seats do, so only the first round has as many people at
    each table."""
    sizes, byes = tables_for(len(asked["players"]), asked["remainder"])
    if (got := sorted(map(len, round_["tables"]))) != sizes:
        yield f"tables of {got}, not {sizes}"
    if len(round_["byes"]) != byes:
        yield f"{len(round_['byes'])} sit out, not {byes}"
    people = [len(_people(table)) for table in round_["tables"]]
    has_moved = asked["mode"] == "writer" and number > 0
    if asked["remainder"] == "robots" and not has_moved and people and max(people) - min(people) > 1:
        yield f"{people} people at the tables"


def tables_for(people: int, remainder: str) -> tuple[list[int], int]:
    """The sizes of the tables, rising, and how many sit out (N2)."""
    if remainder == "robots":
        return [4] * -(-people // 4), 0
    if remainder == "bye":
        return [4] * (people // 4), people % 4
    return _mixed(people), 0


def _mixed(people: int) -> list[int]:
    """All ways to seat everybody at tables of 3, 4 and 5: of those with the fewest not of four, the one with
    the fewest of five."""
    upto = range(people + 1)
    ways = [
        (threes + fives, fives, [3] * threes + [4] * ((people - 3 * threes - 5 * fives) // 4) + [5] * fives)
        for threes in upto
        for fives in upto
        if (rest := people - 3 * threes - 5 * fives) >= 0 and rest % 4 == 0
    ]
    return min(ways)[2]


def _faults_of_byes(asked: Asked, rounds: Sequence[Round]) -> Iterator[str]:
    """Nobody sits out while somebody else has done so less often, tonight and before. So sit-outs differ by
    at most one after every round, wherever they did before the night."""
    times = Counter({one: asked["sat_out"].get(one, 0) for one in asked["players"]})
    for number, round_ in enumerate(rounds):
        out = round_["byes"]
        fewest = min((times[one] for one in asked["players"] if one not in out), default=inf)
        yield from (
            f"round {number + 1}: {one} sits out, though others did less often"
            for one in out
            if times[one] > fewest
        )
        times.update(out)


def _faults_of_moves(rounds: Sequence[Round]) -> Iterator[str]:
    """``writer``: after each round the seat with index k moves k tables on and keeps its index."""
    for number, (before, after) in enumerate(pairwise(round_["tables"] for round_ in rounds)):
        places = {
            ((table + seat) % len(before), seat): one
            for table, seats in enumerate(before)
            for seat, one in enumerate(seats)
        }
        got = {(table, seat): one for table, seats in enumerate(after) for seat, one in enumerate(seats)}
        if got != places:
            yield f"round {number + 2}: the seats have not moved on"


def _faults_of_order(asked: Asked, tables: Sequence[Table]) -> Iterator[str]:
    """``seeded``: nobody sits behind somebody who comes after them."""
    if any(len(before) < len(after) for before, after in pairwise(tables)):
        yield "a larger table after a smaller one"
    for before, after in combinations(tables, 2):
        for one in _people(before):
            yield from (
                f"{one} sits before {other}"
                for other in _people(after)
                if _standing(asked, one) > _standing(asked, other)
            )


def _standing(asked: Asked, one: str) -> tuple[Fraction, float]:
    """The best is the smallest; who is not in the standings comes after who is."""
    standings: list[str] = asked["standings"]
    return -Fraction(asked["totals"].get(one, 0)), standings.index(one) if one in standings else inf


def _faults_of_company(asked: Asked, rounds: Sequence[Round]) -> Iterator[str]:
    not_together = forbidden(asked)
    for number, round_ in enumerate(rounds):
        yield from (
            f"round {number + 1}: {sorted(pair)} sit together"
            for pair in meetings(round_["tables"])
            if pair in not_together
        )


def repeats(asked: Asked, rounds: Iterable[Round]) -> int:
    """The sum over pairs of tonight's people of C(m, 2), m being how often the two will have met."""
    tonight = set(asked["players"])
    met = Counter[frozenset[str]]()
    for one, other, times in asked["history"]:
        if one != other and {one, other} <= tonight:
            met[frozenset((one, other))] += times
    for round_ in rounds:
        met.update(meetings(round_["tables"]))
    return sum(comb(times, 2) for times in met.values())


def meetings(tables: Iterable[Table]) -> Iterator[frozenset[str]]:
    """The pairs of people that sit at one table; robots meet nobody."""
    for table in tables:
        yield from (frozenset(pair) for pair in combinations(_people(table), 2))


def _people(seats: Iterable[str]) -> list[str]:
    return [one for one in seats if one != ROBOT]
