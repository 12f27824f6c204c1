"""Hours in which a person does not want to be called, by the clock where they are; and time zones as people
name them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC as ON_TIME
from datetime import datetime, timedelta, timezone, tzinfo
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import Final
from zoneinfo import available_timezones

from bot.timers import zone_or_utc

UTC: Final = "UTC"

_LONGEST: Final = 60
"""No zone has a longer name; nothing like a longer text is looked for."""

_OFFERED: Final = 5
"""How many zones are offered in place of one there is not."""


def find_zone(text: str) -> str | None:
    """The time zone of that name, of that city, or of that offset, as it is to be written; None for none."""
    written = _written(text)
    if written.startswith(("utc", "gmt")):
        written = written[3:] or "0"
    return _offset(written) or _names().get(written)


def _offset(text: str) -> str | None:
    """«+2», «-3:30» as «UTC+02:00», «UTC-03:30»."""
    sign = -1 if text[:1] in ("-", "−") else 1
    hours, _, minutes = text.lstrip("+-−").partition(":")
    if not all(part.isascii() and part.isdecimal() and len(part) < 3 for part in (hours, minutes or "0")):
        return None
    whole = sign * (60 * int(hours) + int(minutes or 0))
    if abs(whole) > 14 * 60 or int(minutes or 0) > 59:
        return None
    return f"UTC{'-' if whole < 0 else '+'}{abs(whole) // 60:02}:{abs(whole) % 60:02}" if whole else UTC


@cache
def _names() -> Mapping[str, str]:
    """Zones by their names in small letters, and by their cities where there is one of that name."""
    zones = sorted(available_timezones())
    cities: dict[str, list[str]] = {}
    for zone in zones:
        if "/" in zone:
            cities.setdefault(zone.rpartition("/")[2].casefold(), []).append(zone)
    alone = {city: found[0] for city, found in cities.items() if len(found) == 1}
    return alone | {zone.casefold(): zone for zone in zones}


def near_zones(text: str) -> Sequence[str]:
    """The zones whose names or cities are most like a text, best first: those of places, as the sign of
    «Etc/GMT+2» is not what people mean."""
    written = _written(text)
    names = {name: zone for name, zone in _names().items() if "/" in zone and not zone.startswith("Etc/")}
    near = get_close_matches(written, names, n=_OFFERED) if len(written) <= _LONGEST else []
    return list(dict.fromkeys(names[one] for one in near))


def _written(text: str) -> str:
    return "_".join(text.split()).casefold()


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
    """What ``find_zone`` returned, which was stored: a zone that is not known any more is UTC."""
    if name == UTC:
        return ON_TIME
    if not name.startswith("UTC"):
        return zone_or_utc(name)
    hours, _, minutes = name[4:].partition(":")
    offset = timedelta(hours=int(hours), minutes=int(minutes))
    return timezone(-offset if name[3] == "-" else offset)
