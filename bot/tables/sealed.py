"""What of a table is not for everybody's eyes: its secret, and what each person has told it beforehand.

It goes beside the public facts from the store to a table's state and back, and nowhere else: only
``bot.tables`` and ``data`` may import this module (import-linter holds it), and nothing that a ``Table``
offers gives a ``Sealed``. What a person wishes is told to that person alone (``Table.wishes``); the secret
once the game is over.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from bot import dealing
from bot.engine.cards import Card
from bot.tables.model import NO_WISHES, NOBODYS_WISHES, Unspoken, Wishes


@dataclass(frozen=True, slots=True, repr=False)
class Sealed(Unspoken):
    """``secret`` is 32 bytes, from which the cards follow; it never leaves the process before the game has
    ended. ``wishes`` are those of each person at the table who has any, by their id."""

    secret: bytes
    wishes: Mapping[int, Wishes] = field(default_factory=lambda: NOBODYS_WISHES)

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, in hexadecimal: public."""
        return dealing.commitment(self.secret)

    def of(self, user_id: int | None) -> Wishes:
        """What this person wishes."""
        return NO_WISHES if user_id is None else self.wishes.get(user_id, NO_WISHES)

    def wishing(self, user_id: int, wishes: Wishes) -> Sealed:
        """The same with other wishes of this person."""
        others = {other: kept for other, kept in self.wishes.items() if other != user_id}
        return replace(self, wishes=others if wishes == NO_WISHES else {**others, user_id: wishes})

    def queueing(self, user_id: int | None, cards: tuple[Card, ...]) -> Sealed:
        """The same with these cards queued by this person; a robot queues none."""
        wishes = self.of(user_id)
        if user_id is None or wishes.queued == cards:
            return self
        return self.wishing(user_id, replace(wishes, queued=cards))

    def only_of(self, people: Collection[int | None]) -> Sealed:
        """The same with the wishes of these people alone."""
        kept = {user_id: wishes for user_id, wishes in self.wishes.items() if user_id in people}
        return self if len(kept) == len(self.wishes) else replace(self, wishes=kept)
