"""Rules paragraphs C18 to C22, and G2, G3 where they speak of Colour Whist. N is eldest hand unless said."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine.cards import CARD_NAMES, CARD_OF_NAME, members, named, texts_of
from bot.engine.errors import RuleViolation
from bot.engine.game import AWAITS_DECK
from bot.engine.play import Game
from bot.engine.record import carry_out
from bot.engine.registry import make_rules
from bot.engine.whist.game import whist_detail, whist_result
from tests.engine.helpers import do, finish, holding, legal, plays, refused, shuffled
from tests.engine.whist import (
    BOTH,
    FLEMISH,
    SEATS,
    TROEL_HANDS,
    TROEL_PASSES,
    WALLOON,
    all_bid,
    arranged,
    auctions,
    cards_of,
    lay_out,
    play_arranged,
    play_to,
    redeal,
    say,
    says,
    table,
    to_act,
    whist,
    without_doubling,
)

EVERY = [(preset, contract) for preset in BOTH for contract in auctions(preset)]
EVERYONE = (None, 0, 1, 2, 3)


def in_play(preset: str, text: str, hands: dict[int, str] | None = None) -> Game:
    """A deal in which this was said, nobody doubled and aces were discarded: the first lead."""
    game = table(preset, text, hands=hands)
    lay_out(game)
    assert game.phase == "play"
    return game


def troel(preset: str, hands: dict[int, str] = TROEL_HANDS, **values: str) -> Game:
    """N's troel, uncontested: the partner is to name trumps."""
    game = table(preset, TROEL_PASSES, hands=hands, **values)
    without_doubling(game)
    assert game.phase == "trump"
    return game


# G2 and G3


@pytest.mark.parametrize(("preset", "batches"), [(WALLOON, (4, 4, 5)), (FLEMISH, (4, 5, 4))])
def test_G03_batches(preset: str, batches: tuple[int, ...]) -> None:
    game = whist(preset, "W")
    deck = shuffled(game, 3)
    game.deal(deck)
    hands: list[set[int]] = [set() for _ in SEATS]
    top = 0
    for size in batches:
        for seat in range(4):
            hands[seat] |= set(deck[top : top + size])
            top += size
    assert [set(cards_of(game, seat)) for seat in range(4)] == hands
    assert make_rules(preset, 4, {})["batches"] == "-".join(map(str, batches))


def by_seat_as_dealt(game: Game, deck: list[int]) -> list[list[int]]:
    """Each seat's cards in the order they were dealt."""
    return [[card for card in deck if game.hands[seat] >> card & 1] for seat in range(4)]


@pytest.mark.parametrize("preset", BOTH)
@pytest.mark.parametrize("dealer", range(4))
def test_G02_a_deal_thrown_in_is_gathered_in_seat_order_as_dealt(preset: str, dealer: int) -> None:
    game = whist(preset, SEATS[dealer])
    deck = next(deck for seed in range(9) if (deck := shuffled(game, seed)) and not has_troel(preset, deck))
    game.deal(deck)
    hands = by_seat_as_dealt(game, deck)
    for _ in range(4):
        do(game, "pass")
    assert game.turn == AWAITS_DECK and game.next_deal == (0, dealer)
    assert game.gathered() == tuple(card for hand in hands for card in hand)


def has_troel(preset: str, deck: list[int]) -> bool:
    """Whether somebody has three aces in this deck."""
    game = whist(preset)
    game.deal(deck)
    return whist_detail(game.view(None)).troel is not None


def test_G02_discards_lie_on_top_in_seat_order() -> None:
    winners = [number % 4 for number in range(12)]
    game = in_play(WALLOON, all_bid("misere small", 1), hands=arranged(winners))
    play_arranged(game, winners)
    gathered = game.gathered()
    assert gathered is not None and len(gathered) == 52 and set(gathered) == set(range(52))
    assert [CARD_NAMES[card] for card in gathered[-4:]] == ["AC", "AD", "AH", "AS"]
    # N deals next: piles from E on, each in the order its tricks were won, four cards a trick as played.
    tricks = [trick for seat in (1, 2, 3, 0) for trick in game.tricks if trick.winner == seat]
    assert gathered[:48] == tuple(card for trick in tricks for card in trick.cards)
    assert game.next_deal == (1, 0)


