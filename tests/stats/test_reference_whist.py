"""Whether the second calculation knows what is played in Colour Whist (S8): auctions by hand, most of them of
vectors.md, and many games, where the engine has to agree."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.engine.game import DealEnded
from bot.engine.record import carry_out, read
from bot.engine.whist.game import whist_result
from tests.stats.reference import games, reading, whist
from tests.stats.reference.stats import whist_contract

NOBODY = [{"AS", "KS"}, {"AH"}, {"AD"}, {"AC"}]
OPTIONS = {"troel-four-aces": "highest-heart"}


def auction(
    said: str, preset: str = "whist-walloon", hands: list[set[str]] = NOBODY
) -> whist.Contract | None:
    """What an auction ends with; seats N E S W are 0 to 3."""
    words = [text.strip().split(None, 1) for text in said.split(",")]
    return whist.contract_of(preset, [("NESW".index(seat), text) for seat, text in words], hands, OPTIONS)


@pytest.mark.parametrize(
    ("said", "name", "side"),
    [
        # vectors.md C01, C02
        ("E propose D, S propose S, W accept S, N accept D, W pass, S pass", "pair 8", (1, 0)),
        ("E propose D, S propose S, W accept S, N accept D, W raise 9, N pass, E pass", "pair 9", (2, 3)),
        ("E propose D, S propose S, W accept S, N accept D, W raise 9, N raise 9, W pass", "pair 9", (1, 0)),
        # C03: the pair is broken, the proposer goes on alone
        (
            "E propose D, S propose S, W accept S, N accept D, W pass, S solo S 6, N pass, E pass",
            "solo 6",
            (2,),
        ),
        # C05, C06: ten are needed over solo 6 hearts, and it goes on
        (
            "N wait, E propose C, S propose H, W propose S, N accept S, E pass, S solo H 6, N raise 10",
            "pair 10",
            (3, 0),
        ),
        (
            "N wait, E propose C, S propose H, W propose S, N accept S, E pass, S solo H 6, N raise 10, "
            "S raise 7, N pass, W solo S 8, S pass",
            "solo 8",
            (3,),
        ),
        # an acceptance at the level that it needs (C7)
        ("E propose D, S misere small, W pass, N accept D", "pair 12", (1, 0)),
        ("E propose D, S abondance C 9, W pass, N pass, E pass", "abondance 9", (2,)),
        # C19, C20: several may bid a misère, and piccolo cancels it
        ("E misere small, S misere small, W pass, N pass", "misere small", (1, 2)),
        ("E misere small, S misere small, W piccolo, N piccolo, E pass, S pass", "piccolo", (3, 0)),
        ("E slam grand none, S pass, W pass, N pass", "slam grand", (1,)),
        # C10: the decision back to the partner
        (
            "E propose D, S propose S, W accept S, N accept D, W raise 9, N raise 9, W raise 10, N raise 10, "
            "W parole, S raise 11, N pass, E pass",
            "pair 11",
            (2, 3),
        ),
    ],
)
def test_s08_what_an_auction_ends_with(said: str, name: str, side: tuple[int, ...]) -> None:
    found = auction(said)
    assert found is not None
    assert (found.name, found.side) == (name, side)


def test_c17_flemish_solo_and_pair_are_equals() -> None:
    """vectors.md, C04: solo 5 spades ranks with 8 spades, below 8 diamonds."""
    before = "E propose D, S propose S, W accept S, N accept D, W pass"
    found = auction(f"{before}, S solo S 6", "whist-flemish")
    assert found is not None
    assert found.name == "solo 6"
    with pytest.raises(AssertionError):
        auction(f"{before}, S solo S 5", "whist-flemish")


def test_s08_everybody_passes() -> None:
    assert auction("E pass, S pass, W pass, N pass") is None


@pytest.mark.parametrize(
    ("hands", "four_aces", "troel"),
    [
        ("AS AH AC/2C/AD/3C", "highest-heart", (0, 2, "AD")),
        ("2C/AS AH AC AD/KH/3C", "highest-heart", (1, 2, "KH")),
        ("2C/AS AH AC AD KH/QH/3C", "highest-heart", (1, 2, "QH")),
        ("2C/AS AH AC AD/KH/3C", "king", (1, 2, "KH")),
        ("KD/AS AH AC AD KH/QH/3C", "king", (1, 0, "KD")),
        ("QH/AS AH AC AD KH KD KC KS/2C/3C", "king", (1, 0, "QH")),
        ("2C/AS AH AC AD/KH/3C", "no", None),
        ("AS AH/AC AD/KH/3C", "king", None),
    ],
)
def test_c02_troel(hands: str, four_aces: str, troel: tuple[int, int, str] | None) -> None:
    found = whist.troel_of([set(hand.split()) for hand in hands.split("/")], four_aces)
    assert found == (troel and whist.Troel(*troel))


@pytest.mark.parametrize(
    ("name", "side", "tricks", "made"),
    [
        ("pair 8", (0, 2), (4, 2, 4, 3), [True, True]),
        ("pair 9", (0, 2), (4, 2, 4, 3), [False, False]),
        ("solo 6", (1,), (4, 6, 2, 1), [True]),
        ("misere small", (1, 3), (6, 0, 5, 1), [True, False]),
        ("piccolo", (0, 1, 2), (0, 1, 2, 10), [False, True, False]),
        ("misere open", (2,), (6, 5, 0, 2), [True]),
        ("slam small", (2,), (0, 1, 12, 0), [True]),
        ("slam grand", (2,), (0, 1, 12, 0), [False]),
    ],
)
def test_c22_made(name: str, side: tuple[int, ...], tricks: tuple[int, ...], made: list[bool]) -> None:
    assert whist.made("whist-walloon", whist.Contract(name, side), [], tricks) == made


@pytest.mark.parametrize(
    ("preset", "trump", "made"),
    [("whist-walloon", "D", False), ("whist-flemish", "D", True), ("whist-flemish", "C", False)],
)
def test_c22_troel_is_easier_in_the_called_suit_in_flanders(preset: str, trump: str, made: bool) -> None:
    contract = whist.Contract("troel", (0, 2), "AD")
    assert whist.made(preset, contract, [(2, f"trump {trump}")], (4, 3, 4, 2)) == [made, made]


def test_contracts_of_whist_are_those_that_the_engine_scored() -> None:
    kinds: Counter[str] = Counter()
    for data in games.finished(48, 0, games.WHIST_CASES).values():
        game, header = reading.read(data), read(data).header
        assert game is not None
        if game.family != "whist":
            continue
        engine = header.new_game()
        events = [event for item in read(data).items for event in carry_out(engine, item)]
        results = [event.result for event in events if isinstance(event, DealEnded)]
        for own, result in zip(game.deals, results, strict=True):
            if result.points is None:
                assert (
                    whist.contract_of(game.preset, own.said, reading.hands(game, own), game.options) is None
                )
                kinds["thrown in"] += 1
                continue
            contract, told = whist_contract(game, own), whist_result(result)
            assert set(contract.side) == set(told.bidders)
            made = dict(
                zip(contract.side, whist.made(game.preset, contract, own.said, own.tricks), strict=True)
            )
            assert made == dict(zip(told.bidders, told.made, strict=True))
            kind, *rest = contract.name.split()
            name = f"{rest[0]}-{kind}" if kind in ("misere", "slam") else "-".join([kind, *rest])
            assert name == result.contract
            kinds[kind] += 1
            kinds[f"{kind} made"] += any(made.values())
            kinds["several"] += len(contract.side) > 1 and not contract.together
    kinds_there = {"pair", "solo", "misere", "piccolo", "abondance", "troel", "thrown in", "several", "slam"}
    assert kinds_there <= kinds.keys()
    assert {f"{kind} made" for kind in ("pair", "solo", "misere", "piccolo", "troel")} <= (+kinds).keys()
