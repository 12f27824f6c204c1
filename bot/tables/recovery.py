"""The log as the truth: the game it gives, what its inputs bring about, the record it makes, and whether that
is true.

What comes of an input is the same when it happens and when a log is replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot import dealing
from bot.engine import record, registry
from bot.engine.errors import RuleViolation
from bot.engine.game import AWAITS_DECK, OVER, Event, GameEnded
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.engine.record import RecordError
from bot.engine.registry import new_game
from bot.tables.model import State, TableFacts
from bot.tables.ports import (
    EndedDeal,
    LogEntry,
    SatDeal,
    Sitting,
    all_through,
    ended_deals,
    game_ended,
    sitting_comments,
)
from bot.tables.sealed import Sealed


def can_be_duplicate(rules: Rules) -> bool:
    """Whether several tables can play the same cards: each deck is shuffled, and none follows from play."""
    return rules["shuffle"] == "full"


def can_be_cut_short(rules: Rules) -> bool:
    """Whether a game may end after any of its deals: each adds up to 0, whatever is played in it."""
    sums = new_game(rules, 0).sums
    return bool(sums) and not any(total for deal in sums for total in deal.values())


def as_it_stands(game: Game) -> GameEnded:
    """How a game ends that is cut short now: by the deals that were scored."""
    return GameEnded(tuple(game.points), game.places())


CUT_SHORT: Final = (("cut", "short"),)
"""The comment of a record whose last deal counts for nothing where it has not ended."""


class BrokenLog(Exception):
    """What is stored of a table is no game that this program can play. The message names entries, never
    cards."""


def rules_of(facts: TableFacts) -> Rules:
    """The rules of a stored table. Raises BrokenLog when this program does not know them."""
    try:
        return registry.make_rules(facts.preset, facts.players, facts.options)
    except RuleViolation as violation:
        raise BrokenLog(f"rules: {violation.code}") from None


def replay(facts: TableFacts, entries: Sequence[LogEntry]) -> Game:
    """The game that the log gives. Raises BrokenLog when it gives none, or another than the facts say."""
    game = _new_game(facts)
    for _ in _carried_out(game, facts, entries):
        pass
    return _without_deal_in_play(facts, entries, game) if facts.is_cut_short else game


def _without_deal_in_play(facts: TableFacts, entries: Sequence[LogEntry], whole: Game) -> Game:
    """A game that was cut short, as it stood when its last deal had ended."""
    game = replay_to_end_of(facts, entries, len(whole.results) - 1)
    if game is None or game.turn != AWAITS_DECK:
        raise BrokenLog("cut short where it cannot be")
    game.cut_short()
    return game


def replay_to_end_of(facts: TableFacts, entries: Sequence[LogEntry], number: int) -> Game | None:
    """The game as it stood when the deal of this number (from 0, those thrown in counted too) had just ended;
    None where it has not. Raises BrokenLog as ``replay`` does."""
    game = _new_game(facts)
    for _ in _carried_out(game, facts, entries):
        if len(game.results) > number:
            return game
    return None


def replay_before(facts: TableFacts, entries: Sequence[LogEntry], number: int) -> Game | None:
    """The game as it stood just before the input of that number, from 1; None where there is no such. Raises
    BrokenLog as ``replay`` does."""
    game = _new_game(facts)
    for entry, _ in _carried_out(game, facts, entries):
        if entry.seq == number - 1:
            return game if number < len(entries) else None
    return None


def retell(facts: TableFacts, entries: Sequence[LogEntry]) -> tuple[tuple[EndedDeal, ...], GameEnded | None]:
    """All that the log brought about: the deals that ended, and the game if it did.
    Raises BrokenLog as ``replay`` does."""
    game = _new_game(facts)
    deals: list[EndedDeal] = []
    result: GameEnded | None = None
    for entry, events in _carried_out(game, facts, entries):
        deals += ended_deals(game, events, entry)
        result = game_ended(events) or result
    return tuple(deals), as_it_stands(game) if facts.is_cut_short else result


def sat_deals(facts: TableFacts, entries: Sequence[LogEntry], sat: Sequence[Sitting]) -> tuple[SatDeal, ...]:
    """The deals that the log brought about, with who sat there. Raises BrokenLog as ``replay`` does."""
    found: list[SatDeal] = []
    first = 0
    for one in retell(facts, entries)[0]:
        through = all_through(sat, len(facts.seats), first, one.seq)
        found.append(SatDeal(one.result, through))
        first = one.seq + 1
    return tuple(found)


def _new_game(facts: TableFacts) -> Game:
    if facts.first_dealer is None:
        raise BrokenLog("no first dealer")
    return registry.new_game(rules_of(facts), facts.first_dealer)


def _carried_out(
    game: Game, facts: TableFacts, entries: Sequence[LogEntry]
) -> Iterator[tuple[LogEntry, tuple[Event, ...]]]:
    """Each entry carried out in the game, and what happened by it."""
    for number, entry in enumerate(entries):
        if entry.seq != number:
            raise BrokenLog(f"entry {number} is missing")
        try:
            events = record.carry_out(game, entry.line)
        except RuleViolation as violation:
            raise BrokenLog(f"entry {number}: {violation.code}") from None
        yield entry, events
    turn = OVER if facts.is_cut_short else game.turn
    if (len(entries), turn) != (facts.seq, facts.turn):
        raise BrokenLog(f"{len(entries)} entries, turn {turn}; stored: {facts.seq}, turn {facts.turn}")


def is_public(facts: TableFacts) -> bool:
    """Whether all cards of the game may be seen: it was played to its end, or broken off for good, and no
    other table is still to play them."""
    return facts.started_at is not None and facts.state in (State.FINISHED, State.CLOSED) and not facts.veiled


def record_of(facts: TableFacts, sealed: Sealed, entries: Iterable[LogEntry], sat: Sequence[Sitting]) -> str:
    """The record of a game that is over (notation.md, "Record"), with the comments that let anyone verify its
    decks, and those that tell who sat where if a seat changed hands. Raises BrokenLog when this program does
    not know its rules."""
    assert facts.first_dealer is not None
    names = {number: seat.name for number, seat in enumerate(facts.seats)}
    header = record.Header(rules_of(facts), facts.first_dealer, names)
    comments = dealing.record_comments(sealed.secret, facts.press_ids, seats_given=facts.seats_given)
    comments += CUT_SHORT if facts.is_cut_short else ()
    return record.write(header, (entry.line for entry in entries), (*comments, *sitting_comments(sat)))


PROBLEMS: Final = ("seal", "dealer", "deck", "rules", "record")
"""What can be wrong: another seal than the table's, a first dealer or a deck that does not follow, a move
against the rules, a record that cannot be read."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found: how many decks were compared, and the first of ``PROBLEMS``, empty where all is well,
    with the line of the record that has it (from 1, 0 for none)."""

    decks: int = 0
    problem: str = ""
    line: int = 0


def check_record(file: bytes, seal: str) -> Checked:
    """Play a record again and compare everything that was drawn, and the seal of its secret with the one that
    the table has shown. Takes some hundredths of a second: not for the event loop."""
    try:
        found = dealing.verify(file)
    except (dealing.Unverifiable, RecordError):
        return Checked(problem="record")
    if found.commitment != seal:
        return Checked(found.decks, "seal")
    for discrepancy in found.discrepancies:
        return Checked(found.decks, discrepancy.what, discrepancy.line)
    return Checked(found.decks)
