"""What a human can do in a Discord client: see, type, press, choose, fill in, dismiss.

Every id is an int on the Python side and a string of digits inside Discord's JSON objects;
methods here take either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from playground.checks.components import LINK, Type, walk
from playground.interactions.acts import InvalidAct, command_data, modal_data, select_data
from playground.interactions.commands import Commands
from playground.interactions.desk import Desk
from playground.interactions.invocations import Invocation
from playground.objects import Json
from playground.world.accounts import Account, Events, Modal
from playground.world.changes import Changes
from playground.world.places import Channel, Message
from playground.world.threads import Thread

Id = int | str


class Person:
    """A human at a Discord client."""

    def __init__(self, account: Account, changes: Changes, commands: Commands, desk: Desk) -> None:
        self.account = account
        self._changes = changes
        self._world = changes.world
        self._commands = commands
        self._desk = desk

    def __repr__(self) -> str:
        return f"<Person {self.name}>"

    @property
    def id(self) -> int:
        return self.account.id

    @property
    def name(self) -> str:
        return self.account.name

    @property
    def user(self) -> Json:
        """Discord's user object."""
        return self.account.user

    # Seeing

    def guilds(self) -> list[Json]:
        """Discord's guild objects, `channels` included."""
        return [
            guild.to_gateway(seen_by=self.account)
            for guild in self._world.guilds.values()
            if self.id in guild.members
        ]

    def channels(self) -> list[Json]:
        """The channels they can see, guild by guild, then direct messages and groups (channel objects)."""
        mine = [channel for channel in self._world.channels.values() if channel.seen_by(self.account)]
        mine.sort(key=lambda channel: (channel.guild is None, channel.guild and channel.guild.id, channel.id))
        return [channel.to_json(self._world.bot_user) for channel in mine]

    def messages(self, channel_id: Id) -> list[Json]:
        """Message objects visible to this person, oldest first, their own ephemeral ones included."""
        channel = self._channel(channel_id)
        return [one.data for one in channel.messages.values() if one.seen_by(self.account)]

    def message(self, message_id: Id) -> Json:
        """One visible message as it is now; KeyError when it is not there (any more)."""
        return self._message(message_id).data

    def commands(self, channel_id: Id) -> list[Json]:
        """The application commands offered in a channel, as registered."""
        channel = self._channel(channel_id)
        return self._commands.offered(channel, self.account)

    def open_direct_messages(self) -> Json:
        """The channel of the direct messages with the bot, opened if there is none yet."""
        return self._changes.direct_channel(self.account).to_json(self._world.bot_user)

    # Acting

    def have_app(self, *, has: bool = True) -> None:
        """Add the app to their account, or remove it."""
        self._changes.set_app(self.account, has=has)

    async def command(self, channel_id: Id, path: str, options: Json | None = None) -> Invocation:
        """Send a slash command, `path` such as "table open". Raises InvalidAct for what the client refuses.

        An attachment option takes an `Upload`.
        """
        channel = self._channel(channel_id)
        data, _ = command_data(self._world, channel, self.commands(channel_id), path, options or {})
        return self._desk.open(self.account, channel, 2, data)

    async def autocomplete(self, channel_id: Id, path: str, options: Json, focused: str) -> list[Json]:
        """The choices ({"name", "value"}) offered for the option `focused`, with what is typed in `options`.

        None are offered when the bot does not answer in time.
        """
        channel = self._channel(channel_id)
        offered = self.commands(channel_id)
        data, kind = command_data(self._world, channel, offered, path, options, focused=focused)
        invocation = self._desk.open(self.account, channel, 4, data, focused_type=kind)
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
        return self._use(message, select_data(self._world, message.channel, select, values))

    async def submit(self, modal: Modal, values: dict[str, str | list[str]]) -> Invocation:
        """Submit a modal; what is not in `values` (by custom id) keeps its preset value.

        The modal stays open until the bot has answered. Raises InvalidAct for what the client refuses.
        """
        if self.account.modals.get(modal.id) is not modal:
            raise InvalidAct("This modal is not open")
        channel = self._channel(modal.channel_id)
        data = modal_data(self._world, channel, modal, values)
        source = channel.messages.get(modal.message_id) if modal.message_id is not None else None
        invocation = self._desk.open(self.account, channel, 5, data, source=source)
        invocation.submitted = modal
        return invocation

    async def forge_press(self, message_id: Id, custom_id: str, *values: str) -> Invocation:
        """A button press, or with values a choice, with ids made up by hand, which no honest client would
        send."""
        message = self._message(message_id)
        data: Json = {"component_type": 2, "custom_id": custom_id, "id": 1}
        return self._use(message, data | ({"component_type": 3, "values": [*values]} if values else {}))

    async def send(self, channel_id: Id, content: str) -> Json:
        """Write a message."""
        channel = self._channel(channel_id)
        if not 0 < len(content.strip()) <= 2000:
            raise InvalidAct("A message has 1 to 2000 characters")
        if isinstance(channel, Thread) and not channel.may_be_written(channel.permissions_of(self.account)):
            raise InvalidAct("This thread is locked")
        return self._changes.say(self.account, channel, content).data

    def dismiss(self, message_id: Id) -> None:
        """Dismiss an ephemeral message."""
        message = self._message(message_id)
        if message.visible_to is not self.account:
            raise InvalidAct("Only an ephemeral message can be dismissed")
        self._changes.dismiss(message)

    def open_modal(self, modal_id: str) -> Modal:
        """The modal of that id which is waiting to be submitted; KeyError when there is none."""
        return self.account.modals[modal_id]

    def close_modal(self, modal: Modal) -> None:
        """Cancel a modal."""
        self.account.modals.pop(modal.id, None)

    # Hearing

    def unread(self, channel_id: Id) -> int:
        """How many notifying messages came since `read`."""
        return self.account.unread(int(channel_id))

    def read(self, channel_id: Id) -> None:
        """Mark a channel as read."""
        self.account.read(int(channel_id))

    def events(self) -> Events:
        """Subscribe to what happens where this person can see it."""
        return self.account.events()

    # Finding

    def _channel(self, channel_id: Id) -> Channel:
        channel = self._world.channels.get(int(channel_id))
        if channel is None or not channel.seen_by(self.account):
            raise KeyError(f"{self.name} sees no channel {channel_id}")
        return channel

    def _message(self, message_id: Id) -> Message:
        message = self._world.find_message(message_id)
        if message is None or not message.channel.seen_by(self.account) or not message.seen_by(self.account):
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
        return self._desk.open(self.account, message.channel, 3, data, source=message)


class People(Mapping[int, Person]):
    """Everybody who has an account, by id, each at their client."""

    def __init__(self, changes: Changes, commands: Commands, desk: Desk) -> None:
        self._changes = changes
        self._commands = commands
        self._desk = desk
        self._accounts = changes.world.accounts
        self._clients: dict[int, Person] = {}

    def __getitem__(self, id: int) -> Person:
        account = self._accounts[id]
        if id not in self._clients:
            self._clients[id] = Person(account, self._changes, self._commands, self._desk)
        return self._clients[id]

    def __iter__(self) -> Iterator[int]:
        return iter(self._accounts)

    def __len__(self) -> int:
        return len(self._accounts)

    def add(self, name: str, *, locale: str = "en-GB") -> Person:
        """A new person, member of every guild there is."""
        return self[self._changes.add_account(name, locale=locale).id]

    def named(self, name: str) -> Person:
        """The person of that name; KeyError when there is none."""
        for person in self.values():
            if person.name == name:
                return person
        raise KeyError(name)
