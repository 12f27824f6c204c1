"""Rules paragraphs R1 to R9, and section 5 of the worked examples. N is seat 0 and the first dealer."""

from __future__ import annotations

import pytest

from bot.engine.cards import CARD_OF_NAME, SUIT_LETTERS, named
from bot.engine.king.course import adjusted, contract_of, sale
from bot.engine.king.game import KingGame
from tests.engine.helpers import (
    awaiting,
    dealt,
    do,
    ends_of,
    finish,
    holding,
    king,
    legal,
    opened,
    play_game,
    plays,
    random_deals,
    refused,
    shuffled,
)

MIRRORED = "russian-king"
ORDERS = "russian-king-orders"
PENALTIES = ("tricks", "hearts", "jacks", "queens", "king-of-hearts", "last-two")
DECLARATIONS = {f"trump {trump}" for trump in (*SUIT_LETTERS, "none", "misere", "last-card")}


def order(*says: str, players: int = 4, **values: str) -> KingGame:
    """The first trump order: W deals it with four players, so N declares; with three it is N, and seat 1
    declares."""
    return opened("order", ORDERS, *says, players=players, **values)


def declarer(game: KingGame) -> int:
    return (game.dealer + 1) % game.rules.players


def in_contract(contract: str, hands: tuple[str, ...], preset: str = MIRRORED, **values: str) -> KingGame:
    return holding(opened(contract, preset, players=len(hands), **values), hands)


@pytest.mark.parametrize(
    ("players", "cards", "left_out"), [(4, 8, "6S 2C 3D"), (3, 10, "7S 7C 6H")]
)  # R01, R02
def test_R01_vectors_R01_R02_the_pack(players: int, cards: int, left_out: str) -> None:
    game = king(MIRRORED, players)
    game.deal(shuffled(game, 1))
    assert game.view(None).hand_sizes == (cards,) * players
    assert game.pack.bit_count() == {4: 32, 3: 30}[players] and not game.pack & named(left_out)
    assert game.pack & named("7H 7D") == named("7H 7D")


@pytest.mark.parametrize("preset", [MIRRORED, ORDERS])
@pytest.mark.parametrize("eralash", ["yes", "no"])
@pytest.mark.parametrize("players", [3, 4])
def test_R02_vectors_R01_R11_penalties(players: int, eralash: str, preset: str) -> None:
    deals, _ = ends_of(play_game(king(preset, players, eralash=eralash), 3))
    half = [*PENALTIES, "eralash"] if eralash == "yes" else [*PENALTIES]
    first = deals[: len(half)]
    assert [deal.contract for deal in first] == half and all(deal.trump is None for deal in first)
    totals = [sum(deal.points or ()) for deal in first]
    assert totals == [-40] * 6 + [-240] * (eralash == "yes")


@pytest.mark.parametrize(("players", "points"), [(4, -5), (3, -4)])
def test_R02_a_trick(players: int, points: int) -> None:
    hands = ("7H 8C", "9H TC", "TH 9C", "JH JC")[:players]
    game = in_contract("tricks", hands)
    plays(game, " ".join(hands[seat].split()[0] for seat in (*range(1, players), 0)))
    assert sorted(game.view(None).deal_points) == [points] + [0] * (players - 1)


@pytest.mark.parametrize(
    ("contract", "points"),
    [("hearts", -15), ("jacks", -10), ("queens", -10), ("king-of-hearts", -40), ("eralash", -80)],
)
def test_R02_a_trick_with_cards_that_score(contract: str, points: int) -> None:
    game = in_contract(contract, ("JC 8C", "AH 7D", "QH 9C", "KH 9D"), heart_lead="free")
    plays(game, "AH QH KH JC")
    # In eralash: the trick 5, three hearts 15, jack and queen 20, the king 40.
    assert game.view(None).deal_points == (0, points, 0, 0)


@pytest.mark.parametrize("players", [3, 4])
def test_R02_vector_R06_the_last_two_tricks(players: int) -> None:
    tricks = {4: 8, 3: 10}[players]
    points = {
        (found[-2].trick.winner, found[-1].trick.winner): result.points
        for found, result in random_deals(awaiting("last-two", MIRRORED, players), 200)
        if len(found) == tricks
    }
    rest = (0,) * (players - 2)
    assert points[0, 1] == (-20, -20, *rest)
    assert points[1, 1] == (0, -40, *rest)


