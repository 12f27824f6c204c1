"""``python -m bot standings``, ``tournament`` and ``seating``: what follows from the files of seasons and of
tournaments, and a plan for a night, as JSON lines (docs/rules/leagues.md, docs/rules/tournaments.md)."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from bot.cli.json_lines import LONGEST_PATH, Entry, beyond, print_entries
from bot.leagues.season.fields import SHAPE, Beyond, NotASeason
from bot.leagues.season.report import Line, report
from bot.leagues.season.season_file import read_season
from bot.nights.seating.model import NoPlan, Plan, Table
from bot.nights.seating.request_reader import ROBOT, read_request
from bot.nights.seating.seat import seat
from bot.tournaments.tournament_file import read_tournament
from bot.tournaments.tournament_file import report as report_tournament

T = TypeVar("T")


def standings(name: str, data: bytes) -> Iterator[Entry]:
    """What follows from a season file. ``name`` is the file's name without folders. An entry with ``where``
    is the last one: the file is no season's."""
    yield {"season": name}
    yield from _calculated(name, data, read_season, report)


def tournament(name: str, data: bytes) -> Iterator[Entry]:
    """What follows from a tournament file, in the same way."""
    yield {"tournament": name}
    yield from _calculated(name, data, read_tournament, report_tournament)


def _calculated(
    name: str, data: bytes, read: Callable[[bytes], T], report: Callable[[T], Iterable[Line]]
) -> Iterator[Entry]:
    try:
        found = read(data)
    except NotASeason as wrong:
        if isinstance(wrong, Beyond):
            print(beyond(name, wrong.where), file=sys.stderr)
        yield {"error": wrong.code, "where": wrong.where}
        return
    yield from report(found)


def print_standings(files: Sequence[str]) -> int:
    """Print what follows from these season files (``-``: standard input); the exit status is 1 if any of them
    is none."""
    return _print_calculated(files, standings)


def print_tournaments(files: Sequence[str]) -> int:
    """Print what follows from these tournament files, in the same way."""
    return _print_calculated(files, tournament)


def _print_calculated(files: Sequence[str], entries: Callable[[str, bytes], Iterable[Entry]]) -> int:
    # A season is a tree of a great many values: the collector would look through all of them again and again,
    # for half of the time, and find no circle.
    gc.disable()
    try:
        return print_entries(files, entries, lambda entry: "where" in entry)
    finally:
        gc.enable()


def seating(name: str, data: bytes) -> Iterator[Entry]:
    """The one line that follows from what is asked: the plan, or an ``error`` and with ``forbidden-pairs``
    their ``pairs``. Where a file asks for nothing that can be read, standard error says where."""
    try:
        yield _plan_entry(seat(read_request(data)))
    except NotASeason as wrong:
        print(_where(name, wrong), file=sys.stderr)
        yield {"error": SHAPE}
    except NoPlan as why:
        pairs = {"pairs": [list(pair) for pair in why.pairs]} if why.pairs else {}
        yield {"error": why.code, **pairs}


def _where(name: str, wrong: NotASeason) -> str:
    if isinstance(wrong, Beyond):
        return beyond(name, wrong.where)
    if wrong.code == SHAPE:
        return f"{name}: wrong, missing or unknown: {wrong.where[:LONGEST_PATH] or 'all of it'}."
    return f"{name}: cannot be read as JSON in UTF-8 without repeated fields."


def _plan_entry(plan: Plan) -> Entry:
    rounds = [
        {"tables": [_seats(table) for table in planned.tables], "byes": list(planned.byes)}
        for planned in plan.rounds
    ]
    return {"rounds": rounds, "repeats": plan.repeats}


def _seats(table: Table) -> list[str]:
    return [ROBOT if person is None else person for person in table]


def print_seating(files: Sequence[str]) -> int:
    """Print a plan for each of these files (``-``: standard input); the exit status is 1 where there is none
    for any of them."""
    return print_entries(files, seating, lambda entry: "error" in entry)
