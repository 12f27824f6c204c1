"""A series by month: planned by presses, told in four languages, and brought as a file for calendars."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, cast

from icalendar import Calendar

from bot.nights.model import Repeat
from playground import reading
from playground.people import Person
from tests.e2e.house import House
from tests.e2e.leagues.founded import Panel
from tests.e2e.nights.plans import NOON, evenings, found, only_series, open_night_house, plan
from tests.kept import keep_league

ODD = "Kaarten; vrienden, «Été» 🂡"
SAID = {
    "en-GB": "every last Tuesday of the month",
    "nl": "elke laatste dinsdag van de maand",
    "fr": "tous les derniers mardis du mois",
    "ru": "по последним вторникам месяца",
}
DATES = [date(2026, 11, 24), date(2026, 12, 29), date(2027, 1, 26), date(2027, 2, 23), date(2027, 3, 30)]
"""The clock is put forward on 28 March."""


async def brought(house: House, person: Person) -> tuple[str, list[Any]]:
    """The file that the button of the list brings: its name, and its events."""
    listed = await Panel.open(house, person, "night list")
    await listed.press("Calendar")
    answered = house.whispers(person)[-1]
    assert answered["id"] != listed.id and "for your calendar" in reading.text(answered)
    (file,) = reading.pictures(house.server, answered)
    return file.filename, cast(Any, Calendar).from_ical(file.data).events


async def test_N1_a_monthly_series_is_planned_told_and_taken_along(database: Path) -> None:
    async with open_night_house(database, NOON + 3 * 86400) as house:
        league, ann = await found(house)
        await keep_league(house.bot.clubs.leagues, replace(league, name=ODD))
        panel = await plan(house, ann)
        await panel.choose("night-page", "when")
        await panel.choose("night-setting", "repeat")
        await panel.choose("night-set", "last")
        assert (await only_series(house)).schedule.repeat is Repeat.LAST
        for locale, told in SAID.items():
            ann.account.locale = locale
            await panel.choose("night-page", "when")
            assert f": **{told}**" in panel.text
        ann.account.locale = "en-GB"
        await panel.choose("night-page", "overview")
        assert "> **every last Tuesday of the month at 20:00 (Brussels time)**" in panel.text
        await panel.press("Announce")
        series = await only_series(house)
        (evening,) = await evenings(house, series)
        bram = house.person("Bram")
        name, events = await brought(house, bram)
        assert name == "kaarten-vrienden-ete.ics"
        assert [one["dtstart"].dt.date() for one in events][: len(DATES)] == DATES and len(events) == 12
        assert [one["dtstart"].dt.hour for one in events][: len(DATES)] == [19, 19, 19, 19, 18]
        assert {str(one["summary"]) for one in events} == {ODD}
        assert events[0]["dtstart"].dt == datetime.fromtimestamp(evening.starts_at, UTC)
        assert str(evening.channel_id) in events[0]["location"]
        assert all(one["dtend"].dt > one["dtstart"].dt for one in events)

        await panel.choose("night-page", "dates")
        await panel.choose("night-skip", DATES[2].isoformat())
        await panel.choose("night-skip", DATES[0].isoformat())
        await panel.press("Yes")
        _, later = await brought(house, bram)
        assert later[0]["status"] == "CANCELLED" and later[0]["uid"] == events[0]["uid"]
        left = [one for one in events if one["dtstart"].dt.date() != DATES[2]]
        assert [one["uid"] for one in later] == [one["uid"] for one in left]
