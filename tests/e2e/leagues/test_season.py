"""A short season, lived through Discord, gives what the paragraphs say: before and after corrections.

Whole ones are in ``tests/soak/test_season.py``.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.e2e.leagues.lived import Lived
from tests.leagues.generated_season import generated_season


async def test_a_season_gives_what_the_paragraphs_say(tmp_path: Path) -> None:
    lived = await Lived.through(generated_season(Random(12), nights=4, rounds=2), tmp_path)
    assert lived.has_everything
    assert lived.checked > 30
