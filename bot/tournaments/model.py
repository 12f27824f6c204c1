"""What a tournament is made of (T1, T2, T6), whoever keeps it: a file, or the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from bot.leagues.season.fields import FileFault
from bot.leagues.season.model import Holder
from bot.leagues.season.settings import GameSettings, Whole, Word, WordList


class Group(StrEnum):
    """Who plays a stage together (T1), in the order in which they are shown."""

    MAIN = "main"
    SMALL = "small"


@dataclass(frozen=True, slots=True)
class TournamentSettings(GameSettings):
    """The settings of a tournament, beside what a seat scores; the defaults where nothing else was chosen.

    ``ties``: what ranks equal totals, before the lot (T4). ``team``: how many people count for their team,
    None without teams (T8). ``missed`` and ``bye``: what a round without a game is worth (T2).
    """

    ties: tuple[str, ...] = field(
        default=(), metadata={"legal": WordList(("wins", "best_round", "last_round"))}
    )
    team: int | None = field(default=None, metadata={"legal": Whole(1)})
    missed: str | Fraction = field(default="lowest", metadata={"legal": Word(("lowest",), or_number=True)})
    bye: Fraction = field(default=Fraction(), metadata={"legal": Word((), or_number=True)})


@dataclass(frozen=True, slots=True)
class Cut:
    """How many go on from a stage to the ``main`` and to the ``small`` group of the next one; whether
    ``winners`` of the last round go first (T5), and whether totals go with them (T3)."""

    main: int
    small: int = 0
    winners: bool = False
    carry: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """So many rounds, counted from 1. All stages but the last have a cut (T1)."""

    rounds: int
    cut: Cut | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody of the field, and their team."""

    id: str
    name: str | None = None
    team: str | None = None


@dataclass(frozen=True, slots=True)
class RoundBye:
    """That somebody sits out a round of a stage. Stages are known by their numbers, from 0."""

    stage: int
    round: int
    player: str


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """That somebody gets through to nothing after a stage (T6)."""

    player: str
    after: int


class TournamentGame(NamedTuple):
    """The result of a finished game: who had each seat at the end, and its points, by seat. A guest with the
    id of somebody of the field is that person at the table, yet has no game by it (T2)."""

    id: str
    stage: int
    group: Group
    round: int
    holders: tuple[Holder, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tournament:
    """All that rankings follow from. ``levels`` are the factors of L6 by players, 1 where there is none. The
    ``seed`` is what lots are drawn by (T4)."""

    seed: str
    settings: TournamentSettings
    people: tuple[Entrant, ...]
    stages: tuple[Stage, ...]
    games: tuple[TournamentGame, ...] = ()
    byes: tuple[RoundBye, ...] = ()
    withdrawn: tuple[Withdrawal, ...] = ()
    levels: Mapping[int, Fraction] = field(default_factory=dict[int, Fraction])
    name: str | None = None


class TournamentFault(NamedTuple):
    """Why the values of a tournament do not hold together, and the path of what does not, as in its file."""

    code: FileFault
    path: tuple[str | int, ...]