@pytest.mark.parametrize(("preset", "contract"), EVERY)
def test_G02_every_contract_gathers_the_whole_pack(preset: str, contract: str) -> None:
    text, _, _ = auctions(preset)[contract]
    game = in_play(preset, text)
    assert game.gathered() is None
    finish(game, Random(1))
    gathered = game.gathered()
    assert gathered is not None and sorted(gathered) == list(range(52))


def test_G02_the_next_dealer_is_the_next_seat_after_a_deal_played() -> None:
    game = in_play(WALLOON, all_bid("misere grand", 1))
    finish(game, Random(1))
    assert game.next_deal == (1, 0), "W dealt"
    redeal(game)
    assert (game.dealer, to_act(game)) == (0, "E")


# C18


@pytest.mark.parametrize("preset", BOTH)
def test_C18_follow_suit_and_nothing_else_is_owed(preset: str) -> None:
    game = in_play(preset, "N propose H; E accept H; S pass; W pass")
    holding(game, ("5S 6S", "2H AD", "KS QS", "KH 3S"), leader=0)
    assert legal(game) == {"5S", "6S"}
    plays(game, "5S")
    assert legal(game) == {"2H", "AD"}, "no duty to trump"
    plays(game, "AD")
    assert legal(game) == {"KS", "QS"}, "nor to beat"
    plays(game, "KS")
    assert legal(game) == {"3S"} and refused(game, "play KH") == "follow-suit"


@pytest.mark.parametrize("preset", BOTH)
def test_C18_no_duty_to_overtrump_or_to_beat_trumps(preset: str) -> None:
    game = in_play(preset, "N propose H; E accept H; S pass; W pass")
    holding(game, ("5S 6S", "9H AD", "TH 2H 3C", "KH 2S"), leader=0)
    plays(game, "5S 9H")
    assert legal(game) == {"TH", "2H", "3C"}
    game = in_play(preset, "N propose H; E accept H; S pass; W pass")
    holding(game, ("5H 6S", "9H 2H", "TH 3H 3C", "KH 2S"), leader=0)
    plays(game, "5H")
    assert legal(game) == {"9H", "2H"}
    plays(game, "9H")
    assert legal(game) == {"TH", "3H"}


@pytest.mark.parametrize(
    ("text", "trump", "winner"),
    [
        ("N propose H; E accept H; S pass; W pass", 2, 2),
        ("N propose C; E accept C; S pass; W pass", 0, 3),
        ("N abondance H 9; E pass; S pass; W pass", 2, 2),
        ("N slam grand H; E pass; S pass; W pass", 2, 2),
        ("N slam grand none; E pass; S pass; W pass", None, 3),
        ("N misere grand; E pass; S pass; W pass", None, 3),
        ("N misere open; E pass; S pass; W pass", None, 3),
        ("N propose H; E pass; S pass; W pass; N solo H 6", 2, 2),
    ],
)
def test_C18_trumps_are_the_bids_suit_and_none_in_miseres(text: str, trump: int | None, winner: int) -> None:
    game = in_play(WALLOON, text)
    assert game.view(None).trump == trump
    holding(game, ("5S 6S", "KS 2D", "2H 3H", "AS 4S"), leader=0)
    plays(game, "5S KS 2H AS")
    assert game.tricks[-1].winner == winner


def test_C18_no_trumps_in_piccolo_and_small_misere() -> None:
    for text in ("piccolo", "misere small"):
        game = in_play(WALLOON, all_bid(text, 1))
        assert game.view(None).trump is None
        holding(game, ("5S 6S", "KS 2D", "2H 3H", "AS 4S"), leader=0)
        plays(game, "5S KS 2H AS")
        assert game.tricks[-1].winner == 3


