"""/night manage: the organisers' panel of a night, its first page."""

from __future__ import annotations

from typing import Any

from bot.discordkit.boundary import answer, redraw
from bot.discordkit.interactions import Interaction
from bot.discordkit.people import People
from bot.discordkit.press_ids import PressId
from bot.discordkit.routes import Route, anyone, chosen, routes_of
from bot.leagues.errors import ClubError
from bot.leagues.model import League
from bot.leagues.ui.organisers import is_organiser, require_organiser
from bot.leagues.ui.visits import number_in
from bot.nights.errors import NightError
from bot.nights.evenings import Evenings
from bot.nights.model import Evening
from bot.nights.ui import manage_panel as panels
from bot.nights.ui.board import Boards
from bot.nights.ui.managing_before import ManagingBefore
from bot.nights.ui.managing_people import ManagingPeople
from bot.nights.ui.managing_play import ManagingPlay
from bot.nights.ui.managing_seating import ManagingSeating
from bot.nights.ui.organising import Organising
from bot.nights.ui.views import NightView


class Managing:
    """See the module. Its other pages have classes of their own."""

    def __init__(self, evenings: Evenings, people: People, boards: Boards) -> None:
        self._evenings = evenings
        self._people = people
        self._organising = organising = Organising(evenings, people, boards)
        self._pages = (
            ManagingBefore(organising),
            ManagingPeople(organising),
            ManagingSeating(organising),
            ManagingPlay(organising),
        )

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb."""
        route, doing = self._organising.route, self._organising.doing
        return {
            "night-manage": route(self._open, private=False),
            "manage-which": anyone(self._pick, private=True, values=0),
            "manage-panel": route(self._panel),
            "manage-again": doing(self._try_again, afresh=True),
            **routes_of(*self._pages),
        }

    async def manage(self, interaction: Interaction, league: str | None) -> None:
        """Answer with the organisers' panel of the night that is meant. Raises NightError ``no-night``,
        ClubError."""
        words = await self._people.words_of(interaction)
        found = await self._meant(interaction, league)
        if len(found) > 1:
            await answer(interaction, panels.which(words, found))
            return
        night = await self._organising.view(interaction, found[0][0].id)
        await answer(interaction, await self._organising.home(night))

    async def _meant(self, interaction: Interaction, name: str | None) -> list[tuple[Evening, League]]:
        """The next night of the league of that name, or all that whoever asks organises."""
        guild_id, now = interaction.guild_id, self._evenings.time.now()
        live = await self._evenings.store.live(guild_id) if guild_id is not None else ()
        if name is not None:
            league = await self._evenings.clubs.meant(guild_id, interaction.user.id, name)
            require_organiser(interaction, league)
            live = sorted((one for one in live if one.league_id == league.id),
                          key=lambda one: abs(one.starts_at - now))[:1]  # fmt: skip
        if not live:
            raise NightError("no-night")
        every = [(one, await self._evenings.league(one)) for one in live]
        mine = [(one, league) for one, league in every if is_organiser(interaction, league)]
        if not mine:
            raise ClubError("not-organiser", league=every[0][1].name)
        return mine

    async def _open(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        """*Organise* on a message that everybody sees."""
        await answer(interaction, await self._organising.home(night))

    async def _pick(self, interaction: Interaction, press: PressId) -> None:
        """The night that was chosen: it sees to who organises it."""
        night = await self._organising.view(interaction, number_in(chosen(interaction)))
        await redraw(interaction, await self._organising.home(night))

    async def _panel(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        await self._organising.show(interaction, night)

    async def _try_again(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        await self._evenings.try_again(night.told)
        return night.words("night.manage.tried")
