"""A panel of settings: what is chosen now, and any one of them with its values, to be changed by a press."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.ui.custom_ids import PressId
from bot.ui.panel import BLUE, GREY, Drawing, Panel, button, rows, select, select_option
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
class Choice:
    """A value that can be chosen, as a button."""

    value: str
    label: str
    chosen: bool


def panel(
    words: Words,
    heading: str,
    pick: PressId,
    settings: Sequence[Setting],
    chosen: str,
    controls: Iterable[ui.Item[Any]],
) -> Drawing:
    """The whole panel. ``chosen`` is the name of the setting that ``controls`` change, empty for none;
    ``pick`` is how another is chosen."""
    lines = [words("settings.line", setting=one.label, value=one.value) for one in settings]
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(f"{heading}\n" + "\n".join(lines)),
        select(pick, words("settings.pick"), [_option(one, chosen) for one in settings]),
    )
    for one in settings:
        if one.name == chosen:
            container.add_item(ui.TextDisplay(f"**{one.label}**\n{one.about}"))
    for control in controls:
        container.add_item(control)
    return Drawing(Panel(container))


def _option(one: Setting, chosen: str) -> discord.SelectOption:
    return select_option(
        label=one.label,
        value=one.name,
        description=one.plain or one.value,
        default=one.name == chosen,
    )


def value_buttons(verb: str, name: str, choices: Iterable[Choice]) -> list[ui.ActionRow[Any]]:
    """A button for each value; the present one stands out, not by its colour alone."""
    return rows(
        (
            button(
                f"{CHOSEN} {choice.label}" if choice.chosen else choice.label,
                PressId(verb, value=f"{name}={choice.value}"),
                BLUE if choice.chosen else GREY,
            )
            for choice in choices
        ),
        3,
    )


def language_name(language: str) -> str:
    """A language by its own name."""
    return words_for(language if language in languages() else FALLBACK)("language.name")
