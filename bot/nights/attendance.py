"""Who comes, who waits for a seat, who is here and who has gone: one state of everybody tonight.

All of it follows from the row that is kept of somebody (``NightPerson``), which is what they have said
last. What somebody says is a change of that row, made of it as it is when it is kept; whoever asks about a
person asks for their ``Presence`` or for ``Tonight``, and looks at no field of the row.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from typing import Final, NamedTuple

from bot.nights.model import COMES, EveningDetails, EveningStage, NightPerson, SignUpAnswer
from bot.nights.ports import PersonChange

LEAST: Final = 2
"""People without whom there is no night: robots may fill up whatever was chosen."""


class Presence(StrEnum):
    """Where somebody stands tonight."""

    SILENT = "silent"  # has said nothing
    MAYBE = "maybe"
    OUT = "out"
    IN = "in"  # has said that they come at the start
    LATE = "late"  # has said that they come later
    HERE = "here"
    SUBSTITUTE = "substitute"  # is here for the seat of whoever does not appear
    GONE = "gone"  # did not appear, or has left for tonight


class Tonight(NamedTuple):
    """How somebody stands tonight: ``from_at`` is when they come, None where that is not known or they are
    here, ``until_at`` until when they stay, None for the whole night; both in unix seconds."""

    presence: Presence
    from_at: float | None = None
    until_at: float | None = None

    def plays(self, begins: float, ends: float) -> bool:
        """Whether they play a round that begins and is expected to end then."""
        comes = self.presence is Presence.LATE and self.from_at is not None and self.from_at <= begins
        stays = self.until_at is None or ends <= self.until_at
        return stays and (comes or self.presence is Presence.HERE)


def tonight(details: EveningDetails, one: NightPerson) -> Tonight:
    """How somebody stands."""
    presence = presence_of(details, one)
    return Tonight(presence, one.from_at if presence is Presence.LATE else None, one.until_at)


def presence_of(details: EveningDetails, one: NightPerson | None) -> Presence:
    """Where somebody stands. Where nobody is asked to check in, whoever has said *in* is here."""
    if one is None:
        return Presence.SILENT
    if one.gone:
        return Presence.GONE
    if one.here_at is not None:
        return Presence.SUBSTITUTE if one.substitute else Presence.HERE
    if one.answer is SignUpAnswer.IN and not details.evening.settings.check_in:
        return Presence.HERE
    return Presence.SILENT if one.answer is None else Presence(one.answer.value)


# Who is what


def coming(details: EveningDetails) -> list[NightPerson]:
    """Those who come or are here and for whom there is room, who said so first before the others."""
    return _in_order(details)[: details.evening.settings.seats]


def waiting(details: EveningDetails) -> list[NightPerson]:
    """The waiting list: those who come as soon as a seat is free."""
    seats = details.evening.settings.seats
    return [] if seats is None else _in_order(details)[seats:]


def of_presence(details: EveningDetails, presence: Presence) -> list[NightPerson]:
    """Those who stand so, first come first."""
    return _by_time(one for one in details.people.values() if presence_of(details, one) is presence)


def here(details: EveningDetails) -> list[NightPerson]:
    """Those who are there to play and for whom there is room, in the order of the waiting list."""
    found = [one for one in _in_order(details) if presence_of(details, one) is Presence.HERE]
    return found[: details.evening.settings.seats]


def playing(details: EveningDetails, begins: float, ends: float) -> list[NightPerson]:
    """Those who play a round that begins and is expected to end then, and for whom there is room."""
    found = [one for one in _in_order(details) if tonight(details, one).plays(begins, ends)]
    return found[: details.evening.settings.seats]


def spare(details: EveningDetails, ends: float = 0.0) -> list[NightPerson]:
    """Those who are here beyond the seats there are, and stay until the round ends, who may take the seat of
    somebody that does not appear; substitutes first, then the waiting list in its order. Whoever has a seat
    in the round is none."""
    playing = details.evening.playing
    seated = {one for table in playing.tables for one in table} if playing else frozenset[int | None]()
    found = [
        one
        for one in details.people.values()
        if one.is_here and one.user_id not in seated and (one.until_at is None or ends <= one.until_at)
    ]
    return sorted(found, key=lambda one: (not one.substitute, one.answered_at, one.user_id))


def awaited(details: EveningDetails) -> list[NightPerson]:
    """Those with a seat who have said that they come in time, and are not here yet."""
    return [one for one in coming(details) if presence_of(details, one) is Presence.IN]


def late(details: EveningDetails) -> list[NightPerson]:
    """Those with a seat who have said that they come later, and are not here yet."""
    return [one for one in coming(details) if presence_of(details, one) is Presence.LATE]


def place_waiting(details: EveningDetails, user_id: int) -> int | None:
    """Somebody's place on the waiting list, counted from 1; None for who is not on it."""
    queue = [one.user_id for one in waiting(details)]
    return queue.index(user_id) + 1 if user_id in queue else None


def is_asked(details: EveningDetails) -> bool:
    """Whether people are still asked if they come, and not yet if they are here."""
    evening = details.evening
    asks_nothing_more = evening.stage is EveningStage.CHECK_IN and not evening.settings.check_in
    return evening.stage is EveningStage.SIGN_UP or asks_nothing_more


