"""The messages of a night: what each shows, by the kind of the step that posts it, and its edits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from bot.discordkit.boundary import acknowledge
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.panel import GOLD, Drawing, button, draw, link, message_url, picture, taken
from bot.discordkit.people import People
from bot.discordkit.permissions import ServerPresence
from bot.discordkit.ports import MessageKind, Posting, on_league, on_night
from bot.discordkit.postings import Delivery, MessagePlace, MessageSpec, Outlet
from bot.discordkit.presses import press_of
from bot.discordkit.sending import Background, insist, within
from bot.discordkit.slots import Slot
from bot.leagues.model import ListedMember
from bot.leagues.standings_words import SeasonProgress
from bot.leagues.ui.membership import standings_button
from bot.nights import outcome_words as telling
from bot.nights.course import board_of, comes_late, current, kind_of
from bot.nights.evenings import Evenings
from bot.nights.model import (
    Evening,
    EveningDetails,
    NightPlace,
    NightStep,
    Schedule,
    Start,
    StepKind,
    StepState,
    local_of,
)
from bot.nights.night_words import ruling_text
from bot.nights.outcome import NightFeat, night_outcome
from bot.nights.outcome_words import NightSummary, after_picture, table_picture
from bot.nights.plan_words import SEASON_CLOSED
from bot.nights.ui import night_panel
from bot.nights.ui.board import Boards
from bot.nights.ui.night_panel import NightView
from bot.pictures.painter import Painter
from bot.pictures.stat_values import StandingsPicture
from bot.telling.alt import alt_text
from bot.timers import zone_or_utc
from bot.words.catalogue import Words

Image = tuple[StandingsPicture, bytes]

NIGHT = "night.png"
STANDINGS = "standings.png"


def result(
    words: Words, one: NightSummary, images: Sequence[Image], ways: Iterable[tuple[NightFeat, str]]
) -> Drawing:
    """The night's table, and the standings after it unless a tournament has its own; ``ways`` lead to where
    its best deal and its most costly trick were posted."""
    (night, night_data), *standings = images
    rest = telling.rest_text(words, one.night)
    return draw(
        [f"### {telling.title(words, one)}", telling.won_text(words, one.night)],
        picture(NIGHT, alt_text(words, night), night_data),
        [f"-# {rest}" if rest else "", *telling.feat_lines(words, ways)],
        [picture(STANDINGS, alt_text(words, after), data) for after, data in standings],
        [telling.climbed_text(words, one.standings), *_what_follows(words, one)],
        _ways_on(words, one),
        accent=GOLD,
        final=True,
    )


def nobody_played(words: Words, one: NightSummary) -> Drawing:
    """A night of which no game was played to its end, or none that counts."""
    lines = [f"### {telling.title(words, one)}", words("night.result.nobody")]
    return draw(lines, _what_follows(words, one), _ways_on(words, one), final=True)


def for_absent(words: Words, one: NightSummary, own: ListedMember | None, url: str, reader: int) -> Drawing:
    """The same in short, for one person."""
    lines = [
        f"### {telling.title(words, one)}",
        telling.won_text(words, one.night),
        telling.place_text(words, own),
        telling.next_text(words, one.next_at),
    ]
    way = link(words("night.absent.way"), url) if url else None
    return draw(lines, way, reader=reader, final=True)


def _what_follows(words: Words, one: NightSummary) -> list[str]:
    """For the league."""
    return [telling.next_text(words, one.next_at), *(f"-# {note}" for note in telling.notes(words, one))]


def _ways_on(words: Words, one: NightSummary) -> list[ui.Button[Any]]:
    league, season = on_league(one.league.id), str(one.season.id)
    if one.is_stage:
        return [button(words("button.standings"), PressId("tournament-ranking", league))]
    return [
        standings_button(words, one.league, one.season),
        button(words("standings.results"), PressId("league-results-of", league, values=(season, "", "0"))),
    ]


class Addressees:
    """Finds whoever planned it; where they have left the server or take no direct messages, whoever made the
    league, and else the server's owner. Everything raises StoreError."""

    def __init__(self, evenings: Evenings, people: People, outlet: Outlet) -> None:
        self._evenings = evenings
        self._people = people
        self._client = outlet.client
        self._presence = ServerPresence(outlet.budget, outlet.time)

    async def of(self, evening: Evening) -> int | None:
        """The first of them who can be written to; None where nobody can."""
        guild = self._client.get_guild(evening.guild_id)
        for user_id in dict.fromkeys(await self._organisers(evening, guild)):
            if await self._presence.is_gone(guild, user_id):
                continue
            if await self._people.dm_channel(user_id) is not None:
                return user_id
        return None

    async def _organisers(self, evening: Evening, guild: discord.Guild | None) -> Iterable[int]:
        series = await self._evenings.store.series(evening.series_id)
        league = await self._evenings.league(evening)
        owner = None if guild is None else guild.owner_id
        if owner is not None:
            await self._people.know(owner, f"{owner % 10000:04}")
        return [one for one in (series and series.creator, league.creator, owner) if one is not None]


