"""/night plan and /night list: a plan in the making, and the nights to come."""

from __future__ import annotations

from typing import Any

import discord

from bot.nights.evenings import Evenings
from bot.ui.discord.people import People
from bot.ui.discord.routes import Handler

Interaction = discord.Interaction[Any]


class Planning:
    """See the module."""

    def __init__(self, evenings: Evenings, people: People) -> None:
        self._evenings = evenings
        self._people = people

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {}

    async def plan(self, interaction: Interaction, date: str, time: str, league: str | None) -> None:
        """Answer with the panel of a new plan, which is a draft until it is announced."""
        raise NotImplementedError

    async def list(self, interaction: Interaction, league: str | None) -> None:
        """Answer with the nights to come."""
        raise NotImplementedError