@pytest.mark.parametrize(("preset", "contract"), EVERY)
def test_C18_all_thirteen_tricks_are_played_or_twelve_of_small_misere(preset: str, contract: str) -> None:
    for tricks in (0, 2, 12):
        result = play_to(preset, contract, tricks)
        assert sum(result.tricks) == (12 if contract == "small-misere" else 13)


# C19


@pytest.mark.parametrize("preset", BOTH)
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("bidder", range(4))
def test_C19_who_leads(preset: str, dealer: int, bidder: int) -> None:
    eldest = (dealer + 1) % 4
    for text, leader in (
        ("misere grand", eldest),
        ("misere open", eldest),
        ("abondance C 9", bidder),
        ("slam grand D", bidder),
        ("slam grand none", bidder),
    ):
        game = table(preset, dealer=SEATS[dealer])
        while game.phase == "bidding":
            do(game, text if game.turn == bidder else "pass")
        lay_out(game)
        assert game.phase == "play" and game.turn == leader


def test_C19_who_leads_in_contracts_of_wallonia_alone() -> None:
    for text, leader in (
        ("N pass; E misere small; S pass; W pass", "N"),
        ("N pass; E piccolo; S pass; W pass", "N"),
        ("N pass; E slam small H; S pass; W pass", "E"),
        ("N pass; E pass; S piccolo; W piccolo", "N"),
    ):
        assert to_act(in_play(WALLOON, text)) == leader


@pytest.mark.parametrize("preset", BOTH)
def test_C19_eldest_hand_leads_in_pairs_and_solos(preset: str) -> None:
    for text in (
        "N pass; E propose S; S accept S; W pass",
        "N propose S; E accept S; S pass; W pass",
        f"N pass; E pass; S pass; W solo S {6 if preset == WALLOON else 5}",
    ):
        assert to_act(in_play(preset, text)) == "N"


@pytest.mark.parametrize("preset", BOTH)
@pytest.mark.parametrize("partner", [1, 2, 3])
def test_C19_in_troel_the_partner_names_trumps_and_leads(preset: str, partner: int) -> None:
    game = troel(preset, {0: "AS AH AD", partner: "AC"})
    assert game.turn == partner and says(game) == {"trump C", "trump D", "trump H", "trump S"}
    for text in ("trump none", "trump misere", "pass", "play AC", "double"):
        refused(game, text)
    do(game, "trump C")
    assert (game.phase, game.turn, game.view(None).trump) == ("play", partner, 0)
    assert game.legal() == game.hands[partner], "any card, not only a trump"


# C20


def small_misere(bidders: int = 1) -> Game:
    """Small misère, before anybody has discarded; each seat holds one ace."""
    return table(WALLOON, all_bid("misere small", bidders))


@pytest.mark.parametrize("dealer", range(4))
def test_C20_each_player_from_eldest_hand_on_discards_one_card(dealer: int) -> None:
    game = table(WALLOON, dealer=SEATS[dealer])
    do(game, "misere small")
    for _ in range(3):
        do(game, "pass")
    for step in range(1, 5):
        seat = (dealer + step) % 4
        assert (game.phase, game.turn) == ("discard", seat)
        assert says(game) == {f"discard {CARD_NAMES[card]}" for card in cards_of(game, seat)}
        do(game, texts_of(game.legal())[0])
        assert game.hands[seat].bit_count() == 12
    assert (game.phase, game.turn) == ("play", (dealer + 1) % 4)


def test_C20_twelve_tricks() -> None:
    game = small_misere()
    lay_out(game)
    finish(game, Random(4))
    assert len(game.tricks) == 12 and sum(game.results[-1].tricks) == 12


