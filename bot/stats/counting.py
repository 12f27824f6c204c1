"""What is counted of deals and games: tallies, and how deals and games come to them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, NamedTuple, TypeVar

from bot.engine.errors import RuleViolation
from bot.engine.game import OVER, Measured
from bot.engine.play import Game
from bot.engine.record import Record, RecordError, read, replay

T = TypeVar("T", bound=Hashable)
"""A person: a name in a record, an id where it is stored."""


class TallyKind(StrEnum):
    """What a tally is of, and what its key is then."""

    GAME = "game"  # games that ended (S2); no key
    PLACE = "place"  # how often a place was reached (S2): its number
    DEAL = "deal"  # deals that were scored (S1); no key
    CONTRACT = "contract"  # a contract (S3)
    DEALER = "dealer"  # deals dealt (S4); no key
    CHOSEN = "chosen"  # what they named (S5): ``hearts``, ``trump C``
    SEAT = "seat"  # games by the place from the first dealer (S6): 0 is the dealer
    AGAINST = "against"  # games together with somebody (S7): who
    WHIST = "whist"  # a contract that their side bid and played (S8)


class Feat(NamedTuple):
    """The points of one deal or game, and where it was: the table, and the number of the deal in its game,
    from 0, thrown-in ones counted too; ``WHOLE_GAME`` for a game."""

    points: int
    table: int = 0
    attempt: int = 0


WHOLE_GAME: Final = -1


@dataclass(frozen=True, slots=True)
class Tally:
    """What adds up of one thing: how often it occurred, the points it brought (S7: by how many more than the
    other), the tricks really taken (S9). ``won`` and ``lost`` are games at place 1; times placed before the
    other, and after (S7); contracts made and lost (S8). ``table_points`` is what all ``table_seats`` seats
    made, so that somebody's mean can be held against the table's. Of deals that are
    equally ``best`` or ``worst`` it is that of the smallest table and attempt, in whatever order they are
    added."""

    count: int = 1
    points: int = 0
    tricks: int = 0
    won: int = 0
    lost: int = 0
    table_points: int = 0
    table_seats: int = 0
    best: Feat | None = None
    worst: Feat | None = None

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            self.count + other.count,
            self.points + other.points,
            self.tricks + other.tricks,
            self.won + other.won,
            self.lost + other.lost,
            self.table_points + other.table_points,
            self.table_seats + other.table_seats,
            _better(self.best, other.best),
            _worse(self.worst, other.worst),
        )

    @property
    def mean(self) -> float:
        """Points each time."""
        return self.points / self.count

    @property
    def table_mean(self) -> float | None:
        """Points each time of whoever sat at these tables; None where that is not counted."""
        return self.table_points / self.table_seats if self.table_seats else None


NONE: Final = Tally(0)
"""What has never occurred."""


def _better(one: Feat | None, other: Feat | None) -> Feat | None:
    if one is None or other is None:
        return one or other
    return min(one, other, key=lambda feat: (-feat.points, feat.table, feat.attempt))


def _worse(one: Feat | None, other: Feat | None) -> Feat | None:
    if one is None or other is None:
        return one or other
    return min(one, other)


class Thing(NamedTuple):
    """What a tally is of."""

    kind: TallyKind
    key: str = ""


@dataclass(frozen=True, slots=True)
class ScoredDeal(Generic[T]):
    """A deal that was scored. ``sat`` is by seat whose it was when it ended, None for whom nothing is
    counted. ``measured`` is what its game says of it."""

    table: int
    attempt: int
    dealer: int
    sat: Sequence[T | None]
    points: Sequence[int]
    measured: Sequence[Measured]


@dataclass(frozen=True, slots=True)
class EndedGame(Generic[T]):
    """A game that ended. ``sat`` is by seat who had it at the end, None for whom nothing is counted."""

    table: int
    first_dealer: int
    sat: Sequence[T | None]
    points: Sequence[int]
    places: Sequence[int]


@dataclass(frozen=True, slots=True)
class PersonTallies:
    """All that was counted of one person, under some conditions. ``absent`` are the numbers of the cells that
    could not be asked."""

    tallies: Mapping[Thing, Tally]
    absent: tuple[int, ...] = ()

    def of(self, kind: TallyKind, key: str = "") -> Tally:
        """What was counted of one thing; ``NONE`` where it never occurred."""
        return self.tallies.get(Thing(kind, key), NONE)

    def each(self, kind: TallyKind) -> Mapping[str, Tally]:
        """All of a kind, by key."""
        return {thing.key: tally for thing, tally in self.tallies.items() if thing.kind is kind}

    @property
    def games(self) -> Tally:
        """The games that ended."""
        return self.of(TallyKind.GAME)

    @property
    def deals(self) -> Tally:
        """The deals that were scored."""
        return self.of(TallyKind.DEAL)


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
