"""The reference's calendar itself, by moments that are known (N1)."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from random import Random
from zoneinfo import ZoneInfo

import pytest

from tests.nights.reference.calendar import EVERY_SECOND_WEEK, ONCE, WEEKLY, Repeat, instant, instants, on

BRUSSELS = "Europe/Brussels"
TUESDAY, THURSDAY = 1, 3
EIGHT = time(20)
WEEK, HOUR = timedelta(days=7), timedelta(hours=1)


@pytest.mark.parametrize(
    ("zone", "day", "at", "moment"),
    [
        (BRUSSELS, "2026-09-08", "20:00", "2026-09-08T18:00"),
        (BRUSSELS, "2026-12-08", "20:00", "2026-12-08T19:00"),
        # Put forward at 2:00, from 1:00 UTC on
        (BRUSSELS, "2026-03-29", "01:59", "2026-03-29T00:59"),
        (BRUSSELS, "2026-03-29", "02:00", "2026-03-29T01:00"),
        (BRUSSELS, "2026-03-29", "02:30", "2026-03-29T01:30"),
        (BRUSSELS, "2026-03-29", "02:59", "2026-03-29T01:59"),
        (BRUSSELS, "2026-03-29", "03:00", "2026-03-29T01:00"),
        # Put back at 3:00, from 1:00 UTC on
        (BRUSSELS, "2026-10-25", "01:59", "2026-10-24T23:59"),
        (BRUSSELS, "2026-10-25", "02:00", "2026-10-25T00:00"),
        (BRUSSELS, "2026-10-25", "02:59", "2026-10-25T00:59"),
        (BRUSSELS, "2026-10-25", "03:00", "2026-10-25T02:00"),
        # By half an hour; at midnight; by a whole day
        ("Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:45"),
        ("Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45"),
        ("America/Santiago", "2026-09-06", "00:30", "2026-09-06T04:30"),
        ("Pacific/Apia", "2011-12-30", "20:00", "2011-12-31T06:00"),
        # Far from Greenwich
        ("Pacific/Kiritimati", "2026-01-01", "00:00", "2025-12-31T10:00"),
        ("Etc/GMT+12", "2026-01-01", "23:59", "2026-01-02T11:59"),
        ("Asia/Kathmandu", "2026-01-01", "20:00", "2026-01-01T14:15"),
        ("UTC", "2026-01-01", "20:00", "2026-01-01T20:00"),
    ],
)
def test_N1_the_moment_of_a_local_time(zone: str, day: str, at: str, moment: str) -> None:
    found = instant(zone, date.fromisoformat(day), time.fromisoformat(at))
    assert found == datetime.fromisoformat(moment).replace(tzinfo=UTC)


def test_N1_python_agrees_about_times_that_are_not_or_are_twice() -> None:
    """`fold=0` is what is meant: the offset before the change."""
    random = Random(1)
    changes = (date(2026, 3, 29), date(2026, 10, 25), date(2026, 3, 8), date(2026, 11, 1))
    for zone in (BRUSSELS, "America/New_York", "Europe/London", "Africa/Cairo"):
        for day in changes:
            at = time(random.randint(0, 3), random.randint(0, 59))
            wanted = datetime.combine(day, at, ZoneInfo(zone)).astimezone(UTC)
            assert instant(zone, day, at) == wanted, (zone, day, at)


def _dates(repeat: Repeat, count: int, *skipped: date, first: date = date(2026, 9, 8)) -> list[str]:
    """Month and day of the first nights, at 20:00 in Brussels."""
    found = instants(BRUSSELS, first, EIGHT, repeat, count, skipped)
    return [f"{moment.astimezone(ZoneInfo(BRUSSELS)):%m-%d}" for moment in found]


def test_N1_once() -> None:
    assert _dates(ONCE, 3) == ["09-08"]
    assert _dates(ONCE, 3, date(2026, 9, 8)) == []


def test_N1_weekly_and_every_second_week() -> None:
    assert _dates(WEEKLY, 3) == ["09-08", "09-15", "09-22"]
    assert _dates(EVERY_SECOND_WEEK, 3) == ["09-08", "09-22", "10-06"]


def test_N1_what_is_skipped_does_not_count_and_moves_nothing() -> None:
    assert _dates(EVERY_SECOND_WEEK, 3, date(2026, 9, 22), date(2026, 9, 29)) == ["09-08", "10-06", "10-20"]


def test_N1_on_given_weekdays() -> None:
    assert _dates(on(TUESDAY, THURSDAY), 4) == ["09-08", "09-10", "09-15", "09-17"]
    assert _dates(on(TUESDAY, THURSDAY), 3, first=date(2026, 9, 10)) == ["09-10", "09-15", "09-17"]
    assert _dates(on(THURSDAY), 2) == ["09-10", "09-17"]
    assert _dates(Repeat(2, frozenset({TUESDAY, THURSDAY})), 4, first=date(2026, 9, 10)) == [
        "09-10", "09-22", "09-24", "10-06",
    ]  # fmt: skip


def test_N1_a_series_keeps_its_local_hour_across_both_changes_of_a_year() -> None:
    found = instants(BRUSSELS, date(2026, 1, 6), EIGHT, WEEKLY, 52)
    assert {moment.astimezone(ZoneInfo(BRUSSELS)).time() for moment in found} == {EIGHT}
    hours = [moment.hour for moment in found]
    assert hours == [19] * 12 + [18] * 30 + [19] * 10
    between = sorted(later - earlier for earlier, later in pairwise(found))
    assert between == [WEEK - HOUR, *[WEEK] * 49, WEEK + HOUR]
