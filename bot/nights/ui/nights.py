"""Nights, put together: what is pressed, what is shown, and what goes on by itself; and ``/night list``."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from discord import ui

from bot.discordkit.boundary import Refusal, answer, redraw
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.panel import Drawing, attached, button, draw, message_url, select, select_option
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind, on_league, on_night
from bot.discordkit.postings import Outlet
from bot.discordkit.routes import Route, anyone, chosen, routes_of
from bot.leagues.model import League
from bot.leagues.service import Clubs
from bot.leagues.ui.exporting import plain_name
from bot.leagues.ui.visits import is_organiser
from bot.nights.attendance import coming, waiting
from bot.nights.conductor import Conductor
from bot.nights.evenings import Evenings
from bot.nights.model import EveningDetails, EveningStage, Series, SeriesState, StepKind
from bot.nights.night_words import schedule_text
from bot.nights.ports import NightStore
from bot.nights.reading import Coming, asks_from
from bot.nights.ui.board import Boards
from bot.nights.ui.calendar_file import calendar_file
from bot.nights.ui.managing import Managing
from bot.nights.ui.messages import Addressees, NightDrawings, NightMessages
from bot.nights.ui.plan_panel import PlanViewModels
from bot.nights.ui.planning import PlanChanges, Planning
from bot.nights.ui.signing import Signing
from bot.nights.ui.steps import DiscordStepRunner, NightPlaces
from bot.pictures.painter import Painter
from bot.tables.tables import Tables
from bot.tables.ui.display import Display
from bot.telling.phrases import in_full, relative
from bot.timers import Timers
from bot.words.catalogue import Words, in_text

LISTED: Final = 4
"""Nights that are listed; how many there are besides is said."""


ORGANISED: Final = 3
"""Nights to which a button leads."""

CALENDARS: Final = 3
"""Leagues whose calendar a button brings; of any other by the list of that league."""


@dataclass(frozen=True, slots=True)
class ListedNights:
    """What is listed: the nights to come, and the leagues by id. ``organised`` are those that whoever looks
    organises, ``plans`` theirs: drafts too."""

    nights: Sequence[Coming]
    leagues: Mapping[int, League]
    plans: Sequence[Series] = ()
    organised: Collection[int] = ()


def nights(words: Words, listed: ListedNights) -> Drawing:
    """The list, and for organisers a way to their plans."""
    choices = (_option(words, listed, one) for one in listed.plans)
    plans = select(PressId("night-series"), words("night.list.plans"), choices)
    return draw(_text(words, listed), plans, _organised(words, listed), _calendars(words, listed))


def _text(words: Words, listed: ListedNights) -> Iterator[str]:
    yield f"### {words('night.list.title')}"
    if not listed.nights:
        yield words("night.list.none")
    for one in listed.nights[:LISTED]:
        yield _night(words, one, listed.leagues[one.series.league_id])
    if (more := len(listed.nights) - LISTED) > 0:
        yield words.count("night.list.more", more)


def _night(words: Words, one: Coming, league: League) -> str:
    name = in_text(league.name)
    if one.start is None:
        zone = in_text(league.zone)
        return f"**{name}**\n-# {words('error.night.unknown-zone', zone=zone)}"
    at = one.start.at_unix
    about = (
        _asked(words, one.details)
        if one.details
        else _not_asked(words, one.series, asks_from(one.series, one.start))
    )
    return f"**{name}** · {in_full(at)} · {relative(at)}\n-# {about}"


def _asked(words: Words, details: EveningDetails) -> str:
    """How many come, and where that can be said."""
    parts = [words.count("night.list.come", len(coming(details)))]
    if waits := len(waiting(details)):
        parts.append(words.count("night.list.wait", waits))
    if details.evening.stage is EveningStage.PLAYING:
        parts = [words("night.list.playing")]
    evening = details.evening
    for kind, label in ((StepKind.CHECK_IN, "night.list.check-in"), (StepKind.SIGN_UP, "night.list.sign-up")):
        step = details.step(kind)
        if step.discord_id is not None and step.channel_id is not None:
            url = message_url(evening.guild_id, step.channel_id, step.discord_id)
            return " · ".join([*parts, f"[{words(label)}]({url})"])
    return " · ".join(parts)


def _not_asked(words: Words, series: Series, asks_at: float) -> str:
    channel = f"<#{series.channel_id}>"
    if asks_at <= 0:
        return channel
    return f"{words('night.list.asked-from', moment=in_full(asks_at))} · {channel}"


def _option(words: Words, listed: ListedNights, series: Series) -> Any:  # noqa: ANN401 - an option of a select
    is_draft = series.state is SeriesState.DRAFT
    name = listed.leagues[series.league_id].name
    label = words("night.list.draft", league=name) if is_draft else name
    return select_option(label, str(series.id), schedule_text(words, series.schedule))


def _organised(words: Words, listed: ListedNights) -> Iterator[ui.Button[Any]]:
    details = [
        one.details for one in listed.nights if one.details and one.series.league_id in listed.organised
    ]
    for one in details[:ORGANISED]:
        day = words.day(one.evening.date)
        label = words("button.organise-day", day=day) if len(details) > 1 else words("button.organise")
        yield button(label, PressId("night-manage", on_night(one.evening.id)))


def _calendars(words: Words, listed: ListedNights) -> Iterator[ui.Button[Any]]:
    """The nights of each league as a file."""
    leagues = {
        one.series.league_id: listed.leagues[one.series.league_id] for one in listed.nights if one.start
    }
    for league in [*leagues.values()][:CALENDARS]:
        many = len(leagues) > 1
        label = words("button.calendar-of", league=league.name) if many else words("button.calendar")
        yield button(label, PressId("night-calendar", on_league(league.id)))


LONGEST_NUMBER = 12
"""Digits of a plan's number: there are fewer."""


