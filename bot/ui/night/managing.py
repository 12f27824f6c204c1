"""/night manage: the organisers' panel of a night."""

from __future__ import annotations

from typing import Any

import discord

from bot.nights.evenings import Evenings
from bot.ui.discord.people import People
from bot.ui.discord.routes import Handler

Interaction = discord.Interaction[Any]


class Managing:
    """See the module."""

    def __init__(self, evenings: Evenings, people: People) -> None:
        self._evenings = evenings
        self._people = people

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {}

    async def manage(self, interaction: Interaction, league: str | None) -> None:
        """Answer with the organisers' panel of the night that is meant."""
        raise NotImplementedError
