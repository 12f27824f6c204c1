"""Whatever people bring is read or refused, in a time that follows from its size."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.bombs import bombs
from tests.fuzz.targets import TARGETS, Target
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


@pytest.mark.parametrize("target", TARGETS, ids=repr)
def test_what_is_spoilt_is_survived(target: Target) -> None:
    @tries(60)
    @given(spoilt(target.examples) | st.binary(max_size=200))
    def survives(data: bytes) -> None:
        target.survives(data)

    survives()
