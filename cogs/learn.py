"""``/learn``."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discordkit.interactions import Interaction
from bot.lessons.ui.lessons import LessonPresses
from cogs.suggestions import Suggestions, suggest
from cogs.tree import said


class LearnCog(commands.Cog):
    """A lesson of a minute."""

    def __init__(self, lessons: LessonPresses, suggestions: Suggestions) -> None:
        self._lessons = lessons
        suggest(self, game=suggestions.games)

    @app_commands.command(name="learn", description=said("command.learn"))
    @app_commands.describe(game=said("command.learn.game"))
    async def learn(self, interaction: Interaction, game: str | None = None) -> None:
        """Shown to one person, press by press."""
        await self._lessons.open(interaction, game)
