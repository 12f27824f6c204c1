"""What a lesson is: steps, each a moment of a real game with one right act; and what comes of any act.

Nothing of a lesson is kept anywhere: a step is its number, and the same for the same rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.engine.actions import Action, is_play
from bot.engine.cards import members
from bot.engine.errors import RuleViolation
from bot.engine.game import View
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.lessons.dealt import READER, LessonTrick
from bot.telling.reader import Perspective


@dataclass(frozen=True, slots=True, eq=False)
class LessonStep:
    """One press. ``key`` names what it teaches, ``right`` is the act, ``offered`` what can be pressed,
    ``then`` what the others play after it."""

    key: str
    right: Action
    offered: tuple[Action, ...]
    then: tuple[Action, ...] = ()
    game: Game = field(kw_only=True, repr=False)

    @property
    def view(self) -> View:
        """What the reader sees when they are to act."""
        return self.game.view(READER)


@dataclass(frozen=True, slots=True)
class ActOutcome:
    """What comes of an act at a step. ``reason`` is why the rules refuse it, empty where they do not;
    ``view`` what the reader sees once the trick is complete, None where no card was played."""

    right: bool
    reason: str = ""
    view: View | None = field(default=None, repr=False)


class Lessons(Protocol):
    """The lessons of a family of games."""

    def steps(self, rules: Rules) -> Sequence[LessonStep]:
        """The steps for a game by these rules. May take a second at the first time, so not on an event
        loop."""
        ...

    def values(self, sight: Perspective) -> Mapping[str, str]:
        """What only sentences of this family say at a moment: each placeholder's text."""
        ...


def outcome(step: LessonStep, action: Action) -> ActOutcome:
    """What comes of it."""
    game = step.game.copy()
    try:
        game.apply(action)
    except RuleViolation as refused:
        return ActOutcome(False, refused.reason)
    right = action == step.right
    if not is_play(action):
        return ActOutcome(right)
    before = len(step.view.tricks)
    for card in step.then:
        # after a wrong lead the others may have to follow another suit: with the highest they have
        game.apply(card if game.legal() >> card & 1 else max(members(game.legal())))
    view = game.view(READER)
    assert len(view.tricks) == before + 1
    return ActOutcome(right, view=view)


def trick_steps(game: Game, tricks: Sequence[LessonTrick]) -> list[LessonStep]:
    """The steps of the tricks that follow from here. The game is played on. Raises RuleViolation where the
    rules do not allow them."""
    found: list[LessonStep] = []
    for trick in tricks:
        assert game.turn == trick.leader
        plays, place = trick.plays, trick.place
        for card in plays[:place]:
            game.apply(card)
        assert game.turn == READER
        hand = members(game.view(READER).hand)
        found.append(LessonStep(trick.key, plays[place], hand, plays[place + 1 :], game=game.copy()))
        for card in plays[place:]:
            game.apply(card)
    return found
