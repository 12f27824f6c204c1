"""How a night goes: its settings, each declared once with all that it may be."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, cast

from bot.nights.seating.model import Mode, Remainder
from bot.people.chosen import OFF_ON, ON_OFF, Chosen, free, number, one_of
from bot.tables.model import Pace

ROUNDS_MOST: Final = 12
SEATS_LEAST: Final = 2
SEATS_MOST: Final = 256
MINUTES_LEAST: Final = 5
MINUTES_MOST: Final = 480

PAUSE_BETWEEN_ROUNDS: Final = 300.0
"""In seconds, as it is expected."""


class OutOfTime(StrEnum):
    """What becomes of a game when the time of its round is up."""

    ROBOTS = "robots"  # they play it to its end
    CUT = "cut"  # the deal in play does not count; only where every deal adds up to 0


class NightRanking(StrEnum):
    """What the table of a night of duplicate rounds goes by."""

    POINTS = "points"
    DIFFERENCE = "difference"  # from the mean of the same seat at all tables of the round


def _pairs(kept: object) -> tuple[tuple[int, int], ...] | None:
    pairs: list[tuple[int, int]] = []
    for one in cast(list[object], kept) if isinstance(kept, list) else []:
        match one:
            case [int(first), int(second)]:
                pairs.append((first, second))
            case _:
                return None
    return tuple(pairs)


@dataclass(frozen=True, slots=True)
class NightSettings(Chosen):
    """Of one night, or of all of a series. ``rounds`` of so many ``games`` each; ``minutes`` is the time of a
    round, None without a limit, and then ``out_of_time`` says what becomes of its games. ``pace`` is the
    clock for a move. ``seats`` is how many people there is room for, None for any number.

    ``announced`` is how many days before a night of a series people are asked whether they come,
    ``reminder`` how many hours before the start those who have not answered are, ``check_in`` how many
    minutes before it people say that they are here; 0 leaves either out. ``grace`` is how many minutes a
    table waits for its people. ``confirmed``: an organiser has to post the plan, else it is posted at the
    hour. ``duplicate``: all tables of a round play the same cards, and the night's table goes by ``ranking``.
    ``event``: it is among the server's events. ``apart`` are pairs of people who never sit together."""

    rounds: int = one_of(3, *(one for one in range(1, ROUNDS_MOST + 1) if one != 3))
    games: int = one_of(1, 2, 3, 4)
    minutes: int | None = number(MINUTES_LEAST, MINUTES_MOST, 30, 45, 60, 75, 90, 105, 120, 150, 180, 240)
    out_of_time: str = one_of(*(one.value for one in OutOfTime))
    pace: str = one_of(Pace.MINUTE.value, *(pace.value for pace in Pace if pace is not Pace.MINUTE))
    mode: str = one_of(*(one.value for one in Mode))
    remainder: str = one_of(*(one.value for one in Remainder))
    seats: int | None = number(SEATS_LEAST, SEATS_MOST, 8, 12, 16, 20, 24, 28, 32, 40, 48, 64)
    announced: int = one_of(6, 1, 2, 3, 4, 5, 7, 10, 14)
    reminder: int = one_of(24, 0, 2, 6, 12, 48)
    check_in: int = one_of(30, 0, 10, 15, 20, 45, 60)
    grace: int = one_of(5, 2, 3, 10, 15)
    robots: str = one_of("steady", "easy", "strong", "teacher")
    confirmed: bool = one_of(*OFF_ON)
    duplicate: bool = one_of(*OFF_ON)
    ranking: str = one_of(*(one.value for one in NightRanking))
    event: bool = one_of(*ON_OFF)
    apart: tuple[tuple[int, int], ...] = free((), _pairs)

    @property
    def is_duplicate(self) -> bool:
        """Whether the tables of a round play the same cards: in rounds of one game alone."""
        return self.duplicate and self.games == 1


def evening_length(rounds: int, games: int, game: float, limit: float | None = None) -> float:
    """How many seconds an evening of so many rounds is expected to take, of ``games`` that take ``game``
    seconds each. ``limit`` is the time a round has, in seconds, None where it has as long as it takes."""
    a_round = games * game if limit is None else min(games * game, limit)
    return rounds * a_round + max(0, rounds - 1) * PAUSE_BETWEEN_ROUNDS
