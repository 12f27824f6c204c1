"""Every worked example for Kingen, by its number. Seats: N 0, E 1, S 2, W 3; the dealer is N."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from bot.engine.cards import ACTION_OF_TEXT, CARD_OF_NAME, named
from bot.engine.errors import RuleViolation
from bot.engine.game import DealResult, TrickTaken
from bot.engine.king.game import KingGame
from tests.engine.helpers import (
    KINGEN_PRESETS,
    NEGATIVES,
    awaiting,
    dealt,
    do,
    ends_of,
    finish,
    king,
    late,
    legal,
    names,
    play_game,
    playing,
    plays,
    random_deals,
    shuffled,
)

FORCED: dict[str, Any] = {"forced_penalty": "always"}
BAN: dict[str, Any] = {"heart_lead": "only-hearts"}


def first_deal(game: KingGame, fits: Callable[[list[TrickTaken], DealResult], bool]) -> DealResult:
    """The first of many random deals that fits."""
    return next(result for tricks, result in random_deals(game, 20_000) if fits(tricks, result))


def won(tricks: list[TrickTaken], seat: int) -> list[str]:
    """The cards a seat captured."""
    return [card for taken in tricks if taken.trick.winner == seat for card in names(_set(taken))]


def _set(taken: TrickTaken) -> int:
    return sum(1 << card for card in taken.trick.cards)


def winners(tricks: list[TrickTaken]) -> list[int | None]:
    return [taken.trick.winner for taken in tricks]


def result_of(events: tuple[object, ...]) -> DealResult:
    return ends_of(list(events))[0][0]  # type: ignore[arg-type]


def test_vector_K01_negatives_total_52() -> None:
    deals, _ = ends_of(play_game(king(), 1))
    assert [(deal.contract, sum(deal.points or ())) for deal in deals[:6]] == list(
        zip(NEGATIVES, (-13, -13, -8, -8, -5, -5), strict=True)
    )


@pytest.mark.parametrize("preset", KINGEN_PRESETS)
def test_vector_K02_a_game_adds_up_to_zero(preset: str) -> None:
    for seed in range(5):
        game = king(preset)
        deals, ends = ends_of(play_game(game, seed))
        assert len(deals) == 10 and sum(game.points) == 0 and ends[0].points == tuple(game.points)


def test_vector_K03_tricks() -> None:
    result = first_deal(king(), lambda _, deal: deal.tricks == (3, 5, 1, 4))
    assert result.points == (-3, -5, -1, -4)


def test_vector_K04_hearts() -> None:
    hands = ("4H 7C 4C 5C 2D 3D", "AH KH 2C 6C 7D 8D", "2H 5H AC QH JH TH", "3H 6H 3C 9H 8H 7H")
    game = late("hearts", hands)
    events = plays(game, "AH 2H 3H 4H  KH 5H 6H 7C  2C AC 3C 4C  QH 9H 5C 6C  JH 8H 2D 7D  TH 7H 3D 8D")
    assert result_of(events).points == (0, -7, -6, 0)


def test_vector_K05_kings_and_jacks() -> None:
    game = late("kings-jacks", ("KD 2C", "JD 3C", "4D 4C", "KS 5C"), leader=0)
    plays(game, "KD JD 4D KS")
    assert game.view(None).deal_points == (-3, 0, 0, 0)


def test_vector_K06_queens() -> None:
    game = late("queens", ("3S 3H", "AS AH", "QS 2H", "2S QH"))
    assert result_of(plays(game, "AS QS 2S 3S AH 2H QH 3H")).points == (0, -4, 0, 0)


def test_vector_K07_king_of_hearts() -> None:
    result = first_deal(awaiting("king-of-hearts"), lambda tricks, _: "KH" in won(tricks, 2))
    assert result.points == (0, 0, -5, 0)


def test_vector_K08_seventh_and_last() -> None:
    result = first_deal(awaiting("seventh-last"), lambda t, _: (winners(t)[6], winners(t)[12]) == (3, 0))
    assert result.points == (-3, 0, 0, -2)


def test_vector_K09_seventh_and_last_by_one() -> None:
    result = first_deal(awaiting("seventh-last"), lambda t, _: (winners(t)[6], winners(t)[12]) == (1, 1))
    assert result.points == (0, -5, 0, 0)


def test_vector_K10_trumps() -> None:
    result = first_deal(awaiting("trump"), lambda _, deal: deal.tricks == (2, 4, 3, 4))
    assert result.points == (2, 4, 3, 4)


def test_vector_K11_four_for_the_king() -> None:
    values: dict[str, Any] = {"king_of_hearts_points": "4"}
    king_result = first_deal(awaiting("king-of-hearts", **values), lambda t, _: "KH" in won(t, 2))
    assert king_result.points == (0, 0, -4, 0)
    last_result = first_deal(
        awaiting("seventh-last", **values), lambda t, _: (winners(t)[6], winners(t)[12]) == (3, 0)
    )
    assert last_result.points == (-3, 0, 0, -3)
    deals, _ = ends_of(play_game(king(**values), 3))
    assert sum(sum(deal.points or ()) for deal in deals[:6]) == -52


def test_vector_K12_five_players() -> None:
    game = king(players=5)
    assert game.pack == ((1 << 52) - 1) & ~named("7S 7C")
    game.deal(shuffled(game, 1))
    assert game.view(None).hand_sizes == (10,) * 5
    assert len(game.plan) == 11


def test_vector_K13_five_players_total() -> None:
    deals, _ = ends_of(play_game(king(players=5), 1))
    assert [sum(deal.points or ()) for deal in deals] == [-10, -13, -8, -8, -5, -6] + [10] * 5


def test_vector_K14_five_players_sixth_deal() -> None:
    game = awaiting("seventh-last", players=5)
    result = first_deal(game, lambda t, _: (winners(t)[6], winners(t)[9]) == (1, 4))
    assert result.points == (0, -3, 0, 0, -3)


def test_vector_K15_three_players() -> None:
    game = king(players=3)
    assert game.pack == ((1 << 52) - 1) & ~named("2S")
    game.deal(shuffled(game, 1))
    assert game.view(None).hand_sizes == (17,) * 3
    assert len(game.plan) == 9


def test_vector_K16_three_players_sixth_deal() -> None:
    game = awaiting("seventh-last", players=3)
    result = first_deal(game, lambda t, _: (winners(t)[9], winners(t)[16]) == (1, 2))
    assert result.points == (0, -3, -2)


def test_vector_K17_three_players_queens_and_king() -> None:
    two_queens = first_deal(
        awaiting("queens", players=3), lambda t, _: sum(card[0] == "Q" for card in won(t, 1)) == 2
    )
    assert two_queens.points is not None and two_queens.points[1] == -2 and sum(two_queens.points) == -4
    the_king = first_deal(awaiting("king-of-hearts", players=3), lambda t, _: "KH" in won(t, 2))
    assert the_king.points == (0, 0, -4)


def test_vector_K18_dealers() -> None:
    deals, _ = ends_of(play_game(king(dealer=0), 1))
    assert [deal.dealer for deal in deals] == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]
    assert [deal.dealer for deal in deals if deal.contract == "trump"] == [2, 3, 0, 1]


def test_vector_K19_leads() -> None:
    for tricks, _ in random_deals(king(dealer=0), 20):
        assert tricks[0].trick.leader == 1
        assert [taken.trick.leader for taken in tricks[1:]] == winners(tricks)[:-1]
        if winners(tricks)[0] == 3:
            assert tricks[1].trick.leader == 3


def test_vector_K20_batches() -> None:
    game = king(dealer=0)
    deck = shuffled(game, 7)
    game.deal(deck)
    numbers = {1: (1, 17, 33), 2: (5, 21, 38), 3: (9, 25, 43), 0: (13, 29, 48)}
    for seat, starts in numbers.items():
        cards = [
            deck[start - 1 + step]
            for start, size in zip(starts, (4, 4, 5), strict=True)
            for step in range(size)
        ]
        assert game.hands[seat] == sum(1 << card for card in cards)


def test_vector_K21_trump_by_the_last_card() -> None:
    game = awaiting("trump")
    game.deal(dealt(game, {}, last="6C"))
    dealer = game.dealer
    for seat in (None, 0, 1, 2, 3):
        view = game.view(seat)
        assert view.trump == 0 and view.shown == ((dealer, CARD_OF_NAME["6C"]),)
    assert game.hands[dealer] & named("6C")


def test_vector_K22_highest_of_the_suit_led() -> None:
    game = late("tricks", ("AD", "5S", "KS", "2H"))
    taken = plays(game, "5S KS 2H AD")[0]
    assert isinstance(taken, TrickTaken) and taken.trick.winner == 2


def test_vector_K23_highest_trump() -> None:
    game = late("trump", ("9D", "5S", "2D", "AS"), trump="D")
    taken = plays(game, "5S 2D AS 9D")[0]
    assert isinstance(taken, TrickTaken) and taken.trick.winner == 0


IWWA: dict[str, Any] = {"preset": "kingen-iwwa"}

LEGAL: dict[str, tuple[str, str, dict[str, Any], str, str, str]] = {
    # id: (contract, trump, options, cards on the table, hand, legal)
    "K24": ("trump", "D", {}, "9S", "4D AH 3C", "4D AH 3C"),
    "K25": ("hearts", "", {}, "", "5H 2S", "5H 2S"),
    "K26": ("hearts", "", BAN, "", "5H 2S", "2S"),
    "K26-king": ("king-of-hearts", "", BAN, "", "5H 2S", "2S"),
    "K28": ("hearts", "", BAN, "", "5H 9H", "5H 9H"),
    "K30": ("kings-jacks", "", {}, "4C", "KD JS 2H", "KD JS 2H"),
    "K31": ("kings-jacks", "", FORCED, "4C", "KD JS 2H", "KD JS"),
    "K31-discard": ("kings-jacks", "", {"forced_penalty": "discard"}, "4C", "KD JS 2H", "KD JS"),
    "K32": ("kings-jacks", "", FORCED, "4C", "9D 2H", "9D 2H"),
    "K33": ("kings-jacks", "", FORCED, "4C QC", "JC TC 3C", "JC"),
    "K37": ("kings-jacks", "", FORCED, "4C", "3C KD", "3C"),
    "K44": ("trump", "D", {"must_trump": "yes", "undertrump": "must"}, "9S TD", "8D 5D AC 7H", "8D 5D"),
    "K45": ("trump", "D", {"must_trump": "yes", "undertrump": "any"}, "9S TD", "8D 5D AC 7H", "8D 5D AC 7H"),
    "K46": ("trump", "D", {"must_trump": "yes", "undertrump": "forbidden"}, "9S TD", "8D 5D AC 7H", "AC 7H"),
    "K47": ("trump", "D", {"must_trump": "yes", "undertrump": "forbidden"}, "9S TD", "8D 5D", "8D 5D"),
    "K48": ("trump", "D", IWWA, "9D JD", "QD 4D AC", "QD"),
    "K50": ("trump", "D", IWWA, "9S", "4D AH", "4D"),
    "K51": ("trump", "D", IWWA, "9S TD", "JD 3D AH", "JD"),
    "K52": ("trump", "D", IWWA, "9S TD", "8D AH", "8D AH"),
}


@pytest.mark.parametrize("row", LEGAL)
def test_vector_legal_cards(row: str) -> None:
    contract, trump, values, table, hand, expected = LEGAL[row]
    on_table = table.split()
    hands = ["2C"] * 4
    for step, card in enumerate(on_table):
        hands[(1 + step) % 4] = card
    hands[(1 + len(on_table)) % 4] = hand
    game = late(contract, tuple(hands), trump=trump, **values)
    plays(game, table)
    assert legal(game) == set(expected.split())


def test_vector_K27_hearts_are_never_broken() -> None:
    game = late("hearts", ("4H 7H 6D", "AC 5H 2S", "2H 8H 6C", "3H 9H 7C"), **BAN)
    plays(game, "AC 6C 7C 4H")
    assert legal(game) == {"2S"}
    plays(game, "2S 2H 3H 7H")
    assert legal(game) == {"5H"}


def test_vector_K53_the_dealer_names_the_trump() -> None:
    game = awaiting("trump", preset="kingen-iwwa")
    game.deal(shuffled(game, 1))
    assert game.turn == game.dealer
    assert legal(game) == {"trump C", "trump D", "trump H", "trump S"}
    assert game.view(game.dealer).hand.bit_count() == 13
    do(game, "trump S")
    assert game.trump == 3 and game.turn == (game.dealer + 1) % 4


def test_vector_K54_an_offer_is_higher_than_any_before() -> None:
    game = awaiting("trump", trump_choice="offers")
    game.deal(shuffled(game, 1))
    do(game, "offer 2")
    assert legal(game) == {"pass", *(f"offer {count}" for count in range(3, 14))}


def test_vector_K55_one_offer_each() -> None:
    game = awaiting("trump", trump_choice="offers")
    game.deal(shuffled(game, 1))
    eldest = game.turn
    for text in ("offer 2", "pass", "offer 3"):
        do(game, text)
    assert game.turn == game.dealer != eldest
    assert legal(game) == {"accept", "refuse"}


@pytest.mark.parametrize("preset", KINGEN_PRESETS)
def test_vector_K59_a_card_played_stays_played(preset: str) -> None:
    game = playing("tricks", preset)
    card = next(iter(legal(game)))
    seat = game.turn
    do(game, f"play {card}")
    assert not game.hands[seat] & named(card)
    with pytest.raises(RuleViolation):
        game.apply(ACTION_OF_TEXT[f"play {card}"])
    assert not any("take" in text for text in ACTION_OF_TEXT)
    tally = Counter(names(sum(game.hands)))
    finish(game)
    assert card not in tally
