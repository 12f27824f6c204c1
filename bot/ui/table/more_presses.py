"""What is pressed to see *More*, and there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord

from bot.tables.errors import TableError
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.telling.reader import TablePerspective
from bot.ui.discord.boundary import answer, redraw
from bot.ui.discord.panel import Drawing
from bot.ui.discord.people import People
from bot.ui.discord.press_ids import PressId
from bot.ui.discord.routes import Handler, require_private
from bot.ui.table import more_panel
from bot.ui.table.answering import Answering
from bot.ui.table.display import Display

Interaction = discord.Interaction[Any]


class MorePresses:
    """Handlers by verb."""

    def __init__(self, tables: Tables, display: Display, answering: Answering, people: People) -> None:
        self._tables = tables
        self._display = display
        self._answering = answering
        self._people = people

    def handlers(self) -> dict[str, Handler]:
        """Every verb of them."""
        return {"more": self._more, "rows": self._rows}

    async def _more(self, interaction: Interaction, press: PressId) -> None:
        table = await self._tables.get(press.table)
        await self._people.met(interaction)
        await self._answering.without_change(interaction, table)
        await answer(interaction, await self._panel(interaction, table))

    async def _rows(self, interaction: Interaction, press: PressId) -> None:
        """Larger cards in two rows, or all in one: the hands that are being played follow, and the button
        says the other."""
        require_private(interaction)
        table = await self._tables.get(press.table)
        if table.facts.seat_of(interaction.user.id) is None:
            raise TableError("not-seated")
        player = await self._people.met(interaction)
        await self._people.prefer(
            player.user_id, lambda chosen: replace(chosen, two_rows=not chosen.two_rows)
        )
        for one in self._tables.running(user_id=player.user_id):
            self._display.preferred(one, player.user_id)
        if self._answering.slot_of(interaction, table) is None:
            await redraw(interaction, await self._panel(interaction, table))
        else:  # a hand of before this button was behind *More*: it stays one
            await self._answering.without_change(interaction, table)

    async def _panel(self, interaction: Interaction, table: Table) -> Drawing:
        reader = await self._people.reader(interaction.user.id)
        sight = TablePerspective.at(table.facts, reader, await table.public_view(interaction.user.id))
        url = None if table.facts.is_private else self._display.messages.table_url(table.facts)
        return more_panel.more(sight, url)
