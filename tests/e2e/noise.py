"""What a game leaves in its channel, how often it rings there, and how much there is to press."""

from __future__ import annotations

from collections import Counter
from typing import Any

from bot.tables.clocks import deals_of
from bot.tables.table import Table
from playground import reading
from playground.world.places import Message
from tests.e2e.house import EPHEMERAL, House

LONG = 16  # deals; a longer game may have its message posted anew once more


class Noise:
    """Listens from now on: ``posted`` are the bot's messages in the channel, for all to see, those that have
    gone again too."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.pings: list[str] = []
        self.posted: list[dict[str, Any]] = []
        self._add = house.changes.add_message
        setattr(house.changes, "add_message", self._hear)  # noqa: B010 (a method)

    def _hear(self, message: Message) -> None:
        self._add(message)
        bot = int(self._house.world.bot_user["id"])
        if message.channel.id != self._house.cards or message.author_id != bot or message.flags & EPHEMERAL:
            return
        self.posted.append(dict(message.data))
        if message.data["mentions"]:
            self.pings.append(reading.text(message.data))

    def left(self) -> list[dict[str, Any]]:
        """The bot's messages in the channel, for all to see, oldest first."""
        ann, *_ = self._house.people()
        bot = self._house.world.bot_user["id"]
        return [
            one
            for one in ann.messages(self._house.cards)
            if one["author"]["id"] == bot and not one["flags"] & EPHEMERAL
        ]

    def most(self, table: Table) -> int:
        """How many messages a game may post: the table's, once or twice anew, and the card that closes it."""
        return 4 if deals_of(table.rules) > LONG else 3

    async def check(self, table: Table, pressed: Counter[str]) -> None:
        """The counts of a game that was played by one person, who has ``pressed`` so much, and during which
        nobody has written: two messages, of which the result is left; no ping, and no press more than one for
        each card, one for each thing said and one for the deal."""
        results = (await table.view(None)).results
        assert len(self.posted) == 2, [reading.text(one) for one in self.posted]
        (outcome,) = [reading.text(one) for one in self.left()]
        assert "the game is over" in outcome and len(outcome.splitlines()) <= 4
        assert not self.pings
        said = pressed.total() - pressed["play"] - pressed["ready"]
        assert pressed.total() <= len(results) * (table.rules.hand_size + 1) + said
        assert pressed["ready"] < len(results)
