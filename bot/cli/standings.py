"""``python -m bot standings``: what follows from season files, as JSON lines (docs/rules/leagues.md)."""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager

from bot.cli.json_lines import Entry, beyond, print_entries
from bot.leagues.season.fields import Beyond, NotASeason
from bot.leagues.season.report import report
from bot.leagues.season.season_file import read_season


def standings(name: str, data: bytes) -> Iterator[Entry]:
    """What follows from a season file. ``name`` is the file's name without folders. An entry with ``where``
    is the last one: the file is no season's."""
    yield {"season": name}
    try:
        season = read_season(data)
    except NotASeason as wrong:
        if isinstance(wrong, Beyond):
            print(beyond(name, wrong.where), file=sys.stderr)
        yield {"error": wrong.code, "where": wrong.where}
        return
    yield from report(season)


def main(files: Sequence[str]) -> int:
    """Print what follows from these files (``-``: standard input); the exit status is 1 if any of them is no
    season file."""
    with without_collector():
        return print_entries(files, standings, lambda entry: "where" in entry)


@contextmanager
def without_collector() -> Generator[None]:
    """A season is a tree of a great many values: the collector would look through all of them again and
    again, for half of the time, and find no circle."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
