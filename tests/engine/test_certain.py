"""*Take the rest* is offered where it is certain, and only there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cards import (
    CARD_NAMES,
    CARD_OF_NAME,
    SUIT_MASK_OF,
    Card,
    CardSet,
    members,
    named,
    set_of,
)
from bot.engine.game import AWAITS_DECK, OVER, Trick, View, certain_rest, may_hold
from bot.engine.king.game import KingGame
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game
from bot.robots.worlds import UnseenCards
from tests.engine.helpers import PRESETS, holding, late, opened, plays, shuffled
from tests.engine.test_properties import some_rules
from tests.engine.whist import WALLOON, arranged, lay_out, table
from tests.properties import tries

often = tries(40)
seeds = st.integers(0, 10**9)


def rest(game: Game) -> str | None:
    """What may be claimed by whoever is to act."""
    order = certain_rest(game.view(game.turn))
    return None if order is None else " ".join(CARD_NAMES[card] for card in order)


def at_a_lead(game: Game, random: Random) -> Iterator[View]:
    """A whole game at random, stopped at every lead."""
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            game.deal(shuffled(game, random.randrange(10**9)))
            continue
        if game.phase == "play" and not game.cards:
            yield game.view(game.turn)
        game.apply(random.choice(members(game.legal())))


def unseen(view: View) -> list[Card]:
    """What this seat has seen nowhere, told again in the test's own words."""
    gone = [card for trick in view.tricks for card in trick.cards]
    aside = view.detail.laid_aside if view.detail else 0
    return [card for card in members(view.rules.pack & ~view.hand & ~aside) if card not in gone]


def closed_to(view: View, seat: int) -> CardSet:
    """The cards a seat cannot hold: of suits it did not follow, and those open in another's hand."""
    shut = set_of(card for holder, card in view.shown if holder != seat)
    for trick in view.tricks:
        card = trick.cards[(seat - trick.leader) % view.players]
        if SUIT_MASK_OF[card] != SUIT_MASK_OF[trick.cards[0]]:
            shut |= SUIT_MASK_OF[trick.cards[0]]
    return shut


def another_world(game: Game, view: View, random: Random) -> Game:
    """The game as it may stand too, for all that this seat knows."""
    others = [seat for seat in range(view.players) if seat != view.seat]
    shown = {seat: set_of(card for holder, card in view.shown if holder == seat) for seat in others}
    free = unseen(view)
    shown = {seat: set_of(card for card in free if cards >> card & 1) for seat, cards in shown.items()}
    free = [card for card in free if not sum(shown.values()) >> card & 1]
    room = [view.hand_sizes[seat] - shown[seat].bit_count() for seat in others]
    hidden = len(free) - sum(room)
    shut = [closed_to(view, seat) for seat in others]
    lying = UnseenCards(set_of(free), [*room, hidden], [*shut, 0]).dealt(random)
    twin = game.copy()
    for seat, cards in zip(others, lying, strict=False):
        twin.hands[seat] = shown[seat] | cards
    return twin


def claimed(game: Game, order: tuple[Card, ...], random: Random, contrary: bool) -> None:
    """Play the rest as claimed, the others as they like or as high as they can; every trick is the
    claimant's."""
    claimant, before = game.turn, len(game.tricks)
    for card in order:
        if game.turn < 0:
            return  # nothing was left to score
        assert game.turn == claimant
        game.apply(card)
        while game.turn >= 0 and game.cards:
            choices = members(game.legal())
            better = [choice for choice in choices if game.beats[game.best] >> choice & 1]
            game.apply(random.choice(better if contrary and better else choices))
    assert game.turn < 0
    assert {trick.winner for trick in game.tricks[before:]} == {claimant}


@often
@given(some_rules(), seeds)
def test_what_is_claimed_is_won_however_the_cards_lie(rules: Rules, seed: int) -> None:
    random = Random(seed)
    game = new_game(rules, seed % rules.players)
    for view in at_a_lead(game, random):
        order = certain_rest(view)
        if order is None:
            continue
        assert set_of(order) == view.hand
        for contrary in (True, True, False):
            claimed(another_world(game, view, random), order, random, contrary)


@pytest.mark.parametrize("preset", PRESETS)
def test_claims_come_up_in_every_game(preset: str) -> None:
    """So the test above tries something; and a claim, once certain, is certain a trick later too."""
    rules, found = make_rules(preset, 4, {}), 0
    for seed in range(2):
        game = new_game(rules, 0)
        for view in at_a_lead(game, Random(seed)):
            order = certain_rest(view)
            if order is not None and len(order) > 1:
                found += 1
                later = another_world(game, view, Random(seed))
                later.apply(order[0])
                while later.cards:
                    later.apply(members(later.legal())[0])
                assert certain_rest(later.view(later.turn)) is not None
    assert found


