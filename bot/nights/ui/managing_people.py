"""Who comes to a night, as organisers change it: somebody more, a substitute, somebody less, somebody for a
part of the night."""

from __future__ import annotations

from functools import partial

from bot.discordkit.interactions import Interaction
from bot.discordkit.press_ids import PressId
from bot.discordkit.routes import Route, chosen
from bot.leagues.ui.visits import number_in
from bot.nights.errors import NightError
from bot.nights.ui import manage_panel as panels
from bot.nights.ui.organising import Organising, Page, account
from bot.nights.ui.sign_up_panel import chosen_hour
from bot.nights.ui.views import NightView
from bot.words.names import in_text

FIRST = partial(panels.people, page=0)


class ManagingPeople:
    """Handlers by verb."""

    def __init__(self, organising: Organising) -> None:
        self._organising = organising
        self._evenings = organising.evenings

    def routes(self) -> dict[str, Route[NightView]]:
        """Every verb."""
        route, doing = self._organising.route, self._organising.doing
        return {
            "manage-people": route(self._people, values=1),
            "manage-add": doing(self._add, FIRST, afresh=True),
            "manage-substitute": doing(self._substitute, FIRST, afresh=True),
            "manage-away": route(self._away),
            "manage-person": route(self._person),
            "manage-from": route(partial(self._set_hours, begins=True), values=1),
            "manage-until": route(partial(self._set_hours, begins=False), values=1),
        }

    async def _people(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        page = partial(panels.people, page=number_in(press.value))
        await self._organising.show(interaction, night, page)

    async def _add(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        who = await self._organising.chosen(interaction, night)
        await self._evenings.add(night.told, who.id, who.name)
        return night.words("night.manage.added", name=in_text(who.name))

    async def _substitute(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        who = await self._organising.chosen(interaction, night)
        await self._evenings.name_substitute(night.told, who.id, who.name)
        return night.words("night.manage.substituted", name=in_text(who.name))

    async def _away(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        user_id = account(chosen(interaction))

        async def action() -> str:
            gone = await self._evenings.send_away(night.told, user_id)
            return night.words("night.manage.sent-away", name=in_text(gone.name))

        await self._organising.tell(interaction, night, action, FIRST)

    async def _person(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        await self._organising.show(interaction, night, self._page(account(chosen(interaction))))

    async def _set_hours(
        self, interaction: Interaction, press: PressId, night: NightView, *, begins: bool
    ) -> None:
        user_id, value = account(press.value), chosen(interaction)

        async def action() -> str:
            known = night.told.people.get(user_id)
            if known is None:
                raise NightError("not-in-plan")
            now = self._evenings.time.now()
            moment = chosen_hour(night.evening, known, now, value, begins=begins)
            await self._evenings.set_hours(night.told, user_id, known.name, begins=begins, moment=moment)
            return night.words("night.manage.kept")

        await self._organising.tell(interaction, night, action, self._page(user_id))

    def _page(self, user_id: int) -> Page:
        return partial(panels.person, user_id=user_id, now=self._evenings.time.now())
