"""Rules paragraphs C23 to C26: what a deal pays, beside tables typed from the rules' text."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from bot.engine.cards import members
from bot.engine.game import DealResult
from bot.engine.play import Game
from bot.engine.registry import make_rules
from bot.engine.whist.game import whist_detail, whist_result
from tests.engine.helpers import do, finish, refused
from tests.engine.whist import (
    BOTH,
    FLEMISH,
    SEATS,
    TROEL_PASSES,
    WALLOON,
    all_bid,
    arranged,
    auctions,
    lay_out,
    play_arranged,
    play_to,
    redeal,
    says,
    table,
    to_act,
    troels,
)

# s by the tricks taken, 0 to 13: what each of a pair, or a lone bidder from each opponent, gets or pays

WALLOON_TABLE = {
    "pair-8": (-32, -29, -26, -23, -20, -17, -14, -11, 8, 11, 14, 17, 20, 26),
    "pair-9": (-38, -35, -32, -29, -26, -23, -20, -17, -14, 11, 14, 17, 20, 26),
    "pair-10": (-44, -41, -38, -35, -32, -29, -26, -23, -20, -17, 14, 17, 20, 26),
    "pair-11": (-50, -47, -44, -41, -38, -35, -32, -29, -26, -23, -20, 17, 20, 26),
    "pair-12": (-56, -53, -50, -47, -44, -41, -38, -35, -32, -29, -26, -23, 20, 26),
    "pair-13": (-65, -62, -59, -56, -53, -50, -47, -44, -41, -38, -35, -32, -29, 26),
    "solo-6": (-10, -9, -8, -7, -6, -5, 4, 5, 7, 7, 7, 7, 7, 7),
    "solo-7": (-12, -11, -10, -9, -8, -7, -6, 5, 7, 7, 7, 7, 7, 7),
    "solo-8": (-15, -14, -13, -12, -11, -10, -9, -8, 7, 7, 7, 7, 7, 7),
    "abondance-9": (*(-10,) * 9, *(10,) * 5),
    "abondance-10": (*(-15,) * 10, *(15,) * 4),
    "abondance-11": (*(-20,) * 11, *(20,) * 3),
    "small-misere": (6, *(-6,) * 12),
    "piccolo": (-8, 8, *(-8,) * 12),
    "grand-misere": (12, *(-12,) * 13),
    "open-misere": (24, *(-24,) * 13),
    "small-slam": (*(-30,) * 12, 30, 30),
    "grand-slam": (*(-60,) * 13, 60),
}
WALLOON_TROEL = (0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 16, 16, 16, 26)

FLEMISH_TABLE = {
    "pair-8": (-10, -9, -8, -7, -6, -5, -4, -3, 2, 3, 4, 5, 6, 14),
    "pair-9": (-11, -10, -9, -8, -7, -6, -5, -4, -3, 2, 3, 4, 5, 12),
    "pair-10": (-12, -11, -10, -9, -8, -7, -6, -5, -4, -3, 2, 3, 4, 10),
    "pair-11": (-13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, 2, 3, 8),
    "pair-12": (-14, -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, 2, 6),
    "pair-13": (-15, -14, -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, 4),
    "solo-5": (-7, -6, -5, -4, -3, 2, 3, 4, 5, 6, 7, 8, 9, 20),
    "solo-6": (-8, -7, -6, -5, -4, -3, 2, 3, 4, 5, 6, 7, 8, 18),
    "solo-7": (-9, -8, -7, -6, -5, -4, -3, 2, 3, 4, 5, 6, 7, 16),
    "solo-8": (-10, -9, -8, -7, -6, -5, -4, -3, 2, 3, 4, 5, 6, 14),
    "abondance-9": (*(-3,) * 9, *(3,) * 5),
    "abondance-10": (*(-3,) * 10, *(3,) * 4),
    "abondance-11": (*(-3,) * 11, *(3,) * 3),
    "abondance-12": (*(-3,) * 12, *(3,) * 2),
    "grand-misere": (5, *(-5,) * 13),
    "open-misere": (10, *(-10,) * 13),
    "grand-slam": (*(-20,) * 13, 20),
}
FLEMISH_TROEL = {
    9: (-22, -20, -18, -16, -14, -12, -10, -8, -6, 4, 6, 8, 10, 18),
    8: (-20, -18, -16, -14, -12, -10, -8, -6, 4, 6, 8, 10, 12, 21),
}
TABLES = {WALLOON: WALLOON_TABLE, FLEMISH: FLEMISH_TABLE}
EVERY = [(preset, contract) for preset, rows in TABLES.items() for contract in rows]
THIRTEEN_DOUBLES = ("pair", "solo")


def shares(bidders: Sequence[int], s: Sequence[int]) -> tuple[int, ...]:
    """Each seat's points when these bidders (a pair; or each for himself) get or pay these amounts."""
    points = [0] * 4
    if len(s) == 1 and len(bidders) == 2:
        return tuple(s[0] if seat in bidders else -s[0] for seat in range(4))
    for bidder, amount in zip(bidders, s, strict=True):
        for seat in range(4):
            points[seat] += 3 * amount if seat == bidder else -amount
    return tuple(points)


