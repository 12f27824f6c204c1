"""What is said of a night: its settings, when it is, people, tables, rounds, and what gave way of a plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.engine.errors import RuleViolation
from bot.engine.registry import preset_named
from bot.leagues.model import League
from bot.nights import attendance
from bot.nights.attendance import Presence
from bot.nights.model import (
    MONTHLY,
    Evening,
    EveningDetails,
    NightPerson,
    NightPlace,
    NightSettings,
    Repeat,
    Ruling,
    RulingKind,
    Schedule,
    Series,
    Start,
    evening_length,
    instant,
    local_of,
)
from bot.nights.offered import value_of
from bot.nights.planning import APART, GIVES_WAY, USUAL
from bot.nights.reading import night_length
from bot.people.chosen import NONE
from bot.tables.clocks import Expected
from bot.tables.model import Pace
from bot.telling import phrases
from bot.telling.phrases import about_length, clock_time
from bot.timers import zone_or_utc
from bot.words.catalogue import Words, in_text

_EVERY_DAY = frozenset(range(7))


def schedule_text(words: Words, schedule: Schedule, zone: ZoneInfo | None = None) -> str:
    """«every second Tuesday at 20:00»; with a ``zone`` whose time that is, «… (Brussels time)»."""
    when = words("night.when", days=_days(words, schedule), time=words.hour(schedule.at))
    if schedule.until is not None and schedule.repeat is not Repeat.ONCE:
        when = words("night.until", when=when, date=words.date(schedule.until))
    return when if zone is None else words("night.when.zone", when=when, zone=zone_text(words, zone))


def zone_text(words: Words, zone: ZoneInfo) -> str:
    """«Brussels time»: the zone by its city; one that has none by its own name."""
    city = words.city(zone.key)
    return zone.key if city is None else words("night.zone", city=city)


def next_text(words: Words, start: Start | None) -> str:
    """When the next evening of a series is, or that there is none."""
    if start is None:
        return words("night.next.none")
    return words("night.next", day=on_day(words, start.date, words.date(start.date)))


def skips_text(words: Words, dates: Iterable[date]) -> str:
    """«Skips 24 December and 31 December.»; empty where nothing is skipped."""
    days = [words.day(one) for one in sorted(dates)]
    return words("night.skips", dates=words.both(days)) if days else ""


def clock_change_text(words: Words, at: time, start: Start, zone: ZoneInfo) -> str | None:
    """What the clock does to an evening planned for the hour ``at``: that this hour does not exist then, or
    comes twice. None where neither."""
    if start.moved:
        instead = local_of(start.at_unix, zone).time()
        return words("night.hour-missing", time=words.hour(at), instead=words.hour(instead))
    return words("night.hour-twice", time=words.hour(at)) if start.twice else None


def on_day(words: Words, day: date, shown: str) -> str:
    """«on Tuesday 24 November 2026»; ``shown`` is the date, with its year or without."""
    return words(f"night.on.{day.weekday()}", date=shown)


def _days(words: Words, schedule: Schedule) -> str:
    weekday = schedule.first.weekday()
    match schedule.repeat:
        case Repeat.ONCE:
            return on_day(words, schedule.first, words.date(schedule.first))
        case Repeat.WEEKLY:
            return words(f"night.every.{weekday}")
        case Repeat.FORTNIGHT:
            return words(f"night.every-second.{weekday}")
        case Repeat.WEEKDAYS:
            return _weekdays(words, schedule.weekdays)
        case _:
            return words(f"night.monthly.{schedule.repeat}", weekday=words(f"night.weekday.{weekday}"))


def _weekdays(words: Words, weekdays: frozenset[int]) -> str:
    if weekdays == _EVERY_DAY:
        return words("night.every-day")
    if len(weekdays) == 1:
        return words(f"night.every.{min(weekdays)}")
    return words("night.weekdays", days=words.both(words(f"night.weekday.{one}") for one in sorted(weekdays)))


PAIRS_SHOWN: Final = 4
"""Of the pairs who are kept apart; how many there are besides is said."""

_COUNTED: Final = ("announced", "reminder", "check_in", "grace", "rounds", "games", "minutes", "seats")
"""Those whose values are numbers."""

_LEFT_OUT: Final = {
    "until": NONE,
    "reminder": "0",
    "check_in": "0",
    "minutes": NONE,
    "pace": Pace.NONE.value,
    "seats": NONE,
}
"""The value with which there is none of it."""


@dataclass(frozen=True, slots=True)
class DescribedPlan:
    """What the words are about: a plan, its zone, and how long one game is expected to take, None where its
    rules are not there any more."""

    series: Series
    zone: ZoneInfo
    game: Expected | None = None

    @property
    def length(self) -> float | None:
        """How many seconds a night is expected to take."""
        return night_length(self.series.settings, self.game)

    @property
    def round_length(self) -> float | None:
        """The same of a round without a limit."""
        return night_length(replace(self.series.settings, rounds=1, minutes=None), self.game)


def page_name(words: Words, page: str) -> str:
    """What a page of settings is about: «Rounds»."""
    return words(f"night.page.{page}")


def setting_name(words: Words, name: str) -> str:
    """What a setting is called."""
    return words(f"night.setting.{_hyphened(name)}")


def setting_value(words: Words, series: Series, name: str) -> str:
    """The value of a setting, short enough for a button: «3 rounds»."""
    value = value_of(series, name)
    match name:
        case "date":
            day, at = series.schedule.first, series.schedule.at
            return words("night.when", days=words.full_date(day), time=words.hour(at))
        case "repeat":
            return _days(words, series.schedule) if value in MONTHLY else words(f"night.value.repeat.{value}")
        case "weekdays":
            return words.both(words(f"night.weekday.{one}") for one in sorted(series.schedule.weekdays))
        case "apart":
            pairs = len(series.settings.apart)
            return words.count("night.value.apart", pairs) if pairs else words("night.value.apart.none")
        case "pace":
            return phrases.pace_name(words, Pace(value))
        case "robots":
            return words(f"robots.{value}")
        case _ if value == _LEFT_OUT.get(name):
            return words(f"night.value.{_hyphened(name)}.none")
        case "until":
            return _date(words, value)
        case _ if name in _COUNTED:
            return words.count(f"night.value.{_hyphened(name)}", int(value))
        case _:
            return words(f"night.value.{_hyphened(name)}.{_hyphened(value)}")


def setting_sentence(words: Words, planned: DescribedPlan, name: str) -> str:
    """What a setting's value does, with an example."""
    value = value_of(planned.series, name)
    if value == _LEFT_OUT.get(name):
        return words(f"night.example.{_hyphened(name)}.none")
    if name in _SENTENCES:
        return _SENTENCES[name](words, planned)
    return words(f"night.example.{_hyphened(name)}.{_hyphened(value)}")


