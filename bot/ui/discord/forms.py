"""Forms into which something is typed."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.telling.fitting import ABOUT_LONGEST, FORM_LONGEST, PLACEHOLDER_LONGEST, shorten
from bot.ui.discord.press_ids import PressId


class InputForm(ui.Modal):
    """A form that is only drawn. Its submit comes back through ``routes`` by its custom id, so two people can
    have it open, and the library has nothing to keep."""

    def __init__(self, title: str, press: PressId, *fields: ui.Label[Any]) -> None:
        super().__init__(title=shorten(title, FORM_LONGEST), custom_id=str(press))
        for one in fields:
            self.add_item(one)

    def is_finished(self) -> bool:
        """Always: see the class."""
        return True


def field(label: str, about: str, component: ui.Item[Any]) -> ui.Label[Any]:
    """A field of a form, which says what it is about."""
    described = shorten(about, ABOUT_LONGEST) or None
    return ui.Label(text=shorten(label, FORM_LONGEST), description=described, component=component)


def text_field(
    custom_id: str,
    label: str,
    about: str = "",
    *,
    default: str = "",
    longest: int,
    required: bool = True,
    paragraph: bool = False,
    placeholder: str = "",
) -> ui.Label[Any]:
    """A field into which something is typed, ``default`` being there already."""
    component: ui.TextInput[Any] = ui.TextInput(
        custom_id=custom_id,
        style=discord.TextStyle.paragraph if paragraph else discord.TextStyle.short,
        default=default or None,
        placeholder=shorten(placeholder, PLACEHOLDER_LONGEST) or None,
        max_length=longest,
        required=required,
    )
    return field(label, about, component)