class NightViews:
    """Reads a night as it is shown, for messages, letters and panels alike. Everything raises StoreError, and
    NightError ``no-such-night`` where its league is gone."""

    def __init__(self, evenings: Evenings, people: People) -> None:
        self._evenings = evenings
        self._people = people

    async def in_words(self, words: Words, details: EveningDetails) -> NightView:
        """A night in these words."""
        evening, evenings = details.evening, self._evenings
        league = await evenings.headed(evening, words)
        series = await evenings.store.series(evening.series_id)
        begins = local_of(evening.starts_at, zone_or_utc(league.zone))
        season = await evenings.clubs.seasons.facts(evening.season_id)
        sealed = evening.settings.rounds if evening.settings.is_duplicate else 0
        return NightView(
            words,
            details,
            league,
            Schedule(evening.date, begins.time()) if series is None else series.schedule,
            {
                NightPlace.read(one.place)[1]: one
                for one in await evenings.tables.of_evening(evening.id)
                if one.place is not None
            },
            await evenings.game_length(league),
            await evenings.store.commitments(evening.id, sealed) if sealed else (),
            season is not None and season.is_open,
        )

    async def for_everybody(self, details: EveningDetails) -> NightView:
        """In the server's language."""
        return await self.in_words(await self._people.guild_words(details.evening.guild_id), details)

    async def for_reader(self, details: EveningDetails, user_id: int) -> NightView:
        """For one person, in their language."""
        is_notified = (await self._people.preferences(user_id)).missed_nights
        view = await self.in_words(await self._people.words(user_id), details)
        return replace(view, reader=user_id, is_notified=is_notified)


EVERYBODY: Final = 10_000
"""More than any league has members."""


class NightDrawings:
    """Draws them as it all stands now: what everybody sees in the server's language, a letter in its
    reader's. Everything raises StoreError, NightError, TableError."""

    def __init__(
        self, evenings: Evenings, people: People, addressees: Addressees, boards: Boards, painter: Painter
    ) -> None:
        self._evenings = evenings
        self._people = people
        self._addressees = addressees
        self._boards = boards
        self._painter = painter
        self._views = NightViews(evenings, people)

    async def of(self, details: EveningDetails, kind: StepKind, about: int) -> Drawing:
        """What the message of a step shows now."""
        match kind:
            case StepKind.SIGN_UP:
                return night_panel.sign_up(await self._views.for_everybody(details))
            case StepKind.CHECK_IN:
                late = comes_late(details, kind, 0, self._evenings.time.now())
                return night_panel.check_in(replace(await self._views.for_everybody(details), is_late=late))
            case StepKind.OFF:
                return await self._off(details)
            case StepKind.BOARD:
                is_live = about == board_of(details)
                return await self._boards.board(details, details.evening.round if is_live else about)
            case StepKind.CALL:
                return await self._boards.call(details, about)
            case StepKind.RESULT:
                return await self._result(details)
            case StepKind.RULING:
                (ruling,) = (one for one in details.rulings if one.number == about)
                words = await self._people.guild_words(details.evening.guild_id)
                return draw([*ruling_text(words, ruling)], final=True)
            case _:
                return await self._letter(details, kind, about)

    async def _letter(self, details: EveningDetails, kind: StepKind, about: int) -> Drawing:
        """What one person is told by direct message."""
        match kind:
            case StepKind.REMINDER:
                return night_panel.reminder(await self._views.for_reader(details, about))
            case StepKind.MOVED_UP:
                return night_panel.moved_up(await self._views.for_reader(details, about))
            case StepKind.ABSENT:
                return await self._for_absent(details, about)
            case StepKind.PLAN:
                return night_panel.plan(await self._for_organiser(details))
            case StepKind.APART:
                return night_panel.apart(await self._for_organiser(details))
            case StepKind.TROUBLE:
                step = _hindered(details, kind_of(about))
                if not step.hindrance and step.kind is StepKind.TABLE:
                    step = replace(step, hindrance=SEASON_CLOSED)  # what keeps a round from beginning at all
                return night_panel.in_trouble(await self._for_organiser(details), step)
            case _:
                raise ValueError(kind)

    async def _for_organiser(self, details: EveningDetails) -> NightView:
        reader = await self._addressees.of(details.evening) or 0
        return await self._views.in_words(await self._people.words(reader), details)

    async def _off(self, details: EveningDetails) -> Drawing:
        """The night does not take place, and why; when the next one is."""
        return night_panel.off(
            await self._views.for_everybody(details),
            await self._next(details.evening, max(details.evening.starts_at, self._evenings.time.now())),
        )

    async def _result(self, details: EveningDetails) -> Drawing:
        """The night's table and the league's standings with what moved, the night's best deal and most costly
        trick, each with a link, and when the next night is."""
        words = await self._people.guild_words(details.evening.guild_id)
        one = await self._summary(details.evening, words)
        if not one.night.games:
            return nobody_played(words, one)
        shown = [table_picture(words, one), *([] if one.is_stage else [after_picture(words, one)])]
        images = [(value, await self._painter.paint(value)) for value in shown]
        return result(words, one, images, [*_ways(details, one)])

    async def _for_absent(self, details: EveningDetails, user_id: int) -> Drawing:
        """The same, shorter, for somebody who was absent and has asked for it."""
        evening = details.evening
        words = await self._people.words(user_id)
        one = await self._summary(evening, words)
        member = await self._evenings.clubs.known_as(evening.league_id, user_id)
        own = next((line for line in one.standings if line.member == member), None)
        step = details.step(StepKind.RESULT)
        url = (
            message_url(evening.guild_id, step.channel_id, step.discord_id)
            if step.channel_id is not None and step.discord_id is not None
            else ""
        )
        return for_absent(words, one, own, url, user_id)

    async def _summary(self, evening: Evening, words: Words) -> NightSummary:
        seasons, league = self._evenings.clubs.seasons, await self._evenings.headed(evening, words)
        season = await self._evenings.clubs.season(league, evening.season_id)
        nights = await seasons.nights(season.id)
        is_stage = bool(await self._evenings.stage_name(evening, words))
        following = await self._next(evening)
        return NightSummary(
            league,
            season,
            evening.date,
            await night_outcome(self._evenings.clubs, self._evenings.tables, evening),
            () if is_stage else (await seasons.page(season.id, 0, EVERYBODY)).lines,
            SeasonProgress(sum(one.held for one in nights), len(nights)),
            datetime.fromtimestamp(self._evenings.time.now(), UTC).astimezone(zone_or_utc(league.zone)),
            None if following is None else following.at_unix,
            evening.why,
            is_stage,
        )

    async def _next(self, evening: Evening, after: float | None = None) -> Start | None:
        """When the next night of its series begins."""
        series = await self._evenings.store.series(evening.series_id)
        return None if series is None else await self._evenings.next_start(series, after)