def short_limit(words: Words, settings: NightSettings, game: Expected | None) -> str:
    """That a round has less time than its games are expected to take; empty where it has enough."""
    if game is None or settings.minutes is None:
        return ""
    length = evening_length(1, settings.games, game.seconds)
    if 60.0 * settings.minutes >= length:
        return ""
    return words.count("night.plan.short-limit", settings.minutes, length=about_length(words, length))


def pairs_text(words: Words, series: Series) -> str:
    """Who is kept apart, a pair a line; empty where nobody is."""
    pairs = series.settings.apart
    lines = [f"- {words.both(f'<@{one}>' for one in pair)}" for pair in pairs[:PAIRS_SHOWN]]
    if len(pairs) > PAIRS_SHOWN:
        lines.append(words.count("night.apart.more", len(pairs) - PAIRS_SHOWN))
    return "\n".join(lines)


def _on_the_clock(words: Words, planned: DescribedPlan) -> str:
    return words(
        "night.example.date",
        zone=zone_text(words, planned.zone),
        time=words.hour(planned.series.schedule.at),
    )


def _robots(words: Words, planned: DescribedPlan) -> str:
    return words(f"robots.{planned.series.settings.robots}.about")


def _schedule(words: Words, planned: DescribedPlan) -> str:
    return schedule_text(words, planned.series.schedule)


