"""A change of a table in the making, and what most requests ask of it first.

The modules ``lobby``, ``play`` and ``seats`` are pure functions: a draft (the facts
and the game as they are) and a request give the draft of what will be, or a ``TableError``. Nothing there
waits, stores or shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.engine.cards import Action
from bot.engine.game import Event
from bot.engine.play import Game
from bot.tables.errors import TableError
from bot.tables.model import Newcomer, Seat, Signal, State, TableFacts, name_key, robot_name
from bot.tables.ports import Change, EndedDeal, LogEntry, StoredTable, TableStep, begun, game_ended
from bot.tables.sealed import Sealed

REFUSALS: Final = {
    State.LOBBY: "table-not-started",
    State.PLAYING: "already-started",
    State.ADJOURNED: "table-adjourned",
    State.FINISHED: "table-over",
    State.CLOSED: "table-closed",
    State.PARKED: "table-parked",
}


@dataclass(frozen=True, slots=True)
class Draft:
    """A change in the making. ``game`` is None in a lobby; it is never changed in place, so that a draft
    may be thrown away. ``wished``: it is not what the person pressed, but done for them as they had told the
    table, which is nobody else's business."""

    facts: TableFacts
    sealed: Sealed
    game: Game | None = None
    entries: tuple[LogEntry, ...] = ()
    events: tuple[Event, ...] = ()
    deals: tuple[EndedDeal, ...] = ()
    seat: int | None = None
    action: Action | None = None
    signal: Signal | None = None
    wished: bool = False

    def __repr__(self) -> str:
        return f"Draft(table={self.facts.id}, seq={self.facts.seq})"  # a game holds cards

    def step(self, before: TableFacts, stored: StoredTable | None = None) -> TableStep:
        """What is to be stored; ``stored`` is what is, where that is known."""
        result, sat = game_ended(self.events), begun(before, self.facts)
        return TableStep(self.facts, self.sealed, self.entries, self.deals, result, sat, stored)

    def change(self, before: TableFacts) -> Change:
        """What is to be shown."""
        changed = _people(before) != _people(self.facts)
        return Change(before, self.facts, self.events, self.seat, self.action, changed, self.signal)

    def is_private(self, before: TableFacts) -> bool:
        """Whether nothing but somebody's wishes has changed: nobody is to notice, not even that."""
        return not self.entries and self.signal is None and before == self.facts


def _people(facts: TableFacts) -> list[tuple[str, int | None, bool]]:
    return [(seat.name, seat.user_id, seat.absent) for seat in facts.seats]


def require(facts: TableFacts, *states: State) -> None:
    """Raises TableError saying why the table is not in one of these states."""
    if facts.state in states:
        return
    if facts.is_paused:
        raise TableError("table-paused")
    if facts.state is State.ADJOURNED and facts.host_id is None:
        raise TableError("table-waits")
    raise TableError(REFUSALS[facts.state])


def require_lobby(facts: TableFacts) -> None:
    """Raises TableError saying why the table is not in its lobby."""
    if facts.state is State.ADJOURNED:
        raise TableError("already-started")
    require(facts, State.LOBBY)


def require_host(facts: TableFacts, user_id: int) -> None:
    """Raises TableError ``not-host``, to everybody where there is no host."""
    if user_id != facts.host_id:
        raise TableError("not-host")


def seat_number(facts: TableFacts, user_id: int) -> int:
    """The person's seat. Raises TableError ``not-seated``."""
    seat = facts.seat_of(user_id)
    if seat is None:
        raise TableError("not-seated")
    return seat


def require_in_time(facts: TableFacts) -> None:
    """Raises TableError ``table-time-up`` where robots play the game to its end."""
    if facts.time_up and facts.state is State.PLAYING:
        raise TableError("table-time-up")


def require_present(facts: TableFacts, number: int) -> None:
    """Raises TableError ``table-time-up``, or ``absent`` where a robot plays that seat until its person is
    back."""
    require_in_time(facts)
    if facts.seats[number].absent:
        raise TableError("absent")


