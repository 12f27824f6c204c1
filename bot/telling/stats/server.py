"""What is played on a server, and when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.pictures.stat_values import FAVOURITES, HOURS, WEEKS, Bar, HeatRow, ServerPicture, Tick, Tile
from bot.statistics.ports import Activity, AmountPlayed
from bot.telling.stats.told import preset_text
from bot.words.catalogue import Words

DAYS: Final = 7
A_MONDAY: Final = date(2024, 1, 1)
"""Any: only its name is told."""
MARKED: Final = (0, 6, 12, 18)
EACH_WEEK: Final = 3
"""Of so many weeks one is told by its date, so that the words have room."""


def since(today: date) -> str:
    """The Monday from which on weeks are shown."""
    return (monday(today) - timedelta(weeks=WEEKS - 1)).isoformat()


def monday(day: date) -> date:
    """Of the week of a day."""
    return day - timedelta(days=day.weekday())


def server_picture(
    words: Words, name: str, activity: Activity, now: float, zone: str | None
) -> ServerPicture:
    """``now`` is in unix seconds; ``zone`` the time zone in which hours are told, None for UTC. Weeks are
    those of UTC."""
    together = sum(activity.presets.values(), AmountPlayed())
    today = datetime.fromtimestamp(now, UTC).date()
    if not together.games:
        return ServerPicture(name, words("stats.server"), empty=words("stats.server.nothing"))
    hours = _moved(activity.hours, now, zone)
    heat = tuple(_heat(words, hours))
    return ServerPicture(
        title=name,
        subtitle=words("stats.server"),
        tiles=tuple(_tiles(words, together, activity.people)),
        weeks_word=words("stats.server.weeks"),
        weeks=tuple(_weeks(words, activity, today)),
        heat_word=words("stats.server.when"),
        heat=heat,
        hours=tuple(Tick(at, words.time(time(at))) for at in MARKED),
        busiest=_busiest(words, hours),
        favourites_word=words("stats.server.favourites"),
        favourites=tuple(_favourites(words, activity)),
        caption=_zone_text(words, zone),
    )


def _tiles(words: Words, played: AmountPlayed, people: int) -> Iterator[Tile]:
    hours = round(played.seconds / 3600)
    yield Tile(words.number(played.games), words.count("stats.tile.games", played.games))
    yield Tile(words.number(played.deals), words.count("stats.tile.deals", played.deals))
    yield Tile(words.number(hours), words.count("stats.tile.hours", hours))
    yield Tile(words.number(people), words.count("stats.tile.people", people))


def _weeks(words: Words, activity: Activity, today: date) -> Iterator[Bar]:
    """The last weeks, those in which nothing was played too."""
    for back in reversed(range(WEEKS)):
        first = monday(today) - timedelta(weeks=back)
        games = activity.weeks.get(first.isoformat(), AmountPlayed()).games
        word = words.short_day(first) if back % EACH_WEEK == 0 else ""
        yield Bar(games, words.number(games), word)


def _moved(hours: Sequence[int], now: float, zone: str | None) -> list[int]:
    """The hours of the week of a zone, as its clocks go now."""
    offset = datetime.fromtimestamp(now, ZoneInfo(zone)).utcoffset() if zone is not None else None
    by = round((offset or timedelta()).total_seconds() / 3600)
    return [hours[(hour - by) % len(hours)] for hour in range(len(hours))]


def _heat(words: Words, hours: Sequence[int]) -> Iterator[HeatRow]:
    for day in range(DAYS):
        games = tuple(hours[day * HOURS : (day + 1) * HOURS])
        named = words.short_weekday(A_MONDAY + timedelta(days=day))
        yield HeatRow(named, tuple(map(float, games)), words.number(sum(games)))


def _busiest(words: Words, hours: Sequence[int]) -> str:
    """The hour in which most games begin."""
    most = max(range(len(hours)), key=lambda hour: hours[hour])
    day, hour = divmod(most, HOURS)
    return words(
        "stats.server.busiest",
        day=words.weekday_name(A_MONDAY + timedelta(days=day)),
        first=words.hour(time(hour)),
        last=words.hour(time((hour + 1) % HOURS)),
    )


def _favourites(words: Words, activity: Activity) -> Iterator[Bar]:
    every = sorted(activity.presets.items(), key=lambda one: (-one[1].games, one[0]))
    for preset, played in every[:FAVOURITES]:
        if played.games:
            yield Bar(played.games, words.number(played.games), preset_text(words, preset))


def _zone_text(words: Words, zone: str | None) -> str:
    if zone is None:
        return words("stats.server.utc")
    return words("stats.server.zone", zone=words.city(zone) or zone)
