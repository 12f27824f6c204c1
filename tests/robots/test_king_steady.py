"""The robot ``steady``: always legal, always the same, better than ``easy``, with common sense; and what it
knows of the other hands is true."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import perf_counter

import pytest

from bot.engine.cards import ACTION_TEXTS, SUIT_MASK_OF, members, named, set_of
from bot.engine.game import AWAITS_DECK, OVER, View
from bot.engine.king.course import contract_of
from bot.engine.king.game import KingGame
from bot.engine.king.presets import PRESETS
from bot.robots.king import easy
from bot.robots.king.knowledge import KingKnowledge
from bot.robots.king.playout import KingPosition, Playout
from bot.robots.king.steady import choose
from tests.bench.bench_robots import duel
from tests.engine.helpers import do, finish, king, late, opened, playing, plays, shuffled

TABLES = [(preset.name, players) for preset in PRESETS for players in preset.players]


def says(game: KingGame) -> str:
    """What the robot does in the seat to act."""
    return ACTION_TEXTS[choose(game.view(game.turn))]


def random_positions(preset: str, players: int, seed: int) -> Iterator[KingGame]:
    """Every position of a game played at random, always the same object."""
    random = Random(seed)
    game = king(preset, players)
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            game.deal(shuffled(game, random.randrange(10**9)))
            continue
        yield game
        choices = members(game.legal())
        game.apply(choices[int(random.random() * len(choices))])


@pytest.mark.parametrize("preset", ["kingen", "russian-king-orders"])
def test_it_beats_easy(preset: str) -> None:
    assert duel(preset, 4, 4).standard_errors > 3


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_it_plays_every_game_legally_fast_and_always_alike(preset: str, players: int) -> None:
    game, spent, moves = king(preset, players), 0.0, 0
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            game.deal(shuffled(game, game.deal_number))
            continue
        view = game.view(game.turn)
        if game.turn != moves % 5 % players:
            game.apply(easy.choose(view))
            moves += 1
            continue
        start = perf_counter()
        action = choose(view)
        spent += perf_counter() - start
        moves += 1
        assert view.legal >> action & 1
        assert moves % 3 or choose(view) == action
        game.apply(action)
    assert spent / moves < 0.02


def test_it_sees_its_view_only() -> None:
    game = playing("hearts")
    seat = game.turn
    before = choose(game.view(seat))
    others = [place for place in range(4) if place != seat]
    game.hands[others[0]], game.hands[others[1]] = game.hands[others[1]], game.hands[others[0]]
    assert choose(game.view(seat)) == before


# Common sense


def avoided(view: View) -> Playout | None:
    """The contract of a game of avoiding in which a card is to be chosen."""
    contract = contract_of(view)
    if contract is None or not view.legal & (view.legal - 1):
        return None
    playout = Playout(contract, view.players, view.rules.hand_size)
    return playout if playout.avoiding else None


@pytest.mark.parametrize("preset", ["kingen", "whisthub-king", "denexa-king", "russian-king"])
def test_it_takes_no_penalty_that_it_could_duck_as_the_last(preset: str) -> None:
    judged = 0
    for seed in range(2):
        for game in random_positions(preset, 4, seed):
            view = game.view(game.turn)
            if len(view.trick.cards) != 3 or (playout := avoided(view)) is None:
                continue
            trick = view.trick
            assert trick.winner is not None
            beating = playout.contract.beats[trick.cards[(trick.winner - trick.leader) % 4]]
            ducking = view.legal & ~beating
            heap = set_of(trick.cards)
            if ducking and playout.worth(len(view.tricks) + 1, heap) < 0:
                judged += 1
                assert ducking >> choose(view) & 1
    assert judged > 20


@pytest.mark.parametrize("preset", ["kingen", "denexa-king", "russian-king"])
def test_it_does_not_lead_a_suit_that_only_it_can_win_in_a_game_of_avoiding(preset: str) -> None:
    judged = 0
    for seed in range(3):
        for game in random_positions(preset, 4, seed):
            view = game.view(game.turn)
            if view.trick.cards or (playout := avoided(view)) is None:
                continue
            unseen = KingKnowledge(view, playout.contract).unseen
            beats = playout.contract.beats
            costs = playout.by_number[len(view.tricks) + 1] < 0
            alone = set_of(
                card
                for card in members(view.legal)
                if not (beats[card] if costs else SUIT_MASK_OF[card]) & unseen
            )
            if alone and view.legal & ~alone and (costs or playout.scoring & unseen):
                judged += 1
                assert not alone >> choose(view) & 1
    assert judged > 5


@pytest.mark.parametrize(
    ("contract", "trump", "table", "hand", "expected"),
    [
        ("tricks", "", "9C", "8C 2C AC", "8C"),  # duck as high as possible
        ("tricks", "", "2C 4C 5C", "6C 3D KC", "KC"),  # it must be taken: with the highest
        ("hearts", "", "4C", "2H AH 3D", "AH"),  # void: throw the highest heart
        ("queens", "", "KS", "QS 4S 3H", "QS"),  # a queen goes under the king
        ("king-of-hearts", "", "AH", "KH 2H 3S", "KH"),
        ("kings-jacks", "", "KS", "KD 2S AS", "2S"),  # not as good as the ace, though all between are gone
        ("trump", "S", "9C TC JC", "2C QC AC", "QC"),  # last: win as cheaply as possible
        ("trump", "S", "9C JC AC", "2C KC AH", "2C"),  # it is lost: keep the king
    ],
)
def test_ducking_dumping_and_winning(contract: str, trump: str, table: str, hand: str, expected: str) -> None:
    hands = ["4D 5D 6D", "7D 8D 9D", "TD JD QD", "7H 8H 9H"]
    on_table = table.split()
    for step, card in enumerate(on_table):
        hands[(1 + step) % 4] = f"{card} {hands[(1 + step) % 4][:5]}"
    hands[(1 + len(on_table)) % 4] = hand
    game = late(contract, tuple(hands), trump=trump)
    plays(game, table)
    assert says(game) == f"play {expected}"


# Choices

LONG = "AS KS QS JS TS 9S 8S 7S AD 2D 3H 4H 5C"
FLAT = "2C 3C 4C 5D 6D 7D 2H 3H 4H 5S 6S 7S 8C"


def test_trumps_are_the_longest_and_strongest_suit() -> None:
    game = opened("trump", "kingen", trump_choice="dealer")
    game.hands[game.turn] = named(LONG)
    assert says(game) == "trump S"


@pytest.mark.parametrize(("hand", "said"), [(LONG, "offer 1"), (FLAT, "pass")])
def test_a_hand_with_strong_trumps_is_offered_for(hand: str, said: str) -> None:
    game = opened("trump", "kingen", trump_choice="offers")
    game.hands[game.turn] = named(hand)
    assert says(game) == said


@pytest.mark.parametrize(("hand", "said"), [(LONG, "refuse"), (FLAT, "accept")])
def test_the_dealer_sells_what_is_worth_less_than_the_offer(hand: str, said: str) -> None:
    game = opened("trump", "kingen", "offer 1", "pass", "pass", trump_choice="offers")
    game.hands[game.turn] = named(hand)
    assert says(game) == said


def test_offers_are_asked_for_where_they_may_be_refused() -> None:
    assert says(opened("order", "russian-king-orders")) == "sell"


def test_a_hand_of_low_cards_makes_the_dealer_name_a_negative() -> None:
    game = king("dubbelkingen")
    game.deal(shuffled(game, 1))
    game.hands[game.turn] = named(FLAT)
    assert says(game).startswith("contract ")
    game.hands[game.turn] = named(LONG)
    assert says(game) == "trump S"


def test_the_direction_follows_the_dealers_hand() -> None:
    for hand, said in ((LONG, "direction up"), (FLAT, "direction down")):
        game = opened("positive", "denexa-king", "trump S")
        game.hands[game.turn] = named(hand)
        assert says(game) == said


# What it knows


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_what_it_excludes_is_never_there_and_its_worlds_agree_with_it(preset: str, players: int) -> None:
    for ply, game in enumerate(random_positions(preset, players, 7)):
        view = game.view(game.turn)
        knowledge = KingKnowledge(view, contract_of(view))
        for hand, excluded in zip(game.hands, knowledge.excluded, strict=True):
            assert not hand & excluded
        if ply % 5:
            continue
        for world in knowledge.worlds(2):
            assert sum(world) == view.hand | knowledge.unseen
            assert world[knowledge.seat] & view.hand == view.hand
            if game.phase == "play":
                assert [hand.bit_count() for hand in world] == list(view.hand_sizes)
            for seat, hand in enumerate(world):
                assert seat == knowledge.seat or not hand & knowledge.excluded[seat]


def test_K8_a_card_thrown_tells_of_penalty_cards_too() -> None:
    game = late("queens", ("2C 3C", "QD 4C", "AC 3D", "2H KS"), preset="kingen-iwwa", leader=2)
    plays(game, "AC KS")
    excluded = KingKnowledge(game.view(0), contract_of(game.view(0))).excluded[3]
    assert excluded & named("2C KC QC QS QD QH") == named("2C KC QC QS QD QH")
    assert not excluded & named("2H AS")


def test_the_worlds_of_a_view_are_always_the_same() -> None:
    view = playing("tricks").view(1)
    contract = contract_of(view)
    assert KingKnowledge(view, contract).worlds(5) == KingKnowledge(view, contract).worlds(5)


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_a_playout_scores_as_the_game_does(preset: str, players: int) -> None:
    """With one card left in each hand nothing is chosen: the playout must find what the game finds."""
    game = king(preset, players)
    while game.turn != OVER:
        game.deal(shuffled(game, game.deal_number))
        while game.phase != "play":
            game.apply(members(game.legal())[0])
        while game.turn >= 0 and sum(game.hands).bit_count() > players:
            game.apply(members(game.legal())[-1])
        if game.turn < 0:
            continue
        contract, before = game.contract, game.view(None).deal_points
        assert contract is not None
        found = Playout(contract, players, game.rules.hand_size).points(
            game.hands, KingPosition(game.turn, (), -1, -1, len(game.tricks) + 1)
        )
        finish(game)
        assert [more + points for more, points in zip(found, before, strict=True)] == contract.points(
            game.tricks, players
        )


def test_saying_is_replayed() -> None:
    """The auction of Denexa is gone through by robots alone."""
    game = opened("positive", "denexa-king", "auction")
    while game.phase != "play":
        do(game, says(game))
    assert game.contract is not None
