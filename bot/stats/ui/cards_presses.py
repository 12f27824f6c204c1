"""``/stats cards``, and what is pressed there."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import discord

from bot.discordkit.boundary import answer, redraw
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing, button, select, select_option
from bot.discordkit.press_ids import PressId
from bot.discordkit.routes import Route, chosen
from bot.people.server_settings import USUAL_GAME
from bot.stats.charts_words import cards_picture, explanation, pack_name, packs
from bot.stats.ui.asked import CardsView, number_in
from bot.stats.ui.desk import Desk, StatsVisit
from bot.stats.ui.looks import StatsPicture, painted, posted, private, show
from bot.stats.ui.showing import posting

AskedCards = tuple[StatsVisit, CardsView]


class CardsPresses:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb."""
        route = partial(Route, who=self._asked, private=True, values=CardsView.VALUES)
        return {
            "stats-cards": route(self._turn),
            "stats-pack": route(self._pick),
            "stats-cards-show": posting(self._desk, self._posted, CardsView.VALUES),
        }

    async def open(
        self, interaction: Interaction, visit: StatsVisit, user: discord.User | discord.Member | None
    ) -> None:
        """The cards of the pack that was dealt most: by seat, or those that a person got. Raises Refusal."""
        user_id = 0 if user is None else await self._desk.subject(visit, user)
        await answer(interaction, await self._drawn(visit, CardsView(user_id)))

    # --- presses

    async def _turn(self, interaction: Interaction, press: PressId, asked: AskedCards) -> None:
        visit, view = asked
        await redraw(interaction, await self._drawn(visit, view))

    async def _pick(self, interaction: Interaction, press: PressId, asked: AskedCards) -> None:
        visit, view = asked
        view = replace(view, pack=number_in(chosen(interaction)), explains=False)
        await redraw(interaction, await self._drawn(visit, view))

    async def _posted(self, interaction: Interaction, press: PressId, visit: StatsVisit) -> Drawing:
        view = CardsView.read(press.values)
        if view.user_id:
            await self._desk.require_shown(visit, view.user_id)
        look, _ = await self._look(visit, view)
        return posted(visit, look, self._desk.moment)

    async def _asked(self, interaction: Interaction, press: PressId) -> AskedCards:
        view = CardsView.read(press.values)
        visit = await self._desk.on_server(interaction)
        if view.user_id:
            await self._desk.require_shown(visit, view.user_id)
        return visit, view

    # --- what is shown

    async def _drawn(self, visit: StatsVisit, view: CardsView) -> Drawing:
        words = visit.words
        look, names = await self._look(visit, view)
        options = [select_option(name, str(at), default=at == view.pack) for at, name in enumerate(names)]
        pack = select(PressId("stats-pack", values=view.values), words("stats.pick.pack"), options)
        other = replace(view, explains=not view.explains)
        label = words("stats.cards.back" if view.explains else "button.what-is-this")
        buttons = [button(label, PressId("stats-cards", values=other.values))]
        if names and not (view.user_id and await self._desk.is_hidden(view.user_id)):
            buttons.append(show(words, PressId("stats-cards-show", values=view.values)))
        return private(visit, look, pack if len(names) > 1 else None, buttons)

    async def _look(self, visit: StatsVisit, view: CardsView) -> tuple[StatsPicture, list[str]]:
        """The picture, or what it means; and the packs there are, by name."""
        words = visit.words
        every = packs(await self._desk.statistics.cards(visit.guild, view.user_id or None))
        names = [pack_name(words, one) for one in every]
        if view.explains:
            title = f"### {words('stats.cards')}"
            return StatsPicture(lines=[title, *explanation(words)]), names
        at = min(view.pack, len(every) - 1)
        pack = [*every][at] if every else None
        name = await self._desk.name(words, view.user_id) if view.user_id else ""
        found = every[pack] if pack is not None else []
        style = visit.reader.preferences.card_style(words.language, USUAL_GAME)
        value = cards_picture(words, name, pack, found, style)
        return await painted(visit, self._desk.painter, value), names
