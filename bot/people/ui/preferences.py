"""A person's own settings: their panel, and what is pressed on it. What is chosen is kept at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import time
from functools import partial
from typing import Any, ClassVar, Final

from discord import ui

from bot.discordkit.boundary import Refusal, open_form, redraw
from bot.discordkit.forms import (
    InputForm,
    PanelViewModel,
    Setting,
    SettingsPresses,
    field,
    settings_panel,
    text_field,
    value_buttons,
)
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.panel import GREY, Drawing, button, select_option
from bot.discordkit.people import People
from bot.discordkit.routes import Route, anyone, filled
from bot.people.chosen import AUTO, Value, text_of
from bot.people.quiet_hours import HOURS, USUAL, QuietHours, quiet_hours, usual_zone
from bot.people.settings import DEFAULTS, Preferences
from bot.tables.tables import Tables
from bot.tables.ui.display import Display, tell_forced
from bot.telling.phrases import Reader
from bot.words.catalogue import FALLBACK, Words, languages, words_for

QUIET: Final = "quiet"
NAMES: Final = (*Preferences.choices(), QUIET)
"""All settings, in the order in which they are shown."""


def preferences(reader: Reader, opened: str = "", said: str = "") -> Drawing:
    """The reader's panel, which lists what they have changed: the rest is among what can be picked.
    ``opened`` is the setting being changed; ``said`` a sentence about what was just refused."""
    words, chosen = reader.words, reader.preferences
    settings = [_setting(reader, name) for name in NAMES]
    changed = [one for one in settings if getattr(chosen, one.name) != getattr(DEFAULTS, one.name)]
    return settings_panel(
        words,
        [f"### {words('settings.title')}", said or f"-# {words('settings.hint')}"],
        settings,
        listed=[" · ".join(one.line(words) for one in changed)],
        pick=PressId("setting-pick"),
        opened=opened,
        controls=_controls(reader, opened),
        ways=[button(words("button.all-settings"), PressId("settings"))] if opened else (),
    )


def _setting(reader: Reader, name: str) -> Setting:
    words, chosen = reader.words, reader.preferences
    key = name.replace("_", "-")
    value = (
        _quiet_hours(words, chosen.quiet) if name == QUIET else value_text(words, name, getattr(chosen, name))
    )
    return Setting(name, words(f"setting.{key}"), value, words(f"setting.{key}.about"))


def value_text(words: Words, name: str, value: Value) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return words("setting.on" if value else "setting.off")
    if name == "language" and value != AUTO:
        return language_name(str(value))
    return words(f"setting.value.{name}.{value}")


def _quiet_hours(words: Words, quiet: QuietHours | None) -> str:
    if quiet is None:
        return words("setting.quiet.none")
    start, end = (words.time(time(hour)) for hour in (quiet.start, quiet.end))
    return words("setting.quiet.hours", start=start, end=end, zone=quiet.zone.replace("_", " "))


def _controls(reader: Reader, name: str) -> Iterator[ui.Item[Any]]:
    words, chosen = reader.words, reader.preferences
    if name == QUIET:
        yield ui.ActionRow(
            button(words("button.quiet-hours"), PressId("quiet-form")),
            button(
                words("button.no-quiet-hours"), PressId("quiet-none"), GREY, disabled=chosen.quiet is None
            ),
        )
    elif name:
        values = {text_of(value): value_text(words, name, value) for value in chosen.choices()[name]}
        yield from value_buttons("setting-set", name, values, text_of(getattr(chosen, name)))


def quiet_form(words: Words, quiet: QuietHours | None, locale: str) -> InputForm:
    """Asks for quiet hours."""
    start, end = (quiet.start, quiet.end) if quiet else USUAL
    zone = quiet.zone if quiet else usual_zone(locale)
    return InputForm(
        words("setting.quiet"),
        PressId("quiet-hours"),
        field(words("quiet.start"), "", _hours(words, "start", start)),
        field(words("quiet.end"), "", _hours(words, "end", end)),
        text_field("zone", words("quiet.zone"), words("quiet.zone.about"), default=zone, longest=40),
    )


def _hours(words: Words, custom_id: str, chosen: int) -> ui.Select[Any]:
    return ui.Select(
        custom_id=custom_id,
        options=[
            select_option(label=words.time(time(hour)), value=str(hour), default=hour == chosen)
            for hour in HOURS
        ],
    )


def language_name(language: str) -> str:
    """A language by its own name."""
    return words_for(language if language in languages() else FALLBACK)("language.name")


Change = Callable[[Preferences], Preferences]


class PreferencesPresses(SettingsPresses[PanelViewModel, Preferences]):
    """Handlers by verb."""

    names: ClassVar = NAMES

    def __init__(self, tables: Tables, display: Display, people: People) -> None:
        super().__init__(people)
        self._tables = tables
        self._display = display

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb of the panel."""
        route = partial(Route, who=_own, private=True)
        return {
            "settings": route(self.show),
            "setting-pick": route(self.pick),
            "setting-set": route(self.set, values=(1, 2)),
            "quiet-form": anyone(self._quiet_form),
            "quiet-hours": route(self._quiet_hours),
            "quiet-none": route(self._no_quiet_hours),
        }

    async def drawing(self, interaction: Interaction) -> Drawing:
        """The panel of whoever acts. Raises Refusal."""
        return await self._drawing(interaction, PanelViewModel())

    async def _drawing(self, interaction: Interaction, model: PanelViewModel) -> Drawing:
        player = await self.people.met(interaction)
        return preferences(await self.people.reader(player.user_id), model.opened, model.said)

    async def _choosing(
        self, interaction: Interaction, model: PanelViewModel, name: str, text: str
    ) -> Change:
        return lambda before: before.changed_to(name, text)

    async def _changed(self, interaction: Interaction, model: PanelViewModel, change: Change) -> Drawing:
        player = await self.people.met(interaction)
        await self.people.prefer(player.user_id, change)
        return await self._drawing(interaction, model)

    async def change(
        self,
        interaction: Interaction,
        model: PanelViewModel,
        name: str,
        change: Change,
        typed: tuple[str, ...] = (),
    ) -> None:
        """Keep a choice and show the panel with it; hands that are being played follow."""
        await super().change(interaction, model, name, change, typed)
        user_id = interaction.user.id
        await self.people.wishes_direct_messages(user_id)
        for table in self._tables.running(user_id=user_id):
            await tell_forced(table, self.people)
            self._display.preferred(table, user_id)

    async def _quiet_form(self, interaction: Interaction, press: PressId) -> None:
        player, words = await self.people.met(interaction), await self.people.words_of(interaction)
        await open_form(interaction, quiet_form(words, player.preferences.quiet, player.locale))

    async def _quiet_hours(self, interaction: Interaction, press: PressId, model: PanelViewModel) -> None:
        given = filled(interaction)
        start, end, zone = (given.get(name, "") for name in ("start", "end", "zone"))
        if not (start.isdecimal() and end.isdecimal()):
            raise Refusal("unknown-button")
        quiet = quiet_hours(int(start), int(end), zone)
        if quiet is not None:
            await self.change(interaction, model, QUIET, _with_quiet(quiet))
            return
        words = await self.people.words_here(interaction)
        wrong = words("quiet.same" if start == end else "quiet.no-such-zone")
        await redraw(
            interaction, await self._drawing(interaction, PanelViewModel(opened=QUIET, said=f"⚠️ {wrong}"))
        )

    async def _no_quiet_hours(self, interaction: Interaction, press: PressId, model: PanelViewModel) -> None:
        await self.change(interaction, model, QUIET, _with_quiet(None))


async def _own(interaction: Interaction, press: PressId) -> PanelViewModel:
    """The panel, whose settings are those of whoever acts."""
    return PanelViewModel()


def _with_quiet(quiet: QuietHours | None) -> Change:
    return lambda before: replace(before, quiet=quiet)
