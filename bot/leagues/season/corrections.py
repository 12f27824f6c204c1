"""Corrections (L17, L18): which of them are events, which events stand, and what comes of those.

A correction is about one thing: a game, whether a member is excused from a night, or its own adjustment.
What it is judged by is how that thing stands, and undoing it concerns no other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from fractions import Fraction
from typing import NamedTuple

from bot.leagues.season.model import (
    Adjust,
    Change,
    Correction,
    Excuse,
    Holder,
    Insert,
    Points,
    Season,
    SeasonGame,
    SeatChange,
    SeatKind,
    Undo,
    Void,
)


class CorrectionRefusal(StrEnum):
    """Why a correction is refused; where several hold, the first in this order is given."""

    UNKNOWN_GAME = "unknown-game"  # or void
    UNKNOWN_NIGHT = "unknown-night"
    UNKNOWN_MEMBER = "unknown-member"
    UNKNOWN_EVENT = "unknown-event"
    WRONG_COUNT = "wrong-count"  # not one number a seat
    WRONG_SUM = "wrong-sum"  # the game's is known and another
    WRONG_SEAT = "wrong-seat"
    TWICE_AT_TABLE = "twice-at-table"
    SAME_ID = "same-id"
    EXCUSED_ALREADY = "excused-already"
    UNDONE_ALREADY = "undone-already"
    IN_USE = "in-use"


class _Mark(Enum):
    """How something stands that is neither there nor not there."""

    VOID = "a game that does not count"
    EXCUSED = "a member who may stay away from a night"


_State = SeasonGame | _Mark | Fraction | None
"""How what a correction is about stands: a game, void or not; a member excused; an adjustment; or not."""

_Thing = tuple[str, ...]
"""What a correction is about: ``game ID``, ``night ID MEMBER``, or ``event ID`` for an adjustment."""


class Adjustment(NamedTuple):
    """What an event adds to a member's value, who made it, and why (the reason may be empty)."""

    event: str
    value: Fraction
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Corrected:
    """What a season's corrections make of it: the games that are there and not void, who is excused from each
    night, the adjustments of each member in the order of their events, and what was refused, in order."""

    games: tuple[SeasonGame, ...]
    excused: Mapping[str, frozenset[str]]
    adjustments: Mapping[str, tuple[Adjustment, ...]]
    refused: tuple[tuple[str, CorrectionRefusal], ...]


def corrected(season: Season) -> Corrected:
    """What a season's corrections make of it."""
    return History(season).outcome()


