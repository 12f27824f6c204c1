"""What every press on an organisers' panel takes: which night it is about, and that whoever acts organises
it; then something is done, and the panel shows what is now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from bot.discordkit.boundary import Refusal, redraw, sentence_for
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind
from bot.discordkit.press_ids import AboutSomethingElse, PressId
from bot.discordkit.routes import Route, picked
from bot.leagues.errors import ClubError
from bot.leagues.ui.organisers import require_organiser
from bot.nights.errors import NightError
from bot.nights.evenings import Evenings
from bot.nights.model import EveningStage
from bot.nights.ui import manage_panel, running_panel
from bot.nights.ui.board import Boards
from bot.nights.ui.views import NightView, NightViews
from bot.tables.errors import TableError

LONGEST: Final = 20
"""Digits of a Discord id, which is a number of 64 bits."""


def account(text: str) -> int:
    """An account. Raises AboutSomethingElse where it is none."""
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST):
        raise AboutSomethingElse(text)
    return int(text)


Page = Callable[[NightView], Drawing | None]
"""A page of the panel; None where there is nothing of it by now."""


Organised = Callable[[Interaction, PressId, NightView], Awaitable[None]]
"""What an organiser has done to a night by a press on their panel."""


Action = Callable[[Interaction, PressId, NightView], Awaitable[str]]
"""Does something to a night, and tells what is said of it."""


class ChosenMember(NamedTuple):
    """Somebody whom an organiser has chosen, as the league calls them."""

    id: int
    name: str


class Organising:
    """See the module. Everything raises NightError ``no-such-night``, ClubError ``not-organiser``,
    StoreError."""

    def __init__(self, evenings: Evenings, people: People, boards: Boards) -> None:
        self.evenings = evenings
        self.people = people
        self._boards = boards
        self._views = NightViews(evenings, people)

    async def view(self, interaction: Interaction, evening_id: int) -> NightView:
        """A night of this server as it is now, for one of its organisers."""
        player = await self.people.met(interaction)
        told = await self.evenings.told(evening_id, interaction.guild_id)
        require_organiser(interaction, await self.evenings.league(told.evening))
        return await self._views.in_words(await self.people.words(player.user_id), told)

    def doing(
        self, action: Action, page: Page | None = None, *, values: int = 0, afresh: bool = False
    ) -> Route[NightView]:
        """A route by which something is done to a night, and then the panel shows it on that page.
        ``afresh`` says that it does not depend on what the panel has shown."""

        async def done(interaction: Interaction, press: PressId, night: NightView) -> None:
            act = partial(action, interaction, press, night)
            if afresh:
                await self.tell(interaction, night, act, page)
            else:
                await self.do(interaction, press, night, act, page)

        return self.route(done, values=values)

    def route(
        self, deed: Organised, *, private: bool = True, values: int | tuple[int, ...] = 0
    ) -> Route[NightView]:
        """A route for the organisers of the night that is meant."""
        return Route(deed, self._pressed, SubjectKind.NIGHT, private, values)

    async def _pressed(self, interaction: Interaction, press: PressId) -> NightView:
        return await self.view(interaction, press.subject.id)

    async def home(self, night: NightView, leaf: int = 0) -> Drawing:
        """The panel's first page, as the night stands."""
        evening = night.evening
        if not evening.is_live:
            return manage_panel.over(night)
        if evening.stage is not EveningStage.PLAYING:
            return manage_panel.before(night)
        board = await self._boards.of_round(night.told, evening.round, night.league)
        return running_panel.running(night, board, leaf)

    async def show(self, interaction: Interaction, night: NightView, page: Page | None = None) -> None:
        """Have the panel show a page, or its first one where that is not there."""
        drawing = page(night) if page is not None and night.evening.is_live else None
        await redraw(interaction, drawing or await self.home(night))

    async def do(
        self,
        interaction: Interaction,
        press: PressId,
        night: NightView,
        action: Callable[[], Awaitable[str]],
        page: Page | None = None,
    ) -> None:
        """Do something to the night that the panel has shown, and show what is now. What cannot be done, and
        that the night is another by now, is said on the panel's first page."""

        async def of_what_was_shown() -> str:
            if press.seq != night.evening.version:
                raise NightError("changed-meanwhile")
            return await action()

        await self.tell(interaction, night, of_what_was_shown, page)

    async def tell(
        self,
        interaction: Interaction,
        night: NightView,
        action: Callable[[], Awaitable[str]],
        page: Page | None = None,
    ) -> None:
        """The same of what does not depend on what the panel has shown."""
        try:
            said = await action()
        except (NightError, ClubError, TableError, Refusal) as error:
            said, page = f"⚠️ {sentence_for(night.words, error)}", None
        after = replace(await self.view(interaction, night.evening.id), said=said)
        await self.show(interaction, after, page)

    async def chosen(self, interaction: Interaction, night: NightView) -> ChosenMember:
        """The person who was chosen. Raises NightError ``no-bots``."""
        person = picked(interaction)
        if person.is_bot:
            raise NightError("no-bots")
        await self.people.know(person.id, person.name)
        member = await self.evenings.clubs.member(night.league.id, person.id)
        return ChosenMember(person.id, person.name if member is None else member.name)
