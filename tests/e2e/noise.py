"""What a game leaves in its channel, how often it rings there, and how much there is to press."""

from __future__ import annotations

from collections import Counter
from typing import Any

from bot.tables.table import Table
from playground import reading
from playground.rest.api import Exchange
from tests.e2e.house import EPHEMERAL, House

MESSAGES_MOST = 3
NEW_MESSAGE = "/channels/{channel_id}/messages"


class Noise:
    """Listens from now on."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.pings: list[str] = []
        house.server.observers.append(self._hear)

    def _hear(self, exchange: Exchange) -> None:
        posted = exchange.method == "POST" and exchange.route.endswith(NEW_MESSAGE) and exchange.status < 300
        if posted and exchange.response.get("mentions"):
            self.pings.append(reading.text(exchange.response))

    def left(self) -> list[dict[str, Any]]:
        """The bot's messages in the channel, for all to see, oldest first."""
        ann, *_ = self._house.people()
        bot = self._house.world.bot_user["id"]
        return [
            one
            for one in ann.messages(self._house.cards)
            if one["author"]["id"] == bot and not one["flags"] & EPHEMERAL
        ]

    async def check(self, table: Table, pressed: Counter[str]) -> None:
        """The counts of a game that has been played in a quiet channel by one person, who has ``pressed`` so
        much: three messages, a line a deal in one of them, no ping, and no press more than
        one for each card, one for each thing said and one for the deal."""
        results = (await table.view(None)).results
        left = [reading.text(one) for one in self.left()]
        assert len(left) <= MESSAGES_MOST, left
        (record,) = [text for text in left if "has started" in text]
        (outcome,) = [text for text in left if "the game is over" in text]
        lines = record.splitlines()[1:]
        assert len(lines) == len(results), record
        assert len(outcome.splitlines()) <= 4
        assert not self.pings
        said = pressed.total() - pressed["play"] - pressed["ready"]
        assert pressed.total() <= len(results) * (table.rules.hand_size + 1) + said
        assert pressed["ready"] < len(results)
