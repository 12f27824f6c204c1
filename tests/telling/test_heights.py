"""What is read fits a phone in every language: leaves of the rules, steps of a lesson, pages of *What is
this?*."""

from __future__ import annotations

import re
from typing import cast

import pytest

from bot.engine.registry import make_rules, presets
from bot.pictures.painter import Painter
from bot.pictures.values import HandPicture, TrickPicture
from bot.telling.lessons import basics
from bot.telling.lessons.registry import LESSONS, rules_taught, taught
from bot.telling.reader import Reader
from bot.telling.rules.registry import book_of
from bot.ui.discord.panel import Drawing
from bot.ui.lesson.drawings import LessonDrawings
from bot.ui.lesson.panel import Place
from bot.ui.rules.drawings import Leaf, RuleDrawings
from bot.ui.rules.leaves import height_of
from bot.words.catalogue import languages, words_for
from tests.ui.heights import DISCORD, PLAYGROUND, ROOM, blank, height

PRESETS = [preset.name for preset in presets()]


class Sized:
    """Paints nothing but a picture's size."""

    async def paint(self, value: HandPicture | TrickPicture) -> bytes:
        return blank(height_of(value))


PAINTER = cast("Painter", Sized())


def tallest(drawing: Drawing) -> float:
    return max(height(drawing, measures) for measures in (DISCORD, PLAYGROUND))


def assert_ids_differ(drawing: Drawing) -> None:
    """Discord takes no message with the same id twice."""
    ids = re.findall(r"'custom_id': '([^']+)'", str(drawing.panel.to_components()))
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", PRESETS)
async def test_every_leaf_of_the_rules_fits_a_phone(preset: str, language: str) -> None:
    drawings, reader = RuleDrawings(PAINTER), Reader(words_for(language))
    rules = make_rules(preset, 4, {})
    for page in book_of(rules).pages(rules):
        number, more = 0, True
        while more:
            drawing = await drawings.of_preset(reader, preset, 4, Leaf(page.key, number))
            assert tallest(drawing) <= ROOM, (page.key, number)
            number += 1
            assert_ids_differ(drawing)
            more = f"hh:rules-example:0:0:{number}:" in str(drawing.panel.to_components())
        assert number < 12


@pytest.mark.parametrize("language", languages())
async def test_every_step_of_a_lesson_fits_a_phone(language: str) -> None:
    drawings, reader = LessonDrawings(PAINTER), Reader(words_for(language))
    for preset in taught():
        rules = rules_taught(preset)
        for number, step in enumerate(LESSONS.of(rules.preset.family).steps(rules)):
            assert tallest(await drawings.at(reader, Place(preset, number))) <= ROOM
            for action in step.offered:
                drawing = await drawings.after(reader, Place(preset, number), action)
                assert tallest(drawing) <= ROOM, (preset, number, action)
    for number in range(len(basics.PAGES)):
        assert tallest(await drawings.what_is_this(reader, number)) <= ROOM
