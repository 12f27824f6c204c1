"""The rules, page by page: the game, the deal being played, any contract, each with a worked example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from discord import ui

from bot.discordkit.panel import BLUE, FELT, Drawing, Part, button, draw, picture, select, select_option
from bot.discordkit.ports import NOTHING, Subject, on_table
from bot.discordkit.press_ids import PressId
from bot.engine.options import Rules
from bot.rules.book import GAME, RulePage, Seen
from bot.rules.registry import book_of
from bot.telling import phrases
from bot.telling import text_mode as telling
from bot.telling.alt import alt_text, sentences
from bot.telling.fitting import TEXT_LONGEST
from bot.telling.games.registry import teller_of
from bot.telling.reader import Perspective, Reader
from bot.words.catalogue import Words
from bot.words.names import in_text

FILE: Final = "example.png"
NOWHERE: Final = 999
"""The leaf of a button that cannot be pressed; no two buttons of a message have the same id."""


@dataclass(frozen=True, slots=True)
class About:
    """Whose rules are told, and to whom: those of ``table``, with the deal that is played there as anybody
    may see it; or (``table`` 0) those of the preset called ``name``. ``title`` is what they are called, as
    Markdown."""

    reader: Reader
    rules: Rules
    title: str
    name: str = ""
    table: int = 0
    sight: Perspective | None = None

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
        return book.pages(self.rules)[0] if self.sight is None else book.page_of(self.sight.view)

    def deal_on(self, page: RulePage) -> Perspective | None:
        """The deal being played, if the page is about it."""
        return self.sight if page == self.own_page else None


@dataclass(frozen=True, slots=True)
class ShownExample:
    """The example on a leaf, the ``number``-th (from 0) of ``of`` on its page, or a table without a sentence;
    ``value``, if any, is told in words where ``data`` is empty."""

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
    sight = about.deal_on(page)
    if sight is not None:
        contract = teller_of(about.rules).heading(sight)
        return about.words("rules.heading", contract=contract, deals=phrases.deal_title(sight))
    if page.key == GAME:
        return about.title
    return book_of(about.rules).page_heading(about.words, about.rules, page)


def _caption(words: Words, shown: ShownExample) -> list[str]:
    """The example in a sentence; where its picture is told, that comes below. A table has none."""
    if not shown.sentence:
        return []
    number = words("rules.example")
    if shown.of > 1:
        number = words("rules.example-of", number=words.number(shown.number + 1), of=words.number(shown.of))
    told = sentences(words, shown.value) if shown.value is not None and not shown.data else []
    return [f"**{number}.** {shown.sentence}", *map(in_text, told)]


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
