"""Which game is looked at, that of a table or of a file that its person has brought; and what is pressed on
its panel."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NamedTuple, Self

import discord

from bot.discordkit import panel
from bot.discordkit.boundary import Refusal, acknowledge, answer, redraw
from bot.discordkit.files import Files
from bot.discordkit.interactions import AboutSomethingElse, Interaction, PressId
from bot.discordkit.load import Latest
from bot.discordkit.people import People
from bot.discordkit.permissions import require_permissions
from bot.discordkit.ports import NOTHING, SubjectKind
from bot.discordkit.postings import NONCES
from bot.discordkit.presses import First, press_of
from bot.discordkit.routes import Route, anyone, chosen
from bot.pictures.painter import Painter
from bot.replays.replay import LARGEST, FaultyRecord, ReplayMoment, read_file, replay_of
from bot.replays.ui import panel as panels
from bot.replays.ui.panel import (
    EVERYBODY,
    VALUES,
    Navigation,
    OfferedReplay,
    OpenReplay,
    ReplayDrawings,
    ReplayLook,
)
from bot.replays.words import Watched, record_fault
from bot.reviews.making import is_offered
from bot.reviews.model import ReviewStore
from bot.robots.why import can_explain
from bot.tables.errors import TableError
from bot.tables.model import State, TableFacts
from bot.tables.recovery import BrokenLog
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.ui.access import TableAccess
from bot.tables.ui.explaining import Explaining
from bot.tables.ui.footer import REPLAY
from bot.telling import phrases
from bot.telling import why as telling
from bot.telling.phrases import Reader
from bot.words.catalogue import Words

KEPT: Final = 20
"""So many people's files are kept while they look at them; who has waited longest has to give theirs
again."""


class ReplayFinder:
    """Finds them."""

    def __init__(self, tables: Tables, reviews: ReviewStore, files: Files) -> None:
        self._tables = tables
        self._reviews = reviews
        self._reading = files
        self._files: Latest[int, OpenReplay] = Latest(KEPT)

    def forget(self, user_id: int) -> None:
        """A person is not known any longer: the file they gave goes."""
        self._files.drop(user_id)

    async def of_table(self, interaction: Interaction, table: Table, words: Words) -> OpenReplay:
        """The game of a table, for somebody who may see that (``TableAccess``). Raises Refusal, and
        TableError ``table-parked``, ``table-veiled``."""
        facts = table.facts
        if facts.started_at is None and facts.state is not State.PARKED:
            raise Refusal("replay-not-played")
        try:
            entries, sat = await table.inputs()
        except TableError as refused:
            raise Refusal("replay-running") if refused.code == "game-not-over" else refused from None
        try:
            replay = await asyncio.to_thread(replay_of, facts, entries, sat)
        except BrokenLog:
            raise TableError("table-parked") from None
        title = words("replay.of-table", table=facts.number, game=phrases.game_in_text(words, facts))
        shares = interaction.guild_id is not None and interaction.guild_id == facts.guild_id
        opened = OpenReplay(replay, title, facts.id, shares=shares)
        return await self._with_own_costs(opened, table, interaction.user.id)

    async def _with_own_costs(self, opened: OpenReplay, table: Table, user_id: int) -> OpenReplay:
        if not is_offered(table.facts.preset) or not await table.has_sat(user_id):
            return opened
        own = [one for one in await self._reviews.of_table(opened.table) if one.user_id == user_id]
        costly = {one.moment: one for review in own for one in review.costly}
        return replace(opened, reviews=True, costly=costly)

    async def of_press(self, interaction: Interaction, press: PressId, words: Words) -> OpenReplay:
        """The game that a press is about. Raises as ``of_table``, TableError ``no-such-table``, and Refusal
        ``replay-file-gone``."""
        if press.subject != NOTHING:
            return await self.of_table(interaction, await self._tables.get(press.subject.id), words)
        opened = self._files.get(interaction.user.id)
        if opened is None or opened.mark != press.seq:
            raise Refusal("replay-file-gone")
        return replace(opened, title=_called(opened, words))

    async def brought(self, interaction: Interaction, file: discord.Attachment, words: Words) -> OpenReplay:
        """The game of a file that somebody brings, kept for them. Raises FaultyRecord, and Refusal
        ``replay-file-too-large``, ``file-not-fetched``, ``file-too-costly``."""
        too_large = Refusal("replay-file-too-large", limit=words.number(LARGEST // 1024))
        if file.size > LARGEST:
            raise too_large
        async with self._reading.turn:
            data = await self._reading.fetched(file)
            if len(data) > LARGEST:  # what was said of it before it was fetched is no promise
                raise too_large
            replay = await self._reading.read(read_file, data)
        opened = OpenReplay(replay, "", mark=_mark(data))
        return replace(self._files.keep(interaction.user.id, opened), title=_called(opened, words))


def _called(opened: OpenReplay, words: Words) -> str:
    return words("replay.of-file", game=phrases.preset_name(words, opened.replay.header.rules.preset.name))


def _mark(data: bytes) -> int:
    """What tells one file from another in an id."""
    return int.from_bytes(hashlib.sha256(data).digest()[:6], "big")


SHARED_KEPT: Final = 64
"""The moments shared last, so that a button pressed twice shares once."""


class WatchedReplay(NamedTuple):
    """Who looks at which replay, and where in it they are."""

    reader: Reader
    opened: OpenReplay
    look: ReplayLook


class ReplayPresses:
    """Handlers by verb; what the command asks for has methods."""

    def __init__(
        self,
        tables: Tables,
        finder: ReplayFinder,
        access: TableAccess,
        drawings: ReplayDrawings,
        people: People,
        explaining: Explaining,
    ) -> None:
        self._tables = tables
        self._finder = finder
        self._access = access
        self._drawings = drawings
        self._people = people
        self._explaining = explaining
        self._shared: Latest[tuple[int, str], bool] = Latest(SHARED_KEPT)

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb."""
        route = partial(Route, who=self._at, about=SubjectKind.TABLE, private=True)
        return {
            REPLAY: anyone(self._open, SubjectKind.TABLE),
            panels.GO: route(self._go, values=VALUES + 1),
            panels.DEAL: route(self._deal, values=VALUES),
            panels.EYES: route(self._eyes, values=VALUES),
            panels.WHY: route(self._why, values=VALUES),
            panels.MORE: route(self._more, values=VALUES),
            panels.ANIMATION: route(self._animation, values=VALUES),
            panels.RECORD: route(self._record, values=VALUES),
            panels.SHARE: anyone(self._share, SubjectKind.TABLE, private=True, values=VALUES),
        }

    def forget(self, user_id: int) -> None:
        """A person is not known any longer: nor is the file they gave."""
        self._finder.forget(user_id)

    # --- the command

    async def of_table(
        self, interaction: Interaction, table_id: int, deal: int | None, trick: int | None
    ) -> None:
        """Look at the game of a table, from that deal and trick (from 1) on. Raises Refusal, TableError."""
        reader = await self._people.reader_of(interaction)
        table = await self._tables.get(table_id)
        opened = await self._finder.of_table(interaction, table, reader.words)
        await self._begin(interaction, reader, opened, deal, trick)

    async def of_file(
        self, interaction: Interaction, file: discord.Attachment, deal: int | None, trick: int | None
    ) -> None:
        """Look at the game of a file. What cannot be read is said with its line. Raises Refusal."""
        reader = await self._people.reader_of(interaction)
        await acknowledge(interaction, reply=True)
        try:
            opened = await self._finder.brought(interaction, file, reader.words)
        except FaultyRecord as fault:
            await answer(interaction, panel.sentence(record_fault(reader.words, fault)))
            return
        await self._begin(interaction, reader, opened, deal, trick)

    async def _begin(
        self,
        interaction: Interaction,
        reader: Reader,
        opened: OpenReplay,
        deal: int | None,
        trick: int | None,
    ) -> None:
        look = ReplayLook(_moment(reader, opened, deal, trick))
        await answer(interaction, await self._drawings.panel(reader, opened, look))

    # --- presses

    async def _open(self, interaction: Interaction, press: PressId) -> None:
        """*Replay*, or *Replay from here*: a panel of one's own."""
        reader = await self._people.reader_of(interaction)
        opened = await self._finder.of_press(interaction, press, reader.words)
        look = ReplayLook.read(press.values).within(opened.replay) if press.values else ReplayLook()
        await answer(interaction, await self._drawings.panel(reader, opened, look))

    async def _go(self, interaction: Interaction, press: PressId, seen: WatchedReplay) -> None:
        move = _move(press)
        reader, opened, look = seen
        await self._show(interaction, reader, opened, look.moved(opened.replay, move))

    async def _deal(self, interaction: Interaction, press: PressId, seen: WatchedReplay) -> None:
        reader, opened, look = seen
        wanted = replace(look, moment=ReplayMoment(_number(chosen(interaction))))
        await self._show(interaction, reader, opened, wanted.within(opened.replay))

    async def _eyes(self, interaction: Interaction, press: PressId, seen: WatchedReplay) -> None:
        reader, opened, look = seen
        value = chosen(interaction)
        eyes = None if value == EVERYBODY else _number(value)
        await self._show(interaction, reader, opened, replace(look, eyes=eyes).within(opened.replay))

    async def _why(self, interaction: Interaction, press: PressId, seen: WatchedReplay) -> None:
        """Why the last card was played, as an answer of its own."""
        reader, opened, look = seen
        watched = Watched.of(reader, opened.replay, look.moment)
        played, view = watched.last_card, watched.state.choice
        if played is None or view is None or not can_explain(view.rules.preset.family):
            raise AboutSomethingElse(press.verb)
        await acknowledge(interaction, reply=True)
        seat, card = played
        explanation = await self._explaining.of_view((opened.table, opened.mark, *look.moment), view, card)
        lines = telling.explanation(watched.model, explanation, seat)
        await answer(interaction, panels.why(watched, opened.title, lines))

    async def _more(self, interaction: Interaction, press: PressId, seen: WatchedReplay) -> None:
        reader, opened, look = seen
        await answer(interaction, self._drawings.more(reader, opened, look))

    async def _animation(self, interaction: Interaction, press: PressId, seen: WatchedReplay) -> None:
        reader, opened, look = seen
        await acknowledge(interaction, reply=True)
        await answer(interaction, await self._drawings.moving(reader, opened, look))

    async def _record(self, interaction: Interaction, press: PressId, seen: WatchedReplay) -> None:
        reader, opened, _ = seen
        table = await self._tables.get(opened.table)
        data = (await table.record()).encode()
        await answer(interaction, panels.record(reader.words, table.facts, data))

    async def _share(self, interaction: Interaction, press: PressId) -> None:
        """Show the moment to everybody in the channel, once however often it is pressed."""
        press_of(interaction).expected = First.POST
        reader, opened, look = await self._at(interaction, press)
        facts = (await self._tables.get(opened.table)).facts
        require_permissions(reader.words, interaction)
        await self._require_may_share(interaction, facts)
        assert interaction.message is not None
        key = (interaction.message.id, str(press))
        if self._shared.get(key):
            raise Refusal("replay-shared-already")
        self._shared.keep(key, True)
        everybody = await self._people.everybody(interaction.guild_id)
        opened = await self._finder.of_table(
            interaction, await self._tables.get(opened.table), everybody.words
        )
        try:
            drawing = await self._drawings.shared(everybody, opened, look)
            await press_of(interaction).publish(drawing, secrets.randbelow(NONCES) + 1)
        except Exception:
            self._shared.drop(key)
            raise

    async def _require_may_share(self, interaction: Interaction, facts: TableFacts) -> None:
        """Raise Refusal unless a moment of the game may be shown to everybody where whoever acts is, as all
        there see the channel of the game, and they may write there."""
        rights, guild = interaction.permissions, interaction.guild
        thread = isinstance(interaction.channel, discord.Thread)
        if guild is None or guild.id != facts.guild_id:
            raise Refusal("replay-not-shared-here")
        if not (rights.send_messages_in_threads if thread else rights.send_messages):
            raise Refusal("replay-may-not-write")
        if not await self._access.is_seen_in(guild, facts, interaction.channel_id or 0):
            raise Refusal("replay-not-shared-here")

    # --- what they share

    async def _at(self, interaction: Interaction, press: PressId) -> WatchedReplay:
        """What is looked at on the panel that was pressed: the last values of its press say. Raises Refusal,
        TableError, AboutSomethingElse."""
        reader = await self._people.reader_of(interaction)
        opened = await self._finder.of_press(interaction, press, reader.words)
        return WatchedReplay(reader, opened, ReplayLook.read(press.values[-VALUES:]).within(opened.replay))

    async def _show(
        self, interaction: Interaction, reader: Reader, opened: OpenReplay, look: ReplayLook
    ) -> None:
        await redraw(interaction, await self._drawings.panel(reader, opened, look))


