"""Cards explained in a thread, one after the other, so that many questions hold nobody up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from bot.discordkit.boundary import Refusal
from bot.discordkit.load import Latest
from bot.engine.cards import Card
from bot.engine.game import View
from bot.robots.reasons.model import CardExplanation
from bot.robots.why import taught, why
from bot.tables.asking import PlayedCard
from bot.tables.table import Table

WAITING: Final = 8
"""So many questions wait at most."""
KEPT: Final = 64


class Explaining:
    """See the module. What was explained last is kept: the same question has the same answer."""

    def __init__(self) -> None:
        self._at_work = asyncio.Lock()
        self._asked = 0
        self._latest: Latest[tuple[int, ...], CardExplanation] = Latest(KEPT)

    async def why(self, table: Table, played: PlayedCard, eyes: int) -> CardExplanation:
        """Why a card was played, from the view of seat ``eyes`` just before it. Raises Refusal ``why-busy``,
        ``why-gone``, and TableError."""
        key = (table.facts.id, played.number, eyes)
        return await self._kept(key, lambda: self._explained(table, played, eyes))

    async def of_view(self, key: tuple[int, ...], view: View, card: Card) -> CardExplanation:
        """The same of a game that is over, by what its player saw then; ``key``, of four numbers, tells the
        moment from every other. Raises Refusal ``why-busy``."""
        return await self._kept(key, lambda: asyncio.to_thread(why, view, card))

    async def _kept(
        self, key: tuple[int, ...], explained: Callable[[], Awaitable[CardExplanation]]
    ) -> CardExplanation:
        known = self._latest.get(key)
        if known is not None:
            return known
        if self._asked >= WAITING:
            raise Refusal("why-busy")
        self._asked += 1
        try:
            async with self._at_work:
                known = self._latest.get(key)  # asked twice at a time
                return known if known is not None else self._latest.keep(key, await explained())
        finally:
            self._asked -= 1

    async def remark(self, table: Table, played: PlayedCard) -> CardExplanation | None:
        """What a teacher says of a card, from its player's view; mostly nothing, and nothing where many
        others ask."""
        if self._asked >= WAITING:
            return None
        self._asked += 1
        try:
            async with self._at_work:
                view = await table.view_before(played.number, played.seat)
                return None if view is None else await asyncio.to_thread(taught, view, played.card)
        finally:
            self._asked -= 1

    @staticmethod
    async def _explained(table: Table, played: PlayedCard, eyes: int) -> CardExplanation:
        view = await table.view_before(played.number, eyes)
        if view is None:
            raise Refusal("why-gone")
        return await asyncio.to_thread(why, view, played.card)
