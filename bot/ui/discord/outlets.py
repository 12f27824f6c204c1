"""Where a message is, what it is for, and what sending it takes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

import discord

from bot.ports import Time
from bot.ui.discord.budget import Budget
from bot.ui.discord.following import Following
from bot.ui.discord.panel import Drawing
from bot.ui.discord.postings import Postings
from bot.ui.discord.standing import STANDS_AFTER
from bot.ui.ports import Posting

Draw = Callable[[], Awaitable[Drawing | None]]
"""Makes the newest drawing of a message, or None when there is nothing to show."""


class Astray(Exception):
    """A drawing that one person alone may see was about to be sent where others might."""


@dataclass(frozen=True, slots=True)
class MessagePlace:
    """Where a message is. ``nonce`` is what it is stored under."""

    channel_id: int
    message_id: int
    posted_at: float
    nonce: int | None = None

    @classmethod
    def of(cls, posting: Posting, now: float | None = None) -> MessagePlace:
        """Where a message is that has arrived, ``now`` or when it was stored."""
        assert posting.message_id is not None
        at = posting.begun_at if now is None else now
        return cls(posting.channel_id, posting.message_id, at, posting.nonce)


@dataclass(frozen=True, slots=True)
class Delivery:
    """How a new message comes: a ``silent`` one makes no sound; ``ping`` is the person it calls."""

    silent: bool = False
    ping: int | None = None

    def arguments(self) -> dict[str, Any]:
        """For sending it."""
        found: dict[str, Any] = {"silent": True} if self.silent else {}
        if self.ping is not None:
            found["allowed_mentions"] = discord.AllowedMentions(users=[discord.Object(self.ping)])
        return found


async def _nowhere() -> int | None:
    return None


async def _plainly() -> Delivery:
    return Delivery()


async def _nothing_follows(place: MessagePlace, manner: Delivery) -> None:
    pass


async def _nobody_minds(error: discord.HTTPException | None) -> None:
    pass


@dataclass(frozen=True, slots=True)
class MessageSpec:
    """What a message is for. ``posting`` makes what is known of a new one in a channel, which is stored with
    ``is_stored``; without it nothing is posted. ``address`` says in which channel a new one goes, None where
    there is none; ``manner`` how it comes; ``is_private`` whether a channel is read by nobody but the person
    whose message it is.

    ``arrived`` is called when a new one is there, ``refused`` when Discord will not have it, with no error
    where there is no address, ``lost`` when the message that was there is gone; all are to return soon."""

    posting: Callable[[int], Posting] | None = None
    address: Callable[[], Awaitable[int | None]] = _nowhere
    manner: Callable[[], Awaitable[Delivery]] = _plainly
    is_private: Callable[[int], bool] = field(default=lambda channel_id: False)
    arrived: Callable[[MessagePlace, Delivery], Awaitable[None]] = _nothing_follows
    refused: Callable[[discord.HTTPException | None], Awaitable[None]] = _nobody_minds
    lost: Callable[[discord.HTTPException], Awaitable[None]] = _nobody_minds
    is_stored: bool = True

    def is_astray(self, drawing: Drawing, channel_id: int) -> bool:
        """Whether a drawing is for one person alone, and the channel not theirs."""
        return drawing.reader is not None and not self.is_private(channel_id)


@dataclass(frozen=True, slots=True)
class Outlet:
    """What every message is sent through. A button that has come to another place does nothing for
    ``stands_after`` seconds; ``following`` is the line of edits that nobody waits for."""

    client: discord.Client
    budget: Budget
    time: Time
    postings: Postings
    stands_after: float = STANDS_AFTER
    following: Following = field(default_factory=Following)


def known(posting: Posting, message_id: int) -> Posting:
    """What is known of a message once it has arrived."""
    return replace(posting, message_id=message_id)
