"""What people press on a night's own messages: whether they come, that they are here."""

from __future__ import annotations

from bot.nights.evenings import Evenings
from bot.ui.discord.people import People
from bot.ui.discord.routes import Handler


class Signing:
    """See the module."""

    def __init__(self, evenings: Evenings, people: People) -> None:
        self._evenings = evenings
        self._people = people

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {}
