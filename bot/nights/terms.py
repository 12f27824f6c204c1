"""What all that is said of a night needs: people, tables, rounds, moments, and what gave way of a plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.engine.errors import RuleViolation
from bot.engine.registry import preset_named
from bot.leagues.model import League
from bot.nights import attendance
from bot.nights.attendance import Presence
from bot.nights.model import Evening, EveningDetails, NightPerson, NightPlace, Schedule, instant, local_of
from bot.nights.planning import APART, GIVES_WAY, USUAL
from bot.nights.settings_words import schedule_text
from bot.tables.model import Pace
from bot.telling import phrases
from bot.telling.phrases import about_length, clock_time
from bot.timers import zone_or_utc
from bot.words.catalogue import Words
from bot.words.names import in_text


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


def thread_name(words: Words, evening: Evening, place: NightPlace) -> str:
    """«Round 2 · table 3 · 24 Nov»: no other thread of the channel is called so."""
    return words(
        "night.thread",
        round=words.number(place.round),
        table=words.number(place.table),
        date=words.date(evening.date),
    )


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
    """What organisers alone are told of those who are kept apart."""
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
"""Names that stay in one line where a whole list is told."""


@dataclass(frozen=True, slots=True)
class PeopleList:
    """People of whom the same is to be told: ``kind`` is what, a key of ``night.who``. In a ``numbered`` one
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


def told_shortly(words: Words, listing: PeopleList) -> str:
    """«**In** (26): Ann, Bob and 24 more»; only the number where there is nobody."""
    names = listing.names(words)
    kept = _fitting(words, listing)
    left = len(names) - len(kept)
    shown = ", ".join(kept)
    if left:
        shown = words.count("night.and-more", left, names=shown)
    return _headed(words, listing, shown)


def is_short(words: Words, listing: PeopleList) -> bool:
    """Whether nobody is left out where it is told shortly."""
    return len(_fitting(words, listing)) == len(listing.people)


def told_wholly(words: Words, listing: PeopleList) -> Iterator[str]:
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
