"""Names in a league: none is there twice."""

from __future__ import annotations

import pytest

from bot.leagues.model import ClubError
from bot.leagues.service import LONGEST, checked, free_name
from bot.tables.model import name_key


def test_a_name_that_is_free_stays() -> None:
    assert free_name("Ann", frozenset({"bram"})) == "Ann"


def test_a_name_that_is_taken_gets_the_first_free_number() -> None:
    assert free_name("Ann", frozenset({"ann"})) == "Ann 2"
    assert free_name("ANN", frozenset({"ann", "ann 2"})) == "ANN 3"


def test_a_long_name_with_a_number_is_not_too_long() -> None:
    name = "x" * LONGEST
    taken = frozenset(
        {name_key(name)} | {name_key(f"{'x' * (LONGEST - 2)} {number}") for number in range(2, 10)}
    )
    assert free_name(name, taken) == f"{'x' * (LONGEST - 3)} 10"


@pytest.mark.parametrize(("name", "code"), [("", "name-empty"), ("x" * 33, "name-long")])
def test_a_name_that_cannot_be(name: str, code: str) -> None:
    with pytest.raises(ClubError) as refused:
        checked(name)
    assert refused.value.code == code
