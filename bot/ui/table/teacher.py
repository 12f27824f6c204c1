"""The teacher's comments: beside a robot of that kind a person is told of a card of theirs that gave points
away, or was well found. On their own hand alone, from what they saw themselves; during a deal only where it
may be asked why cards were played, else once it is over."""

from __future__ import annotations

from bot.engine.actions import is_play
from bot.robots.why import can_explain
from bot.tables.asking import PlayedCard, has_teacher
from bot.tables.ports import Change
from bot.tables.table import Table
from bot.ui.discord.background import Background
from bot.ui.table.explaining import Explaining
from bot.ui.table.hand_messages import HandMessages
from bot.ui.table.messages import Messages


class Teacher:
    """Looks at what people play, beside all else; what it has to say is on their hands when they are next
    drawn."""

    def __init__(
        self, messages: Messages, hands: HandMessages, explaining: Explaining, background: Background
    ) -> None:
        self._messages = messages
        self._hands = hands
        self._explaining = explaining
        self._background = background

    def hear(self, table: Table, change: Change) -> None:
        """A table has changed; returns at once."""
        seat, card = change.seat, change.action
        if seat is None or card is None or not is_play(card) or not has_teacher(change.before):
            return
        person = change.before.seats[seat]
        known = can_explain(table.rules.preset.family)
        if known and person.user_id is not None and not person.absent:
            played = PlayedCard(change.before.seq, seat, card, 0)
            self._background.spawn(self._look_at(table, person.user_id, played))

    async def _look_at(self, table: Table, user_id: int, played: PlayedCard) -> None:
        said = await self._explaining.remark(table, played)
        if said is None or table.facts.seat_of(user_id) != played.seat:
            return
        self._messages.of(table.facts.id).comments.setdefault(user_id, {})[played.number] = said
        self._hands.refresh(table, user_id, only_free=True, follows=True)
