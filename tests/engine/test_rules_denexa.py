"""Rules paragraphs D1 to D7, and section 4 of the worked examples. N 0, E 1, S 2, W 3; N deals."""

from __future__ import annotations

import pytest

from bot.engine.cards import CARD_OF_NAME, SUIT_LETTERS
from bot.engine.game import Trick
from bot.engine.king.course import adjusted, contract_of, sale, standing
from bot.engine.king.game import KingGame
from bot.engine.play import first_dealer
from bot.engine.registry import make_rules
from tests.engine.helpers import (
    awaiting,
    do,
    ends_of,
    finish,
    holding,
    king,
    legal,
    play_game,
    plays,
    random_deals,
    refused,
    shuffled,
)

DENEXA = "denexa-king"
NEGATIVES = ("tricks", "hearts", "queens", "kings-jacks", "king-of-hearts", "last-two")
TRUMPS = {f"trump {trump}" for trump in (*SUIT_LETTERS, "none")}


def positive(*says: str) -> KingGame:
    """A positive deal that N deals, in which all this has been said."""
    game = awaiting("positive", DENEXA, dealer=2)
    assert game.next_deal == (6, 0)
    game.deal(shuffled(game, 5))
    for text in says:
        do(game, text)
    return game


def bids(least: int) -> set[str]:
    return {f"bid {tricks}" for tricks in range(least, 14)}


def scored(game: KingGame, tricks: tuple[int, ...]) -> tuple[int, ...]:
    """What the deal scores for these trick counts."""
    game.tricks = [Trick(seat, (0, 1, 2, 3), seat) for seat, count in enumerate(tricks) for _ in range(count)]
    points = game._final_points()
    assert sum(points) == 325
    return points


@pytest.mark.parametrize(
    ("contract", "total"), list(zip(NEGATIVES, (-260, -260, -200, -240, -160, -180), strict=True))
)
def test_D01_vector_D05_the_negative_deals(contract: str, total: int) -> None:
    for tricks, result in random_deals(awaiting(contract, DENEXA), 5):
        assert sum(result.points or ()) == total and len(tricks) == 13 and result.trump is None


def test_D01_their_order() -> None:
    assert king(DENEXA).plan == (*NEGATIVES, *["positive"] * 4)
    assert sum((-260, -260, -200, -240, -160, -180)) == -1300


def test_D01_vector_D02_kings_and_jacks() -> None:
    game = playing_negative("kings-jacks", ("2C", "JD", "KH", "5H"))
    plays(game, "JD KH 5H 2C")
    assert game.view(None).deal_points == (0, -60, 0, 0)


def playing_negative(contract: str, hands: tuple[str, ...]) -> KingGame:
    game = awaiting(contract, DENEXA)
    game.deal(shuffled(game, 1))
    return holding(game, tuple(f"{hand} 2S" for hand in hands))


def test_D01_vector_D03_the_last_two_tricks() -> None:
    points = {
        (tricks[11].trick.winner, tricks[12].trick.winner): result.points
        for tricks, result in random_deals(awaiting("last-two", DENEXA), 300)
    }
    assert points[2, 2] == (0, 0, -180, 0)
    assert points[1, 2] == (0, -90, -90, 0)


def test_D02_the_dealer_names_a_trump_or_hands_over_to_an_auction() -> None:
    game = positive()
    view = game.view(0)
    assert (view.phase, view.turn, view.contract, view.trump) == ("trump-or-auction", 0, "positive", None)
    assert view.hand.bit_count() == 13 and legal(game) == TRUMPS | {"auction"}
    assert refused(game, "trump misere") == refused(game, "pass") == "not-a-choice"
    assert refused(game, "play 2C") == "choose-first"


def test_D02_each_deals_one_positive_deal() -> None:
    deals, _ = ends_of(play_game(king(DENEXA, dealer=1), 1))
    assert [deal.dealer for deal in deals] == [1, 2, 3, 0, 1, 2, 3, 0, 1, 2]


