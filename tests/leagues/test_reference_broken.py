"""The reference itself: what is no season file, and what is one though it may not look it."""

from __future__ import annotations

from random import Random

import pytest

from tests.leagues.broken import NO_JSON, NO_OBJECT, breakings, broken_twice, fine, text
from tests.leagues.reference.season import errors, standings_lines

WAYS = breakings()
CODES = {"shape", "unknown-id", "same-id", "twice-at-table", "wrong-sum"}


def test_the_file_that_is_broken_is_whole() -> None:
    assert errors(text()) == frozenset()
    assert [line["correction"] for line in standings_lines(text(), "f") if "correction" in line] == []


def test_each_way_of_breaking_it_has_its_error() -> None:
    missed = [
        (way.name, way.right, found) for way in WAYS if not way.right <= (found := errors(text(way.change)))
    ]
    assert missed == []


def test_errors_that_are_not_the_ones_made_follow_from_them() -> None:
    """An id that is wrong is nobody's."""
    more = {code for way in WAYS for code, _ in errors(text(way.change)) - way.right}
    assert more == {"unknown-id"}
    assert {code for way in WAYS for code, _ in way.right} == CODES


@pytest.mark.parametrize("seed", range(5))
def test_broken_twice(seed: int) -> None:
    assert len(errors(broken_twice(Random(seed)))) >= 2


def test_what_looks_broken_and_is_not() -> None:
    assert [(name, found) for name, whole in fine() if (found := errors(whole))] == []


@pytest.mark.parametrize("written", NO_JSON)
def test_no_json_in_utf_8(written: bytes) -> None:
    assert errors(written) == {("syntax", "")}


@pytest.mark.parametrize("written", NO_OBJECT)
def test_json_but_no_object(written: bytes) -> None:
    assert errors(written) == {("shape", "")}
