"""What a human can do in a Discord client: see, type, press, choose, fill in, dismiss.

Every id is an int on the Python side and a string of digits inside Discord's JSON objects;
methods here take either.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
Id = int | str


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

    def to_json(self) -> Json: ...


class Invocation:
    """One interaction, from the person's side.

    `state` goes from "sent" to "answered" (a message, an update, a modal), or to "thinking"
    (the bot answers later) and then "answered", or to "failed", and then `error` has the words
    the Discord client shows.
    """

    id: int
    token: str
    state: str
    error: str | None
    message: Json | None
    """The message this led to, as it is now: the reply, or the message that was updated."""
    modal: Modal | None

    async def done(self) -> Invocation:
        """Wait until it is first answered or has failed (3 s by the server's clock)."""
        raise NotImplementedError

    def to_json(self) -> Json: ...


class Events:
    """The events of one person, from the moment of subscribing: `async for event in events`.

    Each is a dict with a `type`:
    - `message_create`, `message_update`: `channel_id` (str), `message` (Discord's message object)
    - `message_delete`: `channel_id`, `message_id` (also when an ephemeral message is dismissed)
    - `channel_create`, `channel_update`, `channel_delete`: `channel`; also for a new direct message channel
    - `modal`: `modal` (Modal.to_json()), `invocation_id`
    - `invocation`: `invocation` (Invocation.to_json(): id, state, error, message_id, source_message_id, custom_id)
    - `unread`: `channel_id`, `message_id`, `reason` ("mention" or "direct_message"): what a phone would ring for
    - `typing`: `channel_id`
    - `commands`: the application's commands have changed
    """

    def __aiter__(self) -> Events:
        return self

    async def __anext__(self) -> Json: ...

    def close(self) -> None:
        """Stop listening; the iteration ends."""


class InvalidAct(Exception):
    """Something a Discord client does not let its user do; the message says why."""


class Person:
    """A human at a Discord client."""

    id: int
    name: str
    user: Json
    """Discord's user object."""
    locale: str
    direct_messages_open: bool

    def channels(self) -> list[Json]:
        """The text channels they can see, guild by guild, then their direct messages (channel objects)."""
        raise NotImplementedError

    def guilds(self) -> list[Json]:
        """Discord's guild objects, `channels` included."""
        raise NotImplementedError

    def messages(self, channel_id: Id) -> list[Json]:
        """Message objects visible to this person, oldest first, their own ephemeral ones included."""
        raise NotImplementedError

    def message(self, message_id: Id) -> Json:
        """One visible message as it is now; KeyError when it is not there (any more)."""
        raise NotImplementedError

    def commands(self, channel_id: Id) -> list[Json]:
        """The application commands offered in a channel, as registered."""
        raise NotImplementedError

    async def command(self, channel_id: Id, path: str, options: Json | None = None) -> Invocation:
        """Send a slash command, `path` such as "table open". Raises InvalidAct for what the client refuses."""
        raise NotImplementedError

    async def autocomplete(self, channel_id: Id, path: str, options: Json, focused: str) -> list[Json]:
        """The choices ({"name", "value"}) offered for the option `focused`, with what is typed in `options`."""
        raise NotImplementedError

    async def press(self, message_id: Id, custom_id: str) -> Invocation:
        """Press a button that is on the message and not disabled, else InvalidAct."""
        raise NotImplementedError

    async def select(self, message_id: Id, custom_id: str, values: list[str]) -> Invocation:
        """Choose in a select menu of any kind (ids for users, roles, channels)."""
        raise NotImplementedError

    async def submit(self, modal: Modal, values: dict[str, str | list[str]]) -> Invocation:
        """Submit a modal; what is not in `values` (by custom id) keeps its preset value."""
        raise NotImplementedError

    async def forge_press(self, message_id: Id, custom_id: str) -> Invocation:
        """A button press with a custom id made up by hand, which no honest client would send."""
        raise NotImplementedError

    async def send(self, channel_id: Id, content: str) -> Json:
        """Write a message."""
        raise NotImplementedError

    def dismiss(self, message_id: Id) -> None:
        """Dismiss an ephemeral message."""

    def open_modal(self, modal_id: str) -> Modal:
        """The modal of that id which is waiting to be submitted; KeyError when there is none."""
        raise NotImplementedError

    def close_modal(self, modal: Modal) -> None:
        """Cancel a modal."""

    def unread(self, channel_id: Id) -> int:
        """How many notifying messages came since `read`."""
        raise NotImplementedError

    def read(self, channel_id: Id) -> None:
        """Mark a channel as read."""

    def events(self) -> Events:
        """Subscribe to what happens where this person can see it."""
        raise NotImplementedError
