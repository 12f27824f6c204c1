"""What is generated is a season file, and has in it what it is made for."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.leagues.generated import SETTINGS, season, text
from tests.leagues.reference.events import CODES, carried_out
from tests.leagues.reference.reading import Season, read
from tests.leagues.reference.season import Line, standings_lines
from tests.leagues.reference.shapes import DOINGS

SEEDS = range(300)
"""Those with which the program is compared."""


@cache
def seasons() -> list[tuple[Season, list[Line]]]:
    """Each as read, and its lines."""
    found: list[tuple[Season, list[Line]]] = []
    for seed in SEEDS:
        random = Random(seed)
        written = text(random, season(random))
        found.append((read(written), standings_lines(written, f"{seed}.json")))
    return found


def lines(name: str) -> list[Line]:
    return [line for _, told in seasons() for line in told if name in line]


def test_the_same_seed_makes_the_same_season() -> None:
    one, other = Random(7), Random(7)
    assert text(one, season(one)) == text(other, season(other))


@pytest.mark.parametrize("code", CODES)
def test_corrections_are_refused_with_each_code(code: str) -> None:
    assert sum(line["error"] == code for line in lines("correction")) >= 10


def test_corrections_of_each_kind_are_carried_out() -> None:
    done = Counter(event["do"] for values, _ in seasons() for event in carried_out(values)[0])
    assert done.keys() == {*DOINGS, "player"} and min(done.values()) >= 30


def test_undos_are_undone_over_several_steps() -> None:
    def depth(event: dict[str, Any], events: dict[str, dict[str, Any]]) -> int:
        return 1 + depth(events[event["event"]], events) if event["do"] == "undo" else 0

    deep = Counter[int]()
    for values, _ in seasons():
        events = {event["id"]: event for event in carried_out(values)[0]}
        deep.update(depth(event, events) for event in events.values())
    assert min(deep[1], deep[2]) >= 30 and deep[3] > 0


def test_each_value_of_each_setting() -> None:
    for name, values in SETTINGS.items():
        assert {str(made["settings"][name]) for made, _ in seasons()} >= {str(value) for value in values}


def test_standings_have_everything_that_a_line_can_tell() -> None:
    rows = lines("place")
    moves = [line["moved"] for line in rows]
    assert min(sum(test) for test in (
        [line["place"] is None for line in rows],
        [move is None for move in moves],
        [move is not None and move > 0 for move in moves],
        [move is not None and move < 0 for move in moves],
        [bool(line["dropped"]) for line in rows],
        [any(night.startswith("free ") for night in line["counted"]) for line in rows],
        [isinstance(line["value"], str) for line in rows],
        [isinstance(line["wins"], str) for line in rows],
        [len(line["counted"]) > line["nights"] for line in rows],
        [not line["counted"] for line in rows],
    )) >= 10  # fmt: skip


def test_places_are_shared() -> None:
    placed = [[line["place"] for line in told if line.get("place")] for _, told in seasons()]
    assert sum(len(set(places)) < len(places) for places in placed) >= 30


def test_more_and_fewer_than_twelve_people_have_a_balance() -> None:
    many = [sum(cents != 0 for cents in line["balances"].values()) for line in lines("balances")]
    assert max(many) > 12 and sum(4 < one <= 12 for one in many) >= 30