def _moment(reader: Reader, opened: OpenReplay, deal: int | None, trick: int | None) -> ReplayMoment:
    """The moment that is meant by a deal and a trick, as they are counted from 1; a trick alone is of the
    first deal. Raises Refusal."""
    replay = opened.replay
    if deal is None and trick is None:
        return ReplayMoment(0)
    found = replay.numbered((deal or 1) - 1)
    if found is None:
        played = max(dealt.number for dealt in replay.deals) + 1
        raise Refusal("replay-no-such-deal", deals=reader.words.number(played))
    moment = ReplayMoment(found) if trick is None else replay.at_trick(found, trick)
    if moment is None:
        raise Refusal("replay-no-such-trick")
    return moment


def _move(press: PressId) -> Navigation:
    """Raises AboutSomethingElse."""
    text = press.values[0] if press.values else ""
    if text not in [*Navigation]:
        raise AboutSomethingElse(press.verb)
    return Navigation(text)


def _number(text: str) -> int:
    """Of a deal or a seat, chosen in a select. Raises AboutSomethingElse."""
    if not (text.isascii() and text.isdecimal() and len(text) < 5):
        raise AboutSomethingElse(text)
    return int(text)


@dataclass(frozen=True, slots=True)
class Replays:
    """What each is about is said in its module."""

    presses: ReplayPresses
    offered: OfferedReplay

    @classmethod
    def of(
        cls,
        access: TableAccess,
        people: People,
        tables: Tables,
        reviews: ReviewStore,
        painter: Painter,
        explaining: Explaining,
        files: Files,
    ) -> Self:
        """All of it."""
        finder = ReplayFinder(tables, reviews, files)
        presses = ReplayPresses(tables, finder, access, ReplayDrawings(painter), people, explaining)
        return cls(presses, OfferedReplay(tables, access, people))
