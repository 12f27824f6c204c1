"""A lesson, step by step: one sentence or two, the hand as it is in a game, and what may be pressed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from discord import ui

from bot.discordkit.panel import (
    BLUE,
    FELT,
    GREEN,
    GREY,
    Drawing,
    Part,
    button,
    draw,
    picture,
    rows,
    select,
    select_option,
)
from bot.discordkit.press_ids import PressId
from bot.engine.actions import ACTION_TEXTS, Action, is_play
from bot.lessons.basics import KING, WHIST
from bot.lessons.registry import taught
from bot.pictures.values import HandPicture, TrickPicture
from bot.rules.ui.panel import first_page
from bot.telling import phrases
from bot.telling.alt import alt_text, sentences
from bot.telling.fitting import TEXT_LONGEST, fitting
from bot.telling.reader import Reader
from bot.words.names import in_text

FILE: Final = "lesson.png"
A_ROW: Final = 4
NONE_ALONE: Final = 3
"""In a row where five cards would leave one to itself."""


@dataclass(frozen=True, slots=True)
class LessonPlace:
    """Where somebody is in a lesson: at a ``step`` (from 0) of that of a preset, after so many mistakes. It
    travels in the ids of its buttons and is kept nowhere."""

    preset: str
    step: int = 0
    mistakes: int = 0

    @property
    def values(self) -> tuple[str, ...]:
        """As an id says it."""
        return self.preset, str(self.step), str(self.mistakes)


@dataclass(frozen=True, slots=True)
class ShownStep:
    """What is said and seen: ``said`` came of the last press, ``text`` is what is new. The picture is told in
    words where ``data`` is empty."""

    said: str
    text: str
    value: HandPicture | TrickPicture | None
    data: bytes


def step(
    reader: Reader, place: LessonPlace, of: int, shown: ShownStep, offered: Mapping[Action, str]
) -> Drawing:
    """One step of so many. What is ``offered`` is cards in the order of the hand, or choices, each with
    its name."""
    words = reader.words
    game = phrases.preset_name(words, place.preset)
    heading = words("lesson.heading", game=game, number=words.number(place.step + 1), of=words.number(of))
    buttons = [_choice(reader, place, action, name) for action, name in offered.items()]
    wide = reader.preferences.text_mode or not all(map(is_play, offered))
    a_row = 2 if wide else NONE_ALONE if len(buttons) == A_ROW + 1 else A_ROW
    others = _others(reader, place.preset) if place == LessonPlace(place.preset) else None
    return draw(*_opened(reader, heading, shown), rows(buttons, a_row), others, accent=FELT)


def done(reader: Reader, place: LessonPlace, shown: ShownStep) -> Drawing:
    """The end of a lesson, and the ways on from there."""
    words = reader.words
    heading = words("lesson.done", game=phrases.preset_name(words, place.preset))
    result = words.count("lesson.mistakes", place.mistakes) if place.mistakes else words("lesson.no-mistake")
    ways = [
        button(words("lesson.play"), PressId("lesson-play", values=(place.preset,)), GREEN),
        button(words("button.rules"), first_page(place.preset)),
        button(words("lesson.again"), PressId("lesson-at", values=LessonPlace(place.preset).values)),
    ]
    return draw(*_opened(reader, heading, shown), f"-# {result}", rows(ways, 3), accent=FELT)


def what_is_this(reader: Reader, number: int, of: int, shown: ShownStep) -> Drawing:
    """The games in short pages, this one being the ``number``-th (from 0) of so many; and ways to try
    them."""
    words = reader.words
    heading = words(
        "basics.heading",
        title=words("button.what-is-this"),
        number=words.number(number + 1),
        of=words.number(of),
    )
    leaf = {
        "basics.back": (GREY, number - 1),
        "basics.next": (BLUE, number + 1),
    }
    pages = [
        button(words(key), PressId("basics", values=(str(to % of),)), style, disabled=not 0 <= to < of)
        for key, (style, to) in leaf.items()
    ]
    tries = [
        button(
            words("basics.try", game=phrases.preset_name(words, preset)),
            PressId("lesson-at", values=LessonPlace(preset).values),
            GREEN,
        )
        for preset in (KING, WHIST)
    ]
    return draw(*_opened(reader, heading, shown), rows(pages), tries, accent=FELT)


def _opened(reader: Reader, heading: str, shown: ShownStep) -> Iterator[Part]:
    """What is said, and the picture or its words."""
    text = "\n".join([f"### {heading}", *([f"**{shown.said}**"] if shown.said else []), shown.text])
    yield text
    if shown.value is None:
        return
    if shown.data:
        yield picture(FILE, alt_text(reader.words, shown.value), shown.data)
    else:
        told = [in_text(sentence) for sentence in sentences(reader.words, shown.value)]
        yield fitting(told, TEXT_LONGEST - len(text) - 100, "…", "\n")


def _choice(reader: Reader, place: LessonPlace, action: Action, name: str) -> ui.Button[Any]:
    press = PressId("lesson", values=(*place.values, ACTION_TEXTS[action]))
    if not is_play(action):
        return button(name, press, BLUE)
    if reader.preferences.text_mode:
        return button(name, press, GREY)
    index = reader.card_style(place.preset).index
    return button(phrases.card_in_label(action, index), press, BLUE)


def _others(reader: Reader, preset: str) -> Part:
    """The lessons of other games."""
    words = reader.words
    choices = [
        select_option(phrases.preset_name(words, name), name, default=name == preset) for name in taught()
    ]
    return select(PressId("lesson-game"), words("lesson.other"), choices)
