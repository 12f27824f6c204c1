"""What a panel shows of a game: all of it stands in the ids of its buttons, so that they work after a
restart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Self

from bot.replays.reel import By, GameReplay, ReplayMoment
from bot.ui.discord.press_ids import AboutSomethingElse

EVERYBODY: Final = "-"
"""What stands for all hands open, in the place of a seat."""
_LETTERS: Final = {By.TRICK: "t", By.CARD: "c"}
_BY: Final = {letter: by for by, letter in _LETTERS.items()}
_MOST_DIGITS: Final = 4
BEGINNING: Final = ReplayMoment(0)
VALUES: Final = 3
"""So many values of an id tell a look."""


class Navigation(StrEnum):
    """What can be pressed to look at something else."""

    START = "start"
    BACK = "back"
    ON = "on"
    END = "end"
    BY = "by"
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class ReplayLook:
    """A moment, how far a step goes, through whose eyes (a seat, None: all hands open), and whether it is
    shown what else was legal."""

    moment: ReplayMoment = BEGINNING
    by: By = By.TRICK
    eyes: int | None = None
    others: bool = False

    @property
    def values(self) -> tuple[str, str, str]:
        """As it stands in an id."""
        eyes = EVERYBODY if self.eyes is None else str(self.eyes)
        flags = f"{_LETTERS[self.by]}{eyes}{int(self.others)}"
        return str(self.moment.deal), str(self.moment.ply), flags

    @classmethod
    def read(cls, values: Sequence[str]) -> Self:
        """The look that is written so. Raises AboutSomethingElse."""
        if len(values) != VALUES or not all(_is_number(one) for one in values[:2]):
            raise AboutSomethingElse("replay")
        deal, ply, flags = values
        by, eyes, others = tuple(flags) if len(flags) == VALUES else ("", "", "")
        if by not in _BY or others not in ("0", "1") or not (eyes == EVERYBODY or _is_number(eyes)):
            raise AboutSomethingElse("replay")
        seat = None if eyes == EVERYBODY else int(eyes)
        return cls(ReplayMoment(int(deal), int(ply)), _BY[by], seat, others == "1")

    def within(self, reel: GameReplay) -> Self:
        """The same, of a game in which there is such a moment and such a seat. Raises AboutSomethingElse."""
        if not reel.has(self.moment) or (self.eyes or 0) >= reel.header.rules.players:
            raise AboutSomethingElse("replay")
        return self

    def moved(self, reel: GameReplay, move: Navigation) -> Self:
        """What is shown after a press; the same where there is no way on."""
        match move:
            case Navigation.START:
                return replace(self, moment=reel.rewound(self.moment) or self.moment)
            case Navigation.BACK:
                return replace(self, moment=reel.before(self.moment, self.by) or self.moment)
            case Navigation.ON:
                return replace(self, moment=reel.after(self.moment, self.by) or self.moment)
            case Navigation.END:
                return replace(self, moment=reel.wound(self.moment) or self.moment)
            case Navigation.BY:
                return replace(self, by=By.CARD if self.by is By.TRICK else By.TRICK)
            case Navigation.OTHERS:
                return replace(self, others=not self.others)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
