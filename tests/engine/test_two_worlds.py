"""What others see follows from what was played, never from cards that they cannot know."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.registry import make_rules
from tests.engine.helpers import PRESETS
from tests.engine.two_worlds import two_worlds
from tests.properties import tries


@pytest.mark.parametrize("preset", PRESETS)
@tries(25)
@given(seed=st.integers(0, 2**32), exchanged=st.integers(1, 4))
def test_no_view_of_others_tells_two_worlds_apart(preset: str, seed: int, exchanged: int) -> None:
    worlds = two_worlds(make_rules(preset, 4, {}), seed, deals=2, exchanged=exchanged)
    for one, other in worlds.told():
        for seat in worlds.observers:
            assert one.view(seat) == other.view(seat)
        assert one.turn == other.turn and one.points == other.points
