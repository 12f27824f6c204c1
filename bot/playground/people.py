"""What a human can do in a Discord client: see, type, press, choose, fill in, dismiss.

Every id is an int on the Python side and a string of digits inside Discord's JSON objects;
methods here take either.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from bot.playground.acts import InvalidAct, command_data, modal_data, select_data
from bot.playground.checks.components import LINK, Type, walk
from bot.playground.invocations import Invocation, Modal
from bot.playground.places import Channel, Json, Message

if TYPE_CHECKING:
    from bot.playground.world import World

__all__ = ["Events", "Id", "InvalidAct", "Invocation", "Modal", "Person"]

Id = int | str

MODALS_KEPT = 10
"""A client shows one modal at a time; a person may have the page open more than once."""


class Events:
    """The events of one person, from the moment of subscribing: `async for event in events`.

    Each is a dict with a `type`:
    - `message_create`, `message_update`: `channel_id` (str), `message` (Discord's message object)
    - `message_delete`: `channel_id`, `message_id` (also when an ephemeral message is dismissed or forgotten)
    - `channel_create`, `channel_update`, `channel_delete`: `channel`; also for a new direct message channel,
      and for a channel that was hidden from them or shown
    - `modal`: `modal` (Modal.to_json()), `invocation_id`
    - `invocation`: `invocation` (Invocation.to_json(): id, state, error, message_id, source_message_id,
      custom_id, modal_id)
    - `unread`: `channel_id`, `message_id`, `reason` ("mention" or "direct_message"): what a phone rings for
    - `typing`: `channel_id`
    - `commands`: the application's commands have changed
    """

    def __init__(self, subscribers: set[Events]) -> None:
        self._queue: asyncio.Queue[Json | None] = asyncio.Queue()
        self._subscribers = subscribers
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
        self._subscribers.discard(self)
        self._queue.put_nowait(None)


class Person:
    """A human at a Discord client."""

    def __init__(self, world: World, user: Json, locale: str) -> None:
        self.world = world
        self.user = user
        """Discord's user object."""
        self.id = int(user["id"])
        self.name: str = user["global_name"]
        self.locale = locale
        self.direct_messages_open = True
        self.modals: dict[str, Modal] = {}
        """Open modals by their id."""
        self._unread: dict[int, int] = {}
        self._subscribers: set[Events] = set()

    def __repr__(self) -> str:
        return f"<Person {self.name}>"

    # Seeing

    def guilds(self) -> list[Json]:
        """Discord's guild objects, `channels` included."""
        return [
            guild.to_gateway(seen_by=self) for guild in self.world.guilds.values() if self.id in guild.members
        ]

    def channels(self) -> list[Json]:
        """The text channels they can see, guild by guild, then their direct messages (channel objects)."""
        mine = [channel for channel in self.world.channels.values() if channel.seen_by(self)]
        mine.sort(key=lambda channel: (channel.guild is None, channel.guild and channel.guild.id, channel.id))
        return [channel.to_json(self.world.bot_user) for channel in mine]

    def messages(self, channel_id: Id) -> list[Json]:
        """Message objects visible to this person, oldest first, their own ephemeral ones included."""
        channel = self._channel(channel_id)
        return [one.data for one in channel.messages.values() if one.seen_by(self)]

    def message(self, message_id: Id) -> Json:
        """One visible message as it is now; KeyError when it is not there (any more)."""
        return self._message(message_id).data

    def commands(self, channel_id: Id) -> list[Json]:
        """The application commands offered in a channel, as registered."""
        channel = self._channel(channel_id)
        return self.world.commands.offered(channel, channel.permissions_of(self))

    def open_direct_messages(self) -> Json:
        """The channel of the direct messages with the bot, opened if there is none yet."""
        return self.world.direct_channel(self).to_json(self.world.bot_user)

    # Acting

    async def command(self, channel_id: Id, path: str, options: Json | None = None) -> Invocation:
        """Send a slash command, `path` such as "table open". Raises InvalidAct for what the client refuses.

        An attachment option takes an `Upload`.
        """
        channel = self._channel(channel_id)
        data, _ = command_data(self.world, channel, self.commands(channel_id), path, options or {})
        return self.world.desk.open(self, channel, 2, data)

    async def autocomplete(self, channel_id: Id, path: str, options: Json, focused: str) -> list[Json]:
        """The choices ({"name", "value"}) offered for the option `focused`, with what is typed in `options`.

        None are offered when the bot does not answer in time.
        """
        channel = self._channel(channel_id)
        offered = self.commands(channel_id)
        data, kind = command_data(self.world, channel, offered, path, options, focused=focused)
        invocation = self.world.desk.open(self, channel, 4, data, focused_type=kind)
        return (await invocation.done()).choices

    async def press(self, message_id: Id, custom_id: str) -> Invocation:
        """Press a button that is on the message and not disabled, else InvalidAct."""
        message = self._message(message_id)
        button = self._component(message, custom_id)
        if button["type"] != Type.BUTTON or button.get("style") == LINK:
            raise InvalidAct(f"{custom_id} is not a button")
        return self._use(message, {"component_type": 2, "custom_id": custom_id, "id": button["id"]})

    async def select(self, message_id: Id, custom_id: str, values: list[str]) -> Invocation:
        """Choose in a select menu of any kind (ids for users, roles, channels)."""
        message = self._message(message_id)
        select = self._component(message, custom_id)
        return self._use(message, select_data(self.world, message.channel, select, values))

    async def submit(self, modal: Modal, values: dict[str, str | list[str]]) -> Invocation:
        """Submit a modal; what is not in `values` (by custom id) keeps its preset value.

        The modal stays open until the bot has answered. Raises InvalidAct for what the client refuses.
        """
        if self.modals.get(modal.id) is not modal:
            raise InvalidAct("This modal is not open")
        channel = self._channel(modal.channel_id)
        data = modal_data(self.world, channel, modal, values)
        source = channel.messages.get(modal.message_id) if modal.message_id is not None else None
        invocation = self.world.desk.open(self, channel, 5, data, source=source)
        invocation.submitted = modal
        return invocation

    async def forge_press(self, message_id: Id, custom_id: str) -> Invocation:
        """A button press with a custom id made up by hand, which no honest client would send."""
        message = self._message(message_id)
        return self._use(message, {"component_type": 2, "custom_id": custom_id, "id": 1})

    async def send(self, channel_id: Id, content: str) -> Json:
        """Write a message."""
        channel = self._channel(channel_id)
        if not 0 < len(content.strip()) <= 2000:
            raise InvalidAct("A message has 1 to 2000 characters")
        return self.world.say(self, channel, content).data

    def dismiss(self, message_id: Id) -> None:
        """Dismiss an ephemeral message."""
        message = self._message(message_id)
        if message.visible_to is not self:
            raise InvalidAct("Only an ephemeral message can be dismissed")
        self.world.dismiss(message)

    def show_modal(self, modal: Modal) -> None:
        """The bot has opened a modal; those left open longest are closed."""
        self.modals[modal.id] = modal
        for forgotten in list(self.modals)[:-MODALS_KEPT]:
            del self.modals[forgotten]
        self.tell("modal", modal=modal.to_json(), invocation_id=modal.id)

    def open_modal(self, modal_id: str) -> Modal:
        """The modal of that id which is waiting to be submitted; KeyError when there is none."""
        return self.modals[modal_id]

    def close_modal(self, modal: Modal) -> None:
        """Cancel a modal."""
        self.modals.pop(modal.id, None)

    # Hearing

    def unread(self, channel_id: Id) -> int:
        """How many notifying messages came since `read`."""
        return self._unread.get(int(channel_id), 0)

    def read(self, channel_id: Id) -> None:
        """Mark a channel as read."""
        self._unread.pop(int(channel_id), None)

    def events(self) -> Events:
        """Subscribe to what happens where this person can see it."""
        return Events(self._subscribers)

    def tell(self, type: str, **event: Any) -> None:  # noqa: ANN401
        """Something happened; whoever subscribed hears of it."""
        for subscriber in self._subscribers:
            subscriber.put({"type": type, **event})

    def notify(self, message: Message) -> None:
        """Ring for a new message, if it is a direct one or names this person."""
        direct = message.channel.guild is None
        if message.visible_to is None and (direct or self.id in message.pings):
            self._unread[message.channel.id] = self.unread(message.channel.id) + 1
            reason = "direct_message" if direct else "mention"
            ids = {"channel_id": str(message.channel.id), "message_id": str(message.id)}
            self.tell("unread", **ids, reason=reason)

    # Finding

    def _channel(self, channel_id: Id) -> Channel:
        channel = self.world.channels.get(int(channel_id))
        if channel is None or not channel.seen_by(self):
            raise KeyError(f"{self.name} sees no channel {channel_id}")
        return channel

    def _message(self, message_id: Id) -> Message:
        message = self.world.find_message(message_id)
        if message is None or not message.channel.seen_by(self) or not message.seen_by(self):
            raise KeyError(f"{self.name} sees no message {message_id}")
        return message

    def _component(self, message: Message, custom_id: str) -> Json:
        for component in walk(message.data["components"]):
            if component.get("custom_id") == custom_id:
                if component.get("disabled"):
                    raise InvalidAct(f"{custom_id} is disabled")
                return component
        raise InvalidAct(f"There is no {custom_id} on the message")

    def _use(self, message: Message, data: Json) -> Invocation:
        return self.world.desk.open(self, message.channel, 3, data, source=message)