def _until(words: Words, planned: DescribedPlan) -> str:
    return words("night.example.until", date=_date(words, value_of(planned.series, "until")))


def _announced(words: Words, planned: DescribedPlan) -> str:
    schedule, days = planned.series.schedule, planned.series.settings.announced
    first = next(schedule.dates(), schedule.first)
    asked = first - timedelta(days=days)
    return words("night.example.announced", night=words.day(first), asked=words.day(asked))


def _reminder(words: Words, planned: DescribedPlan) -> str:
    return words.count("night.example.reminder", planned.series.settings.reminder)


def _check_in(words: Words, planned: DescribedPlan) -> str:
    minutes = planned.series.settings.check_in
    return words("night.example.check-in", time=words.hour(_later(planned.series.schedule.at, -minutes)))


def _grace(words: Words, planned: DescribedPlan) -> str:
    at = planned.series.schedule.at
    until = _later(at, planned.series.settings.grace)
    return words("night.example.grace", start=words.hour(at), until=words.hour(until))


def _rounds(words: Words, planned: DescribedPlan) -> str:
    length = planned.length
    if length is None:
        return words("night.example.length.unknown")
    return words("night.example.rounds", length=about_length(words, length))


def _games(words: Words, planned: DescribedPlan) -> str:
    length = planned.round_length
    if length is None:
        return words("night.example.length.unknown")
    return words("night.example.games", length=about_length(words, length))


def _minutes(words: Words, planned: DescribedPlan) -> str:
    minutes, at = planned.series.settings.minutes or 0, planned.series.schedule.at
    end = words.hour(_later(at, minutes))
    return words("night.example.minutes", start=words.hour(at), end=end)


_SENTENCES: Final[Mapping[str, Callable[[Words, DescribedPlan], str]]] = {
    "date": _on_the_clock,
    "repeat": _schedule,
    "weekdays": _schedule,
    "until": _until,
    "announced": _announced,
    "reminder": _reminder,
    "check_in": _check_in,
    "grace": _grace,
    "robots": _robots,
    "rounds": _rounds,
    "games": _games,
    "minutes": _minutes,
    "pace": lambda words, _: words("night.example.pace"),
    "seats": lambda words, _: words("night.example.seats"),
    "apart": lambda words, _: words("night.example.apart"),
}


def _later(at: time, minutes: int) -> time:
    return (datetime.combine(date(2000, 1, 2), at) + timedelta(minutes=minutes)).time()


def _date(words: Words, kept: str) -> str:
    return words.date(date.fromisoformat(kept))


def _hyphened(name: str) -> str:
    return name.replace("_", "-")


def title(words: Words, evening: Evening, league: League) -> str:
    """«Tuesday club · Tuesday 24 November»."""
    return words("night.title", league=in_text(league.name), day=words.weekday(evening.date))


def stamps(words: Words, evening: Evening) -> str:
    """When it begins, which Discord shows to everybody in their own time."""
    return stamped(words, evening.starts_at)


def stamped(words: Words, at_unix: float) -> str:
    """The same of any moment in unix seconds."""
    moment = int(at_unix)
    return words("night.stamps", when=f"<t:{moment}:F>", left=f"<t:{moment}:R>")


def local_time(words: Words, evening: Evening, league: League, schedule: Schedule) -> str:
    """When it is in the league's own time: as the series with that ``schedule`` says it, unless this night
    begins otherwise."""
    zone = zone_or_utc(league.zone)
    if evening.starts_at != instant(evening.date, schedule.at, zone):
        begins = local_of(evening.starts_at, zone)
        schedule = Schedule(begins.date(), begins.time())
    text = schedule_text(words, replace(schedule, until=None), zone)
    return text[:1].upper() + text[1:]


