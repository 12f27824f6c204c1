"""Who comes to a night, as organisers change it: somebody more, a substitute, somebody less."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord

from bot.ui.discord.press_ids import PressId
from bot.ui.discord.routes import Handler, chosen
from bot.ui.league.visits import number_in
from bot.ui.night import manage_panel as panels
from bot.ui.night.organising import Organising
from bot.ui.night.refs import account
from bot.words.names import in_text

Interaction = discord.Interaction[Any]

FIRST = partial(panels.people, page=0)


class ManagingPeople:
    """Handlers by verb."""

    def __init__(self, organising: Organising) -> None:
        self._organising = organising
        self._evenings = organising.evenings

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {
            "manage-people": self._people,
            "manage-add": self._add,
            "manage-substitute": self._substitute,
            "manage-away": self._away,
        }

    async def _people(self, interaction: Interaction, press: PressId) -> None:
        sight = await self._organising.pressed(interaction, press, 1)
        page = partial(panels.people, page=number_in(press.value))
        await self._organising.show(interaction, sight, page)

    async def _add(self, interaction: Interaction, press: PressId) -> None:
        sight = await self._organising.pressed(interaction, press)

        async def deed() -> str:
            who = await self._organising.chosen(interaction, sight)
            await self._evenings.add(sight.told, who.id, who.name)
            return sight.words("night.manage.added", name=in_text(who.name))

        await self._organising.tell(interaction, sight, deed, FIRST)

    async def _substitute(self, interaction: Interaction, press: PressId) -> None:
        sight = await self._organising.pressed(interaction, press)

        async def deed() -> str:
            who = await self._organising.chosen(interaction, sight)
            await self._evenings.name_substitute(sight.told, who.id, who.name)
            return sight.words("night.manage.substituted", name=in_text(who.name))

        await self._organising.tell(interaction, sight, deed, FIRST)

    async def _away(self, interaction: Interaction, press: PressId) -> None:
        sight = await self._organising.pressed(interaction, press)
        user_id = account(chosen(interaction))

        async def deed() -> str:
            gone = await self._evenings.send_away(sight.told, user_id)
            return sight.words("night.manage.sent-away", name=in_text(gone.name))

        await self._organising.tell(interaction, sight, deed, FIRST)
