"""Who comes to a night, as organisers change it: somebody more, a substitute, somebody less, somebody for a
part of the night."""

from __future__ import annotations

from functools import partial

from bot.discordkit.interactions import Interaction
from bot.discordkit.press_ids import PressId
from bot.discordkit.routes import Handler, chosen
from bot.leagues.ui.visits import number_in
from bot.nights.errors import NightError
from bot.nights.ui import manage_panel as panels
from bot.nights.ui.organising import Organising, Page, account
from bot.nights.ui.sign_up_panel import chosen_hour
from bot.words.names import in_text

FIRST = partial(panels.people, page=0)


class ManagingPeople:
    """Handlers by verb."""

    def __init__(self, organising: Organising) -> None:
        self._organising = organising
        self._evenings = organising.evenings

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {
            "manage-people": self._people,
            "manage-add": self._add,
            "manage-substitute": self._substitute,
            "manage-away": self._away,
            "manage-person": self._person,
            "manage-from": self._from,
            "manage-until": self._until,
        }

    async def _people(self, interaction: Interaction, press: PressId) -> None:
        night = await self._organising.pressed(interaction, press, 1)
        page = partial(panels.people, page=number_in(press.value))
        await self._organising.show(interaction, night, page)

    async def _add(self, interaction: Interaction, press: PressId) -> None:
        night = await self._organising.pressed(interaction, press)

        async def action() -> str:
            who = await self._organising.chosen(interaction, night)
            await self._evenings.add(night.told, who.id, who.name)
            return night.words("night.manage.added", name=in_text(who.name))

        await self._organising.tell(interaction, night, action, FIRST)

    async def _substitute(self, interaction: Interaction, press: PressId) -> None:
        night = await self._organising.pressed(interaction, press)

        async def action() -> str:
            who = await self._organising.chosen(interaction, night)
            await self._evenings.name_substitute(night.told, who.id, who.name)
            return night.words("night.manage.substituted", name=in_text(who.name))

        await self._organising.tell(interaction, night, action, FIRST)

    async def _away(self, interaction: Interaction, press: PressId) -> None:
        night = await self._organising.pressed(interaction, press)
        user_id = account(chosen(interaction))

        async def action() -> str:
            gone = await self._evenings.send_away(night.told, user_id)
            return night.words("night.manage.sent-away", name=in_text(gone.name))

        await self._organising.tell(interaction, night, action, FIRST)

    async def _person(self, interaction: Interaction, press: PressId) -> None:
        night = await self._organising.pressed(interaction, press)
        await self._organising.show(interaction, night, self._page(account(chosen(interaction))))

    async def _from(self, interaction: Interaction, press: PressId) -> None:
        await self._set_hours(interaction, press, begins=True)

    async def _until(self, interaction: Interaction, press: PressId) -> None:
        await self._set_hours(interaction, press, begins=False)

    async def _set_hours(self, interaction: Interaction, press: PressId, *, begins: bool) -> None:
        night = await self._organising.pressed(interaction, press, 1)
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
