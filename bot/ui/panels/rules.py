"""The rules, page by page: the game, the deal being played, any contract, each with a worked example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.engine.game import View
from bot.engine.options import Rules
from bot.pictures.values import HandPicture, TrickPicture
from bot.tables.model import Seat
from bot.ui import phrases, telling
from bot.ui.alt import alt_text, sentences
from bot.ui.custom_ids import PressId
from bot.ui.fitting import TEXT_LONGEST
from bot.ui.games.registry import face_of
from bot.ui.panel import Drawing, Panel, button, picture, select, select_option
from bot.ui.presets import CHOICES
from bot.ui.rules.book import GAME, Page
from bot.ui.rules.books import book_of
from bot.words.catalogue import Words
from bot.words.names import in_text

FILE: Final = "example.png"
FELT: Final = discord.Colour(0x2F6B4F)


@dataclass(frozen=True, slots=True)
class About:
    """Whose rules are told: those of ``table``, with the deal that is played there as anybody may see it and
    who plays it; or (``table`` 0) those of the preset called ``name``. ``title`` is what they are called, as
    Markdown."""

    rules: Rules
    title: str
    name: str = ""
    table: int = 0
    view: View | None = None
    seats: tuple[Seat, ...] = ()

    @property
    def subject(self) -> str:
        """What the ids of a panel without a table say of it."""
        return "" if self.table else f"{self.rules.players}/{self.name}"

    @property
    def own_page(self) -> Page:
        """Where a panel opens."""
        book = book_of(self.rules)
        return book.pages(self.rules)[0] if self.view is None else book.page_of(self.view)

    def plays(self, page: Page) -> bool:
        """Whether a page is about the deal being played."""
        return self.view is not None and page == self.own_page


@dataclass(frozen=True, slots=True)
class Shown:
    """The example on a page, the ``number``-th (from 0) of ``of``; ``value``, if any, is told in words
    where ``data`` is empty."""

    sentence: str
    value: HandPicture | TrickPicture | None
    data: bytes
    number: int
    of: int


def rules(words: Words, about: About, page: Page, lines: Sequence[str], shown: Shown | None) -> Drawing:
    """One page, with ways to all the others."""
    text = "\n".join([f"### {_heading(words, about, page)}", *(f"- {line}" for line in lines)])
    whose = _whose(words, about)
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(text), accent_colour=FELT)
    if shown is not None:
        if shown.data and shown.value is not None:
            container.add_item(picture(FILE, alt_text(words, shown.value)))
        left = TEXT_LONGEST - len(text) - len(whose)
        container.add_item(ui.TextDisplay(telling.example_text(words, _caption(words, shown), left)))
    if shown is not None and shown.of > 1:
        following = (shown.number + 1) % shown.of
        press = PressId("rules-example", about.table, 0, f"{following}/{page.key}/{about.subject}")
        container.add_item(ui.ActionRow(button(words("button.next-example"), press)))
    container.add_item(ui.Separator())
    container.add_item(_pages(words, about, page))
    if about.name == about.rules.preset.name and len(about.rules.preset.players) > 1:
        container.add_item(_players(words, about))
    container.add_item(ui.TextDisplay(whose))
    return Drawing(Panel(container), ((FILE, shown.data),) if shown is not None and shown.data else ())


def _heading(words: Words, about: About, page: Page) -> str:
    view = about.view
    if view is None or not about.plays(page):
        if page.key == GAME:
            return about.title
        return book_of(about.rules).page_heading(words, about.rules, page)
    contract = face_of(about.rules).heading(words, view)
    return words("rules.heading", contract=contract, deals=phrases.deal_title(words, view))


def _caption(words: Words, shown: Shown) -> list[str]:
    """The example in a sentence; where its picture is told, that comes below."""
    number = words("rules.example")
    if shown.of > 1:
        number = words("rules.example-of", number=words.number(shown.number + 1), of=words.number(shown.of))
    told = sentences(words, shown.value) if shown.value is not None and not shown.data else []
    return [f"**{number}.** {shown.sentence}", *map(in_text, told)]


def _pages(words: Words, about: About, page: Page) -> ui.ActionRow[Any]:
    book = book_of(about.rules)
    choices = [
        select_option(
            label=book.page_name(words, about.rules, other),
            value=other.key,
            description=book.page_deals(words, about.rules, other),
            default=other == page,
        )
        for other in book.pages(about.rules)
    ]
    press = PressId("rules-page", about.table, 0, about.subject)
    return select(press, words("rules.pages"), choices[:CHOICES])


def _players(words: Words, about: About) -> ui.ActionRow[Any]:
    choices = [
        select_option(
            label=words.count("count.players", players),
            value=str(players),
            default=players == about.rules.players,
        )
        for players in about.rules.preset.players
    ]
    return select(PressId("rules-players", value=about.subject), words("options.players"), choices)


def _whose(words: Words, about: About) -> str:
    """Who plays so, and what they have changed."""
    preset = phrases.preset_name(words, about.rules.preset.name)
    key = "rules.preset" if about.table else "rules.of-preset"
    lines = [words(key, preset=about.title)]
    if about.rules.changed:
        changed = "; ".join(_changes(words, about.rules))
        lines.append(words("rules.changed", preset=preset, changed=changed))
    return "\n".join(f"-# {line}" for line in lines)


def _changes(words: Words, rules: Rules) -> Iterator[str]:
    """What differs from the preset, with its values."""
    for name, value in rules.changed.items():
        yield words(
            "rules.option",
            option=phrases.option_name(words, name),
            value=phrases.option_value(words, name, value),
        )
