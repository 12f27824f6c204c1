"""A step of a lesson in words and as a picture: what is to be done, what came of what was pressed."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.actions import Action
from bot.engine.cards import SUIT_OF
from bot.engine.game import View
from bot.lessons.games import LESSONS
from bot.lessons.lesson import READER, ActOutcome, LessonStep
from bot.pictures.values import HandPicture, TrickPicture
from bot.rules.book import example_seats
from bot.tables.model import Seat
from bot.telling import phrases, scenes
from bot.telling.games.registry import teller_of
from bot.telling.reader import Reader, ViewModel


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
