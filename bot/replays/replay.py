"""A game as it was played, by a table's log or by a record that somebody brings, and every moment of it.

A moment is after so many inputs of a deal: after the deck (0), after each thing said, after each card. What
there is to see then is a ``ReplayState``, played again from the beginning of that deal, which takes less than
a thousandth of a second; a whole game is played once to make its ``GameReplay``.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from bot.engine.cards import Action, ActionSet, CardSet, is_play
from bot.engine.errors import RuleViolation
from bot.engine.game import AWAITS_DECK, DealEnded, DealResult, TrickTaken, View
from bot.engine.play import Game
from bot.engine.record import (
    FIRST_LINE,
    Header,
    HeaderDraft,
    HeaderFault,
    RecordLine,
    action_of,
    carry_out,
    split,
    whole,
)
from bot.tables import recovery
from bot.tables.model import Seat, TableFacts, clean_name
from bot.tables.ports import LogEntry, Sitting


class BrokenItem(Exception):
    """An input that the rules refuse: its place among the items (from 0), and why. The message tells no
    card."""

    def __init__(self, item: int, violation: RuleViolation) -> None:
        super().__init__(f"item {item}: {violation.code}")
        self.item = item
        self.violation = violation


class By(StrEnum):
    """How far one step goes."""

    TRICK = "trick"
    CARD = "card"


class ReplayMoment(NamedTuple):
    """After the first ``ply`` inputs of the deal that was dealt as the ``deal``-th (from 0, those thrown in
    counted too); the deck is not counted."""

    deal: int
    ply: int = 0


class Acted(NamedTuple):
    """Who did what."""

    seat: int
    action: Action


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal of a game. ``number`` is the scheduled deal's, from 0: one thrown in is dealt again under the
    same. ``first`` is the item that is its deck, counted from 0. ``plies`` is how many inputs came after
    that, ``said`` how many of them before the first card was played, and ``tricks`` after how many each trick
    was complete. ``result`` is None where the game ended or was broken off before the deal did."""

    number: int
    first: int
    plies: int
    said: int
    tricks: tuple[int, ...]
    result: DealResult | None

    @property
    def stops(self) -> tuple[int, ...]:
        """After how many inputs one looks who goes trick by trick: the deal, the play, each trick, the
        end."""
        return tuple(sorted({0, self.said, *self.tricks, self.plies}))

    def trick_at(self, ply: int) -> int:
        """Which trick (from 1) is looked at after so many inputs: the one whose card came last; 0 before the
        first card."""
        if ply <= self.said:
            return 0
        return 1 + bisect_left(self.tricks, ply)


@dataclass(frozen=True, slots=True, repr=False)
class ReplayState:
    """A game at a moment. ``last`` is the input that led to it, and ``choice`` what its seat saw as it made
    it: all that was legal is ``choice.legal``. None, both, right after the deck."""

    moment: ReplayMoment
    dealt: Dealt
    last: Acted | None
    choice: View | None
    _game: Game

    @property
    def others(self) -> ActionSet:
        """What else was legal in the place of ``last``."""
        if self.last is None or self.choice is None:
            return 0
        return self.choice.legal & ~(1 << self.last.action)

    def view(self, seat: int | None) -> View:
        """What a seat, or with None a spectator, could see."""
        return self._game.view(seat)

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """The cards in each hand, by seat. Cards that are still in the pack are in none."""
        return tuple(self._game.view(seat).hand for seat in range(self._game.rules.players))

    @property
    def is_end(self) -> bool:
        """Whether nothing came after it in this deal."""
        return self.moment.ply == self.dealt.plies


