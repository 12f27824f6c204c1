"""The course of a season: its games that count, its nights, and what everybody did at each (L3 to L10)."""

from __future__ import annotations

from collections import Counter

from bot.leagues.corrections import Corrected
from bot.leagues.entries import NO_ENTRIES, Attendance, Entries, attendances
from bot.leagues.model import Game, Season
from bot.leagues.nights import HeldNight, counted_games, held_nights
from bot.leagues.scoring import Scorer


class Course:
    """What standings, the table of all time, settlement and explanations are made from. ``games`` are those
    that count, ``held`` the nights that were held, ``attendances`` each member's, where there is any."""

    def __init__(self, season: Season, corrected: Corrected) -> None:
        self.season = season
        self.adjustments = corrected.adjustments
        self.excused = corrected.excused
        self.games: tuple[Game, ...] = counted_games(season, corrected.games)
        self.scorer = Scorer(season)
        self.held: list[HeldNight] = held_nights(season, self.games, self.scorer)
        self.attendances: dict[str, Attendance] = attendances(
            season, self.held, corrected.excused, self.scorer
        )

    def entries(self, member: str, nights: int) -> Entries:
        """A member's entries after so many nights (L9, L10)."""
        return self.attendances[member].entries(nights) if member in self.attendances else NO_ENTRIES

    def wins(self, nights: int | None = None) -> Counter[str]:
        """Parts of wins of each member with any, after so many nights or all (L14)."""
        found: Counter[str] = Counter()
        for night in self.held[:nights]:
            found.update(night.wins)
        return found
