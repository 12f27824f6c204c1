"""All that is pressed and asked for of nights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from bot.nights.evenings import Evenings
from bot.ui.discord.people import People
from bot.ui.discord.routes import Handler
from bot.ui.night.board import Boards
from bot.ui.night.managing import Managing
from bot.ui.night.messages import NightMessages
from bot.ui.night.planning import Planning
from bot.ui.night.signing import Signing


@dataclass(frozen=True, slots=True)
class NightPresses:
    """What each is about is said in its module."""

    planning: Planning
    signing: Signing
    managing: Managing

    @classmethod
    def of(cls, evenings: Evenings, people: People, messages: NightMessages, boards: Boards) -> Self:
        """All of them."""
        return cls(
            Planning(evenings, people),
            Signing(evenings, people, messages),
            Managing(evenings, people, boards),
        )

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        each = (self.planning, self.signing, self.managing)
        return {verb: handler for one in each for verb, handler in one.handlers().items()}
