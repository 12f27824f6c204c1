"""Rules paragraphs G1 to G8."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine.cards import CARD_OF_NAME, members, named
from bot.engine.errors import RuleViolation
from bot.engine.game import AWAITS_DECK, OVER, TrickTaken
from bot.engine.play import gather
from bot.engine.registry import make_rules
from tests.engine.helpers import awaiting, do, ends_of, finish, king, late, legal, play_game, plays, shuffled


def cards(text: str) -> list[int]:
    return [CARD_OF_NAME[name] for name in text.split()]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_G01_the_next_seat_deals_and_eldest_hand_leads(players: int) -> None:
    game = king(players=players, dealer=players - 1)
    dealers: list[int] = []
    while game.turn != OVER:
        game.deal(shuffled(game, len(dealers)))
        dealers.append(game.dealer)
        assert game.turn == (game.dealer + 1) % players
        finish(game)
    assert dealers == [(players - 1 + deal) % players for deal in range(len(dealers))]


def test_G02_gathered_by_hand() -> None:
    piles = (cards("2C 3C"), cards("4C 5C"), cards("6C 7C"))
    left = (cards("8C"), cards("9C"), cards("TC"))
    # For dealer 1 the pile of seat 2 is at the bottom, then 0's, then 1's; hands left lie on top.
    assert gather(1, piles, left) == tuple(cards("6C 7C 2C 3C 4C 5C 8C 9C TC"))


def test_G02_gathered_in_the_order_tricks_were_won() -> None:
    game = king()
    assert game.gathered() is None, "nothing to gather before the first deal"
    game.deal(shuffled(game, 3))
    assert game.gathered() is None, "nothing to gather while cards are held"
    piles: dict[int, list[int]] = {seat: [] for seat in range(4)}
    for event in finish(game, Random(3)):
        if isinstance(event, TrickTaken) and event.trick.winner is not None:
            piles[event.trick.winner] += event.trick.cards
    assert game.next_deal == (1, 1)
    assert game.gathered() == (*piles[2], *piles[3], *piles[0], *piles[1])


def test_G02_hands_left_after_an_early_stop_lie_on_top_as_dealt() -> None:
    game = awaiting("king-of-hearts", early_stop="king-of-hearts")
    deck = shuffled(game, 11)
    game.deal(deck)
    finish(game, Random(1))
    left = [set(members(hand)) for hand in game.hands]
    assert any(left), "this deal stops early"
    gathered = game.gathered()
    assert gathered is not None and sorted(gathered) == sorted(deck)
    on_top = [card for hand in left for card in deck if card in hand]
    assert list(gathered[-len(on_top) :]) == on_top


def test_G02_the_view_tells_no_order_of_the_pack() -> None:
    game = king()
    game.deal(shuffled(game, 3))
    assert not hasattr(game.view(0), "deck")


def test_G02_a_full_shuffle_gathers_nothing() -> None:
    game = king(shuffle="full")
    game.deal(shuffled(game, 1))
    finish(game)
    assert game.turn == AWAITS_DECK and game.gathered() is None


@pytest.mark.parametrize(("players", "batches"), [(4, "4-4-5"), (3, "4-4-4-5"), (5, "3-3-4")])
def test_G03_default_batches(players: int, batches: str) -> None:
    rules = make_rules("kingen", players, {})
    assert rules["batches"] == rules["positive-batches"] == batches


@pytest.mark.parametrize(
    "value", ["4-4-4", "0-13", "13-", "", "4-4-5-0", "-13", "a", "4--4-5", "4-4-05", "٤-4-5"]
)
def test_G03_batches_are_positive_and_add_up(value: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        make_rules("kingen", 4, {"batches": value})
    assert (refused.value.code, refused.value.reason) == ("bad-option", "value")
    assert refused.value.detail == f"batches={value}"


def test_G03_positive_batches_hold_for_trump_deals_only() -> None:
    rules = make_rules("kingen", 4, {"batches": "13"})
    assert rules["positive-batches"] == "13", "as batches unless given"
    game = awaiting("trump", batches="13", positive_batches="1-12")
    number = game.next_deal[0]
    assert game.course.deals[number - 1].batches == (13,)
    deck = shuffled(game, 1)
    game.deal(deck)
    eldest = (game.dealer + 1) % 4
    assert game.hands[eldest] == sum(1 << card for card in (deck[0], *deck[4:16]))


def test_G04_the_winner_leads() -> None:
    game = late("tricks", ("AD 3D", "2D 4D", "5D 6D", "7D 8D"))
    plays(game, "2D 5D 7D AD")
    assert game.turn == 0


def test_G05_follow_suit_if_able() -> None:
    game = late("tricks", ("AD 3S", "2D 4D", "5D 6C", "7H 8H"))
    plays(game, "2D")
    assert legal(game) == {"5D"}
    plays(game, "5D")
    assert legal(game) == {"7H", "8H"}


def test_G06_only_what_was_played_is_gone() -> None:
    game = late("tricks", ("AD 3S", "2D 4D", "5D 6C", "7H 8H"))
    plays(game, "2D")
    with pytest.raises(RuleViolation) as refused:
        do(game, "play 2D")
    assert refused.value.reason == "not-in-hand"


def test_G07_nothing_is_skipped() -> None:
    game = late("tricks", ("AD", "2D", "5D", "7H"))
    for seat in (1, 2, 3, 0):
        assert game.turn == seat and len(legal(game)) == 1
        plays(game, next(iter(legal(game))))
    offers = awaiting("trump", trump_choice="offers")
    offers.deal(shuffled(offers, 1))
    do(offers, "offer 13")
    assert legal(offers) == {"pass"}


@pytest.mark.parametrize(
    ("points", "places"),
    [([5, 5, 1, -11], (1, 1, 3, 4)), ([0, 0, 0, 0], (1, 1, 1, 1)), ([-9, 3, 3, 3], (4, 1, 1, 1))],
)
def test_G08_equal_totals_share_a_place(points: list[int], places: tuple[int, ...]) -> None:
    game = king()
    game.points = points
    assert game.places() == places


def test_G08_the_end_of_the_game_tells_the_places() -> None:
    game = king()
    _, ends = ends_of(play_game(game, 2))
    assert len(ends) == 1 and ends[0].places == game.places()
    assert game.turn == OVER and game.view(None).phase == "over"


@pytest.mark.parametrize("turn", ["deck", "over"])
def test_G_no_action_where_a_deck_is_awaited_or_the_game_is_over(turn: str) -> None:
    game = king()
    if turn == "over":
        play_game(game, 1)
    assert game.legal() == 0
    with pytest.raises(RuleViolation) as refused:
        do(game, "play 2C")
    assert refused.value.code == ("game-over" if turn == "over" else "not-your-turn")
    if turn == "over":
        with pytest.raises(RuleViolation) as again:
            game.deal(shuffled(game, 1))
        assert again.value.code == "game-over"


def test_G_no_deck_where_an_action_is_awaited() -> None:
    game = king()
    game.deal(shuffled(game, 1))
    with pytest.raises(RuleViolation) as refused:
        game.deal(shuffled(game, 1))
    assert refused.value.code == "not-your-turn"


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        (list(range(51)), "wrong-number"),
        ([*range(52), 0], "wrong-number"),
        ([], "wrong-number"),
        ([*range(51), 0], "repeated-card"),
        ([*range(51), 52], "unknown-card"),
        ([*range(51), -1], "unknown-card"),
        ([0, 0, 1, 1, *range(4, 52)], "repeated-card"),
    ],
)
def test_G_a_bad_deck_changes_nothing(deck: list[int], reason: str) -> None:
    game = king()
    before = game.view(0)
    with pytest.raises(RuleViolation) as refused:
        game.deal(deck)
    assert (refused.value.code, refused.value.reason) == ("bad-deck", reason)
    assert game.view(0) == before and game.turn == AWAITS_DECK


def test_G_a_card_left_out_of_the_pack_is_unknown() -> None:
    game = king(players=3)
    deck = shuffled(game, 1)
    deck[0] = members(named("2S"))[0]
    with pytest.raises(RuleViolation) as refused:
        game.deal(deck)
    assert refused.value.reason == "unknown-card"
