"""Discord's errors: HTTP status, JSON code, words, and the tree of what is wrong in a form.

https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
https://discord.com/developers/docs/reference#error-messages
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Kind:
    """One of Discord's errors."""

    status: int
    code: int
    message: str


NOT_FOUND = Kind(404, 0, "404: Not Found")
METHOD_NOT_ALLOWED = Kind(405, 0, "405: Method Not Allowed")
UNAUTHORIZED = Kind(401, 0, "401: Unauthorized")
UNKNOWN_APPLICATION = Kind(404, 10002, "Unknown Application")
UNKNOWN_CHANNEL = Kind(404, 10003, "Unknown Channel")
UNKNOWN_GUILD = Kind(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = Kind(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = Kind(404, 10008, "Unknown Message")
UNKNOWN_ROLE = Kind(404, 10011, "Unknown Role")
UNKNOWN_USER = Kind(404, 10013, "Unknown User")
UNKNOWN_EMOJI = Kind(404, 10014, "Unknown Emoji")
UNKNOWN_WEBHOOK = Kind(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = Kind(404, 10062, "Unknown interaction")
UNKNOWN_COMMAND = Kind(404, 10063, "Unknown application command")
UNKNOWN_EVENT = Kind(404, 10070, "Unknown Guild Scheduled Event")
APPLICATION_EMOJIS_FULL = Kind(400, 30008, "Maximum number of emojis reached (2000)")
EVENTS_FULL = Kind(400, 30038, "Maximum number of uncompleted guild scheduled events reached (100)")
OLD_EDITS = Kind(429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later")
REQUEST_TOO_LARGE = Kind(413, 40005, "Request entity too large")
FOLLOW_UPS_FULL = Kind(400, 40094, "This interaction has hit the maximum number of follow up messages")
ALREADY_ACKNOWLEDGED = Kind(400, 40060, "Interaction has already been acknowledged.")
MISSING_ACCESS = Kind(403, 50001, "Missing Access")
NOT_IN_DM = Kind(403, 50003, "Cannot execute action on a DM channel")
NOT_THE_AUTHOR = Kind(403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE = Kind(400, 50006, "Cannot send an empty message")
CANNOT_SEND_TO_USER = Kind(403, 50007, "Cannot send messages to this user")
WRONG_CHANNEL_TYPE = Kind(400, 50024, "Cannot execute action on this channel type")
MISSING_PERMISSIONS = Kind(403, 50013, "Missing Permissions")
INVALID_WEBHOOK_TOKEN = Kind(401, 50027, "Invalid Webhook Token")
INVALID_FORM_BODY = Kind(400, 50035, "Invalid Form Body")
THREAD_ARCHIVED = Kind(400, 50083, "Thread is archived")
INVALID_JSON = Kind(400, 50109, "The request body contains invalid JSON.")
THREAD_LOCKED = Kind(400, 160005, "Thread is locked")
EVENT_FINISHED = Kind(400, 180000, "Cannot update a finished event")


class ApiError(Exception):
    """A refusal, to be answered as Discord answers it.

    `extra` is added to the JSON body, `headers` to the response.
    """

    def __init__(
        self,
        kind: Kind,
        *,
        errors: Mapping[str, Any] | None = None,
        extra: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(f"{kind.status} {kind.code} {kind.message} {dict(errors or {})}")
        self.kind = kind
        self.errors = errors
        self.extra = dict(extra or {})
        self.headers = dict(headers or {})

    def to_json(self) -> dict[str, Any]:
        body: dict[str, Any] = {"message": self.kind.message, "code": self.kind.code, **self.extra}
        if self.errors:
            body["errors"] = self.errors
        return body


class FormErrors:
    """Collects what is wrong in a form, field by field, so that one answer tells all of it."""

    def __init__(
        self, found: list[tuple[tuple[str, ...], str, str]] | None = None, path: tuple[str, ...] = ()
    ) -> None:
        self._found = [] if found is None else found
        self._path = path

    def at(self, *keys: str | int) -> FormErrors:
        """The same collection, seen from a place further down the form."""
        return FormErrors(self._found, (*self._path, *map(str, keys)))

    def add(self, code: str, message: str) -> None:
        self._found.append((self._path, code, message))

    def __len__(self) -> int:
        return len(self._found)

    def raise_if_any(self) -> None:
        """Raises ApiError 50035 with the tree of everything collected."""
        if not self._found:
            return
        tree: dict[str, Any] = {}
        for path, code, message in self._found:
            node = tree
            for key in path:
                node = node.setdefault(key, {})
            node.setdefault("_errors", []).append({"code": code, "message": message})
        raise ApiError(INVALID_FORM_BODY, errors=tree)
