"""What a night is: when, what is played, for how long and how; what its threads and its event are called, and
how people are seated otherwise than was chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.clubs.model import League
from bot.engine.errors import RuleViolation
from bot.engine.registry import preset_named
from bot.nights.calendar import Schedule, instant, local_of, zone_or_utc
from bot.nights.model import Evening, NightPlace
from bot.nights.planning import APART, GIVES_WAY, USUAL
from bot.tables.model import Pace
from bot.telling import phrases
from bot.telling.lengths import about
from bot.telling.night.schedule_words import schedule_text
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
        parts.append(about(words, length))
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