@pytest.mark.parametrize("trump", [*SUIT_LETTERS, "none"])
def test_D04_then_the_dealer_says_up_or_down(trump: str) -> None:
    game = positive(f"trump {trump}")
    view = game.view(0)
    suit = None if trump == "none" else SUIT_LETTERS.index(trump)
    assert (view.phase, view.turn, view.trump) == ("direction", 0, suit)
    assert legal(game) == {"direction up", "direction down"}
    for direction, suffix in (("up", ""), ("down", "-down")):
        twin = game.copy()
        do(twin, f"direction {direction}")
        view = twin.view(3)
        assert (view.phase, view.turn, view.trump) == ("play", 1, suit)
        assert view.contract == ("no-trump" if suit is None else "trump") + suffix
        contract = contract_of(view)
        assert contract is not None and contract == twin.contract
        finish(twin)
        assert twin.results[-1].contract == view.contract and sum(twin.results[-1].points or ()) == 325


def test_D03_eldest_hand_begins_and_the_dealer_is_skipped() -> None:
    game = positive("auction")
    spoke: list[int] = []
    for text in ("pass", "bid 1", "bid 2", "bid 3", "pass", "bid 4"):
        assert game.phase == "auction"
        spoke.append(game.turn)
        do(game, text)
    assert spoke == [1, 2, 3, 1, 2, 3] and game.turn == 1


def test_D03_vector_D09_two_passes_after_a_bid() -> None:
    game = positive("auction", "bid 1", "pass")
    assert (game.phase, game.turn) == ("auction", 3)
    do(game, "pass")
    assert (game.phase, game.turn, legal(game)) == ("trump", 1, TRUMPS)
    assert refused(game, "auction") == "not-a-choice"


def test_D03_vector_D10_the_higher_bid_wins() -> None:
    game = positive("auction", "bid 1", "bid 2", "pass", "pass")
    assert (game.phase, game.turn) == ("trump", 2)


def test_D03_a_pass_is_not_final() -> None:
    game = positive("auction", "pass", "pass", "bid 1")
    assert (game.phase, game.turn, legal(game)) == ("auction", 1, {"pass"} | bids(2))
    do(game, "bid 5")
    do(game, "pass")
    assert game.phase == "auction", "one pass after the bid"
    do(game, "pass")
    assert (game.phase, game.turn) == ("trump", 1)


def test_D03_two_passes_before_any_bid_end_nothing() -> None:
    game = positive("auction", "pass", "pass")
    assert (game.phase, game.turn) == ("auction", 3)
    do(game, "bid 2")
    assert (game.phase, game.turn) == ("auction", 1)


def test_D03_three_passes_and_no_bid_the_dealer_must_name() -> None:
    game = positive("auction", "pass", "pass", "pass")
    assert (game.phase, game.turn, legal(game)) == ("trump", 0, TRUMPS)
    assert sale(game.said) is None


def test_D03_vector_D14_a_bid_is_above_the_standing_one() -> None:
    game = positive("auction", "pass", "bid 2")
    assert game.turn == 3 and legal(game) == {"pass"} | bids(3)
    assert refused(game, "bid 2") == refused(game, "bid 1") == "bid-too-low"
    assert refused(game, "bid 14") == "bid-too-high"
    assert refused(game, "offer 3") == "not-a-choice"
    do(game, "bid 13")
    assert legal(game) == {"pass"}


def test_D03_the_auction_is_public() -> None:
    game = positive("auction", "bid 1", "pass", "bid 3")
    for seat in (None, 0, 1, 2, 3):
        said = game.view(seat).said
        assert [one.seat for one in said] == [0, 1, 2, 3]
        best = standing(said)
        assert best is not None and (best.seat, best.tricks) == (3, 3)
        assert sale(said) is None, "nothing is sold before the auction is over"


def test_D04_vector_D18_the_dealer_says_the_direction_whoever_named_the_trump() -> None:
    game = positive("auction", "bid 3", "pass", "pass", "trump H")
    assert (game.phase, game.turn, game.trump) == ("direction", 0, 2)
    assert refused(game, "trump S") == "not-a-choice"


