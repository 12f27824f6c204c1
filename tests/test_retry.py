"""Pauses between tries: they grow to the longest and no further, and are never longer than that."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.retry import JITTER, Backoff, retry_after

ROOT = Path(__file__).parents[1]


def test_pauses_double_up_to_the_longest_and_begin_anew_after_a_success() -> None:
    retry = Backoff(0.5, 8.0, draw=lambda: 0.0)
    assert [retry.pause() for _ in range(6)] == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0]
    assert retry.failures == 6
    retry.succeeded()
    assert (retry.failures, retry.pause()) == (0, 0.5)


def test_a_random_part_makes_them_shorter_and_never_longer() -> None:
    drawn = iter([0.0, 0.5, 0.999999, 0.25])
    retry = Backoff(10.0, 40.0, draw=lambda: next(drawn))
    first, second, third, fourth = (retry.pause() for _ in range(4))
    assert (first, second, fourth) == (10.0, 20.0 * (1 - JITTER / 2), 40.0 * (1 - JITTER / 4))
    assert 40.0 * (1 - JITTER) < third < 40.0


def test_however_often_it_fails_there_is_a_next_pause() -> None:
    retry = Backoff(2.0, 60.0)
    pauses = [retry.pause() for _ in range(5000)]
    assert min(pauses[10:]) >= 60.0 * (1 - JITTER) and max(pauses) <= 60.0


def test_the_other_side_may_ask_for_longer() -> None:
    retry = Backoff(1.0, 4.0, draw=lambda: 0.0)
    assert [retry.pause(90.0), retry.pause(0.5)] == [90.0, 2.0]


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("3", 3.0), ("0.25", 0.25), (None, 0.0), ("", 0.0), ("-1", 0.0), ("nan", 0.0), ("inf", 0.0),
        ("Wed, 21 Oct 2026 07:28:00 GMT", 0.0),
    ],
)  # fmt: skip
def test_what_a_header_asks_for(text: str | None, seconds: float) -> None:
    assert retry_after(text) == seconds


def test_nobody_else_makes_pauses_grow() -> None:
    """Whatever tries again takes its pauses from here."""
    growing = re.compile(
        r"(pause|delay|wait|retry)\w*\s*(\*=|= *.*\b2(\.0)? ?\*)|\b2(\.0)? ?\*\* ?.*fail", re.IGNORECASE
    )
    places = [
        f"{path.relative_to(ROOT)}:{number}"
        for folder in ("bot", "cogs", "data", "playground")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if growing.search(line) and path.name != "retry.py"
    ]
    assert places == []
