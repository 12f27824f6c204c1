"""Custom ids carry what a press means, and anything else is nobody's."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.engine.actions import ACTION_TEXTS
from bot.engine.options import Preset
from bot.engine.registry import presets
from bot.ui.custom_ids import LONGEST, PressId

VERBS = st.text("abcdefghijklmnopqrstuvwxyz-", min_size=1, max_size=20)
NUMBERS = st.integers(0, 10**15)
VALUES = st.text(max_size=40)


@given(VERBS, NUMBERS, st.integers(0, 10**6), VALUES)
@example("act", 7, 41, "play QH")
@example("set-option", 7, 0, "a:b:c")
def test_what_goes_out_comes_back(verb: str, table: int, seq: int, value: str) -> None:
    press = PressId(verb, table, seq, value)
    assert PressId.parse(str(press)) == press


@given(st.text() | st.text(alphabet="hact:0123456789- ").map("hh:".__add__))
def test_garbage_is_nothing_or_means_what_it_says(text: str) -> None:
    press = PressId.parse(text)
    if press is None:
        return
    prefix, verb, table, seq, value = text.split(":", 4)
    assert prefix == "hh"
    assert (press.verb, press.value) == (verb, value)
    assert (press.table, press.seq) == (int(table), int(seq))


@pytest.mark.parametrize(
    "text",
    [
        "", "hh", "hh:act", "hh:act:1", "hh:act:1:2", "xx:act:1:2:play QH", "HH:act:1:2:play QH",
        "hh:act:x:2:", "hh:act:1:x:", "hh:act:-1:2:", "hh:act:1:-2:", "hh:act:+1:2:", "hh:act: 1:2:",
        "hh:act:1.0:2:",
        "hh:act:1e3:2:", "hh:act:1_0:2:", "hh:act:٣:2:", "hh:act:²:2:", "hh:act::2:", "hh:act:1::",
        f"hh:act:{10**18}:2:", f"hh:act:1:{'9' * 5000}:", " hh:act:1:2:",
    ],
)  # fmt: skip
def test_what_is_not_ours_is_nothing(text: str) -> None:
    assert PressId.parse(text) is None


@pytest.mark.parametrize("value", [*ACTION_TEXTS])
def test_every_action_fits_into_an_id(value: str) -> None:
    assert len(str(PressId("act", 10**15, 10**6, value))) <= LONGEST


@pytest.mark.parametrize("preset", presets(), ids=lambda preset: preset.name)
def test_every_option_fits_into_an_id(preset: Preset) -> None:
    for option in preset.options:
        assert len(str(PressId("typed-option", 10**15, 10**6, option.name))) <= LONGEST
