"""Endings solved exactly, and how a robot's cards in them compare.

An ending is a moment at which a seat has 2 to 4 cards, and more than one of them is legal. Its cards are
judged in all worlds that are possible for the seat (``worlds``), each played on by everybody for their own
points, all hands being open (``max_n``); what a card is worth is the mean. These worlds are equally likely,
so whoever reads what the others played is judged by less than they know: what is also counted is what a card
is worth in the one world that there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from bot.engine.cards import Action, Card, CardSet, members
from bot.engine.game import AWAITS_DECK, OVER, View
from bot.engine.registry import make_rules, new_game
from tests.bench.max_n import values_of
from tests.bench.tables import MOST_LEFT, payoffs, tables_of
from tests.bench.worlds import LIMIT, unseen, worlds_of

FEWEST: Final = 2
Play = Callable[[View], Action]


@dataclass(frozen=True, slots=True)
class Ending:
    """A moment of a deal: what the seat to move sees, in which of all deals, and what each of its legal cards
    is worth to it, in points from here on: the mean over the worlds, and as the cards lie."""

    view: View
    deal: int
    values: Mapping[Card, float]
    lying: Mapping[Card, float]

    def loss(self, card: Card) -> float:
        """How many points a card gives away."""
        return max(self.values.values()) - self.values[card]

    def gain(self, card: Card) -> float:
        """How many points a card brings more, as the cards lie, than those that are the best over the
        worlds."""
        best = [self.lying[one] for one in self.values if self.loss(one) <= 1e-9]
        return self.lying[card] - sum(best) / len(best)

    @property
    def matters(self) -> bool:
        """Whether it makes a difference which card is played."""
        return any(self.loss(card) > 1e-9 for card in self.values)


def is_ending(view: View) -> bool:
    """Whether a seat is to choose one of its last cards."""
    few = FEWEST <= view.hand.bit_count() <= MOST_LEFT
    return view.phase == "play" and few and view.legal.bit_count() > 1


def values(view: View, limit: int = LIMIT, hands: Sequence[CardSet] = ()) -> dict[Card, float]:
    """What each legal card is worth to the seat that sees this, in points from here on; where all ``hands``
    are given, in that world. Raises ValueError for rules that cannot be judged (``tables``)."""
    tables = tables_of(view)
    worlds = np.array([hands], np.int64) if hands else worlds_of(view, tables, limit)
    cards, winner = view.trick.cards, view.trick.winner
    best = cards[(winner - view.trick.leader) % view.players] if winner is not None else -1
    tables.learn(unseen(view) | view.hand | sum(1 << card for card in cards))
    at = view.turn if winner is None else winner
    return values_of(worlds, view.turn, cards, best, at, len(view.tricks) + 1, tables, payoffs(view))


def endings(
    preset: str, players: int, play: Play, seeds: Iterable[int], limit: int = LIMIT
) -> Iterator[Ending]:
    """The endings of games that robots play with each other, one game a seed. In Colour Whist a deal is a
    game."""
    for seed in seeds:
        random = Random(seed)
        rules = make_rules(preset, players, {"shuffle": "full"})
        game = new_game(rules, seed % players)
        while game.turn != OVER:
            if game.turn == AWAITS_DECK:
                if game.results and game.rules.preset.family == "whist":
                    break
                deck = list(members(game.pack))
                random.shuffle(deck)
                game.deal(deck)
                continue
            view = game.view(game.turn)
            if is_ending(view):
                lying = values(view, hands=[game.view(seat).hand for seat in range(players)])
                yield Ending(view, 100 * seed + view.deal, values(view, limit), lying)
            game.apply(play(view))
