"""``/tournament …``."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discordkit.interactions import Interaction
from bot.tournaments.plan import Format
from bot.tournaments.ui.presses import TournamentPresses
from cogs.suggestions import Suggestions, suggest
from cogs.tree import IN_SERVERS, said

WHICH = {"tournament": said("command.which-tournament")}


class TournamentsCog(commands.Cog):
    """Tournaments of a server."""

    group = app_commands.Group(name="tournament", description=said("command.tournament"), **IN_SERVERS)

    def __init__(self, tournaments: TournamentPresses, suggestions: Suggestions) -> None:
        self._tournaments = tournaments
        suggest(self, game=suggestions.games, tournament=tournaments.suggest)

    @group.command(name="create", description=said("command.tournament.create"))
    @app_commands.describe(
        name=said("command.tournament.create.name"),
        game=said("command.league.create.game"),
        format=said("command.tournament.create.format"),
        date=said("command.tournament.create.date"),
        time=said("command.tournament.create.time"),
    )
    @app_commands.choices(
        format=[app_commands.Choice(name=said(f"tournament.format.{one}"), value=one.value) for one in Format]
    )
    async def create(
        self,
        interaction: Interaction,
        name: str,
        game: str,
        format: str,
        date: str,
        time: str,
    ) -> None:
        """Plan one; the rest can be set before it is announced."""
        await self._tournaments.create(interaction, name, game, Format(format), date, time)

    @group.command(name="show", description=said("command.tournament.show"))
    @app_commands.describe(**WHICH)
    async def show(self, interaction: Interaction, tournament: str | None = None) -> None:
        """Where it stands, for whoever asks."""
        await self._tournaments.look(interaction, tournament)

    @group.command(name="manage", description=said("command.tournament.manage"))
    @app_commands.describe(**WHICH)
    async def manage(self, interaction: Interaction, tournament: str | None = None) -> None:
        """Its organisers' panel."""
        await self._tournaments.manage(interaction, tournament)
