"""Who comes, who waits for a seat, who is here: all of it follows from what people have said, and when."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.nights.model import COMES, Answer, Person, Stage, Told

LEAST: Final = 2
"""People without whom there is no night: robots may fill up whatever was chosen."""


def coming(told: Told) -> list[Person]:
    """Those who have said that they come and for whom there is room, who said so first before the others."""
    return _in_order(told)[: told.evening.settings.seats]


def waiting(told: Told) -> list[Person]:
    """The waiting list: those who come as soon as a seat is free."""
    seats = told.evening.settings.seats
    return [] if seats is None else _in_order(told)[seats:]


def said(told: Told, answer: Answer) -> list[Person]:
    """Those who have said *maybe* or *out*, first come first."""
    return _by_time(one for one in told.people.values() if one.answer is answer)


def here(told: Told) -> list[Person]:
    """Those who are there to play and for whom there is room, in the order of the waiting list. Where nobody
    is asked to check in, whoever has said *in* is."""
    found = [one for one in _in_order(told) if _is_here(told, one)]
    return found[: told.evening.settings.seats]


def spare(told: Told) -> list[Person]:
    """Those who are here beyond the seats there are, who may take the seat of somebody that does not appear;
    substitutes first, then the waiting list in its order. Whoever has a seat in the round is none."""
    playing = told.evening.playing
    seated = {one for table in playing.tables for one in table} if playing else frozenset[int | None]()
    found = [one for one in told.people.values() if one.is_here and one.user_id not in seated]
    return sorted(found, key=lambda one: (not one.substitute, one.answered_at, one.user_id))


def _is_here(told: Told, one: Person) -> bool:
    if one.gone or one.substitute:
        return False
    if one.here_at is not None:
        return True
    return not told.evening.settings.check_in and one.answer is Answer.IN


def awaited(told: Told) -> list[Person]:
    """Those with a seat who have said that they come in time, and are not here yet."""
    return [one for one in coming(told) if one.answer is Answer.IN and not (one.is_here or one.gone)]


def place_waiting(told: Told, user_id: int) -> int | None:
    """Somebody's place on the waiting list, counted from 1; None for who is not on it."""
    queue = [one.user_id for one in waiting(told)]
    return queue.index(user_id) + 1 if user_id in queue else None


def is_asked(told: Told) -> bool:
    """Whether people are still asked if they come, and not yet if they are here."""
    evening = told.evening
    asks_nothing_more = evening.stage is Stage.CHECK_IN and not evening.settings.check_in
    return evening.stage is Stage.SIGN_UP or asks_nothing_more


def unanswered(told: Told, members: Iterable[int]) -> list[int]:
    """Those of these accounts who have not said anything."""
    return [one for one in members if one not in told.people or told.people[one].answer is None]


def _in_order(told: Told) -> list[Person]:
    return _by_time(one for one in told.people.values() if one.answer in COMES and not one.gone)


def _by_time(people: Iterable[Person]) -> list[Person]:
    return sorted(people, key=lambda one: (one.answered_at, one.user_id))
