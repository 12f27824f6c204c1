"""Cards that have been pressed once, where their players wish to press twice. Kept in memory only: a mark
that is lost costs a press."""

from __future__ import annotations

from bot.engine.actions import Action
from bot.engine.cards import CardSet


class PressedOnce:
    """One card a person at one table, for as long as they hold the same cards: the others may go on
    meanwhile."""

    def __init__(self) -> None:
        self._pressed: dict[int, tuple[CardSet, Action]] = {}

    def press(self, user_id: int, hand: CardSet, action: Action) -> None:
        """A person who holds these cards has pressed the one of this action."""
        self._pressed[user_id] = hand, action

    def of(self, user_id: int, hand: CardSet) -> Action | None:
        """What a person has pressed, holding these cards."""
        held, action = self._pressed.get(user_id, (0, None))
        return action if held == hand else None
