"""Each kind of request × each trouble × every moment from the first join to the second deal's first cards.

A run without trouble tells which requests there are: some 340, of a dozen kinds (method, route, and where it
goes). With twelve troubles that makes about 4000 cases. HARTENHEER_SOAK_STRIDE=1 plays all of them; without
it one of sixteen of each kind with each trouble is played, at least one of each, which takes at most five
minutes on one core. HARTENHEER_TEST_SEED draws others. The test says how many of how many it has played, and
how long it took at most until all was well again.

A case that fails is played again alone, so that what is reported is one trouble's doing where it can be.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from tests.soak.cases import Case, Moment, Trouble, all_cases, packed, strided
from tests.soak.moments import Broken, Outcome, play
from tests.soak.quicktime import in_quick_time

STRIDE = int(os.environ.get("HARTENHEER_SOAK_STRIDE", "16"))
SEED = int(os.environ.get("HARTENHEER_TEST_SEED", "0"))
BEFORE_THE_END = ("join Bram", "join Chloé", "join Dmitri", "start")


class Matrix:
    """All runs, and what came of them."""

    def __init__(self, folder: Path, *, ending: bool = False) -> None:
        self.folder, self.ending = folder, ending
        self.runs = 0
        self.befallen = Counter[str]()
        self.unmet: list[Case] = []
        self.failures: list[str] = []
        self.slowest = (0.0, "")

    def play(self, cases: Sequence[Case]) -> Outcome:
        """Raises Broken."""
        self.runs += 1
        database = self.folder / f"{self.runs}.sqlite3"
        outcome = in_quick_time(play(database, cases, ending=self.ending))
        database.unlink()
        self.unmet += outcome.unmet
        self.befallen.update(case.trouble.value for case in outcome.befallen)
        self.slowest = max(self.slowest, outcome.slowest)
        return outcome

    def check(self, cases: Sequence[Case], moments: Sequence[Moment]) -> None:
        """Play all cases, in as few runs as will do."""
        for run in packed(cases, list(dict.fromkeys(one.step for one in moments))):
            self._check_run(run)

    def _check_run(self, cases: Sequence[Case]) -> None:
        """Play a run; where it fails, each of its cases alone."""
        try:
            self.play(cases)
            return
        except Broken as broken:
            together = str(broken)
        before = len(self.failures)
        for case in cases if len(cases) > 1 else ():
            try:
                self.play([case])
            except Broken as broken:
                self.failures.append(str(broken))
        if len(self.failures) == before:
            self.failures.append(f"{together} (in one run: {', '.join(map(str, cases))})")

    def tell(self, cases: Sequence[Case], every: Sequence[Case], moments: Sequence[Moment]) -> None:
        """Print what was played and what came of it."""
        print(f"\n{len(cases)} of {len(every)} cases in {self.runs} runs, seed {SEED}")
        print(f"befallen: {dict(self.befallen)}; did not come up again: {len(self.unmet)}")
        for kind, number in Counter(moment.kind for moment in moments).items():
            print(f"{number:4} {kind}")
        print(f"all well again after {self.slowest[0]:.1f} s at most: {self.slowest[1]}")
        print(*self.failures, sep="\n")

    def judge(self, cases: Sequence[Case]) -> None:
        assert not self.failures, f"{len(self.failures)} failures: {self.failures[0]}"
        assert sum(self.befallen.values()) >= 0.8 * len(cases)


def test_the_game_goes_on_after_each_trouble_at_each_moment(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    matrix = Matrix(tmp_path)
    moments = matrix.play([]).moments
    every = all_cases(moments)
    cases = strided(every, STRIDE, SEED)
    matrix.check(cases, moments)
    with capsys.disabled():
        matrix.tell(cases, every, moments)
    matrix.judge(cases)


def test_a_game_ends_with_one_result_after_each_trouble(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """At the last cards of a game; by default of each trouble two cases, the result's message being one."""
    matrix, random = Matrix(tmp_path, ending=True), Random(SEED)
    moments = [one for one in matrix.play([]).moments if one.step not in BEFORE_THE_END]
    every = all_cases(moments)
    cases = every if STRIDE == 1 else []
    for trouble in Trouble if STRIDE > 1 else ():
        own = [case for case in every if case.trouble is trouble]
        result = [
            case for case in own if case.moment.where == "channel" and case.moment.step == own[-1].moment.step
        ]
        cases += [random.choice(result or own), random.choice(own)]
    matrix.check(cases, moments)
    with capsys.disabled():
        matrix.tell(cases, every, moments)
    matrix.judge(cases)
