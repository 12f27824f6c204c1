"""What a panel offers of a season's settings, and what may be typed (docs/rules/leagues.md, settings)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.leagues.season.settings import (
    LARGEST,
    LEGAL,
    PRESETS,
    SeasonSettings,
    offered,
    preset,
    preset_of,
    read_typed,
    takes_typing,
    with_typed,
)


def test_what_is_offered_can_be_set_and_fits_a_select() -> None:
    for name in LEGAL:
        values = offered(name)
        assert len(values) <= 25
        changed = [SeasonSettings().changed(name, value) for value in values]
        assert len({repr(one) for one in changed}) == len(values)


def test_every_setting_can_be_chosen_or_typed_and_the_default_is_among_what_is_offered() -> None:
    for name, kept in SeasonSettings().stored().items():
        assert kept in offered(name) or takes_typing(name)
    assert [name for name in LEGAL if not offered(name)] == ["place_points"]


@pytest.mark.parametrize(
    ("name", "text", "kept"),
    [
        ("absence", "-10", -10),
        ("absence", "−2,5", "-5/2"),
        ("absence", " 0.25 ", "1/4"),
        ("excused", "-5/2", "-5/2"),
        ("bye", "6/4", "3/2"),
        ("left", "100000", 100_000),
        ("left", "100001", None),
        ("left", "1/101", None),
        ("left", "0,001", None),
        ("left", "1/0", None),
        ("left", "lowest of all", None),
        ("left", "٣", None),
        ("left", "1e5", None),
        ("bye", "", None),
        ("best", "8", 8),
        ("best", "0", None),
        ("best", "366", 366),
        ("best", "367", None),
        ("best", "2.5", None),
        ("minimum", "0", 0),
        ("minimum", "-1", None),
        ("stake", "100000", 100_000),
        ("stake", "100001", None),
        ("place_points", "90 60 30 0", {"4": [90, 60, 30, 0]}),
        ("place_points", "3/2/1", {"3": [3, 2, 1]}),
        ("place_points", "3 3/2 0", {"3": [3, "3/2", 0]}),
        ("place_points", "3 1,5 0; 4 3 2 1", {"3": [3, "3/2", 0], "4": [4, 3, 2, 1]}),
        ("place_points", "3 2\n1", None),
        ("place_points", "3 2 1; 3 2 0", None),
        ("place_points", "3 2 x", None),
        ("place_points", "200000 2 1", None),
        ("ties", "best-night, wins", ["best_night", "wins"]),
        ("ties", "", []),
        ("ties", "wins wins", None),
        ("score", "points", None),
    ],
)  # fmt: skip
def test_what_is_typed_is_read_or_is_nothing(name: str, text: str, kept: Any) -> None:
    assert read_typed(name, text) == kept
    changed = with_typed(SeasonSettings(), name, text)
    assert (changed is None) == (kept is None)
    if kept is not None and name != "place_points":
        assert changed == SeasonSettings().changed(name, kept)


def test_points_for_other_sizes_of_table_stay() -> None:
    three = with_typed(SeasonSettings(), "place_points", "3 2 1")
    assert three is not None
    four = with_typed(three, "place_points", "4 3 2 1")
    assert four is not None and four.place_points[3] == (3, 2, 1) and four.place_points[4] == (4, 3, 2, 1)


def test_a_preset_is_known_by_its_settings() -> None:
    assert [preset_of(preset(name)) for name in PRESETS] == list(PRESETS)
    assert preset_of(replace(preset("best"), best=9)) is None
    assert preset("best").best == 8 and preset("places").place_points[4] == (90, 60, 30, 0)
    assert preset("sum") == SeasonSettings() and preset("average-game").measure == "average_game"
    assert Fraction(LARGEST) == SeasonSettings().changed("left", LARGEST).left
