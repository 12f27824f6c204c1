"""Which part of the bot a process is. Cells are counted from 1; a bot in one process is cell 1 of 1."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, Self, TypeVar

MOST_CELLS: Final = 64

_CREATED_AT: Final = 22
"""The bit of an id of Discord's from which on it tells when that was made, by which Discord chooses a
server's shard. https://discord.com/developers/docs/topics/gateway#sharding-sharding-formula"""

T_co = TypeVar("T_co", covariant=True)


class CellError(Exception):
    """The process cannot be the cell that it is told to be; the text is one sentence for the operator."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Cell ``number`` of so many."""

    number: int
    count: int

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    @classmethod
    def read(cls, text: str) -> Self:
        """The cell that is written so, such as ``2/4``. Raises ValueError."""
        found = re.fullmatch(r"(\d{1,2})/(\d{1,2})", text, re.ASCII)
        cell = cls(int(found[1]), int(found[2])) if found is not None else None
        if cell is None or not 1 <= cell.number <= cell.count <= MOST_CELLS:
            raise ValueError(f"a cell is written as 2/4, of at most {MOST_CELLS}, not {text!r}")
        return cell

    @property
    def is_first(self) -> bool:
        """Whether it serves what belongs to no server: direct messages come to it, as they do to shard 0."""
        return self.number == FIRST

    @property
    def others(self) -> tuple[int, ...]:
        """The numbers of all others."""
        return tuple(number for number in range(1, self.count + 1) if number != self.number)

    def home(self, guild_id: int | None) -> int:
        """The number of the cell that everything about a server lies in, whatever the number of shards; of
        the first for what belongs to none."""
        return FIRST if guild_id is None else (guild_id >> _CREATED_AT) % self.count + 1

    def last_number(self, used: int) -> int:
        """The number from which this cell goes on where ``used`` is the highest that any cell may have given:
        the next is above it, and no other cell of so many gives it."""
        return used + (self.number - used) % self.count

    def shards(self, recommended: int) -> tuple[int, list[int]]:
        """How many shards all cells have together, at least as many as Discord recommends, and the ids of
        this one's: those that Discord gives the servers to that are at home here."""
        total = -(-recommended // self.count) * self.count
        return total, list(range(self.number - 1, total, self.count))


FIRST: Final = 1
ALONE: Final = Cell(1, 1)
"""A bot in one process."""


@dataclass(frozen=True, slots=True)
class Everywhere(Generic[T_co]):
    """What cells answer, by their numbers; ``absent`` are the numbers of those that do not."""

    answers: Mapping[int, T_co]
    absent: tuple[int, ...] = ()


async def nowhere(*_: object) -> Everywhere[Any]:
    """What the other cells of a bot in one process answer."""
    return Everywhere({})
