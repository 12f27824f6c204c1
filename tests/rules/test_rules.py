"""The rules of every game fit their panel, are drawn in time, and open on the deal that is played."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from PIL import Image

from bot.discordkit.boundary import Refusal
from bot.discordkit.panel import Drawing
from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.options import Rules
from bot.engine.registry import FAMILIES, make_rules, new_game, presets
from bot.pictures.painter import Painter
from bot.rules.book import GAME, RulePage, example_seats
from bot.rules.registry import BOOKS, book_of
from bot.rules.ui import panel as panels
from bot.rules.ui.panel import About, Leafing, RuleDrawings, RulesPlace, ShownExample, parts
from bot.rules.whist.auction import TOPICS
from bot.rules.whist.pages import RANKING
from bot.telling.phrases import Reader
from bot.words.catalogue import words_for
from tests.properties import tries
from tests.telling.some_rules import some_rules
from tests.telling.view_models import model

WORDS = words_for("en")
SEATS = example_seats(WORDS, 5)
TABLES = [(preset.name, players) for preset in presets() for players in preset.players]
often = tries(20)


def drawn(rules: Rules, page: RulePage) -> Iterator[Drawing]:
    """A page, leaf by leaf; no sentence and no example is missing."""
    about, book = About(Reader(WORDS), rules, "A game", rules.preset.name), book_of(rules)
    lines, found = book.page_lines(WORDS, rules, page), book.worked(rules, page, None)
    told = [telling(WORDS) for telling in found]
    small, heading = panels.small_lines(about), panels.heading(about, page)
    cut = parts(heading, lines, told, small, players=panels.chooses_players(about, page))
    assert [line for part in cut for line in part.lines] == list(lines)
    assert [part.example for part in cut if part.example is not None] == [*range(len(told))]
    for number, part in enumerate(cut):
        shown = None
        if part.example is not None:
            sentence, value = told[part.example]
            shown = ShownExample(sentence, value, b"", part.example, len(found))
        yield panels.rules(about, page, part.lines, shown, Leafing(number, len(cut)))


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


@tries(10)
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
            drawing = await drawings.of_preset(Reader(WORDS), name, players, RulesPlace(page.key))
            first = book_of(rules).worked(rules, page, None)[:1]
            assert len(drawing.files) == sum(telling(WORDS).picture is not None for telling in first)
            assert drawing.files or not (page.contract or page.key in (*TOPICS, RANKING))
            for file, data in drawing.files:
                assert file == "example.png"
                with Image.open(io.BytesIO(data)) as image:
                    assert image.format == "PNG" and image.width == 800
    painter.close()


async def test_a_page_that_is_not_there_is_refused() -> None:
    painter = Painter()
    for key in ("99", "0.nothing", "game ", "6.hearts"):
        with pytest.raises(Refusal):
            await RuleDrawings(painter).of_preset(Reader(WORDS), "kingen", 4, RulesPlace(key))
    painter.close()


def test_every_family_has_a_book_whose_first_page_is_the_game() -> None:
    assert list(BOOKS.each) == list(FAMILIES.each)
    for name, players in TABLES:
        rules = make_rules(name, players, {})
        found = book_of(rules).pages(rules)
        assert found[0] == RulePage(GAME)
        assert len({page.key for page in found}) == len(found)
        assert len({book_of(rules).page_name(WORDS, rules, page) for page in found}) > 1


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_at_every_moment_the_deal_being_played_is_told(name: str, players: int) -> None:
    rules = make_rules(name, players, {})
    random, game = Random(1), new_game(rules, 0)
    while game.turn != OVER:
        seen = model(WORDS, game.view(None), SEATS)
        about = About(Reader(WORDS), rules, "", table=1, model=seen)
        assert about.own_page in book_of(rules).pages(rules)
        assert about.own_page.key != GAME
        assert all(book_of(rules).rule_lines(seen))
        if game.turn == AWAITS_DECK:
            game.deal(random.sample(members(game.pack), game.pack.bit_count()))
        else:
            game.apply(random.choice(members(game.legal())))
    assert About(Reader(WORDS), rules, "", table=1).own_page == RulePage(GAME)
