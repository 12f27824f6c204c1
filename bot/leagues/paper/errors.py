"""What is wrong with what people typed or brought. Codes are translated where people are spoken to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

MOST_FAULTS: Final = 50
"""How many faults of one text or file are told."""

LONGEST_DETAIL: Final = 200
"""Characters of what a fault repeats of a text or file."""

SHEET: Final = (
    "unknown-name",  # name
    "ambiguous-name",  # name, names: whom it may mean
    "twice-at-table",  # name
    "too-long",  # limit: characters
    "no-names",
    "no-points",
    "too-few-players",  # players, least
    "too-many-players",  # players, most
    "wrong-count",  # found, players
    "not-a-number",  # text
    "too-large",  # text, limit
    "unknown-contract",  # text
    "same-deal",  # deal
    "too-many-deals",  # deals
    "too-few-deals",  # found, deals
    "wrong-sum",  # deal, points, sum, contract
    "wrong-deal",  # deal, points, sums: any of which would do
    "wrong-total",  # name, points, sum
    "wrong-game",  # points, sum
    "not-a-date",  # text
    "not-yet",  # text
    "weekday-differs",  # text, date
)
"""Of a result on paper; ``line`` is one of the text."""

SPREADSHEET: Final = (
    "ambiguous-name",  # name, names
    "twice-at-table",  # name
    "file-too-large",  # limit: megabytes
    "not-text",
    "bad-csv",
    "empty-file",
    "too-many-rows",  # limit
    "too-many-columns",  # limit
    "too-many-cells",  # limit
    "no-form",
    "empty-cell",  # column
    "no-name",
    "not-a-number",  # text
    "not-whole",  # text
    "too-large",  # text, limit
    "not-a-date",  # text
    "mixed-dates",  # text
    "ambiguous-dates",  # text
    "too-few-players",  # players, least
    "too-many-players",  # players, most
    "names-twice",  # name, names: as they are written
    "too-many-games",  # limit
)
"""Of a spreadsheet; ``line`` is a row, the first being 1."""

SEASON_FILE: Final = (
    "file-too-large",  # limit: megabytes
    "newer-version",  # version, known
    "file-syntax",
    "file-shape",  # where
    "file-unknown-id",  # where
    "file-same-id",  # where
    "file-twice-at-table",  # where
    "file-wrong-sum",  # where, points, sum
    "file-out-of-bounds",  # where, limit
    "file-bad-text",  # where
    "too-many-games",  # limit
    "too-many-people",  # limit
    "too-many-nights",  # limit
    "too-many-corrections",  # limit
    "settings-too-fine",  # limit
    "ambiguous-name",  # name, names
    "names-twice",  # name, names
)
"""Of a season file; ``line`` is None."""

IMPORT: Final = tuple(dict.fromkeys((*SPREADSHEET, *SEASON_FILE)))

CODES: Final = frozenset((*SHEET, *IMPORT))


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: one of ``CODES``, the line or row where, counted from 1, None for the whole;
    and what a sentence about it may name, as it was typed."""

    code: str
    line: int | None = None
    details: Mapping[str, object] = field(default_factory=dict[str, object])

    def __post_init__(self) -> None:
        assert self.code in CODES, self.code


class Faulty(Exception):
    """What was typed or brought cannot be taken; nothing came of it. ``faults`` are those found, at least one
    and at most ``MOST_FAULTS``, in the order of their lines; those of the whole come last."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        ordered = sorted(faults, key=lambda fault: (fault.line is None, fault.line or 0))
        self.faults = tuple(ordered[:MOST_FAULTS])
        super().__init__(self.faults)

    def __str__(self) -> str:
        return ", ".join(fault.code for fault in self.faults)


def fault(code: str, line: int | None = None, /, **details: object) -> Fault:
    """A fault with these details, of which texts are cut."""
    return Fault(code, line, {name: _cut(value) for name, value in details.items()})


def _cut(value: object) -> object:
    return value[:LONGEST_DETAIL] if isinstance(value, str) else value
