"""What is said and shown of a lesson: of a step what is to be done and what came of what was pressed; and, in
short pages, what these games are, with pictures out of its steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from bot.engine.cards import SUIT_OF, Action
from bot.engine.game import View
from bot.lessons.games import LESSONS, rules_taught
from bot.lessons.lesson import READER, ActOutcome, LessonStep, outcome
from bot.pictures.values import HandPicture, TrickPicture
from bot.rules.book import example_seats
from bot.tables.model import Seat
from bot.telling import phrases, scenes
from bot.telling.games.registry import teller_of
from bot.telling.phrases import Reader, ViewModel


def model_of(reader: Reader, view: View) -> ViewModel:
    """A moment of a lesson, as who learns sees it."""
    _, *others = example_seats(reader.words, view.players)
    return ViewModel(reader, view, (Seat(reader.words("lesson.you")), *others))


def task(reader: Reader, step: LessonStep) -> str:
    """What a step teaches and asks for."""
    return reader.words(f"lesson.step.{step.key}", **_values(reader, step))


def verdict(reader: Reader, step: LessonStep, found: ActOutcome) -> str:
    """What came of an act: who takes the trick, or what is wrong with it."""
    words = reader.words
    if not found.right:
        if found.reason:
            return words("lesson.wrong", why=words(f"illegal.{found.reason}"))
        why = words(f"lesson.wrong.{step.key}", **_values(reader, step))
        return words("lesson.wrong", why=why)
    if found.view is None:
        return words("lesson.right")
    return _taken(reader, step.view, found.view)


def _taken(reader: Reader, before: View, after: View) -> str:
    """Who takes a trick with what; and for how much, where tricks are worth something one by one."""
    words, trick = reader.words, after.tricks[-1]
    assert trick.winner is not None
    card = phrases.card_name(words, trick.cards[(trick.winner - trick.leader) % after.players])
    gained = after.deal_points[trick.winner] - before.deal_points[trick.winner]
    name, points = model_of(reader, after).seats[trick.winner].name, words.points(gained)
    counts = gained and teller_of(after.rules).points_grow
    if trick.winner == READER:
        if counts:
            return words("lesson.right.you-take-for", card=card, points=points)
        return words("lesson.right.you-take", card=card)
    if counts:
        return words("lesson.right.takes-for", name=name, card=card, points=points)
    return words("lesson.right.takes", name=name, card=card)


def _values(reader: Reader, step: LessonStep) -> dict[str, str]:
    """What the sentences of a step may say."""
    words, view = reader.words, step.view
    model = model_of(reader, view)
    found = dict(LESSONS.of(view.rules.preset.family).values(model))
    if view.trump is not None:
        found["trump"] = phrases.suit_name(words, view.trump)
    if view.trick.cards:
        found["name"] = model.seats[view.trick.leader].name
        found["suit"] = phrases.suit_name(words, SUIT_OF[view.trick.cards[0]])
    return found


def hand(reader: Reader, step: LessonStep) -> HandPicture:
    """The hand of a step, as it would be seen in a game."""
    return scenes.hand_picture(model_of(reader, step.view))


def trick(reader: Reader, view: View) -> TrickPicture:
    """The trick that a step has come to, as *Last trick* shows it."""
    picture = scenes.trick_picture(model_of(reader, view))
    assert picture is not None
    if view.tricks[-1].winner == READER:
        return replace(picture, caption="")  # what is written beside it says whose it is
    return picture


def act_name(reader: Reader, step: LessonStep, action: Action) -> str:
    """What something that is offered is called: a card, or a choice before the play."""
    return teller_of(step.view.rules).act_name(model_of(reader, step.view), action)


KING: Final = "kingen"
WHIST: Final = "whist-walloon"
"""The presets whose lessons the pictures are taken from."""

Look = Callable[[Reader, LessonStep], HandPicture | TrickPicture]


class Basic(NamedTuple):
    """One page: the key of its words, and the step of a lesson that shows it, if one does."""

    key: str
    preset: str = ""
    step: str = ""
    look: Look = hand


def _trick_taken(reader: Reader, step: LessonStep) -> TrickPicture:
    """The trick that the right card of a step makes."""
    view = outcome(step, step.right).view
    assert view is not None
    return trick(reader, view)


PAGES: Final = (
    Basic("basics.games", KING, "follow", _trick_taken),
    Basic("basics.follow", KING, "follow"),
    Basic("basics.trump", KING, "trump", _trick_taken),
    Basic("basics.avoid", KING, "discard"),
    Basic("basics.bid", WHIST, "propose"),
    Basic("help.how"),
)


def page_text(reader: Reader, page: Basic) -> str:
    """What a page says."""
    if page is PAGES[-1]:
        return f"{reader.words('help.how')}\n{reader.words('help.further')}"
    return reader.words(page.key)


def page_picture(reader: Reader, page: Basic) -> HandPicture | TrickPicture | None:
    """What a page shows. May take a second at the first time, so not on an event loop."""
    if not page.step:
        return None
    rules = rules_taught(page.preset)
    steps = LESSONS.of(rules.preset.family).steps(rules)
    return page.look(reader, next(step for step in steps if step.key == page.step))
