"""The log as the truth: the game it gives, and the record it makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.engine import registry
from bot.engine.actions import ACTION_OF_TEXT
from bot.engine.cards import CARD_OF_NAME
from bot.engine.errors import RuleViolation
from bot.engine.game import Game
from bot.engine.options import Rules
from bot.tables.model import State, TableFacts
from bot.tables.names import record_name
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
            _enter(game, entry.line)
        except (RuleViolation, KeyError, ValueError):
            raise BrokenLog(f"entry {number} does not fit") from None
    if (len(entries), game.turn) != (facts.seq, facts.turn):
        raise BrokenLog(
            f"{len(entries)} entries, turn {game.turn}; stored were {facts.seq}, turn {facts.turn}"
        )
    return game


def _enter(game: Game, line: str) -> None:
    first, _, rest = line.partition(" ")
    if first == "deck":
        game.deal([CARD_OF_NAME[name] for name in rest.split()])
    elif int(first) != game.turn:
        raise ValueError
    else:
        game.apply(ACTION_OF_TEXT[rest])


def is_public(facts: TableFacts) -> bool:
    """Whether all cards of the game may be seen: it was played to its end, or broken off for good."""
    return facts.started_at is not None and facts.state in (State.FINISHED, State.CLOSED)


def record_of(facts: TableFacts, entries: Iterable[LogEntry]) -> str:
    """The record of a game that is over (notation.md, "Record"), its secret and presses in comments."""
    head = [
        "king-record 1",
        f"rules {facts.preset}",
        *(f"option {name}={value}" for name, value in sorted(facts.options.items())),
        f"players {facts.players}",
        *(f"name {number} {record_name(seat.name)}" for number, seat in enumerate(facts.seats)),
        f"dealer {facts.first_dealer}",
        f"# secret {facts.secret.hex()}",
        " ".join(("# joins", *map(str, facts.press_ids))),
    ]
    return "\n".join((*head, *(entry.line for entry in entries))) + "\n"
