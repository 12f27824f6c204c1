"""Panels of rules, ready to be sent: sentences and examples looked up off the event loop, pictures
painted."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.engine.game import OVER
from bot.engine.registry import make_rules, preset_named
from bot.pictures.painter import Painter
from bot.tables.errors import TableError
from bot.tables.lobby import rules_of
from bot.tables.model import NamedPreset, State
from bot.tables.table import Table
from bot.ui import phrases
from bot.ui.boundary import Refusal
from bot.ui.panel import Drawing
from bot.ui.panels import rules as panels
from bot.ui.panels.rules import About, Shown
from bot.ui.preferences import DEFAULTS, Preferences
from bot.ui.rules.book import Page, Telling
from bot.ui.rules.books import book_of
from bot.words.catalogue import Words
from bot.words.names import in_text

USUAL_PLAYERS = 4


class Found(NamedTuple):
    """What a page is made of."""

    page: Page
    lines: list[str]
    examples: Sequence[Telling]


class RuleDrawings:
    """Makes them."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter

    async def of_table(
        self, words: Words, table: Table, wishes: Preferences = DEFAULTS, key: str = "", number: int = 0
    ) -> Drawing:
        """The rules of a table: the page of that key, else of the deal being played, else of the game.
        ``number`` tells which of its examples. Raises TableError ``table-parked``, Refusal."""
        facts = table.facts
        if facts.state is State.PARKED:
            raise TableError("table-parked")
        view = await table.view(None) if facts.started_at is not None else None
        if view is not None and view.turn == OVER:
            view = None
        title = phrases.game_in_text(words, facts)
        about = About(table.rules, title, table=facts.id, view=view, seats=facts.seats)
        return await self._draw(words, about, wishes, key, number)

    async def of_preset(
        self,
        words: Words,
        preset: str | NamedPreset,
        wishes: Preferences = DEFAULTS,
        players: int = 0,
        key: str = "",
        number: int = 0,
    ) -> Drawing:
        """The rules of a preset; a built-in one for so many players, where it is for as many. Raises
        TableError ``outdated-preset``, Refusal."""
        if isinstance(preset, NamedPreset):
            about = About(rules_of(preset), in_text(preset.name), preset.name)
        else:
            allowed = preset_named(preset).players
            usual = USUAL_PLAYERS if USUAL_PLAYERS in allowed else allowed[0]
            rules = make_rules(preset, players if players in allowed else usual, {})
            about = About(rules, phrases.preset_name(words, preset), preset)
        return await self._draw(words, about, wishes, key, number)

    async def _draw(self, words: Words, about: About, wishes: Preferences, key: str, number: int) -> Drawing:
        found = await asyncio.to_thread(_find, words, about, key)
        shown = None
        if found.examples:
            place = number % len(found.examples)
            sentence, value = found.examples[place](words)
            if value is not None:
                style = wishes.card_style(words.language, about.rules.preset.name)
                value = replace(value, style=style)
            seen = value is not None and not wishes.text_mode
            data = await self._painter.paint(value) if value is not None and seen else b""
            shown = Shown(sentence, value, data, place, len(found.examples))
        return panels.rules(words, about, found.page, found.lines, shown)


def _find(words: Words, about: About, key: str) -> Found:
    """The page of that key with its sentences and examples. Raises Refusal where there is none."""
    book, page = book_of(about.rules), about.own_page
    if key:
        page = next((page for page in book.pages(about.rules) if page.key == key), None)
        if page is None:
            raise Refusal("unknown-button")
    view = about.view if about.plays(page) else None
    examples = book.worked(about.rules, page, view)
    if view is None:
        return Found(page, book.page_lines(words, about.rules, page), examples)
    return Found(page, book.rule_lines(words, view, about.seats), examples)
