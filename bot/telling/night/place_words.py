"""What threads and events of a night are called."""

from __future__ import annotations

from bot.clubs.model import League
from bot.nights.model import Evening, NightPlace
from bot.words.catalogue import Words


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
