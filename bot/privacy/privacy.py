"""``/privacy``: what is kept of a person, what is asked before it is deleted, and what is pressed on that.

Nothing here takes note of who asks (``People.met``): who has had everything deleted, or was never here, must
not be known again by asking what is known. A second question that was answered is not answered again: its
token is kept in memory, one a person, for a few minutes, and is gone with what it asked about. After a
restart it is asked anew.

Who has left a table that is not over can do nothing but wait, and may order to have it done then. Such an
order is a kept timer for each of those tables, and goes with everything else; it lapses where its person has
begun something new by then.

Where the bot runs in several cells, all of them have to delete what they have. What cannot be finished now is
a kept timer too, about the number that the person's results are kept by from now on, or about 0 where nothing
was deleted yet; it is tried until all have done it.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import secrets
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Any, Final, NamedTuple

from discord import ui

from bot.discordkit.boundary import answer, redraw
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.load import Latest
from bot.discordkit.panel import BLUE, RED, Drawing, attached, button, draw
from bot.discordkit.people import People
from bot.discordkit.routes import Route, anyone
from bot.people.ports import (
    MISSING,
    DataKind,
    DeletionNotice,
    DeletionObstacle,
    Forgotten,
    PrivacyStore,
    UnfinishedDeletion,
    Waits,
)
from bot.ports import Time
from bot.telling.phrases import parts_of, without
from bot.timers import KeptTimers, TimerKey
from bot.words.catalogue import Words, in_text

log = logging.getLogger(__name__)

FILE: Final = "hartenheer.json"
PACKED: Final = "hartenheer.zip"
NAMED_MOST: Final = 5
"""Of what has to be over first, and of leagues that somebody has founded."""


@dataclass(frozen=True, slots=True)
class RetentionTerms:
    """For how long something is kept: of a server that has removed the bot so many ``days``, 0 for always;
    ``backups`` is the day from which no copy of today's database is there any longer, None where whoever
    hosts the bot has not said; ``are_all`` is False where that is said of the bot's own copies alone."""

    days: int
    backups: date | None = None
    are_all: bool = True


def shown(
    words: Words, counts: Mapping[DataKind, int], terms: RetentionTerms, absent: Sequence[int] = ()
) -> Drawing:
    """How much is kept of its reader, why, who sees it and for how long, but in cells that are ``absent``."""
    there = [kept for kept in DataKind if counts.get(kept)]
    if not there and not absent:
        return draw([f"### {words('privacy.title')}", words("privacy.nothing")])
    lines = [
        words("privacy.line", what=words(f"privacy.kept.{kept}"), count=words.number(counts[kept]))
        + f"\n-# {words(f'privacy.why.{kept}')}"
        for kept in there
    ]
    how_long = words.count("privacy.how-long", terms.days) if terms.days else words("privacy.for-ever")
    return draw(
        [f"### {words('privacy.title')}", *lines, *without(words, absent), how_long],
        [
            button(words("privacy.button.export"), PressId("privacy-export"), BLUE),
            button(words("privacy.button.delete"), PressId("privacy-delete")),
        ],
    )


def exported(words: Words, name: str, data: bytes, absent: Sequence[int] = ()) -> Drawing:
    """All of it in a file of that name, but what is in cells that are ``absent``."""
    return draw([words("privacy.export"), *without(words, absent)], attached(name, data))


def first_question(words: Words, asked: DeletionNotice, called: str) -> Drawing:
    """Whether all of it is to be deleted; ``called`` is what results are kept under."""
    lines = [f"### {words('privacy.sure.title')}", words("privacy.sure", name=called)]
    if asked.founded:
        named = words.both(in_text(one) for one in asked.founded[:NAMED_MOST])
        lines.append(words("privacy.sure.founded", leagues=named))
    go_on = button(words("privacy.button.go-on"), PressId("privacy-sure"))
    return draw(lines, [go_on, _not(words)])


def second_question(words: Words, terms: RetentionTerms, token: str) -> Drawing:
    """The same once more: what cannot be undone, and where copies are."""
    lines = [f"### {words('privacy.really.title')}", words("privacy.really"), _copies(words, terms)]
    yes = button(words("privacy.button.for-good"), PressId("privacy-yes", values=(token,)), RED)
    return draw(lines, [yes, _not(words)])


def _not(words: Words) -> ui.Button[Any]:
    return button(words("button.no"), PressId("privacy-no"), BLUE)