def test_C20_only_a_card_that_is_held() -> None:
    game = small_misere()
    foreign = CARD_NAMES[cards_of(game, 1)[0]]
    assert refused(game, f"discard {foreign}") == "not-in-hand"
    refused(game, "pass")
    refused(game, f"play {CARD_NAMES[cards_of(game, 0)[0]]}")


def test_C20_nobody_discards_twice() -> None:
    game = small_misere()
    first, second = (CARD_NAMES[card] for card in cards_of(game, 0)[:2])
    do(game, f"discard {first}")
    with pytest.raises(RuleViolation) as violation:
        carry_out(game, f"0 discard {second}")
    assert violation.value.code == "not-your-turn"
    lay_out(game)
    assert to_act(game) == "N" and refused(game, f"discard {second}") == "discarded-already"
    assert refused(game, f"play {first}") == "not-in-hand"


@pytest.mark.parametrize("preset", BOTH)
def test_C20_no_other_contract_has_discards(preset: str) -> None:
    for contract, (text, _, _) in auctions(preset).items():
        game = table(preset, text)
        without_doubling(game)
        assert game.phase == ("discard" if contract == "small-misere" else "play")


def test_C20_discards_are_never_shown() -> None:
    """Whatever N discards is the same to everybody else, from then on to the end of the deal and later."""
    winners = [1, 2, 3] * 4
    hands = arranged(winners)
    first = in_discards(hands, "AC")
    swapped = {**hands, 0: hands[0].replace("AC", "AD"), 1: hands[1].replace("AD", "AC")}
    second = in_discards(swapped, "AD")
    while first.turn >= 0:
        for seat in (None, 2, 3):
            assert first.view(seat) == second.view(seat)
        if first.phase == "discard":
            for game in (first, second):
                do(game, next(text for text in texts_of(game.legal()) if text.startswith("discard A")))
        else:
            text = texts_of(first.legal() & second.legal())[0]
            do(first, text)
            do(second, text)
    assert first.turn == AWAITS_DECK and first.results == second.results


def in_discards(hands: dict[int, str], card: str) -> Game:
    """N has bid small misère and discarded this card."""
    game = table(WALLOON, all_bid("misere small", 1), hands=hands)
    do(game, f"discard {card}")
    return game


def test_C20_each_seat_knows_its_own_discard() -> None:
    game = in_discards(arranged([1, 2, 3] * 4), "AC")
    for seat in EVERYONE:
        detail = whist_detail(game.view(seat))
        assert detail.discarded == (True, False, False, False)
        assert detail.own_discard == (CARD_OF_NAME["AC"] if seat == 0 else None)
        assert not any("discard" in text for text in said_texts(game))


def said_texts(game: Game) -> list[str]:
    """What was said in public, in notation."""
    return [texts_of(1 << said.action)[0] for said in game.view(None).said]


# C21


@pytest.mark.parametrize("preset", BOTH)
@pytest.mark.parametrize("bidder", range(4))
def test_C21_the_hand_is_open_from_the_end_of_the_first_trick(preset: str, bidder: int) -> None:
    game = table(preset)
    while game.phase == "bidding":
        do(game, "misere open" if game.turn == bidder else "pass")
    lay_out(game)
    for step in range(52):
        shown = () if step < 4 else tuple((bidder, card) for card in cards_of(game, bidder))
        for seat in EVERYONE:
            assert sorted(game.view(seat).shown) == sorted(shown), step
        do(game, texts_of(game.legal())[0])


@pytest.mark.parametrize(("preset", "contract"), EVERY)
def test_C21_no_other_contract_opens_a_hand(preset: str, contract: str) -> None:
    if contract == "open-misere":
        return
    game = in_play(preset, auctions(preset)[contract][0])
    while game.turn >= 0:
        assert all(game.view(seat).shown == () for seat in EVERYONE)
        do(game, texts_of(game.legal())[0])


# C22