def unanswered(details: EveningDetails, members: Iterable[int]) -> list[int]:
    """Those of these accounts who have not said anything."""
    return [one for one in members if one not in details.people or details.people[one].answer is None]


def has_left(details: EveningDetails, user_id: int) -> bool:
    """Whether somebody has gone, or has said since that they do not come, or may not."""
    stands = presence_of(details, details.people.get(user_id))
    return stands in (Presence.GONE, Presence.OUT, Presence.MAYBE)


def frees_seat(details: EveningDetails, user_id: int, now: float, ends: float) -> bool:
    """Whether a seat of theirs in a game that has not begun is free at once: they have left, come later, or
    do not stay until the round is expected to end."""
    known = details.people.get(user_id)
    if known is None:
        return False
    _, from_at, until_at = tonight(details, known)
    comes_later = from_at is not None and from_at > now
    leaves_before = until_at is not None and until_at < ends
    return has_left(details, user_id) or comes_later or leaves_before


def has_said_so(details: EveningDetails, user_id: int, now: float) -> bool:
    """Whether somebody's *I'm here* of the check-in still stands as the first round opens: then they are not
    asked for it again. It is as old at most as the check-in lasts and a table waits; in the rounds that
    follow everybody is asked."""
    one, settings = details.people.get(user_id), details.evening.settings
    if details.evening.round > 1 or one is None or one.here_at is None or one.press_id is None:
        return False
    patience = 60.0 * (settings.check_in + settings.grace)
    return presence_of(details, one) is Presence.HERE and now - one.here_at <= patience


def _in_order(details: EveningDetails) -> list[NightPerson]:
    comes = (Presence.IN, Presence.LATE, Presence.HERE)
    return _by_time(one for one in details.people.values() if presence_of(details, one) in comes)


def _by_time(people: Iterable[NightPerson]) -> list[NightPerson]:
    return sorted(people, key=lambda one: (one.answered_at, one.user_id))


# What is said, by the person or for them


def answering(name: str, answer: SignUpAnswer, at: float) -> PersonChange:
    """They say whether they come."""

    def change(known: NightPerson) -> NightPerson:
        stays = known.answer is answer or (answer in COMES and known.answer in COMES)
        since = known.answered_at if stays else at
        said = replace(known, name=name, answer=answer, answered_at=since, gone=False)
        if answer not in COMES:
            said = replace(said, here_at=None, substitute=False, until_at=None)
        return said if answer is SignUpAnswer.LATE else replace(said, from_at=None)

    return change


def arriving(name: str, press_id: int, at: float) -> PersonChange:
    """They say by a press that they are here, now, whoever has said so before. What that press said is not
    said again by it; the first of them that is not taken back takes part in the cards."""

    def change(known: NightPerson) -> NightPerson:
        if known.press_id == press_id:
            return known
        stays = known.until_at is None or at < known.until_at
        known = known if stays else replace(known, until_at=None)  # whoever is back has not gone
        said_by = known.press_id if known.is_here and known.press_id is not None else press_id
        return _come(replace(known, name=name, here_at=at, press_id=said_by), SignUpAnswer.IN, at)

    return change


def added(at: float) -> PersonChange:
    """An organiser has them play, this round or the next, and those that follow."""

    def change(known: NightPerson) -> NightPerson:
        press_id = known.press_id if known.is_here else None
        here = replace(known, here_at=known.here_at or at, press_id=press_id, substitute=False)
        return _come(here, SignUpAnswer.LATE, at)

    return change


def stepping_in(at: float) -> PersonChange:
    """An organiser names them a substitute."""

    def change(known: NightPerson) -> NightPerson:
        return replace(known, here_at=known.here_at or at, gone=False, from_at=None, substitute=True)

    return change


def leaving(known: NightPerson) -> NightPerson:
    """They have gone for tonight, or did not appear. Of whom nothing is known nothing is."""
    if known.answer is None and known.here_at is None:
        return known
    return replace(known, gone=True, here_at=None, substitute=False, from_at=None)


def coming_at(name: str, moment: float | None, at: float) -> PersonChange:
    """They say when they come, or with None that they do at the start."""

    def change(known: NightPerson) -> NightPerson:
        answer = SignUpAnswer.IN if moment is None else SignUpAnswer.LATE
        said = replace(_coming(known, name, answer, at), answer=answer, from_at=moment)
        return said if moment is None else replace(said, here_at=None, substitute=False)

    return change


def going_at(name: str, moment: float | None, at: float) -> PersonChange:
    """They say until when they stay, or with None that they do to the end."""

    def change(known: NightPerson) -> NightPerson:
        return replace(_coming(known, name, SignUpAnswer.IN, at), until_at=moment)

    return change


def _come(known: NightPerson, answer: SignUpAnswer, at: float) -> NightPerson:
    """The same as one who is here, and with that answer where they had given none that says so."""
    here = replace(known, gone=False, from_at=None)
    return here if here.answer in COMES else replace(here, answer=answer, answered_at=at)


def _coming(known: NightPerson, name: str, answer: SignUpAnswer, at: float) -> NightPerson:
    """The same as one who comes, in the place of the order that they have or get now."""
    comes = replace(known, name=name, gone=False)
    if known.answer in COMES:
        return comes
    return replace(comes, answer=answer, answered_at=at)
