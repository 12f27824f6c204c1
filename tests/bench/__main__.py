"""``python -m tests.bench``: what the program must be able to do, measured in one run.

Prints a table; the exit status is 1 where a bound is missed, or where OpenSpiel is not there to be measured
against.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterable
from time import perf_counter

from tests.bench import (
    bench_animation,
    bench_endings,
    bench_engine,
    bench_flood,
    bench_idle,
    bench_pictures,
    bench_press,
    bench_requests,
    bench_restart,
    bench_robot_ratings,
    bench_robots,
    bench_seasons,
    bench_seating,
    bench_standings,
    bench_statistics,
    bench_strong,
    bench_watch,
    bench_writer,
)
from tests.bench.rows import Row

HEADINGS = ("", "measured", "bound", "aim", "")


def main() -> int:
    """Measure everything; the exit status."""
    if importlib.util.find_spec("pyspiel") is None:
        print("OpenSpiel, which the engine is measured against, is missing; `make bench` installs it.")
        return 1
    start = perf_counter()
    found = [
        row
        for bench in (
            bench_engine,
            bench_pictures,
            bench_animation,
            bench_requests,
            bench_press,
            bench_flood,
            bench_watch,
            bench_writer,
            bench_idle,
            bench_restart,
            bench_statistics,
            bench_standings,
            bench_seasons,
            bench_seating,
            bench_robots,
            bench_robot_ratings,
            bench_strong,
            bench_endings,
        )
        for row in bench.rows()
    ]
    print_table(found)
    missed = [row.name for row in found if not row.holds]
    said = f"Missed: {'; '.join(missed)}." if missed else "Every bound is kept."
    print(f"{said} ({perf_counter() - start:.0f} s)")
    return 1 if missed else 0


def print_table(rows: Iterable[Row]) -> None:
    """Two lines a row: the figures, and how they were measured."""
    lines = [(HEADINGS, ""), *((_cells(row), row.how) for row in rows)]
    widths = [max(len(cells[column]) for cells, _ in lines) for column in range(len(HEADINGS))]
    for cells, how in lines:
        name, *figures = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        print(f"{name}  {'  '.join(figures)}".rstrip())
        if how:
            print(f"    {how}")


def _cells(row: Row) -> tuple[str, str, str, str, str]:
    bound = "" if row.bound is None else f"{'≤' if row.at_most else '≥'} {row.bound:g}"
    aim = "" if row.aim is None else f"> {row.aim:g}"
    verdict = "" if row.bound is None else "ok" if row.holds else "FAIL"
    return row.name, f"{row.measured:.2f}", bound, aim, verdict


if __name__ == "__main__":
    sys.exit(main())
