"""Names as they are stored."""

from __future__ import annotations

import pytest

from bot.robots.kinds import ROBOT_KINDS
from bot.tables.model import ROBOT_NAMES, clean_name, name_key, robot_name


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        ("Ann", "Ann"),
        ("  Ann \t  de  Vries\n", "Ann de Vries"),
        ("two\r\nlines\u2028and\u2029more", "two lines and more"),
        ("a\x00b\x1bc\x7fd\x85e", "a b c d e"),
        ("\u202eevil\u202c\u2066x\u2069\u200f", "evilx"),
        ("שרה", "שרה"),
        ("👩‍👩‍👧 mum", "👩‍👩‍👧 mum"),
        ("**bold** <@1> @everyone #1", "**bold** <@1> @everyone #1"),
        ("", "?"),
        ("\u200e \n", "?"),
        ("\ud800", "?"),
        ("é" * 150, "é" * 100),
        ("a" * 99 + " bcd", "a" * 99),
    ],
)
def test_clean_name(name: str, stored: str) -> None:
    assert clean_name(name) == stored
    assert clean_name(stored) == stored


def test_robots_of_every_kind_have_names_of_their_own_and_enough_for_any_table() -> None:
    assert tuple(ROBOT_NAMES) == ROBOT_KINDS
    every = [name_key(name) for names in ROBOT_NAMES.values() for name in names]
    assert len(set(every)) == len(every)
    for kind, names in ROBOT_NAMES.items():
        assert len(names) == 5
        assert [robot_name(kind, names[:taken]) for taken in range(5)] == list(names)


def test_a_robot_is_not_called_what_people_would_take_for_somebody_s_name() -> None:
    assert robot_name("steady", ["ALMA", "Ｂruno"]) == "Clara"
    assert robot_name("of a newer program", []) == ROBOT_NAMES["easy"][0]
