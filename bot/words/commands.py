"""The one place that knows by which ids Discord knows the application's commands, so that sentences can name
them as mentions: a press on one opens it, and each client shows it in its own language."""

from __future__ import annotations

from collections.abc import Mapping


class Commands:
    """The ids of one application's commands; nothing is known until Discord has told them."""

    def __init__(self) -> None:
        self._ids: Mapping[str, int] = {}

    def learn(self, ids: Mapping[str, int]) -> None:
        """Know these from now on: ids by name as declared, of whole commands, not of their subcommands."""
        self._ids = dict(ids)

    def mention(self, path: str) -> str | None:
        """«</table open:123>» for the declared path ``table open``; None where the id is not known.
        Source: https://docs.discord.com/developers/reference#message-formatting"""
        found = self._ids.get(path.partition(" ")[0])
        return f"</{path}:{found}>" if found is not None else None


UNKNOWN = Commands()
"""For words of no application: they name commands as they are typed."""
