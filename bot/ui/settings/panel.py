"""A panel of settings: what is chosen now, and any one of them with its values, to be changed by a press."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.people.chosen import Chosen, Value, text_of
from bot.ui.discord.panel import BLUE, GREY, Drawing, Panel, button, even_rows, select, select_option
from bot.ui.discord.press_ids import PressId
from bot.words.catalogue import FALLBACK, Words, languages, words_for

CHOSEN: Final = "✓"


@dataclass(frozen=True, slots=True)
class Setting:
    """One of them as it is read. ``value`` is Markdown; ``plain`` says the same where there is none, and is
    the value itself where empty."""

    name: str
    label: str
    about: str
    value: str
    plain: str = ""


@dataclass(frozen=True, slots=True)
class ListedSettings:
    """All of somebody's, below a heading; ``pick`` is how one of them is opened."""

    heading: str
    pick: PressId
    settings: Sequence[Setting]


def panel(words: Words, listed: ListedSettings, opened: str, controls: Iterable[ui.Item[Any]]) -> Drawing:
    """The whole panel. ``opened`` is the name of the setting that ``controls`` change, empty for none."""
    lines = [words("settings.line", setting=one.label, value=one.value) for one in listed.settings]
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(f"{listed.heading}\n" + "\n".join(lines)),
        select(listed.pick, words("settings.pick"), [_option(one, opened) for one in listed.settings]),
    )
    for one in listed.settings:
        if one.name == opened:
            container.add_item(ui.TextDisplay(f"**{one.label}**\n{one.about}"))
    for control in controls:
        container.add_item(control)
    return Drawing(Panel(container))


def _option(one: Setting, opened: str) -> discord.SelectOption:
    return select_option(
        label=one.label,
        value=one.name,
        description=one.plain or one.value,
        default=one.name == opened,
    )


def value_buttons(
    verb: str, name: str, chosen: Chosen, said: Callable[[Value], str]
) -> list[ui.ActionRow[Any]]:
    """A button for each value that setting can have, ``said`` in words; the present one stands out, not by
    its colour alone."""
    now = getattr(chosen, name)
    return even_rows(
        button(
            f"{CHOSEN} {said(value)}" if value == now else said(value),
            PressId(verb, values=(name, text_of(value))),
            BLUE if value == now else GREY,
        )
        for value in chosen.choices()[name]
    )


def language_name(language: str) -> str:
    """A language by its own name."""
    return words_for(language if language in languages() else FALLBACK)("language.name")
