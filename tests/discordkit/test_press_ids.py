"""Custom ids carry what a press means, and anything else is nobody's."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.discordkit.interactions import LONGEST, PressId
from bot.discordkit.ports import NOTHING, Subject, SubjectKind, on_table
from bot.engine.cards import ACTION_TEXTS
from bot.engine.options import Preset
from bot.engine.registry import presets

VERBS = st.text("abcdefghijklmnopqrstuvwxyz-", min_size=1, max_size=20)
NUMBERS = st.integers(0, 10**15)
VALUES = st.just(()) | st.lists(st.text(max_size=8), min_size=1, max_size=3).map(tuple).filter(
    lambda some: some != ("",)
)


@given(VERBS, st.builds(Subject, st.sampled_from(SubjectKind), NUMBERS), st.integers(0, 10**6), VALUES)
@example("act", on_table(7), 41, ("play QH",))
@example("set-option", on_table(7), 0, ("a:b:c",))
@example("rules-page", NOTHING, 0, ("4", "Friday % 100%25: the game"))
@example("night-in", Subject(SubjectKind.NIGHT, 7), 0, ())
def test_what_goes_out_comes_back(verb: str, subject: Subject, seq: int, values: tuple[str, ...]) -> None:
    press = PressId(verb, subject, seq, values)
    assert PressId.parse(str(press)) == press


def test_the_ids_of_earlier_versions_mean_what_they_meant() -> None:
    assert PressId.parse("hh:act:7:41:play QH") == PressId("act", on_table(7), 41, ("play QH",))
    assert PressId.parse("hh:my-hand:7:0:") == PressId("my-hand", on_table(7))
    assert PressId.parse("hh:play-now:0:0:") == PressId("play-now")


@given(st.text() | st.text(alphabet="hact:n0123456789- ").map("hh:".__add__))
def test_garbage_is_nothing_or_means_what_it_says(text: str) -> None:
    press = PressId.parse(text)
    if press is None:
        return
    prefix, verb, subject, seq, value = text.split(":", 4)
    assert prefix == "hh"
    assert (press.verb, ":".join(press.values)) == (verb, unquote(value))
    kind, number = ("n", subject[1:]) if subject.startswith("n") else ("", subject)
    meant = {"": SubjectKind.TABLE, "n": SubjectKind.NIGHT}[kind]
    assert (press.subject, press.seq) == (Subject(meant, int(number)), int(seq))


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
    assert len(str(PressId("act", on_table(10**15), 10**6, (value,)))) <= LONGEST


@pytest.mark.parametrize("preset", presets(), ids=lambda preset: preset.name)
def test_every_option_fits_into_an_id(preset: Preset) -> None:
    for option in preset.options:
        assert len(str(PressId("typed-option", on_table(10**15), 10**6, (option.name,)))) <= LONGEST