def course(words: Words, evening: Evening, league: League, length: float | None) -> str:
    """«Kingen · 3 rounds of 2 games · 60 seconds a move · about 3 hours»; the ``length`` in seconds, None
    where it is not known."""
    settings = evening.settings
    rounds = words.count("night.rounds", settings.rounds)
    if settings.games > 1:
        rounds = words("night.rounds-of", rounds=rounds, games=words.count("nights.games", settings.games))
    parts = [_game(words, league), rounds, phrases.pace_name(words, Pace(settings.pace))]
    if length is not None:
        parts.append(about_length(words, length))
    return " · ".join(parts)


def _game(words: Words, league: League) -> str:
    """What is played; as it is stored where the program does not know it any more."""
    try:
        return phrases.preset_name(words, preset_named(league.preset).name)
    except RuleViolation:
        return in_text(league.preset)


def conditions(words: Words, evening: Evening) -> Iterator[str]:
    """What else is to be known: when the time of a round is up, and whether all tables play the same
    cards."""
    settings = evening.settings
    if settings.minutes is not None:
        yield words.count(f"night.out-of-time.{settings.out_of_time}", settings.minutes)
    if settings.is_duplicate:
        yield words(f"night.duplicate.{settings.ranking}")


def thread_name(words: Words, stage: str, evening: Evening, place: NightPlace) -> str:
    """«Round 2 · table 3 · 24 Nov», behind the stage of a tournament: no other thread of the channel is
    called so."""
    return (f"{stage} · " if stage else "") + words(
        "night.thread",
        round=words.number(place.round),
        table=words.number(place.table),
        date=words.date(evening.date),
    )


def ruling_text(words: Words, ruling: Ruling) -> Iterator[str]:
    """What a referee has decided, who, and why."""
    yield words("night.ruling", what=ruled(words, ruling), referee=f"<@{ruling.referee}>")
    if ruling.reason:
        yield f"-# {words('night.ruling.reason', reason=in_text(ruling.reason))}"


def ruled(words: Words, ruling: Ruling) -> str:
    """«@Ann pays 5 points to each of the others.»"""
    if ruling.kind is RulingKind.SEAT and ruling.heir is None:
        return words("night.ruling.robot", whom=f"<@{ruling.whom}>")
    if ruling.kind is RulingKind.SEAT:
        return words("night.ruling.seat", heir=f"<@{ruling.heir}>", seat=words.number((ruling.seat or 0) + 1))
    if ruling.kind is RulingKind.PENALTY:
        return words.count("night.ruling.penalty", ruling.points, whom=f"<@{ruling.whom}>")
    return words(f"night.ruling.{ruling.kind.value}")


def event_name(words: Words, league: League) -> str:
    """What the event of a night is called."""
    return words("night.event", league=league.name)


def event_about(words: Words, evening: Evening) -> str:
    """What is said of it: how it is played."""
    return words.count("night.event.about", evening.settings.rounds)


def otherwise(words: Words, evening: Evening, number: int) -> Iterator[str]:
    """What is otherwise in that round for want of people (``Evening.why``), as everybody may read it. That
    people are kept apart is for ``of_apart``, never for everybody."""
    for name in evening.why.split():
        if name in GIVES_WAY:
            yield words(
                "night.seated.instead",
                chosen=words(f"night.value.{name}.{getattr(evening.settings, name)}"),
                people=words.number(len(evening.plan[number - 1].people)),
                instead=words(f"night.value.{name}.{USUAL[name]}"),
            )


def of_apart(words: Words, evening: Evening) -> Iterator[str]:
    """What organisers alone are told about those who are kept apart."""
    if evening.settings.apart and evening.together:
        yield words("night.seated.may-meet")
    elif APART in evening.why.split() and evening.plan:
        yield words("night.seated.apart")


def hours_of(words: Words, one: NightPerson | None) -> Iterator[str]:
    """What follows from the hours that somebody has said."""
    if one is None or one.gone:
        return
    if one.from_at is not None:
        yield words("night.you.from", time=clock_time(one.from_at))
    if one.until_at is not None:
        yield words("night.you.until", time=clock_time(one.until_at))


