"""What inputs bring about: the deals and the game that end by them. It is the same when it happens and when a
log is told again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.engine.game import DealEnded, Event, Game, GameEnded
from bot.tables.ports import EndedDeal, LogEntry


def ended_deals(game: Game, events: Sequence[Event], entry: LogEntry) -> tuple[EndedDeal, ...]:
    """The deals that ended by an input, which was carried out in ``game`` just now with these events."""
    ended = [event.result for event in events if isinstance(event, DealEnded)]
    return tuple(
        EndedDeal(attempt, entry.seq, entry.at, result, game.dealt_hands, game.measured(result))
        for attempt, result in enumerate(ended, start=len(game.results) - len(ended))
    )


def as_it_stands(game: Game) -> GameEnded:
    """How a game ends that is cut short now: by the deals that were scored."""
    return GameEnded(tuple(game.points), game.places())


def game_ended(events: Iterable[Event]) -> GameEnded | None:
    """How the game ended, if it did."""
    return next((event for event in events if isinstance(event, GameEnded)), None)
