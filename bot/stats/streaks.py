"""Games in a row: won ones, and ones in which somebody was not last."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple


class StreakKind(StrEnum):
    """What goes on from game to game."""

    WON = "won"  # at place 1, shared or not
    NOT_LAST = "not-last"  # somebody had fewer points


class Streak(NamedTuple):
    """How many games in a row, ``now`` and at most."""

    now: int = 0
    longest: int = 0

    def after(self, goes_on: bool) -> Streak:
        """The streak after one more game."""
        now = self.now + 1 if goes_on else 0
        return Streak(now, max(self.longest, now))


def goes_on(row: StreakKind, place: int, *, is_last: bool) -> bool:
    """Whether a game at that place goes on with a row."""
    return place == 1 if row is StreakKind.WON else not is_last


def streak(each: Iterable[bool]) -> Streak:
    """The streak of games in their order, each of which went on or did not."""
    found = Streak()
    for one in each:
        found = found.after(one)
    return found
