"""Forms into which something is typed, and panels of settings: how one looks, and what is pressed on it.

A panel of settings lists what is chosen; one setting at a time is open, with what it is about and its
controls. Which settings there are, and what a choice makes of whatever has them, is for each panel to say.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Generic, TypeVar

import discord
from discord import ui

from bot.discordkit.boundary import Refusal, open_form, redraw, sentence_for
from bot.discordkit.interactions import Interaction, PressId, fit_for_id
from bot.discordkit.panel import (
    BLUE,
    GREY,
    Drawing,
    Part,
    Parts,
    button,
    draw,
    even_rows,
    select,
    select_option,
)
from bot.discordkit.people import People
from bot.discordkit.routes import chosen, chosen_ids, filled
from bot.errors import CodedError
from bot.telling.phrases import ABOUT_LONGEST, FORM_LONGEST, PLACEHOLDER_LONGEST, shorten
from bot.words.catalogue import Words, quoted, tidy

T = TypeVar("T")


CHOSEN: Final = "✓"

# Forms


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


# Panels of settings


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as it is read. ``value`` is Markdown; ``plain`` says the same where there is none, and is
    the value itself where empty. ``about`` stands below its name while it is open."""

    name: str
    label: str
    value: str
    about: str
    plain: str = ""

    def line(self, words: Words) -> str:
        """«Language: **as in your Discord**»."""
        return words("settings.line", setting=self.label, value=self.value)


def settings_panel(
    words: Words,
    text: Iterable[str],
    settings: Sequence[Setting] = (),
    *,
    listed: Iterable[str] = (),
    pick: PressId | None = None,
    opened: str = "",
    controls: Iterable[Part] = (),
    above: Parts = None,
    ways: Iterable[ui.Button[Any]] = (),
) -> Drawing:
    """The whole panel: lines of text, and the select that opens a setting, where ``pick`` gives its press,
    with ``above`` before it; then the ``opened`` one, what it is about, the ``controls`` that change it, and
    the ``ways`` to elsewhere. What is ``listed`` of all settings stands there while none is open: a phone has
    no room for both."""
    options = [
        select_option(one.label, one.name, one.plain or one.value, default=one.name == opened)
        for one in settings
    ]
    lines = [*text, *(() if opened else listed)]
    menu = select(pick, words("settings.pick"), options) if pick else None
    about = [f"{one.line(words)}\n{one.about}" for one in settings if one.name == opened]
    return draw(lines, above, menu, about, controls, ways)


def value_buttons(verb: str, name: str, values: Mapping[str, str], now: str) -> list[ui.ActionRow[Any]]:
    """A button for each value that a setting can have, in words by how ids write them; the present one stands
    out, not by its colour alone."""
    return even_rows(
        button(
            f"{CHOSEN} {said}" if value == now else said,
            PressId(verb, values=(name, value)),
            BLUE if value == now else GREY,
        )
        for value, said in values.items()
    )


# What is pressed on them


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelViewModel:
    """A panel as somebody sees it: the name of the setting that is ``opened``, empty for none; what was just
    done or refused (``said``), and what was ``typed`` wrong, field by field, to be typed on."""

    opened: str = ""
    said: str = ""
    typed: tuple[str, ...] = ()


S = TypeVar("S", bound=PanelViewModel)


