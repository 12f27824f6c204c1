"""Panels of rules, ready to be sent: sentences and examples looked up off the event loop, pictures
painted."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.discordkit.boundary import Refusal
from bot.discordkit.panel import Drawing
from bot.engine.game import OVER
from bot.engine.registry import make_rules, preset_named
from bot.pictures.painter import Painter
from bot.rules.book import RulePage, Worked
from bot.rules.registry import book_of
from bot.rules.ui import panel as panels
from bot.rules.ui.leaves import PagePart, parts
from bot.rules.ui.panel import About, Leafing, ShownExample
from bot.tables.errors import TableError
from bot.tables.lobby import rules_of
from bot.tables.model import NamedPreset, State
from bot.tables.table import Table
from bot.telling import phrases
from bot.telling.alt import sentences
from bot.telling.reader import Perspective, Reader
from bot.words.names import in_text

USUAL_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class RulesPlace:
    """Where a panel is open: at the page of that ``key``, with an empty one at that of the deal being played,
    else of the game; and at which of the page's leaves."""

    key: str = ""
    number: int = 0


class PageContents(NamedTuple):
    """What a page is made of."""

    page: RulePage
    parts: list[PagePart]
    examples: Sequence[Worked]


class RuleDrawings:
    """Makes them."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter

    async def of_table(self, reader: Reader, table: Table, leaf: RulesPlace = RulesPlace()) -> Drawing:
        """The rules of a table. Raises TableError ``table-parked``, Refusal."""
        facts = table.facts
        if facts.state is State.PARKED:
            raise TableError("table-parked")
        shown = facts.started_at is not None and not facts.veiled
        view = await table.view(None) if shown else None
        if view is not None and view.turn == OVER:
            view = None
        sight = None if view is None else Perspective(reader, view, facts.seats)
        title = phrases.rules_in_text(reader.words, facts)
        return await self._draw(About(reader, table.rules, title, table=facts.id, sight=sight), leaf)

    async def of_preset(
        self, reader: Reader, preset: str | NamedPreset, players: int = 0, leaf: RulesPlace = RulesPlace()
    ) -> Drawing:
        """The rules of a preset; a built-in one for so many players, where it is for as many. Raises
        TableError ``outdated-preset``, Refusal."""
        if isinstance(preset, NamedPreset):
            about = About(reader, rules_of(preset), in_text(preset.name), preset.name)
        else:
            allowed = preset_named(preset).players
            usual = USUAL_PLAYERS if USUAL_PLAYERS in allowed else allowed[0]
            rules = make_rules(preset, players if players in allowed else usual, {})
            about = About(reader, rules, phrases.preset_name(reader.words, preset), preset)
        return await self._draw(about, leaf)

    async def _draw(self, about: About, leaf: RulesPlace) -> Drawing:
        found = await asyncio.to_thread(_find, about, leaf.key)
        leafing = Leafing(leaf.number % len(found.parts), len(found.parts))
        part, shown = found.parts[leafing.number], None
        if part.example is not None:
            place, reader = part.example, about.reader
            sentence, value = found.examples[place]
            if value is not None:
                value = replace(value, style=reader.card_style(about.rules.preset.name))
            seen = value is not None and not reader.preferences.text_mode
            data = await self._painter.paint(value) if value is not None and seen else b""
            shown = ShownExample(sentence, value, data, place, len(found.examples))
        return panels.rules(about, found.page, part.lines, shown, leafing)


def _find(about: About, key: str) -> PageContents:
    """The page of that key with its sentences and examples. Raises Refusal where there is none."""
    book, page = book_of(about.rules), about.own_page
    if key:
        page = next((page for page in book.pages(about.rules) if page.key == key), None)
        if page is None:
            raise Refusal("unknown-button")
    sight = about.deal_on(page)
    examples = book.worked(about.rules, page, None if sight is None else sight.view)
    lines = book.page_lines(about.words, about.rules, page) if sight is None else book.rule_lines(sight)
    lines, told = _in_words(about, lines, [telling(about.words) for telling in examples])
    cut = parts(
        panels.heading(about, page),
        lines,
        told,
        panels.small_lines(about),
        players=panels.chooses_players(about, page),
    )
    return PageContents(page, cut, told)


def _in_words(
    about: About, lines: Sequence[str], worked: Sequence[Worked]
) -> tuple[Sequence[str], Sequence[Worked]]:
    """What is on a page. For who reads no pictures a table is sentences like the others, and cut into leaves
    with them."""
    if not about.reader.preferences.text_mode:
        return lines, worked
    tables = [one.picture for one in worked if not one.sentence and one.picture is not None]
    rows = [in_text(sentence) for table in tables for sentence in sentences(about.words, table)]
    return [*lines, *rows], [one for one in worked if one.sentence]
