"""The rules, page by page: each page as leaves that fit a phone, sentences beside an example while there are
any. All of it is looked up off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, Final, NamedTuple

from discord import ui

from bot.discordkit.boundary import Refusal
from bot.discordkit.interactions import PressId
from bot.discordkit.pages import AROUND, BUTTONS, GAP, LINE, ROOM, SELECT, SMALL, SPARE, WIDTH, lines_of
from bot.discordkit.panel import BLUE, FELT, Drawing, Part, button, draw, picture, select, select_option
from bot.discordkit.ports import NOTHING, Subject, on_table
from bot.engine.game import OVER
from bot.engine.options import Rules
from bot.engine.registry import make_rules, preset_named
from bot.pictures.painter import Painter, picture_height
from bot.pictures.style import WIDTH as PAINTED
from bot.rules.book import GAME, RulePage, Seen, Worked
from bot.rules.registry import book_of
from bot.tables.errors import TableError
from bot.tables.lobby import rules_of
from bot.tables.model import NamedPreset, State
from bot.tables.table import Table
from bot.telling import phrases
from bot.telling import text_mode as telling
from bot.telling.alt import alt_text, sentences
from bot.telling.games.registry import teller_of
from bot.telling.phrases import TEXT_LONGEST, Reader, ViewModel
from bot.words.catalogue import Words, in_text

BULLET: Final = 24


@dataclass(frozen=True, slots=True)
class PagePart:
    """What stands on a leaf: sentences, and the number of an example, None where there is none."""

    lines: tuple[str, ...]
    example: int | None = None


def parts(
    heading: str, lines: Sequence[str], examples: Sequence[Worked], small: Sequence[str], *, players: bool
) -> list[PagePart]:
    """A page cut into leaves. On the first one stand the ``small`` lines too, and with ``players`` a second
    list to choose from; where they leave no room for an example, it is on the next one."""
    always = AROUND + lines_of(heading, 16, WIDTH) * LINE + GAP + SELECT + BUTTONS
    first = sum(lines_of(line, 13, WIDTH) * SMALL for line in small) + GAP + (SELECT if players else 0)
    left, found, shown = [*lines], list[PagePart](), 0
    while left or shown < len(examples) or not found:
        room, number = ROOM - SPARE - always - (0 if found else first), None
        if shown < len(examples) and (found or not left or _example(examples[shown]) <= room):
            room -= _example(examples[shown])
            number, shown = shown, shown + 1
        taken: list[str] = []
        while left and (room := room - lines_of(left[0], 16, WIDTH - BULLET) * LINE) >= 0:
            taken.append(left.pop(0))
        if left and not taken and number is None:
            taken.append(left.pop(0))  # too long for any leaf
        found.append(PagePart(tuple(taken), number))
    return found


def _example(worked: Worked) -> int:
    caption = lines_of(f"{_NUMBERED} {worked.sentence}", 16, WIDTH) * LINE + GAP if worked.sentence else 0
    if worked.picture is None:
        return caption
    return caption + GAP + ceil(picture_height(worked.picture) * WIDTH / PAINTED)


_NUMBERED: Final = "Example 10 of 10."


FILE: Final = "example.png"
NOWHERE: Final = 999
"""The leaf of a button that cannot be pressed; no two buttons of a message have the same id."""


@dataclass(frozen=True, slots=True)
class About:
    """Whose rules are shown, and to whom: those of ``table``, with the deal that is played there as anybody
    may see it; or (``table`` 0) those of the preset called ``name``. ``title`` is what they are called, as
    Markdown."""

    reader: Reader
    rules: Rules
    title: str
    name: str = ""
    table: int = 0
    model: ViewModel | None = None

    @property
    def words(self) -> Words:
        """The reader's."""
        return self.reader.words

    @property
    def subject(self) -> Subject:
        """What the ids of its panel are about."""
        return on_table(self.table) if self.table else NOTHING

    @property
    def preset(self) -> tuple[str, ...]:
        """What the ids of a panel without a table say of its rules: how many play, and the preset's name."""
        return () if self.table else (str(self.rules.players), self.name)

    @property
    def own_page(self) -> RulePage:
        """Where a panel opens."""
        book = book_of(self.rules)
        return book.pages(self.rules)[0] if self.model is None else book.page_of(self.model.view)

    def deal_on(self, page: RulePage) -> ViewModel | None:
        """The deal being played, if the page is about it."""
        return self.model if page == self.own_page else None


@dataclass(frozen=True, slots=True)
class ShownExample:
    """The example on a leaf, the ``number``-th (from 0) of ``of`` on its page, or a table without a sentence;
    ``value``, if any, is described in words where ``data`` is empty."""

    sentence: str
    value: Seen | None
    data: bytes
    number: int
    of: int


def first_page(preset: str) -> PressId:
    """What turns a private panel into the rules of a built-in preset, opened at the game."""
    return PressId("rules-example", values=("0", GAME, "0", preset))


class Leafing(NamedTuple):
    """Which leaf of a page it is (from 0), of how many."""

    number: int = 0
    of: int = 1


ALONE: Final = Leafing()
"""The one leaf of a page."""


