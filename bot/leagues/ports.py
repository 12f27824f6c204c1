"""Where leagues are kept. Every method raises StoreError when the database fails, and then nothing of what
was asked is kept; a ClubError says that it cannot be done, and then nothing is changed either."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from bot.leagues.model import (
    Candidate,
    ClubMember,
    Event,
    Gain,
    League,
    NightFacts,
    Report,
    SeasonFacts,
    SeasonResult,
    StandingsPage,
)
from bot.leagues.season.model import Bye, Correction, Guest, Night, Season
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.season.standings import AllTime


@dataclass(frozen=True, slots=True)
class DealRow:
    """What a seat made in a deal of a season's game that was played at a table; ``deal`` is counted from 0.
    ``contract`` is the engine's name of it, ``trump`` 0 to 3 where it has one."""

    game: str
    deal: int
    dealer: int
    contract: str
    trump: int | None
    seat: int
    name: str
    points: int


Entering = Callable[[Sequence[ClubMember], Sequence[Candidate]], ClubMember]
"""Who is a member, out of everybody who ever was one of that league by then and of who may become one."""


class LeagueStore(Protocol):
    """Leagues and who belongs to them."""

    async def create(self, league: League, season: SeasonFacts, creator: ClubMember) -> League:
        """Keep a new league with its first season and its creator as its first member; returns it with its
        id. Raises ClubError ``name-taken``."""
        ...

    async def change(self, league_id: int, change: Callable[[League], League]) -> League:
        """Keep what ``change`` makes of a league as it is by then, and return it. Raises ClubError
        ``no-such-league``, ``name-taken``, and what ``change`` raises."""
        ...

    async def league(self, league_id: int) -> League | None:
        """A league."""
        ...

    async def leagues(self, guild_id: int) -> Sequence[League]:
        """Those of a server, by name."""
        ...

    async def members(self, league_id: int) -> Sequence[ClubMember]:
        """Everybody who ever was a member, by name."""
        ...

    async def enter(self, league_id: int, who: Entering) -> ClubMember:
        """Somebody is a member from now on, of the open season too, or is one under another name; they are no
        candidate any longer. Returns who it is. Raises what ``who`` raises."""
        ...

    async def leave(self, league_id: int, member: str, on: date) -> None:
        """Somebody is no member any longer."""
        ...

    async def candidates(self, league_id: int) -> Sequence[Candidate]:
        """Who may become a member, who has waited longest first."""
        ...

    async def keep_candidate(self, candidate: Candidate) -> None:
        """Somebody waits."""
        ...

    async def drop_candidate(self, league_id: int, user_id: int) -> None:
        """Somebody does not wait any longer."""
        ...


