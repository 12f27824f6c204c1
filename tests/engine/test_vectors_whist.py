"""Every worked example of Colour Whist, by its number. Seats: N 0, E 1, S 2, W 3. Where an example does not
name the dealer, W deals, so that N is the first player."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine.cards import SUIT_LETTERS, texts_of
from bot.engine.play import Game
from bot.engine.whist.game import whist_detail, whist_result
from tests.engine.helpers import do, finish, holding, legal, plays, refused
from tests.engine.test_rules_whist_payment import FLEMISH_TROEL
from tests.engine.whist import (
    ABONDANCE_9,
    BOTH,
    FLEMISH,
    MISERES,
    SLAMS,
    TROEL_HANDS,
    TROEL_PASSES,
    WALLOON,
    all_bid,
    arranged,
    cards_of,
    lay_out,
    pair_auction,
    play_arranged,
    play_to,
    redeal,
    say,
    says,
    table,
    to_act,
    troels,
    without_doubling,
)

PAIRS = "E propose D; S propose S; W accept S; N accept D"
"""C01: N deals."""
EXAMPLE = "N wait; E propose C; S propose H; W propose S; N accept S; E pass; S solo H 6"
"""C05: W deals."""


def solos(game: Game) -> set[str]:
    return {text for text in says(game) if text.startswith("solo")}


@pytest.mark.parametrize("preset", BOTH)
def test_vector_C01_both_pairs(preset: str) -> None:
    game = table(preset, PAIRS, dealer="N")
    assert (to_act(game), says(game)) == ("W", {"pass", "raise 9", *MISERES[preset]})
    standing = whist_detail(game.view(None)).auction
    assert standing.standing is not None and standing.standing.name == "pair-8"
    assert set(standing.side) == {0, 1}
    say(game, "W pass; S pass")
    assert (game.view(None).contract, game.view(None).trump) == ("pair-8", 1)


@pytest.mark.parametrize("preset", BOTH)
def test_vector_C02_they_go_on(preset: str) -> None:
    game = table(preset, f"{PAIRS}; W raise 9; N raise 9; W raise 10", dealer="N")
    assert (to_act(game), "raise 10" in says(game)) == ("N", True)


def test_vector_C03_the_proposer_after_the_acceptor_passed() -> None:
    game = table(WALLOON, f"{PAIRS}; W pass", dealer="N")
    assert (to_act(game), says(game)) == ("S", {"pass", "solo S 6", *MISERES[WALLOON]})
    refused(game, "slam grand S")


def test_vector_C04_the_same_in_flanders() -> None:
    game = table(FLEMISH, f"{PAIRS}; W pass", dealer="N")
    assert (to_act(game), solos(game)) == ("S", {"solo S 6"})


def test_vector_C05_the_seeds_example() -> None:
    game = table(WALLOON, EXAMPLE)
    assert (to_act(game), says(game)) == ("N", {"pass", "raise 10", *MISERES[WALLOON]})
    refused(game, "raise 9")


def test_vector_C06_the_seeds_example_goes_on() -> None:
    game = table(WALLOON, f"{EXAMPLE}; N raise 10; S raise 7; N pass; W solo S 8")
    assert (to_act(game), "raise 8" in says(game)) == ("S", True), "eight hearts outrank eight spades"
    say(game, "S pass")
    assert (game.view(None).contract, game.view(None).trump) == ("solo-8", SUIT_LETTERS.index("S"))


def test_vector_C07_an_immediate_solo() -> None:
    text = "N propose D; E pass; S accept D"
    game = table(WALLOON, text)
    assert (to_act(game), solos(game)) == ("W", {"solo C 6", "solo H 6", "solo S 6"})
    game = table(FLEMISH, text)
    assert (to_act(game), solos(game)) == ("W", {"solo H 5", "solo C 6", "solo S 6"})


@pytest.mark.parametrize("preset", BOTH)
def test_vector_C08_the_first_player(preset: str) -> None:
    proposals = {f"propose {suit}" for suit in SUIT_LETTERS}
    everything = {"pass", "wait", *proposals, *MISERES[preset], *ABONDANCE_9, *SLAMS[preset]}
    assert says(table(preset)) == everything
    if preset == WALLOON:
        assert says(table(preset, piccolo="no")) == everything - {"piccolo"}


@pytest.mark.parametrize("preset", BOTH)
@pytest.mark.parametrize("first", ["pass", "wait", "propose H", "abondance S 9", "misere grand"])
def test_vector_C09_the_second_player_does_not_wait(preset: str, first: str) -> None:
    assert "wait" not in says(table(preset, f"N {first}"))


@pytest.mark.parametrize("preset", BOTH)
def test_vector_C10_who_waited_accepts_or_passes(preset: str) -> None:
    game = table(preset, "N wait; E propose C; S pass; W pass")
    assert (to_act(game), says(game)) == ("N", {"accept C", "pass"})
    say(game, "N accept C")
    assert game.view(None).contract == "pair-8"


@pytest.mark.parametrize("preset", BOTH)
def test_vector_C11_who_waited_must_pass(preset: str) -> None:
    game = table(preset, "N wait; E pass; S pass; W pass")
    assert (to_act(game), says(game)) == ("N", {"pass"})
    say(game, "N pass")
    assert (game.phase, game.results[-1].points, game.next_deal) == ("deck", None, (0, 3))


@pytest.mark.parametrize("preset", BOTH)
def test_vector_C12_nobody_accepts(preset: str) -> None:
    game = table(preset, "N propose H; E pass; S pass; W pass")
    solo = "solo H 6" if preset == WALLOON else "solo H 5"
    assert (to_act(game), says(game)) == ("N", {"pass", solo, *MISERES[preset]})


@pytest.mark.parametrize("preset", BOTH)
def test_vector_C13_dealt_again_by_the_same_dealer(preset: str) -> None:
    game = table(preset, "N propose H; E pass; S pass; W pass; N pass")
    assert game.next_deal == (0, 3) and game.results[-1].points is None
    redeal(game, pair_auction(8))
    assert game.dealer == 3 and game.deal_number == 0
    assert whist_detail(game.view(None)).multiplier == (2 if preset == FLEMISH else 1)


@pytest.mark.parametrize("preset", BOTH)
def test_vector_C14_a_suit_accepted_is_nobody_elses(preset: str) -> None:
    game = table(preset, "N propose C; E accept C")
    assert to_act(game) == "S"
    for text in ("propose C", "accept C", "abondance C 9", "slam grand C"):
        refused(game, text)
    assert "propose D" in says(game)


def test_vector_C15_flemish_order() -> None:
    """Solo 5 clubs, then 8 diamonds, then solo 8 hearts."""
    game = table(FLEMISH, "N propose C; E propose H; S propose D; W pass; N solo C 5; E accept D; N pass")
    assert (game.view(None).contract, game.view(None).trump) == ("pair-8", 1), "eight are enough"
    game = table(FLEMISH, "N propose D; E propose C; S pass; W accept D")
    assert (to_act(game), solos(game)) == ("E", {"solo C 6"})
    # Solo 8 hearts outranks 8, 9, 10 and 11 diamonds.
    game = table(FLEMISH, "N propose D; E accept D; S propose H; W pass; S solo H 5; E raise 9; S raise 6")
    say(game, "E raise 10; S raise 7; E raise 11; S raise 8")
    assert (to_act(game), "raise 12" in says(game)) == ("E", True)


def test_vector_C16_twelve_over_a_small_misere() -> None:
    game = table(WALLOON, "N propose C; E accept C; S misere small; W pass")
    assert to_act(game) == "E" and {text for text in says(game) if text.startswith("raise")} == {"raise 12"}


@pytest.mark.parametrize("preset", BOTH)
def test_vector_C17_passe_parole(preset: str) -> None:
    game = table(preset, f"{PAIRS}; W raise 9; N raise 9", dealer="N")
    assert (to_act(game), "parole" in says(game), "raise 10" in says(game)) == ("W", False, True)
    say(game, "W raise 10; N raise 10")
    assert (to_act(game), "parole" in says(game), "raise 11" in says(game)) == ("W", True, True)


@pytest.mark.parametrize("preset", BOTH)
def test_vector_C18_it_is_not_passed_back(preset: str) -> None:
    game = table(preset, f"{PAIRS}; W raise 9; N raise 9; W raise 10; N raise 10; W parole", dealer="N")
    assert (to_act(game), says(game)) == ("S", {"pass", "raise 11", *MISERES[preset]})


def test_vector_C19_two_small_miseres_stand() -> None:
    game = table(WALLOON, "N pass; E misere small; S misere small; W pass")
    assert game.phase == "discard" and set(whist_detail(game.view(None)).bidders) == {1, 2}


def test_vector_C20_piccolo_cancels_them() -> None:
    game = table(WALLOON, "N pass; E misere small; S misere small; W piccolo")
    higher = {"pass", "piccolo", "misere grand", "misere open"}
    for seat in "ES":
        assert (to_act(game), says(game)) == (seat, higher)
        do(game, "pass")
    assert game.view(None).contract == "piccolo" and whist_detail(game.view(None)).bidders == (3,)


@pytest.mark.parametrize("preset", BOTH)
def test_vector_C21_abondance_over_abondance(preset: str) -> None:
    game = table(preset, "N abondance S 9")
    assert {text for text in says(game) if text.startswith("abondance")} == {
        *("abondance H 9", "abondance D 9", "abondance C 9", "abondance S 10")
    }


@pytest.mark.parametrize("preset", BOTH)
def test_vector_C22_no_abondance_or_slam_at_the_second_turn(preset: str) -> None:
    game = table(preset, "N propose H; E propose S; S pass; W pass")
    assert not any(text.startswith(("abondance", "slam")) for text in says(game))


def test_vector_C23_slams() -> None:
    game = table(WALLOON, "N slam small H")
    assert "slam small none" in says(game) and "slam grand S" in says(game)
    game = table(WALLOON, "N slam grand H")
    assert says(game) == {"pass", "slam grand none"}
    game = table(WALLOON, "N slam small none")
    assert says(game) == {"pass", *(f"slam grand {suit}" for suit in (*SUIT_LETTERS, "none"))}


def troel(preset: str, hands: dict[int, str], **values: str) -> Game:
    """N's troel, all having passed and nobody doubled."""
    game = table(preset, TROEL_PASSES, hands=hands, **values)
    without_doubling(game)
    return game


