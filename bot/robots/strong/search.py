"""How ``strong`` looks at the cards it may play, whatever the family: which are worth looking at, in how many
ways the unseen cards are dealt out, and what comes of each."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from bot.engine.cards import Card, CardSet
from bot.engine.game import View
from bot.robots.core.beliefs import NOTHING_PLAYED, WEIGHTS, CardsPlayed, Reading
from bot.robots.core.deal import Cards, CompiledDeal, PlayState
from bot.robots.core.endings import Memory, memory
from bot.robots.core.entry import outcomes, worlds
from bot.robots.core.two_sides import Bounds, bounds
from bot.robots.core.worlds import Hidden
from bot.robots.study import ALIKE, ONE, Study, mean_and_squares
from bot.robots.worlds import neighbours

PLAYOUTS: Final = 1500
"""How many times a deal is played out for one card before that, of all cards together."""
FEWEST_WORLDS: Final = 120
MORE_PLAYOUTS: Final = 6000
"""The same once the cards are left out of which it is clear that they are not the best."""
SOLVED_WORLDS: Final = 600
"""In how many ways the unseen cards are dealt out for an ending, if work allows."""
CLEAR, ENOUGH = 3.0, 20
"""By how many standard errors a card must be worse to be out of it, after so many worlds at least."""
SEED: Final = 0x9E3779B97F4A7C15
MOST: Final = (1 << 63) - 1
_OWN: Final = threading.local()  # several robots think at once


class SearchBudget(NamedTuple):
    """With how many ``cards`` in all hands, or fewer, the rest is solved, and how many are tried at most to
    solve it in its worlds: for all cards (``first``), and then for those that may yet be the best
    (``more``)."""

    cards: int
    first: int
    more: int


ALONE, SIDES = SearchBudget(17, 150_000, 200_000), SearchBudget(24, 300_000, 540_000)
"""Some 40 ms where everybody plays for themselves, and as much where two sides play."""


class GroupQuestion(NamedTuple):
    """What is asked: which of some groups of cards to play. Cards of a group do the same, and are named by
    its first; ``hands`` are the ways in which the cards may lie, a row for each."""

    deal: CompiledDeal
    table: PlayState
    groups: Sequence[Sequence[Card]]
    hands: Cards

    @property
    def can_be_solved(self) -> bool:
        """Whether there are few enough cards for the rest to be solved."""
        left = sum(int(hand).bit_count() for hand in self.hands[0, : self.deal.players])
        return left <= _work(self.deal).cards


class GroupOutcomes(NamedTuple):
    """What comes of each group, in parts of a point (``study.ONE``): a row for each, a column for each
    world that was looked at; ``solved`` where each was played to its end in the best way for everybody, and
    not by rules of thumb."""

    points: Cards
    solved: bool


class BestGroups(NamedTuple):
    """The groups that may be the best, each with its points on average; ``solved`` as above."""

    means: Sequence[tuple[Sequence[Card], float]]
    solved: bool


def asked(reading: Reading, table: PlayState, legal: CardSet, hidden: Hidden, seed: int) -> GroupQuestion:
    """Which of the legal cards, the unseen ones being dealt out in ways as likely as what the others have
    played makes them."""
    deal = reading.deal
    cards = hidden.unseen | sum(map(int, hidden.known[: deal.players]))
    groups = alike(deal, table, legal, cards & ~int(hidden.known[table.turn]))
    known = sum(int(hand).bit_count() for hand in hidden.known[: deal.players])
    left = known + int(hidden.room[: deal.players].sum())
    many = SOLVED_WORLDS if left <= _work(deal).cards else MORE_PLAYOUTS // 2
    ways = worlds(reading, hidden, table.turn, _row(seed), many)
    return GroupQuestion(deal, table, groups, ways)


def reading_of(view: View, deal: CompiledDeal, *, reads: bool = True) -> Reading:
    """The cards that others have played, as compiled code is given them; none where they are to tell
    nothing."""
    if not reads:
        return Reading(deal, NOTHING_PLAYED, WEIGHTS)
    of_all = cards_played(view, deal)
    return Reading(deal, CardsPlayed(*(column[of_all.seats != view.seat] for column in of_all)), WEIGHTS)


def cards_played(view: View, deal: CompiledDeal) -> CardsPlayed:
    """The cards that all have played, one after the other."""
    rows: list[tuple[int, ...]] = []
    gone: CardSet = 0
    for number, trick in enumerate((*view.tricks, view.trick), 1):
        led = best = winner = -1
        heap: CardSet = 0
        for place, card in enumerate(trick.cards):
            seat = (trick.leader + place) % view.players
            rows.append((seat, card, led, best, winner, view.players - place - 1, number, heap, gone))
            if best < 0 or int(deal.beats[best]) >> card & 1:
                best, winner = card, seat
            led, heap, gone = trick.cards[0], heap | 1 << card, gone | 1 << card
    columns = np.array(rows, np.int64).reshape(-1, len(CardsPlayed._fields)).T
    return CardsPlayed(*map(np.ascontiguousarray, columns))  # else it is compiled once more for these


def _work(deal: CompiledDeal) -> SearchBudget:
    return SIDES if deal.two_sided else ALONE


def looked(question: GroupQuestion) -> GroupOutcomes:
    """What comes of each group. What takes so much work that it is solved in a few worlds only is played
    out."""
    every = range(len(question.groups))
    if question.can_be_solved:
        points = _outcomes(question, every, question.hands, _work(question.deal).first)
        if points.shape[1] >= min(ENOUGH, len(question.hands)):
            return GroupOutcomes(points, solved=True)
    many = max(FEWEST_WORLDS, PLAYOUTS // len(every))
    return GroupOutcomes(_outcomes(question, every, question.hands[:many], 0), solved=False)


def compared(question: GroupQuestion) -> BestGroups:
    """The groups that may be the best; these are looked at in more worlds than those of which it was clear
    that they are not."""
    points, solved = looked(question)
    totals, seen = points.sum(axis=1), points.shape[1]
    behind = (points[totals.argmax()] - points).tolist()
    at = [row for row, gains in enumerate(behind) if _is_close(gains)]
    rest = question.hands[seen:] if solved else question.hands[seen : MORE_PLAYOUTS // len(at)]
    if len(at) > 1 and len(rest):
        further = _outcomes(question, at, rest, _work(question.deal).more if solved else 0)
        totals[at] += further.sum(axis=1)
        seen += further.shape[1]
    means = [round(int(totals[row]) / (seen * ONE), ALIKE) for row in at]
    return BestGroups([(question.groups[row], mean) for row, mean in zip(at, means, strict=True)], solved)


def _is_close(behind: Sequence[int]) -> bool:
    """Whether a card that is so much behind the best in each world may yet be as good."""
    mean, squares = mean_and_squares(behind)
    return mean <= CLEAR * sqrt(squares) / len(behind) + 1  # what was rounded


def _outcomes(question: GroupQuestion, rows: Sequence[int], hands: Cards, work: int) -> Cards:
    deal = question.deal
    cards = np.array([question.groups[row][0] for row in rows], np.int64)
    points = outcomes(deal, hands, cards, question.table, *_memories(deal.players), work)
    return np.rint(points * ONE).astype(np.int64)


def alike(deal: CompiledDeal, table: PlayState, legal: CardSet, unseen: CardSet) -> list[list[Card]]:
    """The legal cards in groups of those that do the same: neighbours that are worth as much."""
    found: list[list[Card]] = []
    for group in neighbours(legal, unseen, table.best):
        for at, card in enumerate(group):
            if at and deal.card_points[card] == deal.card_points[found[-1][0]]:
                found[-1].append(card)
            else:
                found.append([card])
    return found


def study_of(question: GroupQuestion) -> Study:
    """All that is seen."""
    points, solved = looked(question)
    hands = question.hands[: points.shape[1], : question.deal.players]
    return Study(
        tuple(tuple(row) for row in hands.tolist()),
        {
            card: tuple(row)
            for group, row in zip(question.groups, points.tolist(), strict=True)
            for card in group
        },
        solved,
    )


def _row(seed: int) -> int:
    """A number that a row of chance begins with."""
    mixed = 0
    while seed:
        mixed = (mixed ^ seed & MOST) * SEED % (1 << 64)
        mixed ^= mixed >> 29
        seed >>= 63
    return mixed & MOST


def _memories(players: int) -> tuple[Memory, Bounds]:
    """This thread's."""
    kept: dict[int, tuple[Memory, Bounds]] = _OWN.__dict__.setdefault("kept", {})
    if players not in kept:
        kept[players] = memory(players), bounds()
    return kept[players]
