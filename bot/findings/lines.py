"""Findings in words, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, cast

from bot.findings.model import Finding, Severity, exit_status
from bot.words.catalogue import Words

WIDE: Final = 13
LEVEL_WIDE: Final = 9


def sentence(words: Words, found: Finding) -> str:
    """What is so, and what to do about it."""
    return words(
        f"doctor.{found.said}", **{name: _told(words, value) for name, value in found.values.items()}
    )


def lines(words: Words, found: Iterable[Finding]) -> Iterator[str]:
    """A line a finding: how bad, of what, and the sentence. At the end what it comes to."""
    every = list(found)
    for one in every:
        level = words(f"doctor.level.{one.level}")
        yield f"{level:{LEVEL_WIDE}} {one.part:{WIDE}} {sentence(words, one)}"
    of = {level: sum(one.level is level for one in every) for level in Severity}
    yield words(
        "doctor.sum", faults=of[Severity.FAULT], warnings=of[Severity.WARNING], unknown=of[Severity.UNKNOWN]
    )


def as_json(words: Words, found: Iterable[Finding]) -> dict[str, Any]:
    """The same for programs."""
    every = list(found)
    return {
        "well": not exit_status(every),
        "checks": [
            {
                "check": one.part.value,
                "level": one.level.value,
                "code": one.code,
                "values": dict(one.values),
                "sentence": sentence(words, one),
            }
            for one in every
        ],
    }


def _told(words: Words, value: object) -> object:
    """A value as people read it: a tuple is permissions by name."""
    if isinstance(value, tuple):
        names = cast(tuple[str, ...], value)  # of facts.Lacking
        return words.both(words(f"permission.{name}") for name in names)
    return words.number(value) if isinstance(value, int) else value
