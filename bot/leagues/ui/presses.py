"""All that is pressed of leagues, put together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from bot.discordkit.files import Files
from bot.discordkit.people import People
from bot.discordkit.permissions import ServerPresence
from bot.discordkit.postings import Outlet
from bot.discordkit.routes import Route, routes_of
from bot.leagues.service import Clubs, Roll
from bot.leagues.ui.closing import Closing
from bot.leagues.ui.correcting import Correcting, Disputes
from bot.leagues.ui.exporting import Exporting
from bot.leagues.ui.founding import Founding
from bot.leagues.ui.importing import Importing
from bot.leagues.ui.members import Members
from bot.leagues.ui.membership import Membership
from bot.leagues.ui.nights import NightsPresses
from bot.leagues.ui.organisers import Notices
from bot.leagues.ui.reporting import Reporting
from bot.leagues.ui.results import ResultsPresses
from bot.leagues.ui.season_settings import SeasonPresses
from bot.leagues.ui.settings import LeagueSettings
from bot.leagues.ui.standings import StandingsPresses
from bot.leagues.ui.suggestions import LeagueSuggestions
from bot.pictures.painter import Painter
from bot.rules.ui.presets import Presets
from bot.tables.tables import Tables
from bot.tables.ui.access import TableAccess
from bot.tables.ui.display import Display


@dataclass(frozen=True, slots=True)
class LeaguePresses:
    """What each is about is said in its module."""

    clubs: Clubs
    suggestions: LeagueSuggestions
    founding: Founding
    membership: Membership
    members: Members
    settings: LeagueSettings
    seasons: SeasonPresses
    closing: Closing
    standings: StandingsPresses
    results: ResultsPresses
    exporting: Exporting
    reporting: Reporting
    importing: Importing
    correcting: Correcting
    nights: NightsPresses
    disputes: Disputes

    @classmethod
    def of(
        cls,
        clubs: Clubs,
        people: People,
        presets: Presets,
        tables: Tables,
        display: Display,
        outlet: Outlet,
        painter: Painter,
        access: TableAccess,
        files: Files,
    ) -> Self:
        """All of them."""
        results = ResultsPresses(clubs, people, access)
        notices, roll = Notices(outlet.client, people, outlet.budget, outlet.time), Roll(clubs)
        presence = ServerPresence(outlet.budget, clubs.time)
        return cls(
            clubs,
            LeagueSuggestions(clubs, people),
            Founding(clubs, people, presets, notices),
            Membership(clubs, roll, people, notices),
            Members(clubs, roll, people, presence),
            LeagueSettings(clubs, roll, people, presets, presence),
            SeasonPresses(clubs, people),
            Closing(clubs, people, notices, tables, display, painter),
            StandingsPresses(clubs, people, painter),
            results,
            Exporting(clubs, people),
            Reporting(clubs, people),
            Importing(clubs, people, files),
            Correcting(clubs, people, results),
            NightsPresses(clubs, people),
            Disputes(clubs, people, outlet, tables, results, access),
        )

    def forget(self, user_id: int) -> None:
        """A person's data were deleted: what they were preparing goes too."""
        self.correcting.forget(user_id)
        self.importing.forget(user_id)

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb."""
        return routes_of(
            self.membership,
            self.members,
            self.settings,
            self.seasons,
            self.closing,
            self.standings,
            self.results,
            self.exporting,
            self.reporting,
            self.importing,
            self.correcting,
            self.nights,
            self.disputes,
        )
