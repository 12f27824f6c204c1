"""All that is known of a person when their statistics are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.engine.errors import RuleViolation
from bot.engine.registry import preset_named
from bot.statistics.model import PersonTallies, Tally, TallyKind
from bot.statistics.ports import PlayedGame
from bot.statistics.rating_ports import LadderRung, Rated
from bot.statistics.streaks import Streak, StreakKind
from bot.words.catalogue import Words

ENOUGH: Final = 10
"""Deals of a contract from which on it is told whether somebody is good at it."""

COURSE: Final = 60
"""Games that are looked back on."""


@dataclass(frozen=True, slots=True)
class LadderStanding:
    """Where somebody is on the ladder of a family of games: their rung, of so many people, and their ratings
    after each of their last rated games. ``undone`` are games that are still to be rated."""

    rung: LadderRung | None
    total: int = 0
    rated: Sequence[Rated] = ()
    undone: int = 0


@dataclass(frozen=True, slots=True)
class PersonStats:
    """A person under some conditions, which ``about`` says: «Kingen · since March». ``games`` are their last
    ones, the latest first. ``names`` are those of people they met; of so many (``unnamed``) the reader is not
    told. ``standing`` is None where nobody is rated. ``is_hidden`` says that nobody else sees this,
    ``looks_back`` that ``streaks`` are those of ``games`` alone."""

    user_id: int
    name: str
    about: str
    person: PersonTallies
    games: Sequence[PlayedGame]
    streaks: Mapping[StreakKind, Streak]
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    unnamed: int = 0
    avatar: bytes | None = field(default=None, repr=False)
    standing: LadderStanding | None = None
    is_hidden: bool = False
    looks_back: bool = False


def edge(tally: Tally) -> float | None:
    """By how many points a deal somebody is above the mean of the table; None where there is none."""
    return None if tally.table_mean is None or not tally.count else tally.mean - tally.table_mean


def telling_contracts(person: PersonTallies) -> list[tuple[str, Tally, float]]:
    """The contracts of which enough deals were played to tell something, with the edge in each, the best
    first; of equal ones the one played more."""
    found = [
        (contract, tally, gained)
        for contract, tally in person.each(TallyKind.CONTRACT).items()
        if tally.count >= ENOUGH and (gained := edge(tally)) is not None
    ]
    return sorted(found, key=lambda one: (-one[2], -one[1].count, one[0]))


def family_of(preset: str) -> str | None:
    """The family of games of a preset; None for one that there is no more."""
    try:
        return preset_named(preset).family
    except RuleViolation:
        return None


def preset_text(words: Words, preset: str) -> str:
    """What a preset is called; its own name where it is none of ours any more."""
    return words(f"preset.{preset}") if f"preset.{preset}" in words.keys else preset


def contract_text(words: Words, contract: str) -> str:
    """What a contract is called."""
    return words(f"contract.{contract}") if f"contract.{contract}" in words.keys else contract