def rules(
    about: About, page: RulePage, lines: Sequence[str], shown: ShownExample | None, leafing: Leafing = ALONE
) -> Drawing:
    """One leaf of a page, with ways to all the others."""
    words = about.words
    text = "\n".join([f"### {heading(about, page)}", *(f"- {line}" for line in lines)])
    whose = "\n".join(small_lines(about)) if not leafing.number else ""
    example: list[Part] = []
    if shown is not None:
        if shown.data and shown.value is not None:
            example.append(picture(FILE, alt_text(words, shown.value), shown.data))
        if caption := _caption(words, shown):
            left = TEXT_LONGEST - len(text) - len(whose)
            example.append(telling.example_text(words, caption, left))
    return draw(
        text,
        example,
        _leaves(about, page, leafing) if leafing.of > 1 else None,
        ui.Separator(),
        _pages(about, page),
        _players(about) if not leafing.number and chooses_players(about, page) else None,
        whose,
        accent=FELT,
    )


def chooses_players(about: About, page: RulePage) -> bool:
    """Whether it can be said there how many play."""
    preset = about.rules.preset
    return page.key == GAME and about.name == preset.name and len(preset.players) > 1


def heading(about: About, page: RulePage) -> str:
    """What stands above a page."""
    model = about.deal_on(page)
    if model is not None:
        contract = teller_of(about.rules).heading(model)
        return about.words("rules.heading", contract=contract, deals=phrases.deal_title(model))
    if page.key == GAME:
        return about.title
    return book_of(about.rules).page_heading(about.words, about.rules, page)


def _caption(words: Words, shown: ShownExample) -> list[str]:
    """The example in a sentence; where its picture is described, that comes below. A table has none."""
    if not shown.sentence:
        return []
    number = words("rules.example")
    if shown.of > 1:
        number = words("rules.example-of", number=words.number(shown.number + 1), of=words.number(shown.of))
    described = sentences(words, shown.value) if shown.value is not None and not shown.data else []
    return [f"**{number}.** {shown.sentence}", *map(in_text, described)]


def _leaves(about: About, page: RulePage, leafing: Leafing) -> ui.ActionRow[Any]:
    """The ways to the leaf before and after, which stay in their places."""

    def press(number: int) -> PressId:
        shown = number if 0 <= number < leafing.of else NOWHERE
        return PressId("rules-example", about.subject, values=(str(shown), page.key, *about.preset))

    words, number, of = about.words, leafing.number, leafing.of
    last = number + 1 == of
    label = words("rules.next", number=words.number(min(number + 2, of)), of=words.number(of))
    return ui.ActionRow(
        button(words("basics.back"), press(number - 1), disabled=not number),
        button(label, press(number + 1), BLUE, disabled=last),
    )


def _pages(about: About, page: RulePage) -> Part:
    words, book = about.words, book_of(about.rules)
    choices = [
        select_option(
            label=book.page_name(words, about.rules, other),
            value=other.key,
            description=book.page_deals(words, about.rules, other),
            default=other == page,
        )
        for other in book.pages(about.rules)
    ]
    press = PressId("rules-page", about.subject, values=about.preset)
    return select(press, words("rules.pages"), choices)


def _players(about: About) -> Part:
    words = about.words
    choices = [
        select_option(
            label=words.count("count.players", players),
            value=str(players),
            default=players == about.rules.players,
        )
        for players in about.rules.preset.players
    ]
    return select(PressId("rules-players", values=about.preset), words("options.players"), choices)


def small_lines(about: About) -> list[str]:
    """Who plays so, and what they have changed, in small print."""
    words = about.words
    preset = phrases.preset_name(words, about.rules.preset.name)
    key = "rules.preset" if about.table else "rules.of-preset"
    lines = [words(key, preset=about.title)]
    if about.rules.changed:
        changed = "; ".join(_changes(words, about.rules))
        lines.append(words("rules.changed", preset=preset, changed=changed))
    return [f"-# {line}" for line in lines]


def _changes(words: Words, rules: Rules) -> Iterator[str]:
    """What differs from the preset, with its values."""
    for name, value in rules.changed.items():
        yield words(
            "rules.option",
            option=phrases.option_name(words, name),
            value=phrases.option_value(words, name, value),
        )


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
        model = None if view is None else ViewModel(reader, view, facts.seats)
        title = phrases.rules_in_text(reader.words, facts)
        return await self._draw(About(reader, table.rules, title, table=facts.id, model=model), leaf)

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
        return rules(about, found.page, part.lines, shown, leafing)


def _find(about: About, key: str) -> PageContents:
    """The page of that key with its sentences and examples. Raises Refusal where there is none."""
    book, page = book_of(about.rules), about.own_page
    if key:
        page = next((page for page in book.pages(about.rules) if page.key == key), None)
        if page is None:
            raise Refusal("unknown-button")
    model = about.deal_on(page)
    examples = book.worked(about.rules, page, None if model is None else model.view)
    lines = book.page_lines(about.words, about.rules, page) if model is None else book.rule_lines(model)
    lines, worked = _in_words(about, lines, [telling(about.words) for telling in examples])
    cut = parts(
        heading(about, page),
        lines,
        worked,
        small_lines(about),
        players=chooses_players(about, page),
    )
    return PageContents(page, cut, worked)


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
