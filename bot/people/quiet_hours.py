"""Hours in which a person does not want to be called, by the clock where they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC as ON_TIME
from datetime import datetime, timedelta, timezone, tzinfo
from functools import cache
from types import MappingProxyType
from typing import Final
from zoneinfo import ZoneInfo

from bot.people.zones import UTC, find_zone

HOURS: Final = range(24)
USUAL: Final = (22, 8)

# Where most who speak it in this community live; a person can name any other.
_ZONES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "en-GB": "Europe/London",
        "en-US": "America/New_York",
        "fr": "Europe/Brussels",
        "nl": "Europe/Brussels",
        "ru": "Europe/Moscow",
    }
)


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From the full hour ``start`` until the full hour ``end``, past midnight where that is earlier. ``zone``
    is the name of a time zone («Europe/Brussels»), or an offset («UTC+02:00»)."""

    start: int
    end: int
    zone: str

    def until(self, now: float) -> float | None:
        """When they end, in unix seconds, as ``now`` is; None outside of them."""
        local = datetime.fromtimestamp(now, _zone(self.zone))
        past_midnight = self.start > self.end
        evening = past_midnight and local.hour >= self.start
        morning = local.hour < self.end and (past_midnight or local.hour >= self.start)
        if not (evening or morning):
            return None
        day = local + timedelta(days=1) if evening else local
        return day.replace(hour=self.end, minute=0, second=0, microsecond=0).timestamp()


def quiet_hours(start: int, end: int, zone: str) -> QuietHours | None:
    """Quiet hours in a time zone as people write it; None for what is no time, or no time at all."""
    found = find_zone(zone)
    if found is None or start not in HOURS or end not in HOURS or start == end:
        return None
    return QuietHours(start, end, found)


def usual_zone(locale: str) -> str:
    """The time zone that somebody with this locale probably means."""
    return _ZONES.get(locale) or _ZONES.get(locale.partition("-")[0]) or UTC


@cache
def _zone(name: str) -> tzinfo:
    """Raises ValueError, or zoneinfo.ZoneInfoNotFoundError, for what ``find_zone`` did not return."""
    if name == UTC:
        return ON_TIME
    if not name.startswith("UTC"):
        return ZoneInfo(name)
    hours, _, minutes = name[4:].partition(":")
    offset = timedelta(hours=int(hours), minutes=int(minutes))
    return timezone(-offset if name[3] == "-" else offset)
