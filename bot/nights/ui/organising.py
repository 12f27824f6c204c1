"""What every press on an organisers' panel takes; rounds as organisers plan them and have them played."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

import discord

from bot.discordkit.boundary import Refusal, redraw, sentence_for
from bot.discordkit.interactions import AboutSomethingElse, Interaction, PressId
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind
from bot.discordkit.routes import Route, chosen, picked
from bot.leagues.model import ClubError
from bot.leagues.ui.visits import is_organiser, number_in, require_organiser
from bot.nights.board_words import Board
from bot.nights.evenings import Evenings
from bot.nights.model import EveningStage, NightError, NightPlace
from bot.nights.plan_words import called
from bot.nights.ui import manage_panel
from bot.nights.ui import manage_panel as panels
from bot.nights.ui.board import Boards
from bot.nights.ui.messages import NightViews
from bot.nights.ui.night_panel import NightView
from bot.tables.errors import TableError
from bot.words.catalogue import in_text

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
        night = await self.for_anyone(interaction, evening_id)
        require_organiser(interaction, night.league)
        return night

    async def for_anyone(self, interaction: Interaction, evening_id: int) -> NightView:
        """The same for whoever acts: it is for the caller to see who that is."""
        player = await self.people.met(interaction)
        details = await self.evenings.details(evening_id, interaction.guild_id)
        return await self._views.in_words(await self.people.words(player.user_id), details)

    async def is_referee(self, interaction: Interaction, night: NightView) -> bool:
        """Whether whoever acts is a referee of the night: organisers are, and who holds a role for it."""
        if is_organiser(interaction, night.league):
            return True
        roles, member = await self.evenings.referees(night.evening), interaction.user
        return isinstance(member, discord.Member) and any(role.id in roles for role in member.roles)

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
        return manage_panel.running(night, await self.board(night), leaf)

    async def board(self, night: NightView) -> Board:
        """The round in play."""
        return await self._boards.of_round(night.details, night.evening.round, night.league)

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
        return ChosenMember(person.id, await self.called(night, person.id))

    async def called(self, night: NightView, user_id: int) -> str:
        """What somebody is called whom the bot knows: by the league, if they are a member."""
        member = await self.evenings.clubs.member(night.league.id, user_id)
        known = member or await self.people.player(user_id)
        if known is None:
            raise Refusal("unknown-button")
        return known.name


def _plan(night: NightView, leaf: int = 0) -> Drawing | None:
    return panels.seating(night, leaf) if _is_planned(night) else None


def _is_planned(night: NightView) -> bool:
    """Whether a round is still to be played as it is planned."""
    return night.evening.round < len(night.evening.plan)


class ManagingRounds:
    """Handlers by verb: what is planned, and what is played. Where no plan waits, the panel's first page says
    so."""

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

    async def _draw(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        """With other lots, where it was drawn before."""
        await self._evenings.draw(night.details, again=bool(night.evening.plan))
        return night.words("night.seating.drawn")

    async def _seating(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        leaf = number_in(press.value)
        await self._organising.tell(interaction, night, _planned(night), partial(_plan, leaf=leaf))

    async def _post(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        await self._evenings.post(night.details)
        return night.words("night.seating.was-posted")

    async def _together(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        """Whether those who are kept apart may meet tonight."""
        if press.value not in ("yes", "no"):
            raise Refusal("unknown-button")

        async def action() -> str:
            await self._evenings.seat_together(night.details, together=press.value == "yes")
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
            await self._evenings.swap(night.details, first, second)
            names = (in_text(called(night.details, one)) for one in (first, second))
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

    async def _leaf(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        await redraw(interaction, await self._organising.home(night, number_in(press.value)))

    # --- the round

    async def _pause(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        await self._evenings.pause(night.details)
        return night.words("night.running.paused")

    async def _go_on(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        await self._evenings.go_on(night.details)
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
        await self._evenings.end_round(night.details)
        return night.words("night.running.ended")

    async def _last(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        """Whether the round in play is the last one."""
        if press.value not in ("yes", "no"):
            raise Refusal("unknown-button")
        last = press.value == "yes"

        async def action() -> str:
            await self._evenings.end_early(night.details, last=last)
            return night.words("night.running.is-last" if last else "night.running.is-not-last")

        await self._organising.do(interaction, press, night, action)

    # --- a table

    async def _table(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        """The game that is played at a table."""
        there = NightPlace(night.evening.round, number_in(chosen(interaction)))
        game = manage_panel.open_games(night).get(there)
        await self._show(interaction, night, game, None)

    async def _seat(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        await self._show(interaction, night, place_in(press.value), number_in(chosen(interaction)))

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
        page = partial(manage_panel.table, place=place, seat=seat)
        await self._organising.tell(interaction, night, action, page)

    async def _seat_to(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        """A seat is somebody else's: who comes late, or for who cannot go on."""
        place, seat = _shown_seat(night, press)
        who = await self._organising.chosen(interaction, night)
        await self._evenings.seat_now(night.details, place, seat, who.id, who.name)
        return night.words("night.running.seated", name=in_text(who.name))

    async def _robot(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        place, seat = _shown_seat(night, press)
        await self._evenings.seat_now(night.details, place, seat, None)
        name = night.games[place].seats[seat].name
        return night.words("night.running.robot-seated", name=in_text(name))


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


def _open_game(night: NightView, place: NightPlace | None) -> NightPlace:
    """The place of a game that is not over. Raises NightError ``no-such-table``, ``not-playing``."""
    Evenings.require_playing(night.evening)
    if place is None or place not in manage_panel.open_games(night).values():
        raise NightError("no-such-table")
    return place


def _shown_seat(night: NightView, press: PressId) -> tuple[NightPlace, int]:
    """The seat of a press, if it is still that person's who was shown. Raises NightError too
    ``changed-meanwhile``."""
    number, seat, holder = press.values
    place, at = _open_game(night, place_in(number)), number_in(seat)
    seats = night.games[place].seats
    if at >= len(seats):
        raise Refusal("unknown-button")
    if (seats[at].user_id or 0) != account(holder):
        raise NightError("changed-meanwhile")
    return place, at


def place_in(text: str) -> NightPlace:
    """The game that a press is about. Raises AboutSomethingElse."""
    place = NightPlace.of(number_in(text))
    if not (place.round and place.table and place.game):
        raise AboutSomethingElse(text)
    return place
