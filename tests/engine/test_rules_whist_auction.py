"""Rules paragraphs C1 to C17: set-up, auction and rank. Seats are N 0, E 1, S 2, W 3; W deals unless said."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bot.engine.cards import RANK_OF, SUIT_LETTERS, texts_of
from bot.engine.errors import RuleViolation
from bot.engine.game import OVER
from bot.engine.play import Game
from bot.engine.record import carry_out
from bot.engine.registry import make_rules
from tests.engine.helpers import do, finish, refused, shuffled
from tests.engine.whist import (
    ABONDANCE_9,
    BOTH,
    FLEMISH,
    MISERES,
    SEATS,
    SLAMS,
    TROEL_HANDS,
    TROEL_PASSES,
    WALLOON,
    all_bid,
    cards_of,
    lay_out,
    redeal,
    say,
    says,
    some_bid,
    table,
    to_act,
    whist,
)
from tests.engine.whist_reference import ROWS, Auction

M = MISERES
PROPOSE = {f"propose {suit}" for suit in SUIT_LETTERS}
JOINS = {"misere small": M[WALLOON], "piccolo": M[WALLOON] - {"misere small"}}


def suits(kind: str, wanted: str, level: str = "") -> set[str]:
    """``abondance C 9``, ``slam grand C``: this bid in each of these suits."""
    return {f"{kind} {suit} {level}".rstrip() for suit in wanted}


def slams(preset: str, without: str) -> set[str]:
    """Every slam but those in these suits."""
    return {text for text in SLAMS[preset] if text[-1] not in without}


def first_turn(preset: str, *more: str) -> set[str]:
    """What the second player of an auction in which nobody bids may always say, and this."""
    return {"pass", *M[preset], *ABONDANCE_9, *SLAMS[preset], *more}


def called(game: Game) -> tuple[str, str]:
    """The contract and its trumps, once the auction is over."""
    view = game.view(None)
    return view.contract, SUIT_LETTERS[view.trump] if view.trump is not None else ""


# Set-up


@pytest.mark.parametrize("preset", BOTH)
def test_C01_deals_and_shuffle(preset: str) -> None:
    rules = make_rules(preset, 4, {})
    assert rules["deals"] == "16" and rules["shuffle"] == "cut"
    for deals in range(4, 65, 4):
        game = whist(preset, deals=str(deals))
        assert game.view(None).plan == ("",) * deals
    for text in ("0", "2", "3", "5", "18", "68", "-4", "", "four", "16.0"):
        with pytest.raises(RuleViolation) as violation:
            make_rules(preset, 4, {"deals": text})
        assert (violation.value.code, violation.value.detail) == ("bad-option", f"deals={text}")


@pytest.mark.parametrize("preset", BOTH)
def test_C01_players(preset: str) -> None:
    assert make_rules(preset, 4, {}).preset.players == (4,)
    for players in (2, 3, 5):
        with pytest.raises(RuleViolation) as violation:
            make_rules(preset, players, {})
        assert violation.value.code == "bad-option"


@pytest.mark.parametrize("preset", BOTH)
def test_C01_a_thrown_in_deal_does_not_count(preset: str) -> None:
    game = whist(preset, "N", deals="4")
    dealers: list[tuple[int, int, bool]] = []
    for number in range(4):
        for thrown_in in (True, True, False):
            before = list(game.points)
            redeal(game)
            while game.phase == "bidding":
                first = "misere grand" if not thrown_in and not game.view(None).said else "pass"
                do(game, first)
            lay_out(game)
            finish(game, Random(number))
            dealers.append((game.results[-1].deal, game.results[-1].dealer, thrown_in))
            assert (game.results[-1].points is None) == thrown_in
            assert (game.points == before) or not thrown_in
    assert game.turn == OVER
    assert dealers == [(number, number, thrown) for number in range(4) for thrown in (True, True, False)]


@pytest.mark.parametrize("preset", BOTH)
def test_C01_suits_rank_for_bidding_only(preset: str) -> None:
    for lower, higher in ("SC", "CD", "DH"):
        game = table(preset, f"N abondance {lower} 9")
        assert f"abondance {higher} 9" in says(game) and f"abondance {lower} 9" not in says(game)
        game = table(preset, f"N abondance {higher} 9")
        assert f"abondance {lower} 9" not in says(game) and f"abondance {lower} 10" in says(game)


@pytest.mark.parametrize("preset", BOTH)
@pytest.mark.parametrize(
    ("aces", "partner"),
    [({0: "AS AH AD", 3: "AC"}, 3), ({0: "AC AH AD", 1: "AS"}, 1), ({0: "AS AC AD", 2: "AH"}, 2)],
)
def test_C02_three_aces_are_troel_with_the_holder_of_the_fourth(
    preset: str, aces: dict[int, str], partner: int
) -> None:
    game = table(preset, hands=aces)
    assert (game.phase, to_act(game)) == ("bidding", "E"), "the bidder has bid already"
    say(game, TROEL_PASSES)
    while game.phase == "double":
        do(game, "pass")
    assert (game.phase, game.turn, called(game)) == ("trump", partner, ("troel", ""))


@pytest.mark.parametrize("preset", BOTH)
@pytest.mark.parametrize("bidder", range(4))
def test_C02_any_seat_may_have_troel(preset: str, bidder: int) -> None:
    partner = (bidder + 2) % 4
    game = table(preset, hands={bidder: "AS AH AD", partner: "AC"})
    for step in (1, 2, 3):
        assert game.turn == (bidder + step) % 4
        do(game, "pass")
    assert game.phase in ("double", "trump") and called(game)[0] == "troel"


def partner_of(preset: str, hands: dict[int, str], **values: str) -> int:
    """Who names trumps when N has troel with these hands."""
    game = table(preset, TROEL_PASSES, hands=hands, **values)
    while game.phase == "double":
        do(game, "pass")
    assert game.phase == "trump"
    return game.turn


ACES = "AS AH AD AC"


@pytest.mark.parametrize("preset", BOTH)
@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize(
    ("hand", "card"),
    [
        (ACES, "KH"),
        (f"{ACES} KD KC KS", "KH"),
        (f"{ACES} KH", "QH"),
        (f"{ACES} KH QH", "JH"),
        (f"{ACES} KH JH TH", "QH"),
        (f"{ACES} KH QH JH TH 9H 8H 7H 6H 5H", "4H"),
    ],
)
def test_C02_four_aces_call_the_highest_heart_the_bidder_lacks(
    preset: str, hand: str, card: str, seat: int
) -> None:
    assert make_rules(preset, 4, {})["troel-four-aces"] == "highest-heart"
    assert partner_of(preset, {0: hand, seat: card}) == seat


@pytest.mark.parametrize("preset", BOTH)
@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize(
    ("hand", "card"),
    [
        (ACES, "KH"),
        (f"{ACES} QH JH", "KH"),
        (f"{ACES} KD KC KS", "KH"),
        (f"{ACES} KH", "KD"),
        (f"{ACES} KH QH JH TH", "KD"),
        (f"{ACES} KH KD", "KC"),
        (f"{ACES} KH KC", "KD"),
        (f"{ACES} KH KD KC", "KS"),
        (f"{ACES} KH KD KC KS", "QH"),
        (f"{ACES} KH KD KC KS QH", "QD"),
        (f"{ACES} KH KD KC KS QH QD QC QS", "JH"),
        (f"{ACES} KH KD KC KS QH QD QC QS JH", "JD"),
    ],
)
def test_C02_four_aces_call_a_king(preset: str, hand: str, card: str, seat: int) -> None:
    assert partner_of(preset, {0: hand, seat: card}, troel_four_aces="king") == seat


@pytest.mark.parametrize("preset", BOTH)
def test_C02_four_aces_may_be_nothing(preset: str) -> None:
    game = table(preset, hands={2: ACES}, troel_four_aces="no")
    assert (game.phase, to_act(game)) == ("bidding", "N") and {"wait", *PROPOSE} <= says(game)
    assert partner_of(preset, TROEL_HANDS, troel_four_aces="no") == 3, "three aces are troel all the same"


# Auction: who, and when it ends


@pytest.mark.parametrize("preset", BOTH)
@pytest.mark.parametrize("dealer", SEATS)
def test_C_the_auction_runs_clockwise_from_eldest_hand(preset: str, dealer: str) -> None:
    game = table(preset, dealer=dealer)
    for step in range(1, 5):
        assert to_act(game) == SEATS[(SEATS.index(dealer) + step) % 4]
        do(game, "pass")
    assert (game.phase, game.results[-1].points) == ("deck", None)


@pytest.mark.parametrize("preset", BOTH)
def test_C_it_ends_when_no_seat_may_speak(preset: str) -> None:
    game = table(preset, "N propose H; E accept H; S pass")
    assert game.phase == "bidding"
    say(game, "W pass")
    assert game.phase != "bidding" and called(game) == ("pair-8", "H")
    game = table(preset, "N misere grand; E misere grand; S misere grand; W misere grand")
    assert game.phase != "bidding" and called(game) == ("grand-misere", "")


@pytest.mark.parametrize("preset", BOTH)
def test_C_bidding_out_of_turn_is_refused(preset: str) -> None:
    game = table(preset, "N propose H")
    for item in ("0 pass", "2 pass", "3 accept H", "4 pass", "2 nonsense"):
        with pytest.raises(RuleViolation) as violation:
            carry_out(game, item)
        assert violation.value.code == "not-your-turn"
    with pytest.raises(RuleViolation) as violation:
        carry_out(game, "1 nonsense")
    assert violation.value.code == "illegal-action"
    assert to_act(game) == "E" and len(game.view(None).said) == 1


@pytest.mark.parametrize("preset", BOTH)
def test_C_cards_and_other_games_choices_are_no_bids(preset: str) -> None:
    game = table(preset)
    card = next(text for text in texts_of(game.hands[0]) if text.startswith("play "))
    for text in (card, "accept", "refuse", "bid 8", "offer 1", "trump H", "trump none", "double", "raise 8"):
        refused(game, text)
    for text in ("discard 2C", "parole", "accept H", "solo H 6", "contract hearts", "sell"):
        refused(game, text)


# C3 to C5


@pytest.mark.parametrize("preset", BOTH)
def test_C03_every_bid_outranks_at_exactly_the_lowest_level(preset: str) -> None:
    game = table(preset, "N abondance D 9")
    assert says(game) == {
        "pass",
        *("misere grand", "misere open", "abondance H 9"),
        *suits("abondance", "CDS", "10"),
        *SLAMS[preset],
    }
    for text in ("abondance D 9", "abondance S 9"):
        assert refused(game, text) == "does-not-outrank"
    for text in ("abondance H 10", "abondance D 11"):
        refused(game, text)


def test_C03_a_bid_that_does_not_outrank_is_refused() -> None:
    game = table(WALLOON, "N abondance D 9")
    assert {refused(game, text) for text in ("misere small", "piccolo")} == {"does-not-outrank"}
    game = table(WALLOON, "N piccolo")
    assert refused(game, "misere small") == "does-not-outrank"
    game = table(FLEMISH, "N misere open")
    assert {refused(game, text) for text in ("misere grand", "misere open")} == {"does-not-outrank"}


@pytest.mark.parametrize("preset", BOTH)
def test_C03_levels_are_never_higher_than_they_need_to_be(preset: str) -> None:
    game = table(preset, "E propose D; S propose S; W accept S; N accept D", dealer="N")
    assert says(game) == {"pass", "raise 9", *M[preset]}
    for text in ("raise 8", "raise 10", "raise 13"):
        refused(game, text)
    say(game, "W raise 9")
    assert says(game) == {"pass", "raise 9", *M[preset]}, "nine diamonds outrank nine spades"
    say(game, "N raise 9")
    assert says(game) == {"pass", "raise 10", *M[preset]}


@pytest.mark.parametrize("text", ["misere small", "piccolo", "misere grand"])
def test_C03_an_equal_misere_or_piccolo_may_be_joined(text: str) -> None:
    for preset in BOTH:
        if text in M[preset]:
            game = table(preset, f"N {text}")
            assert text in says(game)
            say(game, f"E {text}; S pass")
            assert text in says(game)


@pytest.mark.parametrize("preset", BOTH)
def test_C03_an_open_misere_or_a_slam_is_not_joined(preset: str) -> None:
    game = table(preset, "N misere open")
    assert says(game) == {"pass", *SLAMS[preset]}
    game = table(preset, "N slam grand S")
    assert says(game) == {"pass", *suits("slam grand", "CDH"), "slam grand none"}


@pytest.mark.parametrize("preset", BOTH)
def test_C04_pass_is_final(preset: str) -> None:
    game = table(preset, "N pass; E propose H; S pass; W propose S; E misere grand; W misere open")
    assert to_act(game) == "E", "N and S have passed"
    say(game, "E pass")
    assert game.phase != "bidding" and called(game) == ("open-misere", "")


@pytest.mark.parametrize("preset", BOTH)
def test_C05_only_eldest_hand_may_wait_at_the_first_turn(preset: str) -> None:
    game = table(preset)
    assert says(game) == first_turn(preset, "wait", *PROPOSE)
    say(game, "N wait")
    for _ in "ESW":
        assert "wait" not in says(game)
        refused(game, "wait")
        do(game, "pass")
    assert to_act(game) == "N" and says(game) == {"pass"}


@pytest.mark.parametrize("preset", BOTH)
def test_C05_with_troel_nobody_waits(preset: str) -> None:
    for bidder in range(4):
        game = table(preset, hands={bidder: "AS AH AD", (bidder + 1) % 4: "AC"})
        for _ in range(3):
            assert "wait" not in says(game)
            do(game, "pass")


@pytest.mark.parametrize(
    ("others", "preset", "legal"),
    [
        ("E pass; S pass; W pass", WALLOON, set[str]()),
        ("E propose C; S pass; W pass", WALLOON, {"accept C"}),
        ("E propose C; S propose D; W propose H", WALLOON, {"accept C", "accept D", "accept H"}),
        ("E propose C; S accept C; W pass", WALLOON, set[str]()),
        ("E propose C; S accept C; W propose S", WALLOON, {"accept S"}),
        ("E misere small; S pass; W pass", WALLOON, {"misere small"}),
        ("E misere small; S piccolo; W pass", WALLOON, {"piccolo"}),
        ("E misere grand; S pass; W pass", WALLOON, {"misere grand"}),
        ("E misere open; S pass; W pass", WALLOON, set[str]()),
        ("E propose C; S misere small; W pass", WALLOON, {"accept C", "misere small"}),
        ("E propose C; S piccolo; W pass", WALLOON, {"accept C", "piccolo"}),
        ("E propose C; S misere grand; W pass", WALLOON, {"misere grand"}),
        ("E propose C; S abondance S 9; W pass", WALLOON, set[str]()),
        ("E misere grand; S pass; W pass", FLEMISH, {"misere grand"}),
        ("E propose C; S propose H; W accept C", FLEMISH, {"accept H"}),
        ("E slam grand H; S pass; W pass", FLEMISH, set[str]()),
    ],
)
def test_C05_at_the_second_turn_accept_join_or_pass(others: str, preset: str, legal: set[str]) -> None:
    game = table(preset, f"N wait; {others}")
    assert to_act(game) == "N" and says(game) == {"pass", *legal}
    for text in ("wait", "propose H", "piccolo", "misere open", "solo C 6", "slam grand none"):
        if text not in legal:
            refused(game, text)


def test_C05_who_waited_and_accepted_is_an_acceptor_like_any_other() -> None:
    game = table(WALLOON, "N wait; E propose C; S propose H; W accept H; N accept C")
    assert called(game) == ("", "")
    assert to_act(game) == "W" and says(game) == {"pass", "raise 9", *M[WALLOON]}
    game = table(WALLOON, "N wait; E propose D; S propose H; W pass; N accept D; S solo H 6")
    assert to_act(game) == "N" and says(game) == {"pass", "raise 10", *M[WALLOON]}


# C6 to C9


@pytest.mark.parametrize("preset", BOTH)
def test_C06_a_suit_that_nobody_has_proposed(preset: str) -> None:
    game = table(preset, "N propose H")
    assert says(game) == first_turn(preset, "accept H", "propose C", "propose D", "propose S")
    assert refused(game, "propose H") == "suit-proposed"
    say(game, "E propose S")
    assert says(game) == first_turn(preset, "accept H", "accept S", "propose C", "propose D")
    assert refused(game, "propose S") == "suit-proposed"


@pytest.mark.parametrize("preset", BOTH)
def test_C06_proposals_have_no_rank(preset: str) -> None:
    game = table(preset, "N propose H; E propose D; S propose C; W propose S")
    assert to_act(game) == "N", "nothing stands, nobody is on the side of a standing bid"
    game = table(preset, "N propose H; E pass; S pass; W misere grand")
    assert to_act(game) == "N" and says(game) == {"pass", "misere grand", "misere open"}


@pytest.mark.parametrize("preset", BOTH)
@pytest.mark.parametrize("waits", [True, False])
def test_C06_someone_else_could_still_accept(preset: str, waits: bool) -> None:
    first = "N wait" if waits else "N pass"
    game = table(preset, f"{first}; E pass; S pass")
    solo = suits("solo", "CDHS", "6" if preset == WALLOON else "5")
    assert says(game) == first_turn(preset, *(PROPOSE if waits else solo))
    if not waits:
        refused(game, "propose H")


@pytest.mark.parametrize(
    ("standing", "preset", "may"),
    [
        ("misere small", WALLOON, True),
        ("piccolo", WALLOON, True),
        ("abondance S 9", WALLOON, False),
        ("misere grand", WALLOON, False),
        ("misere open", WALLOON, False),
        ("slam small S", WALLOON, False),
        ("abondance S 9", FLEMISH, False),
        ("misere grand", FLEMISH, False),
    ],
)
def test_C06_some_acceptance_would_outrank(standing: str, preset: str, may: bool) -> None:
    game = table(preset, f"N {standing}")
    assert says(game) & PROPOSE == (PROPOSE if may else set())


@pytest.mark.parametrize("preset", BOTH)
def test_C06_after_three_passes_the_proposer_cannot_repeat(preset: str) -> None:
    game = table(preset, "N propose H; E pass; S pass; W pass")
    assert says(game) == {"pass", "solo H 6" if preset == WALLOON else "solo H 5", *M[preset]}
    for text in ("propose H", "propose C", "abondance H 9", "slam grand H", "accept H", "raise 8"):
        refused(game, text)


@pytest.mark.parametrize(
    ("text", "preset", "contract"),
    [
        ("N propose D; E accept D; S pass; W pass", WALLOON, "pair-8"),
        ("N propose D; E misere small; S accept D; W pass; E pass", WALLOON, "pair-12"),
        ("N propose D; E piccolo; S accept D; W pass; E pass", WALLOON, "pair-13"),
        ("N propose D; E propose H; S accept H; W accept D; S pass; E pass", WALLOON, "pair-9"),
        ("N propose D; E propose S; S accept S; W accept D; S pass; E pass", WALLOON, "pair-8"),
        ("N propose D; E propose H; S accept H; W accept D; S pass; E pass", FLEMISH, "pair-9"),
        (
            "N wait; E propose D; S propose H; W propose C; N pass; E pass; S solo H 5; W pass",
            FLEMISH,
            "solo-5",
        ),
    ],
)
def test_C07_the_level_is_the_lowest_that_outranks(text: str, preset: str, contract: str) -> None:
    game = table(preset, text)
    assert game.phase != "bidding" and game.view(None).contract == contract


def test_C07_an_acceptance_over_a_solo() -> None:
    game = table(WALLOON, "N propose C; E propose H; S propose D; W pass; N solo C 6")
    assert says(game) == {"pass", "accept D", "propose H", "propose S", "solo H 6", *M[WALLOON]}
    say(game, "E accept D; N pass")
    assert called(game) == ("pair-10", "D"), "nine tricks rank below solo 6"


@pytest.mark.parametrize("preset", BOTH)
def test_C07_ones_own_proposal_lapses(preset: str) -> None:
    game = table(preset, "N propose C; E propose D; S propose H; W pass; N accept D")
    assert to_act(game) == "S"
    # Clubs and diamonds are gone, and there is nobody left who could accept hearts.
    assert says(game) == {"pass", "solo H 6" if preset == WALLOON else "solo H 5", *M[preset]}
    refused(game, "accept C")


@pytest.mark.parametrize("preset", BOTH)
def test_C07_nobody_accepts_their_own_suit_or_one_not_proposed(preset: str) -> None:
    game = table(preset, "N propose C; E propose D; S pass; W pass")
    refused(game, "accept C")
    refused(game, "accept H")
    assert "accept D" in says(game)


@pytest.mark.parametrize("preset", BOTH)
def test_C07_nobody_else_bids_the_suit_of_a_pair(preset: str) -> None:
    game = table(preset, "N propose D; E accept D")
    assert says(game) == {
        "pass",
        *M[preset],
        *suits("propose", "CHS"),
        *suits("abondance", "CHS", "9"),
        *slams(preset, "D"),
    }
    say(game, "S pass")
    solos = suits("solo", "CHS", "6") if preset == WALLOON else {"solo C 6", "solo H 5", "solo S 6"}
    assert says(game) == {"pass", *M[preset], *solos, *suits("abondance", "CHS", "9"), *slams(preset, "D")}
    for text in ("propose D", "accept D", "solo D 6", "abondance D 9", "slam grand D"):
        refused(game, text)


@pytest.mark.parametrize("preset", BOTH)
def test_C08_what_a_proposer_may_say(preset: str) -> None:
    game = table(preset, "N propose H; E propose S; S pass; W pass")
    solo = "solo H 6" if preset == WALLOON else "solo H 5"
    own = {"propose C", "propose D", "propose H"}
    assert says(game) == {"pass", "accept S", *own, solo, *M[preset]}


@pytest.mark.parametrize("preset", BOTH)
@pytest.mark.parametrize("times", [1, 2, 3])
def test_C08_a_suit_may_be_proposed_so_often(preset: str, times: int) -> None:
    assert make_rules(preset, 4, {})["repeat-proposals"] == "2"
    game = table(preset, "N propose H; E propose S; S pass; W pass", repeat_proposals=str(times))
    for _ in range(times - 1):
        assert "propose H" in says(game)
        say(game, "N propose H")
        assert "propose S" in says(game)
        say(game, "E propose S")
    assert says(game) & PROPOSE == {"propose C", "propose D"}
    refused(game, "propose H")
    say(game, "N propose D")
    assert says(game) & PROPOSE == {"propose C"}


@pytest.mark.parametrize("preset", BOTH)
def test_C08_a_new_proposal_closes_the_old_one(preset: str) -> None:
    game = table(preset, "N propose H; E propose S; S pass; W pass; N propose D")
    assert "accept D" in says(game) and "accept H" not in says(game)
    refused(game, "accept H")
    say(game, "E pass")
    level = "6" if preset == WALLOON else "5"
    assert says(game) == {"pass", f"solo H {level}", f"solo D {level}", *M[preset]}, "either suit it proposed"


@pytest.mark.parametrize("preset", BOTH)
def test_C08_no_solo_in_a_suit_one_has_not_proposed(preset: str) -> None:
    game = table(preset, "N propose H; E propose S; S pass; W pass")
    for suit in "CDS":
        for level in "5678":
            refused(game, f"solo {suit} {level}")


def test_C08_a_solo_is_at_the_lowest_level_that_outranks() -> None:
    for standing, solo in (
        ("misere small", {"solo H 8"}),
        ("piccolo", set[str]()),
        ("misere grand", set[str]()),
    ):
        game = table(WALLOON, f"N propose H; E {standing}; S pass; W pass")
        assert {text for text in says(game) if text.startswith("solo")} == solo
    game = table(FLEMISH, "N propose H; E propose D; S accept D; W pass")
    assert {text for text in says(game) if text.startswith("solo")} == {"solo H 5"}
    game = table(FLEMISH, "N propose C; E propose D; S accept D; W pass")
    assert {text for text in says(game) if text.startswith("solo")} == {"solo C 6"}


@pytest.mark.parametrize("preset", BOTH)
def test_C09_a_proposal_is_open_until_its_proposer_passes(preset: str) -> None:
    game = table(preset, "N propose H; E propose S; S propose C; W pass")
    assert {"accept S", "accept C"} <= says(game)
    say(game, "N pass")
    assert says(game) == {
        *("pass", "accept C", "propose D", "propose S"),
        "solo S 6" if preset == WALLOON else "solo S 5",
        *M[preset],
    }
    refused(game, "accept H")
    assert refused(game, "propose H") == "suit-proposed", "never proposed by another player"


def test_C09_or_bids_something_else() -> None:
    game = table(WALLOON, "N propose H; E propose S; S propose C; W pass; N solo H 6")
    assert says(game) == {"pass", "accept C", "propose D", "propose S", "solo S 7", *M[WALLOON]}
    game = table(FLEMISH, "N propose H; E propose S; S propose C; W pass; N solo H 5")
    assert says(game) == {"pass", "accept C", "propose D", "propose S", "solo S 6", *M[FLEMISH]}
    game = table(WALLOON, "N propose H; E propose S; S propose C; W pass; N misere small")
    assert says(game) == {"pass", "accept C", "propose D", "propose S", "solo S 8", *M[WALLOON]}


@pytest.mark.parametrize("preset", BOTH)
def test_C09_or_it_is_accepted(preset: str) -> None:
    game = table(preset, "N propose H; E accept H; S pass")
    assert not any(text.startswith("accept") for text in says(game))
    refused(game, "accept H")


# C10 and C11: pairs


@pytest.mark.parametrize("preset", BOTH)
def test_C10_an_acceptor_overcalled(preset: str) -> None:
    game = table(preset, "E propose D; S propose S; W accept S; N accept D", dealer="N")
    assert (to_act(game), says(game)) == ("W", {"pass", "raise 9", *M[preset]})
    say(game, "W raise 9; N raise 9; W raise 10; N raise 10")
    assert (to_act(game), says(game)) == ("W", {"pass", "raise 11", "parole", *M[preset]})


@pytest.mark.parametrize("preset", BOTH)
def test_C10_after_parole_the_partner_speaks_for_both(preset: str) -> None:
    to_eleven = "W raise 9; N raise 9; W raise 10; N raise 10; W parole"
    game = table(preset, f"E propose D; S propose S; W accept S; N accept D; {to_eleven}", dealer="N")
    assert (to_act(game), says(game)) == ("S", {"pass", "raise 11", *M[preset]}), "no second parole"
    say(game, "S raise 11")
    assert (to_act(game), says(game)) == ("N", {"pass", "raise 11", "parole", *M[preset]}), "the other pair's"
    say(game, "N parole")
    assert (to_act(game), says(game)) == ("E", {"pass", "raise 11", *M[preset]})
    say(game, "E raise 11")
    assert (to_act(game), says(game)) == ("S", {"pass", "raise 12", *M[preset]})
    say(game, "S raise 12; E raise 12; S raise 13; E raise 13")
    top = {"misere grand", "misere open"}
    assert (to_act(game), says(game)) == ("S", {"pass", *top})
    say(game, "S pass")
    assert (to_act(game), says(game)) == ("W", {"pass", *top}), "no solo outranks thirteen"


@pytest.mark.parametrize("preset", BOTH)
def test_C10_no_parole_where_so_agreed_or_where_nothing_would_outrank(preset: str) -> None:
    to_ten = "W raise 9; N raise 9; W raise 10; N raise 10"
    text = f"E propose D; S propose S; W accept S; N accept D; {to_ten}"
    game = table(preset, text, dealer="N", passe_parole="no")
    assert says(game) == {"pass", "raise 11", *M[preset]}
    refused(game, "parole")
    game = table(preset, "N propose D; E accept D; S abondance H 9; W pass")
    assert (to_act(game), says(game)) == ("E", {"pass", "misere grand", "misere open"})


def test_C10_parole_depends_on_the_level_whatever_stands() -> None:
    game = table(WALLOON, "N propose D; E accept D; S misere small; W pass")
    assert says(game) == {"pass", "raise 12", "parole", *M[WALLOON]}
    game = table(WALLOON, "N propose D; E accept D; S piccolo; W pass")
    assert says(game) == {"pass", "raise 13", "parole", *JOINS["piccolo"]}
    game = table(WALLOON, "N propose D; E accept D; S pass; W solo H 6")
    assert says(game) == {"pass", "raise 10", *M[WALLOON]}


def test_C10_misere_of_a_spokesman_leaves_the_pair() -> None:
    game = table(WALLOON, "N propose D; E accept D; S misere small; W pass; E misere small")
    assert to_act(game) == "N", "the pair is broken; S and E stand together"
    assert says(game) == {"pass", "solo D 8", *M[WALLOON]}


@pytest.mark.parametrize("preset", BOTH)
def test_C11_the_other_one_after_a_pass(preset: str) -> None:
    game = table(preset, "E propose D; S propose S; W accept S; N accept D; W pass", dealer="N")
    # Flemish: solo 5 in spades ranks with 8 spades, below 8 diamonds.
    assert (to_act(game), says(game)) == ("S", {"pass", "solo S 6", *M[preset]})
    for text in ("slam grand S", "abondance S 9", "propose S", "propose H", "solo H 6", "raise 9", "parole"):
        refused(game, text)


def test_C11_the_other_one_after_another_contract() -> None:
    text = "E propose D; S propose S; W accept S; N accept D; W misere small"
    game = table(WALLOON, text, dealer="N")
    assert (to_act(game), says(game)) == ("N", {"pass", "raise 12", "parole", *M[WALLOON]})
    say(game, "N pass")
    assert (to_act(game), says(game)) == ("E", {"pass", "solo D 8", *M[WALLOON]})
    say(game, "E pass")
    assert (to_act(game), says(game)) == ("S", {"pass", "solo S 8", *M[WALLOON]})
    say(game, "S solo S 8")
    assert (to_act(game), says(game)) == ("W", {"pass", "piccolo", "misere grand", "misere open"})


@pytest.mark.parametrize("preset", BOTH)
def test_C11_whoever_said_parole_is_the_other_one_when_the_partner_passes(preset: str) -> None:
    to_eleven = "W raise 9; N raise 9; W raise 10; N raise 10; W parole"
    game = table(preset, f"E propose D; S propose S; W accept S; N accept D; {to_eleven}; S pass", dealer="N")
    # Ten diamonds stand: solo 7 in Flanders ranks with ten, in spades below it.
    assert (to_act(game), says(game)) == (
        "W",
        {"pass", "solo S 7" if preset == WALLOON else "solo S 8", *M[preset]},
    )


def test_C11_a_pair_is_broken_for_good() -> None:
    game = table(WALLOON, "N propose D; E accept D; S pass; W solo H 6; E pass; N solo D 7")
    assert (to_act(game), says(game)) == ("W", {"pass", "raise 7", *M[WALLOON]})
    say(game, "W raise 7")
    assert (to_act(game), says(game)) == ("N", {"pass", "raise 8", *M[WALLOON]})
    say(game, "N pass")
    assert called(game) == ("solo-7", "H")


# C12 to C16: alone


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("N pass; E pass; S pass", {"solo C 6", "solo D 6", "solo H 6", "solo S 6"}),
        ("N propose D; E pass; S accept D", {"solo C 6", "solo H 6", "solo S 6"}),
        ("N propose D; E accept D; S pass", {"solo C 6", "solo H 6", "solo S 6"}),
        ("N pass; E misere small; S pass", {"solo C 8", "solo D 8", "solo H 8", "solo S 8"}),
        ("N pass; E piccolo; S pass", set[str]()),
        ("N propose D; E misere small; S accept D", {"solo C 8", "solo H 8", "solo S 8"}),
    ],
)
def test_C12_solo_at_the_first_turn_when_nobody_could_accept(text: str, expected: set[str]) -> None:
    game = table(WALLOON, text)
    assert {found for found in says(game) if found.startswith("solo")} == expected
    assert not says(game) & PROPOSE


@pytest.mark.parametrize("preset", BOTH)
@pytest.mark.parametrize(
    "text",
    [
        "N wait; E pass; S pass",
        "N wait; E propose D; S accept D",
        "N propose H; E pass; S pass",
        "N propose H; E propose D; S accept D",
        "N pass; E propose H; S pass",
        "N pass; E pass",
        "",
    ],
)
def test_C12_not_while_a_seat_could_accept(preset: str, text: str) -> None:
    game = table(preset, text)
    assert not any(found.startswith("solo") for found in says(game)) and says(game) & PROPOSE
    for suit in SUIT_LETTERS:
        refused(game, f"solo {suit} 6")


def test_C12_a_waiting_seat_could_accept_whatever_level_it_would_need() -> None:
    game = table(WALLOON, "N wait; E abondance S 9; S pass")
    assert not any(found.startswith("solo") for found in says(game)) and not says(game) & PROPOSE


@pytest.mark.parametrize(("least", "expected"), [("5", "5"), ("6", "6")])
def test_C12_solo_minimum(least: str, expected: str) -> None:
    game = table(FLEMISH, "N pass; E pass; S pass", solo_minimum=least)
    assert {found for found in says(game) if found.startswith("solo")} == suits("solo", "CDHS", expected)
    assert make_rules(FLEMISH, 4, {})["solo-minimum"] == "5"
    assert make_rules(WALLOON, 4, {"solo-minimum": "6"}) == make_rules(WALLOON, 4, {})
    with pytest.raises(RuleViolation):
        make_rules(WALLOON, 4, {"solo-minimum": "5"})


def test_C13_a_soloist_overcalled() -> None:
    text = "N propose S; E propose H; S pass; W pass; N solo S 6; E solo H 6"
    game = table(WALLOON, text)
    assert (to_act(game), says(game)) == ("N", {"pass", "raise 7", *M[WALLOON]})
    say(game, "N raise 7")
    assert (to_act(game), says(game)) == ("E", {"pass", "raise 7", *M[WALLOON]})
    say(game, "E raise 7; N raise 8")
    assert (to_act(game), says(game)) == ("E", {"pass", "raise 8", "piccolo", "misere grand", "misere open"})
    say(game, "E raise 8")
    assert (to_act(game), says(game)) == ("N", {"pass", "piccolo", "misere grand", "misere open"})
    say(game, "N pass")
    assert called(game) == ("solo-8", "H")


def test_C13_a_soloist_overcalled_in_flanders() -> None:
    game = table(FLEMISH, "N propose S; E propose H; S pass; W pass; N solo S 5; E solo H 5")
    for level in (6, 7, 8):
        assert (to_act(game), says(game)) == ("N", {"pass", f"raise {level}", *M[FLEMISH]})
        say(game, f"N raise {level}")
        assert (to_act(game), says(game)) == ("E", {"pass", f"raise {level}", *M[FLEMISH]})
        say(game, f"E raise {level}")
    assert (to_act(game), says(game)) == ("N", {"pass", *M[FLEMISH]})


def test_C13_an_abondance_overcalled() -> None:
    game = table(WALLOON, "N abondance S 9; E abondance H 9; S pass; W pass")
    assert says(game) == {"pass", "raise 10", "misere grand", "misere open"}
    say(game, "N raise 10; E raise 10")
    assert says(game) == {"pass", "raise 11", "misere open"}
    say(game, "N raise 11; E raise 11")
    assert says(game) == {"pass", "misere open"}
    refused(game, "raise 12")
    game = table(WALLOON, "N abondance S 9; E misere grand; S pass; W pass")
    assert says(game) == {"pass", "raise 10", "misere grand", "misere open"}


def test_C13_an_abondance_overcalled_in_flanders() -> None:
    game = table(FLEMISH, "N abondance S 9; E abondance H 9; S pass; W pass")
    for level in (10, 11, 12):
        assert (to_act(game), says(game)) == ("N", {"pass", f"raise {level}", *M[FLEMISH]})
        say(game, f"N raise {level}; E raise {level}")
    assert says(game) == {"pass", *M[FLEMISH]}
    game = table(FLEMISH, "N abondance S 9; E misere grand; S pass; W pass")
    assert says(game) == {"pass", *M[FLEMISH]}


def test_C13_misere_piccolo_or_slam_overcalled() -> None:
    for text, expected in (
        ("N misere small; E piccolo", {"piccolo", "misere grand", "misere open"}),
        ("N misere small; E misere grand", {"misere grand", "misere open"}),
        ("N piccolo; E abondance S 9", {"misere grand", "misere open"}),
        ("N misere grand; E abondance S 10", {"misere open"}),
        ("N misere grand; E misere open", set[str]()),
        ("N misere open; E slam small S", set[str]()),
        ("N slam small S; E slam small H", set[str]()),
        ("N slam grand S; E slam grand none", set[str]()),
    ):
        game = table(WALLOON, f"{text}; S pass; W pass")
        assert (to_act(game), says(game)) == ("N", {"pass", *expected}), text
    game = table(FLEMISH, "N misere grand; E misere open; S pass; W pass")
    assert (to_act(game), says(game)) == ("N", {"pass"})


@pytest.mark.parametrize("turned_off", [{"small_misere": "no"}, {"piccolo": "no"}])
def test_C14_small_misere_and_piccolo_may_be_left_out(turned_off: dict[str, str]) -> None:
    text = "misere small" if "small_misere" in turned_off else "piccolo"
    game = table(WALLOON, **turned_off)  # type: ignore[arg-type]
    assert says(game) == first_turn(WALLOON, "wait", *PROPOSE) - {text}
    refused(game, text)


@pytest.mark.parametrize("values", [{"small-misere": "yes"}, {"piccolo": "yes"}])
def test_C14_they_have_no_rank_in_flanders(values: dict[str, str]) -> None:
    with pytest.raises(RuleViolation) as violation:
        make_rules(FLEMISH, 4, values)
    assert violation.value.code == "bad-option"
    fixed = {"small-misere": "no", "piccolo": "no"}
    assert make_rules(FLEMISH, 4, fixed) == make_rules(FLEMISH, 4, {})
    game = table(FLEMISH)
    refused(game, "misere small")
    refused(game, "piccolo")


@pytest.mark.parametrize("bidders", [1, 2, 3, 4])
@pytest.mark.parametrize("text", ["misere small", "piccolo", "misere grand"])
def test_C14_several_play_at_once(text: str, bidders: int) -> None:
    for preset in BOTH:
        if text in M[preset]:
            game = table(preset, all_bid(text, bidders))
            assert game.phase != "bidding"
            assert [said.seat for said in game.view(None).said[:bidders]] == list(range(bidders))


def test_C14_misere_at_any_turn_and_piccolo_cancels_small_miseres() -> None:
    game = table(WALLOON, "N propose H; E misere small; S misere small; W piccolo")
    assert (to_act(game), says(game)) == (
        "N",
        {"pass", "piccolo", "misere grand", "misere open"},
    ), "nobody could accept hearts; solo 8 ranks below piccolo"
    say(game, "N pass")
    assert (to_act(game), says(game)) == ("E", {"pass", "piccolo", "misere grand", "misere open"})
    say(game, "E piccolo")
    assert (to_act(game), says(game)) == ("S", {"pass", "piccolo", "misere grand", "misere open"})
    say(game, "S misere grand")
    assert to_act(game) == "W" and says(game) == {"pass", "misere grand", "misere open"}
    say(game, "W pass; E pass")
    assert called(game) == ("grand-misere", "")


@pytest.mark.parametrize("preset", BOTH)
def test_C15_abondance_and_slam_at_the_first_turn_only(preset: str) -> None:
    game = table(preset, "N propose H; E propose S; S pass; W pass")
    for text in ("abondance H 9", "slam grand H", "slam grand none", "slam small H"):
        refused(game, text)
    say(game, "N propose H")
    for text in ("abondance S 9", "slam grand S"):
        refused(game, text)


def test_C15_abondance_levels() -> None:
    chain = "N abondance S 9; E abondance S 10; S abondance S 11"
    assert {text for text in says(table(WALLOON, chain)) if text.startswith("abon")} == suits(
        "abondance", "CDH", "11"
    )
    assert {text for text in says(table(FLEMISH, chain)) if text.startswith("abon")} == {
        "abondance S 12",
        *suits("abondance", "CDH", "11"),
    }


def test_C15_slams() -> None:
    game = table(WALLOON, "N slam small S")
    small = {"slam small C", "slam small D", "slam small H", "slam small none"}
    grand = {text for text in SLAMS[WALLOON] if "grand" in text}
    assert says(game) == {"pass", *small, *grand}
    say(game, "E slam small none")
    assert says(game) == {"pass", *grand}, "any grand slam beats any small slam"
    say(game, "S slam grand H")
    assert says(game) == {"pass", "slam grand none"}
    say(game, "W slam grand none")
    for seat in "NES":
        assert (to_act(game), says(game)) == (seat, {"pass"})
        do(game, "pass")
    assert called(game) == ("grand-slam", "")
    game = table(FLEMISH, "N slam grand D")
    assert says(game) == {"pass", "slam grand H", "slam grand none"}
    refused(game, "slam small none")


@pytest.mark.parametrize("preset", BOTH)
def test_C16_only_what_outranks_troel(preset: str) -> None:
    game = table(preset, hands=TROEL_HANDS)
    for seat in "ESW":
        assert (to_act(game), says(game)) == (seat, {"pass", "misere open", *SLAMS[preset]})
        for text in ("propose H", "wait", "abondance H 9", "misere grand", "solo H 6", "accept H"):
            refused(game, text)
        do(game, "pass")
    assert game.phase in ("double", "trump")


@pytest.mark.parametrize("preset", BOTH)
@pytest.mark.parametrize("partner", [1, 2, 3])
def test_C16_everyone_has_a_first_turn_and_whoever_is_overcalled_another(preset: str, partner: int) -> None:
    game = table(preset, "E misere open", hands={0: "AS AH AD", partner: "AC"})
    assert (to_act(game), says(game)) == ("S", {"pass", *SLAMS[preset]})
    say(game, "S slam grand S")
    assert (to_act(game), says(game)) == ("W", {"pass", *suits("slam grand", "CDH"), "slam grand none"})
    say(game, "W slam grand C")
    for seat in "NES":
        assert (to_act(game), says(game)) == (seat, {"pass"}), "overcalled: each gets a turn"
        do(game, "pass")
    assert called(game) == ("grand-slam", "C")


@pytest.mark.parametrize("preset", BOTH)
@pytest.mark.parametrize("partner", [1, 2, 3])
def test_C16_the_partner_who_passed_stays_a_partner(preset: str, partner: int) -> None:
    game = table(preset, TROEL_PASSES, hands={0: "AS AH AD", partner: "AC"})
    while game.phase == "double":
        do(game, "pass")
    assert (game.phase, game.turn) == ("trump", partner)


def test_C16_the_bidder_last_of_all() -> None:
    game = table(WALLOON, "E pass; S pass; W misere open", hands=TROEL_HANDS)
    assert (to_act(game), says(game)) == ("N", {"pass"}), "N has bid troel and is overcalled"
    say(game, "N pass")
    assert called(game) == ("open-misere", "")


# C17


def facts(game: Game) -> Auction:
    """The same auction by the rules' text."""
    rules = game.rules
    aces = [sum(RANK_OF[card] == 12 for card in cards_of(game, seat)) for seat in range(4)]
    return Auction(
        rules.preset.name,
        eldest=(game.dealer + 1) % 4,
        troel=next((seat for seat in range(4) if aces[seat] >= 3), None),
        repeats=int(rules["repeat-proposals"]),
        parole=rules["passe-parole"] == "yes",
        solo_minimum=int(rules["solo-minimum"]),
        small_misere=rules["small-misere"] == "yes",
        piccolo=rules["piccolo"] == "yes",
    )