class History:
    """A season's corrections, made one after the other as far as they can be."""

    def __init__(self, season: Season) -> None:
        self._members = frozenset(member.id for member in season.members)
        self._nights = {night.id: frozenset(night.excused) for night in season.nights}
        self._games = {game.id: game for game in season.games}
        self._things: dict[str, _Thing] = {}  # by event
        self._events: dict[_Thing, list[Correction]] = {}
        self._states: dict[_Thing, _State] = {}
        self._refused: list[tuple[str, CorrectionRefusal]] = []
        for one in season.corrections:
            self.make(one)

    def refusal(self, one: Correction) -> CorrectionRefusal | None:
        """Why one more correction would be refused, on top of all there are; None where it can be made."""
        found = set(self._objections(one))
        return next((refusal for refusal in CorrectionRefusal if refusal in found), None)

    def stands(self, event: str) -> bool:
        """Whether there is such an event, and it stands (L18)."""
        events = self._events[self._things[event]] if event in self._things else ()
        return any(one.id == event for one in _standing(events))

    def standing(self) -> frozenset[str]:
        """All events that stand."""
        return frozenset(one.id for events in self._events.values() for one in _standing(events))

    def game(self, game: str) -> SeasonGame | None:
        """A game as it is now; None where there is no such game, or it does not count."""
        state = self._state(("game", game))
        return state if isinstance(state, SeasonGame) else None

    def games(self) -> dict[str, SeasonGame]:
        """Every game there is as it is now, or as it was first written where it does not count, by id."""
        found = dict(self._games)
        for thing, state in self._states.items():
            match thing:
                case ("game", game) if isinstance(state, SeasonGame):
                    found[game] = state
                case ("game", game) if state is _Mark.VOID and game not in found:
                    made = self._events[thing][0].change
                    assert isinstance(made, Insert)  # nothing else can be the first that is said of it
                    found[game] = made.game
                case _:
                    pass
        return found

    def void(self) -> frozenset[str]:
        """The games that do not count."""
        return frozenset(thing[1] for thing, state in self._states.items() if state is _Mark.VOID)

    def counts(self) -> dict[str, int]:
        """How many events there are about each game that there are any about, undone ones too."""
        return {thing[1]: len(events) for thing, events in self._events.items() if thing[0] == "game"}

    def about(self, event: str) -> str | None:
        """What an event is about, as ``thing_of`` says it; None where there is no such event."""
        return " ".join(self._things[event]) if event in self._things else None

    def outcome(self) -> Corrected:
        """What the corrections make of the season."""
        games: dict[str, _State] = dict(self._games)
        excused = {night: set(first) for night, first in self._nights.items()}
        adjustments = defaultdict[str, list[Adjustment]](list)
        for thing, state in self._states.items():
            match thing:
                case ("game", game):
                    games[game] = state
                case ("night", night, member) if state is not None:
                    excused[night].add(member)
                case (_, event) if isinstance(state, Fraction):
                    made = self._events[thing][0]
                    assert isinstance(made.change, Adjust)
                    adjustments[made.change.player].append(Adjustment(event, state, made.by, made.reason))
                case _:
                    pass
        return Corrected(
            tuple([game for game in games.values() if isinstance(game, SeasonGame)]),
            {night: frozenset(members) for night, members in excused.items()},
            {player: tuple(made) for player, made in adjustments.items()},
            tuple(self._refused),
        )

    def make(self, one: Correction) -> CorrectionRefusal | None:
        """Make a correction on top of all there are, or note that it is refused, and return why."""
        refusal = self.refusal(one)
        if refusal is not None:
            self._refused.append((one.id, refusal))
            return refusal
        thing = self._things[one.id] = self._thing(one)
        events = self._events.setdefault(thing, [])
        events.append(one)
        if isinstance(one.change, Undo):
            self._states[thing] = self._replayed(thing, events)
        else:
            self._states[thing] = _after(one.change, self._state(thing))
        return None

    def wrong_sums(self, one: Correction) -> tuple[int, int]:
        """What the points of a game would add up to with a correction that is refused for it (``wrong-sum``),
        and what they have to."""
        change = one.change
        if isinstance(change, Insert):
            after = change.game
        else:
            state = self._state(self._thing(one))
            assert isinstance(change, Points | SeatChange) and isinstance(state, SeasonGame)
            after = _changed(state, change)
        assert after.sum is not None  # else they cannot be wrong
        return sum(after.points), after.sum

    # How things stand

    def _thing(self, one: Correction) -> _Thing:
        """What a correction is about; an undo is about the same as the event it undoes."""
        if isinstance(one.change, Undo):
            return self._things[one.change.event]
        return _thing(one.id, one.change)

    def _first(self, thing: _Thing) -> _State:
        """How something stood before all corrections."""
        match thing:
            case ("game", game):
                return self._games.get(game)
            case ("night", night, player) if player in self._nights.get(night, ()):
                return _Mark.EXCUSED
            case _:
                return None

    def _state(self, thing: _Thing) -> _State:
        return self._states[thing] if thing in self._states else self._first(thing)

    def _replayed(self, thing: _Thing, events: Sequence[Correction]) -> _State:
        """How something stands after these events, those that are undone never having been. Raises _InUse
        where one that stands cannot be done in its place."""
        state, undone = self._first(thing), set[str]()
        for one in _standing(events):
            if isinstance(one.change, Undo):
                if one.change.event in undone:
                    raise _InUse
                undone.add(one.change.event)
            elif any(self._objections_to(one.change, state)):
                raise _InUse
            else:
                state = _after(one.change, state)
        return state

    # What is to be said against a correction

    def _objections(self, one: Correction) -> Iterator[CorrectionRefusal]:
        if one.id in self._things:
            yield CorrectionRefusal.SAME_ID
        if isinstance(one.change, Undo):
            yield from self._objections_to_undoing(one, one.change.event)
        else:
            yield from self._objections_to(one.change, self._state(self._thing(one)))

    def _objections_to_undoing(self, one: Correction, event: str) -> Iterator[CorrectionRefusal]:
        if event not in self._things:
            yield CorrectionRefusal.UNKNOWN_EVENT
            return
        if not self.stands(event):
            yield CorrectionRefusal.UNDONE_ALREADY
        thing = self._things[event]
        try:
            self._replayed(thing, [*self._events[thing], one])
        except _InUse:
            yield CorrectionRefusal.IN_USE

    def _objections_to(self, change: Change, state: _State) -> Iterator[CorrectionRefusal]:
        """What speaks against a change where that which it is about stands so."""
        match change:
            case Void() | Points() | SeatChange():
                yield from self._objections_about(change, state)
            case Insert(game):
                yield from self._unknown(game.night, game.holders)
                yield from _faults(game)
                if state is not None:
                    yield CorrectionRefusal.SAME_ID
            case Adjust(player):
                yield from self._unknown(None, [Holder(SeatKind.MEMBER, player)])
            case Excuse(night, player):
                yield from self._unknown(night, [Holder(SeatKind.MEMBER, player)])
                if state is _Mark.EXCUSED:
                    yield CorrectionRefusal.EXCUSED_ALREADY
            case Undo():
                raise AssertionError("undoing is judged by itself")

    def _objections_about(
        self, change: Void | Points | SeatChange, state: _State
    ) -> Iterator[CorrectionRefusal]:
        """What speaks against changing a game."""
        if not isinstance(state, SeasonGame):
            yield CorrectionRefusal.UNKNOWN_GAME
            return
        seats = len(state.points)
        match change:
            case Points(_, points) if len(points) != seats:
                yield CorrectionRefusal.WRONG_COUNT
            case SeatChange(_, seat, holder) if not 0 <= seat < seats:
                yield from self._unknown(None, [holder])
                yield CorrectionRefusal.WRONG_SEAT
            case SeatChange(holder=holder):
                yield from self._unknown(None, [holder])
                yield from _faults(_changed(state, change))
            case Points():
                yield from _faults(_changed(state, change))
            case Void():
                pass

    def _unknown(self, night: str | None, holders: Iterable[Holder]) -> Iterator[CorrectionRefusal]:
        if night is not None and night not in self._nights:
            yield CorrectionRefusal.UNKNOWN_NIGHT
        if any(one.kind is SeatKind.MEMBER and one.id not in self._members for one in holders):
            yield CorrectionRefusal.UNKNOWN_MEMBER


