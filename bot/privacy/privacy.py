"""``/privacy``, and what is pressed on its answers.

Nothing here takes note of who asks (``People.met``): who has had everything deleted, or was never here, must
not be known again by asking what is known. A second question that was answered is not answered again: its
token is kept in memory, one a person, for a few minutes, and is gone with what it asked about. After a
restart it is asked anew.

Who has left a table that is not over can do nothing but wait, and may order to have it done then. Such an
order is a kept timer for each of those tables, and goes with everything else; it lapses where its person has
begun something new by then.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import secrets
import zipfile
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

from bot.discordkit.boundary import answer, redraw
from bot.discordkit.following import Latest
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.press_ids import PressId
from bot.discordkit.routes import Route, anyone
from bot.people.ports import DeletionNotice, DeletionObstacle, Forgotten, PrivacyStore, Waits
from bot.ports import Time
from bot.privacy import panel as panels
from bot.privacy.panel import RetentionTerms
from bot.timers import KeptTimers, TimerKey
from bot.words.catalogue import Words

log = logging.getLogger(__name__)


ANSWERED_WITHIN: Final = 600.0
"""Seconds. Who comes back after more is asked anew."""

MOST: Final = 1000

LARGEST: Final = 8 * 1024 * 1024
"""Bytes. Discord takes files of ten megabytes (https://discord.com/developers/docs/reference#uploading-files);
many thousand games are more, and a tenth of it packed."""


class SecondQuestion(NamedTuple):
    """A second question: what its *Yes* carries, and when it was asked, in unix seconds."""

    token: str
    at: float


LOOKED_AFTER: Final = 3600.0
"""Seconds after which it is looked again whether what was ordered can be done."""


class PrivacyTimer(StrEnum):
    """The kept timers of this module, by a person's id and about a table's."""

    DELETION = "deletion"


Forget = Callable[[int, Forgotten], None]
"""Drops what is in memory of a person."""


class Privacy:
    """What everybody may do with their own data, and with nobody else's."""

    def __init__(
        self,
        store: PrivacyStore,
        people: People,
        time: Time,
        timers: KeptTimers,
        forget: Forget,
        *,
        keep_days: int,
        backup_days: int,
        own_backup_days: int = 0,
    ) -> None:
        """``forget`` drops what others have in memory of a person. ``keep_days`` are those that a server's
        data are kept for once it has removed the bot, ``backup_days`` those that the copies of whoever hosts
        the bot are, 0 where that is not said, ``own_backup_days`` those that the bot's own are, 0 where it
        makes none."""
        self._store = store
        self._people = people
        self._time = time
        self._timers = timers
        self._forget = forget
        self._keep_days = keep_days
        self._backup_days = backup_days
        self._own_backup_days = own_backup_days
        self._asked: Latest[int, SecondQuestion] = Latest(MOST)
        timers.declare(PrivacyTimer.DELETION, self._due)

    def routes(self) -> dict[str, Route[None]]:
        """Every verb of the panels."""
        return {
            "privacy-export": anyone(self.export, private=True),
            "privacy-delete": anyone(self._delete, private=True),
            "privacy-sure": anyone(self._sure, private=True),
            "privacy-later": anyone(self._later, private=True),
            "privacy-take-back": anyone(self._take_back, private=True),
            "privacy-yes": anyone(self._yes, private=True, values=1),
            "privacy-no": anyone(self._no, private=True),
        }

    async def show(self, interaction: Interaction) -> None:
        """What is kept of whoever asks."""
        words = await self._people.words_here(interaction)
        counts = await self._store.counts(interaction.user.id)
        await answer(interaction, panels.shown(words, counts, self._terms()))

    async def export(self, interaction: Interaction, press: PressId | None = None) -> None:
        """All of it in a file."""
        words = await self._people.words_here(interaction)
        kept = await self._store.export(interaction.user.id)
        if not kept:
            await answer(interaction, panels.said(words, "privacy.nothing"))
            return
        made = datetime.fromtimestamp(self._time.now(), UTC).isoformat(timespec="seconds")
        told = {"hartenheer": 1, "made": made, "times": "seconds since 1970-01-01 UTC", **kept}
        name, data = await asyncio.to_thread(_written, told)
        await answer(interaction, panels.exported(words, name, data))

    async def ask(self, interaction: Interaction) -> None:
        """The first question, as a new answer."""
        await answer(interaction, await self._first(interaction))

    async def _delete(self, interaction: Interaction, press: PressId) -> None:
        await redraw(interaction, await self._first(interaction))

    async def _first(self, interaction: Interaction) -> Drawing:
        words = await self._people.words_here(interaction)
        asked, refused = await self._refused(interaction, words)
        if refused is not None:
            return refused
        guild_words = await self._people.guild_words(interaction.guild_id) if interaction.guild_id else words
        return panels.first_question(words, asked, guild_words("privacy.former-player"))

    async def _sure(self, interaction: Interaction, press: PressId) -> None:
        """The first question was answered: the second one."""
        words = await self._people.words_here(interaction)
        _, refused = await self._refused(interaction, words)
        if refused is not None:
            await redraw(interaction, refused)
            return
        await self._ask_again(interaction, words)

    async def _later(self, interaction: Interaction, press: PressId) -> None:
        """What is to be done when tables are over is asked once more."""
        asked = await self._store.asked(interaction.user.id)
        if not panels.can_be_ordered(asked.waiting):
            await redraw(interaction, await self._first(interaction))
            return
        await self._ask_again(interaction, await self._people.words_here(interaction))

    async def _ask_again(self, interaction: Interaction, words: Words) -> None:
        question = SecondQuestion(secrets.token_hex(8), self._time.monotonic())
        self._asked.keep(interaction.user.id, question)
        await redraw(interaction, panels.second_question(words, self._terms(), question.token))

    async def _yes(self, interaction: Interaction, press: PressId) -> None:
        """The second question was answered."""
        user_id, words = interaction.user.id, await self._people.words_here(interaction)
        question = self._asked.get(user_id)
        in_time = question is not None and self._time.monotonic() - question.at <= ANSWERED_WITHIN
        if question is None or question.token != press.value or not in_time:
            await redraw(interaction, await self._first(interaction))
            return
        asked = await self._store.asked(user_id)
        done = await self._store.forget(user_id, await self._called(asked, words), self._time.now())
        if isinstance(done, tuple):
            if panels.can_be_ordered(done):
                await self._order(user_id, done)
            await redraw(interaction, panels.waiting(words, done, is_ordered=self._is_ordered(user_id, done)))
            return
        self._asked.drop(user_id)
        if done is not None:
            self._forget(user_id, done)
        await redraw(interaction, panels.said(words, "privacy.deleted" if done else "privacy.nothing"))

    async def _no(self, interaction: Interaction, press: PressId) -> None:
        self._asked.drop(interaction.user.id)
        words = await self._people.words_here(interaction)
        await redraw(interaction, panels.said(words, "privacy.nothing-deleted"))

    async def _refused(self, interaction: Interaction, words: Words) -> tuple[DeletionNotice, Drawing | None]:
        """What there is to know before, and what is answered where nothing can be deleted now."""
        user_id = interaction.user.id
        asked = await self._store.asked(user_id)
        if asked.waiting:
            is_ordered = self._is_ordered(user_id, asked.waiting)
            return asked, panels.waiting(words, asked.waiting, is_ordered=is_ordered)
        if not asked.is_known:
            return asked, panels.said(words, "privacy.nothing")
        return asked, None

    # --- what is done when tables are over

    async def _order(self, user_id: int, tables: Iterable[DeletionObstacle]) -> None:
        for one in tables:
            await self._timers.keep(_key(user_id, one.id), self._time.now() + LOOKED_AFTER)

    def _is_ordered(self, user_id: int, waiting: Iterable[DeletionObstacle]) -> bool:
        return all(one.what is Waits.LEFT and _key(user_id, one.id) in self._timers for one in waiting)

    async def _take_back(self, interaction: Interaction, press: PressId) -> None:
        user_id, words = interaction.user.id, await self._people.words_here(interaction)
        for one in (await self._store.asked(user_id)).waiting:
            await self._timers.forget(_key(user_id, one.id))
        await redraw(interaction, panels.said(words, "privacy.taken-back"))

    async def _due(self, key: TimerKey) -> None:
        """Do what was ordered where the table is over and nothing else waits; look again later where it is
        not; forget the order where its person has begun something new."""
        user_id, now = key.subject, self._time.now()
        asked = await self._store.asked(user_id)
        if asked.waiting:
            if self._is_ordered(user_id, asked.waiting):
                if any(one.id == key.about for one in asked.waiting):
                    await self._timers.keep(key, now + LOOKED_AFTER)
            else:
                for one in asked.waiting:
                    await self._timers.forget(_key(user_id, one.id))
            return
        words = await self._people.words(user_id)
        done = await self._store.forget(user_id, await self._called(asked, words), now)
        if isinstance(done, Forgotten):
            self._forget(user_id, done)
            log.info("what was ordered to be deleted when tables are over is deleted")

    async def _called(self, asked: DeletionNotice, words: Words) -> dict[int | None, str]:
        """What a former player is called on each server, in its words."""
        called: dict[int | None, str] = {None: words("privacy.former-player")}
        for guild_id in asked.guilds:
            if guild_id is not None:
                called[guild_id] = (await self._people.guild_words(guild_id))("privacy.former-player")
        return called

    def _terms(self) -> RetentionTerms:
        days = max(self._backup_days, self._own_backup_days)
        if not days:
            return RetentionTerms(self._keep_days)
        today = datetime.fromtimestamp(self._time.now(), UTC).date()
        return RetentionTerms(self._keep_days, today + timedelta(days=days), are_all=bool(self._backup_days))


def _key(user_id: int, table_id: int) -> TimerKey:
    return TimerKey(PrivacyTimer.DELETION, user_id, table_id)


def _written(told: object) -> tuple[str, bytes]:
    """The name of a file and what is in it: JSON, packed where Discord would not take it."""
    data = json.dumps(told, ensure_ascii=False, indent=1).encode(errors="backslashreplace")
    if len(data) <= LARGEST:
        return panels.FILE, data
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(panels.FILE, data)
    return panels.PACKED, packed.getvalue()
