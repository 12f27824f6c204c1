"""What points come to beside those of others, and days in a row."""

from __future__ import annotations

from datetime import date, timedelta

from bot.daily.model import DailyComparison, compared, days_in_a_row

TODAY = date(2026, 11, 24)


def ago(*days: int) -> list[date]:
    return [TODAY - timedelta(days=number) for number in days]


def test_places_are_shared() -> None:
    assert compared(-4, {0: 1, -4: 2, -6: 1}) == DailyComparison(place=2, of=4, beaten=1, best=0, mean=-3.5)
    assert compared(0, {0: 1, -4: 2, -6: 1}).place == 1
    assert compared(-6, {0: 1, -4: 2, -6: 1}).beaten == 0


def test_of_a_hundred_others() -> None:
    assert compared(-4, {0: 1, -4: 2, -6: 1}).share == 33
    assert compared(0, {0: 1, -1: 1}).share == 100
    assert compared(0, {0: 1}).share is None


def test_days_in_a_row() -> None:
    assert days_in_a_row([], TODAY) == 0
    assert days_in_a_row(ago(0), TODAY) == 1
    assert days_in_a_row(ago(0, 1, 2, 4), TODAY) == 3


def test_today_is_still_to_come() -> None:
    assert days_in_a_row(ago(1, 2), TODAY) == 2
    assert days_in_a_row(ago(2, 3), TODAY) == 0


def test_days_of_a_clock_that_was_wrong_count_for_nothing() -> None:
    assert days_in_a_row([TODAY + timedelta(days=1), *ago(0, 1)], TODAY) == 2
    assert days_in_a_row([TODAY + timedelta(days=1)], TODAY) == 0
