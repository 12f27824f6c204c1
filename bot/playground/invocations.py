"""An interaction as the person sees it, and the modal it may open."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.playground.places import Json, Message

if TYPE_CHECKING:
    from bot.playground.people import Person
    from bot.playground.world import World


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


class Invocation:
    """One interaction, from the person's side.

    `state` goes from "sent" to "answered" (a message, an update, a modal), or to "thinking"
    (the bot answers later) and then "answered", or to "failed", and then `error` has the words
    the Discord client shows.
    """

    def __init__(
        self, id: int, token: str, world: World, person: Person, source: Message | None, custom_id: str | None
    ) -> None:
        self.id = id
        self.token = token
        self.state = "sent"
        self.error: str | None = None
        self.modal: Modal | None = None
        self.choices: list[Json] = []
        """What autocompletion offers."""
        self.custom_id = custom_id
        self.submitted: Modal | None = None
        """The modal this submits."""
        self._world = world
        self._person = person
        self._source = source
        self._message: Message | None = None
        self._first = asyncio.Event()

    @property
    def message(self) -> Json | None:
        """The message this led to, as it is now: the reply, or the message that was updated."""
        return None if self._message is None else self._message.data

    async def done(self, timeout: float = 10.0) -> Invocation:  # noqa: ASYNC109
        """Wait until it is first answered or has failed (3 s by the server's clock).

        Raises TimeoutError after `timeout` real seconds, which passes only where that clock stands still.
        """
        async with asyncio.timeout(timeout):
            await self._first.wait()
        return self

    def set(self, state: str, message: Message | None = None, *, error: str | None = None) -> None:
        """Move on, and tell the person."""
        self.state, self.error = state, error
        self._message = message or self._message
        if state != "sent":
            self._first.set()
        if state in ("answered", "thinking") and self.submitted is not None:
            self._person.modals.pop(self.submitted.id, None)
        self._person.tell("invocation", invocation=self.to_json())
        self._world.changed()

    def to_json(self) -> Json:
        message, source = self._message, self._source
        body: dict[str, Any] = {
            "id": str(self.id),
            "state": self.state,
            "error": self.error,
            "custom_id": self.custom_id,
            "message_id": None if message is None else str(message.id),
            "source_message_id": None if source is None else str(source.id),
            "modal_id": None if self.modal is None else self.modal.id,
        }
        return body
