"""What organisers do while a night is played: all tables wait, a round ends, a seat is another's."""

from __future__ import annotations

from functools import partial

from bot.discordkit.boundary import Refusal, redraw
from bot.discordkit.interactions import Interaction
from bot.discordkit.press_ids import AboutSomethingElse, PressId
from bot.discordkit.routes import Route, chosen
from bot.leagues.ui.visits import number_in
from bot.nights.errors import NightError
from bot.nights.evenings import Evenings
from bot.nights.model import NightPlace
from bot.nights.ui import manage_panel, running_panel
from bot.nights.ui.organising import Organising, account
from bot.nights.ui.views import NightView
from bot.words.names import in_text


class ManagingPlay:
    """Handlers by verb."""

    def __init__(self, organising: Organising) -> None:
        self._organising = organising
        self._evenings: Evenings = organising.evenings

    def routes(self) -> dict[str, Route[NightView]]:
        """Every verb."""
        route, doing = self._organising.route, self._organising.doing
        return {
            "manage-leaf": route(self._leaf, values=1),
            "manage-pause": doing(self._pause),
            "manage-go-on": doing(self._go_on),
            "manage-end": route(self._end),
            "manage-end-yes": doing(self._ended),
            "manage-last": route(self._last, values=1),
            "manage-table": route(self._table),
            "manage-seat": route(self._seat, values=1),
            "manage-seat-to": doing(self._seat_to, values=3, afresh=True),
            "manage-robot": doing(self._robot, values=3, afresh=True),
        }

    async def _leaf(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        await redraw(interaction, await self._organising.home(night, number_in(press.value)))

    # --- the round

    async def _pause(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        await self._evenings.pause(night.told)
        return night.words("night.running.paused")

    async def _go_on(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        await self._evenings.go_on(night.told)
        return night.words("night.running.goes-on")

    async def _end(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        """What becomes of the games is said before."""

        async def action() -> str:
            Evenings.require_playing(night.evening)
            return ""

        how = night.words(f"night.running.sure-end.{night.evening.settings.out_of_time}")
        yes = night.press("manage-end-yes")
        page = partial(manage_panel.question, text=how, yes=yes)
        await self._organising.do(interaction, press, night, action, page)

    async def _ended(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        await self._evenings.end_round(night.told)
        return night.words("night.running.ended")

    async def _last(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        """Whether the round in play is the last one."""
        if press.value not in ("yes", "no"):
            raise Refusal("unknown-button")
        last = press.value == "yes"

        async def action() -> str:
            await self._evenings.end_early(night.told, last=last)
            return night.words("night.running.is-last" if last else "night.running.is-not-last")

        await self._organising.do(interaction, press, night, action)

    # --- a table

    async def _table(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        """The game that is played at a table."""
        there = NightPlace(night.evening.round, number_in(chosen(interaction)))
        game = running_panel.open_games(night).get(there)
        await self._show(interaction, night, game, None)

    async def _seat(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        await self._show(interaction, night, _place(press.value), number_in(chosen(interaction)))

    async def _show(
        self, interaction: Interaction, night: NightView, place: NightPlace | None, seat: int | None
    ) -> None:
        async def action() -> str:
            _open_game(night, place)
            return ""

        facts = None if place is None else night.games.get(place)
        if facts is None or place is None:
            await self._organising.tell(interaction, night, action)
            return
        if seat is not None and seat >= len(facts.seats):
            raise Refusal("unknown-button")
        page = partial(running_panel.table, place=place, seat=seat)
        await self._organising.tell(interaction, night, action, page)

    async def _seat_to(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        """A seat is somebody else's: who comes late, or for who cannot go on."""
        place, seat = _shown_seat(night, press)
        who = await self._organising.chosen(interaction, night)
        await self._evenings.seat_now(night.told, place, seat, who.id, who.name)
        return night.words("night.running.seated", name=in_text(who.name))

    async def _robot(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        place, seat = _shown_seat(night, press)
        await self._evenings.seat_now(night.told, place, seat, None)
        name = night.games[place].seats[seat].name
        return night.words("night.running.robot-seated", name=in_text(name))


def _open_game(night: NightView, place: NightPlace | None) -> NightPlace:
    """The place of a game that is not over. Raises NightError ``no-such-table``, ``not-playing``."""
    Evenings.require_playing(night.evening)
    if place is None or place not in running_panel.open_games(night).values():
        raise NightError("no-such-table")
    return place


def _shown_seat(night: NightView, press: PressId) -> tuple[NightPlace, int]:
    """The seat of a press, if it is still that person's who was shown. Raises NightError too
    ``changed-meanwhile``."""
    number, seat, holder = press.values
    place, at = _open_game(night, _place(number)), number_in(seat)
    seats = night.games[place].seats
    if at >= len(seats):
        raise Refusal("unknown-button")
    if (seats[at].user_id or 0) != account(holder):
        raise NightError("changed-meanwhile")
    return place, at


def _place(text: str) -> NightPlace:
    place = NightPlace.of(number_in(text))
    if not (place.round and place.table and place.game):
        raise AboutSomethingElse(text)
    return place
