"""What one person is told of a night by direct message."""

from __future__ import annotations

from dataclasses import replace

from bot.nights.course import kind_of
from bot.nights.evenings import Evenings
from bot.nights.model import EveningDetails, NightStep, StepKind
from bot.telling.night.trouble import SEASON_CLOSED
from bot.ui.discord.panel import Drawing
from bot.ui.discord.people import People
from bot.ui.night import letters_panel as panels
from bot.ui.night.addressees import Addressees
from bot.ui.night.letters_panel import Addressed
from bot.ui.night.sign_up import SignUps
from bot.ui.night.sign_up_panel import Gathering


class Letters:
    """Draws them, each in its reader's language. Everything raises StoreError."""

    def __init__(self, evenings: Evenings, people: People, addressees: Addressees) -> None:
        self._evenings = evenings
        self._people = people
        self._addressees = addressees
        self._sign_ups = SignUps(evenings, people)

    async def reminder(self, told: EveningDetails, user_id: int) -> Drawing:
        """Asks somebody who has not answered, with the buttons to do so."""
        return panels.reminder(await self.addressed(told, user_id))

    async def moved_up(self, told: EveningDetails, user_id: int) -> Drawing:
        """Tells somebody who waited that they have a seat, with the buttons to give it up."""
        return panels.moved_up(await self.addressed(told, user_id))

    async def plan(self, told: EveningDetails) -> Drawing:
        """Tells an organiser that the plan waits to be posted, and until when, with a link to the night."""
        return panels.plan(await self._to_organiser(told))

    async def apart(self, told: EveningDetails) -> Drawing:
        """Tells an organiser that people are seated otherwise so that some are kept apart, and where to allow
        that they sit together."""
        return panels.apart(await self._to_organiser(told))

    async def trouble(self, told: EveningDetails, number: int) -> Drawing:
        """Tells an organiser what could not be done and why (``StepKind`` of that place in its order, and its
        hindrance), and that it goes on by itself once that is mended."""
        step = _hindered(told, kind_of(number))
        if not step.hindrance and step.kind is StepKind.TABLE:
            step = replace(step, hindrance=SEASON_CLOSED)  # what keeps a round from beginning at all
        return panels.in_trouble(await self._to_organiser(told), step)

    async def addressed(self, told: EveningDetails, user_id: int) -> Addressed:
        """A night as one person is asked about it."""
        words = await self._people.words(user_id)
        is_told = (await self._people.preferences(user_id)).missed_nights
        is_seated = bool(self._evenings.games_of(told.evening, user_id))
        return Addressed(await self._sign_ups.gathering(words, told), user_id, is_told, is_seated)

    async def _to_organiser(self, told: EveningDetails) -> Gathering:
        reader = await self._addressees.of(told.evening) or 0
        return await self._sign_ups.gathering(await self._people.words(reader), told)


def _hindered(told: EveningDetails, kind: StepKind) -> NightStep:
    """The first step of that kind which cannot be done; where all have been by now, the kind alone."""
    found = (step for step in told.steps.values() if step.kind is kind and step.hindrance)
    return next(found, told.step(kind))
