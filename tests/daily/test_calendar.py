"""When days begin, end, and are told."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from bot.daily.deal import FIRST_DAY, LAST_DAY, day_of, ends, has_deal, last_revealed, revealed_at

DAY = date(2026, 11, 24)


def at(day: int, hour: int, minute: int = 0, second: int = 0) -> float:
    return datetime(2026, 11, day, hour, minute, second, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("moment", "day"), [(at(24, 0), 24), (at(24, 23, 59, 59), 24), (at(25, 0), 25), (at(23, 23, 59, 59), 23)]
)
def test_a_day_is_one_of_utc(moment: float, day: int) -> None:
    assert day_of(moment) == date(2026, 11, day)


def test_it_ends_at_midnight_and_is_told_at_noon_of_the_next() -> None:
    assert ends(DAY) == at(25, 0)
    assert revealed_at(DAY) == at(25, 12)


@pytest.mark.parametrize(
    ("moment", "day"), [(at(25, 11, 59, 59), 23), (at(25, 12), 24), (at(25, 23, 59), 24), (at(26, 0), 24)]
)
def test_the_last_day_that_is_told(moment: float, day: int) -> None:
    assert last_revealed(moment) == date(2026, 11, day)
    assert revealed_at(last_revealed(moment)) <= moment


def test_the_first_and_the_last_day_have_a_deal() -> None:
    assert has_deal(FIRST_DAY) and has_deal(LAST_DAY)
    assert not has_deal(date(2025, 12, 31)) and not has_deal(date(2046, 1, 1))