@dataclass(frozen=True, slots=True, repr=False)
class GameReplay:
    """See the module. ``seating`` is who had which seat, for which items; made by ``played``."""

    header: Header
    items: tuple[str, ...]
    deals: tuple[Dealt, ...]
    seating: tuple[Sitting, ...]
    _starts: tuple[Game, ...] = field(compare=False)

    @classmethod
    def played(cls, header: Header, items: Sequence[str], seating: Sequence[Sitting]) -> GameReplay:
        """Play a game again. Raises BrokenItem where the rules refuse an input."""
        game = header.new_game()
        cutter = _Cutter()
        for place, item in enumerate(items):
            try:
                cutter.take(place, game, item)
            except RuleViolation as violation:
                raise BrokenItem(place, violation) from None
        deals, starts = cutter.cut(len(items))
        return cls(header, tuple(items), deals, tuple(seating), starts)

    # Moments

    def has(self, moment: ReplayMoment) -> bool:
        """Whether there is such a moment."""
        return 0 <= moment.deal < len(self.deals) and 0 <= moment.ply <= self.deals[moment.deal].plies

    def at(self, moment: ReplayMoment) -> ReplayState:
        """The game at a moment. Raises KeyError where there is none."""
        if not self.has(moment):
            raise KeyError(moment)
        dealt = self.deals[moment.deal]
        game = self._starts[moment.deal].copy()
        items = self.items[dealt.first : dealt.first + moment.ply + 1]
        for item in items[:-1]:
            carry_out(game, item)
        if not moment.ply:
            carry_out(game, items[-1])
            return ReplayState(moment, dealt, None, None, game)
        choice, last = game.view(game.turn), Acted(game.turn, action_of(items[-1]))
        carry_out(game, items[-1])
        return ReplayState(moment, dealt, last, choice, game)

    def before(self, moment: ReplayMoment, by: By) -> ReplayMoment | None:
        """One step back; from the beginning of a deal to the end of the one before it. None at the first."""
        stops = self._stops(moment.deal, by)
        place = bisect_left(stops, moment.ply)
        if place:
            return moment._replace(ply=stops[place - 1])
        return self.end_of(moment.deal - 1) if moment.deal else None

    def after(self, moment: ReplayMoment, by: By) -> ReplayMoment | None:
        """One step on; from the end of a deal to the beginning of the next one. None at the last."""
        stops = self._stops(moment.deal, by)
        place = bisect_right(stops, moment.ply)
        if place < len(stops):
            return moment._replace(ply=stops[place])
        return ReplayMoment(moment.deal + 1) if moment.deal + 1 < len(self.deals) else None

    def rewound(self, moment: ReplayMoment) -> ReplayMoment | None:
        """The beginning of the deal; from there that of the deal before. None at the first."""
        if moment.ply:
            return ReplayMoment(moment.deal)
        return ReplayMoment(moment.deal - 1) if moment.deal else None

    def wound(self, moment: ReplayMoment) -> ReplayMoment | None:
        """The end of the deal; from there that of the next one. None at the last."""
        if moment.ply < self.deals[moment.deal].plies:
            return self.end_of(moment.deal)
        return self.end_of(moment.deal + 1) if moment.deal + 1 < len(self.deals) else None

    def end_of(self, deal: int) -> ReplayMoment:
        """After the last input of a deal."""
        return ReplayMoment(deal, self.deals[deal].plies)

    def numbered(self, number: int) -> int | None:
        """Which deal (as ``ReplayMoment`` counts them) was the scheduled one of that number, from 0: where
        some were thrown in, the last one."""
        found = [place for place, dealt in enumerate(self.deals) if dealt.number == number]
        return found[-1] if found else None

    def at_trick(self, deal: int, trick: int) -> ReplayMoment | None:
        """When that trick (from 1) of a deal was complete, or as far as it came; 0 is before the first card.
        None where there was no such trick."""
        dealt = self.deals[deal]
        if trick == 0:
            return ReplayMoment(deal, dealt.said)
        if 0 < trick <= len(dealt.tricks):
            return ReplayMoment(deal, dealt.tricks[trick - 1])
        return self.end_of(deal) if trick == dealt.trick_at(dealt.plies) > 0 else None

    def _stops(self, deal: int, by: By) -> Sequence[int]:
        dealt = self.deals[deal]
        return dealt.stops if by is By.TRICK else range(dealt.plies + 1)

    # Who sat there

    def seats(self, moment: ReplayMoment) -> tuple[Seat, ...]:
        """Who had each seat when the last input of a moment came."""
        item = self.deals[moment.deal].first + moment.ply
        return tuple(self._seat(seat, item) for seat in range(self.header.rules.players))

    def _seat(self, seat: int, item: int) -> Seat:
        there = [one for one in self.seating if one.seat == seat]
        found = next((one for one in there if one.was_at(item)), there[-1] if there else None)
        return Seat("") if found is None else Seat(found.name, found.user_id, found.robot)


@dataclass(slots=True)
class _Cutter:
    """Cuts a game that is being played into its deals."""

    starts: list[Game] = field(default_factory=list[Game])
    firsts: list[int] = field(default_factory=list[int])
    numbers: list[int] = field(default_factory=list[int])
    said: dict[int, int] = field(default_factory=dict[int, int])
    tricks: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    results: dict[int, DealResult] = field(default_factory=dict[int, DealResult])

    def take(self, place: int, game: Game, item: str) -> None:
        """Carry out an item. Raises RuleViolation, and then there is no more of the game."""
        if game.turn == AWAITS_DECK:
            before = game.copy()
            carry_out(game, item)
            self.starts.append(before)
            self.firsts.append(place)
            self.numbers.append(game.view(None).deal)
            return
        events = carry_out(game, item)
        deal = len(self.firsts) - 1
        ply = place - self.firsts[deal]
        if is_play(action_of(item)):
            self.said.setdefault(deal, ply - 1)
        for event in events:
            if isinstance(event, TrickTaken):
                self.tricks.setdefault(deal, []).append(ply)
            elif isinstance(event, DealEnded):
                self.results[deal] = event.result

    def cut(self, items: int) -> tuple[tuple[Dealt, ...], tuple[Game, ...]]:
        """The deals of a game of so many items, and the game as it stood before each."""
        ends = [*self.firsts[1:], items]
        plies = [end - first - 1 for first, end in zip(self.firsts, ends, strict=True)]
        deals = tuple(
            Dealt(
                self.numbers[deal],
                first,
                plies[deal],
                self.said.get(deal, plies[deal]),
                tuple(self.tricks.get(deal, ())),
                self.results.get(deal),
            )
            for deal, first in enumerate(self.firsts)
        )
        return deals, tuple(self.starts)