@pytest.mark.parametrize("prefix", ["", "take-"])
@pytest.mark.parametrize("contract", [*PENALTIES, "eralash"])
def test_R03_the_lead_ban_in_both_halves(contract: str, prefix: str) -> None:
    banned = contract in ("hearts", "king-of-hearts", "eralash")
    hands = ("7D 8D", "TH 9S", "9C TC", "JC QC")
    assert legal(in_contract(prefix + contract, hands)) == ({"9S"} if banned else {"TH", "9S"})
    assert legal(in_contract(prefix + contract, ("7D", "TH 9H", "9C", "JC"))) == {"TH", "9H"}
    assert legal(in_contract(prefix + contract, hands, heart_lead="free")) == {"TH", "9S"}


@pytest.mark.parametrize("prefix", ["", "take-"])
@pytest.mark.parametrize("contract", [*PENALTIES, "eralash"])
def test_R03_nothing_is_forced_but_the_king_of_hearts_if_so_agreed(contract: str, prefix: str) -> None:
    hands = ("7D", "9S", "KH AD JH", "8C")
    game = in_contract(prefix + contract, hands)
    plays(game, "9S")
    assert legal(game) == {"KH", "AD", "JH"}
    game = in_contract(prefix + contract, hands, king_discard="yes")
    plays(game, "9S")
    if contract in ("king-of-hearts", "eralash"):
        assert legal(game) == {"KH"} and refused(game, "play AD") == "king-discard"
    else:
        assert legal(game) == {"KH", "AD", "JH"}
    following = in_contract(prefix + contract, ("7D", "9S", "KH QS", "8C"), king_discard="yes")
    plays(following, "9S")
    assert legal(following) == {"QS"}
    without = in_contract(prefix + contract, ("7D", "9S", "QH AD", "8C"), king_discard="yes")
    plays(without, "9S")
    assert legal(without) == {"QH", "AD"}


def test_R04_vector_R12_the_same_deals_with_plus_signs() -> None:
    game = king(MIRRORED)
    half = (*PENALTIES, "eralash")
    assert game.plan == (*half, *(f"take-{name}" for name in half))
    game = in_contract("take-jacks", ("7D 8D", "9S 9C", "JS TC", "AS JC"))
    plays(game, "9S JS AS 7D  JC 8D 9C TC")
    assert game.results[-1].points == (0, 0, 0, 20)
    assert (game.results[-1].contract, game.results[-1].trump) == ("take-jacks", None)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("eralash", ["yes", "no"])
def test_R04_vector_R13_a_mirrored_game_adds_up_to_zero(players: int, eralash: str) -> None:
    for seed in range(3):
        game = king(MIRRORED, players, eralash=eralash)
        deals, _ = ends_of(play_game(game, seed))
        half = len(deals) // 2
        assert half == (7 if eralash == "yes" else 6)
        assert [-sum(deal.points or ()) for deal in deals[:half]] == [
            sum(deal.points or ()) for deal in deals[half:]
        ]
        assert sum(game.points) == 0


def test_R05_vector_R14_eight_points_a_trick() -> None:
    results = (deal for _, deal in random_deals(awaiting("order", ORDERS, sale="no"), 2000))
    found = next(deal for deal in results if deal.tricks == (3, 2, 2, 1))
    assert found.points == (24, 16, 16, 8)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(
    ("values", "each"), [({}, 2), ({"eralash": "no"}, 1), ({"orders_per_player": "4"}, 4)]
)
def test_R05_vector_R15_how_many_orders_and_what_they_add_up_to(
    players: int, values: dict[str, str], each: int
) -> None:
    game = king(ORDERS, players, 0, **values)
    deals, _ = ends_of(play_game(game, 5))
    orders = [deal for deal in deals if sum(deal.points or ()) > 0]
    assert len(orders) == each * players == game.plan.count("order")
    assert {sum(deal.points or ()) for deal in orders} == {64 if players == 4 else 80}
    declarers = [(deal.dealer + 1) % players for deal in orders]
    assert sorted(declarers) == sorted([*range(players)] * each)
    if "orders_per_player" not in values:
        assert (sum(game.points) == 0) == (players == 3), "with four it cannot"


def test_R05_hearts_may_be_led() -> None:
    game = holding(order("trump S"), ("7D 8D", "TH 9S", "9C TC", "JC QC"))
    assert legal(game) == {"TH", "9S"}