def thing_of(one: Correction) -> str | None:
    """What a correction is about, in a word that no other thing has; None for an undo, which is about what
    the event that it undoes is about."""
    return None if isinstance(one.change, Undo) else " ".join(_thing(one.id, one.change))


def game_thing(game: str) -> str:
    """What corrections of a game are about, as ``thing_of`` says it."""
    return f"game {game}"


def _thing(event: str, change: Void | Points | SeatChange | Insert | Adjust | Excuse) -> _Thing:
    match change:
        case Excuse(night, player):
            return "night", night, player
        case Adjust():
            return "event", event
        case Insert(game):
            return "game", game.id
        case Void(game) | Points(game) | SeatChange(game):
            return "game", game


class _InUse(Exception):
    """An event that would stand cannot be done in its place."""


def _standing(events: Sequence[Correction]) -> list[Correction]:
    """Those that no standing one undoes: the last stands, and so on back to the first (L18)."""
    undone: set[str] = set()
    found: list[Correction] = []
    for one in reversed(events):
        if one.id in undone:
            continue
        found.append(one)
        if isinstance(one.change, Undo):
            undone.add(one.change.event)
    return found[::-1]


def _after(change: Change, state: _State) -> _State:
    """How something stands after a change that could be made."""
    match change:
        case Void():
            return _Mark.VOID
        case Excuse():
            return _Mark.EXCUSED
        case Insert(game):
            return game
        case Adjust(_, value):
            return value
        case Points() | SeatChange():
            assert isinstance(state, SeasonGame)
            return _changed(state, change)
        case Undo():
            raise AssertionError("undoing is a matter of what stands")


def _changed(game: SeasonGame, change: Points | SeatChange) -> SeasonGame:
    """The game with other points, one number a seat, or with another holder of a seat."""
    match change:
        case Points(_, points):
            return game._replace(points=points)
        case SeatChange(_, seat, holder):
            holders, left = list(game.holders), list(game.left)
            holders[seat], left[seat] = holder, ()
            return game._replace(holders=tuple(holders), left=tuple(left))


def _faults(game: SeasonGame) -> Iterator[CorrectionRefusal]:
    """What is wrong with a game by itself."""
    if game.sum is not None and sum(game.points) != game.sum:
        yield CorrectionRefusal.WRONG_SUM
    if len(set(game.people)) < len(game.people):
        yield CorrectionRefusal.TWICE_AT_TABLE
