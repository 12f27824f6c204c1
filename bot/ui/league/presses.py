"""All that is pressed and asked for of leagues."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from bot.clubs.clubs import Clubs
from bot.clubs.roll import Roll
from bot.pictures.painter import Painter
from bot.tables.tables import Tables
from bot.ui.discord.access import TableAccess
from bot.ui.discord.files import Files
from bot.ui.discord.outlets import Outlet
from bot.ui.discord.people import People
from bot.ui.discord.permissions import ServerPresence
from bot.ui.discord.routes import Handler
from bot.ui.league.closing import Closing
from bot.ui.league.correcting import Correcting
from bot.ui.league.disputes import Disputes
from bot.ui.league.founding import Founding
from bot.ui.league.importing import Importing
from bot.ui.league.league_settings import LeagueSettings
from bot.ui.league.members import Members
from bot.ui.league.membership import Membership
from bot.ui.league.nights_presses import NightsPresses
from bot.ui.league.notices import Notices
from bot.ui.league.reporting import Reporting
from bot.ui.league.season_presses import SeasonPresses
from bot.ui.league.showing import Showing
from bot.ui.league.suggestions import LeagueSuggestions
from bot.ui.presets.presets import Presets
from bot.ui.table.display import Display


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
    showing: Showing
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
        showing = Showing(clubs, people, painter, access)
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
            showing,
            Reporting(clubs, people),
            Importing(clubs, people, files),
            Correcting(clubs, people, showing.results),
            NightsPresses(clubs, people),
            Disputes(clubs, people, outlet, tables, showing.results, access),
        )

    def forget(self, user_id: int) -> None:
        """A person's data were deleted: what they were preparing goes too."""
        self.correcting.forget(user_id)
        self.importing.forget(user_id)

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        each = (
            self.membership,
            self.members,
            self.settings,
            self.seasons,
            self.closing,
            self.showing,
            self.reporting,
            self.importing,
            self.correcting,
            self.nights,
            self.disputes,
        )
        return {verb: handler for one in each for verb, handler in one.handlers().items()}
