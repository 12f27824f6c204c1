"""Players' own pictures, as small PNGs for the table; and emojis of cards, for buttons.

A picture is fetched beside what people wait for, and kept in memory.

Who has none, or whose picture is not there yet or cannot be fetched, has their initial in its place.

Which there are, Discord tells. A style (indices and colours) is uploaded when somebody first holds cards of
it, card by card with pauses between, since Discord allows few emojis an hour. Its emojis are used once all
are there; until then, and where Discord will not have them, buttons say the same in text.
https://discord.com/developers/docs/resources/emoji
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

import discord

from bot.discordkit.following import Latest
from bot.discordkit.load import Budget
from bot.discordkit.panel import INVALID_FORM
from bot.discordkit.sending import CUT_OFF
from bot.engine.cards import CARD_NAMES
from bot.pictures.cards import emoji_png
from bot.pictures.style import CardStyle, Colours, Index
from bot.ports import Time

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


PAUSE: Final = 5.0  # between two uploads
UPLOADED_AGAIN_AFTER: Final = 3600.0  # where something failed
LOOK_AGAIN_AFTER: Final = 600.0  # where Discord refused a message with them

EmojiStyle = tuple[Index, Colours]
EmojiSet = Sequence[discord.PartialEmoji]
"""The emojis of a style, by card."""


class CardEmojis:
    """See the module. With ``wanted`` False there are none."""

    def __init__(self, client: discord.Client, budget: Budget, time: Time, *, wanted: bool = True) -> None:
        self._client = client
        self._budget = budget
        self._time = time
        self._wanted = wanted
        self._known: dict[str, discord.Emoji] | None = None  # by name, once Discord has told
        self._ready: dict[EmojiStyle, EmojiSet] = {}
        self._waiting: list[EmojiStyle] = []
        self._rest_until = -inf
        self._work: asyncio.Task[None] | None = None

    def of(self, style: CardStyle) -> EmojiSet | None:
        """The emojis of a style, if they can be used now; otherwise they are seen to, and nobody waits."""
        wanted = style.index, style.colours
        if wanted in self._ready:
            return self._ready[wanted]
        if self._wanted and wanted not in self._waiting and self._time.monotonic() >= self._rest_until:
            self._waiting.append(wanted)
            if self._work is None or self._work.done():
                self._work = asyncio.create_task(self._see_to_all(), name="emojis")
        return None

    def refused(self) -> None:
        """Discord would not take a message with these emojis. It does so now and then for no reason, but they
        may also be gone: look again later."""
        log.info("card emojis were refused in a message, buttons show text for a while")
        self._ready.clear()
        self._known = None
        self._rest_until = self._time.monotonic() + LOOK_AGAIN_AFTER

    async def settled(self) -> None:
        """Return when nothing is being uploaded."""
        if self._work is not None:
            await asyncio.wait({self._work})

    async def close(self) -> None:
        """Break off what is under way."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    async def _see_to_all(self) -> None:
        try:
            while self._waiting:
                await self._see_to(self._waiting[0])
                del self._waiting[0]
        except discord.HTTPException as error:
            self._give_up(f"status {error.status}, code {error.code}")
        except (discord.DiscordException, *CUT_OFF) as error:
            self._give_up(type(error).__name__)

    def _give_up(self, reason: str) -> None:
        """For now: a hand drawn later tries again."""
        log.warning("card emojis cannot be had, buttons show text instead: %s", reason)
        self._waiting.clear()
        self._known = None
        self._rest_until = self._time.monotonic() + UPLOADED_AGAIN_AFTER

    async def _see_to(self, style: EmojiStyle) -> None:
        """Have every emoji of a style there. Raises what discord.py raises."""
        art = await asyncio.to_thread(_art, style)
        emojis = [await self._have(name, png) for name, png in art.items()]
        known = await self._list()
        for outdated in [name for name in known if name.startswith(_prefix(style)) and name not in art]:
            await self._budget.take()
            await known.pop(outdated).delete()
        self._ready[style] = [discord.PartialEmoji(name=one.name, id=one.id) for one in emojis]

    async def _list(self) -> dict[str, discord.Emoji]:
        """The application's emojis."""
        if self._known is None:
            await self._budget.take()
            self._known = {one.name: one for one in await self._client.fetch_application_emojis()}
        return self._known

    async def _have(self, name: str, png: bytes) -> discord.Emoji:
        """The emoji of that name, uploaded where there is none."""
        if (known := (await self._list()).get(name)) is not None:
            return known
        await self._time.sleep(PAUSE)
        await self._budget.take()
        try:
            made = await self._client.create_application_emoji(name=name, image=png)
        except (discord.HTTPException, *CUT_OFF) as error:
            self._known = None  # perhaps it was carried out, now or by an earlier try, and the name is taken
            refused = isinstance(error, discord.HTTPException) and error.code != INVALID_FORM
            made = None if refused else (await self._list()).get(name)
            if made is None:
                raise
        (await self._list())[name] = made
        return made


def _prefix(style: EmojiStyle) -> str:
    index, colours = style
    return f"hh_{index.value}_{colours.value}_"


def _art(style: EmojiStyle) -> dict[str, bytes]:
    """The pictures of a style by the names of their emojis, card by card; a name tells of its picture."""
    index, colours = style
    pictures = [emoji_png(card, index, colours) for card in range(len(CARD_NAMES))]
    return {
        f"{_prefix(style)}{name}_{hashlib.sha256(png).hexdigest()[:8]}": png
        for name, png in zip(CARD_NAMES, pictures, strict=True)
    }
