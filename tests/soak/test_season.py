"""Whole seasons of twelve nights, lived through Discord, give what the paragraphs say: before and after
corrections. By default one of them, with ``HARTENHEER_SOAK_STRIDE=1`` all."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from tests.e2e.conftest import no_pause, quiet_log
from tests.e2e.leagues.lived import Lived
from tests.leagues.generated_season import generated_season

__all__ = ["no_pause", "quiet_log"]

SETTINGS = [
    None,
    {"night": "average", "measure": "average", "absence": "average", "best": 6, "left": 0, "minimum": 3},
]
TAKEN = len(SETTINGS) if os.environ.get("HARTENHEER_SOAK_STRIDE") == "1" else 1


@pytest.mark.parametrize("seed", range(TAKEN))
async def test_a_season_of_twelve_nights_gives_what_the_paragraphs_say(tmp_path: Path, seed: int) -> None:
    plan = generated_season(Random(seed), settings=SETTINGS[seed])
    assert len(plan.nights) == 12
    lived = await Lived.through(plan, tmp_path)
    assert lived.has_everything
    assert lived.checked > 150