def assert_paid(result: DealResult, points: tuple[int, ...]) -> None:
    """The points, and payments from one seat to another that come to the same."""
    assert result.points == points
    assert sum(points) == 0, "C26"
    balance = [0] * 4
    payments = whist_result(result).payments
    for payer, payee, amount in payments:
        assert payer != payee and amount > 0
        balance[payer] -= amount
        balance[payee] += amount
    assert tuple(balance) == points
    paid = {(payer, payee) for payer, payee, _ in payments}
    assert len(paid) == len(payments), "netted: no two between the same seats"
    assert not any((payee, payer) in paid for payer, payee in paid)


def test_C23_C24_the_tables_hold_every_contract_of_the_rules() -> None:
    for preset in BOTH:
        assert set(TABLES[preset]) == set(auctions(preset))
        for contract, row in TABLES[preset].items():
            assert len(row) == (13 if contract == "small-misere" else 14)


@pytest.mark.parametrize(("preset", "contract"), EVERY)
def test_C23_C24_every_contract_with_every_number_of_tricks(preset: str, contract: str) -> None:
    bidders = auctions(preset)[contract][1]
    for tricks, s in enumerate(TABLES[preset][contract]):
        result = play_to(preset, contract, tricks)
        assert_paid(result, shares(bidders, [s]))


# Troel


def test_C23_troel_in_wallonia() -> None:
    seen: set[int] = set()
    for _, tricks, result in troels(WALLOON, 400):
        seen.add(tricks)
        assert_paid(result, shares((0, 3), [WALLOON_TROEL[tricks]]))
        assert whist_result(result).made == (tricks >= 9,) * 2
    assert seen >= set(range(3, 14)), "lost, won, and won with every trick"


def test_C24_C25_troel_in_flanders() -> None:
    seen: set[tuple[int, int]] = set()
    for trump, tricks, result in troels(FLEMISH, 800, doubles="no"):
        target = 8 if trump == "C" else 9
        seen.add((target, tricks))
        assert_paid(result, shares((0, 3), [FLEMISH_TROEL[target][tricks]]))
        assert whist_result(result).target == target and whist_result(result).made == (tricks >= target,) * 2
    assert seen >= {(target, tricks) for target in (8, 9) for tricks in range(4, 14)}


def test_C25_troel_doubled() -> None:
    """A troel counts as one double, all thirteen tricks as another, the opponents' double as a third."""
    doubled = 0
    for trump, tricks, result in troels(FLEMISH, 200):
        target = 8 if trump == "C" else 9
        s = FLEMISH_TROEL[target][tricks]
        by = whist_result(result).doubled_by
        before = 3 if tricks == 13 else 2
        if by is not None:
            doubled += 1
            assert by in (1, 2)
            s = s // before * (before + 1)
        assert_paid(result, shares((0, 3), [s]))
        assert whist_result(result).multiplier == before + (by is not None)
    assert 50 < doubled < 200


# Several bidders