def require_not_seated(facts: TableFacts, user_id: int) -> None:
    """Raises TableError ``already-seated``."""
    if facts.seat_of(user_id) is not None:
        raise TableError("already-seated")


def require_open_to(facts: TableFacts, who: Newcomer) -> None:
    """Raises TableError ``private-table`` to whoever is not the one person of a private table,
    ``members-only`` to whoever is no member at a table of members."""
    if facts.is_private and who.user_id != facts.host_id:
        raise TableError("private-table")
    if facts.members_only and not who.is_member:
        raise TableError("members-only")


def require_unveiled(facts: TableFacts, user_id: int | None = None) -> None:
    """Raises TableError ``table-veiled``, or ``daily-veiled`` of a deal of the day, to who is not to see
    anything of the cards; None is everybody."""
    if facts.veiled and (user_id is None or facts.seat_of(user_id) is None):
        raise TableError("daily-veiled" if facts.is_daily else "table-veiled")


def require_unseen(facts: TableFacts, who: Newcomer, number: int) -> None:
    """Raises TableError ``knows-cards`` for somebody who has played the same ones at another table,
    ``saw-another-hand`` who left another seat of the deal in play, and ``kept-out`` who is not to sit with
    one of the others."""
    if who.knows_cards:
        raise TableError("knows-cards")
    in_play = facts.turn is not None and facts.turn >= 0
    if in_play and facts.gone.get(who.user_id, number) != number:
        raise TableError("saw-another-hand")
    if any(one.user_id in who.kept_from for other, one in enumerate(facts.seats) if other != number):
        raise TableError("kept-out")


def seat_at(facts: TableFacts, number: int) -> Seat:
    """The seat of that number. Raises TableError ``no-such-seat``."""
    if not 0 <= number < len(facts.seats):
        raise TableError("no-such-seat")
    return facts.seats[number]


def with_seat(facts: TableFacts, number: int, seat: Seat) -> TableFacts:
    """The facts with another seat in that place."""
    return replace(facts, seats=(*facts.seats[:number], seat, *facts.seats[number + 1 :]))


def with_another(facts: TableFacts, number: int, seat: Seat) -> TableFacts:
    """The facts with somebody else in that place, it being remembered who has seen its cards."""
    left = facts.seats[number].user_id
    gone = facts.gone if left is None or facts.started_at is None else {**facts.gone, left: number}
    seats = with_seat(facts, number, seat).seats
    return replace(facts, seats=with_distinct_names(seats), gone=gone)


def with_distinct_names(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The same seats, each robot that is called like a person among them by another name."""
    people = {name_key(seat.name) for seat in seats if seat.user_id is not None}
    found = list(seats)
    for number, seat in enumerate(found):
        if seat.user_id is None and name_key(seat.name) in people:
            found[number] = replace(seat, name=robot_name(seat.robot, (one.name for one in found)))
    return tuple(found)


def as_kind(seats: Sequence[Seat], number: int, kind: str) -> tuple[Seat, ...]:
    """The same seats, with a robot of that kind in a robot's place, or standing in for a person."""
    seat = seats[number]
    others = [one.name for other, one in enumerate(seats) if other != number]
    keeps = seat.user_id is not None or seat.robot == kind
    name = seat.name if keeps else robot_name(kind, others)
    return (*seats[:number], replace(seat, name=name, robot=kind), *seats[number + 1 :])


def without_seat(facts: TableFacts, number: int) -> TableFacts:
    """The facts with one place less."""
    return replace(facts, seats=facts.seats[:number] + facts.seats[number + 1 :])


def with_robot(facts: TableFacts, number: int) -> TableFacts:
    """The facts with a robot in that place, of the kind that belongs there."""
    kind = facts.seats[number].robot
    names = [seat.name for other, seat in enumerate(facts.seats) if other != number]
    return with_another(facts, number, Seat(robot_name(kind, names), robot=kind))