def test_D04_vector_D06_up() -> None:
    assert scored(positive("trump C", "direction up"), (4, 3, 6, 0)) == (100, 75, 150, 0)


def test_D04_vectors_D07_D08_down() -> None:
    game = positive("trump none", "direction down")
    assert game.view(None).deal_points == (325,) * 4, "what everybody starts with"
    assert scored(game, (4, 3, 6, 0)) == (25, 100, -125, 325)
    assert scored(game, (5, 3, 5, 0))[0] == -50


@pytest.mark.parametrize(
    ("direction", "expected"), [("up", (125, 75, 75, 50)), ("down", (-50, 100, 100, 175))]
)  # D15, D16
def test_D05_vectors_D15_D16_adjusted_counts(direction: str, expected: tuple[int, ...]) -> None:
    game = positive("auction", "bid 3", "pass", "pass", "trump S", f"direction {direction}")
    assert scored(game, (2, 6, 3, 2)) == expected
    sold = sale(game.said)
    assert sold == (1, 0, 3) and adjusted((2, 6, 3, 2), sold) == (5, 3, 3, 2)


def test_D05_without_limits() -> None:
    game = positive("auction", "bid 13", "pass", "pass", "trump S", "direction up")
    assert scored(game, (9, 1, 2, 1)) == (22 * 25, -12 * 25, 50, 25)
    game = positive("auction", "bid 13", "pass", "pass", "trump S", "direction down")
    assert scored(game, (9, 1, 2, 1)) == (325 - 22 * 75, 325 + 12 * 75, 175, 250)


def test_D05_the_result_tells_tricks_taken_and_what_was_said() -> None:
    game = positive("auction", "bid 2", "pass", "pass", "trump S", "direction up")
    finish(game)
    result = game.results[-1]
    assert sum(result.tricks) == 13 and result.points is not None
    counts = adjusted(result.tricks, sale(result.said))
    assert tuple(25 * count for count in counts) == result.points and counts != result.tricks


def test_D06_nothing_is_forced() -> None:
    game = awaiting("hearts", DENEXA)
    game.deal(shuffled(game, 1))
    assert legal(holding(game, ("2D 3D", "5H 2S", "3C 4C", "5C 6C"))) == {"5H", "2S"}
    plays(game, "2S")
    holding(game, ("2D 3D", "2S 3S", "9H 4C", "5C 6C"))
    plays(game, "2S")
    assert legal(game) == {"9H", "4C"}
    game = holding(positive("trump C", "direction up"), ("2D 3D", "2S 3S", "9H 4C", "5C 6C"))
    plays(game, "2S")
    assert legal(game) == {"9H", "4C"}
    assert not any(contract.stops for plan in game.course.deals for contract in plan.contracts)


def test_D06_the_pack_is_shuffled_for_every_deal() -> None:
    game = positive()
    assert game.rules["shuffle"] == "full" and game.gathered() is None


def test_D06_whoever_is_dealt_the_king_of_hearts_deals_first() -> None:
    rules = make_rules(DENEXA, 4, {})
    deck = [card for card in range(52) if card != CARD_OF_NAME["KH"]]
    for place in (0, 1, 6, 51):
        assert first_dealer(rules, [*deck[:place], CARD_OF_NAME["KH"], *deck[place:]]) == place % 4
    assert first_dealer(make_rules(DENEXA, 4, {"first-dealer": "random"}), list(range(52))) is None
    assert first_dealer(make_rules("kingen", 4, {}), list(range(52))) is None


@pytest.mark.parametrize("dealer", range(4))
def test_D06_the_dealer_of_a_record_is_taken_as_given(dealer: int) -> None:
    game = king(DENEXA, dealer=dealer)
    game.deal(shuffled(game, 1))
    assert game.dealer == dealer and game.turn == (dealer + 1) % 4


def test_D07_vector_D19_a_game_adds_up_to_zero() -> None:
    for seed in range(6):
        game = king(DENEXA, dealer=seed % 4)
        deals, _ = ends_of(play_game(game, seed))
        assert [sum(deal.points or ()) for deal in deals[6:]] == [325] * 4
        assert sum(game.points) == 0