def _ways(details: EveningDetails, one: NightSummary) -> Iterator[tuple[NightFeat, str]]:
    for feat in (one.night.best, one.night.costly):
        if feat is not None:
            yield feat, _url(details, feat)


def _url(details: EveningDetails, feat: NightFeat) -> str:
    """Where the end of its game was posted, else the table's thread."""
    table, guild = feat.table, details.evening.guild_id
    if table.channel_id is not None and table.message_id is not None:
        return message_url(guild, table.channel_id, table.message_id)
    place = table.place
    thread = details.step(StepKind.THREAD, NightPlace(place.round, place.table).number).discord_id
    return "" if thread is None else message_url(guild, thread)


def _hindered(details: EveningDetails, kind: StepKind) -> NightStep:
    """The first step of that kind which cannot be done; where all have been by now, the kind alone."""
    found = (step for step in details.steps.values() if step.kind is kind and step.hindrance)
    return next(found, details.step(kind))


PAUSE: Final = 3.0
"""Seconds between two counted edits of one message."""

REMEMBERED: Final = 512
"""Messages that may still be edited; of older ones nobody looks at the newest state."""

Key = tuple[int, StepKind, int]

_LETTERS: Final = (StepKind.REMINDER, StepKind.MOVED_UP, StepKind.ABSENT)
"""To the person that they are about."""