@pytest.mark.parametrize("preset", BOTH)
def test_vector_C24_troel(preset: str) -> None:
    game = table(preset, hands=TROEL_HANDS)
    for _ in range(3):
        assert not any(text.startswith(("propose", "accept", "solo")) for text in says(game))
        do(game, "pass")
    without_doubling(game)
    assert (game.phase, to_act(game), game.view(None).contract) == ("trump", "W", "troel")
    do(game, "trump H")
    assert whist_detail(game.view(None)).target == 9
    if preset == WALLOON:
        game = troel(preset, TROEL_HANDS)
        do(game, "trump C")
        assert whist_detail(game.view(None)).target == 9


@pytest.mark.parametrize(("trump", "target"), [("C", 8), ("H", 9)])
def test_vector_C25_flemish_troel_targets(trump: str, target: int) -> None:
    game = troel(FLEMISH, TROEL_HANDS)
    do(game, f"trump {trump}")
    assert whist_detail(game.view(None)).target == target


@pytest.mark.parametrize("preset", BOTH)
def test_vector_C26_the_partner_leads_any_card(preset: str) -> None:
    game = troel(preset, TROEL_HANDS)
    do(game, "trump C")
    assert (game.phase, to_act(game)) == ("play", "W") and game.legal() == game.hands[3]


