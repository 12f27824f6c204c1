"""Commands that one click on the page runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from playground.objects import Json


@dataclass(frozen=True)
class Shortcut:
    """A command that one click runs as the current person, set up by whoever starts the server."""

    label: str
    channel_id: int | None
    """Where; None: in the person's direct messages with the application."""
    path: str
    """Such as "table open"."""
    options: Json = field(default_factory=dict[str, Any])