@pytest.mark.parametrize("players", [3, 4])
def test_R06_eldest_hand_declares_on_three_cards(players: int) -> None:
    game = awaiting("order", ORDERS, players)
    deck = shuffled(game, 7)
    game.deal(deck)
    assert (game.phase, game.turn) == ("declare", declarer(game))
    assert legal(game) == DECLARATIONS | {"sell"}
    for seat in (None, *range(players)):
        view = game.view(seat)
        assert view.hand_sizes == (3,) * players and view.hand.bit_count() == (0 if seat is None else 3)
        assert (view.contract, view.trump, view.shown) == ("order", None, ())
    first = deck[:3]
    assert game.view(declarer(game)).hand == sum(1 << card for card in first)
    assert refused(game, "play " + "7H") == "choose-first"


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("says", [(), ("sell",), ("sell", "offer 1", "pass"), ("sell", "pass", "offer 2")])
def test_R06_nobody_can_tell_what_is_not_dealt(players: int, says: tuple[str, ...]) -> None:
    """Whatever lies below the first three cards of each, every view is the same, and so is what is legal."""
    game = awaiting("order", ORDERS, players)
    deck = shuffled(game, 7)
    first = deck[: 3 * players]
    views: list[object] = []
    for rest in (deck[3 * players :], deck[: 3 * players - 1 : -1]):
        twin = game.copy()
        twin.deal([*first, *rest])
        for text in says:
            do(twin, text)
        if twin.phase == "answer":
            assert twin.turn == declarer(twin)
        views.append([twin.view(seat) for seat in (None, *range(players))])
    assert views[0] == views[1]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("text", sorted(DECLARATIONS))
