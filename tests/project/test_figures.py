"""The program only ever gets smaller: see ``tests.project.figures``."""

from __future__ import annotations

import json
from collections import Counter

from tests.project.figures import BOUNDS, Figures, of_source, total

SOURCE = '''"""A docstring."""

import sys


class Thing:
    """Another."""

    def do(self) -> int:
        return 1


class _Own:
    x = 2
'''


def test_what_is_counted() -> None:
    assert of_source(SOURCE) == Figures(
        statements=5, functions=1, classes=2, files=1, class_names=Counter({"Thing": 1})
    )


def test_the_program_does_not_grow() -> None:
    """Whoever adds takes away elsewhere; whoever takes away keeps it so, with ``--lower``."""
    bounds = json.loads(BOUNDS.read_text("utf-8"))
    found = total().bounded()
    assert {name: figure for name, figure in found.items() if figure > bounds[name]} == {}


def test_a_public_class_name_means_one_thing() -> None:
    assert total().repeated == []
