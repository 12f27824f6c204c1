"""When a table must move by itself, and how long a game takes.

A table waits for at most one thing at a time: a robot's moment, a move's deadline, or the end of the pause
between two deals. It has one timer for it, which follows from what is stored of the table and is set from
that at a start; a table which waits for people alone costs nothing.

How long a game takes is estimated by what games like it took here, else by the number of cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from statistics import median
from typing import Final, NamedTuple

from bot.engine.game import AWAITS_DECK
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.engine.registry import new_game
from bot.ports import Time
from bot.tables.model import RobotPace, State, TableFacts

DEAL_PAUSE: Final = 30.0  # the least time, in seconds, to look at the scores of a deal
TRICK_LOOKED_AT: Final = 3.0  # before that, at the trick that closed it
RESTART_GRACE: Final = 60.0  # the least time left for a move when the bot comes back
NEAR: Final = 900.0  # seconds within which only these count, and not the clock on the wall
MISSED_LIMIT: Final = 2  # moves timed out in a row before the seat counts as absent


class TableTimer(StrEnum):
    """The timers of a table, by its id. They follow from its facts, so they are not stored."""

    MOVES = "table-moves"


class Countdown:
    """How long it is until a stored date, for one that is looked at again and again: where that is near, by
    the clock that counts seconds, so that nobody loses a move, or waits for hours, when the one on the wall
    is set."""

    __slots__ = ("_date", "_moment", "_time")

    def __init__(self, time: Time) -> None:
        self._time = time
        self._date: float | None = None
        self._moment: float | None = None

    def left(self, date: float) -> float:
        """The seconds until then; less than 0 where it is over."""
        if date != self._date:
            left = date - self._time.now()
            self._date, self._moment = date, self._time.monotonic() + left if abs(left) < NEAR else None
        return date - self._time.now() if self._moment is None else self._moment - self._time.monotonic()


def time_allowed(facts: TableFacts) -> float | None:
    """How many seconds the table waits for people now; None when it waits without limit or for nobody."""
    seconds = facts.pace.seconds
    if facts.state is not State.PLAYING or facts.turn is None or seconds is None:
        return None
    if facts.turn == AWAITS_DECK:
        return TRICK_LOOKED_AT + max(seconds, DEAL_PAUSE)
    return seconds if is_persons_turn(facts) else None


def with_clock(before: TableFacts, after: TableFacts, now: float) -> TableFacts:
    """``after`` with its deadline, and the moment since when somebody is waited for: those that are running
    if the same person is still to make the same move, else fresh ones."""
    same_move = before.seq == after.seq and _mover(before) == _mover(after)
    turn_at, nudged = before.turn_at, after.nudged
    if not is_persons_turn(after):
        turn_at, nudged = None, False
    elif not same_move or turn_at is None:
        turn_at, nudged = now, False
    allowed, deadline = time_allowed(after), before.deadline
    if allowed is None:
        deadline = None
    elif not same_move or deadline is None:
        deadline = now + allowed
    if (deadline, turn_at, nudged) == (after.deadline, after.turn_at, after.nudged):
        return after
    return replace(after, deadline=deadline, turn_at=turn_at, nudged=nudged)


def is_persons_turn(facts: TableFacts) -> bool:
    """Whether a person who is here is to move."""
    if facts.state is not State.PLAYING or facts.turn is None or facts.turn < 0:
        return False
    return not facts.seats[facts.turn].played_by_robot


def robots_pace(facts: TableFacts) -> RobotPace:
    """How fast the robots of a table play now."""
    return RobotPace.INSTANT if facts.time_up else facts.robot_pace


def pause(usual: float, after_trick: bool, drawn: float) -> float:
    """How long the table waits before it moves by itself, in seconds: the same for a robot's move, a queued
    card and a forced one, so that nobody can tell them apart. It varies by a fifth with ``drawn`` (a random
    number from 0 up to 1), and is twice as long after a completed trick, so that people can follow."""
    return usual * (0.8 + 0.4 * drawn) * (2 if after_trick else 1)


def after_downtime(facts: TableFacts, now: float) -> TableFacts:
    """The facts of a table whose bot was away: nobody loses a move for that. A deadline that has passed
    gives the full time again, one that is near a minute (or the full time, if that is less)."""
    allowed = time_allowed(facts)
    if allowed is None or facts.deadline is None:
        return facts
    if facts.deadline <= now:
        return replace(facts, deadline=now + allowed)
    return replace(facts, deadline=max(facts.deadline, now + min(allowed, RESTART_GRACE)))


def _mover(facts: TableFacts) -> int | None:
    if facts.turn is None or facts.turn < 0:
        return None
    return facts.seats[facts.turn].user_id


GAMES_LOOKED_AT: Final = 50
"""How many past games count, the latest ones."""

FEWEST: Final = 5
"""Of fewer games it is not seen how long one usually takes."""

SECONDS_A_CARD: Final = 6.0
"""What a person's card takes, all that comes between cards included."""

SECONDS_A_ROBOTS_CARD: Final = 1.5


def estimate(rules: Rules, robots: int = 0) -> float:
    """How many seconds a game may take of which nothing is known but its rules, and that ``robots`` sit at
    the table."""
    game = _game(rules)
    cards = game.view(None).deals * game.pack.bit_count()
    a_round = (rules.players - robots) * SECONDS_A_CARD + robots * SECONDS_A_ROBOTS_CARD
    return cards * a_round / rules.players


def deals_of(rules: Rules) -> int:
    """How many deals make a game."""
    return _game(rules).view(None).deals


class Expected(NamedTuple):
    """How many ``seconds`` a game among people is expected to take, as so many past ``games`` took; estimated
    by its cards where these are none."""

    seconds: float
    games: int = 0


def expected(rules: Rules, past: Sequence[float]) -> Expected:
    """How long a game is expected to take. ``past`` is what those like it took, in seconds, the latest first:
    half of them took longer. It is estimated where they are fewer than ``FEWEST``."""
    looked_at = past[:GAMES_LOOKED_AT]
    return (
        Expected(estimate(rules)) if len(looked_at) < FEWEST else Expected(median(looked_at), len(looked_at))
    )


def _game(rules: Rules) -> Game:
    return new_game(rules, 0)