class NightMessages:
    """See the module."""

    def __init__(self, evenings: Evenings, drawings: NightDrawings, outlet: Outlet) -> None:
        self._evenings = evenings
        self._store = evenings.store
        self._drawings = drawings
        self._outlet = outlet
        self._slots: dict[Key, Slot] = {}
        self._gone: set[int] = set()
        self._background = Background()

    # --- once

    async def post(
        self, step: NightStep, details: EveningDetails, channel_id: int, delivery: Delivery
    ) -> NightStep:
        """Have a step's message, which may be there. Raises what Discord and the network raise."""
        posting = Posting(
            step.nonce, on_night(details.evening.id), MessageKind.NIGHT, step.about, channel_id, step.begun_at
        )
        message_id = None
        if step.tried_at and not self._outlet.postings.is_fresh(posting):
            message_id = await self._outlet.postings.find(posting)
        if message_id is None:
            message_id = await self._sent(step, details, channel_id, delivery)
        return replace(step, channel_id=channel_id, discord_id=message_id)

    async def _sent(
        self, step: NightStep, details: EveningDetails, channel_id: int, delivery: Delivery
    ) -> int:
        drawing = await self._drawings.of(details, step.kind, step.about)
        channel = self._outlet.client.get_partial_messageable(channel_id)
        others: dict[str, Any] = {"nonce": step.nonce, **({"silent": True} if delivery.silent else {})}
        await self._outlet.budget.take()

        async def send(shown: Drawing) -> discord.Message:
            return await channel.send(**shown.to_send(step.nonce), **others)

        return (await within(self._outlet.time, lambda: taken(send, drawing))).id

    # --- gone

    def is_gone(self, step: NightStep) -> bool:
        """Whether a step's message is known not to be there any more."""
        return step.discord_id in self._gone

    def look_for(self, details: EveningDetails) -> None:
        """Somebody looks for a night: the message it goes on by is to be there; returns at once."""
        key = current(details)
        if key is not None:
            self._background.spawn(insist(self._outlet.time, partial(self._look_for, details.step(*key))))

    async def _look_for(self, step: NightStep) -> None:
        place = self._place(step)
        if place is None:
            return
        channel = self._outlet.client.get_partial_messageable(place.channel_id)
        message = channel.get_partial_message(place.message_id)
        await self._outlet.budget.take()
        try:
            await within(self._outlet.time, message.fetch)
        except (discord.NotFound, discord.Forbidden) as error:
            await self._lost(step, error)

    async def _lost(self, step: NightStep, error: discord.HTTPException) -> None:
        """A message is gone, or out of reach, which may pass."""
        self._slots.pop((step.evening_id, *step.key), None)
        if isinstance(error, discord.NotFound) and step.discord_id is not None:
            self._gone.add(step.discord_id)
            self._evenings.changed(step.evening_id)

    # --- as it is now

    def look_again(self, evening_id: int, kind: StepKind, about: int = 0) -> None:
        """What a message shows may have changed; returns at once."""
        look = partial(self._refresh, evening_id, kind, about)
        self._background.spawn(insist(self._outlet.time, look))

    async def _refresh(self, evening_id: int, kind: StepKind, about: int) -> None:
        slot = self._slots.get((evening_id, kind, about))
        if slot is None:
            details = await self._store.details(evening_id)
            slot = None if details is None else self._slot(details.step(kind, about))
        if slot is not None:
            slot.refresh()

    async def answer(self, interaction: Interaction, evening_id: int) -> None:
        """Answer a press of a night's message with what that shows now; a press of another one without a
        change. Raises StoreError."""
        details = await self._store.details(evening_id)
        message_id = interaction.message.id if interaction.message is not None else None
        for step in details.steps.values() if details is not None else ():
            slot = self._slot(step) if step.discord_id == message_id else None
            if slot is not None:
                await slot.answer(press_of(interaction))
                return
        await acknowledge(interaction)

    def _place(self, step: NightStep) -> MessagePlace | None:
        """Where a step's message is; None where there is none."""
        if step.state is not StepState.DONE or step.channel_id is None or step.discord_id is None:
            return None
        return None if self.is_gone(step) else MessagePlace(step.channel_id, step.discord_id, step.tried_at)

    def _slot(self, step: NightStep) -> Slot | None:
        """The slot of a step's message; None where there is none."""
        place = self._place(step)
        if place is None:
            return None
        key = (step.evening_id, *step.key)
        if key not in self._slots:
            purpose = MessageSpec(lost=partial(self._lost, step))
            slot = Slot(partial(self._draw, *key), self._outlet, purpose, pause=PAUSE)
            slot.place = place
            self._slots[key] = slot
            for old in [*self._slots][:-REMEMBERED]:
                if not self._slots[old].is_pending:
                    del self._slots[old]
        return self._slots[key]

    async def _draw(self, evening_id: int, kind: StepKind, about: int) -> Drawing | None:
        details = await self._store.details(evening_id)
        return None if details is None else await self._drawings.of(details, kind, about)

    def forget(self, user_id: int) -> None:
        """A person is not known any longer: nothing is known of letters to them."""
        for key in [one for one in self._slots if one[1] in _LETTERS and one[2] == user_id]:
            del self._slots[key]

    # --- the end

    async def settled(self) -> None:
        """Return when nothing is being sent, but for what is tried again later."""
        while busy := self._background.busy():
            for task in busy:
                await task
        for slot in [*self._slots.values()]:
            await slot.settled()

    async def close(self) -> None:
        """Stop showing."""
        await self._background.close()
        for slot in self._slots.values():
            await slot.close()
