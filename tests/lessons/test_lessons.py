"""Lessons: each walked to its end by right presses and by wrong ones, in every language; what they say
is what the engine does."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from bot.discordkit.boundary import Refusal
from bot.discordkit.interactions import PressId
from bot.discordkit.panel import Drawing
from bot.engine.cards import ACTION_TEXTS, is_play, members
from bot.engine.registry import presets
from bot.lessons import lesson, words
from bot.lessons.games import LESSONS, rules_taught, taught
from bot.lessons.lesson import LessonStep, outcome
from bot.lessons.ui.lessons import LessonDrawings, LessonPlace
from bot.people.settings import Preferences
from bot.pictures.painter import Painter
from bot.telling.phrases import Reader
from bot.words.catalogue import languages, words_for
from tests.telling.view_models import suit_emojis

PRESSES = {
    "kingen": 3,
    "kingen-iwwa": 3,
    "dubbelkingen": 4,
    "whisthub-king": 3,
    "whisthub-double-king": 4,
    "denexa-king": 3,
    "russian-king": 3,
    "russian-king-orders": 3,
    "whist-walloon": 4,
    "whist-flemish": 4,
}
"""How many presses a lesson takes from its first step to its end."""


def steps_of(preset: str) -> tuple[LessonStep, ...]:
    rules = rules_taught(preset)
    return tuple(LESSONS.of(rules.preset.family).steps(rules))


def parts(drawing: Drawing) -> list[dict[str, Any]]:
    """All components, however deep."""
    found: list[dict[str, Any]] = []
    waiting: list[Any] = list(drawing.panel.to_components())
    while waiting:
        component = waiting.pop(0)
        found.append(component)
        waiting += component.get("components", ())
    return found


def text_of(drawing: Drawing) -> str:
    return "\n".join(part["content"] for part in parts(drawing) if "content" in part)


def presses(drawing: Drawing) -> list[PressId]:
    found = [PressId.parse(part["custom_id"]) for part in parts(drawing) if "custom_id" in part]
    assert None not in found
    return [one for one in found if one is not None]


def place_of(drawing: Drawing) -> LessonPlace:
    """Where the buttons of a step say that it is."""
    preset, step, mistakes, _ = next(one.values for one in presses(drawing) if one.verb == "lesson")
    return LessonPlace(preset, int(step), int(mistakes))


def test_every_game_has_a_lesson_of_so_many_presses() -> None:
    assert taught() == tuple(one.name for one in presets())
    assert {preset: len(steps_of(preset)) for preset in taught()} == PRESSES


@pytest.mark.parametrize("preset", PRESSES)
def test_what_a_lesson_calls_right_and_wrong_is_so_under_the_rules(preset: str) -> None:
    for step in steps_of(preset):
        view = step.view
        assert view.turn == view.seat == lesson.READER
        assert view.legal >> step.right & 1
        for action in step.offered:
            found = outcome(step, action)
            assert bool(found.reason) == (not view.legal >> action & 1)
            assert found.right == (action == step.right)
        if is_play(step.right):
            assert step.offered == members(view.hand)
            assert_right_is_better(step)


def assert_right_is_better(step: LessonStep) -> None:
    """The right card takes the trick where that is wanted, and leaves it where it is not; another that does
    as well is told why it is not the best."""
    right = outcome(step, step.right).view
    assert right is not None
    mine = right.tricks[-1].winner == lesson.READER
    assert mine == (step.key in ("trump", "take", "ruff", "lead"))
    for action in step.offered:
        found = outcome(step, action).view
        if found is not None and action != step.right:
            worse = (found.tricks[-1].winner == lesson.READER) != mine
            assert worse or step.key in ("discard", "partner")


@pytest.mark.parametrize("preset", PRESSES)
def test_the_steps_of_a_lesson_follow_each_other_in_a_game(preset: str) -> None:
    """A trick goes on from the one before wherever both are of one deal."""
    steps = steps_of(preset)
    for before, after in pairwise(steps):
        came = outcome(before, before.right).view
        if came is not None and came.deal == after.view.deal and came.contract == after.view.contract:
            assert came.tricks == after.view.tricks
            assert came.hand == after.view.hand


def test_the_deal_of_a_lesson_is_soon_found() -> None:
    for preset in taught():
        rules = rules_taught(preset)
        assert LESSONS.of(rules.preset.family).steps(rules) is LESSONS.of(rules.preset.family).steps(rules)


def test_a_scene_that_no_deal_leads_to_is_an_error() -> None:
    scene = lesson.LessonScene("7S", (lesson.LessonTrick("follow", 1, "TS 8S 9S *7S"),))
    holders = [number % 4 for number in range(52)]
    with pytest.raises(LookupError):
        lesson.prepared(scene, (1 << 52) - 1, holders, lambda deck: None)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", PRESSES)
async def test_a_lesson_is_walked_to_its_end_by_right_presses(preset: str, language: str) -> None:
    painter, reader = Painter(), Reader(words_for(language))
    drawings, steps = LessonDrawings(painter, suit_emojis()), steps_of(preset)
    drawing = await drawings.at(reader, LessonPlace(preset))
    seen = set[str]()
    for number, step in enumerate(steps):
        assert place_of(drawing) == LessonPlace(preset, number)
        assert {one.values[3] for one in presses(drawing) if one.verb == "lesson"} == {
            ACTION_TEXTS[action] for action in step.offered
        }
        assert words.task(reader, step) in text_of(drawing)
        assert len(drawing.files) == 1
        seen.add(text_of(drawing))
        drawing = await drawings.after(reader, place_of(drawing), step.right)
    assert len(seen) == len(steps) == PRESSES[preset]
    assert reader.words("lesson.no-mistake") in text_of(drawing)
    assert not set("".join(seen)) & set("{}")
    assert [(one.verb, one.values) for one in presses(drawing)] == [
        ("lesson-play", (preset,)),
        ("rules-example", ("0", "game", "0", preset)),
        ("lesson-at", LessonPlace(preset).values),
    ]
    painter.close()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", PRESSES)
async def test_a_wrong_press_says_what_went_wrong_and_one_goes_on(preset: str, language: str) -> None:
    painter, reader = Painter(), Reader(words_for(language))
    drawings = LessonDrawings(painter, suit_emojis())
    drawing = await drawings.at(reader, LessonPlace(preset))
    mistakes = 0
    for number, step in enumerate(steps_of(preset)):
        for action in step.offered:
            if action == step.right:
                continue
            mistakes += 1
            drawing = await drawings.after(reader, place_of(drawing), action)
            assert place_of(drawing) == LessonPlace(preset, number, mistakes)
            assert words.verdict(reader, step, outcome(step, action)) in text_of(drawing)
            assert words.task(reader, step) in text_of(drawing)
        drawing = await drawings.after(reader, place_of(drawing), step.right)
    assert reader.words.count("lesson.mistakes", mistakes) in text_of(drawing)
    painter.close()


async def test_in_text_mode_a_step_is_told_and_its_cards_have_names() -> None:
    painter = Painter()
    reader = Reader(words_for("en"), Preferences(text_mode=True))
    drawing = await LessonDrawings(painter, suit_emojis()).at(reader, LessonPlace("kingen"))
    assert drawing.files == ()
    assert "ten of spades" in text_of(drawing)
    assert "seven of spades" in {part.get("label") for part in parts(drawing)}
    painter.close()


@pytest.mark.parametrize("language", languages())
async def test_what_this_is_comes_in_short_pages_with_pictures(language: str) -> None:
    painter, reader = Painter(), Reader(words_for(language))
    drawings = LessonDrawings(painter, suit_emojis())
    for number, page in enumerate(words.PAGES):
        drawing = await drawings.what_is_this(reader, number)
        assert words.page_text(reader, page) in text_of(drawing)
        assert len(drawing.files) == (page is not words.PAGES[-1])
        if drawing.files:
            assert len(words.page_text(reader, page)) < 200
    painter.close()


async def test_places_that_no_button_has_are_refused() -> None:
    painter, reader = Painter(), Reader(words_for("en"))
    drawings = LessonDrawings(painter, suit_emojis())
    right = steps_of("kingen")[0].right
    for wrong in (
        drawings.at(reader, LessonPlace("poker")),
        drawings.at(reader, LessonPlace("kingen", 3)),
        drawings.after(reader, LessonPlace("kingen", 9), right),
        drawings.after(reader, LessonPlace("kingen", 1), right),
        drawings.what_is_this(reader, 6),
    ):
        with pytest.raises(Refusal):
            await wrong
    painter.close()
