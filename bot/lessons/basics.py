"""What these games are, in short pages: a sentence or two and a picture out of a lesson."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from bot.lessons import words
from bot.lessons.games import LESSONS, rules_taught
from bot.lessons.lesson import LessonStep, outcome
from bot.pictures.values import HandPicture, TrickPicture
from bot.telling.reader import Reader

KING: Final = "kingen"
WHIST: Final = "whist-walloon"
"""The presets whose lessons the pictures are taken from."""

Look = Callable[[Reader, LessonStep], HandPicture | TrickPicture]


class Basic(NamedTuple):
    """One page: the key of its words, and the step of a lesson that shows it, if one does."""

    key: str
    preset: str = ""
    step: str = ""
    look: Look = words.hand


def _taken(reader: Reader, step: LessonStep) -> TrickPicture:
    """The trick that the right card of a step makes."""
    view = outcome(step, step.right).view
    assert view is not None
    return words.trick(reader, view)


PAGES: Final = (
    Basic("basics.games", KING, "follow", _taken),
    Basic("basics.follow", KING, "follow"),
    Basic("basics.trump", KING, "trump", _taken),
    Basic("basics.avoid", KING, "discard"),
    Basic("basics.bid", WHIST, "propose"),
    Basic("help.how"),
)


def text(reader: Reader, page: Basic) -> str:
    """What a page says."""
    if page is PAGES[-1]:
        return f"{reader.words('help.how')}\n{reader.words('help.further')}"
    return reader.words(page.key)


def picture(reader: Reader, page: Basic) -> HandPicture | TrickPicture | None:
    """What a page shows. May take a second at the first time, so not on an event loop."""
    if not page.step:
        return None
    rules = rules_taught(page.preset)
    steps = LESSONS.of(rules.preset.family).steps(rules)
    return page.look(reader, next(step for step in steps if step.key == page.step))
