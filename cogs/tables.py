"""``/table …``, ``/hand`` and ``/play``."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal, answer
from bot.discordkit.interactions import Interaction
from bot.discordkit.people import People
from bot.discordkit.permissions import is_moderator
from bot.leagues.ui.presses import LeagueOpening
from bot.tables.errors import TableError
from bot.tables.table import Table
from bot.tables.ui import table_panel
from bot.tables.ui.display import Display
from bot.tables.ui.opening import Moving, Opening
from bot.tables.ui.play_presses import Answering
from bot.tables.ui.questions import Deed, Questions, TableQuestion
from bot.telling.phrases import without
from bot.words.catalogue import clean
from cogs.suggestions import Suggestions, suggest
from cogs.tree import said

WHICH = {"table": said("command.which-table")}


class TablesCog(commands.Cog):
    """Tables: opening, finding, leaving, replacing, breaking off, closing."""

    group = app_commands.Group(name="table", description=said("command.table"))

    def __init__(
        self,
        opening: Opening,
        league_opening: LeagueOpening,
        moving: Moving,
        display: Display,
        answering: Answering,
        people: People,
        suggestions: Suggestions,
        questions: Questions,
    ) -> None:
        self._opening = opening
        self._league_opening = league_opening
        self._moving = moving
        self._display = display
        self._answering = answering
        self._people = people
        self._suggestions = suggestions
        offered = {"league": suggestions.leagues, "game": suggestions.games}
        suggest(self, **offered, table=suggestions.tables, player=self._seats)
        self._questions = questions

    @group.command(name="open", description=said("command.open"))
    @app_commands.describe(
        game=said("command.open.game"),
        robots=said("command.open.robots"),
        league=said("command.open.league"),
    )
    async def open(
        self,
        interaction: Interaction,
        game: str | None = None,
        robots: app_commands.Range[int, 0, 4] = 0,
        league: str | None = None,
    ) -> None:
        """Open a table, perhaps for a game of a league; with as many robots as seats are left it begins at
        once."""
        if league is None:
            await self._opening.open(interaction, game, robots=robots)
        elif game is None:
            await self._league_opening.open(interaction, league, robots=robots)
        else:
            raise Refusal("league-or-game")

    @group.command(name="list", description=said("command.list"))
    async def list(self, interaction: Interaction) -> None:
        """The tables of this server that whoever asks may see; in direct messages one's own, wherever they
        are."""
        words = await self._people.words_of(interaction)
        lines = [
            table_panel.table_line(words, facts, self._display.messages.table_url(facts))
            for facts in await self._suggestions.running(interaction)
        ]
        lines += without(words, (await self._suggestions.elsewhere(interaction)).absent)
        await answer(interaction, table_panel.tables(words, lines))

    @group.command(name="show", description=said("command.show"))
    @app_commands.describe(**WHICH)
    async def show(self, interaction: Interaction, table: int | None = None) -> None:
        """Post the table's message again, here, where it then goes on. Whoever is at the table and somewhere
        else is told who moved it."""
        try:
            found = await self._suggestions.meant(interaction, table)
        except Refusal:
            picked = await self._suggestions.pick_table(interaction, "yes", TableQuestion.SHOW)
            if picked is None:
                raise
            await answer(interaction, panel.draw(picked))
            return
        if await self._moving.show_as_answer(interaction, found):
            return
        if is_elsewhere(interaction, found, table):
            await self._questions.ask(interaction, found, Deed(TableQuestion.SHOW))
            return
        words = await self._people.words_of(interaction)
        await self._moving.show_here(interaction, found, words)
        url = self._display.messages.table_url(found.facts)
        text = words("done.shown", table=found.facts.number)
        await answer(interaction, panel.sentence(text, url, words("button.table")))

    @group.command(name="leave", description=said("command.leave"))
    @app_commands.describe(**WHICH)
    async def leave(self, interaction: Interaction, table: int | None = None) -> None:
        """Leave for good, once that is confirmed."""
        found = await self._suggestions.meant(interaction, table)
        await self._questions.ask_to_leave(interaction, found)

    @group.command(name="replace", description=said("command.replace"))
    @app_commands.describe(player=said("command.replace.player"), by=said("command.replace.by"), **WHICH)
    async def replace(
        self,
        interaction: Interaction,
        player: int,
        by: discord.Member | discord.User | None = None,
        table: int | None = None,
    ) -> None:
        """Give a seat to somebody else, or to a robot; at a table elsewhere once that is confirmed."""
        found = await self._suggestions.meant(interaction, table)
        if by is not None and by.bot:
            raise Refusal("no-bots")
        user_id, name = (by.id, clean(by.display_name, str(by.id))) if by else (None, "")
        if by is not None:
            await self._people.know(by.id, name)
        if is_elsewhere(interaction, found, table):
            await self._questions.ask_to_replace(interaction, found, player, user_id, name)
            return
        force = is_moderator(interaction, found.facts)
        await found.replace(interaction.user.id, player, user_id, name, force=force)
        words = await self._people.words_of(interaction)
        await answer(interaction, panel.sentence(words("done.replaced", table=found.facts.number)))

    async def _seats(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        given = getattr(interaction.namespace, "table", None)
        try:
            found = await self._suggestions.meant(interaction, given if isinstance(given, int) else None)
        except (TableError, Refusal):
            return []
        return [
            app_commands.Choice(name=f"{number + 1}. {seat.name}"[:100], value=number)
            for number, seat in enumerate(found.facts.seats)
            if current.lower() in seat.name.lower()
        ]

    @group.command(name="adjourn", description=said("command.adjourn"))
    @app_commands.describe(**WHICH)
    async def adjourn(self, interaction: Interaction, table: int | None = None) -> None:
        """Break off until *Resume* is pressed, once that is confirmed."""
        found = await self._suggestions.meant(interaction, table)
        await self._questions.ask_to_adjourn(interaction, found)

    @group.command(name="close", description=said("command.close"))
    @app_commands.describe(**WHICH)
    async def close(self, interaction: Interaction, table: int | None = None) -> None:
        """End a table without a result, once that is confirmed."""
        found = await self._suggestions.meant(interaction, table)
        await self._questions.ask_to_close(interaction, found)

    @app_commands.command(name="play", description=said("command.play"))
    @app_commands.describe(game=said("command.play.game"))
    async def play(self, interaction: Interaction, game: str | None = None) -> None:
        """A game against robots, for oneself alone."""
        await self._opening.play(interaction, game)

    @app_commands.command(name="hand", description=said("command.hand"))
    @app_commands.describe(**WHICH)
    async def hand(self, interaction: Interaction, table: int | None = None) -> None:
        """One's hand, here, visible to oneself alone."""
        await self._people.met(interaction)
        found = await self._suggestions.meant(interaction, table)
        await self._answering.by_own_hand(interaction, found)


def is_elsewhere(interaction: Interaction, table: Table, given: int | None) -> bool:
    """Whether a command was found to be about a table in another channel, which nobody has named."""
    return given is None and table.facts.channel_id != interaction.channel_id