def some_options(preset: str, random: Random) -> dict[str, str]:
    """Options of the auction at random."""
    values = {"repeat_proposals": random.choice("123"), "passe_parole": random.choice(("yes", "no"))}
    if preset == WALLOON:
        return values | {name: random.choice(("yes", "no")) for name in ("small_misere", "piccolo")}
    return values | {"solo_minimum": random.choice("56")}


@pytest.mark.parametrize("preset", BOTH)
def test_C03_C17_the_whole_auction_is_that_of_the_rules_text(preset: str) -> None:
    """Who speaks, what is legal and what comes of it, in 2,000 auctions, half of them with options."""
    ends: Counter[str] = Counter()
    for seed in range(2000):
        random = Random(seed)
        game = whist(preset, SEATS[seed % 4], **(some_options(preset, random) if seed % 2 else {}))
        game.deal(shuffled(game, seed))
        reference, log = facts(game), list[str]()
        while game.phase == "bidding":
            assert (game.turn, says(game)) == (reference.turn, reference.legal()), (seed, log)
            text = some_bid(random, says(game))
            log.append(f"{to_act(game)} {text}")
            do(game, text)
            reference.say(text)
        assert reference.turn is None, (seed, log)
        standing = reference.standing
        ends[standing.name if standing else ""] += 1
        if standing is None:
            assert game.phase == "deck" and game.results[-1].points is None
            continue
        kind, _, detail = standing.name.partition(" ")
        name = f"{detail}-{kind}" if kind in ("misere", "slam") else standing.name.replace(" ", "-")
        assert called(game) == (name, standing.suit.replace("none", "")), (seed, log)
    rows = {name for names in ROWS[preset] for name in names}
    assert set(ends) == rows | {""}, "every row of C17 is the end of some auction"


