"""What is pressed on a server's panel of settings, by those who manage it. What is chosen is kept at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import ClassVar

from bot.discordkit.forms import PanelSight, SettingsPresses
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.permissions import require_manager
from bot.discordkit.press_ids import PressId
from bot.discordkit.routes import Route, chosen
from bot.people.server_settings import CHANNELS_MOST, ServerSettings
from bot.people.ui import server_panel as panels
from bot.rules.ui.presets import Presets

Change = Callable[[ServerSettings], ServerSettings]


class ServerPresses(SettingsPresses[PanelSight, ServerSettings]):
    """Handlers by verb."""

    names: ClassVar = panels.NAMES

    def __init__(self, presets: Presets, people: People) -> None:
        super().__init__(people)
        self._presets = presets

    def routes(self) -> dict[str, Route[PanelSight]]:
        """Every verb of the panel."""
        route = partial(Route, who=_managed, private=True)
        return {
            "server-pick": route(self.pick),
            "server-set": route(self.set, values=(1, 2)),
            "server-game": route(self._game),
            "server-role": route(partial(self.picked, "openers")),
            "server-channels": route(partial(self.picked, "channels")),
            "server-anywhere": route(partial(self.emptied, "channels")),
        }

    async def drawing(self, interaction: Interaction) -> Drawing:
        """The panel of the server. Raises Refusal."""
        return await self._drawing(interaction, PanelSight())

    async def _drawing(self, interaction: Interaction, sight: PanelSight) -> Drawing:
        guild_id = require_manager(interaction)
        words, settings = await self.people.words_of(interaction), await self.people.settings(guild_id)
        named = await self._presets.offered(guild_id)
        return panels.server_settings(words, settings, named, sight.opened)

    async def _choosing(self, interaction: Interaction, sight: PanelSight, name: str, text: str) -> Change:
        return lambda before: before.changed_to(name, text)

    def _picking(self, name: str, ids: tuple[int, ...]) -> Change:
        if name == "openers":
            return lambda before: replace(before, role_id=ids[0])
        return lambda before: replace(before, channels=ids[:CHANNELS_MOST])

    async def _changed(self, interaction: Interaction, sight: PanelSight, change: Change) -> Drawing:
        await self.people.set_settings(require_manager(interaction), change)
        return await self._drawing(interaction, sight)

    async def _game(self, interaction: Interaction, press: PressId, sight: PanelSight) -> None:
        found = await self._presets.meant(require_manager(interaction), chosen(interaction))
        game = found if isinstance(found, str) else found.name
        await self.change(interaction, sight, "game", lambda before: replace(before, game=game))


async def _managed(interaction: Interaction, press: PressId) -> PanelSight:
    """The panel, for those who manage the server."""
    require_manager(interaction)
    return PanelSight()