def _named(words: Words, name: str, one: NightPerson) -> str:
    """«Ann (from 21:00)»: a name with the hours of who has it."""
    begin = None if one.from_at is None or one.here_at is not None else clock_time(one.from_at)
    end = None if one.until_at is None else clock_time(one.until_at)
    if begin and end:
        return words("night.who.between", name=name, begin=begin, end=end)
    if begin:
        return words("night.who.from", name=name, time=begin)
    return words("night.who.until", name=name, time=end) if end else name


CALLED_MOST: Final = 100
"""People that one message can call."""

SHORT: Final = 45
"""Characters of names that everybody is shown of a list: about a line on a phone."""

LONGER: Final[Mapping[str, int]] = {"in": 100, "here": 100, "awaited": 100}
"""The same of those lists that matter more."""

MENTIONS: Final = 24 * CALLED_MOST
"""The same of people who are mentioned, which calls them: all that one message can."""

TOGETHER: Final = 8
"""Names that stay in one line where a whole list is shown."""


@dataclass(frozen=True, slots=True)
class PeopleList:
    """People of whom the same is to be said: ``kind`` is what, a key of ``night.who``. In a ``numbered`` one
    everybody has a place. ``mentioned`` people are called by their account."""

    kind: str
    people: Sequence[NightPerson]
    numbered: bool = False
    mentioned: bool = False

    def names(self, words: Words) -> list[str]:
        """What each is called, fit for Markdown, and when they come or go where they have said so."""
        called = [
            _named(words, f"<@{one.user_id}>" if self.mentioned else in_text(one.name), one)
            for one in self.people
        ]
        if self.numbered:
            return [f"{number}. {name}" for number, name in enumerate(called, 1)]
        return called


def of_sign_up(details: EveningDetails) -> list[PeopleList]:
    """What people have answered."""
    coming, late = attendance.coming(details), attendance.late(details)
    return [
        PeopleList("in", [one for one in coming if one not in late]),
        PeopleList("late", late),
        PeopleList("waiting", attendance.waiting(details), numbered=True),
        PeopleList("maybe", attendance.of_presence(details, Presence.MAYBE)),
        PeopleList("out", attendance.of_presence(details, Presence.OUT)),
    ]


def of_check_in(details: EveningDetails) -> list[PeopleList]:
    """Who is here, and who not yet."""
    here = attendance.here(details)
    there = {one.user_id for one in here}
    return [
        PeopleList("here", here),
        PeopleList("awaited", attendance.awaited(details), mentioned=True),
        PeopleList("late", attendance.late(details)),
        PeopleList(
            "waiting", [one for one in attendance.waiting(details) if one.user_id not in there], numbered=True
        ),
    ]


def short_text(words: Words, listing: PeopleList) -> str:
    """«**In** (26): Ann, Bob and 24 more»; only the number where there is nobody."""
    names = listing.names(words)
    kept = _fitting(words, listing)
    left = len(names) - len(kept)
    shown = ", ".join(kept)
    if left:
        shown = words.count("night.and-more", left, names=shown)
    return _headed(words, listing, shown)


def is_short(words: Words, listing: PeopleList) -> bool:
    """Whether nobody is left out of the short text."""
    return len(_fitting(words, listing)) == len(listing.people)


def full_lines(words: Words, listing: PeopleList) -> Iterator[str]:
    """All of them, on lines of several names."""
    names = listing.names(words)
    groups = [names[start : start + TOGETHER] for start in range(0, len(names), TOGETHER)]
    for number, group in enumerate(groups):
        shown = ", ".join(group) + ("," if number + 1 < len(groups) else "")
        yield shown if number else _headed(words, listing, shown)


def _headed(words: Words, listing: PeopleList, shown: str) -> str:
    heading = words(f"night.who.{listing.kind}", people=words.number(len(listing.people)))
    return f"{heading} {shown}".rstrip()


def _fitting(words: Words, listing: PeopleList) -> list[str]:
    """The first of them, as many as there is room for, and one at least."""
    kept: list[str] = []
    room = MENTIONS if listing.mentioned else LONGER.get(listing.kind, SHORT)
    for name in listing.names(words):
        room -= len(name) + 2
        if room < 0 and kept:
            break
        kept.append(name)
    return kept
