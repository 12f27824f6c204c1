"""From deals and games to tallies and to the games of records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from typing import TypeVar

from bot.engine.errors import RuleViolation
from bot.engine.game import OVER
from bot.engine.play import Game
from bot.engine.record import Record, RecordError, read, replay
from bot.stats.model import (
    NONE,
    WHOLE_GAME,
    EndedGame,
    Feat,
    PersonTallies,
    ScoredDeal,
    Tally,
    TallyKind,
    Thing,
)

T = TypeVar("T", bound=Hashable)


def of_deal(deal: ScoredDeal[T]) -> Iterator[tuple[T, Thing, Tally]]:
    """What a deal counts for everybody who had a seat in it."""
    sum_, seats = sum(deal.points), len(deal.points)
    for seat, (person, points) in enumerate(zip(deal.sat, deal.points, strict=True)):
        if person is None:
            continue
        yield person, Thing(TallyKind.DEAL), Tally(points=points)
        if seat == deal.dealer:
            yield person, Thing(TallyKind.DEALER), Tally(points=points)
        found = {(one.measure, one.key): one.value for one in deal.measured if one.seat == seat}
        for (measure, key), value in found.items():
            if measure == "points":
                feat = Feat(value, deal.table, deal.attempt)
                yield (
                    person,
                    Thing(TallyKind.CONTRACT, key),
                    Tally(
                        points=value,
                        tricks=found.get(("tricks", key), 0),
                        table_points=sum_,
                        table_seats=seats,
                        best=feat,
                        worst=feat,
                    ),
                )
            elif measure == "chosen":
                yield person, Thing(TallyKind.CHOSEN, key), Tally(points=value)
            elif measure == "bid":
                won, lost = ("made", key) in found, ("lost", key) in found
                yield person, Thing(TallyKind.WHIST, key), Tally(points=value, won=won, lost=lost)


def of_game(game: EndedGame[T]) -> Iterator[tuple[T, Thing, Tally]]:
    """What a game counts for everybody who had a seat at its end."""
    players = len(game.points)
    for seat, person in enumerate(game.sat):
        if person is None:
            continue
        points, place = game.points[seat], game.places[seat]
        feat = Feat(points, game.table, WHOLE_GAME)
        yield (
            person,
            Thing(TallyKind.GAME),
            Tally(
                points=points,
                won=place == 1,
                table_points=sum(game.points),
                table_seats=players,
                best=feat,
                worst=feat,
            ),
        )
        yield person, Thing(TallyKind.PLACE, str(place)), Tally(points=points)
        yield person, Thing(TallyKind.SEAT, str((seat - game.first_dealer) % players)), Tally(points=points)
        for other, them in enumerate(game.sat):
            if them is not None and them != person:
                ahead, behind = place < game.places[other], place > game.places[other]
                difference = points - game.points[other]
                yield (
                    person,
                    Thing(TallyKind.AGAINST, str(them)),
                    Tally(points=difference, won=ahead, lost=behind),
                )


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
        sat = [record.header.names.get(seat) for seat in range(game.rules.players)]
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
