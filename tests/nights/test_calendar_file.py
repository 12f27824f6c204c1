"""The nights of a league as a file for calendars, read again as calendars read it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any, cast

import pytest
from icalendar import Calendar

from bot.nights.model import EveningStage, Repeat, SeriesState
from bot.nights.reading import CALENDAR_DAYS, CALENDAR_MOST, CalendarNight
from bot.nights.ui.calendar_file import calendar_file
from tests.kept import keep_series
from tests.nights.held import DAY, Held
from tests.tables.house import House

MINUTES = 2 * 60 + 40
ODD = "Kaarten; vrienden, \\ «Été» 🂡 DTSTART:19700101\r\nEND:VEVENT"


async def brought(held: Held) -> list[CalendarNight]:
    return await held.evenings.calendar(held.club.league)


def read(held: Held, nights: list[CalendarNight], **changed: Any) -> list[Any]:
    league = replace(held.club.league, **changed)
    return events_of(calendar_file(league, nights, held.house.time.now()))


def events_of(data: bytes) -> list[Any]:
    calendar: Any = cast(Any, Calendar).from_ical(data)
    return calendar.events


async def test_a_calendar_has_the_night_that_is_asked_about_and_the_dates_of_a_year(house: House) -> None:
    held = await Held.of(house, 101)
    nights = await brought(held)
    first, *later = nights
    assert (first.date, first.evening) == (DAY, held.evening)
    assert all(one.evening is None for one in later)
    assert {after.date - before.date for before, after in pairwise(nights)} == {timedelta(days=7)}
    assert nights[-1].at_unix <= house.time.now() + CALENDAR_DAYS * 86400 < nights[-1].at_unix + 7 * 86400
    event, *others = read(held, [replace(first, length=60.0 * MINUTES), *later])
    begins = datetime.fromtimestamp(held.evening.starts_at, UTC)
    assert (event["dtstart"].dt, event["dtend"].dt) == (begins, begins + timedelta(minutes=MINUTES))
    assert event["location"] == f"https://discord.com/channels/1/{held.evening.channel_id}"
    assert event["summary"] == held.club.league.name and event["status"] == "CONFIRMED"
    assert len({event["uid"], *(one["uid"] for one in others)}) == len(nights)
    endless = read(held, [replace(first, length=None)])
    assert "dtend" not in endless[0]


async def test_a_newer_file_changes_what_is_there_and_adds_nothing(house: House) -> None:
    """A night keeps its UID when it is announced, put off and called off; what is newer counts more."""
    held = await Held.of(house, 101)
    before = replace((await brought(held))[0], evening=None)
    known = read(held, [before])[0]
    moved = await house.stored.nights.change(replace(held.evening, starts_at=held.evening.starts_at + 3600))
    (put_off, *_) = read(held, await brought(held))
    assert put_off["dtstart"].dt == datetime.fromtimestamp(moved.starts_at, UTC)
    off = replace(moved, stage=EveningStage.CALLED_OFF, ended_at=house.time.now())
    await house.stored.nights.change(off)
    (cancelled, *_) = read(held, await brought(held))
    assert cancelled["status"] == "CANCELLED"
    assert known["uid"] == put_off["uid"] == cancelled["uid"]
    assert known["sequence"] < put_off["sequence"] < cancelled["sequence"]
    house.time.advance(86400.0 * 30)
    assert DAY not in [one.date for one in await brought(held)]


async def test_skipped_dates_drafts_and_what_has_ended_are_left_out(house: House) -> None:
    held = await Held.of(house, 101)
    nights = await brought(held)
    series, skipped = nights[0].series, nights[2].date
    await keep_series(house.stored.nights, replace(series, skipped=(skipped,)))
    assert [one.date for one in await brought(held)] == [one.date for one in nights if one.date != skipped]
    await house.stored.nights.make_series(replace(series, id=0, state=SeriesState.DRAFT))
    assert await held.evenings.calendar(replace(held.club.league, id=99)) == []
    await keep_series(house.stored.nights, replace(series, state=SeriesState.ENDED))
    assert [one.date for one in await brought(held)] == [DAY]


async def test_a_calendar_has_a_bound_and_the_earliest_nights(house: House) -> None:
    held = await Held.of(house, 101)
    series = (await brought(held))[0].series
    daily = replace(series.schedule, repeat=Repeat.WEEKDAYS, weekdays=frozenset(range(7)), until=None)
    for _ in range(2):
        await house.stored.nights.make_series(replace(series, id=0, schedule=daily))
    nights = await brought(held)
    assert len(nights) == CALENDAR_MOST == len(read(held, nights))
    assert nights[-1].date < DAY + timedelta(days=CALENDAR_MOST // 2)


@pytest.mark.parametrize("name", ["Dinsdagclub", ODD, "я" * 100, "a" * 74 + "é" * 40])
async def test_whatever_a_league_is_called_is_told_as_text(house: House, name: str) -> None:
    """In lines of 75 octets at most, none of which a name makes up."""
    held = await Held.of(house, 101)
    nights = (await brought(held))[:2]
    data = calendar_file(replace(held.club.league, name=name), nights, house.time.now())
    assert max(map(len, data.split(b"\r\n"))) <= 75
    assert data.count(b"BEGIN:") == len(data.split(b"\r\nBEGIN:")) == 3
    events = events_of(data)
    assert [str(one["summary"]).replace("\r\n", "\n") for one in events] == [name.replace("\r\n", "\n")] * 2
    assert [one["dtstart"].dt.date() for one in events] == [one.date for one in nights]
