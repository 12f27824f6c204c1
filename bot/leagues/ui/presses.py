"""All that is pressed of leagues, put together; a table at which a game of a league is played; and what is
offered while somebody types an option of a command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Self

from discord import app_commands

from bot.discordkit.files import Files
from bot.discordkit.interactions import Interaction
from bot.discordkit.people import People
from bot.discordkit.permissions import ServerPresence
from bot.discordkit.postings import Outlet
from bot.discordkit.routes import Route, routes_of
from bot.leagues.model import ClubError, League
from bot.leagues.service import Clubs, LeagueDoor, Roll
from bot.leagues.standings_words import season_name
from bot.leagues.ui.closing import Closing
from bot.leagues.ui.correcting import Correcting, Disputes
from bot.leagues.ui.exporting import Exporting
from bot.leagues.ui.importing import Importing
from bot.leagues.ui.members import Members
from bot.leagues.ui.membership import Founding, Membership
from bot.leagues.ui.nights import NightsPresses
from bot.leagues.ui.reporting import Reporting
from bot.leagues.ui.results import ResultsPresses
from bot.leagues.ui.season_settings import SeasonPresses
from bot.leagues.ui.settings import LeagueSettings
from bot.leagues.ui.standings import StandingsPresses
from bot.leagues.ui.visits import Notices, is_organiser
from bot.pictures.painter import Painter
from bot.ports import StoreError
from bot.rules.ui.presets import Presets
from bot.tables.errors import TableError
from bot.tables.model import NamedPreset
from bot.tables.tables import Tables
from bot.tables.ui.access import TableAccess
from bot.tables.ui.display import Display
from bot.tables.ui.opening import LeagueGame, Opening
from bot.telling.phrases import OPTION_LONGEST, shorten


class LeagueOpening:
    """See the module."""

    def __init__(self, clubs: Clubs, door: LeagueDoor, opening: Opening) -> None:
        self._clubs = clubs
        self._door = door
        self._opening = opening

    async def open(self, interaction: Interaction, name: str, *, robots: int) -> None:
        """Answer the interaction with the lobby of a new table of the league of that name, for one of its
        members or organisers: its rules are the league's, and it counts in the season that is played. Raises
        ClubError ``open-for-members`` and those of ``Clubs``, TableError, Refusal."""
        if interaction.guild_id is None:
            raise TableError("league-private")
        league = await self._clubs.meant(interaction.guild_id, interaction.user.id, name)
        await self._require_may_open(interaction, league)
        counting = await self._door.counting(league, await self._clubs.open_season(league))
        rules = NamedPreset(
            league.guild_id, league.name, league.preset, league.players, league.options, league.pace
        )
        await self._opening.open(interaction, LeagueGame(rules, counting), robots=robots)

    async def _require_may_open(self, interaction: Interaction, league: League) -> None:
        if is_organiser(interaction, league):
            return
        if await self._clubs.member(league.id, interaction.user.id) is None:
            raise ClubError("open-for-members", league=league.name)


MOST: Final = 25
"""https://discord.com/developers/docs/interactions/application-commands#autocomplete"""


class LeagueSuggestions:
    """See the module. Nothing is offered where it is not clear which league is meant."""

    def __init__(self, clubs: Clubs, people: People) -> None:
        self._clubs = clubs
        self._people = people

    async def seasons(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        """The seasons of the league, the latest first."""
        league = await self._meant(interaction)
        if league is None:
            return []
        words = await self._people.words_here(interaction)
        found = [
            (season_name(words, one), one.number) for one in await self._clubs.seasons.seasons(league.id)
        ]
        choices = [
            app_commands.Choice(name=shorten(name, OPTION_LONGEST), value=number)
            for name, number in reversed(found)
            if typed.casefold() in name.casefold()
        ]
        return choices[:MOST]

    async def members(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Everybody who ever was a member, by name."""
        league = await self._meant(interaction)
        if league is None:
            return []
        choices = [
            app_commands.Choice(name=shorten(one.name, OPTION_LONGEST), value=one.id)
            for one in await self._clubs.leagues.members(league.id)
            if typed.casefold() in one.name.casefold()
        ]
        return choices[:MOST]

    async def _meant(self, interaction: Interaction) -> League | None:
        given = getattr(interaction.namespace, "league", None)
        try:
            return await self._clubs.meant(interaction.guild_id, interaction.user.id, given)
        except (ClubError, StoreError):
            return None


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
