"""What is asked only ever goes a shorter way: see ``tests.project.walks``."""

from __future__ import annotations

import json

from tests.project.walks import BOUNDS, taken


def test_no_walk_gets_longer() -> None:
    """Whoever makes one shorter keeps it so, with ``--lower``."""
    bounds: dict[str, dict[str, int]] = json.loads(BOUNDS.read_text("utf-8"))
    found = {name: walk.bounded() for name, walk in taken().items()}
    assert found.keys() == bounds.keys()
    longer = {
        (name, figure): count
        for name, walk in found.items()
        for figure, count in walk.items()
        if count > bounds[name][figure]
    }
    assert longer == {}
