"""``python -m bot stats``: what follows from the records of games for their players, as JSON lines
(docs/rules/statistics.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.cli.json_lines import Contents, Entry, print_lines
from bot.cli.trace import trace
from bot.stats.counting import Counts, NotCounted
from bot.stats.model import PersonTallies, Tally, TallyKind


def line_of(name: str, person: PersonTallies) -> Entry:
    """What is printed of a player."""
    games = person.games
    contracts = _each(person, TallyKind.CONTRACT)
    return {
        "player": name,
        "games": games.count,
        "places": {place: one.count for place, one in _each(person, TallyKind.PLACE).items()},
        "points": games.points,
        "deals": person.deals.count,
        "contracts": {printed(contract): _contract(one) for contract, one in contracts.items()},
        "dealer": _deals(person.of(TallyKind.DEALER)),
        "chosen": {named: _deals(one) for named, one in _each(person, TallyKind.CHOSEN).items()},
        "seats": {
            seat: {"games": one.count, "points": one.points}
            for seat, one in _each(person, TallyKind.SEAT).items()
        },
        "against": {
            other: {"games": one.count, "before": one.won, "points": one.points}
            for other, one in _each(person, TallyKind.AGAINST).items()
        },
        "whist": {
            printed(contract): {"bid": one.count, "made": one.won, "lost": one.lost, "points": one.points}
            for contract, one in _each(person, TallyKind.WHIST).items()
        },
    }


def printed(contract: str) -> str:
    """A contract's name as S3 has it: ``solo-7`` is ``solo 7``, ``small-misere`` is ``misere small``."""
    head, _, tail = contract.rpartition("-")
    if tail.isdigit():
        return f"{head} {tail}"
    return f"{tail} {head}" if head and tail in ("misere", "slam") else contract


def _each(person: PersonTallies, kind: TallyKind) -> Mapping[str, Tally]:
    return dict(sorted(person.each(kind).items()))


def _contract(one: Tally) -> Entry:
    best, worst = one.best, one.worst
    assert best is not None and worst is not None
    return {
        "deals": one.count,
        "points": one.points,
        "tricks": one.tricks,
        "best": best.points,
        "worst": worst.points,
    }


def _deals(one: Tally) -> Entry:
    return {"deals": one.count, "points": one.points}


def lines(records: Iterable[tuple[str, bytes]], preset: str | None = None) -> Iterator[Entry]:
    """What is printed of records, each its name and what is in it: those that are broken first, then the
    players of the finished games, of a ``preset`` alone if it is given."""
    counts = Counts()
    for name, data in records:
        try:
            counts.count(data, preset)
        except NotCounted as wrong:
            told = (entry["error"] for entry in trace(name, data) if "error" in entry)
            yield {
                "error": next(told, wrong.code),
                "record": name,
            }  # a trace finds the first line that is wrong
    for name, person in counts.people.items():
        yield line_of(name, person)


def main(files: Sequence[str], preset: str | None = None) -> int:
    """Print the statistics of these files (``-``: standard input); the exit status is 1 where one is broken
    or cannot be read."""
    contents = Contents(files)
    return print_lines(lines(contents, preset), lambda entry: "error" in entry) or contents.missing
