"""``/admin …``, and what is pressed on its answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.discordkit.boundary import answer, redraw
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.press_ids import PressId
from bot.discordkit.routes import Route
from bot.ops.ui import panel
from bot.ops.ui.owners import Owners
from bot.ops.ui.status import Status

Look = Callable[[], Awaitable[Status]]
"""How the bot is now. Raises StoreError."""


class AdminPresses:
    """For the application's owner alone, whatever rights others have on a server."""

    def __init__(self, owners: Owners, people: People, look: Look) -> None:
        self._owners = owners
        self._people = people
        self._look = look

    def routes(self) -> dict[str, Route[Drawing]]:
        """Every verb of the panel."""
        return {"admin-status": Route(self._again, self._drawing, private=True)}

    async def status(self, interaction: Interaction) -> None:
        """How the bot is."""
        await answer(interaction, await self._drawing(interaction))

    async def _again(self, interaction: Interaction, press: PressId, drawing: Drawing) -> None:
        await redraw(interaction, drawing)

    async def _drawing(self, interaction: Interaction, press: PressId | None = None) -> Drawing:
        """What an owner is shown. Raises Refusal for others."""
        await self._owners.require(interaction.user.id)
        return panel.shown(await self._people.words_here(interaction), await self._look())
