"""What came of a deal and of a game: who has won, what each seat has come to, what was worth remembering."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.game import OVER, DealResult, View, places
from bot.pictures.values import PodiumEntry, PodiumPicture
from bot.telling import phrases
from bot.telling.games.registry import teller_of
from bot.telling.reader import Perspective, TablePerspective
from bot.telling.scenes import Avatar, no_avatar


@dataclass(frozen=True, slots=True)
class CostlyTrick:
    """A trick that cost who took it ``points``, which is below 0: the trick of this ``number`` (from 1) of a
    deal."""

    result: DealResult
    number: int
    winner: int
    points: int


def final_places(view: View) -> tuple[int, ...]:
    """Everybody's place once the game is over, before that nothing."""
    return places(view.points) if view.turn == OVER else ()


def winners(sight: Perspective) -> tuple[int, ...]:
    """The seats that share the first place."""
    return tuple(seat for seat, place in enumerate(places(sight.view.points)) if place == 1)


def best_and_worst(
    sight: Perspective, seat: int
) -> tuple[tuple[int, DealResult], tuple[int, DealResult]] | None:
    """What the best and the worst deal brought a seat, and which they were, the earlier of equal ones; None
    where all brought the same."""
    own = [(one.points[seat], one) for one in sight.view.results if one.points is not None]
    if len({points for points, _ in own}) < 2:
        return None
    return max(own, key=lambda one: one[0]), min(own, key=lambda one: one[0])


def most_costly_trick(sight: Perspective) -> CostlyTrick | None:
    """The trick of the game that cost most, the earlier of equal ones; None where no trick cost anything."""
    return min(_costly(sight), key=lambda trick: trick.points, default=None)


def _costly(sight: Perspective) -> Iterator[CostlyTrick]:
    for result in sight.view.results:
        for number, (trick, points) in enumerate(zip(result.played, result.worth, strict=False), start=1):
            if points < 0:
                assert trick.winner is not None
                yield CostlyTrick(result, number, trick.winner, points)


def own_lines(sight: Perspective, seat: int) -> list[str]:
    """A seat's place and points, then its best and its worst deal, for the person who has it."""
    words, points = sight.words, sight.view.points[seat]
    every = places(sight.view.points)
    key = "ending.own-shared" if every.count(every[seat]) > 1 else "ending.own"
    place = words(
        key,
        place=words.number(every[seat]),
        of=words.number(len(every)),
        points=words.points(points),
    )
    extremes = best_and_worst(sight, seat)
    if extremes is None:
        return [place]
    (most, best), (least, worst) = extremes
    return [
        place,
        words(
            "ending.own-deals",
            best=words.points(most),
            best_deal=_deal(sight, best),
            worst=words.points(least),
            worst_deal=_deal(sight, worst),
        ),
    ]


def trick_line(sight: Perspective) -> str:
    """«Most costly trick: Ann, −5 (deal 5, No king of hearts)»; empty where no trick cost anything."""
    trick = most_costly_trick(sight)
    if trick is None:
        return ""
    return sight.words(
        "ending.costly-trick",
        name=sight.seats[trick.winner].name,
        points=sight.words.points(trick.points),
        number=sight.words.number(trick.number),
        deal=_deal(sight, trick.result),
    )


def _deal(sight: Perspective, result: DealResult) -> str:
    """«deal 3, No hearts»."""
    contract = phrases.contract_name(sight.words, result.contract)
    return sight.words("ending.deal", number=sight.words.number(result.deal + 1), contract=contract)


def podium(sight: TablePerspective, avatar: Avatar = no_avatar) -> PodiumPicture:
    """Everybody's place and points, and between what their deals lay."""
    words, first = sight.words, winners(sight)
    names = words.both(sight.seats[seat].name for seat in first)
    every = places(sight.view.points)
    return PodiumPicture(
        title=words.count("ending.title", len(first), names=names),
        subtitle=phrases.game_name(words, sight.facts),
        entries=tuple(
            PodiumEntry(
                place=every[number],
                name=seat.name,
                points=words.points(sight.view.points[number]),
                remark=_span(sight, number),
                robot=seat.robot if seat.user_id is None else None,
                avatar=avatar(seat.user_id) if seat.user_id is not None else None,
            )
            for number, seat in enumerate(sight.seats)
        ),
    )


def _span(sight: Perspective, seat: int) -> str:
    """«best deal +25, worst −12»."""
    extremes = best_and_worst(sight, seat)
    if extremes is None:
        return ""
    best, worst = (sight.words.points(points) for points, _ in extremes)
    return sight.words("ending.span", best=best, worst=worst)


def headline(sight: Perspective, number: int) -> str:
    """The headline of a finished deal, by its place in ``view.results`` (below 0 from the last one). Names in
    it are as they are drawn, not Markdown."""
    result = sight.view.results[number]
    if result.points is None:
        return sight.words("headline.thrown-in")
    return teller_of(sight.view.rules).headline(sight, result)
