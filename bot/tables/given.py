"""Tables that the program opens: on seats that are given, for people who are waited for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.robots.kinds import ROBOT_KINDS
from bot.tables.drafts import Draft, require_lobby, seat_number, with_seat
from bot.tables.errors import TableError
from bot.tables.lobby import in_league, with_preset
from bot.tables.model import Counting, Invited, NamedPreset, Seat, TableFacts
from bot.tables.names import clean_name, robot_name
from bot.tables.origin import Origin
from bot.tables.recovery import rules_of
from bot.tables.suited import can_be_duplicate


def from_origin(facts: TableFacts, origin: Origin | None) -> TableFacts:
    """The facts of a new table whose cards other tables play too. Raises TableError
    ``cannot-be-duplicate``."""
    if origin is None:
        return facts
    if not can_be_duplicate(rules_of(facts)):
        raise TableError("cannot-be-duplicate")
    seats = tuple(replace(seat, press_id=None) for seat in facts.seats)
    return replace(facts, seats=seats, press_ids=origin.press_ids, duplicate=True, veiled=True)


def given_seats(invited: Sequence[Invited | None], robots: str) -> tuple[Seat, ...]:
    """A seat for each, clockwise; None is a robot's, of that kind. Raises TableError ``no-such-robot``,
    ``already-seated`` for a person who is there twice, ``only-robots``."""
    if robots not in ROBOT_KINDS:
        raise TableError("no-such-robot")
    people = [one.user_id for one in invited if one is not None]
    if not people:
        raise TableError("only-robots")
    if len(set(people)) < len(people):
        raise TableError("already-seated")
    taken = [clean_name(one.name) for one in invited if one is not None]
    seats: list[Seat] = []
    for one in invited:
        if one is None:
            taken.append(robot_name(robots, taken))
            seats.append(Seat(taken[-1], robot=robots))
        else:
            name = clean_name(one.name)
            seats.append(Seat(name, one.user_id, robots, ready=one.is_here, press_id=one.press_id))
    return tuple(seats)


def given(
    facts: TableFacts,
    name: str,
    preset: str | NamedPreset,
    options: Mapping[str, str],
    counting: Counting | None,
) -> TableFacts:
    """The facts of a new table, whose seats are given, with its name and its rules. Raises TableError."""
    seated = len(facts.seats)
    facts = replace(with_preset(facts, preset, options), seats_given=True, title=clean_name(name))
    if seated < facts.players:
        raise TableError("seats-empty", missing=str(facts.players - seated))
    return in_league(facts, counting)


def here(draft: Draft, user_id: int, press_id: int) -> Draft:
    """A person says that they are there to play, by a press that takes part in the decks. Saying so again
    changes nothing."""
    facts = draft.facts
    number = seat_number(facts, user_id)
    require_lobby(facts)
    if not facts.seats_given:
        raise TableError("not-awaited")
    seat = facts.seats[number]
    if seat.ready:
        return draft
    press = None if facts.duplicate else press_id
    return replace(draft, facts=with_seat(facts, number, replace(seat, ready=True, press_id=press)))
