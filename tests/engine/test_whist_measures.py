"""What a deal of Colour Whist gives statistics to count: bid, made, lost by contract, and in which part."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bot.engine.game import DealResult, Measured
from bot.engine.play import Game
from bot.engine.whist.game import MEASURES
from tests.engine.helpers import finish
from tests.engine.whist import (
    BOTH,
    FLEMISH,
    WALLOON,
    all_bid,
    arranged,
    auctions,
    lay_out,
    play_arranged,
    play_to,
    table,
    troels,
    whist,
)


def counted(preset: str, result: DealResult) -> set[tuple[int, str]]:
    """Seats and measures; every key is the contract and every value the seat's points."""
    found = [one for one in whist(preset).measured(result) if one.measure in MEASURES]
    assert result.points is not None
    for one in found:
        assert isinstance(one, Measured)
        assert (one.key, one.value) == (result.contract, result.points[one.seat])
    assert len(found) == len({(one.seat, one.measure) for one in found})
    return {(one.seat, one.measure) for one in found}


def parts(outcome: str, seats: Iterable[tuple[int, str]]) -> set[tuple[int, str]]:
    """What those who play a contract are counted for."""
    return {(seat, measure) for seat, part in seats for measure in ("bid", outcome, f"{part}-{outcome}")}


def defended(outcome: str, *seats: int) -> set[tuple[int, str]]:
    """What the others are counted for."""
    return {(seat, f"defender-{outcome}") for seat in seats}


@pytest.mark.parametrize("preset", BOTH)
def test_a_pair_counts_as_proposer_and_acceptor(preset: str) -> None:
    both = ((0, "proposer"), (1, "acceptor"))
    made = play_to(preset, "pair-8", 9)
    assert counted(preset, made) == parts("made", both) | defended("lost", 2, 3)
    lost = play_to(preset, "pair-8", 7)
    assert counted(preset, lost) == parts("lost", both) | defended("made", 2, 3)


@pytest.mark.parametrize("preset", BOTH)
def test_whoever_named_the_suit_first_proposed_it(preset: str) -> None:
    game = table(preset, "N wait; E propose S; S pass; W pass; N accept S")
    lay_out(game)
    finish(game)
    roles = {(seat, measure.split("-")[0]) for seat, measure in counted(preset, game.results[-1])}
    assert {(1, "proposer"), (0, "acceptor"), (2, "defender"), (3, "defender")} <= roles


@pytest.mark.parametrize("preset", BOTH)
def test_a_lone_bidder_counts_as_soloist(preset: str) -> None:
    for contract, (_, bidders, _) in auctions(preset).items():
        if contract.startswith("pair"):
            continue
        for tricks in (0, 1, 13 if contract != "small-misere" else 12):
            result = play_to(preset, contract, tricks)
            won = (result.points or (0,))[0] > 0
            alone = parts("made" if won else "lost", [(bidders[0], "soloist")])
            assert counted(preset, result) == alone | defended("lost" if won else "made", 1, 2, 3)


def test_several_bidders_each_count_for_themselves() -> None:
    winners = [2, 1, *[3] * 10]
    game = table(WALLOON, all_bid("misere small", 2), hands=arranged(winners))
    lay_out(game)
    play_arranged(game, winners)
    found = counted(WALLOON, game.results[-1])
    assert found >= parts("made", [(0, "soloist")]) | parts("lost", [(1, "soloist")])
    assert {seat for seat, _ in found} == {0, 1, 2, 3}


@pytest.mark.parametrize("preset", BOTH)
def test_a_troel_counts_for_both_of_its_side(preset: str) -> None:
    for _, _, result in troels(preset, 20):
        made = {seat for seat, measure in counted(preset, result) if measure in ("made", "lost")}
        assert made == {0, 3}


def test_a_deal_thrown_in_counts_for_nobody() -> None:
    game: Game = table(FLEMISH, all_bid("", 0))
    assert game.measured(game.results[-1]) == ()
