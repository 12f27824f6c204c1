"""Who is told of, and how what people write is put into a text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.leagues.model import Holder, Season, SeasonGame, SeatKind
from bot.telling import robots
from bot.words.catalogue import Words
from bot.words.names import clean, in_text, tidy


@dataclass(frozen=True, slots=True)
class LeagueNames:
    """What people are called, by id, and how their own words are ``shown`` where they are read: as Discord's
    Markdown, or as they are. Why somebody corrected something is told with ``reasons`` alone: it is for
    members and organisers (docs/privacy.md)."""

    words: Words
    names: Mapping[str, str]
    shown: Callable[[str], str] = in_text
    reasons: bool = False

    def __call__(self, id: str) -> str:
        """What somebody is called; by their id where nobody knows a name."""
        return self.id(self.names.get(id) or id)

    def id(self, id: str) -> str:
        """An id, or a name, of whatever length."""
        return self.shown(clean(id, otherwise="?"))

    def said(self, text: str) -> str:
        """What somebody has written, fit for a sentence."""
        return self.shown(tidy(text))

    def holder(self, holder: Holder) -> str:
        """Who has a seat."""
        return robots.alone(self.words, holder.id) if holder.kind is SeatKind.ROBOT else self(holder.id)

    def result(self, game: SeasonGame) -> str:
        """«Ann +3, Bob −3»."""
        held = zip(game.holders, game.points, strict=True)
        return ", ".join(f"{self.holder(holder)} {self.words.points(points)}" for holder, points in held)


def names_of(season: Season) -> dict[str, str]:
    """What a season calls its members and guests; a member's name before a guest's of the same id."""
    guests = {one.id: one.name for one in season.guests}
    return guests | {one.id: one.name for one in season.members}
