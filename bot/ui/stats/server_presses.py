"""``/stats server``, and what is pressed there."""

from __future__ import annotations

from bot.telling.stats.server import server_picture, since
from bot.ui.discord.boundary import answer
from bot.ui.discord.panel import Drawing, even_rows
from bot.ui.discord.press_ids import PressId
from bot.ui.discord.routes import Handler
from bot.ui.stats.desk import Desk, Interaction, StatsVisit
from bot.ui.stats.looks import StatsPicture, painted, posted, private, show
from bot.ui.stats.showing import post


class ServerStatsPresses:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def handlers(self) -> dict[str, Handler]:
        """The one verb."""
        return {"stats-server-show": self._show}

    async def open(self, interaction: Interaction, visit: StatsVisit) -> None:
        """What is played here, and when."""
        buttons = [show(visit.words, PressId("stats-server-show"))]
        await answer(interaction, private(visit, await self._look(visit), *even_rows(buttons)))

    async def _show(self, interaction: Interaction, press: PressId) -> None:
        press.taking(0)

        async def drawn(visit: StatsVisit) -> Drawing:
            return posted(visit, await self._look(visit), self._desk.moment)

        await post(self._desk, interaction, drawn)

    async def _look(self, visit: StatsVisit) -> StatsPicture:
        desk = self._desk
        activity = await desk.statistics.activity(visit.guild, since(desk.today))
        zone = await desk.zone(visit.guild)
        name = visit.server or visit.words("stats.server")
        value = server_picture(visit.words, name, activity, desk.time.now(), zone)
        return await painted(visit, desk.painter, value)
