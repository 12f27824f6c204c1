"""``python -m bot seating``: a night's plan as JSON lines (docs/rules/leagues.md, N2 to N4)."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from bot.cli.json_lines import Entry, beyond, print_entries
from bot.nights.seating.model import NoPlan, Plan, Table
from bot.nights.seating.request_reader import ROBOT, read_request
from bot.nights.seating.seat import seat


def seating(name: str, data: bytes) -> Iterator[Entry]:
    """The one line that follows from what is asked: the plan, or an ``error`` and with ``forbidden-pairs``
    their ``pairs``."""
    try:
        yield _told(seat(read_request(data)))
    except NoPlan as why:
        if why.beyond:
            print(beyond(name, why.beyond), file=sys.stderr)
        pairs = {"pairs": [list(pair) for pair in why.pairs]} if why.pairs else {}
        yield {"error": why.code, **pairs}


def _told(plan: Plan) -> Entry:
    rounds = [
        {"tables": [_seats(table) for table in planned.tables], "byes": list(planned.byes)}
        for planned in plan.rounds
    ]
    return {"rounds": rounds, "repeats": plan.repeats}


def _seats(table: Table) -> list[str]:
    return [ROBOT if person is None else person for person in table]


def main(files: Sequence[str]) -> int:
    """Print a plan for each of these files (``-``: standard input); the exit status is 1 where there is none
    for any of them."""
    return print_entries(files, seating, lambda entry: "error" in entry)
