"""All that is pressed and asked for of nights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from bot.nights.evenings import Evenings
from bot.ui.discord.people import People
from bot.ui.discord.routes import Handler
from bot.ui.night.board import Boards
from bot.ui.night.listing import NightListing
from bot.ui.night.managing import Managing
from bot.ui.night.messages import NightMessages
from bot.ui.night.plan_changes import PlanChanges
from bot.ui.night.plan_sights import PlanSights
from bot.ui.night.planning import Planning
from bot.ui.night.signing import Signing


@dataclass(frozen=True, slots=True)
class NightPresses:
    """What each is about is said in its module."""

    planning: Planning
    changes: PlanChanges
    listing: NightListing
    signing: Signing
    managing: Managing

    @classmethod
    def of(cls, evenings: Evenings, people: People, messages: NightMessages, boards: Boards) -> Self:
        """All of them."""
        sights = PlanSights(evenings, people)
        planning = Planning(sights)
        return cls(
            planning,
            PlanChanges(sights),
            NightListing(sights, planning, messages),
            Signing(evenings, people, messages),
            Managing(evenings, people, boards),
        )

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        each = (self.planning, self.changes, self.listing, self.signing, self.managing)
        return {verb: handler for one in each for verb, handler in one.handlers().items()}
