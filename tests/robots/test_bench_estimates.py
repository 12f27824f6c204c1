"""What is told of estimates adds up, and a long run of deals that is cut goes on where it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.whist.contracts import WhistContract
from tests.bench import bench_estimates
from tests.bench.bench_estimates import ALL, BIDDERS, OTHERS, EstimatedDeal, all_played, estimated, played
from tests.robots.compiled import ready


def test_what_was_thought_is_compared_with_what_came_by_deal() -> None:
    deals = [
        EstimatedDeal("solo", 1.0, {BIDDERS: (6.0, 12.0), OTHERS: (-2.0, -4.0)}),
        EstimatedDeal("solo", 0.0, {BIDDERS: (10.0, -12.0), OTHERS: (-4.0, 4.0)}),
        EstimatedDeal("solo", 0.0, {BIDDERS: (4.0, -12.0)}),
        EstimatedDeal("", 0.0, {}),
        EstimatedDeal("pair", 1.0, {BIDDERS: (8.0, 8.0), OTHERS: (-8.0, -8.0)}),
    ]
    bidders, others = estimated(deals)  # of a single deal there is no error
    assert (bidders.contract, bidders.part, bidders.deals, bidders.made) == ("solo", BIDDERS, 3, 1 / 3)
    assert bidders.thought == pytest.approx(20 / 3) and bidders.came == -4
    # -6, 22 and 16 have the mean 32/3, and a standard deviation of 14.74.
    assert bidders.off == pytest.approx(32 / 3) and bidders.error == pytest.approx(14.7422 / 3**0.5, rel=1e-4)
    assert bidders.holds and not estimated([deals[1], deals[2]])[0].holds
    assert (others.thought, others.came, others.off) == (-3, 0, -3)


def test_deals_that_are_kept_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    into, asked_for = tmp_path / "new" / "deals.jsonl", list[int]()

    def counted(preset: str, seed: int, only: WhistContract | None) -> list[EstimatedDeal]:
        assert only is None
        asked_for.append(seed)
        return [EstimatedDeal(preset, 1.0, {ALL: (seed / 3, 1.0)})] * 2

    monkeypatch.setattr(bench_estimates, "played", counted)
    all_played("kingen", 3, 0, into)
    with into.open("a") as file:
        file.write('{"preset": "kin')  # the run was cut here
    for preset in ("kingen", "russian-king"):
        found = all_played(preset, 5, 1, into)
        told = [(one.contract, one.parts[ALL][0]) for one in found]
        assert told == [(preset, pytest.approx(seed / 3)) for seed in (1, 1, 2, 2, 3, 3)]
    assert asked_for == [0, 1, 2, 3, 1, 2, 3]


def test_a_deal_is_played_and_estimated() -> None:
    ready()
    (deal,) = played("whist-walloon", 1)
    assert deal.contract and 0 <= deal.made <= 1
    assert {*deal.parts} == {BIDDERS, OTHERS}
    assert all(-60 < points < 60 for both in deal.parts.values() for points in both)


def test_only_deals_of_one_contract_are_played_as_they_are_among_all() -> None:
    ready()
    for seed in range(6):
        (deal,) = played("whist-walloon", seed)
        for only in WhistContract:
            assert played("whist-walloon", seed, only) == [deal] * (deal.contract == only), (seed, only)


def test_what_a_game_of_king_will_come_to_is_estimated_in_every_deal() -> None:
    ready()
    deals = played("kingen", 0)
    assert len(deals) == 10 and all({*deal.parts} == {ALL} for deal in deals)
    assert any(-13 < thought < 0 for deal in deals for thought, _ in deal.parts.values())
