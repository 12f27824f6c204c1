"""The plan of a night as organisers change it: drawn, swapped in, posted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from bot.discordkit.boundary import Refusal
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing
from bot.discordkit.press_ids import PressId
from bot.discordkit.routes import Route, chosen
from bot.leagues.ui.visits import number_in
from bot.nights.errors import NightError
from bot.nights.managing_words import called
from bot.nights.ui import seating_panel as panels
from bot.nights.ui.organising import Organising, account
from bot.nights.ui.views import NightView
from bot.words.names import in_text


def _plan(night: NightView, leaf: int = 0) -> Drawing | None:
    return panels.seating(night, leaf) if _is_planned(night) else None


def _is_planned(night: NightView) -> bool:
    """Whether a round is still to be played as it is planned."""
    return night.evening.round < len(night.evening.plan)


class ManagingSeating:
    """Handlers by verb. Where no plan waits, the panel's first page says so."""

    def __init__(self, organising: Organising) -> None:
        self._organising = organising
        self._evenings = organising.evenings

    def routes(self) -> dict[str, Route[NightView]]:
        """Every verb."""
        route, doing = self._organising.route, self._organising.doing
        return {
            "manage-draw": doing(self._draw, _plan),
            "manage-seating": route(self._seating, values=1),
            "manage-post": doing(self._post, _plan),
            "manage-swap": route(self._swap, values=2),
            "manage-swap-who": route(self._swap_who, values=1),
            "manage-together": route(self._together, values=1),
        }

    async def _draw(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        """With other lots, where it was drawn before."""
        await self._evenings.draw(night.told, again=bool(night.evening.plan))
        return night.words("night.seating.drawn")

    async def _seating(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        leaf = number_in(press.value)
        await self._organising.tell(interaction, night, _planned(night), partial(_plan, leaf=leaf))

    async def _post(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        await self._evenings.post(night.told)
        return night.words("night.seating.was-posted")

    async def _together(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        """Whether those who are kept apart may meet tonight."""
        if press.value not in ("yes", "no"):
            raise Refusal("unknown-button")

        async def action() -> str:
            await self._evenings.seat_together(night.told, together=press.value == "yes")
            return night.words("night.seating.drawn")

        await self._organising.do(interaction, press, night, action, _plan)

    # --- two people

    async def _swap(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        """Another page of those who can be chosen."""
        page, first = press.values
        await self._ask(interaction, press, night, number_in(page), first)

    async def _swap_who(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        who = chosen(interaction)
        if press.value == panels.NOBODY:
            await self._ask(interaction, press, night, 0, who)
            return
        first, second = account(press.value), account(who)

        async def action() -> str:
            await self._evenings.swap(night.told, first, second)
            names = (in_text(called(night.told, one)) for one in (first, second))
            return night.words("night.seating.swapped", names=night.words.both(names))

        await self._organising.do(interaction, press, night, action, _plan)

    async def _ask(
        self, interaction: Interaction, press: PressId, night: NightView, page: int, first: str
    ) -> None:
        """Who changes places, or with whom."""
        one = None if first == panels.NOBODY else account(first)

        def shown(after: NightView) -> Drawing | None:
            return panels.swap(after, page, one) if _is_planned(after) else None

        await self._organising.do(interaction, press, night, _planned(night, one), shown)


def _planned(night: NightView, user_id: int | None = None) -> Callable[[], Awaitable[str]]:
    """Nothing is done where a round is planned, with that person in it. Raises NightError ``no-plan``,
    ``not-in-plan``."""

    async def nothing() -> str:
        evening = night.evening
        if not _is_planned(night):
            raise NightError("no-plan")
        if user_id is not None and user_id not in evening.plan[evening.round].people:
            raise NightError("not-in-plan")
        return ""

    return nothing
