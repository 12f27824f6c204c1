"""What somebody asks statistics of, as it stands in the ids of buttons and selects: all of it, so that they
work after a restart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Self

from bot.discordkit.press_ids import AboutSomethingElse
from bot.stats.ports import LeaderboardMeasure, Months
from bot.stats.server_words import Which

SEASON, LEAGUE = "s", "l"
"""What the number in ``Conditions.games`` is of."""

NUMBER_LONGEST: Final = 9
ID_LONGEST: Final = 20
_GAMES: Final = re.compile(rf"(?:[{SEASON}{LEAGUE}]\d{{1,{NUMBER_LONGEST}}})?")
_MONTHS: Final = re.compile(r"(?:(\d{4})(\d{2}))?-(?:(\d{4})(\d{2}))?")
_PRESET: Final = re.compile(r"[a-z0-9-]{0,24}")
_EVER: Final = ("0000-00", "9999-99")
"""Before and after all months."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """Which games count: of a preset, of a league (``l3``) or a season (``s7``), from a month to another,
    ``YYYY-MM``; all of them where they are empty."""

    preset: str = ""
    games: str = ""
    first: str = ""
    last: str = ""

    @property
    def months(self) -> Months | None:
        """As the store takes them."""
        if not self.first and not self.last:
            return None
        return Months(self.first or _EVER[0], self.last or _EVER[1])

    @property
    def values(self) -> tuple[str, str, str]:
        """In an id."""
        months = f"{self.first.replace('-', '')}-{self.last.replace('-', '')}"
        return self.preset, self.games, months

    @classmethod
    def read(cls, values: Sequence[str]) -> Self:
        """Those that are written so. Raises AboutSomethingElse."""
        preset, games, months = values
        found = _MONTHS.fullmatch(months)
        if found is None or not _GAMES.fullmatch(games) or not _PRESET.fullmatch(preset):
            raise AboutSomethingElse(months)
        first = f"{found[1]}-{found[2]}" if found[1] else ""
        last = f"{found[3]}-{found[4]}" if found[3] else ""
        for month in (first, last):
            if month and not 1 <= int(month[-2:]) <= 12:
                raise AboutSomethingElse(months)
        return cls(preset, games, first, last)


class StatsPage(StrEnum):
    """What of a person is shown."""

    CARD = "card"
    CONTRACTS = "contracts"
    COURSE = "course"
    ROLES = "roles"
    AGAINST = "against"
    ROWS = "rows"
    CONDITIONS = "what-counts"  # is chosen


@dataclass(frozen=True, slots=True)
class PersonView:
    """A leaf of a person's statistics, and how far it is turned (``at``)."""

    user_id: int
    leaf: StatsPage = StatsPage.CARD
    conditions: Conditions = Conditions()
    at: int = 0

    VALUES = 6

    @property
    def values(self) -> tuple[str, ...]:
        """In an id."""
        return self.leaf[:3], str(self.user_id), *self.conditions.values, str(self.at)

    @classmethod
    def read(cls, values: Sequence[str]) -> Self:
        """The one that is written so. Raises AboutSomethingElse."""
        leaf, user_id, *conditions, at = values
        return cls(id_in(user_id), leaf_of(leaf), Conditions.read(conditions), number_in(at))

    def turned(self, leaf: StatsPage, at: int = 0) -> PersonView:
        """The same of another leaf."""
        return replace(self, leaf=leaf, at=at)


RATING: Final = "rating"
"""The measure that is no sum."""

MEASURES: Final = (RATING, *(measure.value for measure in LeaderboardMeasure))


@dataclass(frozen=True, slots=True)
class BoardView:
    """A page of a leaderboard, from the line ``first`` on: by a measure, of people with so many games."""

    measure: str = RATING
    minimum: int = 1
    conditions: Conditions = Conditions()
    first: int = 0

    VALUES = 6

    @property
    def values(self) -> tuple[str, ...]:
        """In an id."""
        return self.measure, str(self.minimum), *self.conditions.values, str(self.first)

    @classmethod
    def read(cls, values: Sequence[str]) -> Self:
        """The one that is written so. Raises AboutSomethingElse."""
        measure, minimum, *conditions, first = values
        if measure not in MEASURES:
            raise AboutSomethingElse(measure)
        return cls(measure, number_in(minimum), Conditions.read(conditions), number_in(first))


@dataclass(frozen=True, slots=True)
class PairView:
    """Two people side by side."""

    left: int
    right: int
    conditions: Conditions = Conditions()

    VALUES = 5

    @property
    def values(self) -> tuple[str, ...]:
        """In an id."""
        return str(self.left), str(self.right), *self.conditions.values

    @classmethod
    def read(cls, values: Sequence[str]) -> Self:
        """The one that is written so. Raises AboutSomethingElse."""
        left, right, *conditions = values
        return cls(id_in(left), id_in(right), Conditions.read(conditions))


@dataclass(frozen=True, slots=True)
class RecordsView:
    """Some records of a preset."""

    preset: str
    which: Which = Which.BEST_DEALS

    VALUES = 2

    @property
    def values(self) -> tuple[str, ...]:
        """In an id."""
        return self.preset, self.which.value

    @classmethod
    def read(cls, values: Sequence[str]) -> Self:
        """The one that is written so. Raises AboutSomethingElse."""
        preset, which = values
        if not _PRESET.fullmatch(preset):
            raise AboutSomethingElse(preset)
        return cls(preset, which_in(which))


@dataclass(frozen=True, slots=True)
class CardsView:
    """The cards of a pack, the how manieth by deals: those of everybody by seat, or those of a person (0 for
    nobody)."""

    user_id: int = 0
    pack: int = 0
    explains: bool = False

    VALUES = 3

    @property
    def values(self) -> tuple[str, ...]:
        """In an id."""
        return str(self.user_id), str(self.pack), str(int(self.explains))

    @classmethod
    def read(cls, values: Sequence[str]) -> Self:
        """The one that is written so. Raises AboutSomethingElse."""
        user_id, pack, explains = values
        return cls(id_in(user_id), number_in(pack), explains == "1")


def leaf_of(text: str) -> StatsPage:
    """The leaf whose name begins so. Raises AboutSomethingElse."""
    for leaf in StatsPage:
        if leaf[:3] == text[:3]:
            return leaf
    raise AboutSomethingElse(text)


def which_in(text: str) -> Which:
    """The records of that name. Raises AboutSomethingElse."""
    if text not in list(Which):
        raise AboutSomethingElse(text)
    return Which(text)


def number_in(text: str) -> int:
    """A number in an id. Raises AboutSomethingElse."""
    return _digits(text, NUMBER_LONGEST)


def id_in(text: str) -> int:
    """Somebody's id. Raises AboutSomethingElse."""
    return _digits(text, ID_LONGEST)


def _digits(text: str, longest: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= longest):
        raise AboutSomethingElse(text)
    return int(text)
