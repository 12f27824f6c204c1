"""/night list: the nights to come, and the way to one's plans."""

from __future__ import annotations

from typing import Any

import discord

from bot.nights.model import SeriesState
from bot.ui.discord.boundary import Refusal, answer, redraw
from bot.ui.discord.panel import Drawing
from bot.ui.discord.permissions import is_organiser
from bot.ui.discord.press_ids import PressId
from bot.ui.discord.routes import Handler, chosen, require_private
from bot.ui.night import list_panel as panels
from bot.ui.night.list_panel import ListedNights
from bot.ui.night.messages import NightMessages
from bot.ui.night.plan_sights import PlanSights
from bot.ui.night.planning import Planning

Interaction = discord.Interaction[Any]

LONGEST_NUMBER = 12
"""Digits of a plan's number: there are fewer."""


class NightListing:
    """Handlers by verb; what the command asks for has a method."""

    def __init__(self, sights: PlanSights, planning: Planning, messages: NightMessages) -> None:
        self._sights = sights
        self._planning = planning
        self._messages = messages
        self._evenings = sights.evenings
        self._clubs = sights.clubs

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {"night-list": self._again, "night-series": self._open}

    async def list(self, interaction: Interaction, league: str | None) -> None:
        """Answer with the nights to come of a league, or of the server. Raises ClubError
        ``no-such-league``."""
        meant = None
        if league is not None:
            meant = (await self._clubs.meant(interaction.guild_id, interaction.user.id, league)).id
        await answer(interaction, await self._drawing(interaction, meant))

    async def _again(self, interaction: Interaction, press: PressId) -> None:
        require_private(interaction)
        await redraw(interaction, await self._drawing(interaction, None))

    async def _open(self, interaction: Interaction, press: PressId) -> None:
        """The panel of a plan that was chosen: it sees to who organises it."""
        require_private(interaction)
        number = chosen(interaction)
        if not (number.isascii() and number.isdecimal() and len(number) <= LONGEST_NUMBER):
            raise Refusal("unknown-button")
        series = await self._evenings.series(int(number), interaction.guild_id)
        await self._planning.open(interaction, series)

    async def _drawing(self, interaction: Interaction, league_id: int | None) -> Drawing:
        guild_id, store = interaction.guild_id, self._evenings.store
        words = await self._sights.words(interaction)
        if guild_id is None:
            raise Refusal("unknown-button")
        leagues = {one.id: one for one in await self._clubs.leagues.leagues(guild_id)}
        organised = {one.id for one in leagues.values() if is_organiser(interaction, one)}
        to_come = await self._evenings.to_come(guild_id, league_id)
        for one in to_come:
            if one.told is not None:
                self._messages.look_for(one.told)
        plans = [*await store.drafts(guild_id), *await store.series_of(guild_id)]
        listed = ListedNights(
            to_come,
            leagues,
            [one for one in plans if one.state is not SeriesState.ENDED and one.league_id in organised],
            organised,
        )
        return panels.nights(words, listed)