@pytest.mark.parametrize(
    ("preset", "text", "amount"),
    [
        (WALLOON, "misere small", 6),
        (WALLOON, "misere grand", 12),
        (WALLOON, "piccolo", 8),
        (FLEMISH, "misere grand", 5),
    ],
)
@pytest.mark.parametrize("bidders", [2, 3, 4])
def test_C23_C24_several_bidders_are_each_settled_against_the_other_three(
    preset: str, text: str, amount: int, bidders: int
) -> None:
    small = text == "misere small"
    for pattern in range(12):
        random = Random(pattern)
        takers = [random.randrange(4) for _ in range(2)] if pattern % 2 else [random.randrange(4)]
        winners = sorted([random.choice(takers) for _ in range(12)], reverse=bool(pattern % 3))
        if text == "piccolo":
            winners = [*range(pattern % 4 + 1), *[3] * (11 - pattern % 4)]
        game = table(preset, all_bid(text, bidders), hands=arranged(winners))
        lay_out(game)
        play_arranged(game, winners)
        result = game.results[-1]
        assert sum(result.tricks) == (12 if small else 13)
        wanted = 1 if text == "piccolo" else 0
        made = [result.tricks[seat] == wanted for seat in range(bidders)]
        assert whist_result(result).made == tuple(made)
        s = [amount if one else -amount for one in made]
        assert_paid(result, shares(range(bidders), s))


# C25


def test_C25_doubling_is_off_in_wallonia_for_good() -> None:
    rules = make_rules(WALLOON, 4, {})
    assert rules["doubles"] == "no" and make_rules(FLEMISH, 4, {})["doubles"] == "yes"
    for text, _, _ in auctions(WALLOON).values():
        assert table(WALLOON, text).phase in ("play", "discard")


@pytest.mark.parametrize("contract", auctions(FLEMISH))
def test_C25_opponents_from_eldest_hand_on_may_double(contract: str) -> None:
    text, bidders, _ = auctions(FLEMISH)[contract]
    game = table(FLEMISH, text)
    for seat in (seat for seat in range(4) if seat not in bidders):
        assert (game.phase, game.turn, says(game)) == ("double", seat, {"double", "pass"})
        do(game, "pass")
    assert game.phase == "play"
    assert refused(game, "double")


@pytest.mark.parametrize("dealer", range(4))
def test_C25_eldest_hand_is_asked_first_whoever_bid(dealer: int) -> None:
    for bidder in range(4):
        game = table(FLEMISH, dealer=SEATS[dealer])
        while game.phase == "bidding":
            do(game, "abondance H 9" if game.turn == bidder else "pass")
        order = [(dealer + step) % 4 for step in range(1, 5)]
        for seat in (seat for seat in order if seat != bidder):
            assert (game.phase, game.turn) == ("double", seat)
            do(game, "pass")
        assert (game.phase, game.turn) == ("play", bidder)


@pytest.mark.parametrize("contract", auctions(FLEMISH))
@pytest.mark.parametrize("passes", [0, 1])
def test_C25_one_double_ends_it(contract: str, passes: int) -> None:
    text, bidders, _ = auctions(FLEMISH)[contract]
    game = table(FLEMISH, text)
    opponents = [seat for seat in range(4) if seat not in bidders]
    for _ in range(passes):
        do(game, "pass")
    do(game, "double")
    assert game.phase == "play"
    assert refused(game, "double") == "doubled-already"
    for seat in (None, *range(4)):
        detail = whist_detail(game.view(seat))
        assert (detail.doubled_by, detail.multiplier) == (opponents[passes], 2)


def test_C25_without_doubles_nobody_is_asked() -> None:
    for text, _, _ in auctions(FLEMISH).values():
        game = table(FLEMISH, text, doubles="no")
        assert game.phase == "play"
        refused(game, "double")


@pytest.mark.parametrize(("bidders", "asked"), [(1, "ESW"), (2, "SW"), (3, "W"), (4, "")])
def test_C25_opponents_are_those_who_did_not_bid(bidders: int, asked: str) -> None:
    game = table(FLEMISH, all_bid("misere grand", bidders))
    for seat in asked:
        assert (game.phase, to_act(game)) == ("double", seat)
        do(game, "pass")
    assert (game.phase, to_act(game)) == ("play", "N")


