"""The nights of a league as a file for calendars (RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from icalendar import STATUS, Calendar, Event, vText

from bot.discordkit.panel import message_url
from bot.leagues.model import League
from bot.nights.model import EveningStage
from bot.nights.reading import CalendarNight


def calendar_file(league: League, nights: Iterable[CalendarNight], now: float) -> bytes:
    """The file. A night has the same UID in each, whatever becomes of it, so a calendar that takes a second
    file changes what it has; one that was called off is cancelled there. ``now`` is in unix seconds."""
    events = [_event(league, one, now) for one in nights]
    calendar = Calendar.new(prodid="-//Hartenheer//Nights//EN", subcomponents=events)
    calendar["x-wr-calname"] = vText(league.name)  # which the library escapes in an event, but not here
    return calendar.to_ical()


def _event(league: League, night: CalendarNight, now: float) -> Event:
    series, evening, begins = night.series, night.evening, _utc(night.at_unix)
    is_off = evening is not None and evening.stage is EveningStage.CALLED_OFF
    return Event.new(
        uid=f"{series.guild_id}-{series.id}-{night.date.isoformat()}@hartenheer",
        stamp=_utc(now),
        start=begins,
        end=None if night.length is None else begins + timedelta(minutes=round(night.length / 60)),
        summary=league.name,
        location=message_url(series.guild_id, (evening or series).channel_id),
        status=STATUS.CANCELLED if is_off else STATUS.CONFIRMED,
        sequence=0 if evening is None else evening.version + 1,
    )


def _utc(at_unix: float) -> datetime:
    return datetime.fromtimestamp(int(at_unix), UTC)