@pytest.mark.parametrize("preset", BOTH)
@pytest.mark.parametrize(
    ("hands", "partner"),
    [
        ({0: "AS AH AD AC", 1: "KH"}, "E"),  # C27
        ({0: "AS AH AD AC KH QH", 3: "JH"}, "W"),  # C28
    ],
)
def test_vector_C27_C28_four_aces(preset: str, hands: dict[int, str], partner: str) -> None:
    game = troel(preset, hands)
    assert (game.phase, to_act(game)) == ("trump", partner)
    do(game, "trump D")
    assert (game.phase, to_act(game)) == ("play", partner)


def test_vector_C29_four_aces_and_the_king_of_hearts() -> None:
    game = troel(FLEMISH, {0: "AS AH AD AC KH", 2: "KD"}, troel_four_aces="king")
    assert (game.phase, to_act(game)) == ("trump", "S")


@pytest.mark.parametrize(
    ("contract", "tricks", "points"),
    [
        ("pair-8", 10, (14, 14, -14, -14)),  # C31
        ("pair-8", 13, (26, 26, -26, -26)),  # C32
        ("pair-8", 7, (-11, -11, 11, 11)),  # C33
        ("pair-8", 6, (-14, -14, 14, 14)),
        ("pair-12", 9, (-29, -29, 29, 29)),  # C34
        ("pair-13", 12, (-29, -29, 29, 29)),
        ("solo-6", 7, (15, -5, -5, -5)),  # C35
        ("solo-6", 9, (21, -7, -7, -7)),
        ("solo-6", 4, (-18, 6, 6, 6)),
        ("solo-7", 5, (-21, 7, 7, 7)),  # C36
        ("solo-8", 7, (-24, 8, 8, 8)),
    ],
)
def test_vector_C31_C32_C33_C34_C35_C36_walloon_payments(
    contract: str, tricks: int, points: tuple[int, ...]
) -> None:
    assert play_to(WALLOON, contract, tricks).points == points