class NightListing:
    """Handlers by verb; what the command asks for has a method."""

    def __init__(self, models: PlanViewModels, planning: Planning, messages: NightMessages) -> None:
        self._models = models
        self._planning = planning
        self._messages = messages
        self._evenings = models.evenings
        self._clubs = models.clubs

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb."""
        return {
            "night-calendar": Route(self._calendar, self._league, SubjectKind.LEAGUE, private=True),
            "night-list": anyone(self._again, private=True),
            "night-series": anyone(self._open, private=True),
        }

    async def list(self, interaction: Interaction, league: str | None) -> None:
        """Answer with the nights to come of a league, or of the server. Raises ClubError
        ``no-such-league``."""
        meant = None
        if league is not None:
            meant = (await self._clubs.meant(interaction.guild_id, interaction.user.id, league)).id
        await answer(interaction, await self._drawing(interaction, meant))

    async def _again(self, interaction: Interaction, press: PressId) -> None:
        await redraw(interaction, await self._drawing(interaction, None))

    async def _open(self, interaction: Interaction, press: PressId) -> None:
        """The panel of a plan that was chosen: it sees to who organises it."""
        number = chosen(interaction)
        if not (number.isascii() and number.isdecimal() and len(number) <= LONGEST_NUMBER):
            raise Refusal("unknown-button")
        series = await self._evenings.series(int(number), interaction.guild_id)
        await self._planning.open(interaction, series)

    async def _league(self, interaction: Interaction, press: PressId) -> League:
        """The league of a press, for anybody of its server. Raises ClubError ``no-such-league``."""
        return await self._clubs.get(press.subject.id, interaction.guild_id)

    async def _calendar(self, interaction: Interaction, press: PressId, league: League) -> None:
        """Its nights as a file. Raises NightError ``unknown-zone``."""
        words, to_come = (
            await self._models.people.words_of(interaction),
            await self._evenings.calendar(league),
        )
        if not to_come:
            await answer(interaction, draw(words("night.list.none")))
            return
        data = await asyncio.to_thread(calendar_file, league, to_come, self._clubs.time.now())
        about = words("night.calendar.about", league=in_text(league.name))
        await answer(interaction, draw(about, attached(f"{plain_name(league)}.ics", data)))

    async def _drawing(self, interaction: Interaction, league_id: int | None) -> Drawing:
        guild_id, store = interaction.guild_id, self._evenings.store
        words = await self._models.people.words_of(interaction)
        if guild_id is None:
            raise Refusal("unknown-button")
        leagues = {one.id: one for one in await self._clubs.leagues.leagues(guild_id)}
        organised = {one.id for one in leagues.values() if is_organiser(interaction, one)}
        to_come = await self._evenings.to_come(guild_id, league_id)
        for one in to_come:
            if one.details is not None:
                self._messages.look_for(one.details)
        plans = [*await store.drafts(guild_id), *await store.series_of(guild_id)]
        listed = ListedNights(
            to_come,
            leagues,
            [one for one in plans if one.state is not SeriesState.ENDED and one.league_id in organised],
            organised,
        )
        return nights(words, listed)


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
        models = PlanViewModels(evenings, people)
        planning = Planning(models)
        return cls(
            planning,
            PlanChanges(models),
            NightListing(models, planning, messages),
            Signing(evenings, people, messages),
            Managing(evenings, people, boards),
        )

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb."""
        return routes_of(self.planning, self.changes, self.listing, self.signing, self.managing)


@dataclass(frozen=True, slots=True)
class Nights:
    """What each is about is said in its module."""

    evenings: Evenings
    presses: NightPresses
    steps: DiscordStepRunner
    conductor: Conductor

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
        return cls(evenings, presses, steps, conductor)

    async def channel_gone(self, guild_id: int, channel_id: int) -> None:
        """A channel of a server has been deleted: the nights that were to be held there are looked at. Raises
        StoreError."""
        for evening in await self.evenings.store.live(guild_id):
            if evening.channel_id == channel_id:
                self.conductor.wake(evening.id)
