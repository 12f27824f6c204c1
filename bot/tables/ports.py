"""What tables need from outside: a store, with what is kept in it; and what they tell whoever shows them."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from bot.engine.cards import CardSet
from bot.engine.game import DealEnded, DealResult, Event, GameEnded, Measured
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.ports import StoreError
from bot.tables.errors import TableError
from bot.tables.model import Counting, NamedPreset, Seat, Signal, TableFacts
from bot.tables.sealed import Sealed


@dataclass(frozen=True, slots=True)
class Sitting:
    """That a person (or a robot: ``user_id`` None) had a seat, for the inputs numbered from ``from_seq`` up
    to, but without, ``to_seq``; None while it lasts, and where it lasted to the end. There may be none
    between: who took a seat and gave it up at once has sat there all the same. ``robot`` is the kind of robot
    that plays the seat, or stands in for its person."""

    seat: int
    user_id: int | None
    name: str
    robot: str
    from_seq: int
    to_seq: int | None = None

    def was_at(self, seq: int) -> bool:
        """Whether it lasted at that input."""
        return self.from_seq <= seq and (self.to_seq is None or seq < self.to_seq)


class SatDeal(NamedTuple):
    """A deal that ended, and by seat who had it all through the deal, None where it changed hands in it."""

    result: DealResult
    sat: tuple[Sitting | None, ...]


def begun(before: TableFacts, after: TableFacts) -> tuple[Sitting, ...]:
    """The sittings that begin by a change of a table, each ending the one its seat had before. What else the
    change brings, inputs too, happens after them."""
    if after.started_at is None:
        return ()
    return tuple(
        Sitting(number, seat.user_id, seat.name, seat.robot, before.seq)
        for number, seat in enumerate(after.seats)
        if before.started_at is None or _holder(before.seats[number]) != _holder(seat)
    )


def _holder(seat: Seat) -> int | str:
    return seat.name if seat.user_id is None else seat.user_id


def at_the_end(sittings: Sequence[Sitting]) -> Sequence[Sitting]:
    """Those that lasted to the end, by seat."""
    return sorted((one for one in sittings if one.to_seq is None), key=lambda one: one.seat)


def all_through(sittings: Sequence[Sitting], seats: int, first: int, last: int) -> tuple[Sitting | None, ...]:
    """By seat, who had it from one input to another, both included; None where it changed hands between."""
    there = {one.seat: one for one in sittings if one.was_at(first) and one.was_at(last)}
    return tuple(there.get(seat) for seat in range(seats))


def given_up(sittings: Sequence[Sitting]) -> Mapping[int, Sequence[int]]:
    """The people who gave up each seat in the course of the game, in the order in which they first did; also
    those who have a seat at the end, this one or another."""
    found: dict[int, list[int]] = {}
    for one in sittings:
        people = found.setdefault(one.seat, [])
        if one.to_seq is not None and one.user_id is not None and one.user_id not in people:
            people.append(one.user_id)
    return {seat: people for seat, people in found.items() if people}


def sitting_comments(sittings: Sequence[Sitting]) -> tuple[tuple[str, str], ...]:
    """The comments of a record that tell of the seats that changed hands (docs/notation.md, "Who sat where"):
    names only, no ids."""
    seats = [one.seat for one in sittings]
    return tuple(
        ("sat", f"{one.seat} {one.from_seq} {'-' if one.to_seq is None else one.to_seq} {_sitter(one)}")
        for one in sittings
        if seats.count(one.seat) > 1
    )


def _sitter(sitting: Sitting) -> str:
    return f"{'robot' if sitting.user_id is None else 'person'} {sitting.name}"


LONGEST_GAME: Final = 6 * 3600.0
"""How many seconds a game may take for ``TableStore.lengths`` to tell of it."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One input of a game: ``line`` is a record's ``deck …`` or ``SEAT ACTION`` line. ``user_id`` is the
    person who acted, None when a robot or the clock did."""

    seq: int
    line: str
    at: float
    user_id: int | None = None

    def __repr__(self) -> str:
        return f"LogEntry(seq={self.seq})"  # a line holds cards


@dataclass(frozen=True, slots=True)
class EndedDeal:
    """A deal that ended: its number in its game (``attempt``, from 0, those thrown in counted too), the
    input that ended it and when, its result, the hands that were dealt, and what it has to be counted by
    statistics."""

    attempt: int
    seq: int
    at: float
    result: DealResult
    hands: tuple[CardSet, ...] = field(repr=False)
    measured: tuple[Measured, ...] = ()


def ended_deals(game: Game, events: Sequence[Event], entry: LogEntry) -> tuple[EndedDeal, ...]:
    """The deals that ended by an input, which was carried out in ``game`` just now with these events."""
    ended = [event.result for event in events if isinstance(event, DealEnded)]
    return tuple(
        EndedDeal(attempt, entry.seq, entry.at, result, game.dealt_hands, game.measured(result))
        for attempt, result in enumerate(ended, start=len(game.results) - len(ended))
    )


def game_ended(events: Iterable[Event]) -> GameEnded | None:
    """How the game ended, if it did."""
    return next((event for event in events if isinstance(event, GameEnded)), None)


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it is stored, but for its log: what is public of it, and what is sealed."""

    facts: TableFacts
    sealed: Sealed


