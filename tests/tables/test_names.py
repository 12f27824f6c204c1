"""Names as they are stored."""

from __future__ import annotations

import pytest

from bot.tables.names import ROBOT_NAMES, clean_name, robot_name


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


def test_robots_have_names_enough_for_any_table() -> None:
    taken = list(ROBOT_NAMES[:4])
    assert robot_name(taken) == ROBOT_NAMES[4]
    assert robot_name([]) == ROBOT_NAMES[0]
