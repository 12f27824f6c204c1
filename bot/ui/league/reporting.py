"""Results on paper, and seasons that are brought along."""

from __future__ import annotations

from bot.clubs.clubs import Clubs
from bot.ui.discord.people import People
from bot.ui.discord.routes import Handler


class Reporting:
    """See the module. Handlers by verb; what commands ask for has a method each."""

    def __init__(self, clubs: Clubs, people: People) -> None:
        self._clubs = clubs
        self._people = people

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {}
