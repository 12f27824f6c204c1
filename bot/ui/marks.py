"""Cards that have been pressed once, where their players wish to press twice. Kept in memory only: a mark
that is lost costs a press."""

from __future__ import annotations

from bot.engine.actions import Action
from bot.tables.model import TableFacts


class Marks:
    """One card a person and table, until the table moves on."""

    def __init__(self) -> None:
        self._marked: dict[tuple[int, int], tuple[int, Action]] = {}

    def mark(self, facts: TableFacts, user_id: int, action: Action) -> None:
        """A person has pressed the card of this action."""
        self._marked[facts.id, user_id] = facts.seq, action

    def marked(self, facts: TableFacts, user_id: int) -> Action | None:
        """What a person has marked, of what may be done now."""
        seq, action = self._marked.get((facts.id, user_id), (None, None))
        if seq == facts.seq:
            return action
        self._marked.pop((facts.id, user_id), None)
        return None
