"""A person's own settings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import time
from typing import Any, Final

from discord import ui

from bot.discordkit.forms import InputForm, Setting, field, settings_panel, text_field, value_buttons
from bot.discordkit.panel import GREY, Drawing, button, select_option
from bot.discordkit.press_ids import PressId
from bot.people.chosen import AUTO, Value, text_of
from bot.people.preferences import Preferences
from bot.people.quiet_hours import HOURS, USUAL, QuietHours, usual_zone
from bot.telling.reader import Reader
from bot.words.catalogue import FALLBACK, Words, languages, words_for

QUIET: Final = "quiet"
NAMES: Final = (*Preferences.choices(), QUIET)
"""All settings, in the order in which they are shown."""


def preferences(reader: Reader, opened: str = "", said: str = "") -> Drawing:
    """The reader's panel. ``opened`` is the setting being changed; ``said`` a sentence about what was just
    refused."""
    words = reader.words
    settings = [_setting(reader, name) for name in NAMES]
    return settings_panel(
        [
            f"### {words('settings.title')}",
            said or f"-# {words('settings.hint')}",
            *(one.line(words) for one in settings),
        ],
        settings,
        pick=(PressId("setting-pick"), words("settings.pick")),
        opened=opened,
        controls=_controls(reader, opened),
    )


def _setting(reader: Reader, name: str) -> Setting:
    words, chosen = reader.words, reader.preferences
    key = name.replace("_", "-")
    value = _quiet_hours(words, chosen.quiet) if name == QUIET else _value(words, name, getattr(chosen, name))
    return Setting(name, words(f"setting.{key}"), value, words(f"setting.{key}.about"))


def _value(words: Words, name: str, value: Value) -> str:
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
        values = {text_of(value): _value(words, name, value) for value in chosen.choices()[name]}
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
