"""What is pressed on a panel of rules: another page, another example, another number of players."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables.registry import Tables
from bot.ui.boundary import Refusal, redraw
from bot.ui.custom_ids import PressId
from bot.ui.panel import Drawing
from bot.ui.people import People
from bot.ui.presets import Presets
from bot.ui.routes import Handler, chosen, require_private
from bot.ui.rules.drawings import RuleDrawings


class RulesPresses:
    """Handlers by verb. A panel has nothing to keep: its ids say whose rules it tells."""

    def __init__(self, tables: Tables, presets: Presets, people: People, drawings: RuleDrawings) -> None:
        self._tables = tables
        self._presets = presets
        self._people = people
        self._drawings = drawings

    def handlers(self) -> dict[str, Handler]:
        """Every verb of a panel of rules."""
        return {
            "rules-page": self._page,
            "rules-example": self._example,
            "rules-players": self._players,
        }

    async def _page(self, interaction: discord.Interaction[Any], press: PressId) -> None:
        await self._show(interaction, press.table, press.value, chosen(interaction))

    async def _example(self, interaction: discord.Interaction[Any], press: PressId) -> None:
        number, _, rest = press.value.partition("/")
        key, _, subject = rest.partition("/")
        if not key:
            raise Refusal("unknown-button")
        await self._show(interaction, press.table, subject, key, _number(number))

    async def _players(self, interaction: discord.Interaction[Any], press: PressId) -> None:
        _, _, name = press.value.partition("/")
        await self._show(interaction, 0, f"{chosen(interaction)}/{name}", "")

    async def _show(
        self, interaction: discord.Interaction[Any], table: int, subject: str, key: str, number: int = 0
    ) -> None:
        require_private(interaction)
        drawing = await self._draw(interaction, table, subject, key, number)
        await redraw(interaction, drawing)

    async def _draw(
        self, interaction: discord.Interaction[Any], table: int, subject: str, key: str, number: int
    ) -> Drawing:
        words = await self._people.words(interaction.user.id)
        wishes = await self._people.preferences(interaction.user.id)
        if table:
            return await self._drawings.of_table(words, await self._tables.get(table), wishes, key, number)
        players, _, name = subject.partition("/")
        if not name:
            raise Refusal("unknown-button")
        preset = await self._presets.meant(interaction.guild_id, name)
        return await self._drawings.of_preset(words, preset, wishes, _number(players), key, number)


def _number(text: str) -> int:
    """A number out of an id; anybody can send any."""
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise Refusal("unknown-button")
    return int(text)