def is_certain(game: Game, view: View) -> bool:
    """Whether there is an order that wins every trick in every world, by trying all of them."""
    worlds = list(all_worlds(game, view))
    return any(all(wins_all(world, order) for world in worlds) for order in permutations(members(view.hand)))


def all_worlds(game: Game, view: View) -> Iterator[Game]:
    others = [seat for seat in range(view.players) if seat != view.seat]

    def place(seats: list[int], free: CardSet, twin: Game) -> Iterator[Game]:
        if not seats:
            yield twin.copy()
            return
        open_to = members(free & ~closed_to(view, seats[0]))
        for cards in combinations(open_to, view.hand_sizes[seats[0]]):
            twin.hands[seats[0]] = set_of(cards)
            yield from place(seats[1:], free & ~set_of(cards), twin)

    yield from place(others, set_of(unseen(view)), game.copy())


def wins_all(game: Game, order: tuple[Card, ...]) -> bool:
    """Whether the claimant takes every trick with these cards, whatever the others play."""
    if not order:
        return True
    claimant = game.turn
    if not game.legal() >> order[0] & 1:
        return False
    game = game.copy()
    game.apply(order[0])

    def every_reply(game: Game) -> bool:
        if game.turn < 0:
            return game.tricks[-1].winner == claimant
        if not game.cards:
            return game.turn == claimant and wins_all(game, order[1:])
        return all(every_reply(after(game, card)) for card in members(game.legal()))

    return every_reply(game)


def after(game: Game, card: Card) -> Game:
    twin = game.copy()
    twin.apply(card)
    return twin


@pytest.mark.parametrize("preset", ["kingen", "whisthub-king", "russian-king", "whist-walloon"])
def test_all_that_is_certain_with_two_tricks_to_go_is_found(preset: str) -> None:
    """Tried against every way the cards may lie and be played. K11 and K8 could make a little more certain;
    what is offered does not lean on them, so here nothing is owed but the suit."""
    free = {"early-stop": "never", "forced-penalty": "none", "must-trump": "no"}
    values = {name: value for name, value in free.items() if "king" in preset}
    if preset == "russian-king":
        values = {"early-stop": "never"}
    rules, tried = make_rules(preset, 4, values), [0, 0]
    for seed in range(3):
        game = new_game(rules, 0)
        for view in at_a_lead(game, Random(seed)):
            if view.hand.bit_count() == 2 and not view.shown and len(unseen(view)) == 6:
                certain = is_certain(game, view)
                assert (certain_rest(view) is not None) == certain
                tried[certain] += 1
    assert min(tried)


# By hand


def ending(game: KingGame, **void: str) -> KingGame:
    """The game with every card played that is in no hand. ``void``: what a seat once played when another
    suit was led, as ``s0="2C 3D"``: clubs led, a diamond played."""
    gone = game.pack & ~sum(game.hands)
    game.tricks = [Trick(0, (card,), 0) for card in members(gone)]
    for seat, cards in void.items():
        led, played = (CARD_OF_NAME[name] for name in cards.split())
        game.tricks.append(Trick((int(seat[1]) - 1) % 4, (led, played), 0))
    return game


def test_the_best_card_of_each_suit_without_trumps() -> None:
    assert rest(ending(late("tricks", ("2C 3C", "AS KH", "3S 4S", "2H 3H")))) == "KH AS"
    assert rest(ending(late("tricks", ("2C 3C", "AS KH", "3S 4S", "AH 3H")))) is None
    assert rest(ending(late("tricks", ("2C AH", "AS KH", "3S 4S", "AC 3H")))) is None


def test_a_low_card_once_the_others_must_have_played_theirs() -> None:
    assert rest(ending(late("tricks", ("2C 3C", "AS 2S", "3S 4D", "2H 3H")))) == "AS 2S"
    # one hand may hold both of the others, though here none does
    assert rest(ending(late("tricks", ("2C 3C", "AS 2S", "3S 4D", "4S 3H")))) is None
    assert rest(ending(late("tricks", ("2C 3C", "AS 2S", "3S 4D", "4S 3H")), s3="5S 6H")) is None
    assert (
        rest(ending(late("tricks", ("2C 3C", "AS 2S", "3S 4D", "2H 3H")), s2="5S 6H", s3="5S 6H", s0="5S 6H"))
        == "AS 2S"
    )


