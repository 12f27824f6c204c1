"""What is pressed on the panels of settings, a person's and a server's. Each press is kept at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord

from bot.tables.registry import Tables
from bot.ui.boundary import Refusal, redraw
from bot.ui.custom_ids import PressId
from bot.ui.display import Display
from bot.ui.forced import tell_forced
from bot.ui.panel import Drawing
from bot.ui.panels import preferences as own
from bot.ui.panels import server_settings as server
from bot.ui.people import People
from bot.ui.permissions import require_manager
from bot.ui.preferences import Preferences, choices, text_of
from bot.ui.presets import Presets
from bot.ui.quiet_hours import quiet_hours
from bot.ui.routes import Handler, chosen, chosen_ids, filled, require_private
from bot.ui.server_settings import CHANNELS_MOST, ServerSettings

Interaction = discord.Interaction[Any]


class SettingsPresses:
    """Handlers by verb of a person's panel."""

    def __init__(self, tables: Tables, display: Display, people: People) -> None:
        self._tables = tables
        self._display = display
        self._people = people

    def handlers(self) -> dict[str, Handler]:
        """Every verb of it."""
        return {
            "setting-pick": self._pick,
            "setting-set": self._set,
            "quiet-form": self._quiet_form,
            "quiet-hours": self._quiet_hours,
            "quiet-none": self._no_quiet_hours,
        }

    async def drawing(self, interaction: Interaction, name: str = "", said: str = "") -> Drawing:
        """The panel of whoever acts, with the setting of that name open."""
        player = await self._people.met(interaction)
        words = await self._people.words(player.user_id)
        return own.preferences(words, player.preferences, name, said)

    async def _pick(self, interaction: Interaction, press: PressId) -> None:
        require_private(interaction)
        name = chosen(interaction)
        if name not in own.NAMES:
            raise Refusal("unknown-button")
        await self._show(interaction, name)

    async def _set(self, interaction: Interaction, press: PressId) -> None:
        require_private(interaction)
        name, _, text = press.value.partition("=")
        found = {text_of(value): value for value in choices().get(name, ())}
        if text not in found:
            raise Refusal("unknown-button")
        await self._prefer(interaction, name, lambda wishes: wishes.changed(name, found[text]))

    async def _quiet_form(self, interaction: Interaction, press: PressId) -> None:
        player = await self._people.met(interaction)
        words = await self._people.words(player.user_id)
        form = own.QuietForm(words, player.preferences.quiet, player.locale)
        await interaction.response.send_modal(form)

    async def _quiet_hours(self, interaction: Interaction, press: PressId) -> None:
        require_private(interaction)
        given = filled(interaction)
        start, end, zone = (given.get(name, "") for name in ("start", "end", "zone"))
        if not (start.isdecimal() and end.isdecimal()):
            raise Refusal("unknown-button")
        quiet = quiet_hours(int(start), int(end), zone)
        if quiet is None:
            words = await self._people.words_here(interaction)
            wrong = "quiet.same" if start == end else "quiet.no-such-zone"
            await self._show(interaction, own.QUIET, f"⚠️ {words(wrong)}")
            return
        await self._prefer(interaction, own.QUIET, lambda wishes: wishes.changed(own.QUIET, quiet))

    async def _no_quiet_hours(self, interaction: Interaction, press: PressId) -> None:
        require_private(interaction)
        await self._prefer(interaction, own.QUIET, lambda wishes: wishes.changed(own.QUIET, None))

    async def _prefer(
        self, interaction: Interaction, name: str, change: Callable[[Preferences], Preferences]
    ) -> None:
        """Keep a choice and show the panel with it; hands that are being played follow."""
        player = await self._people.met(interaction)
        await self._people.prefer(player.user_id, change)
        await self._show(interaction, name)
        for table in self._tables.running(user_id=player.user_id):
            await tell_forced(table, self._people)
            self._display.preferred(table, player.user_id)

    async def _show(self, interaction: Interaction, name: str, said: str = "") -> None:
        drawing = await self.drawing(interaction, name, said)
        await redraw(interaction, drawing)


class ServerPresses:
    """Handlers by verb of a server's panel, for those who manage it."""

    def __init__(self, presets: Presets, people: People) -> None:
        self._presets = presets
        self._people = people

    def handlers(self) -> dict[str, Handler]:
        """Every verb of it."""
        return {
            "server-pick": self._pick,
            "server-set": self._set,
            "server-game": self._game,
            "server-role": self._role,
            "server-channels": self._channels,
            "server-anywhere": self._anywhere,
        }

    async def drawing(self, interaction: Interaction, name: str = "") -> Drawing:
        """The panel of the server, with the setting of that name open. Raises Refusal."""
        guild_id = require_manager(interaction)
        words = await self._people.words((await self._people.met(interaction)).user_id)
        settings = await self._people.settings(guild_id)
        return server.server_settings(words, settings, await self._presets.offered(guild_id), name)

    async def _pick(self, interaction: Interaction, press: PressId) -> None:
        name = chosen(interaction)
        if name not in server.NAMES:
            raise Refusal("unknown-button")
        await self._show(interaction, name)

    async def _set(self, interaction: Interaction, press: PressId) -> None:
        name, _, value = press.value.partition("=")
        await self._change(interaction, name, lambda settings: settings.changed(name, value))

    async def _game(self, interaction: Interaction, press: PressId) -> None:
        found = await self._presets.meant(require_manager(interaction), chosen(interaction))
        game = found if isinstance(found, str) else found.name
        await self._change(interaction, "game", lambda settings: replace(settings, game=game))

    async def _role(self, interaction: Interaction, press: PressId) -> None:
        (role, *_) = chosen_ids(interaction)
        await self._change(interaction, "openers", lambda settings: replace(settings, role_id=role))

    async def _channels(self, interaction: Interaction, press: PressId) -> None:
        channels = tuple(chosen_ids(interaction)[:CHANNELS_MOST])
        await self._change(interaction, "channels", lambda settings: replace(settings, channels=channels))

    async def _anywhere(self, interaction: Interaction, press: PressId) -> None:
        await self._change(interaction, "channels", lambda settings: replace(settings, channels=()))

    async def _change(
        self, interaction: Interaction, name: str, change: Callable[[ServerSettings], ServerSettings]
    ) -> None:
        """Keep a choice and show the panel with it. Raises Refusal."""
        require_private(interaction)
        guild_id = require_manager(interaction)
        try:
            await self._people.set_settings(guild_id, change)
        except ValueError:
            raise Refusal("unknown-button") from None
        await self._show(interaction, name)

    async def _show(self, interaction: Interaction, name: str) -> None:
        require_private(interaction)
        drawing = await self.drawing(interaction, name)
        await redraw(interaction, drawing)
