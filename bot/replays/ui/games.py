"""Which game is looked at: that of a table, or of a file that its person has brought and that is kept in
memory while they look at it."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import replace
from typing import Final

import discord

from bot.discordkit.boundary import Refusal
from bot.discordkit.files import Files
from bot.discordkit.interactions import Interaction
from bot.discordkit.latest import Latest
from bot.discordkit.ports import NOTHING
from bot.discordkit.press_ids import PressId
from bot.replays.files import LARGEST, read_file
from bot.replays.replay import reel_of
from bot.replays.ui.panel import OpenReplay
from bot.reviews.making import is_offered
from bot.reviews.model import ReviewStore
from bot.tables.errors import TableError
from bot.tables.model import State
from bot.tables.recovery import BrokenLog
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.telling import phrases
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
            reel = await asyncio.to_thread(reel_of, facts, entries, sat)
        except BrokenLog:
            raise TableError("table-parked") from None
        title = words("replay.of-table", table=facts.id, game=phrases.game_in_text(words, facts))
        shares = interaction.guild_id is not None and interaction.guild_id == facts.guild_id
        film = OpenReplay(reel, title, facts.id, shares=shares)
        return await self._with_own_costs(film, table, interaction.user.id)

    async def _with_own_costs(self, film: OpenReplay, table: Table, user_id: int) -> OpenReplay:
        if not is_offered(table.facts.preset) or not await table.has_sat(user_id):
            return film
        own = [one for one in await self._reviews.of_table(film.table) if one.user_id == user_id]
        costly = {one.moment: one for review in own for one in review.costly}
        return replace(film, reviews=True, costly=costly)

    async def of_press(self, interaction: Interaction, press: PressId, words: Words) -> OpenReplay:
        """The game that a press is about. Raises as ``of_table``, TableError ``no-such-table``, and Refusal
        ``replay-file-gone``."""
        if press.subject != NOTHING:
            return await self.of_table(interaction, await self._tables.get(press.subject.id), words)
        film = self._files.get(interaction.user.id)
        if film is None or film.mark != press.seq:
            raise Refusal("replay-file-gone")
        return replace(film, title=_called(film, words))

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
            reel = await self._reading.read(read_file, data)
        film = OpenReplay(reel, "", mark=_mark(data))
        return replace(self._files.keep(interaction.user.id, film), title=_called(film, words))


def _called(film: OpenReplay, words: Words) -> str:
    return words("replay.of-file", game=phrases.preset_name(words, film.reel.header.rules.preset.name))


def _mark(data: bytes) -> int:
    """What tells one file from another in an id."""
    return int.from_bytes(hashlib.sha256(data).digest()[:6], "big")
