"""Nights, put together: what is pressed, what is shown, and what goes on by itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Self

from bot.discordkit.people import People
from bot.discordkit.postings import Outlet
from bot.discordkit.routes import Route, routes_of
from bot.leagues.service import Clubs
from bot.nights.conductor import Conductor
from bot.nights.evenings import Evenings
from bot.nights.ports import NightStore
from bot.nights.ui.board import Boards
from bot.nights.ui.drawings import Addressees, NightDrawings
from bot.nights.ui.listing import NightListing
from bot.nights.ui.managing import Managing
from bot.nights.ui.messages import NightMessages
from bot.nights.ui.plan_changes import PlanChanges
from bot.nights.ui.plan_sights import PlanSights
from bot.nights.ui.planning import Planning
from bot.nights.ui.signing import Signing
from bot.nights.ui.steps import DiscordStepRunner, NightPlaces
from bot.pictures.painter import Painter
from bot.tables.ports import Change
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.ui.display import Display
from bot.timers import TimerKey, Timers


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

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb."""
        return routes_of(self.planning, self.changes, self.listing, self.signing, self.managing)


class NightsTimer(StrEnum):
    """The timers of this module."""

    TAKE_UP = "nights"


RECONCILED_EVERY: Final = 900.0
"""Seconds after which nights are looked for once more that nobody looks after."""

_TAKE_UP: Final = TimerKey(NightsTimer.TAKE_UP, 0)


@dataclass(frozen=True, slots=True)
class Nights:
    """What each is about is said in its module."""

    evenings: Evenings
    presses: NightPresses
    steps: DiscordStepRunner
    conductor: Conductor
    timers: Timers

    @classmethod
    def of(
        cls,
        store: NightStore,
        clubs: Clubs,
        tables: Tables,
        people: People,
        display: Display,
        outlet: Outlet,
        painter: Painter,
        timers: Timers,
    ) -> Self:
        """All of it."""
        evenings = Evenings(store, clubs, tables, timers.time)
        addressees = Addressees(evenings, people, outlet)
        boards = Boards(evenings, people)
        drawings = NightDrawings(evenings, people, addressees, boards, painter)
        messages = NightMessages(evenings, drawings, outlet)
        steps = DiscordStepRunner(
            evenings, messages, NightPlaces(outlet), people, addressees, display, timers.time
        )
        conductor = Conductor(evenings, steps, timers)
        presses = NightPresses.of(evenings, people, messages, boards)
        return cls(evenings, presses, steps, conductor, timers)

    def go_on(self) -> None:
        """Go on with what earlier processes have left; returns at once. Where the store fails it is tried
        again after a while, as a timer is."""
        self.timers.after(_TAKE_UP, 0.0, self._take_up)

    async def _take_up(self) -> None:
        await self.conductor.take_up()
        self.timers.after(_TAKE_UP, RECONCILED_EVERY, self._reconcile)

    async def _reconcile(self) -> None:
        await self.conductor.reconcile()
        self.timers.after(_TAKE_UP, RECONCILED_EVERY, self._reconcile)

    async def channel_gone(self, guild_id: int, channel_id: int) -> None:
        """A channel of a server has been deleted: the nights that were to be held there are looked at. Raises
        StoreError."""
        for evening in await self.evenings.store.live(guild_id):
            if evening.channel_id == channel_id:
                self.conductor.wake(evening.id)

    def table_changed(self, table: Table, change: Change) -> None:
        """A listener of tables."""
        self.conductor.heard(table, change)
