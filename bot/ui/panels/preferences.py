"""A person's own settings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import time
from typing import Any, Final

from discord import ui

from bot.ui.custom_ids import PressId
from bot.ui.fitting import ABOUT_LONGEST, FORM_LONGEST, shorten
from bot.ui.panel import GREY, Drawing, button, select_option
from bot.ui.panels.settings import Choice, Setting, language_name, panel, value_buttons
from bot.ui.preferences import AUTO, Preferences, Value, choices, text_of
from bot.ui.quiet_hours import HOURS, USUAL, QuietHours, usual_zone
from bot.words.catalogue import Words

QUIET: Final = "quiet"
NAMES: Final = (*choices(), QUIET)
"""All settings, in the order in which they are shown."""


def preferences(words: Words, wishes: Preferences, chosen: str = "", said: str = "") -> Drawing:
    """The panel. ``chosen`` is the setting being changed; ``said`` a sentence about what was just refused."""
    settings = [_setting(words, wishes, name) for name in NAMES]
    heading = f"### {words('settings.title')}\n{said or '-# ' + words('settings.hint')}"
    return panel(words, heading, PressId("setting-pick"), settings, chosen, _controls(words, wishes, chosen))


def _setting(words: Words, wishes: Preferences, name: str) -> Setting:
    key = name.replace("_", "-")
    value = _quiet_hours(words, wishes.quiet) if name == QUIET else _value(words, name, getattr(wishes, name))
    return Setting(name, words(f"setting.{key}"), words(f"setting.{key}.about"), value)


def _value(words: Words, name: str, value: Value) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return words("setting.on" if value else "setting.off")
    if name == "language" and value != AUTO:
        return language_name(value)
    return words(f"setting.value.{name}.{value}")


def _quiet_hours(words: Words, quiet: QuietHours | None) -> str:
    if quiet is None:
        return words("setting.quiet.none")
    start, end = (words.time(time(hour)) for hour in (quiet.start, quiet.end))
    return words("setting.quiet.hours", start=start, end=end, zone=quiet.zone.replace("_", " "))


def _controls(words: Words, wishes: Preferences, name: str) -> Iterator[ui.Item[Any]]:
    if name == QUIET:
        yield ui.ActionRow(
            button(words("button.quiet-hours"), PressId("quiet-form")),
            button(
                words("button.no-quiet-hours"), PressId("quiet-none"), GREY, disabled=wishes.quiet is None
            ),
        )
    elif name:
        now = getattr(wishes, name)
        yield from value_buttons(
            "setting-set",
            name,
            [Choice(text_of(value), _value(words, name, value), value == now) for value in choices()[name]],
        )


class QuietForm(ui.Modal):
    """Asks for quiet hours. Its submit comes back through ``routes``, so the library has nothing to keep."""

    def __init__(self, words: Words, quiet: QuietHours | None, locale: str) -> None:
        super().__init__(
            title=shorten(words("setting.quiet"), FORM_LONGEST), custom_id=str(PressId("quiet-hours"))
        )
        start, end = (quiet.start, quiet.end) if quiet else USUAL
        zone = quiet.zone if quiet else usual_zone(locale)
        field: ui.TextInput[Any] = ui.TextInput(default=zone, max_length=40, custom_id="zone")
        self.add_item(
            ui.Label(
                text=shorten(words("quiet.start"), FORM_LONGEST), component=_hours(words, "start", start)
            )
        )
        self.add_item(
            ui.Label(text=shorten(words("quiet.end"), FORM_LONGEST), component=_hours(words, "end", end))
        )
        self.add_item(
            ui.Label(
                text=shorten(words("quiet.zone"), FORM_LONGEST),
                description=shorten(words("quiet.zone.about"), ABOUT_LONGEST),
                component=field,
            )
        )

    def is_finished(self) -> bool:
        """Always: see the class."""
        return True


def _hours(words: Words, custom_id: str, chosen: int) -> ui.Select[Any]:
    return ui.Select(
        custom_id=custom_id,
        options=[
            select_option(label=words.time(time(hour)), value=str(hour), default=hour == chosen)
            for hour in HOURS
        ],
    )