def waiting(words: Words, first: Iterable[DeletionObstacle], *, is_ordered: bool) -> Drawing:
    """What has to be over before anything is deleted. Where that is nothing but tables that they have left,
    it can be ordered to be done then, and taken back where it was."""
    every = list(first)
    lines = [_waits(words, one) for one in every[:NAMED_MOST]]
    if len(every) > NAMED_MOST:
        lines.append(words.count("privacy.waits.more", len(every) - NAMED_MOST))
    text = [f"### {words('privacy.waits.title')}", words("privacy.waits"), *(f"- {one}" for one in lines)]
    if is_ordered:
        take_back = button(words("privacy.button.take-back"), PressId("privacy-take-back"), BLUE)
        return draw([*text, words("privacy.ordered")], take_back)
    later = button(words("privacy.button.later"), PressId("privacy-later"), RED)
    return draw(text, later if can_be_ordered(every) else None)


def can_be_ordered(first: Iterable[DeletionObstacle]) -> bool:
    """Whether their person can do nothing but wait."""
    return all(one.what is Waits.LEFT for one in first)


def unfinished(words: Words, done: UnfinishedDeletion) -> Drawing:
    """That cells are still to do it; where none has, it can be taken back."""
    take_back = button(words("privacy.button.take-back"), PressId("privacy-take-back"), BLUE)
    text = words("privacy.unfinished", parts=parts_of(words, done.absent))
    return draw([f"### {words('privacy.waits.title')}", text], None if done.pseudonym else take_back)


def said(words: Words, key: str) -> Drawing:
    """The end of it."""
    return draw(words(key))


def _copies(words: Words, terms: RetentionTerms) -> str:
    if terms.backups is None:
        return words("privacy.backups.unknown")
    date = words.date(terms.backups)
    if terms.are_all:
        return words("privacy.backups.until", date=date)
    return words("privacy.backups.own", date=date)


def _waits(words: Words, one: DeletionObstacle) -> str:
    channel = f"<#{one.channel_id}>"
    match one.what:
        case Waits.TABLE if one.channel_id is None:
            return words("privacy.waits.private", table=one.name)
        case Waits.TABLE:
            return words("privacy.waits.table", table=one.name, channel=channel)
        case Waits.LEFT:
            return words("privacy.waits.left", table=one.name, channel=channel)
        case Waits.NIGHT:
            return words("privacy.waits.night", league=in_text(one.name), channel=channel)
        case Waits.REPORT:
            return words("privacy.waits.report", league=in_text(one.name))


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

TRIED_AFTER: Final = 10.0
"""Seconds after which it is asked again of cells that are still to delete something."""


