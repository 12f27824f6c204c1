"""Whatever people bring is read or refused, in a time that follows from its size."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import process_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.fuzz.bombs import bombs
from tests.fuzz.targets import HOLE, TARGETS, Target
from tests.properties import tries

BOMBS = dict(bombs())
SECONDS = 8.0
"""Of the processor for any of these, on a machine that is five times as slow as ours."""

PIECES = st.sampled_from(
    [
        *(b"", b"\x00", b"\xef\xbb\xbf", b"\xff\xfe", b'"', b"\\ud800", b"\xed\xa0\x80", b"1e400", b"NaN"),
        *(b"-0", b"9" * 40, b"[" * 50, b"{" * 50, b"\n", b"\r", b"\t", b";", b":", b"=1", b"%", b"/0"),
        *("\u202e".encode(), "٣".encode(), "²".encode(), b"null", b"true", b'{"a":1}'),
    ]
)


@st.composite
def spoilt(draw: st.DrawFn, examples: tuple[bytes, ...]) -> bytes:
    """One of the examples with pieces put in, cut out, doubled and exchanged."""
    data = draw(st.sampled_from(examples))
    for _ in range(draw(st.integers(1, 4))):
        here, there = sorted((draw(st.integers(0, len(data))), draw(st.integers(0, len(data)))))
        piece = draw(PIECES | st.binary(max_size=8))
        data = draw(
            st.sampled_from(
                (
                    data[:here] + piece + data[here:],
                    data[:here] + piece + data[there:],
                    data[:there] + data[here:],
                )
            )
        )
    return data


@pytest.mark.parametrize("target", TARGETS, ids=repr)
def test_the_examples_are_taken(target: Target) -> None:
    """So that what is made of them comes far."""
    taken = [target.survives(example) for example in target.examples]
    assert any(taken) or target.name in ("brought", "sheet", "spreadsheet", "zone"), (
        "of people who are not known"
    )


@pytest.mark.parametrize("bomb", BOMBS)
def test_bombs_are_survived(bomb: str) -> None:
    data = BOMBS[bomb]
    for target in TARGETS:
        begun = process_time()
        target.survives(data)
        assert process_time() - begun < SECONDS, target


MARKS = "\u0300\u0316".encode()
LONG = st.lists(
    st.sampled_from(
        [MARKS, "\u0f71\u0f74".encode(), "\ufdfa".encode(), *map(str.encode, "aA190 \t\n;,:.-+/=#_\"'[{\\")]
    ),
    min_size=1,
    max_size=3,
).map(b"".join)
LENGTH = 60_000
"""Bytes. What takes a time that grows with the square of that takes many seconds."""
SOON = 0.06
"""Seconds of the processor: what is read in that is not looked at."""
TIMES = 8
"""What four times as much may cost: twice as much as it should, as no machine measures well."""


def cost(target: Target, data: bytes, tries: int = 1) -> float:
    """Seconds of the processor, the fewest of so many tries."""
    found: list[float] = []
    for _ in range(tries):
        begun = process_time()
        target.survives(data)
        found.append(process_time() - begun)
    return min(found)


def assert_grows_with_length(target: Target, made: Callable[[int], bytes], most: int) -> None:
    """Four times as much costs about four times as much."""
    data = made(most)
    if cost(target, data) < SOON or cost(target, data, 3) < SOON:
        return
    assert cost(target, data, 3) < TIMES * cost(target, made(most // 4), 3), (target, data[:40])


@pytest.mark.parametrize("target", TARGETS, ids=repr)
def test_what_is_longer_costs_no_more_than_its_length(target: Target) -> None:
    @tries(25)
    @given(st.sampled_from((HOLE, *target.frames)), LONG)
    @example(HOLE, MARKS)
    @example(HOLE, b"1")
    @example(HOLE, b"a ")
    def holds(frame: bytes, piece: bytes) -> None:
        assert_grows_with_length(
            target, lambda length: frame.replace(HOLE, piece * (length // len(piece)), 1), LENGTH
        )

    holds()
    for frame in target.frames:
        assert_grows_with_length(
            target, partial(lambda frame, size: frame.replace(HOLE, MARKS * (size // 4)), frame), LENGTH
        )


@pytest.mark.parametrize("target", [one for one in TARGETS if one.rows], ids=repr)
def test_more_of_something_costs_no_more_than_its_number(target: Target) -> None:
    for made in target.rows:
        assert_grows_with_length(target, made, 2000)


@pytest.mark.parametrize("target", TARGETS, ids=repr)
def test_what_is_spoilt_is_survived(target: Target) -> None:
    @tries(60)
    @given(spoilt(target.examples) | st.binary(max_size=200))
    def survives(data: bytes) -> None:
        target.survives(data)

    survives()
