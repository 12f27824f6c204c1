"""The course of a season: its nights, what everybody did at each, and its games that count (L3 to L10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.leagues.corrections import Adjustment, Corrected
from bot.leagues.entries import NO_ENTRIES, Attendance, Entries, attendances
from bot.leagues.model import Season, SeasonGame
from bot.leagues.nights import HeldNight, counted_games, held_nights
from bot.leagues.scoring import Scorer


class HeldNights:
    """The nights of a season that were held, and what each was to a member: all that standings take.
    ``attendances`` are each member's, where there is any; ``excused`` who may stay away from each night."""

    def __init__(
        self,
        season: Season,
        scorer: Scorer,
        held: Sequence[HeldNight],
        excused: Mapping[str, frozenset[str]],
        adjustments: Mapping[str, tuple[Adjustment, ...]],
    ) -> None:
        self.season = season
        self.scorer = scorer
        self.held = held
        self.excused = excused
        self.adjustments = adjustments
        self.attendances: dict[str, Attendance] = attendances(season, held, excused, scorer)

    def entries(self, member: str, nights: int) -> Entries:
        """A member's entries after so many nights (L9, L10)."""
        return self.attendances[member].entries(nights) if member in self.attendances else NO_ENTRIES

    def wins(self, nights: int | None = None) -> Counter[str]:
        """Parts of wins of each member with a game score, after so many nights or all (L14)."""
        found: Counter[str] = Counter()
        for night in self.held[:nights]:
            for member, tally in night.tallies.items():
                found[member] += tally.wins
        return found


class SeasonCourse(HeldNights):
    """What standings, the table of all time, settlement and explanations are made from. ``games`` are those
    that count."""

    def __init__(self, season: Season, corrected: Corrected) -> None:
        self.games: tuple[SeasonGame, ...] = counted_games(season, corrected.games)
        scorer = Scorer(season)
        held = held_nights(season, self.games, scorer)
        super().__init__(season, scorer, held, corrected.excused, corrected.adjustments)