@pytest.mark.parametrize(
    ("winners", "points"),
    [([2, 3] * 6, (12, 12, -12, -12)), ([2, 1, *[3] * 10], (24, -24, 0, 0))],  # C37, C38
)
def test_vector_C37_C38_two_small_miseres(winners: list[int], points: tuple[int, ...]) -> None:
    game = table(WALLOON, all_bid("misere small", 2), hands=arranged(winners))
    lay_out(game)
    play_arranged(game, winners)
    assert game.results[-1].points == points


def test_vector_C40_walloon_troel() -> None:
    found = {result.points[0]: tricks for _, tricks, result in troels(WALLOON, 300) if result.points}
    assert set(found) == {0, 16, 26} and found[26] == 13 and found[0] < 9 <= found[16] < 13


@pytest.mark.parametrize(("tricks", "amount"), [(10, 4), (7, -3), (13, 14)])
def test_vector_C41_flemish_pair(tricks: int, amount: int) -> None:
    assert play_to(FLEMISH, "pair-8", tricks).points == (amount, amount, -amount, -amount)


def test_vector_C42_flemish_troel() -> None:
    assert [FLEMISH_TROEL[9][tricks] for tricks in (10, 7, 13)] == [6, -8, 18]
    seen = {
        tricks: result.points for trump, tricks, result in troels(FLEMISH, 500, doubles="no") if trump != "C"
    }
    assert (seen[10], seen[7], seen[13]) == ((6, -6, -6, 6), (-8, 8, 8, -8), (18, -18, -18, 18))


def test_vector_C43_after_a_pass_out_and_a_double() -> None:
    assert play_to(FLEMISH, "pair-8", 6, "double", thrown_in=1).points == (-12, -12, 12, 12)


def test_vector_C44_flemish_solo() -> None:
    assert play_to(FLEMISH, "solo-5", 4).points == (-9, 3, 3, 3)


def test_vector_C45_small_misere() -> None:
    """Only Walloon tables have a small misère (rules.md, P)."""
    game = table(WALLOON, all_bid("misere small", 1))
    for seat in "NESW":
        assert (game.phase, to_act(game), len(says(game))) == ("discard", seat, 13)
        do(game, texts_of(game.legal())[0])
    finish(game, Random(2))
    assert len(game.tricks) == 12


@pytest.mark.parametrize("preset", BOTH)
def test_vector_C46_open_misere(preset: str) -> None:
    game = table(preset, all_bid("misere open", 1))
    lay_out(game)
    for step in range(4):
        assert game.view(2).shown == (), step
        do(game, texts_of(game.legal())[0])
    assert {card for _, card in game.view(2).shown} == set(cards_of(game, 0))
    assert {holder for holder, _ in game.view(2).shown} == {0}


@pytest.mark.parametrize("preset", BOTH)
@pytest.mark.parametrize(
    ("text", "leader"), [("abondance D 9", "E"), ("slam grand none", "E"), ("misere grand", "N")]
)
def test_vector_C47_leads(preset: str, text: str, leader: str) -> None:
    game = table(preset, f"N pass; E {text}; S pass; W pass")
    lay_out(game)
    assert (game.phase, to_act(game)) == ("play", leader)


def hearts(preset: str) -> Game:
    """Hearts are trumps."""
    game = table(preset, "N propose H; E accept H; S pass; W pass")
    lay_out(game)
    return game


@pytest.mark.parametrize("preset", BOTH)
def test_vector_C48_no_duty_to_trump(preset: str) -> None:
    game = holding(hearts(preset), ("5S 6S", "2H AD", "KS 3S", "4S 7S"), leader=0)
    plays(game, "5S")
    assert legal(game) == {"2H", "AD"}


@pytest.mark.parametrize("preset", BOTH)
def test_vector_C49_the_highest_trump_wins(preset: str) -> None:
    game = holding(hearts(preset), ("5S 6S", "KS 2D", "2H 3H", "AS 4S"), leader=0)
    plays(game, "5S KS 2H AS")
    assert game.tricks[-1].winner == 2


def test_vector_C50_one_double_only() -> None:
    """Only Flemish tables double (rules.md, C25)."""
    game = table(FLEMISH, pair_auction(8))
    assert (game.phase, to_act(game)) == ("double", "S")
    do(game, "double")
    assert game.phase == "play" and refused(game, "double") == "doubled-already"
    assert "double" not in says(game)


@pytest.mark.parametrize(("tricks", "made"), [(0, False), (1, True), (2, False)])
def test_vector_C51_piccolo(tricks: int, made: bool) -> None:
    """Only Walloon tables have piccolo (rules.md, P)."""
    result = play_to(WALLOON, "piccolo", tricks)
    assert whist_result(result).made == (made,)
    assert result.points == ((24, -8, -8, -8) if made else (-24, 8, 8, 8))
