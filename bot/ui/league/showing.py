"""What is to be seen of a league: standings, explanations, results, the log, exports, settlement."""

from __future__ import annotations

from bot.clubs.clubs import Clubs
from bot.pictures.painter import Painter
from bot.ui.discord.access import TableAccess
from bot.ui.discord.people import People
from bot.ui.discord.routes import Handler
from bot.ui.league.exporting import Exporting
from bot.ui.league.results_presses import ResultsPresses
from bot.ui.league.standings_presses import StandingsPresses


class Showing:
    """Handlers by verb; what commands ask for is in the parts."""

    def __init__(self, clubs: Clubs, people: People, painter: Painter, access: TableAccess) -> None:
        self.standings = StandingsPresses(clubs, people, painter)
        self.results = ResultsPresses(clubs, people, access)
        self.exporting = Exporting(clubs, people)

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {
            **self.standings.handlers(),
            **self.results.handlers(),
            **self.exporting.handlers(),
        }
