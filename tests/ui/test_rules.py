"""The rules of every game fit their panel, are drawn in time, and open on the deal that is played."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from PIL import Image

from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.options import Rules
from bot.engine.registry import FAMILIES, make_rules, new_game, presets
from bot.pictures.painter import Painter
from bot.ui.boundary import Refusal
from bot.ui.panel import Drawing
from bot.ui.panels import rules as panels
from bot.ui.panels.rules import About, Shown
from bot.ui.rules.book import GAME, Page, example_seats
from bot.ui.rules.books import book_of
from bot.ui.rules.drawings import RuleDrawings
from bot.words.catalogue import words_for
from tests.ui.some_rules import some_rules

WORDS = words_for("en")
SEATS = example_seats(WORDS, 5)
TABLES = [(preset.name, players) for preset in presets() for players in preset.players]
fixed = settings(derandomize=True, database=None, deadline=None, max_examples=20)


def drawn(rules: Rules, page: Page) -> Iterator[Drawing]:
    """A page, once with each of its examples."""
    about, book = About(rules, "A game", rules.preset.name), book_of(rules)
    lines, found = book.page_lines(WORDS, rules, page), book.worked(rules, page, None)
    if not found:
        yield panels.rules(WORDS, about, page, lines, None)
    for number, telling in enumerate(found):
        sentence, value = telling(WORDS)
        yield panels.rules(WORDS, about, page, lines, Shown(sentence, value, b"", number, len(found)))


def components_of(drawing: Drawing) -> list[dict[str, Any]]:
    """All components, however deep."""
    found: list[dict[str, Any]] = []
    waiting: list[Any] = list(drawing.panel.to_components())
    while waiting:
        component = waiting.pop()
        found.append(component)
        waiting += component.get("components", ())
    return found


def assert_fits(components: list[dict[str, Any]]) -> None:
    assert len(components) <= 40
    assert sum(len(one.get("content", "")) for one in components) <= 4000
    for one in components:
        assert len(one.get("custom_id", "")) <= 100
        assert len(one.get("options", ())) <= 25
        assert not set(one.get("content", "")) & set("{}")


@settings(fixed, max_examples=10)
@given(some_rules(TABLES))
def test_every_page_fits_a_message(rules: Rules) -> None:
    """https://discord.com/developers/docs/components/reference"""

    async def look() -> None:
        for page in book_of(rules).pages(rules):
            for drawing in drawn(rules, page):
                assert_fits(components_of(drawing))

    asyncio.run(look())


async def test_every_page_of_every_preset_is_drawn_in_time() -> None:
    painter = Painter()
    drawings = RuleDrawings(painter)
    for name, players in TABLES:
        rules = make_rules(name, players, {})
        for page in book_of(rules).pages(rules):
            drawing = await drawings.of_preset(WORDS, name, players=players, key=page.key)
            first = book_of(rules).worked(rules, page, None)[:1]
            assert len(drawing.files) == sum(telling(WORDS).picture is not None for telling in first)
            assert drawing.files or not page.contract
            for file, data in drawing.files:
                assert file == "example.png"
                with Image.open(io.BytesIO(data)) as image:
                    assert image.format == "PNG" and image.width == 800
    painter.close()


async def test_a_page_that_is_not_there_is_refused() -> None:
    painter = Painter()
    for key in ("99", "0.nothing", "game ", "6.hearts"):
        with pytest.raises(Refusal):
            await RuleDrawings(painter).of_preset(WORDS, "kingen", players=4, key=key)
    painter.close()


def test_every_family_has_a_book_whose_first_page_is_the_game() -> None:
    families = {preset.family for preset in presets()}
    assert families == set(FAMILIES)
    for name, players in TABLES:
        rules = make_rules(name, players, {})
        found = book_of(rules).pages(rules)
        assert found[0] == Page(GAME)
        assert len({page.key for page in found}) == len(found)
        assert len({book_of(rules).page_name(WORDS, rules, page) for page in found}) > 1


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_at_every_moment_the_deal_being_played_is_told(name: str, players: int) -> None:
    rules = make_rules(name, players, {})
    random, game = Random(1), new_game(rules, 0)
    while game.turn != OVER:
        view = game.view(None)
        about = About(rules, "", table=1, view=view)
        assert about.own_page in book_of(rules).pages(rules)
        assert about.own_page.key != GAME
        assert all(book_of(rules).rule_lines(WORDS, view, SEATS))
        if game.turn == AWAITS_DECK:
            game.deal(random.sample(members(game.pack), game.pack.bit_count()))
        else:
            game.apply(random.choice(members(game.legal())))
    assert About(rules, "", table=1).own_page == Page(GAME)
