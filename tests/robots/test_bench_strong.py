"""A long run of duels that is cut goes on where it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench import bench_strong
from tests.bench.bench_robots import Match, Round
from tests.bench.bench_strong import gates, kept_rounds, played, single_deals

HEARTS = Match("kingen", 4, "steady", "easy", "hearts")


def test_rounds_that_are_kept_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    into, asked_for = tmp_path / "new" / "rounds.jsonl", list[int]()

    def counted(match: Match, seed: int) -> Round:
        asked_for.append(seed)
        return Round(seed / 3, [0.001, 0.0025], [0.01])

    monkeypatch.setattr(bench_strong, "play_round", counted)
    played(HEARTS, range(2), 1, into)
    with into.open("a") as file:
        file.write('{"preset": "kin')  # the run was cut here
    other = Match("kingen", 4, "easy", "steady", "hearts")
    for match in (HEARTS, other):
        found = played(match, range(1, 4), 1, into)
        assert [one.gain for one in found.rounds] == [1 / 3, 2 / 3, 1]
    assert asked_for == [0, 1, 2, 3, 1, 2, 3]
    assert list(kept_rounds(into, HEARTS)) == [0, 1, 2, 3]
    assert kept_rounds(into, HEARTS)[0] == Round(0, [0.001, 0.0025], [0.01])


def test_one_robot_against_others_in_single_deals() -> None:
    found = played(HEARTS, range(2), 1, None)
    assert found.games == 8 and len(found.moves) == 8 * 13
    errors, cards, choices = gates(found)
    assert (errors.bound, cards.bound, choices.bound) == (4, 50, 200)
    assert 0 < cards.measured < 1000 and choices.measured == 0
    assert single_deals("dubbelkingen") >= {"hearts", "seventh-last"}
    for deal in sorted(single_deals("dubbelkingen"))[:2]:
        one = played(Match("dubbelkingen", 4, "easy", "easy", deal), range(1), 1, None)
        assert abs(one.mean) < 1e-9 and len(one.rounds[0].cards) == 52  # who plays whom makes no difference
