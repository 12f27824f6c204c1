"""What is shown about a server: how much is played, who leads, its records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Final

from bot.pictures.stat_values import (
    FAVOURITES,
    HOURS,
    WEEKS,
    Bar,
    Figure,
    HeatRow,
    ServerPicture,
    StandingsPicture,
    StandingsRow,
    Tick,
    Tile,
)
from bot.stats.ports import Activity, AmountPlayed, Extreme, Extremes, Leaderboard, LeaderboardMeasure
from bot.stats.ratings import Ladder
from bot.stats.words import contract_text, mean_text, preset_text, rating_text, share_text
from bot.timers import zone_or_utc
from bot.words.catalogue import Words, in_text

DAYS: Final = 7
A_MONDAY: Final = date(2024, 1, 1)
"""Any: only its name is shown."""
MARKED: Final = (0, 6, 12, 18)
EACH_WEEK: Final = 3
"""Of so many weeks one is named by its date, so that the words have room."""


def since(today: date) -> str:
    """The Monday from which on weeks are shown."""
    return (monday(today) - timedelta(weeks=WEEKS - 1)).isoformat()


def monday(day: date) -> date:
    """Of the week of a day."""
    return day - timedelta(days=day.weekday())


def server_picture(
    words: Words, name: str, activity: Activity, now: float, zone: str | None
) -> ServerPicture:
    """``now`` is in unix seconds; ``zone`` the time zone in which hours are shown, None for UTC. Weeks are
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
    offset = datetime.fromtimestamp(now, zone_or_utc(zone)).utcoffset() if zone is not None else None
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


MEDALS = 3


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """Somebody on a leaderboard: how many games, and what they are ranked by, as it is shown; ``place`` is 0
    for who has none yet."""

    place: int
    user_id: int
    name: str
    games: int
    value: str


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """The lines from ``first`` on (from 0), of so many in all; ``own`` is the reader's, wherever it is; who
    has no place yet has none on other pages."""

    lines: Sequence[LeaderboardEntry]
    first: int
    total: int
    own: LeaderboardEntry | None


def of_leaderboard(words: Words, found: Leaderboard, measure: LeaderboardMeasure) -> LeaderboardPage:
    """A leaderboard in words."""

    def value_text(value: float) -> str:
        match measure:
            case LeaderboardMeasure.MEAN:
                return mean_text(words, value)
            case LeaderboardMeasure.POINTS:
                return words.points(int(value))
            case LeaderboardMeasure.WINS | LeaderboardMeasure.GAMES:
                return words.number(int(value))
            case LeaderboardMeasure.WON:
                return share_text(words, value, 1)

    lines = [
        LeaderboardEntry(one.place, one.user_id, one.name, one.games, value_text(one.value))
        for one in found.lines
    ]
    own = found.own
    mine = (
        None
        if own is None
        else LeaderboardEntry(own.place, own.user_id, own.name, own.games, value_text(own.value))
    )
    return LeaderboardPage(lines, found.first, found.total, mine)


def of_ladder(words: Words, found: Ladder, names: dict[int, str]) -> LeaderboardPage:
    """A ladder in words; who is asked for and has no place on it has no line."""
    every = [
        LeaderboardEntry(
            one.place or 0,
            one.user_id,
            names.get(one.user_id, ""),
            one.games,
            rating_text(words, one.rating, one.games),
        )
        for one in (*found.rungs, *([found.own] if found.own is not None and found.own.place else ()))
    ]
    own = found.own.user_id if found.own is not None else None
    lines = every[: len(found.rungs)]
    return LeaderboardPage(
        lines, found.first, found.total, next((one for one in every if one.user_id == own), None)
    )


def leaderboard_picture(
    words: Words, title: str, subtitle: str, head: str, found: LeaderboardPage, reader: int | None
) -> StandingsPicture:
    """A page, with the reader's own line where it is elsewhere."""
    rows: list[StandingsRow | None] = [_row(words, one, found, reader) for one in found.lines]
    own = found.own
    if own is not None and all(one.user_id != own.user_id for one in found.lines):
        row = _row(words, own, found, reader)
        is_before = bool(found.lines) and own.place <= (found.lines[0].place or own.place)
        rows = [row, None, *rows] if is_before else [*rows, None, row]
    return StandingsPicture(
        title=title,
        subtitle=subtitle,
        heads=(words("standings.head.games"), head),
        rows=tuple(rows),
        caption=_caption(words, found),
    )


def _row(words: Words, one: LeaderboardEntry, found: LeaderboardPage, reader: int | None) -> StandingsRow:
    shared = one.place > 0 and Counter(line.place for line in found.lines)[one.place] > 1
    return StandingsRow(
        name=one.name,
        figures=(
            Figure(words.number(one.games), words.count("standings.games", one.games)),
            Figure(one.value, one.value),
        ),
        place=str(one.place or ""),
        shared=shared,
        medal=one.place if one.place <= MEDALS else 0,
        own=one.user_id == reader,
    )


def _caption(words: Words, found: LeaderboardPage) -> str:
    if len(found.lines) == found.total:
        return words.count("stats.people", found.total)
    first, last = words.number(found.first + 1), words.number(found.first + len(found.lines))
    return words("standings.range", first=first, last=last, total=words.number(found.total))


class Which(StrEnum):
    """Which records."""

    BEST_DEALS = "best-deals"
    WORST_DEALS = "worst-deals"
    BEST_GAMES = "best-games"
    WORST_GAMES = "worst-games"


def of(found: Extremes, which: Which) -> Sequence[Extreme]:
    """Those records, the most extreme first."""
    match which:
        case Which.BEST_DEALS:
            return found.best_deals
        case Which.WORST_DEALS:
            return found.worst_deals
        case Which.BEST_GAMES:
            return found.best_games
        case Which.WORST_GAMES:
            return found.worst_games


def record_lines(words: Words, every: Sequence[tuple[Extreme, int]]) -> Iterator[str]:
    """«**1** · Ann: +25, No hearts (table 12)»: each with what its table is called
    (``TableFacts.number``)."""
    for number, (one, table) in enumerate(every, 1):
        fields = {
            "number": words.number(number),
            "name": in_text(one.name),
            "points": words.points(one.feat.points),
            "table": str(table),
        }
        if one.contract:
            yield words("stats.record.deal", **fields, contract=contract_text(words, one.contract))
        else:
            yield words("stats.record.game", **fields)
    if not every:
        yield words("stats.records.none")