def test_R06_then_the_rest_is_dealt(players: int, text: str) -> None:
    game = awaiting("order", ORDERS, players)
    deck = shuffled(game, 7)
    game.deal(deck)
    held = list(game.hands)
    do(game, text)
    cards = {3: 10, 4: 8}[players]
    assert game.view(None).hand_sizes == (cards,) * players and sum(game.hands) == game.pack
    assert all(hand & first == first for hand, first in zip(game.hands, held, strict=True))
    assert game.turn == declarer(game) and game.phase == "play"
    last = deck[-1]
    name, trump, shown = {
        "trump none": ("no-trump", None, ()),
        "trump misere": ("misere", None, ()),
        "trump last-card": ("trump", last // 13, ((game.dealer, last),)),
    }.get(text, ("trump", "CDHS".find(text[-1]), ()))
    for seat in (None, *range(players)):
        view = game.view(seat)
        assert (view.contract, view.trump, view.shown) == (name, trump, shown)
        contract = contract_of(view)
        assert contract is not None and contract == game.contract


def test_R06_vector_R17_last_card() -> None:
    game = awaiting("order", ORDERS)
    game.deal(dealt(game, {}, last="9C"))
    assert game.view(None).shown == ()
    do(game, "trump last-card")
    assert game.trump == 0 and game.view(None).shown == ((game.dealer, CARD_OF_NAME["9C"]),)
    assert game.hands[game.dealer] & named("9C")
    finish(game)
    assert (game.results[-1].contract, game.results[-1].trump) == ("trump", 0)


def test_R06_without_sale() -> None:
    game = order(sale="no")
    assert legal(game) == DECLARATIONS and refused(game, "sell") == "no-sale"


def test_R07_the_others_offer_once_each_from_the_sellers_left() -> None:
    game = order("sell")
    seller = declarer(game)
    for step, (text, least) in enumerate((("offer 2", 1), ("pass", 3), ("offer 5", 3)), start=1):
        assert (game.phase, game.turn) == ("offers", (seller + step) % 4)
        assert legal(game) == {"pass", *(f"offer {tricks}" for tricks in range(least, 9))}
        do(game, text)
    assert (game.phase, game.turn, legal(game)) == ("answer", seller, {"accept", "refuse"})
    assert game.view(None).hand_sizes == (3,) * 4


def test_R07_offers_rise_up_to_the_number_of_tricks() -> None:
    game = order("sell", "offer 2")
    assert refused(game, "offer 2") == refused(game, "offer 1") == "offer-too-low"
    assert refused(game, "offer 9") == "offer-too-high"
    assert refused(game, "bid 3") == "not-a-choice"
    do(game, "offer 8")
    assert legal(game) == {"pass"}


def test_R07_the_buyer_declares_on_their_own_three_cards_and_may_not_sell() -> None:
    game = order("sell", "offer 2", "pass", "pass", "accept")
    buyer = (declarer(game) + 1) % 4
    assert (game.phase, game.turn, legal(game)) == ("declare", buyer, DECLARATIONS)
    assert game.view(buyer).hand.bit_count() == 3
    assert refused(game, "sell") == "buyer-may-not-sell"


@pytest.mark.parametrize("says", [("pass", "pass", "pass"), ("pass", "offer 3", "pass", "refuse")])
def test_R07_without_a_buyer_the_seller_declares_and_may_not_sell_again(says: tuple[str, ...]) -> None:
    game = order("sell", *says)
    assert (game.phase, game.turn, legal(game)) == ("declare", declarer(game), DECLARATIONS)
    assert refused(game, "sell") == "no-second-sale"
    do(game, "trump none")
    assert sale(game.said) is None
    finish(game)
    result = game.results[-1]
    assert result.points == tuple(8 * tricks for tricks in result.tricks)


@pytest.mark.parametrize("text", ["trump H", "trump none", "trump misere", "trump last-card"])
@pytest.mark.parametrize("players", [3, 4])
def test_R07_the_tricks_sold_move_when_the_deal_is_scored(players: int, text: str) -> None:
    passes = ["pass"] * (players - 2)
    game = order("sell", "offer 4", *passes, "accept", text, players=players)
    seller, buyer = declarer(game), (declarer(game) + 1) % players
    assert sale(game.said) == (buyer, seller, 4)
    assert game.turn == seller, "eldest hand leads (R9)"
    finish(game)
    result = game.results[-1]
    assert result.points == tuple(8 * count for count in adjusted(result.tricks, sale(result.said)))
    assert result.points is not None and result.points[buyer] == 8 * (result.tricks[buyer] - 4)


@pytest.mark.parametrize(
    ("cards", "winner"),
    [("9H 7H AH TH", 2), ("AH 7S 7D 7C", 1), ("AH KH QH JH", 0), ("8S 7H 9S AS", 1)],
)
def test_R08_misere_turns_the_ranks_upside_down(cards: str, winner: int) -> None:
    played = cards.split()
    hands = tuple(f"{played[(seat - 1) % 4]} TD" for seat in range(4))
    game = holding(order("trump misere"), hands)
    plays(game, cards)
    # Seat 1 led; ``winner`` counts seats. Only the suit led can win, its lowest card does.
    assert game.tricks[-1].winner == winner
    assert game.view(None).deal_points[winner] == 8
    contract = contract_of(game.view(None))
    assert contract is not None and contract.reversed_ranks and contract.trump is None


@pytest.mark.parametrize("preset", [MIRRORED, ORDERS])
@pytest.mark.parametrize("players", [3, 4])
def test_R09_vector_R19_eldest_hand_leads_every_deal(preset: str, players: int) -> None:
    game = king(preset, players, dealer=0)
    leaders: list[int] = []
    while game.turn != -2:
        game.deal(shuffled(game, len(leaders)))
        if game.phase != "play":
            for text in ("sell", "offer 1", *["pass"] * (players - 2), "accept", "trump H"):
                do(game, text)
        assert game.turn == game.leader == declarer(game)
        leaders.append(game.turn)
        finish(game)
    assert leaders == [(1 + number) % players for number in range(len(leaders))]


def test_R09_deals_end_once_nothing_is_left_to_score() -> None:
    for contract in ("jacks", "queens", "king-of-hearts", "take-queens", "take-king-of-hearts"):
        lengths = {len(tricks) for tricks, _ in random_deals(awaiting(contract, MIRRORED), 20)}
        assert min(lengths) < 8, contract
    game = awaiting("jacks", MIRRORED, early_stop="never")
    assert {len(tricks) for tricks, _ in random_deals(game, 10)} == {8}
    for contract, early in (("king-of-hearts", True), ("take-king-of-hearts", True), ("queens", False)):
        game = awaiting(contract, MIRRORED, early_stop="king-of-hearts")
        assert any(len(tricks) < 8 for tricks, _ in random_deals(game, 20)) == early


def test_R09_the_pack_is_shuffled_for_every_deal() -> None:
    assert king(MIRRORED).rules["shuffle"] == king(ORDERS).rules["shuffle"] == "full"


def test_R_gathered_after_an_order() -> None:
    game = awaiting("order", ORDERS, shuffle="cut")
    game.deal(shuffled(game, 1))
    assert game.gathered() is None
    do(game, "trump H")
    finish(game)
    gathered = game.gathered()
    assert gathered is not None and sum(1 << card for card in gathered) == game.pack
