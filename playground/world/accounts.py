"""The accounts of people: who they are, what their client has open, and who listens for what it is told."""

from __future__ import annotations

import asyncio
import unicodedata
from dataclasses import dataclass, field
from typing import Any

from playground.objects import Json

MODALS_KEPT = 10
"""A client shows one modal at a time; a person may have the page open more than once."""


def make_user(id: int, name: str, username: str, *, bot: bool = False) -> Json:
    """Discord's user object."""
    user: Json = {
        "id": str(id),
        "username": username,
        "discriminator": "0",
        "global_name": None if bot else name,
        "avatar": None,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
        "public_flags": 0,
        "flags": 0,
    }
    return user | {"bot": True} if bot else user


def make_username(name: str) -> str:
    """A username as Discord allows them: small Latin letters, digits, `_` and `.`, 2 to 32 of them."""
    plain = unicodedata.normalize("NFKD", name[:100]).encode("ascii", "ignore").decode().lower()
    kept = "".join(letter for letter in plain if letter.isalnum() or letter in "_.")[:28]
    return kept if len(kept) >= 2 else f"someone{kept}"


class Events:
    """The events of one account, from the moment of subscribing: `async for event in events`.

    Each is a dict with a `type`:
    - `message_create`, `message_update`: `channel_id` (str), `message` (Discord's message object)
    - `message_delete`: `channel_id`, `message_id` (also when an ephemeral message is dismissed or forgotten)
    - `channel_create`, `channel_update`, `channel_delete`: `channel`; also for a new direct message channel,
      for a channel that was hidden from them or shown, and for a thread they came into or left
    - `modal`: `modal` (Modal.to_json()), `invocation_id`
    - `invocation`: `invocation` (Invocation.to_json(): id, state, error, message_id, source_message_id,
      custom_id, modal_id)
    - `unread`: `channel_id`, `message_id`, `reason` ("mention" or "direct_message"): what a phone rings for
    - `typing`: `channel_id`
    - `scheduled_events`: `guild_id`: a guild's scheduled events have changed
    - `commands`: the application's commands have changed
    """

    def __init__(self, subscribers: set[Events]) -> None:
        self._queue: asyncio.Queue[Json | None] = asyncio.Queue()
        self.subscribers = subscribers
        subscribers.add(self)

    def put(self, event: Json) -> None:
        self._queue.put_nowait(event)

    def __aiter__(self) -> Events:
        return self

    async def __anext__(self) -> Json:
        event = await self._queue.get()
        if event is None:
            raise StopAsyncIteration
        return event

    def close(self) -> None:
        """Stop listening; the iteration ends."""
        self.subscribers.discard(self)
        self._queue.put_nowait(None)


@dataclass(eq=False)
class Modal:
    """A modal the bot has opened for a person."""

    id: str
    """The id of the interaction that opened it; unique."""
    custom_id: str
    title: str
    components: list[Json]
    """Discord's label, text display and action row components."""
    channel_id: int
    message_id: int | None
    """The message whose component opened it, if one did."""

    def to_json(self) -> Json:
        return {
            "id": self.id,
            "custom_id": self.custom_id,
            "title": self.title,
            "components": self.components,
            "channel_id": str(self.channel_id),
            "message_id": None if self.message_id is None else str(self.message_id),
        }


@dataclass(eq=False, repr=False)
class Account:
    """A human's account. Of what `people.Person` does with it nothing is known here."""

    user: Json
    """Discord's user object."""
    locale: str
    direct_messages_open: bool = True
    has_app: bool = False
    """Whether they have added the app to their account."""
    modals: dict[str, Modal] = field(default_factory=dict[str, Modal])
    """Open modals by their id."""
    _unread: dict[int, int] = field(default_factory=dict[int, int])
    subscribers: set[Events] = field(default_factory=set[Events])

    @property
    def id(self) -> int:
        return int(self.user["id"])

    @property
    def name(self) -> str:
        return self.user["global_name"]

    def __repr__(self) -> str:
        return f"<Account {self.name}>"

    def show_modal(self, modal: Modal) -> None:
        """The bot has opened a modal; those left open longest are closed."""
        self.modals[modal.id] = modal
        for forgotten in list(self.modals)[:-MODALS_KEPT]:
            del self.modals[forgotten]
        self.tell("modal", modal=modal.to_json(), invocation_id=modal.id)

    def unread(self, channel_id: int) -> int:
        """How many notifying messages came since `read`."""
        return self._unread.get(channel_id, 0)

    def read(self, channel_id: int) -> None:
        """Mark a channel as read."""
        self._unread.pop(channel_id, None)

    def ring(self, channel_id: int, message_id: int, reason: str) -> None:
        """A phone rings for a new message; `reason` as in Events."""
        self._unread[channel_id] = self.unread(channel_id) + 1
        self.tell("unread", channel_id=str(channel_id), message_id=str(message_id), reason=reason)

    def events(self) -> Events:
        """Subscribe to what happens where this person can see it."""
        return Events(self.subscribers)

    def tell(self, type: str, **event: Any) -> None:
        """Something happened; whoever subscribed hears of it."""
        for subscriber in self.subscribers:
            subscriber.put({"type": type, **event})