def replay_of(facts: TableFacts, entries: Sequence[LogEntry], sat: Sequence[Sitting]) -> GameReplay:
    """The game of a table, from its log and who sat there. A deal in which it was cut short or broken off is
    there as far as it came. Takes some hundredths of a second: not for the event loop. Raises
    ``recovery.BrokenLog`` as ``recovery.replay`` does."""
    recovery.replay(facts, entries)  # else the log might be another than the table's
    assert facts.first_dealer is not None
    names = {number: seat.name for number, seat in enumerate(facts.seats)}
    header = Header(recovery.rules_of(facts), facts.first_dealer, names)
    return GameReplay.played(header, [entry.line for entry in entries], sat)


LARGEST: Final = 256 * 1024
"""Bytes. The longest game with all it can be written with is a tenth of it."""

SOMEBODY: Final = 0
"""The id of a person of whom a record tells the name alone."""

FAULTS: Final = (
    "no-record",
    "other-version",
    "empty",
    "no-header",
    "syntax",
    "unknown-rules",
    "bad-option",
    "bad-deck",
    "not-your-turn",
    "illegal-action",
    "game-over",
)
"""What can be wrong with a file: it is none of ours; one of a later program; it has no deal; a line of the
header is missing; or what ``bot.engine.errors.ERROR_KINDS`` says of a line."""


class FaultyRecord(Exception):
    """A file that cannot be replayed. ``kind`` is one of ``FAULTS``, ``line`` the first bad line (from 1, 0
    for none), ``reason`` a finer one of ``bot.engine.errors.REASONS`` or empty."""

    def __init__(self, kind: str, line: int = 0, reason: str = "") -> None:
        assert kind in FAULTS, kind
        super().__init__(kind, line, reason)
        self.kind = kind
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.kind} in line {self.line} {self.reason}".strip()


def read_file(data: bytes) -> GameReplay:
    """The game of a record, as far as it goes. Takes some hundredths of a second: not for the event loop.
    Raises FaultyRecord."""
    head, items = split(data)
    _require_record(head)
    draft = HeaderDraft.of(head)
    broken = (HeaderFault(line.number, "syntax") for line in items if not line.is_item)
    if wrong := draft.fault or next(broken, None):
        raise FaultyRecord(wrong.kind, wrong.line)
    header = draft.header()
    if header is None:
        raise FaultyRecord("no-header", items[0].number if items else 1 + data.count(b"\n"))
    if not items:
        raise FaultyRecord("empty")
    seating = tuple(_seating(data, header.rules.players, header.names))
    try:
        return GameReplay.played(header, [" ".join(line.words) for line in items], seating)
    except BrokenItem as broke:
        raise FaultyRecord(broke.violation.code, items[broke.item].number, broke.violation.reason) from None


def _require_record(head: Sequence[RecordLine]) -> None:
    """Raise FaultyRecord for a file that does not even begin as one of ours."""
    first = head[0].words if head else []
    ours, version = FIRST_LINE.split()
    if first[:1] != [ours]:
        raise FaultyRecord("no-record")
    if first[1:] != [version]:
        raise FaultyRecord("other-version", head[0].number)


def _seating(data: bytes, players: int, names: Mapping[int, str]) -> Iterator[Sitting]:
    """Who had which seat: as comments say of those that changed hands (notation.md, "Who sat where"), else by
    the header; a seat without a name has an empty one."""
    sittings = [one for one in map(_sitting, data.decode("utf-8", "replace").split("\n")) if one is not None]
    for seat in range(players):
        own = [one for one in sittings if one.seat == seat]
        name = clean_name(names[seat]) if seat in names else ""
        yield from own or [Sitting(seat, SOMEBODY, name, "", 0)]


def _sitting(line: str) -> Sitting | None:
    """What one comment line says of a seat, if it does."""
    words = line.strip().split(None, 6)
    if len(words) < 7 or words[:2] != ["#", "sat"] or words[5] not in ("person", "robot"):
        return None
    seat, first, end = whole(words[2]), whole(words[3]), whole(words[4])
    if seat is None or first is None or (end is None and words[4] != "-"):
        return None
    person = SOMEBODY if words[5] == "person" else None
    return Sitting(seat, person, clean_name(words[6]), "", first, end)
