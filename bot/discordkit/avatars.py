"""Players' own pictures, as small PNGs for the table; and suits as emojis, for buttons of cards.

A picture is fetched beside what people wait for, and kept in memory.

Who has none, or whose picture is not there yet or cannot be fetched, has their initial in its place.

Suits are emojis of the application, four for each deck. The bot uploads them when cards are first drawn as
buttons, with pauses between, since Discord allows few emojis an hour. Which there are, Discord tells. Until
all are there, and where Discord will not have them, buttons say the suit in text.
https://discord.com/developers/docs/resources/emoji
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from pathlib import Path
from typing import Final

import discord

from bot.discordkit.load import Budget, Latest
from bot.discordkit.panel import INVALID_FORM, Drawing
from bot.discordkit.sending import CUT_OFF, repeated, summary
from bot.pictures.cards import SUIT_PICTURES
from bot.pictures.style import Colours
from bot.ports import Time
from bot.telling.phrases import Reader

log = logging.getLogger(__name__)

SIZE: Final = 64  # pixels; of the sizes Discord serves, the least that fills a plate's circle
LARGEST: Final = 64 * 1024  # bytes; a plain PNG of that size has 16 KB
WITHIN: Final = 5.0
AGAIN_AFTER: Final = 3600.0  # what could not be fetched
AT_ONCE: Final = 4
MOST: Final = 512
PNG: Final = b"\x89PNG\r\n\x1a\n"


@dataclass(slots=True)
class CachedAvatar:
    """A person's avatar: its key at Discord, the picture once it is there, and until when it is not asked for
    again (None: for good)."""

    key: str
    picture: bytes | None = None
    until: float | None = None


class Avatars:
    """The avatars of the people seen last."""

    def __init__(self, time: Time, *, most: int = MOST) -> None:
        self._time = time
        self._kept: Latest[int, CachedAvatar] = Latest(most)
        self._few = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    def of(self, user_id: int) -> bytes | None:
        """A person's avatar, if it is there."""
        kept = self._kept.get(user_id)
        return kept.picture if kept is not None else None

    def forget(self, user_id: int) -> None:
        """A person is not known any longer."""
        self._kept.drop(user_id)

    def see(self, user: discord.User | discord.Member) -> None:
        """A person has acted: have their avatar fetched if it is new; returns at once. It is the one they
        have everywhere, since one picture serves all tables."""
        asset = user.avatar
        known = self._kept.get(user.id)
        if asset is None:
            self._kept.drop(user.id)
            return
        fresh = known is not None and (known.until is None or self._time.monotonic() < known.until)
        if known is not None and known.key == asset.key and fresh:
            return
        kept = self._kept.keep(user.id, CachedAvatar(asset.key, known.picture if known is not None else None))
        task = asyncio.create_task(self._fetch(kept, asset), name="avatar")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        """Return when nothing is being fetched."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Break off what is under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _fetch(self, kept: CachedAvatar, asset: discord.Asset) -> None:
        try:
            async with self._few:
                data = await self._read(asset.replace(size=SIZE, format="png"))
            if not data.startswith(PNG) or len(data) > LARGEST:
                raise ValueError
        except (discord.DiscordException, ValueError, *CUT_OFF) as error:
            kept.picture, kept.until = None, self._time.monotonic() + AGAIN_AFTER
            log.info("an avatar could not be fetched: %s", type(error).__name__)
        else:
            kept.picture = data

    async def _read(self, asset: discord.Asset) -> bytes:
        """The picture. Raises TimeoutError after ``WITHIN``, and what discord.py raises."""
        reading = asyncio.create_task(asset.read())
        patience = asyncio.create_task(self._time.sleep(WITHIN))
        try:
            await asyncio.wait({reading, patience}, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                raise TimeoutError
            return reading.result()
        finally:
            reading.cancel()
            patience.cancel()
            await asyncio.gather(reading, patience, return_exceptions=True)


PAUSE: Final = 5.0  # between two uploads, or two that go
AGAIN_AFTER_REFUSAL: Final = 600.0
FORMER: Final = re.compile(r"hh_[a-z]+_(two|four)_[2-9TJQKA][CDHS]_[0-9a-f]{8}")
"""What versions before this one called their emojis, of which each was a whole card."""

SuitSet = Sequence[discord.Emoji | discord.PartialEmoji]
"""The emojis of a deck, by suit."""


class SuitEmojis:
    """See the module. With ``wanted`` False there are none. ``oldest`` tells when the first of the games that
    go on began, in unix seconds."""

    def __init__(
        self,
        client: discord.Client,
        budget: Budget,
        time: Time,
        oldest: Callable[[], float],
        *,
        wanted: bool = True,
    ) -> None:
        self._client = client
        self._budget = budget
        self._time = time
        self._oldest = oldest
        self._ready: dict[Colours, Sequence[discord.Emoji]] = {}
        self._rest_until = -inf if wanted else inf
        self._work: asyncio.Task[None] | None = None

    def drawn(self, reader: Reader, preset: str, draw: Callable[[SuitSet | None], Drawing]) -> Drawing:
        """What is drawn with the suits of a reader's deck; without for who reads no pictures, and where they
        are not there yet: they are seen to then, and nobody waits. Where Discord will not take a message
        with them, as now and then it does for no reason, it is drawn without, and so is what follows for a
        while."""
        if reader.preferences.text_mode:
            return draw(None)
        suits = self._ready.get(reader.card_style(preset).colours)
        if suits is None:
            idle = self._work is None or self._work.done()
            if idle and self._time.monotonic() >= self._rest_until:
                self._work = asyncio.create_task(self._see_to_all(), name="emojis")
            return draw(None)

        def plain() -> Drawing:
            self._ready.clear()
            self._rest("refused in a message")
            return draw(None)

        return replace(draw(suits), plain=plain)

    async def settled(self) -> None:
        """Return when nothing is under way."""
        if self._work is not None:
            await asyncio.wait({self._work})

    async def close(self) -> None:
        """Break off what is under way."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    def _rest(self, reason: str) -> None:
        """For now: a hand drawn later tries again."""
        log.warning("the application's emojis cannot be seen to: %s", reason)
        self._rest_until = self._time.monotonic() + AGAIN_AFTER_REFUSAL

    async def _see_to_all(self) -> None:
        try:
            known = await self._known()
            missing = [one for deck in SUIT_PICTURES.values() for one in deck if one.stem not in known]
            for picture in missing:
                await self._upload(picture)
            if missing:
                known = await self._known()
            for colours, deck in SUIT_PICTURES.items():
                self._ready[colours] = [known[picture.stem] for picture in deck]
            await self._clear(known.values())
        except (discord.DiscordException, KeyError, *CUT_OFF) as error:
            self._rest(summary(error))

    async def _known(self) -> dict[str, discord.Emoji]:
        await self._budget.take()
        return {one.name: one for one in await self._client.fetch_application_emojis()}

    async def _upload(self, picture: Path) -> None:
        await self._time.sleep(PAUSE)
        await self._budget.take()
        image = await asyncio.to_thread(picture.read_bytes)
        create = partial(self._client.create_application_emoji, name=picture.stem, image=image)
        try:
            await repeated(self._time, create)
        except discord.HTTPException as error:
            if error.code != INVALID_FORM:  # else the name is taken: an earlier try was carried out
                raise

    async def _clear(self, known: Collection[discord.Emoji]) -> None:
        """Remove what the bot itself uploaded before there were suits, once no game goes on whose hands may
        still show it."""
        since = max(one.created_at for deck in self._ready.values() for one in deck)
        if self._oldest() <= since.timestamp():
            return
        for one in known:
            if FORMER.fullmatch(one.name) and one.user == self._client.user:
                await self._time.sleep(PAUSE)
                await self._budget.take()
                await one.delete()