RANKING = {
    WALLOON: (
        *("pair 8", "pair 9", "solo 6", "pair 10", "solo 7", "pair 11", "misere small", "pair 12", "solo 8"),
        *("piccolo", "pair 13", "abondance 9", "misere grand", "abondance 10", "abondance 11", "troel"),
        *("misere open", "slam small", "slam grand"),
    ),
    FLEMISH: (
        *("pair 8", "pair 9", "pair 10", "pair 11", "pair 12", "pair 13"),
        *("abondance 9", "abondance 10", "abondance 11", "abondance 12"),
        *("misere grand", "troel", "misere open", "slam grand"),
    ),
}


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("S solo H 6", 10),
        ("S solo H 6; E raise 10; S raise 7", 11),
        ("S solo H 6; E raise 10; S raise 7; E raise 11; S raise 8", 13),
        ("S misere small", 12),
        ("S piccolo", 13),
        ("S misere grand", 0),
    ],
)
def test_C17_walloon_what_a_pair_needs(text: str, needed: int) -> None:
    game = table(WALLOON, f"N propose C; E accept C; S propose H; W pass; {text}")
    raises = {found for found in says(game) if found.startswith("raise")}
    assert to_act(game) == "E" and raises == ({f"raise {needed}"} if needed else set())


@pytest.mark.parametrize(
    ("text", "expected"),
    # The lowest solo of a soloist in S or H over a pair, in Flanders: three tricks fewer, suits decide.
    [
        ("N propose H; E propose D; S accept D; W pass", "solo H 5"),
        ("N propose S; E propose D; S accept D; W pass", "solo S 6"),
        ("N propose S; E propose D; S propose C; W accept D", "solo S 6"),
    ],
)
def test_C17_flemish_a_solo_ranks_with_a_pair_of_three_tricks_more(text: str, expected: str) -> None:
    game = table(FLEMISH, text)
    assert (to_act(game), {found for found in says(game) if found.startswith("solo")}) == ("N", {expected})


def test_C17_the_reference_has_the_rows_of_the_rules() -> None:
    for preset in BOTH:
        assert tuple(names[0] for names in ROWS[preset]) == RANKING[preset]
    assert [names[1] for names in ROWS[FLEMISH] if len(names) > 1] == ["solo 5", "solo 6", "solo 7", "solo 8"]