class SettingsPresses(ABC, Generic[S, T]):
    """What is pressed on a panel: a setting is opened, a value chosen or typed. ``S`` is the panel as whoever
    acts sees it, ``T`` what has the settings."""

    names: ClassVar[Collection[str]]
    """All settings of the panel."""
    typed_names: ClassVar[Collection[str]] = ()
    """Those of which a value can be typed."""
    letters: ClassVar[int] = 0
    """How many of what was typed wrong the id of a button carries."""

    def __init__(self, people: People) -> None:
        self.people = people

    # --- what each panel says

    @abstractmethod
    async def _drawing(self, interaction: Interaction, model: S) -> Drawing:
        """How it looks. Raises Refusal, StoreError."""

    @abstractmethod
    async def _changed(self, interaction: Interaction, model: S, change: Callable[[T], T]) -> Drawing:
        """Do what was chosen or typed for the setting that is open, and return what is shown then. Raises
        what ``change`` raises and what forbids it; ValueError for what nobody was offered."""

    async def _choosing(self, interaction: Interaction, model: S, name: str, text: str) -> Callable[[T], T]:
        """What the value ``text`` of a setting makes of a T."""
        raise Refusal("unknown-button")

    def _picking(self, name: str, ids: tuple[int, ...]) -> Callable[[T], T]:
        """What roles, channels or people make of it."""
        raise Refusal("unknown-button")

    def _typing(self, words: Words, model: S, typed: tuple[str, ...]) -> Callable[[T], T]:
        """What makes of it what was typed for the setting that is open."""
        raise Refusal("unknown-button")

    def _form(self, words: Words, model: S) -> InputForm:
        """Asks for a value of the setting that is open; with what was typed before."""
        raise Refusal("unknown-button")

    def _fields(self, name: str) -> tuple[str, ...]:
        """What the fields of its form are called."""
        return ("value",)

    # --- what is done at a press, for whoever sees the panel and may change it

    async def show(self, interaction: Interaction, press: PressId, model: S) -> None:
        """The panel as it is."""
        await redraw(interaction, await self._drawing(interaction, model))

    async def pick(self, interaction: Interaction, press: PressId, model: S) -> None:
        """Another setting is opened."""
        name = one_of(self.names, chosen(interaction))
        await redraw(interaction, await self._drawing(interaction, replace(model, opened=name)))

    async def set(self, interaction: Interaction, press: PressId, model: S) -> None:
        """One of the values of a setting is chosen: by its own button, or in a select."""
        if len(press.values) == 2:
            name, text = press.values
        else:
            name, text = press.value, chosen(interaction)
        one_of(self.names, name)
        await self.change(interaction, model, name, await self._choosing(interaction, model, name, text))

    async def picked(self, name: str, interaction: Interaction, press: PressId, model: S) -> None:
        """Roles, channels or people are chosen for a setting."""
        await self.change(interaction, model, name, self._picking(name, tuple(chosen_ids(interaction))))

    async def emptied(self, name: str, interaction: Interaction, press: PressId, model: S) -> None:
        """None of them is to be."""
        await self.change(interaction, model, name, self._picking(name, ()))

    async def type(self, interaction: Interaction, press: PressId, model: S) -> None:
        """A value is to be typed."""
        name, *typed = press.values or ("",)
        model = replace(model, opened=one_of(self.typed_names, name), typed=tuple(typed))
        await open_form(interaction, self._form(await self.people.words_of(interaction), model))

    async def type_in(self, interaction: Interaction, press: PressId, model: S) -> None:
        """It was. What is typed wrong is said, and is there to be typed on."""
        name, found = one_of(self.typed_names, press.value), filled(interaction)
        typed = tuple(tidy(found.get(one, "")) for one in self._fields(name))
        change = self._typing(await self.people.words_of(interaction), replace(model, opened=name), typed)
        await self.change(interaction, model, name, change, typed)

    async def change(
        self,
        interaction: Interaction,
        model: S,
        name: str,
        change: Callable[[T], T],
        typed: tuple[str, ...] = (),
    ) -> None:
        """Make a change and show what comes of it; what cannot be stands in the panel with the reason."""
        model = replace(model, opened=name)
        try:
            drawing = await self._changed(interaction, model, change)
        except ValueError:
            raise Refusal("unknown-button") from None
        except CodedError as error:
            words = await self.people.words_of(interaction)
            reason, entered = sentence_for(words, error), ", ".join(map(quoted, typed))
            said = words("league.typed-wrong", typed=entered, reason=reason) if typed else reason
            kept = tuple(fit_for_id(one, self.letters) for one in typed)
            drawing = await self._drawing(interaction, replace(model, said=f"⚠️ {said}", typed=kept))
        await redraw(interaction, drawing)


def one_of(names: Collection[str], name: str) -> str:
    """One of these. Raises Refusal for what is none."""
    if name not in names:
        raise Refusal("unknown-button")
    return name