class SeasonStore(Protocol):
    """Seasons, their results and their standings."""

    async def seasons(self, league_id: int) -> Sequence[SeasonFacts]:
        """All of a league, in order."""
        ...

    async def facts(self, season_id: int) -> SeasonFacts | None:
        """A season."""
        ...

    async def whole(self, season_id: int) -> Season:
        """All that a season's standings follow from. The names in it are those that its people have in the
        league now."""
        ...

    async def page(self, season_id: int, first: int, count: int, member: str | None = None) -> StandingsPage:
        """So many lines of the standings from the ``first`` on, and the line of a member."""
        ...

    async def all_time(self, league_id: int) -> Sequence[AllTime]:
        """The table of all time (L16)."""
        ...

    async def nights(self, season_id: int) -> Sequence[NightFacts]:
        """All nights of a season, planned ones that were not held too, in their order (L3)."""
        ...

    async def begin(self, season: SeasonFacts) -> SeasonFacts:
        """Begin a season with those who are members; returns it with its id and number. Raises ClubError
        ``season-open`` where one has not been closed."""
        ...

    async def close(self, season_id: int, on: date) -> None:
        """Close a season. Raises ClubError ``season-closed``, ``tables-running`` (``tables``: their
        numbers)."""
        ...

    async def change_settings(self, season_id: int, before: SeasonSettings, after: SeasonSettings) -> None:
        """Have the standings follow other settings. Raises ClubError ``settings-changed`` where they are not
        those from ``before`` any longer, ``season-closed``."""
        ...

    async def planned_nights(self, season_id: int) -> Sequence[Night]:
        """The nights that are planned, in the order in which they were."""
        ...

    async def add_night(self, season_id: int, night: Night) -> None:
        """A night is planned. Raises ClubError ``same-night``, ``season-closed``."""
        ...

    async def add_bye(self, season_id: int, bye: Bye) -> None:
        """A member sat out a round. Raises ClubError ``season-closed``, ``unknown-night``,
        ``unknown-member``, ``same-bye``."""
        ...

    # Results

    async def results(
        self, season_id: int, first: int, count: int, member: str | None = None
    ) -> tuple[Sequence[SeasonResult], int]:
        """So many games, a member's or all, the latest first, and how many there are."""
        ...

    async def of_night(self, season_id: int, night: str) -> Sequence[SeasonResult]:
        """The games of a night, the earliest first, those that are void too."""
        ...

    async def result(self, season_id: int, game: str) -> SeasonResult | None:
        """A game."""
        ...

    async def is_void(self, table_id: int) -> bool:
        """Whether the game at a table counts for nothing in its season."""
        ...

    async def gains(self, table_id: int) -> Sequence[Gain]:
        """What the game at a table did to its members' standing, by seat."""
        ...

    async def deals(self, season_id: int) -> Sequence[DealRow]:
        """The deals of all games that were played at tables, in order."""
        ...

    async def report(self, report: Report) -> Report:
        """Keep a game on paper; returns it with its id, which its game is called after. One without an id
        gets a new one; one that has been kept under its own already stays the only one, with the text of
        now. Raises ClubError ``season-closed`` and, where it counts by now, ``no-such-report``."""
        ...

    async def reported(self, report_id: int) -> Report | None:
        """A game on paper that waits; None once it does not."""
        ...

    async def waiting_reports(self, season_id: int) -> Sequence[Report]:
        """All that wait, the oldest first."""
        ...

    async def dispute(self, season_id: int, game: str) -> int | None:
        """The thread in which a game's result is disputed; None where it is not."""
        ...

    async def keep_dispute(self, season_id: int, game: str, thread_id: int) -> None:
        """A game's result is disputed in that thread, and in no other."""
        ...

    async def confirm(self, report_id: int, user_id: int | None) -> Report | None:
        """A player has said that a game is right, or (None) an organiser for all; returns what is still
        awaited, or None once it is a game of the season. Raises ClubError ``no-such-report``,
        ``season-closed``, and what L17 says against the game."""
        ...

    async def withdraw(self, report_id: int) -> None:
        """A game on paper is not to count."""
        ...

    # Corrections

    async def events(self, season_id: int) -> Sequence[Event]:
        """All corrections, in order (L17)."""
        ...

    async def correct(
        self,
        season_id: int,
        correction: Correction,
        seen: int | None = None,
        guests: Sequence[Guest] = (),
    ) -> None:
        """Make a correction. ``seen`` is how many corrections of the same game whoever makes it has seen;
        ``guests`` are those named in it whom the season has not known before.
        Raises ClubError with the code of L17 that refuses it, ``corrected-meanwhile`` where there are
        others."""
        ...

    # Seasons that are brought along

    async def bring(
        self, facts: SeasonFacts, season: Season, known: Mapping[str, ClubMember], *, open_now: bool
    ) -> SeasonFacts:
        """Keep a season that was played elsewhere, as a closed one before the others, or with ``open_now`` in
        place of the open one, which must be empty. ``known`` are its members by id, as the league is to know
        them. Returns it with its id. Raises ClubError ``season-not-empty``, ``season-overlaps``."""
        ...

    async def take_back(self, season_id: int) -> None:
        """Undo ``bring``. Raises ClubError ``season-in-use`` where something has come of it since."""
        ...

    async def ratings(self, season_id: int) -> Mapping[str, tuple[float, float]]:
        """The ratings of people, mu and sigma (L20)."""
        ...
