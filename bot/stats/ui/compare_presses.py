"""``/stats compare``, and what is pressed there."""

from __future__ import annotations

import discord

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal, answer
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing
from bot.discordkit.press_ids import PressId
from bot.discordkit.routes import Route
from bot.stats.people_words import compare_picture
from bot.stats.ui.asked import Conditions, PairView
from bot.stats.ui.desk import Desk, StatsVisit
from bot.stats.ui.looks import StatsPicture, painted, posted, private, show
from bot.stats.ui.portraits import Portraits
from bot.stats.ui.showing import posting
from bot.words.names import in_text

User = discord.User | discord.Member


class ComparePresses:
    """See the module."""

    def __init__(self, desk: Desk, portraits: Portraits) -> None:
        self._desk = desk
        self._portraits = portraits

    def routes(self) -> dict[str, Route[None]]:
        """The one verb."""
        return {"stats-pair-show": posting(self._desk, self._posted, PairView.VALUES)}

    async def open(
        self, interaction: Interaction, visit: StatsVisit, left: User, right: User, conditions: Conditions
    ) -> None:
        """Two people side by side. Raises Refusal for one and the same, for bots, and where one of them hides
        their statistics."""
        if left.id == right.id:
            raise Refusal("stats-same")
        for user in (left, right):
            user_id = await self._desk.subject(visit, user)
            if not await self._portraits.has_played(visit, user_id):
                name = await self._desk.name(visit.words, user_id, user)
                said = visit.words("stats.never-played", name=in_text(name))
                await answer(interaction, panel.sentence(said))
                return
        view = PairView(left.id, right.id, conditions)
        look = await self._look(visit, view)
        shows = [show(visit.words, PressId("stats-pair-show", values=view.values))]
        is_hidden = await self._desk.is_hidden(left.id) or await self._desk.is_hidden(right.id)
        await answer(interaction, private(visit, look, None if is_hidden else shows))

    async def _posted(self, interaction: Interaction, press: PressId, visit: StatsVisit) -> Drawing:
        view = PairView.read(press.values)
        for user_id in (view.left, view.right):
            await self._desk.require_shown(visit, user_id)
        return posted(visit, await self._look(visit, view), self._desk.moment)

    async def _look(self, visit: StatsVisit, view: PairView) -> StatsPicture:
        left, right = [
            await self._portraits.of(visit, user_id, view.conditions) for user_id in (view.left, view.right)
        ]
        notes = [visit.words("stats.hidden-note")] if left.is_hidden or right.is_hidden else []
        value = compare_picture(visit.words, left, right)
        return await painted(visit, self._desk.painter, value, notes)
