"""``python -m bot seating`` against the reference: requests made up, and what is no request (N2 to N4)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.nights.broken import DOUBTFUL, NO_REQUEST, RIGHT, WRONG, files
from tests.nights.generated import Request, request, shuffled, small, tight
from tests.nights.reference.best_known import BEST_KNOWN, FIRST, LAST, best_known, fewest
from tests.nights.reference.seating_check import faults, meetings, repeats
from tests.nights.reference.seating_request import DEFAULTS, ROBOT
from tests.project.requirements import ROOT

Json = dict[str, Any]
Told = tuple[list[Json], int]
"""The answers in the order of the files, and the exit status."""

COMMAND = [sys.executable, "-m", "bot", "seating"]
AT_ONCE = 50
"""Files given to one run of the command."""
LONGEST = 240
"""Seconds that a run may take on a busy machine."""


def answered(folder: Path, written: Sequence[bytes], hashing: str = "0") -> Told:
    """What one run of the command prints of these files. Nothing may depend on how Python hashes texts."""
    for number, content in enumerate(written):
        (folder / f"{number}.json").write_bytes(content)
    done = subprocess.run(
        [*COMMAND, *(str(folder / f"{number}.json") for number in range(len(written)))],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hashing},
        capture_output=True,
        check=False,
        timeout=LONGEST,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == len(written)
    beyond = b".json: more than this program takes"
    told = [int(line.split(beyond)[0]) for line in done.stderr.splitlines() if beyond in line]
    assert all("error" in lines[number] for number in told)
    return lines, done.returncode


def as_file(made: Request) -> bytes:
    return json.dumps(made).encode()


def check(folder: Path, written: Sequence[bytes]) -> list[Json]:
    """Each file is answered as it has to be; the exit status says whether one was refused."""
    answers, status = answered(folder, written)
    wrong = {
        content[:500]: found
        for content, answer in zip(written, answers, strict=True)
        if (found := faults(content, answer))
    }
    assert wrong == {}
    assert status == any("error" in answer for answer in answers)
    return answers


@pytest.mark.parametrize("first", range(0, 300, AT_ONCE))
def test_N2_to_N4_requests_made_up(first: int, tmp_path: Path) -> None:
    """For `generated.request(Random(seed))`; the same in another order is answered in the same way."""
    made = [request(Random(seed)) for seed in range(first, first + AT_ONCE)]
    answers = check(tmp_path, [as_file(one) for one in made])
    again, _ = answered(
        tmp_path, [as_file(shuffled(Random(seed), one)) for seed, one in enumerate(made)], hashing="1"
    )
    other = [
        as_file(one) for one, *two in zip(made, answers, again, strict=True) if _same(two[0]) != _same(two[1])
    ]
    assert other == []


def _same(answer: Json) -> Json:
    """What has to be the same whatever the order: all of a plan, and which pairs are named."""
    if "pairs" in answer:
        return {**answer, "pairs": sorted(map(sorted, answer["pairs"]))}
    return answer


def test_every_way_of_breaking_a_request(tmp_path: Path) -> None:
    check(tmp_path, [*files(WRONG), *NO_REQUEST])


def test_requests_that_look_broken_and_are_not_and_those_in_doubt(tmp_path: Path) -> None:
    check(tmp_path, [*files(RIGHT), *files(DOUBTFUL)])


def test_N3_a_plan_is_found_with_one_table_more_than_anyone_has_forbidden_partners(tmp_path: Path) -> None:
    made = [tight(Random(seed), most_partners=1 + seed % 7) for seed in range(70)]
    answers = check(tmp_path, [as_file(one) for one in made])
    assert all("rounds" in answer for answer in answers)


# N3: as few repeated meetings as possible


def test_N3_fewest_is_the_best_of_all_plans_where_they_can_be_gone_through(tmp_path: Path) -> None:
    made = [small(Random(seed)) for seed in range(60)]
    answers = check(tmp_path, [as_file(one) for one in made])
    tried, worse = 0, []
    for one, answer in zip(made, answers, strict=True):
        asked = {**DEFAULTS, **one}
        best = fewest(asked, answer["rounds"]) if "rounds" in answer else None
        tried += best is not None
        if best is not None and repeats(asked, answer["rounds"]) > best:
            worse.append((one, answer["repeats"], best))
    assert worse == []
    assert tried >= 40


def test_N3_fewest_is_at_most_a_tenth_above_the_best_known(tmp_path: Path) -> None:
    """The largest are for the bench."""
    kinds = [(people, rounds) for people in BEST_KNOWN if people < 32 for rounds in range(FIRST, LAST + 1)]
    made = [_of(people, rounds, "fewest", str(rounds)) for people, rounds in kinds]
    answers = check(tmp_path, [as_file(one) for one in made])
    above = {
        kind: answer["repeats"]
        for kind, answer in zip(kinds, answers, strict=True)
        if 10 * answer["repeats"] > 11 * best_known(*kind)
    }
    assert above == {}


# N4: what is drawn by lot


def _of(people: int, rounds: int, mode: str, seed: str, remainder: str = "robots") -> Request:
    players = [f"u{number}" for number in range(people)]
    return {"players": players, "rounds": rounds, "mode": mode, "remainder": remainder, "seed": seed}


DRAWN = 300
"""Plans that are drawn with a seed each: a share is looked at to within five standard deviations."""


def is_drawn(times: int, share: float) -> bool:
    return abs(times - DRAWN * share) <= 5 * (DRAWN * share * (1 - share)) ** 0.5


def drawn(folder: Path, mode: str, people: int, remainder: str) -> list[Json]:
    """The first rounds."""
    made = [_of(people, 1, mode, str(seed), remainder) for seed in range(DRAWN)]
    return [answer["rounds"][0] for answer in check(folder, list(map(as_file, made)))]


def test_N4_random_company_is_drawn(tmp_path: Path) -> None:
    together = Counter(
        pair for round_ in drawn(tmp_path, "random", 8, "robots") for pair in meetings(round_["tables"])
    )
    assert len(together) == 28 and all(is_drawn(times, 3 / 7) for times in together.values())


@pytest.mark.parametrize("mode", ["fewest", "random", "seeded", "writer"])
def test_N4_seats_are_drawn_robots_too(mode: str, tmp_path: Path) -> None:
    """With 15 people a robot has one seat of the table that it sits at."""
    seats = Counter(
        (one, seat)
        for round_ in drawn(tmp_path, mode, 15, "robots")
        for table in round_["tables"]
        for seat, one in enumerate(table)
    )
    assert len(seats) == 64 and all(is_drawn(times, 1 / 4) for times in seats.values())
    assert sum(seats[ROBOT, seat] for seat in range(4)) == DRAWN


@pytest.mark.parametrize("mode", ["fewest", "random", "seeded"])
def test_N2_who_sits_out_is_drawn(mode: str, tmp_path: Path) -> None:
    out = Counter(one for round_ in drawn(tmp_path, mode, 7, "bye") for one in round_["byes"])
    assert len(out) == 7 and all(is_drawn(times, 3 / 7) for times in out.values())


def test_N3_equal_ones_are_seeded_by_lot(tmp_path: Path) -> None:
    first = Counter(one for round_ in drawn(tmp_path, "seeded", 8, "mixed") for one in round_["tables"][0])
    assert len(first) == 8 and all(is_drawn(times, 1 / 2) for times in first.values())
