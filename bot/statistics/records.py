"""The statistics of games in records (statistics.md, S); each player is known by the name that the record
gives."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from bot.engine.errors import RuleViolation
from bot.engine.game import OVER, Game
from bot.engine.record import Record, RecordError, read, replay
from bot.statistics.counting import of_deal, of_game
from bot.statistics.model import NONE, EndedGame, PersonTallies, ScoredDeal, Tally, Thing

TWICE = "twice-at-table"
"""The error of a record in which two seats have one name."""


class NotCounted(Exception):
    """A record of which nothing can be counted: ``code`` is the kind of its error."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Counts:
    """What was counted of the games of many records."""

    def __init__(self) -> None:
        self._tallies: defaultdict[str, dict[Thing, Tally]] = defaultdict(dict)

    @property
    def people(self) -> Mapping[str, PersonTallies]:
        """Everybody, by name."""
        return {name: PersonTallies(tallies) for name, tallies in sorted(self._tallies.items())}

    def count(self, data: bytes, preset: str | None = None) -> None:
        """Count a record's game, if it has ended and, where a preset is given, is one of that. Raises
        NotCounted, and then counts nothing."""
        try:
            record = read(data)
            game = replay(record)
        except RecordError as wrong:
            raise NotCounted(wrong.kind) from None
        except RuleViolation as refused:
            raise NotCounted(refused.code) from None
        names = [*record.header.names.values()]
        if len({*names}) < len(names):
            raise NotCounted(TWICE)
        if game.turn == OVER and preset in (None, game.rules.preset.name):
            self._count(record, game)

    def _count(self, record: Record, game: Game) -> None:
        seats = range(game.rules.players)
        sat = [record.header.names.get(seat) for seat in seats]
        for attempt, result in enumerate(game.results):
            if result.points is None:
                continue
            deal = ScoredDeal(0, attempt, result.dealer, sat, result.points, game.measured(result))
            for counted in of_deal(deal):
                self._add(*counted)
        ended = EndedGame(0, record.header.dealer, sat, game.points, game.places())
        for counted in of_game(ended):
            self._add(*counted)

    def _add(self, person: str, thing: Thing, tally: Tally) -> None:
        known = self._tallies[person]
        known[thing] = known.get(thing, NONE) + tally