class PrivacyTimer(StrEnum):
    """The kept timers of this module, by a person's id and about a table's, or what is not finished."""

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
        await answer(interaction, shown(words, counts.by_kind, self._terms(), counts.absent))

    async def export(self, interaction: Interaction, press: PressId | None = None) -> None:
        """All of it in a file."""
        words = await self._people.words_here(interaction)
        kept = await self._store.export(interaction.user.id)
        if not kept:
            await answer(interaction, said(words, "privacy.nothing"))
            return
        made = datetime.fromtimestamp(self._time.now(), UTC).isoformat(timespec="seconds")
        content = {"hartenheer": 1, "made": made, "times": "seconds since 1970-01-01 UTC", **kept}
        name, data = await asyncio.to_thread(_written, content)
        await answer(interaction, exported(words, name, data, kept.get(MISSING, ())))

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
        return first_question(words, asked, guild_words("privacy.former-player"))

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
        if not can_be_ordered(asked.waiting):
            await redraw(interaction, await self._first(interaction))
            return
        await self._ask_again(interaction, await self._people.words_here(interaction))

    async def _ask_again(self, interaction: Interaction, words: Words) -> None:
        question = SecondQuestion(secrets.token_hex(8), self._time.monotonic())
        self._asked.keep(interaction.user.id, question)
        await redraw(interaction, second_question(words, self._terms(), question.token))

    async def _yes(self, interaction: Interaction, press: PressId) -> None:
        """The second question was answered."""
        user_id, words = interaction.user.id, await self._people.words_here(interaction)
        question = self._asked.get(user_id)
        in_time = question is not None and self._time.monotonic() - question.at <= ANSWERED_WITHIN
        if question is None or question.token != press.value or not in_time:
            await redraw(interaction, await self._first(interaction))
            return
        begun = min((key.about for key in self._timers.of(PrivacyTimer.DELETION, user_id)), default=0)
        done = await self._done(user_id, words, min(0, begun))
        if isinstance(done, tuple):
            if can_be_ordered(done):
                await self._order(user_id, done)
            await redraw(interaction, waiting(words, done, is_ordered=self._is_ordered(user_id, done)))
            return
        self._asked.drop(user_id)
        if isinstance(done, UnfinishedDeletion):
            await redraw(interaction, unfinished(words, done))
            return
        await redraw(interaction, said(words, "privacy.deleted" if done else "privacy.nothing"))

    async def _done(
        self, user_id: int, words: Words, begun: int = 0
    ) -> Forgotten | UnfinishedDeletion | tuple[DeletionObstacle, ...] | None:
        """Delete everything, or what is left where that was ``begun`` under this number, as
        ``PrivacyStore.forget``; what cannot be finished now is kept."""
        now, asked = self._time.now(), await self._store.asked(user_id)
        done = await self._store.forget(user_id, await former_names(self._people, asked, words), now, begun)
        if isinstance(done, Forgotten):
            self._forget(user_id, done)
        elif isinstance(done, UnfinishedDeletion):
            await self._timers.keep(_key(user_id, done.pseudonym), now + TRIED_AFTER)
            if done.pseudonym != begun:
                await self._timers.forget(_key(user_id, begun))
                return await self._done(user_id, words, done.pseudonym)
        return done

    async def _no(self, interaction: Interaction, press: PressId) -> None:
        self._asked.drop(interaction.user.id)
        words = await self._people.words_here(interaction)
        await redraw(interaction, said(words, "privacy.nothing-deleted"))

    async def _refused(self, interaction: Interaction, words: Words) -> tuple[DeletionNotice, Drawing | None]:
        """What there is to know before, and what is answered where nothing can be deleted now."""
        user_id = interaction.user.id
        asked = await self._store.asked(user_id)
        if asked.waiting:
            is_ordered = self._is_ordered(user_id, asked.waiting)
            return asked, waiting(words, asked.waiting, is_ordered=is_ordered)
        if not asked.is_known and not asked.absent:
            return asked, said(words, "privacy.nothing")
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
        await self._timers.forget(_key(user_id, 0))
        await redraw(interaction, said(words, "privacy.taken-back"))

    async def _due(self, key: TimerKey) -> None:
        """Do what was ordered where the table is over and nothing else waits; look again later where it is
        not; forget the order where its person has begun something new. What cells were waited for with is
        done as soon as nothing waits."""
        user_id, now = key.subject, self._time.now()
        waiting = (await self._store.asked(user_id)).waiting if key.about > 0 else ()
        if waiting:
            if self._is_ordered(user_id, waiting):
                if any(one.id == key.about for one in waiting):
                    await self._timers.keep(key, now + LOOKED_AFTER)
            else:
                for one in waiting:
                    await self._timers.forget(_key(user_id, one.id))
            return
        done = await self._done(user_id, await self._people.words(user_id), min(0, key.about))
        if isinstance(done, Forgotten):
            log.info("what was ordered to be deleted later is deleted")
        elif isinstance(done, tuple):
            await self._timers.keep(key, now + LOOKED_AFTER)

    def _terms(self) -> RetentionTerms:
        days = max(self._backup_days, self._own_backup_days)
        if not days:
            return RetentionTerms(self._keep_days)
        today = datetime.fromtimestamp(self._time.now(), UTC).date()
        return RetentionTerms(self._keep_days, today + timedelta(days=days), are_all=bool(self._backup_days))


async def former_names(people: People, asked: DeletionNotice, words: Words) -> dict[int | None, str]:
    """What a former player is called on each server, in its words; in ``words`` elsewhere."""
    called: dict[int | None, str] = {None: words("privacy.former-player")}
    for guild_id in asked.guilds:
        if guild_id is not None:
            called[guild_id] = (await people.guild_words(guild_id))("privacy.former-player")
    return called


def _key(user_id: int, about: int) -> TimerKey:
    return TimerKey(PrivacyTimer.DELETION, user_id, about)


def _written(content: object) -> tuple[str, bytes]:
    """The name of a file and what is in it: JSON, packed where Discord would not take it."""
    data = json.dumps(content, ensure_ascii=False, indent=1).encode(errors="backslashreplace")
    if len(data) <= LARGEST:
        return FILE, data
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(FILE, data)
    return PACKED, packed.getvalue()
