"""Which cards a table has played for whom, as they had told it: in memory, for that person's eyes only."""

from __future__ import annotations

from bot.engine.actions import is_play
from bot.engine.cards import Card
from bot.engine.game import DealEnded
from bot.tables.drafts import Draft


class PlayedFor:
    """Those of the deal in play, of each person since they last did something themselves."""

    __slots__ = ("_cards",)

    def __init__(self) -> None:
        self._cards: dict[int, list[Card]] = {}

    def of(self, user_id: int) -> tuple[Card, ...]:
        """Those of one person, in order."""
        return tuple(self._cards.get(user_id, ()))

    def note(self, draft: Draft) -> None:
        """A change was made."""
        if draft.seat is not None and draft.action is not None:
            user_id = draft.facts.seats[draft.seat].user_id
            if user_id is not None and not draft.wished:
                self._cards.pop(user_id, None)
            elif user_id is not None and is_play(draft.action):
                self._cards.setdefault(user_id, []).append(draft.action)
        if any(isinstance(event, DealEnded) for event in draft.events):
            self._cards.clear()
