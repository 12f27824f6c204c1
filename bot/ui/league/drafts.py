"""Corrections that are being prepared: kept in memory, one a person, until they are made or given up. They
are longer than what a button can carry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from typing import Final

from bot.clubs.errors import ClubError
from bot.leagues.model import Change, Guest
from bot.ui.discord.latest import Latest

KEPT: Final = 1000
"""Of so many people, those who prepared something last."""


class CorrectionKind(StrEnum):
    """What can be corrected (L17)."""

    VOID = "void"
    POINTS = "points"
    PLAYER = "player"
    INSERT = "insert"
    ADJUST = "adjust"
    EXCUSE = "excuse"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class CorrectionTarget:
    """What is to be corrected: ``about`` is the game or event by its reference, else empty; ``seat`` the one
    that somebody else had; ``seen`` how many corrections of the game there were when it was looked at, None
    where that is nothing to go by."""

    doing: CorrectionKind
    about: str = ""
    seat: int = 0
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class CorrectionDraft:
    """A correction that is being prepared: what was ``typed``, by field, and what that means; no ``change``
    where it means nothing. ``guests`` are those named in it whom nobody knew before."""

    number: int
    league_id: int
    season_id: int
    asked: CorrectionTarget
    typed: Mapping[str, str] = field(default_factory=dict[str, str])
    change: Change | None = None
    guests: tuple[Guest, ...] = ()


class Drafts:
    """Keeps them."""

    def __init__(self) -> None:
        self._kept: Latest[int, CorrectionDraft] = Latest(KEPT)
        self._numbers = count(1)

    def next(self) -> int:
        """The number of another one."""
        return next(self._numbers)

    def keep(self, user_id: int, draft: CorrectionDraft) -> CorrectionDraft:
        """Keep it in place of what this person had prepared."""
        return self._kept.keep(user_id, draft)

    def get(self, user_id: int, number: int, season_id: int) -> CorrectionDraft:
        """What this person has prepared under that number for a season. Raises ClubError
        ``nothing-prepared``."""
        found = self._kept.get(user_id)
        if found is None or (found.number, found.season_id) != (number, season_id):
            raise ClubError("nothing-prepared")
        return found

    def drop(self, user_id: int) -> None:
        """It is made, or given up."""
        self._kept.drop(user_id)