@pytest.mark.parametrize("partner", [1, 2, 3])
def test_C25_in_troel_the_two_opponents_are_asked_before_trumps_are_named(partner: int) -> None:
    game = table(FLEMISH, TROEL_PASSES, hands={0: "AS AH AD", partner: "AC"})
    for seat in (seat for seat in (1, 2, 3) if seat != partner):
        assert (game.phase, game.turn, says(game)) == ("double", seat, {"double", "pass"})
        do(game, "pass")
    assert (game.phase, game.turn) == ("trump", partner)


@pytest.mark.parametrize("thrown_in", [0, 1, 3])
@pytest.mark.parametrize("before", ["", "double"])
@pytest.mark.parametrize("contract", auctions(FLEMISH))
def test_C25_what_multiplies(contract: str, before: str, thrown_in: int) -> None:
    bidders = auctions(FLEMISH)[contract][1]
    for tricks, s in enumerate(FLEMISH_TABLE[contract]):
        result = play_to(FLEMISH, contract, tricks, before, thrown_in)
        once = 2 if tricks == 13 and contract.startswith(THIRTEEN_DOUBLES) else 1
        times = once + (before == "double") + (thrown_in > 0)
        assert whist_result(result).multiplier == times
        assert_paid(result, shares(bidders, [s // once * times]))


def test_C25_without_doubles_the_other_three_remain() -> None:
    for contract, row in FLEMISH_TABLE.items():
        bidders = auctions(FLEMISH)[contract][1]
        plain = play_to(FLEMISH, contract, 13, doubles="no")
        after = play_to(FLEMISH, contract, 13, thrown_in=2, doubles="no")
        once = 2 if contract.startswith(THIRTEEN_DOUBLES) else 1
        assert_paid(plain, shares(bidders, [row[13]]))
        assert_paid(after, shares(bidders, [row[13] // once * (once + 1)]))


@pytest.mark.parametrize("contract", auctions(WALLOON))
def test_C25_nothing_multiplies_in_wallonia(contract: str) -> None:
    bidders = auctions(WALLOON)[contract][1]
    for tricks, s in enumerate(WALLOON_TABLE[contract]):
        result = play_to(WALLOON, contract, tricks, thrown_in=1)
        assert whist_result(result).multiplier == 1
        assert_paid(result, shares(bidders, [s]))


def test_C25_only_the_deal_next_after_one_thrown_in_is_doubled() -> None:
    game = table(FLEMISH, all_bid("", 0))
    multipliers: list[int] = []
    for _ in range(3):
        redeal(game)
        assert whist_detail(game.view(None)).after_thrown_in == (not multipliers)
        do(game, "misere grand")
        while game.phase == "bidding":
            do(game, "pass")
        lay_out(game)
        finish(game, Random(1))
        multipliers.append(whist_result(game.results[-1]).multiplier)
        shown = whist_detail(game.view(None))
        assert (shown.after_thrown_in, shown.multiplier) == (len(multipliers) == 1, multipliers[-1])
    assert multipliers == [2, 1, 1]
    say_all_pass(game)
    redeal(game)
    assert whist_detail(game.view(None)).after_thrown_in


def say_all_pass(game: Game) -> None:
    """Let the deal awaited be thrown in."""
    redeal(game)
    for _ in range(4):
        do(game, "pass")
    assert game.results[-1].points is None


def test_C25_thrown_in_after_proposals_counts_too() -> None:
    """C13 of the worked examples: nobody accepts, the proposer passes."""
    game = table(FLEMISH, "N propose H; E pass; S pass; W pass; N pass")
    assert game.results[-1].points is None and game.next_deal == (0, 3)
    redeal(game, all_bid("misere grand", 1))
    lay_out(game)
    assert whist_detail(game.view(None)).multiplier == 2


# C26


@pytest.mark.parametrize("preset", BOTH)
def test_C26_every_deal_adds_up_to_zero(preset: str) -> None:
    for seed in range(60):
        random = Random(seed)
        game = table(preset, deals="4")
        while game.turn >= 0:
            choices = members(game.legal())
            game.apply(random.choice(choices))
        assert all(result.points is None or sum(result.points) == 0 for result in game.results)
