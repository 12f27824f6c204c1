"""``/table …`` and ``/hand``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables.errors import TableError
from bot.tables.table import Table
from bot.ui.boundary import Refusal, acknowledge, answer
from bot.ui.panels import replies
from bot.ui.permissions import is_moderator, require_may_show, require_permissions, require_seen_by_all
from bot.ui.presses import press_of
from bot.words.names import clean, in_text
from cogs.common import SAY, Interaction, suggest_games, suggest_tables, table_meant

if TYPE_CHECKING:
    from bot.app import Hartenheer

WHICH = {"table": SAY("command.which-table")}


class TablesCog(commands.Cog):
    """Tables: opening, finding, leaving, replacing, breaking off, closing."""

    group = app_commands.Group(name="table", description=SAY("command.table"), guild_only=True)

    def __init__(self, bot: Hartenheer) -> None:
        self.bot = bot

    @group.command(name="open", description=SAY("command.open"))
    @app_commands.describe(game=SAY("command.open.game"), robots=SAY("command.open.robots"))
    async def open(
        self,
        interaction: Interaction,
        game: str | None = None,
        robots: app_commands.Range[int, 0, 4] = 0,
    ) -> None:
        """Open a table; with as many robots as seats are left it begins at once."""
        await self.bot.opening.open(interaction, game, robots=robots)

    @open.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest_games(self.bot, interaction, current)

    @group.command(name="list", description=SAY("command.list"))
    async def list(self, interaction: Interaction) -> None:
        """The tables of this server."""
        words = await self.bot.people.words((await self.bot.people.met(interaction)).user_id)
        lines = [
            replies.table_line(words, table.facts, self.bot.display.messages.table_url(table.facts))
            for table in self.bot.tables.running(guild_id=interaction.guild_id)
        ]
        await answer(interaction, replies.tables(words, lines))

    @group.command(name="show", description=SAY("command.show"))
    @app_commands.describe(**WHICH)
    async def show(self, interaction: Interaction, table: int | None = None) -> None:
        """Post the table's message again, here, where it then goes on. Whoever is at the table and somewhere
        else is told who moved it."""
        found = await table_meant(self.bot.tables, interaction, table)
        words = await self.bot.people.words((await self.bot.people.met(interaction)).user_id)
        require_permissions(words, interaction)
        if found.facts.guild_id != interaction.guild_id:
            raise Refusal("other-server")
        require_may_show(interaction, found.facts)
        await acknowledge(interaction, reply=True)
        here = interaction.channel_id
        assert here is not None
        if here != found.facts.channel_id:
            await require_seen_by_all(words, interaction, found.facts, self.bot.budget, self.bot.clock)
        before = await self.bot.display.channel.show_again(found, here)
        if before is not None:
            await self._tell_of_move(found, clean(interaction.user.display_name, "?"), before, here)
        url = self.bot.display.messages.table_url(found.facts)
        text = words("done.shown", table=found.facts.id)
        await answer(interaction, replies.sentence(text, url, words("button.table")))

    @group.command(name="leave", description=SAY("command.leave"))
    @app_commands.describe(**WHICH)
    async def leave(self, interaction: Interaction, table: int | None = None) -> None:
        """Leave for good."""
        found = await table_meant(self.bot.tables, interaction, table)
        await found.leave(interaction.user.id)
        await self._done(interaction, "done.left", found)

    @group.command(name="replace", description=SAY("command.replace"))
    @app_commands.describe(player=SAY("command.replace.player"), by=SAY("command.replace.by"), **WHICH)
    async def replace(
        self,
        interaction: Interaction,
        player: int,
        by: discord.Member | None = None,
        table: int | None = None,
    ) -> None:
        """Give a seat to somebody else, or to a robot."""
        found = await table_meant(self.bot.tables, interaction, table)
        if by is not None and by.bot:
            raise Refusal("no-bots")
        user_id, name = (by.id, clean(by.display_name, str(by.id))) if by else (None, "")
        if by is not None:
            await self.bot.people.know(by.id, name)
        force = is_moderator(interaction, found.facts)
        await found.replace(interaction.user.id, player, user_id, name, force=force)
        await self._done(interaction, "done.replaced", found)

    @replace.autocomplete("player")
    async def _seats(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        given = getattr(interaction.namespace, "table", None)
        try:
            found = await table_meant(self.bot.tables, interaction, given if isinstance(given, int) else None)
        except (TableError, Refusal):
            return []
        return [
            app_commands.Choice(name=f"{number + 1}. {seat.name}"[:100], value=number)
            for number, seat in enumerate(found.facts.seats)
            if current.lower() in seat.name.lower()
        ]

    @group.command(name="adjourn", description=SAY("command.adjourn"))
    @app_commands.describe(**WHICH)
    async def adjourn(self, interaction: Interaction, table: int | None = None) -> None:
        """Break off until *Resume* is pressed."""
        found = await table_meant(self.bot.tables, interaction, table)
        await found.adjourn(interaction.user.id)
        await self._done(interaction, "done.adjourned", found)

    @group.command(name="close", description=SAY("command.close"))
    @app_commands.describe(**WHICH)
    async def close(self, interaction: Interaction, table: int | None = None) -> None:
        """End a table without a result."""
        found = await table_meant(self.bot.tables, interaction, table)
        await found.close(interaction.user.id, force=is_moderator(interaction, found.facts))
        await self._done(interaction, "done.closed", found)

    @app_commands.command(name="hand", description=SAY("command.hand"))
    @app_commands.describe(**WHICH)
    async def hand(self, interaction: Interaction, table: int | None = None) -> None:
        """One's hand, here, visible to oneself alone."""
        await self.bot.people.met(interaction)
        found = await table_meant(self.bot.tables, interaction, table)
        if found.facts.seat_of(interaction.user.id) is None:
            raise TableError("not-seated")
        await self.bot.display.hands.show_here(found, press_of(interaction))

    @show.autocomplete("table")
    @leave.autocomplete("table")
    @replace.autocomplete("table")
    @adjourn.autocomplete("table")
    @close.autocomplete("table")
    @hand.autocomplete("table")
    async def _tables(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await suggest_tables(self.bot, interaction, current)

    async def _tell_of_move(self, table: Table, name: str, before: int, here: int) -> None:
        announce = self.bot.display.channel.announce
        values = {"table": table.facts.id, "name": in_text(name)}
        await announce(before, "table.moved-away", **values, channel=f"<#{here}>")
        await announce(here, "table.moved-here", **values, channel=f"<#{before}>")

    async def _done(self, interaction: Interaction, key: str, table: Table) -> None:
        words = await self.bot.people.words((await self.bot.people.met(interaction)).user_id)
        await answer(interaction, replies.sentence(words(key, table=table.facts.id)))
