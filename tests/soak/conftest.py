"""What the long tests tell at their end: each fault, how often it was, what was looked at, and how long it
took at most until all was well again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import pytest

BEGUN_FIRST: Final = (
    "storm",
    "trouble",
    "memory",
    "season",
    "night_kill",
    "nights",
    "kills",
    "astray",
    "many_tables",
)
"""The longest, so that none of them is left to one of two at work while the other waits."""

Tell = Callable[[str, int, str, float], None]
"""Told of a fault: its name, how often it was, what was checked, and the slowest recovery in seconds."""

PROPERTY = "fault"


@dataclass
class Row:
    """A fault in the table."""

    times: int = 0
    checked: str = ""
    slowest: float = 0.0


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first."""
    last = len(BEGUN_FIRST)
    places = {f"test_{name}.py": place for place, name in enumerate(BEGUN_FIRST)}
    items.sort(key=lambda item: places.get(item.path.name, last))


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Tell:
    """Put a fault into the table at the end."""
    return lambda fault, times, checked, slowest: record_property(PROPERTY, [fault, times, checked, slowest])


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the table."""
    rows: dict[str, Row] = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, value in getattr(report, "user_properties", ()) if _is_call(report) else ():
                if name == PROPERTY:
                    fault, times, checked, slowest = value
                    row = rows.setdefault(fault, Row())
                    row.times += times
                    row.checked, row.slowest = checked, max(row.slowest, slowest)
    if not rows:
        return
    terminalreporter.section("faults")
    terminalreporter.write_line("| fault | times | checked after each | slowest recovery |")
    terminalreporter.write_line("|---|--:|---|--:|")
    for fault, row in rows.items():
        terminalreporter.write_line(f"| {fault} | {row.times} | {row.checked} | {row.slowest:.1f} s |")


def _is_call(report: Any) -> bool:
    return getattr(report, "when", "") == "call"
