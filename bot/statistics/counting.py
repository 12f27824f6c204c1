"""From deals and games to tallies (statistics.md, S1 to S9).

What the store counts and what ``python -m bot stats`` prints is counted here, so the two cannot disagree.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TypeVar

from bot.statistics.model import WHOLE_GAME, EndedGame, Feat, ScoredDeal, Tally, TallyKind, Thing

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
