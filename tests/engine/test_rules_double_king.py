"""Rules paragraphs DK1 to DK3 and W1, and sections 2 and 3 of the worked examples. N is seat 0 and the first
dealer."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bot.engine.cards import members
from bot.engine.king.course import adjusted, contract_of, ledger_of, sale
from bot.engine.king.game import KingGame
from tests.engine.helpers import (
    NEGATIVES,
    awaiting,
    do,
    ends_of,
    finish,
    holding,
    king,
    late,
    legal,
    opened,
    play_game,
    playing,
    plays,
    random_deals,
    refused,
    shuffled,
)

DOUBLE = ("dubbelkingen", "whisthub-double-king")
SUITS = {f"trump {suit}" for suit in "CDHS"}
NAMES = {f"contract {name}" for name in NEGATIVES}


def after(*named: str, preset: str = "dubbelkingen") -> KingGame:
    """A game in which these have been named and played, and the next dealer is to name."""
    game = king(preset)
    for number, text in enumerate(named):
        game.deal(shuffled(game, number))
        do(game, text)
        finish(game)
    game.deal(shuffled(game, 99))
    return game


# Naming what is played


@pytest.mark.parametrize("preset", DOUBLE)
def test_DK01_vector_DK1_the_dealer_names_a_negative_or_a_trump_suit(preset: str) -> None:
    game = opened("", preset)
    view = game.view(0)
    assert (view.phase, view.turn, view.dealer, view.contract, view.deals) == ("contract", 0, 0, "", 20)
    assert view.hand.bit_count() == 13 and contract_of(view) is None
    assert legal(game) == NAMES | SUITS
    assert refused(game, "trump none") == "not-a-choice"
    assert refused(game, "contract jacks") == "not-a-choice"
    assert refused(game, "play 2C") == "choose-first"


@pytest.mark.parametrize("name", NEGATIVES)
def test_DK01_a_negative_is_played(name: str) -> None:
    game = opened("", "dubbelkingen", f"contract {name}")
    view = game.view(1)
    assert (view.phase, view.turn, view.contract, view.trump) == ("play", 1, name, None)
    finish(game)
    assert (
        game.results[-1].contract == name
        and sum(game.points)
        == {
            "tricks": -13,
            "hearts": -13,
            "kings-jacks": -8,
            "queens": -8,
            "king-of-hearts": -5,
            "seventh-last": -5,
        }[name]
    )


def test_DK01_a_trump_suit_is_played() -> None:
    game = opened("", "dubbelkingen", "trump H")
    assert (game.turn, game.contract_name, game.trump) == (1, "trump", 2)
    finish(game)
    assert sum(game.points) == 13


@pytest.mark.parametrize("preset", DOUBLE)
def test_DK01_vector_DK9_whole_games(preset: str) -> None:
    for seed in range(4):
        game = king(preset, dealer=seed)
        deals, ends = ends_of(play_game(game, seed))
        assert [deal.dealer for deal in deals] == [(seed + number) % 4 for number in range(20)]
        assert sum(sum(deal.points or ()) for deal in deals if deal.contract != "trump") == -104
        assert sum(sum(deal.points or ()) for deal in deals if deal.contract == "trump") == 104
        assert ends[0].points == tuple(game.points) and sum(game.points) == 0
        assert Counter(deal.contract for deal in deals) == {**dict.fromkeys(NEGATIVES, 2), "trump": 8}
        for dealer in range(4):
            own = [deal.contract for deal in deals if deal.dealer == dealer]
            assert len(own) == 5 and own.count("trump") == 2


def test_DK02_vector_DK2_a_negative_named_twice_is_used_up() -> None:
    game = after("contract tricks", "contract tricks")
    assert legal(game) == (NAMES - {"contract tricks"}) | SUITS
    assert refused(game, "contract tricks") == "contract-used-up"


def test_DK02_vector_DK3_a_negative_may_be_named_again_by_the_same_dealer() -> None:
    game = after("contract queens", "trump C", "trump D", "trump H")
    assert game.dealer == 0
    assert legal(game) == NAMES | SUITS
    do(game, "contract queens")
    assert game.contract_name == "queens"


def test_DK02_vector_DK4_after_three_negatives_only_trumps() -> None:
    game = after(
        *("contract tricks", "trump C", "trump D", "trump H"),
        *("contract hearts", "trump C", "trump D", "trump H"),
        *("contract queens", "contract tricks", "contract hearts", "contract queens"),
    )
    assert game.dealer == 0 and legal(game) == SUITS
    assert refused(game, "contract seventh-last") == "negatives-named"


def test_DK02_vector_DK5_after_two_trumps_only_negatives() -> None:
    game = after(
        *("trump H", "contract tricks", "contract hearts", "contract queens"),
        *("trump C", "contract tricks", "contract hearts", "contract kings-jacks"),
    )
    assert game.dealer == 0
    assert legal(game) == NAMES - {"contract tricks", "contract hearts"}
    assert refused(game, "trump H") == "trumps-named"


def test_DK02_vector_DK7_a_suit_may_be_named_again() -> None:
    game = after("contract tricks", "trump H", *("contract hearts", "contract queens", "trump H"))
    assert game.dealer == 1 and "trump H" in legal(game)


def test_DK02_there_is_always_something_left_to_name() -> None:
    for seed in range(200):
        game, random = king("dubbelkingen"), Random(seed)
        while game.turn != -2:
            game.deal(shuffled(game, 1))
            game.apply(random.choice(members(game.legal())))
            finish_unplayed(game)


def finish_unplayed(game: KingGame) -> None:
    """Let the deal end without playing a card: only what was named matters."""
    game.hands = [0] * 4
    game._end()


def test_DK02_the_ledger_tells_what_has_been_named() -> None:
    game = after("contract queens", "trump C", "contract queens", "contract tricks", "trump D")
    view = game.view(None)
    ledger = ledger_of(view)
    assert ledger is not None and tuple(ledger.negatives) == NEGATIVES
    assert ledger.negatives["queens"] == (1, 0, 1, 0) and ledger.negatives["tricks"] == (0, 0, 0, 1)
    assert ledger.trumps == (1, 1, 0, 0)
    assert [ledger.negatives_of(seat) for seat in range(4)] == [1, 0, 1, 1]
    assert ledger_of(king().view(None)) is None
    assert sale(view.said) is None and adjusted((3, 4, 5, 1), None) == (3, 4, 5, 1)


def test_DK03_four_players_only() -> None:
    """The refusal itself: test_presets.py."""
    assert king("dubbelkingen").rules.preset.players == (4,)


def test_vector_DK11_penalty_cards_as_soon_as_it_is_safe() -> None:
    game = opened("", "dubbelkingen", "contract kings-jacks")
    plays(holding(game, ("2D", "4C", "QC", "JC 3C")), "4C QC")
    assert legal(game) == {"JC"}


def test_DK01_played_as_the_club_plays_it() -> None:
    game = holding(opened("", "dubbelkingen", "contract hearts"), ("2D 3D", "5H 2S", "3C 4C", "5C 6C"))
    assert legal(game) == {"2S"}
    game = holding(opened("", "dubbelkingen", "trump D"), ("2C", "9D", "JD", "QD 4D AC"))
    plays(game, "9D JD")
    assert legal(game) == {"QD"}


# Whisthub


@pytest.mark.parametrize(
    ("contract", "table", "hand", "expected"),
    [
        ("hearts", "5C", "8H 3H KD", "8H 3H"),  # WH1
        ("queens", "AS", "QS 4S", "QS"),  # WH2
        ("queens", "5S", "QD 2C", "QD"),  # WH3
        ("queens", "5S", "2C 5D", "2C 5D"),  # WH4
        ("hearts", "9H", "TH 8H 2H", "TH 8H 2H"),  # W1: hearts led are free
        ("hearts", "9H", "2S 5D", "2S 5D"),
    ],
)
def test_W01_vectors_WH1_to_WH4(contract: str, table: str, hand: str, expected: str) -> None:
    for preset in ("whisthub-king", "whisthub-double-king"):
        if preset == "whisthub-king":
            game = playing(contract, preset)
        else:
            game = opened("", preset, f"contract {contract}")
        holding(game, ("2C", table, hand, "3C"))
        plays(game, table)
        assert legal(game) == set(expected.split())


def test_W01_vector_WH5_the_king_of_hearts_ends_the_deal_with_its_trick() -> None:
    game = late("king-of-hearts", ("2C 3S", "4C 4S", "KH 5S", "3C 6S"), preset="whisthub-king")
    plays(game, "4C KH 3C")
    assert game.turn == 0, "the trick is finished"
    deals, _ = ends_of(list(plays(game, "2C")))
    assert deals[0].points == (0, -5, 0, 0) and sum(deals[0].tricks) == 1
    for contract in NEGATIVES:
        lengths = {len(tricks) for tricks, _ in random_deals(awaiting(contract, "whisthub-king"), 20)}
        assert (min(lengths) < 13) == (contract == "king-of-hearts")


@pytest.mark.parametrize(
    ("hand", "expected"),
    [("TC 3C AS", "TC"), ("3C AS", "3C AS"), ("2H 9C", "2H")],  # WH6, WH7, WH8
)
def test_W01_vectors_WH6_to_WH8(hand: str, expected: str) -> None:
    game = late("trump", ("2D", "KH", "5C", hand), trump="C", preset="whisthub-king")
    plays(game, "KH 5C")
    assert legal(game) == set(expected.split())


def test_W01_vector_WH10_seventh_and_last() -> None:
    game = awaiting("seventh-last", "whisthub-king")
    both = (
        deal.points
        for tricks, deal in random_deals(game, 500)
        if (tricks[6].trick.winner, tricks[12].trick.winner) == (1, 1)
    )
    assert next(both) == (0, -5, 0, 0)


def test_W01_a_trump_lead_need_not_be_beaten() -> None:
    game = late("trump", ("2C", "9D", "JD", "QD 4D AC"), trump="D", preset="whisthub-king")
    plays(game, "9D JD")
    assert legal(game) == {"QD", "4D"}


def test_W01_hearts_are_not_led_and_the_dealer_names_trumps() -> None:
    assert legal(late("king-of-hearts", ("2D", "5H 2S", "3C", "4C"), preset="whisthub-king")) == {"2S"}
    game = opened("trump", "whisthub-king")
    assert (game.phase, game.turn, legal(game)) == ("trump", game.dealer, SUITS)
