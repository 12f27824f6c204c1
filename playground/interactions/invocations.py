"""An interaction as the person sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from playground.objects import Json
from playground.world.accounts import Account, Modal
from playground.world.places import Message


class Invocation:
    """One interaction, from the person's side.

    `state` goes from "sent" to "answered" (a message, an update, a modal), or to "thinking"
    (the bot answers later) and then "answered", or to "failed", and then `error` has the words
    the Discord client shows.
    """

    def __init__(
        self,
        id: int,
        token: str,
        account: Account,
        source: Message | None,
        custom_id: str | None,
        changed: Callable[[], None],
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
        self._account = account
        self._changed = changed
        self._source = source
        self._message: Message | None = None
        self._first = asyncio.Event()

    @property
    def message(self) -> Json | None:
        """The message this led to, as it is now: the reply, or the message that was updated."""
        return None if self._message is None else self._message.data

    async def done(self, timeout: float = 10.0) -> Invocation:  # noqa: ASYNC109 - how long a test is patient
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
            self._account.modals.pop(self.submitted.id, None)
        self._account.tell("invocation", invocation=self.to_json())
        self._changed()

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
