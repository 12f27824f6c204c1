"""What is read fits a phone in every language: leaves of the rules, steps of a lesson, pages of *What is
this?*."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import cast

import pytest
from discord import ui

from bot.discordkit.panel import Drawing
from bot.engine.errors import RuleViolation
from bot.engine.registry import make_rules, presets
from bot.lessons.games import LESSONS, rules_taught, taught
from bot.lessons.ui.lessons import LessonDrawings, LessonPlace
from bot.lessons.words import PAGES
from bot.people.settings import Preferences
from bot.pictures.painter import Painter, picture_height
from bot.rules.book import Seen
from bot.rules.registry import book_of
from bot.rules.ui.panel import RuleDrawings, RulesPlace
from bot.rules.whist.auction import ranking_picture
from bot.rules.whist.pages import RANKING
from bot.tables.model import NamedPreset
from bot.telling.alt import sentences
from bot.telling.phrases import Reader
from bot.words.catalogue import in_text, languages, words_for
from tests.panels.heights import DISCORD, PLAYGROUND, ROOM, blank, height
from tests.telling.view_models import SUITS, suit_emojis

PRESETS = [preset.name for preset in presets()]


class Sized:
    """Paints nothing but a picture's size."""

    async def paint(self, value: Seen) -> bytes:
        return blank(picture_height(value))


PAINTER = cast("Painter", Sized())


def tallest(drawing: Drawing) -> float:
    return max(height(drawing, measures) for measures in (DISCORD, PLAYGROUND))


def assert_ids_differ(drawing: Drawing) -> None:
    """Discord takes no message with the same id twice."""
    ids = re.findall(r"'custom_id': '([^']+)'", str(drawing.panel.to_components()))
    assert len(ids) == len(set(ids))


async def leaves(reader: Reader, preset: str | NamedPreset, key: str) -> list[Drawing]:
    """All leaves of a page, by what leads on from one to the next."""
    drawings, found, more = RuleDrawings(PAINTER), list[Drawing](), True
    while more:
        found.append(await drawings.of_preset(reader, preset, 4, RulesPlace(key, len(found))))
        more = f"hh:rules-example:0:0:{len(found)}:" in str(found[-1].panel.to_components())
    return found


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", PRESETS)
async def test_every_leaf_of_the_rules_fits_a_phone(preset: str, language: str) -> None:
    reader, rules = Reader(words_for(language)), make_rules(preset, 4, {})
    for page in book_of(rules).pages(rules):
        found = await leaves(reader, preset, page.key)
        assert len(found) < 12
        for number, drawing in enumerate(found):
            assert tallest(drawing) <= ROOM, (page.key, number)
            assert_ids_differ(drawing)


def all_changed(preset: str) -> dict[str, str]:
    """Other values for as many options as go together."""
    found: dict[str, str] = {}
    plain = make_rules(preset, 4, {})
    for option in plain.options:
        with suppress(RuleViolation):
            changed = make_rules(preset, 4, {**found, option.name: option.choices(plain.size)[-1]}).changed
            found = dict(changed)
    return found


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", PRESETS)
async def test_where_all_is_changed_every_leaf_fits_a_phone(preset: str, language: str) -> None:
    """The small print is long then, and leaves no room for a picture beside it."""
    named = NamedPreset(1, "W" * 32, preset, 4, all_changed(preset))
    reader, rules = Reader(words_for(language)), make_rules(preset, 4, named.options)
    assert len(rules.changed) >= 3
    for page in book_of(rules).pages(rules):
        for number, drawing in enumerate(await leaves(reader, named, page.key)):
            assert tallest(drawing) <= ROOM, (page.key, number)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", ["whist-walloon", "whist-flemish"])
async def test_C17_the_ranking_is_one_leaf_with_its_picture(preset: str, language: str) -> None:
    (drawing,) = await leaves(Reader(words_for(language)), preset, RANKING)
    assert len(drawing.files) == 1


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", ["whist-walloon", "whist-flemish"])
async def test_C17_in_text_mode_the_ranking_is_sentences_that_fit_a_phone(preset: str, language: str) -> None:
    words = words_for(language)
    found = await leaves(Reader(words, Preferences(text_mode=True)), preset, RANKING)
    texts = [one for drawing in found for one in drawing.panel.walk_children()]
    said = [line for one in texts if isinstance(one, ui.TextDisplay) for line in one.content.split("\n")]
    for sentence in sentences(words, ranking_picture(words, make_rules(preset, 4, {}))):
        assert f"- {in_text(sentence)}" in said
    for drawing in found:
        assert not drawing.files and tallest(drawing) <= ROOM


@pytest.mark.parametrize("language", languages())
async def test_every_step_of_a_lesson_fits_a_phone(language: str) -> None:
    drawings, reader = LessonDrawings(PAINTER, suit_emojis(SUITS)), Reader(words_for(language))
    for preset in taught():
        rules = rules_taught(preset)
        for number, step in enumerate(LESSONS.of(rules.preset.family).steps(rules)):
            assert tallest(await drawings.at(reader, LessonPlace(preset, number))) <= ROOM
            for action in step.offered:
                drawing = await drawings.after(reader, LessonPlace(preset, number), action)
                assert tallest(drawing) <= ROOM, (preset, number, action)
    for number in range(len(PAGES)):
        assert tallest(await drawings.what_is_this(reader, number)) <= ROOM
