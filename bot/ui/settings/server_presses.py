"""What is pressed on a server's panel of settings, by those who manage it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from bot.people.server_settings import CHANNELS_MOST, ServerSettings
from bot.ui.discord.panel import Drawing
from bot.ui.discord.people import People
from bot.ui.discord.permissions import require_manager
from bot.ui.discord.press_ids import PressId
from bot.ui.discord.routes import Handler, chosen, chosen_ids
from bot.ui.presets.presets import Presets
from bot.ui.settings import server_panel as panels
from bot.ui.settings.presses import Interaction, PanelPresses


class ServerPresses(PanelPresses[ServerSettings]):
    """Handlers by verb."""

    names: ClassVar = panels.NAMES

    def __init__(self, presets: Presets, people: People) -> None:
        self._presets = presets
        self._people = people

    def handlers(self) -> dict[str, Handler]:
        """Every verb of the panel."""
        return {
            "server-pick": self.pick,
            "server-set": self.set,
            "server-game": self._game,
            "server-role": self._role,
            "server-channels": self._channels,
            "server-anywhere": self._anywhere,
        }

    async def drawing(self, interaction: Interaction, opened: str = "", said: str = "") -> Drawing:
        """The panel of the server. Raises Refusal."""
        guild_id = require_manager(interaction)
        words = await self._people.words((await self._people.met(interaction)).user_id)
        settings = await self._people.settings(guild_id)
        return panels.server_settings(words, settings, await self._presets.offered(guild_id), opened)

    async def keep(
        self, interaction: Interaction, change: Callable[[ServerSettings], ServerSettings]
    ) -> None:
        """Change what was chosen for the server. Raises Refusal."""
        await self._people.set_settings(require_manager(interaction), change)

    async def _game(self, interaction: Interaction, press: PressId) -> None:
        found = await self._presets.meant(require_manager(interaction), chosen(interaction))
        game = found if isinstance(found, str) else found.name
        await self.change(interaction, "game", lambda settings: replace(settings, game=game))

    async def _role(self, interaction: Interaction, press: PressId) -> None:
        (role, *_) = chosen_ids(interaction)
        await self.change(interaction, "openers", lambda settings: replace(settings, role_id=role))

    async def _channels(self, interaction: Interaction, press: PressId) -> None:
        channels = tuple(chosen_ids(interaction)[:CHANNELS_MOST])
        await self.change(interaction, "channels", lambda settings: replace(settings, channels=channels))

    async def _anywhere(self, interaction: Interaction, press: PressId) -> None:
        await self.change(interaction, "channels", lambda settings: replace(settings, channels=()))
