"""What a request for a plan of seats has to look like ("The season file", ``python -m bot seating``)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from tests.leagues.reference.shapes import (
    NUMBER,
    TEXT,
    WHOLE_NOT_NEGATIVE,
    Check,
    Fault,
    by_id,
    inside,
    is_id,
    listed,
    only,
    record,
    word,
)

ROBOT = "robot"
DEFAULTS: dict[str, Any] = {"history": [], "forbidden": [], "totals": {}, "standings": [], "sat_out": {}}


class Unreadable(Exception):
    """No JSON in UTF-8, a key twice in one object, or NaN."""


def read(written: bytes) -> Any:
    """What a file says.

    Raises:
        Unreadable: It says nothing.
    """
    try:
        text = written.decode("utf-8")
        return json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_refused)
    except (ValueError, RecursionError):
        raise Unreadable from None


def shape_faults(request: Any) -> list[str]:
    """The paths of all that is certainly wrong."""
    return [where for _, where in REQUEST(request, "")]


def doubts(request: dict[str, Any]) -> list[str]:
    """What the paragraphs neither allow nor forbid in a request without a fault: it may be refused for its
    shape, or taken as it is plainly meant."""
    asked = {**DEFAULTS, **request}
    pairs = [frozenset(entry[:2]) for entry in asked["history"]]
    forbidden = [frozenset(pair) for pair in asked["forbidden"]]
    found = {
        "no rounds": asked["rounds"] == 0,
        "somebody paired with themselves": any(len(pair) == 1 for pair in (*pairs, *forbidden)),
        "a pair twice in the history": _repeats(pairs),
        "a pair forbidden twice": _repeats(forbidden),
        "0 meetings in the history": any(times == 0 for _, _, times in asked["history"]),
        "twice in the standings": _repeats(asked["standings"]),
        "half a character": any("\ud800" <= letter <= "\udfff" for letter in _letters(request)),
    }
    return [doubt for doubt, is_there in found.items() if is_there]


def _repeats(ones: list[Any]) -> bool:
    return len(set(ones)) < len(ones)


def _letters(value: Any) -> Iterator[str]:
    """All letters of all texts in a value."""
    if isinstance(value, str):
        yield from value
    elif isinstance(value, dict | list):
        inner: Iterable[Any] = (*value, *value.values()) if isinstance(value, dict) else value
        for one in inner:
            yield from _letters(one)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("a repeated key")
    return dict(pairs)


def _refused(constant: str) -> NoReturn:
    raise ValueError(constant)


# The parts of a request

PERSON = only(lambda value: is_id(value) and value != ROBOT)


def row(*checks: Check) -> Check:
    """A list of as many values as there are checks, each of its own kind."""

    def check_all(value: Any, where: str) -> Iterator[Fault]:
        if not isinstance(value, list) or len(value) != len(checks):
            yield "shape", where
            return
        for at, (check, one) in enumerate(zip(checks, value, strict=True)):
            yield from check(one, f"{where}[{at}]")

    return check_all


def by_person(check: Check) -> Check:
    """An object whose keys are people."""

    def check_all(value: Any, where: str) -> Iterator[Fault]:
        yield from by_id(check)(value, where)
        if isinstance(value, dict) and ROBOT in value:
            yield "shape", inside(where, ROBOT)

    return check_all


def each_once(value: Any, where: str) -> Iterator[Fault]:
    """People, nobody twice."""
    yield from listed(PERSON)(value, where)
    if isinstance(value, list):
        yield from (("shape", f"{where}[{at}]") for at, one in enumerate(value) if one in value[:at])


REQUEST = record(
    {
        "players": each_once,
        "rounds": WHOLE_NOT_NEGATIVE,
        "mode": word("fewest", "random", "seeded", "writer"),
        "remainder": word("robots", "mixed", "bye"),
        "seed": TEXT,
    },
    {
        "history": listed(row(PERSON, PERSON, WHOLE_NOT_NEGATIVE)),
        "forbidden": listed(row(PERSON, PERSON)),
        "totals": by_person(NUMBER),
        "standings": listed(PERSON),
        "sat_out": by_person(WHOLE_NOT_NEGATIVE),
    },
)
