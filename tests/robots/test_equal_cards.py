"""Cards that a robot takes to be as good as each other are so: however the unseen cards may lie, and whatever
is played on, one does as the other would have done in its place."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bot.engine.cards import Card, CardSet, members, named
from bot.engine.game import OVER, View
from bot.engine.king.course import contract_of
from bot.engine.king.presets import PRESETS as KING_PRESETS
from bot.engine.play import Game
from bot.robots.king import steady as king_steady
from bot.robots.king.knowledge import KingKnowledge
from bot.robots.king.playout import Playout
from bot.robots.whist import easy as whist_easy
from bot.robots.whist import steady as whist_steady
from bot.robots.whist.knowledge import WhistKnowledge
from bot.robots.worlds import Hands, neighbours
from tests.engine.helpers import king, shuffled
from tests.engine.whist import BOTH, whist

TABLES = [(preset.name, players) for preset in KING_PRESETS for players in preset.players]
WORLDS = 2
"""In how many ways the unseen cards are dealt out, beside the one in which they lie."""


def dropped_in_king(view: View) -> list[tuple[Card, Card]]:
    """Each card that is not looked at, and the one that is in its place: the next above it."""
    contract = contract_of(view)
    assert contract is not None
    unseen, best = KingKnowledge(view, contract).unseen, view.best
    kept = king_steady.unequal(
        view.legal, unseen, best, Playout(contract, view.players, view.rules.hand_size)
    )
    return [(card, min(one for one in kept if one > card)) for card in left_out(view, kept)]


def dropped_in_whist(view: View) -> list[tuple[Card, Card]]:
    """The same, where it is the next below it."""
    kept = whist_steady.unequal(view.legal, view.unseen, view.best, members(view.legal)[0])
    return [(card, max(one for one in kept if one < card)) for card in left_out(view, kept)]


def left_out(view: View, kept: list[Card]) -> tuple[Card, ...]:
    return tuple(card for card in members(view.legal) if card not in kept)


def worlds_of_king(view: View) -> list[Hands]:
    return KingKnowledge(view, contract_of(view)).worlds(WORLDS)


def worlds_of_whist(view: View) -> list[Hands]:
    return WhistKnowledge(view).worlds(WORLDS)


def positions(game: Game, random: Random, deals: int) -> Iterator[Game]:
    """Every position of a game's first deals in which there is a choice of cards; the game itself, which must
    not be changed."""
    for _ in range(deals):
        if game.turn == OVER:
            return
        game.deal(shuffled(game, random.randrange(10**9)))
        while game.turn >= 0:
            if game.phase == "play":
                if game.legal().bit_count() > 1:
                    yield game
                game.apply(random.choice(members(game.legal())))
            elif game.rules.preset.name in BOTH:
                game.apply(whist_easy.choose(game.view(game.turn)))
            else:
                game.apply(random.choice(members(game.legal())))


def with_hands(game: Game, hands: Hands) -> Game:
    """The same position with the cards lying so."""
    other = game.copy()
    other.hands[:] = hands
    return other


def exchanged(cards: CardSet, one: Card, other: Card) -> CardSet:
    """The cards with each of two in the place of the other."""
    if (cards >> one ^ cards >> other) & 1:
        cards ^= 1 << one | 1 << other
    return cards


def assert_as_good(game: Game, one: Card, other: Card, random: Random) -> None:
    """Play one of two cards, and the other, and on at random to the deal's end; in the second course each of
    the two takes the other's part, which must be allowed and bring everybody the same."""
    first, second = game.copy(), game.copy()
    deals = len(game.results)
    card = one
    while True:
        first.apply(card)
        second.apply(members(exchanged(1 << card, one, other))[0])
        assert first.turn == second.turn
        if len(first.results) > deals or first.turn < 0:
            break
        assert exchanged(first.legal(), one, other) == second.legal()
        card = random.choice(members(first.legal()))
    assert first.points == second.points


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_equal_cards_in_king_are_as_good_in_every_world(preset: str, players: int) -> None:
    random, compared = Random(7), 0
    for game in positions(king(preset, players), random, deals=14):
        view = game.view(game.turn)
        pairs = dropped_in_king(view)
        for hands in [list(game.hands), *(worlds_of_king(view) if pairs else ())]:
            for pair in pairs:
                compared += 1
                assert_as_good(with_hands(game, hands), *pair, random)
    assert compared > 100


@pytest.mark.parametrize("preset", BOTH)
def test_equal_cards_in_whist_are_as_good_in_every_world(preset: str) -> None:
    random, compared = Random(7), 0
    for game in positions(whist(preset, deals="12"), random, deals=12):
        view = game.view(game.turn)
        pairs = dropped_in_whist(view)
        for hands in [list(game.hands), *(worlds_of_whist(view) if pairs else ())]:
            for pair in pairs:
                compared += 1
                assert_as_good(with_hands(game, hands), *pair, random)
    assert compared > 100


def test_the_card_that_wins_the_trick_parts_those_above_and_below_it() -> None:
    (two,), (king_of_spades,) = members(named("2S")), members(named("KS"))
    legal = named("2S QS AS")
    assert [sum(1 << card for card in group) for group in neighbours(legal, 0, king_of_spades)] == [
        named("2S QS"),
        named("AS"),
    ]
    assert next(neighbours(legal, named("3S"), -1)) == [two]
