"""Making leagues, coming in and going: who belongs to a league, and who organises it."""

from __future__ import annotations

from bot.clubs.clubs import Clubs
from bot.ui.discord.people import People
from bot.ui.discord.routes import Handler


class Membership:
    """See the module. Handlers by verb; what commands ask for has a method each."""

    def __init__(self, clubs: Clubs, people: People) -> None:
        self._clubs = clubs
        self._people = people

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {}
