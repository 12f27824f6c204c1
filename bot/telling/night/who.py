"""Who comes to a night and who is there, and from when until when, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.nights import attendance
from bot.nights.attendance import Presence
from bot.nights.model import EveningDetails, NightPerson
from bot.telling.timestamps import clock_time
from bot.words.catalogue import Words
from bot.words.names import in_text


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


def of_sign_up(told: EveningDetails) -> list[PeopleList]:
    """What people have answered."""
    coming, late = attendance.coming(told), attendance.late(told)
    return [
        PeopleList("in", [one for one in coming if one not in late]),
        PeopleList("late", late),
        PeopleList("waiting", attendance.waiting(told), numbered=True),
        PeopleList("maybe", attendance.of_presence(told, Presence.MAYBE)),
        PeopleList("out", attendance.of_presence(told, Presence.OUT)),
    ]


def of_check_in(told: EveningDetails) -> list[PeopleList]:
    """Who is here, and who not yet."""
    here = attendance.here(told)
    there = {one.user_id for one in here}
    return [
        PeopleList("here", here),
        PeopleList("awaited", attendance.awaited(told), mentioned=True),
        PeopleList("late", attendance.late(told)),
        PeopleList(
            "waiting", [one for one in attendance.waiting(told) if one.user_id not in there], numbered=True
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
