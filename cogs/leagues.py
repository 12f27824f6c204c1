"""``/league …``, and ``/night …``: nights of leagues. Each command is one method of what it is about."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discordkit.interactions import Interaction
from bot.leagues.model import Entry
from bot.leagues.ui.presses import LeaguePresses
from bot.nights.ui.nights import NightPresses
from cogs.suggestions import Suggestions, suggest
from cogs.tree import IN_SERVERS, said

WHICH = {"league": said("command.which-league")}


class LeaguesCog(commands.Cog):
    """Leagues of a server."""

    group = app_commands.Group(name="league", description=said("command.league"), **IN_SERVERS)

    def __init__(self, leagues: LeaguePresses, suggestions: Suggestions) -> None:
        self._leagues = leagues
        own = leagues.suggestions
        suggest(
            self, game=suggestions.games, league=suggestions.leagues, season=own.seasons, player=own.members
        )

    # --- who belongs to it

    @group.command(name="create", description=said("command.league.create"))
    @app_commands.describe(
        name=said("command.league.create.name"),
        game=said("command.league.create.game"),
        entry=said("command.league.create.entry"),
    )
    @app_commands.choices(
        entry=[
            app_commands.Choice(name=said("league.entry.open"), value=Entry.OPEN.value),
            app_commands.Choice(name=said("league.entry.request"), value=Entry.REQUEST.value),
            app_commands.Choice(name=said("league.entry.invited"), value=Entry.INVITED.value),
        ]
    )
    async def create(self, interaction: Interaction, name: str, game: str, entry: str) -> None:
        """Make a league; the rest can be set once it is there."""
        await self._leagues.founding.create(interaction, name, game, Entry(entry))

    @group.command(name="join", description=said("command.league.join"))
    @app_commands.describe(**WHICH)
    async def join(self, interaction: Interaction, league: str | None = None) -> None:
        """Become a member, or ask to."""
        await self._leagues.membership.join(interaction, league)

    @group.command(name="leave", description=said("command.league.leave"))
    @app_commands.describe(**WHICH)
    async def leave(self, interaction: Interaction, league: str | None = None) -> None:
        """Be a member no longer, once that is confirmed."""
        await self._leagues.membership.leave(interaction, league)

    @group.command(name="invite", description=said("command.league.invite"))
    @app_commands.describe(player=said("command.league.invite.player"), **WHICH)
    async def invite(
        self,
        interaction: Interaction,
        player: discord.Member | discord.User,
        league: str | None = None,
    ) -> None:
        """Let somebody come in."""
        await self._leagues.membership.invite(interaction, player, league)

    @group.command(name="name", description=said("command.league.name"))
    @app_commands.describe(name=said("command.league.name.name"), **WHICH)
    async def name(self, interaction: Interaction, name: str, league: str | None = None) -> None:
        """What one is called in a league."""
        await self._leagues.membership.name(interaction, name, league)

    @group.command(name="members", description=said("command.league.members"))
    @app_commands.describe(**WHICH)
    async def members(self, interaction: Interaction, league: str | None = None) -> None:
        """Who belongs to it, and who organises it."""
        await self._leagues.members.members(interaction, league)

    # --- its seasons

    @group.command(name="settings", description=said("command.league.settings"))
    @app_commands.describe(**WHICH)
    async def settings(self, interaction: Interaction, league: str | None = None) -> None:
        """What is settled of a league and its season."""
        await self._leagues.settings.settings(interaction, league)

    @group.command(name="close", description=said("command.league.close"))
    @app_commands.describe(**WHICH)
    async def close(self, interaction: Interaction, league: str | None = None) -> None:
        """End the season that is played, once that is confirmed."""
        await self._leagues.closing.close(interaction, league)

    # --- what is to be seen

    @group.command(name="standings", description=said("command.league.standings"))
    @app_commands.describe(season=said("command.league.season"), **WHICH)
    async def standings(
        self, interaction: Interaction, league: str | None = None, season: int | None = None
    ) -> None:
        """The standings, for whoever asks."""
        await self._leagues.standings.standings(interaction, league, season)

    @group.command(name="explain", description=said("command.league.explain"))
    @app_commands.describe(player=said("command.league.player"), **WHICH)
    async def explain(
        self, interaction: Interaction, player: str | None = None, league: str | None = None
    ) -> None:
        """How somebody's value came about."""
        await self._leagues.standings.explain(interaction, player, league)

    @group.command(name="results", description=said("command.league.results"))
    @app_commands.describe(player=said("command.league.results.player"), **WHICH)
    async def results(
        self, interaction: Interaction, player: str | None = None, league: str | None = None
    ) -> None:
        """The games, the latest first."""
        await self._leagues.results.results(interaction, player, league)

    @group.command(name="export", description=said("command.league.export"))
    @app_commands.describe(season=said("command.league.season"), **WHICH)
    async def export(
        self, interaction: Interaction, league: str | None = None, season: int | None = None
    ) -> None:
        """The season in files."""
        await self._leagues.exporting.export(interaction, league, season)

    @group.command(name="settle", description=said("command.league.settle"))
    @app_commands.describe(season=said("command.league.season"), **WHICH)
    async def settle(
        self, interaction: Interaction, league: str | None = None, season: int | None = None
    ) -> None:
        """Who owes whom, where points have a stake."""
        await self._leagues.exporting.settle(interaction, league, season)

    # --- results on paper

    @group.command(name="report", description=said("command.league.report"))
    @app_commands.describe(**WHICH)
    async def report(self, interaction: Interaction, league: str | None = None) -> None:
        """A game was played at a kitchen table."""
        await self._leagues.reporting.report(interaction, league)

    @group.command(name="import", description=said("command.league.import"))
    @app_commands.describe(file=said("command.league.import.file"), **WHICH)
    async def bring(
        self, interaction: Interaction, file: discord.Attachment, league: str | None = None
    ) -> None:
        """A season was played elsewhere."""
        await self._leagues.importing.bring(interaction, file, league)

    # --- corrections

    @group.command(name="correct", description=said("command.league.correct"))
    @app_commands.describe(season=said("command.league.season"), **WHICH)
    async def correct(
        self, interaction: Interaction, league: str | None = None, season: int | None = None
    ) -> None:
        """What organisers can correct."""
        await self._leagues.correcting.correct(interaction, league, season)

    @group.command(name="log", description=said("command.league.log"))
    @app_commands.describe(**WHICH)
    async def log(self, interaction: Interaction, league: str | None = None) -> None:
        """What was corrected."""
        await self._leagues.results.log(interaction, league)


class NightsCog(commands.Cog):
    """Nights of leagues."""

    group = app_commands.Group(name="night", description=said("command.night"), **IN_SERVERS)

    def __init__(self, nights: NightPresses, suggestions: Suggestions) -> None:
        self._nights = nights
        suggest(self, league=suggestions.leagues)

    @group.command(name="plan", description=said("command.night.plan"))
    @app_commands.describe(**WHICH)
    async def plan(self, interaction: Interaction, league: str | None = None) -> None:
        """Plan a night: when it is, and of how many rounds; all else is chosen in its panel."""
        await self._nights.planning.plan(interaction, league)

    @group.command(name="list", description=said("command.night.list"))
    @app_commands.describe(**WHICH)
    async def list(self, interaction: Interaction, league: str | None = None) -> None:
        """The nights to come."""
        await self._nights.listing.list(interaction, league)

    @group.command(name="manage", description=said("command.night.manage"))
    @app_commands.describe(**WHICH)
    async def manage(self, interaction: Interaction, league: str | None = None) -> None:
        """Run a night: its organisers' panel."""
        await self._nights.managing.manage(interaction, league)
