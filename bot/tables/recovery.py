"""The log as the truth: the game it gives, and the record it makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot import dealing
from bot.engine import record, registry
from bot.engine.errors import RuleViolation
from bot.engine.game import Game
from bot.engine.options import Rules
from bot.tables.model import State, TableFacts
from bot.tables.ports import LogEntry


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
    if facts.first_dealer is None:
        raise BrokenLog("no first dealer")
    game = registry.new_game(rules_of(facts), facts.first_dealer)
    for number, entry in enumerate(entries):
        if entry.seq != number:
            raise BrokenLog(f"entry {number} is missing")
        try:
            record.carry_out(game, entry.line)
        except RuleViolation as violation:
            raise BrokenLog(f"entry {number}: {violation.code}") from None
    if (len(entries), game.turn) != (facts.seq, facts.turn):
        raise BrokenLog(f"{len(entries)} entries, turn {game.turn}; stored: {facts.seq}, turn {facts.turn}")
    return game


def is_public(facts: TableFacts) -> bool:
    """Whether all cards of the game may be seen: it was played to its end, or broken off for good."""
    return facts.started_at is not None and facts.state in (State.FINISHED, State.CLOSED)


def record_of(facts: TableFacts, entries: Iterable[LogEntry]) -> str:
    """The record of a game that is over (notation.md, "Record"), with the comments that let anyone verify
    its decks. Raises BrokenLog when this program does not know its rules."""
    assert facts.first_dealer is not None
    names = {number: seat.name for number, seat in enumerate(facts.seats)}
    header = record.Header(rules_of(facts), facts.first_dealer, names)
    comments = dealing.record_comments(facts.secret, facts.press_ids)
    return record.write(header, (entry.line for entry in entries), comments)
