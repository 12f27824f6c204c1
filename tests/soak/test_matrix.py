"""Every mishap in every scene: nothing is lost, nothing is there twice, and people can go on.

The mishaps are a list (``matrix/mishaps.py``), the scenes are another (``matrix/runs.py``), and after each
the same is looked at (``matrix/holds.py``). By default each mishap meets one scene of each kind (a table, a
night, a league), drawn by ``HARTENHEER_TEST_SEED``; with ``HARTENHEER_SOAK_STRIDE=1`` it meets all of them.
The table at the end of the run says what was done, and how long it took at most until all was well again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from traceback import format_tb

import pytest

from tests.soak.conftest import Tell
from tests.soak.matrix.mishaps import MISHAPS, Mishap
from tests.soak.matrix.runs import Cell, cells, run

STRIDE = int(os.environ.get("HARTENHEER_SOAK_STRIDE", "0"))
SEED = int(os.environ.get("HARTENHEER_TEST_SEED", "0"))
EACH_OF = {"table": 1, "night": 1, "league": 1}
"""How many scenes of each kind a mishap meets by default."""


def taken(mishap: Mishap) -> Iterator[Cell]:
    """The cells of a mishap that are played: others for each, so that all scenes come up."""
    place = MISHAPS.index(mishap) + SEED
    of_mishap = [one for one in cells() if one.mishap is mishap]
    for kind, number in EACH_OF.items():
        found = [one for one in of_mishap if one.scene.kind == kind]
        if STRIDE == 1:
            yield from found
        elif found:
            yield from [found[(place + at) % len(found)] for at in range(number)]


@pytest.mark.parametrize("mishap", MISHAPS, ids=lambda one: one.name)
def test_nothing_is_lost(mishap: Mishap, tmp_path: Path, tell: Tell) -> None:
    failures, times, slowest = list[str](), 0, 0.0
    for number, cell in enumerate(taken(mishap)):
        try:
            recovered = run(cell, tmp_path / str(number), SEED)
        except Exception as failure:  # noqa: BLE001 - the other scenes are worth knowing too
            place = "".join(format_tb(failure.__traceback__)[-2:])
            failures.append(f"{cell}: {failure!r}"[:2500] + f"\n{place}")
        else:
            times += recovered is not None
            slowest = max(slowest, recovered or 0.0)
    tell(mishap.name, times, "all", slowest)
    if not times and not failures:
        pytest.skip("this machine cannot make a file system")
    assert not failures, f"{len(failures)} failures: " + "\n".join(failures)
