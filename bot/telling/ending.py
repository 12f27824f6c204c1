"""What came of a deal and of a game: who has won, what each seat has come to, what was worth remembering."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.game import OVER, DealResult, View, places
from bot.pictures.values import PodiumEntry, PodiumPicture
from bot.telling import phrases
from bot.telling.games.registry import teller_of
from bot.telling.phrases import TableViewModel, ViewModel
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


def winners(model: ViewModel) -> tuple[int, ...]:
    """The seats that share the first place."""
    return tuple(seat for seat, place in enumerate(places(model.view.points)) if place == 1)


def best_and_worst(
    model: ViewModel, seat: int
) -> tuple[tuple[int, DealResult], tuple[int, DealResult]] | None:
    """What the best and the worst deal brought a seat, and which they were, the earlier of equal ones; None
    where all brought the same."""
    own = [(one.points[seat], one) for one in model.view.results if one.points is not None]
    if len({points for points, _ in own}) < 2:
        return None
    return max(own, key=lambda one: one[0]), min(own, key=lambda one: one[0])


def most_costly_trick(model: ViewModel) -> CostlyTrick | None:
    """The trick of the game that cost most, the earlier of equal ones; None where no trick cost anything."""
    return min(_costly(model), key=lambda trick: trick.points, default=None)


def _costly(model: ViewModel) -> Iterator[CostlyTrick]:
    for result in model.view.results:
        for number, (trick, points) in enumerate(zip(result.played, result.worth, strict=False), start=1):
            if points < 0:
                assert trick.winner is not None
                yield CostlyTrick(result, number, trick.winner, points)


def own_lines(model: ViewModel, seat: int) -> list[str]:
    """A seat's place and points, then its best and its worst deal, for the person who has it."""
    words, points = model.words, model.view.points[seat]
    every = places(model.view.points)
    key = "ending.own-shared" if every.count(every[seat]) > 1 else "ending.own"
    place = words(
        key,
        place=words.number(every[seat]),
        of=words.number(len(every)),
        points=words.points(points),
    )
    extremes = best_and_worst(model, seat)
    if extremes is None:
        return [place]
    (most, best), (least, worst) = extremes
    return [
        place,
        words(
            "ending.own-deals",
            best=words.points(most),
            best_deal=_deal(model, best),
            worst=words.points(least),
            worst_deal=_deal(model, worst),
        ),
    ]


def trick_line(model: ViewModel) -> str:
    """«Most costly trick: Ann, −5 (deal 5, No king of hearts)»; empty where no trick cost anything."""
    trick = most_costly_trick(model)
    if trick is None:
        return ""
    return model.words(
        "ending.costly-trick",
        name=model.seats[trick.winner].name,
        points=model.words.points(trick.points),
        number=model.words.number(trick.number),
        deal=_deal(model, trick.result),
    )


def _deal(model: ViewModel, result: DealResult) -> str:
    """«deal 3, No hearts»."""
    contract = phrases.contract_name(model.words, result.contract)
    return model.words("ending.deal", number=model.words.number(result.deal + 1), contract=contract)


def podium(model: TableViewModel, avatar: Avatar = no_avatar) -> PodiumPicture:
    """Everybody's place and points, and between what their deals lay."""
    words, first = model.words, winners(model)
    names = words.both(model.seats[seat].name for seat in first)
    every = places(model.view.points)
    return PodiumPicture(
        title=words.count("ending.title", len(first), names=names),
        subtitle=phrases.game_name(words, model.facts),
        entries=tuple(
            PodiumEntry(
                place=every[number],
                name=seat.name,
                points=words.points(model.view.points[number]),
                remark=_span(model, number),
                robot=seat.robot if seat.user_id is None else None,
                avatar=avatar(seat.user_id) if seat.user_id is not None else None,
            )
            for number, seat in enumerate(model.seats)
        ),
    )


def _span(model: ViewModel, seat: int) -> str:
    """«best deal +25, worst −12»."""
    extremes = best_and_worst(model, seat)
    if extremes is None:
        return ""
    best, worst = (model.words.points(points) for points, _ in extremes)
    return model.words("ending.span", best=best, worst=worst)


def headline(model: ViewModel, number: int) -> str:
    """The headline of a finished deal, by its place in ``view.results`` (below 0 from the last one). Names in
    it are as they are drawn, not Markdown."""
    result = model.view.results[number]
    if result.points is None:
        return model.words("headline.thrown-in")
    return teller_of(model.view.rules).headline(model, result)
