"""When somebody comes to a night and until when they stay, in words."""

from __future__ import annotations

from collections.abc import Iterator

from bot.nights.model import NightPerson
from bot.telling.timestamps import clock_time
from bot.words.catalogue import Words


def standing(words: Words, one: NightPerson | None) -> Iterator[str]:
    """What follows from the hours that somebody has said."""
    if one is None or one.gone:
        return
    if one.from_at is not None:
        yield words("night.you.from", time=clock_time(one.from_at))
    if one.until_at is not None:
        yield words("night.you.until", time=clock_time(one.until_at))


def named(words: Words, name: str, one: NightPerson) -> str:
    """«Ann (from 21:00)»: a name with the hours of who has it."""
    begin = None if one.from_at is None or one.here_at is not None else clock_time(one.from_at)
    end = None if one.until_at is None else clock_time(one.until_at)
    if begin and end:
        return words("night.who.between", name=name, begin=begin, end=end)
    if begin:
        return words("night.who.from", name=name, time=begin)
    return words("night.who.until", name=name, time=end) if end else name
