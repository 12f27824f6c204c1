"""What is told of estimates adds up, and a long run of deals that is cut goes on where it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench import bench_estimates
from tests.bench.bench_estimates import EstimatedDeal, all_played, estimated, played
from tests.robots.compiled import ready


def test_what_was_thought_is_compared_with_what_came_by_deal() -> None:
    deals = [
        EstimatedDeal("walloon", 0, "solo", 1.0, (6.0, -2.0), (12.0, -4.0)),
        EstimatedDeal("walloon", 1, "solo", 0.0, (10.0, -4.0), (-12.0, 4.0)),
        EstimatedDeal("walloon", 2, "solo", 0.0, (4.0, None), (-12.0, None)),
        EstimatedDeal("walloon", 3),
        EstimatedDeal("walloon", 4, "pair", 1.0, (8.0, -8.0), (8.0, -8.0)),
    ]
    bidders, others = estimated(deals)  # of a single deal there is no error
    assert (bidders.contract, bidders.part, bidders.deals, bidders.made) == ("solo", "bidders", 3, 1 / 3)
    assert bidders.thought == pytest.approx(20 / 3) and bidders.came == -4
    # -6, 22 and 16 have the mean 32/3, and a standard deviation of 14.74.
    assert bidders.off == pytest.approx(32 / 3) and bidders.error == pytest.approx(14.7422 / 3**0.5, rel=1e-4)
    assert bidders.holds and not estimated([deals[1], deals[2]])[0].holds
    assert (others.thought, others.came, others.off) == (-3, 0, -3)


def test_deals_that_are_kept_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    into, asked_for = tmp_path / "new" / "deals.jsonl", list[int]()

    def counted(preset: str, seed: int) -> EstimatedDeal:
        asked_for.append(seed)
        return EstimatedDeal(preset, seed, "solo", 1.0, [seed / 3, None], [1.0, None])

    monkeypatch.setattr(bench_estimates, "played", counted)
    all_played("whist-walloon", range(2), into)
    with into.open("a") as file:
        file.write('{"preset": "whi')  # the run was cut here
    for preset in ("whist-walloon", "whist-flemish"):
        found = all_played(preset, range(1, 4), into)
        assert found == [counted(preset, seed) for seed in range(1, 4)]
        del asked_for[-3:]
    assert asked_for == [0, 1, 2, 3, 1, 2, 3]


def test_a_deal_is_played_and_estimated() -> None:
    ready()
    deal = played("whist-walloon", 0)
    assert deal.contract and 0 <= deal.made <= 1
    assert all(-60 < points < 60 for points in (*deal.thought, *deal.came) if points is not None)
    assert deal.thought[0] is not None and deal.came[0] is not None
