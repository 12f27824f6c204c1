"""What is pressed on a person's panel of settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from bot.people.preferences import Preferences
from bot.people.quiet_hours import QuietHours, quiet_hours
from bot.tables.tables import Tables
from bot.ui.discord.boundary import Refusal, open_form
from bot.ui.discord.panel import Drawing
from bot.ui.discord.people import People
from bot.ui.discord.press_ids import PressId
from bot.ui.discord.routes import Handler, filled, require_private
from bot.ui.settings import preferences_panel as panels
from bot.ui.settings.preferences_panel import QUIET
from bot.ui.settings.presses import Interaction, PanelPresses
from bot.ui.table.display import Display
from bot.ui.table.forced_cards import tell_forced


class PreferencesPresses(PanelPresses[Preferences]):
    """Handlers by verb."""

    names: ClassVar = panels.NAMES

    def __init__(self, tables: Tables, display: Display, people: People) -> None:
        self._tables = tables
        self._display = display
        self._people = people

    def handlers(self) -> dict[str, Handler]:
        """Every verb of the panel."""
        return {
            "setting-pick": self.pick,
            "setting-set": self.set,
            "quiet-form": self._quiet_form,
            "quiet-hours": self._quiet_hours,
            "quiet-none": self._no_quiet_hours,
        }

    async def drawing(self, interaction: Interaction, opened: str = "", said: str = "") -> Drawing:
        """The panel of whoever acts."""
        player = await self._people.met(interaction)
        return panels.preferences(await self._people.reader(player.user_id), opened, said)

    async def keep(self, interaction: Interaction, change: Callable[[Preferences], Preferences]) -> None:
        """Change what whoever acts has chosen."""
        player = await self._people.met(interaction)
        await self._people.prefer(player.user_id, change)

    async def change(
        self, interaction: Interaction, name: str, change: Callable[[Preferences], Preferences]
    ) -> None:
        """Keep a choice and show the panel with it; hands that are being played follow."""
        await super().change(interaction, name, change)
        user_id = interaction.user.id
        await self._people.wishes_direct_messages(user_id)
        for table in self._tables.running(user_id=user_id):
            await tell_forced(table, self._people)
            self._display.preferred(table, user_id)

    async def _quiet_form(self, interaction: Interaction, press: PressId) -> None:
        player = await self._people.met(interaction)
        words = await self._people.words(player.user_id)
        form = panels.quiet_form(words, player.preferences.quiet, player.locale)
        await open_form(interaction, form)

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
            await self.show(interaction, QUIET, f"⚠️ {words(wrong)}")
            return
        await self._set_quiet(interaction, quiet)

    async def _no_quiet_hours(self, interaction: Interaction, press: PressId) -> None:
        await self._set_quiet(interaction, None)

    async def _set_quiet(self, interaction: Interaction, quiet: QuietHours | None) -> None:
        await self.change(interaction, QUIET, lambda before: replace(before, quiet=quiet))
