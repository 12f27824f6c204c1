"""N1: nights are planned in local time, and keep it."""

from __future__ import annotations

import calendar
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.nights.model import BEYOND, MONTHLY, Repeat, Schedule, Start, instant, local_of, start_on, starts
from tests.properties import tries

BRUSSELS = ZoneInfo("Europe/Brussels")
EIGHT = time(20)
TUESDAY = date(2026, 11, 24)


def unix(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> float:
    return datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp()


def dates(schedule: Schedule, most: int = 5, **more) -> list[date]:
    return [start.date for start in islice(starts(schedule, BRUSSELS, **more), most)]


def test_N1_once() -> None:
    only = Start(TUESDAY, unix(2026, 11, 24, 19), moved=False, twice=False)
    assert [*starts(Schedule(TUESDAY, EIGHT), BRUSSELS)] == [only]


@pytest.mark.parametrize(("repeat", "days"), [(Repeat.WEEKLY, 7), (Repeat.FORTNIGHT, 14)])
def test_N1_every_week_and_every_second_week(repeat: Repeat, days: int) -> None:
    assert dates(Schedule(TUESDAY, EIGHT, repeat)) == [
        TUESDAY + timedelta(days=days * number) for number in range(5)
    ]


def test_N1_on_given_weekdays_from_the_first_of_them_on() -> None:
    schedule = Schedule(TUESDAY, EIGHT, Repeat.WEEKDAYS, frozenset((0, 3)))
    assert [f"{day:%a %d}" for day in dates(schedule)] == ["Thu 26", "Mon 30", "Thu 03", "Mon 07", "Thu 10"]
    assert dates(Schedule(TUESDAY, EIGHT, Repeat.WEEKDAYS)) == []


def test_N1_until_is_the_last_date() -> None:
    schedule = Schedule(TUESDAY, EIGHT, Repeat.WEEKLY, until=date(2026, 12, 8))
    assert dates(schedule) == [TUESDAY, date(2026, 12, 1), date(2026, 12, 8)]
    assert dates(Schedule(TUESDAY, EIGHT, until=date(2026, 11, 23))) == []


def test_N1_a_skipped_date_moves_no_other() -> None:
    schedule = Schedule(TUESDAY, EIGHT, Repeat.FORTNIGHT)
    assert dates(schedule, 2, skipped={date(2026, 12, 8)}) == [TUESDAY, date(2026, 12, 22)]


def test_N1_what_comes_next_is_later_than_a_moment() -> None:
    schedule = Schedule(TUESDAY, EIGHT, Repeat.WEEKLY)
    first = instant(TUESDAY, EIGHT, BRUSSELS)
    assert dates(schedule, 1, after=first - 1) == [TUESDAY]
    assert dates(schedule, 1, after=first) == [date(2026, 12, 1)]


@pytest.mark.parametrize(
    ("repeat", "first", "found"),
    [
        (Repeat.FIRST, TUESDAY, ["2026-12-01", "2027-01-05", "2027-02-02", "2027-03-02"]),
        (Repeat.SECOND, TUESDAY, ["2026-12-08", "2027-01-12", "2027-02-09", "2027-03-09"]),
        (Repeat.THIRD, TUESDAY, ["2026-12-15", "2027-01-19", "2027-02-16", "2027-03-16"]),
        (Repeat.FOURTH, TUESDAY, ["2026-11-24", "2026-12-22", "2027-01-26", "2027-02-23"]),
        (Repeat.LAST, TUESDAY, ["2026-11-24", "2026-12-29", "2027-01-26", "2027-02-23"]),
        (Repeat.FIRST, date(2026, 12, 1), ["2026-12-01", "2027-01-05", "2027-02-02", "2027-03-02"]),
        (Repeat.FIRST, date(2026, 12, 8), ["2027-01-05", "2027-02-02", "2027-03-02", "2027-04-06"]),
        # February 29: the fifth Tuesday of its month, and the last; the next year has four
        (Repeat.LAST, date(2028, 2, 1), ["2028-02-29", "2028-03-28", "2028-04-25", "2028-05-30"]),
        (Repeat.FOURTH, date(2028, 2, 29), ["2028-03-28", "2028-04-25", "2028-05-23", "2028-06-27"]),
    ],
)
def test_N1_every_month_on_one_of_a_weekday(repeat: Repeat, first: date, found: list[str]) -> None:
    assert [one.isoformat() for one in dates(Schedule(first, EIGHT, repeat), 4)] == found


def test_N1_a_monthly_series_skips_dates_and_ends() -> None:
    schedule = Schedule(TUESDAY, EIGHT, Repeat.LAST, until=date(2027, 2, 23))
    skipped = {date(2026, 12, 29)}
    assert dates(schedule, skipped=skipped) == [TUESDAY, date(2027, 1, 26), date(2027, 2, 23)]
    assert dates(replace(schedule, until=date(2027, 2, 22)), skipped=skipped) == [TUESDAY, date(2027, 1, 26)]
    assert dates(Schedule(TUESDAY, EIGHT, Repeat.FIRST, until=date(2026, 11, 30))) == []


def test_N1_a_monthly_series_through_the_gap_and_the_hour_that_comes_twice() -> None:
    """Both changes of the clock are on the last Sunday of a month."""
    schedule = Schedule(date(2026, 3, 1), time(2, 30), Repeat.LAST)
    found = {f"{one.date:%m-%d}": one for one in islice(starts(schedule, BRUSSELS), 9)}
    assert [day for day, one in found.items() if one.moved] == ["03-29"]
    assert [day for day, one in found.items() if one.twice] == ["10-25"]
    local = {day: local_of(one.at_unix, BRUSSELS).time() for day, one in found.items()}
    assert local.pop("03-29") == time(3, 30) and {*local.values()} == {time(2, 30)}


@tries(200)
@given(
    first=st.dates(date(1990, 1, 1), date(2199, 12, 31)),
    repeat=st.sampled_from(MONTHLY),
    months=st.integers(1, 40),
)
def test_N1_monthly_dates_are_those_of_the_standard_calendar(
    first: date, repeat: Repeat, months: int
) -> None:
    """One a month: the column of the weekday in the sheet of each month, and its entry."""
    entry = {Repeat.FIRST: 0, Repeat.SECOND: 1, Repeat.THIRD: 2, Repeat.FOURTH: 3, Repeat.LAST: -1}[repeat]
    expected: list[date] = []
    for number in range(months):
        year, month = divmod(12 * first.year + first.month - 1 + number, 12)
        sheet = calendar.monthcalendar(year, month + 1)
        column = [week[first.weekday()] for week in sheet if week[first.weekday()]]
        expected.append(date(year, month + 1, column[entry]))
    held = [day for day in expected if first <= day < BEYOND]
    schedule = Schedule(first, EIGHT, repeat)
    assert [*islice(schedule.dates(), len(held))] == held
    until = expected[-1] - timedelta(days=1)
    assert [*replace(schedule, until=until).dates()] == [day for day in held if day <= until]


@pytest.mark.parametrize("repeat", Repeat)
@pytest.mark.parametrize("first", [date(2199, 12, 20), BEYOND, date.max])
def test_N1_every_series_ends(repeat: Repeat, first: date) -> None:
    schedule = Schedule(first, EIGHT, repeat, frozenset(range(7)))
    assert all(start.date < BEYOND for start in starts(schedule, BRUSSELS))


@pytest.mark.parametrize(
    ("zone", "offsets"),
    [
        ("Europe/Brussels", 2),
        ("America/New_York", 2),
        ("Australia/Lord_Howe", 2),  # by half an hour
        ("Pacific/Chatham", 2),  # a quarter of an hour beside all others
        ("Africa/Casablanca", 2),  # back for Ramadan
        ("Asia/Kolkata", 1),
    ],
)
@pytest.mark.parametrize("repeat", [Repeat.WEEKLY, Repeat.FORTNIGHT, Repeat.WEEKDAYS, Repeat.LAST])
def test_N1_a_series_keeps_its_local_hour_through_a_year(zone: str, offsets: int, repeat: Repeat) -> None:
    where = ZoneInfo(zone)
    schedule = Schedule(date(2026, 1, 6), EIGHT, repeat, frozenset((1, 4)), until=date(2027, 1, 5))
    local = [local_of(start.at_unix, where) for start in starts(schedule, where)]
    assert {one.time() for one in local} == {EIGHT}
    assert [one.date() for one in local] == [*schedule.dates()]
    assert len({one.utcoffset() for one in local}) == offsets


@pytest.mark.parametrize(
    ("zone", "day", "at", "becomes"),
    [
        ("Europe/Brussels", date(2026, 3, 29), time(2, 30), datetime(2026, 3, 29, 3, 30)),
        ("Europe/Brussels", date(2026, 3, 29), time(2), datetime(2026, 3, 29, 3)),
        ("Europe/Brussels", date(2026, 3, 29), time(2, 59), datetime(2026, 3, 29, 3, 59)),
        ("America/New_York", date(2026, 3, 8), time(2, 30), datetime(2026, 3, 8, 3, 30)),
        ("Australia/Lord_Howe", date(2026, 10, 4), time(2, 10), datetime(2026, 10, 4, 2, 40)),
        ("Africa/Cairo", date(2026, 4, 24), time(0, 15), datetime(2026, 4, 24, 1, 15)),
        ("Pacific/Apia", date(2011, 12, 30), EIGHT, datetime(2011, 12, 31, 20)),  # no such day
    ],
)
def test_N1_a_time_that_does_not_exist_is_moved_by_the_gap(
    zone: str, day: date, at: time, becomes: datetime
) -> None:
    where = ZoneInfo(zone)
    start = start_on(day, at, where)
    assert start.moved and not start.twice and start.date == day
    assert local_of(start.at_unix, where).replace(tzinfo=None) == becomes


@pytest.mark.parametrize(
    ("zone", "day", "at", "moment"),
    [
        ("Europe/Brussels", date(2026, 10, 25), time(2, 30), unix(2026, 10, 25, 0, 30)),
        ("Europe/Brussels", date(2026, 10, 25), time(2), unix(2026, 10, 25, 0)),
        ("America/New_York", date(2026, 11, 1), time(1, 30), unix(2026, 11, 1, 5, 30)),
        ("Australia/Lord_Howe", date(2026, 4, 5), time(1, 45), unix(2026, 4, 4, 14, 45)),
    ],
)
def test_N1_of_a_time_that_exists_twice_the_first_is_meant(
    zone: str, day: date, at: time, moment: float
) -> None:
    assert start_on(day, at, ZoneInfo(zone)) == Start(day, moment, moved=False, twice=True)
    assert start_on(day, at.replace(fold=1), ZoneInfo(zone)).at_unix == moment


@pytest.mark.parametrize(("day", "at"), [(date(2026, 3, 29), time(3)), (date(2026, 10, 25), time(3))])
def test_N1_the_edges_of_a_change_are_plain(day: date, at: time) -> None:
    start = start_on(day, at, BRUSSELS)
    assert not start.moved and not start.twice
    assert not start_on(date(2026, 3, 29), time(1, 59), BRUSSELS).moved


def test_N1_a_series_through_the_gap_is_back_at_its_hour_a_week_later() -> None:
    schedule = Schedule(date(2026, 3, 22), time(2, 30), Repeat.WEEKLY)
    found = [
        (local_of(start.at_unix, BRUSSELS).time(), start.moved)
        for start in islice(starts(schedule, BRUSSELS), 3)
    ]
    assert found == [(time(2, 30), False), (time(3, 30), True), (time(2, 30), False)]