@dataclass(frozen=True, slots=True)
class TableStep:
    """One change of a table, stored whole or not at all: the table after it, the sittings that begin with it
    (each ends the one its seat had before), the inputs that come then, and the deals and the game that end by
    them. ``before`` is the table as it is stored, but for its deadline, where that is known: what has stayed
    as it was need not be written again."""

    facts: TableFacts
    sealed: Sealed
    entries: tuple[LogEntry, ...] = ()
    deals: tuple[EndedDeal, ...] = ()
    result: GameEnded | None = None
    sittings: tuple[Sitting, ...] = ()
    before: StoredTable | None = None


@contextmanager
def asking_the_store() -> Generator[None]:
    """Within, a store that fails is a TableError ``store-failed``; one that takes no table of a season any
    longer is ``season-closed``, and one that has the table already ``already-opened``."""
    try:
        yield
    except StoreError as error:
        refused = error.code in ("season-closed", "already-opened")
        raise TableError(error.code if refused else "store-failed") from None


class TableStore(Protocol):
    """Where tables live. Every method raises StoreError when the database fails."""

    async def create(self, facts: TableFacts, sealed: Sealed) -> TableFacts:
        """Store a new table; returns it with its id. Raises StoreError, also where an unfinished table
        goes on from the same one or a table has the same place, and with the code ``season-closed`` where
        its season is not open, ``already-opened`` where its interaction has opened one."""
        ...

    async def write(self, step: TableStep) -> None:
        """Store a step. Raises StoreError, also when an entry's (table, seq) is already there."""
        ...

    async def load(self, table_id: int) -> StoredTable | None:
        """A table, whatever its state."""
        ...

    async def rematch(self, table_id: int) -> int | None:
        """The id of the unfinished table that goes on from this one, if there is one."""
        ...

    async def at_place(self, place: str) -> int | None:
        """The id of the table of that place, whatever its state, if there is one."""
        ...

    async def of_evening(self, evening: int) -> Sequence[TableFacts]:
        """The tables whose places are in that evening, in their order, whatever their state."""
        ...

    async def knows_cards(self, table_id: int, user_id: int) -> bool:
        """Whether a person has had a seat in the play of another table of the same secret."""
        ...

    async def kept_from(self, place: str, user_id: int) -> Collection[int]:
        """With whom a person is not to sit at the table of that place, by account."""
        ...

    async def unfinished(self) -> Sequence[StoredTable]:
        """The tables in lobby, playing or adjourned, oldest first."""
        ...

    async def log(self, table_id: int) -> Sequence[LogEntry]:
        """A table's inputs in order."""
        ...

    async def lengths(self, guild_id: int, rules: Rules, limit: int) -> Sequence[float]:
        """How many seconds the last games of a server took, at most ``limit``, the latest first: those under
        these rules that were played to the end, each seat being one person's from the first deal to the last.
        Left out is what was cut short or finished by robots as its time was up, and what took longer than
        ``LONGEST_GAME``: that was put off to another day."""
        ...

    async def played_by(self, user_id: int, guild_id: int | None, limit: int) -> Sequence[TableFacts]:
        """The last games that are over in which a person had a seat, at most ``limit``, the latest first:
        those of a server, or with None of everywhere. None of which the cards are not for everybody's eyes
        yet."""
        ...

    async def played_in(self, guild_id: int, limit: int) -> Sequence[TableFacts]:
        """The same of a server, whoever played."""
        ...

    async def sittings(self, table_id: int) -> Sequence[Sitting]:
        """Who sat where at a table, by seat, each seat's in order; nobody before play has begun."""
        ...


class Doorkeeper(Protocol):
    """What tables ask of the leagues whose games are played at them. Every method raises StoreError when the
    database fails."""

    async def may_sit(self, season_id: int, user_id: int) -> bool:
        """Whether a person is a member of the league now that a season is of."""
        ...

    async def goes_on(self, facts: TableFacts) -> Counting | None:
        """How another game like that of a table of a league would count now: None where its season is closed,
        or the league plays by other rules by now."""
        ...


class PresetStore(Protocol):
    """Where the named presets of servers live. Every method raises StoreError when the database fails."""

    async def presets(self, guild_id: int) -> Sequence[NamedPreset]:
        """Those of a server, by name."""
        ...

    async def keep_preset(self, preset: NamedPreset) -> None:
        """Keep it, in place of the one with its key."""
        ...

    async def remove_preset(self, preset: NamedPreset) -> None:
        """It is gone."""
        ...


@dataclass(frozen=True, slots=True)
class Change:
    """What a step changed, for whoever shows the table. ``seat`` and ``action`` say who did what in the
    game (None for everything else); ``seats_changed`` that somebody joined, left, became absent or came
    back. ``signal`` is something to report besides. Nothing here is any person's alone to know."""

    before: TableFacts
    after: TableFacts
    events: tuple[Event, ...] = ()
    seat: int | None = None
    action: int | None = None
    seats_changed: bool = False
    signal: Signal | None = None


@dataclass(frozen=True, slots=True)
class GameProgress:
    """How far a game is: how many deals are ``over``, those thrown in counted too, the ``deal`` in play or
    last, from 0, of how many ``deals``, whose ``turn`` it is, and whether there are ``tricks`` already."""

    over: int
    deal: int
    deals: int
    turn: int
    tricks: bool