def test_trumps_first_until_nobody_can_be_left_with_one() -> None:
    hands = ("2D 3D 4D", "AH 2H AS", "KH 5C 6C", "7C 8C 9C")
    assert rest(ending(late("trump", hands, trump="H"))) == "AH 2H AS"
    hands = ("2D 3D QH", "AH 2H AS", "KH 5C 6C", "7C 8C 9C")
    assert rest(ending(late("trump", hands, trump="H"))) is None
    assert rest(ending(late("trump", ("QH 3D", "AS KS", "4C 5C", "7C 8C"), trump="H"))) is None


def test_trumps_that_can_be_in_no_hand_do_not_count() -> None:
    hands = ("2D 3D", "AS KS", "4C 5C", "7C 8C")
    out = {"s0": "6H 6D", "s2": "6H 6C", "s3": "6H 9C"}
    assert rest(ending(late("trump", hands, trump="H"), **out)) == "AS KS"
    game = ending(late("trump", ("2D QH", "AS KS", "4C 5C", "7C 8C"), trump="H"), s2="6H 6C", s3="6H 9C")
    assert rest(game) is None


def test_R8_upside_down_the_seven_is_best() -> None:
    game = opened("order", "russian-king-orders", "trump misere")
    assert rest(ending(holding(game, ("9D TD", "7S 8H", "8S AS", "9H TH"), 1))) == "8H 7S"
    game = opened("order", "russian-king-orders", "trump misere")
    assert rest(ending(holding(game, ("9D TD", "AS AH", "8S KS", "9H TH"), 1))) is None


def test_K7_hearts_come_last_where_they_may_not_be_led() -> None:
    hands = ("2C 3C 4C", "AH KH AS", "3S 4S 5S", "2H 3H 4H")
    free = ending(late("king-of-hearts", hands))
    assert rest(free) == "AH KH AS"
    banned = ending(late("king-of-hearts", hands, preset="kingen-iwwa"))
    assert rest(banned) == "AS AH KH"


def test_K11_K8_what_others_owe_and_oneself_when_following_does_not_matter() -> None:
    hands = ("2D 3D", "AH AS", "KH 5C", "QS 8C")
    game = ending(late("trump", hands, trump="H", preset="kingen-iwwa"))
    assert rest(game) == "AH AS"
    game = ending(late("queens", ("2D 3D", "AH AS", "QH 5C", "QS 8C"), preset="kingen-iwwa"))
    assert rest(game) == "AH AS"


def test_K12_a_trump_shown_to_all_is_in_its_holder_s_hand() -> None:
    game = late("trump", ("5D 3D", "AS KS", "4C 2H", "7C 8C"), trump="H")
    assert game.shown == ((2, CARD_OF_NAME["2H"]),)
    held = may_hold(ending(game).view(1))
    assert held[0] == held[3] == named("5D 3D 4C 7C 8C")
    assert held[2] == held[0] | named("2H")


def test_nothing_is_claimed_out_of_turn_in_mid_trick_or_before_the_play() -> None:
    game = ending(late("tricks", ("2C 3C", "AS KH", "3S 4S", "2H 3H")))
    assert certain_rest(game.view(None)) is None
    assert [certain_rest(game.view(seat)) for seat in (0, 2, 3)] == [None] * 3
    plays(game, "AS")
    assert [certain_rest(game.view(seat)) for seat in range(4)] == [None] * 4
    choosing = opened("trump", "kingen-iwwa")
    assert choosing.phase == "trump" and rest(choosing) is None


def test_C20_a_discard_of_another_s_may_still_be_out_and_one_s_own_is_not() -> None:
    game = table(WALLOON, "N misere small; E pass; S pass; W pass", hands=arranged([0] * 12))
    lay_out(game)
    assert [CARD_NAMES[card.bit_length() - 1] for card in game._laid_aside()] == ["AC", "AD", "AH", "AS"]
    game.hands = [named(cards) for cards in ("KC KD", "2C 2D", "3C 3D", "4C 4D")]
    game._lead()
    played = game.pack & ~sum(game.hands) & ~sum(game._laid_aside())
    game.tricks = [Trick(0, (card,), 0) for card in members(played)]
    assert rest(game) is None  # for all N knows the ace of diamonds is in a hand
    game.hands[0] = named("KC QC")
    game.tricks.append(Trick(0, (CARD_OF_NAME["KD"],), 0))
    game._lead()
    assert rest(game) == "KC QC"  # N laid the ace of clubs aside


def test_C21_an_open_hand_is_known() -> None:
    game = table(WALLOON, "N misere open; E pass; S pass; W pass", hands=arranged([1] + [0] * 11))
    plays(game, "QC KC JC TC")
    assert game.turn == 1 and {holder for holder, _ in game.view(1).shown} == {0}
    held = may_hold(game.view(1))
    assert held[0] == game.hands[0]
    assert held[2] == held[3] == game.hands[2] | game.hands[3]
