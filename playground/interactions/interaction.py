"""An interaction as Discord keeps it, from the act to the end of its token."""

from __future__ import annotations

from dataclasses import dataclass

from playground.interactions.invocations import Invocation
from playground.objects import Json
from playground.world.accounts import Account
from playground.world.places import Channel, Guild, Message

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
REPLY, DEFER_REPLY, DEFER_UPDATE, UPDATE, CHOICES, OPEN_MODAL = 4, 5, 6, 7, 8, 9


@dataclass(eq=False)
class Interaction:
    """One act of a person, until its token runs out."""

    id: int
    token: str
    kind: int
    account: Account
    """Whose act it is."""
    channel: Channel
    data: Json
    created: float
    invocation: Invocation
    source: Message | None = None
    """The message whose component was used, or whose component opened the modal."""
    focused_type: int = 3
    """For autocompletion, the type of the option being typed."""
    answer: int | None = None
    """The type of the callback that was given."""
    original: Message | None = None
    """What `@original` means: the reply, or the message updated."""
    follow_ups: int = 0
    """How many messages were made after the first answer."""

    @property
    def guild(self) -> Guild | None:
        return self.channel.guild

    @property
    def owners(self) -> Json:
        """For which installations it was made: those of the account, and of the guild or the bot's direct
        messages; with a component, those of the message it is on.
        https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-authorizing-integration-owners-object"""
        made_by = {} if self.source is None else self.source.data.get("interaction_metadata") or {}
        if made_by:
            return made_by["authorizing_integration_owners"]
        owners: Json = {}
        if self.guild.has_bot if self.guild is not None else self.channel.seen_by_bot:
            owners["0"] = str(self.guild.id) if self.guild is not None else "0"
        return owners | ({"1": str(self.account.id)} if self.account.has_app else {})

    @property
    def is_of_account_alone(self) -> bool:
        """Whether the app was used from an account, where the guild or conversation does not have it."""
        return "0" not in self.owners

    def callbacks(self) -> tuple[int, ...]:
        """The types of callback it can be answered with."""
        if self.kind == AUTOCOMPLETE:
            return (CHOICES,)
        update = (DEFER_UPDATE, UPDATE) if self.source is not None else ()
        modal = (OPEN_MODAL,) if self.kind != MODAL else ()
        return (REPLY, DEFER_REPLY, *update, *modal)

    def metadata(self) -> Json:
        """The `interaction_metadata` of the messages it makes."""
        body: Json = {
            "id": str(self.id),
            "type": self.kind,
            "user": self.account.user,
            "authorizing_integration_owners": self.owners,
        }
        if self.kind == COMMAND:
            body |= {"name": command_path(self.data), "command_type": 1}
        elif self.source is not None and self.kind == COMPONENT:
            body["interacted_message_id"] = str(self.source.id)
        return body


def command_path(data: Json) -> str:
    """A command's name with its subcommands, such as "table open", as the client shows it."""
    words, options = [data["name"]], data.get("options") or []
    while options and options[0]["type"] in (1, 2):
        words.append(options[0]["name"])
        options = options[0].get("options") or []
    return " ".join(words)