TARGETS = {
    **{f"pair-{level}": range(level, 14) for level in range(8, 14)},
    **{f"solo-{level}": range(level, 14) for level in range(5, 9)},
    **{f"abondance-{level}": range(level, 14) for level in range(9, 13)},
    "small-misere": range(1),
    "grand-misere": range(1),
    "open-misere": range(1),
    "piccolo": range(1, 2),
    "small-slam": range(12, 14),
    "grand-slam": range(13, 14),
}


@pytest.mark.parametrize(("preset", "contract"), EVERY)
def test_C22_targets(preset: str, contract: str) -> None:
    most = 12 if contract == "small-misere" else 13
    for tricks in range(most + 1):
        detail = whist_result(play_to(preset, contract, tricks))
        bidders = auctions(preset)[contract][1]
        assert set(detail.bidders) == set(bidders)
        assert detail.made == (tricks in TARGETS[contract],) * len(bidders), tricks


@pytest.mark.parametrize(
    ("trump", "walloon", "flemish"), [("C", 9, 8), ("D", 9, 9), ("H", 9, 9), ("S", 9, 9)]
)
def test_C22_troel_needs_nine_or_in_flanders_eight_in_the_called_suit(
    trump: str, walloon: int, flemish: int
) -> None:
    for preset, target in ((WALLOON, walloon), (FLEMISH, flemish)):
        game = troel(preset)
        assert all(whist_detail(game.view(seat)).target is None for seat in EVERYONE)
        do(game, f"trump {trump}")
        assert all(whist_detail(game.view(seat)).target == target for seat in EVERYONE)
        finish(game, Random(1))
        assert whist_result(game.results[-1]).target == target


@pytest.mark.parametrize("trump", "CDHS")
def test_C22_with_four_aces_the_called_suit_is_that_of_the_card_called(trump: str) -> None:
    for values, hands, called in (
        ({}, {0: "AS AH AD AC", 2: "KH"}, "H"),
        ({"troel_four_aces": "king"}, {0: "AS AH AD AC KH", 2: "KD"}, "D"),
    ):
        game = troel(FLEMISH, hands, **values)
        assert game.turn == 2
        do(game, f"trump {trump}")
        assert whist_detail(game.view(None)).target == (8 if trump == called else 9)


@pytest.mark.parametrize("preset", BOTH)
def test_C02_C19_who_knows_the_partner_when(preset: str) -> None:
    game = table(preset, hands=TROEL_HANDS)
    for _ in range(3):
        for seat in EVERYONE:
            detail = whist_detail(game.view(seat))
            assert detail.troel is not None and detail.troel.bidder == 0
            assert detail.troel.partner == (3 if seat == 3 else None)
            assert detail.troel.called is None
        do(game, "pass")
    without_doubling(game)
    do(game, "trump S")
    for seat in EVERYONE:
        detail = whist_detail(game.view(seat))
        assert detail.troel is not None and detail.troel.partner == 3 and set(detail.bidders) == {0, 3}


def test_C02_with_four_aces_the_card_called_is_named_to_all() -> None:
    game = table(WALLOON, hands={0: "AS AH AD AC", 1: "KH"})
    for seat in EVERYONE:
        troel_view = whist_detail(game.view(seat)).troel
        assert troel_view is not None and troel_view.called == CARD_OF_NAME["KH"]
        assert troel_view.partner == (1 if seat == 1 else None)


def test_play_hands_are_those_dealt() -> None:
    """The deals of these tests hold what their words say: each seat one ace, every trick one winner."""
    winners = [number % 4 for number in range(12)]
    game = in_play(FLEMISH, all_bid("misere grand", 1), hands=arranged(winners))
    assert [game.hands[seat] & named("AC AD AH AS") for seat in range(4)] == [
        named(card) for card in ("AC", "AD", "AH", "AS")
    ]
    say(game, "")
    play_arranged(game, winners)
    assert [trick.winner for trick in game.tricks] == [*winners, winners[-1]]
    assert members(game.hands[0]) == ()
