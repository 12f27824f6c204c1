"""What is pressed on a person's panel of settings. What is chosen is kept at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from bot.discordkit.boundary import Refusal, open_form, redraw
from bot.discordkit.forms import PanelSight, SettingsPresses
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.press_ids import PressId
from bot.discordkit.routes import Route, anyone, filled
from bot.people.preferences import Preferences
from bot.people.quiet_hours import QuietHours, quiet_hours
from bot.people.ui import preferences_panel as panels
from bot.people.ui.preferences_panel import QUIET
from bot.tables.tables import Tables
from bot.tables.ui.display import Display, tell_forced

Change = Callable[[Preferences], Preferences]


class PreferencesPresses(SettingsPresses[PanelSight, Preferences]):
    """Handlers by verb."""

    names: ClassVar = panels.NAMES

    def __init__(self, tables: Tables, display: Display, people: People) -> None:
        super().__init__(people)
        self._tables = tables
        self._display = display

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb of the panel."""
        route = partial(Route, who=_own, private=True)
        return {
            "setting-pick": route(self.pick),
            "setting-set": route(self.set, values=(1, 2)),
            "quiet-form": anyone(self._quiet_form),
            "quiet-hours": route(self._quiet_hours),
            "quiet-none": route(self._no_quiet_hours),
        }

    async def drawing(self, interaction: Interaction) -> Drawing:
        """The panel of whoever acts. Raises Refusal."""
        return await self._drawing(interaction, PanelSight())

    async def _drawing(self, interaction: Interaction, sight: PanelSight) -> Drawing:
        player = await self.people.met(interaction)
        return panels.preferences(await self.people.reader(player.user_id), sight.opened, sight.said)

    async def _choosing(self, interaction: Interaction, sight: PanelSight, name: str, text: str) -> Change:
        return lambda before: before.changed_to(name, text)

    async def _changed(self, interaction: Interaction, sight: PanelSight, change: Change) -> Drawing:
        player = await self.people.met(interaction)
        await self.people.prefer(player.user_id, change)
        return await self._drawing(interaction, sight)

    async def change(
        self,
        interaction: Interaction,
        sight: PanelSight,
        name: str,
        change: Change,
        typed: tuple[str, ...] = (),
    ) -> None:
        """Keep a choice and show the panel with it; hands that are being played follow."""
        await super().change(interaction, sight, name, change, typed)
        user_id = interaction.user.id
        await self.people.wishes_direct_messages(user_id)
        for table in self._tables.running(user_id=user_id):
            await tell_forced(table, self.people)
            self._display.preferred(table, user_id)

    async def _quiet_form(self, interaction: Interaction, press: PressId) -> None:
        player, words = await self.people.met(interaction), await self.people.words_of(interaction)
        await open_form(interaction, panels.quiet_form(words, player.preferences.quiet, player.locale))

    async def _quiet_hours(self, interaction: Interaction, press: PressId, sight: PanelSight) -> None:
        given = filled(interaction)
        start, end, zone = (given.get(name, "") for name in ("start", "end", "zone"))
        if not (start.isdecimal() and end.isdecimal()):
            raise Refusal("unknown-button")
        quiet = quiet_hours(int(start), int(end), zone)
        if quiet is not None:
            await self.change(interaction, sight, QUIET, _with_quiet(quiet))
            return
        words = await self.people.words_here(interaction)
        wrong = words("quiet.same" if start == end else "quiet.no-such-zone")
        await redraw(
            interaction, await self._drawing(interaction, PanelSight(opened=QUIET, said=f"⚠️ {wrong}"))
        )

    async def _no_quiet_hours(self, interaction: Interaction, press: PressId, sight: PanelSight) -> None:
        await self.change(interaction, sight, QUIET, _with_quiet(None))


async def _own(interaction: Interaction, press: PressId) -> PanelSight:
    """The panel, whose settings are those of whoever acts."""
    return PanelSight()


def _with_quiet(quiet: QuietHours | None) -> Change:
    return lambda before: replace(before, quiet=quiet)
