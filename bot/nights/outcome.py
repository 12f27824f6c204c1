"""What a night was worth remembering for: pure, from the games that count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.engine.game import DealResult
from bot.leagues.model import SeasonGame, SeatKind
from bot.leagues.one_night import NightLine
from bot.nights.model import NightPlace


@dataclass(frozen=True, slots=True)
class NamedDeal:
    """A deal that ended, and by seat what the person is called who had it all through the deal; None for a
    robot, and where it changed hands."""

    result: DealResult
    names: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game that was played at a table of the night and counts. ``game`` is it as corrections have left it;
    ``is_whole`` tells that no deal of it was left out for want of time; its end was told in the message
    ``message_id`` of ``channel_id``, both None where that is not known."""

    place: NightPlace
    game: SeasonGame
    deals: Sequence[NamedDeal]
    is_whole: bool = True
    channel_id: int | None = None
    message_id: int | None = None


class NightFeat(NamedTuple):
    """What somebody made in a deal, or with a trick of it: the trick of this ``number``, from 1; 0 where it
    is the whole deal."""

    table: TableGame
    name: str
    points: int
    result: DealResult
    number: int = 0


@dataclass(frozen=True, slots=True)
class NightOutcome:
    """What came of a night. ``lines`` are its table: the scores of members (L9), or ``by_difference`` what
    duplicate rounds gave to everybody; ``names`` what people are called, by id. ``guests`` are the points of
    those who are not in that table because they are no members, most first. So many ``games`` count, at
    tables or on paper, ``corrected`` of them not as they were played; those that are ``void`` do not."""

    lines: Sequence[NightLine]
    names: Mapping[str, str]
    games: int
    guests: Sequence[tuple[str, int]] = ()
    best: NightFeat | None = None
    costly: NightFeat | None = None
    by_difference: bool = False
    corrected: int = 0
    void: int = 0


def best_deal(tables: Iterable[TableGame]) -> NightFeat | None:
    """The deal that brought a person most, the earlier of equal ones; None where none brought anything."""
    found = [one for one in _made(tables) if one.points > 0]
    return max(found, key=lambda one: one.points, default=None)


def most_costly_trick(tables: Iterable[TableGame]) -> NightFeat | None:
    """The trick that cost a person most, the earlier of equal ones; None where none cost anything."""
    return min(_costly(tables), key=lambda one: one.points, default=None)


def points_of_guests(games: Iterable[SeasonGame]) -> list[tuple[str, int]]:
    """What each guest made in these games, by id, most first."""
    sums: dict[str, int] = defaultdict(int)
    for game in games:
        for holder, points in zip(game.holders, game.points, strict=True):
            if holder.kind is SeatKind.GUEST:
                sums[holder.id] += points
    return sorted(sums.items(), key=lambda one: (-one[1], one[0]))


def leaders(lines: Sequence[NightLine]) -> list[NightLine]:
    """Those who share the first place."""
    return [one for one in lines if one.place == 1]


def _in_order(tables: Iterable[TableGame]) -> list[TableGame]:
    return sorted(tables, key=lambda one: one.place)


def _made(tables: Iterable[TableGame]) -> Iterator[NightFeat]:
    for table in _in_order(tables):
        for deal in table.deals:
            points = deal.result.points or ()
            for name, own in zip(deal.names, points, strict=False):
                if name is not None:
                    yield NightFeat(table, name, own, deal.result)


def _costly(tables: Iterable[TableGame]) -> Iterator[NightFeat]:
    for table in _in_order(tables):
        for deal in table.deals:
            result = deal.result
            for number, (trick, worth) in enumerate(zip(result.played, result.worth, strict=False), start=1):
                name = None if trick.winner is None else deal.names[trick.winner]
                if worth < 0 and name is not None:
                    yield NightFeat(table, name, worth, result, number)
