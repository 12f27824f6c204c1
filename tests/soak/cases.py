"""What may befall which request: cases of trouble, and the runs of a game they are put together in.

A moment is a request: the so-many-th to a route in one step of the game, as a run without trouble has it. A
step is one press and a little time after it, so a request that a run has more or less for some trouble before
moves no other moment. One run takes many cases, each some steps after the last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from playground.trouble.faults import Faults
from playground.trouble.kinds import Held

GAP = 3
"""Steps without trouble after each case of a run."""


class Trouble(StrEnum):
    """What may befall a request."""

    FAIL = "500 before"
    UNAVAILABLE = "503 before"
    OUTAGE = "503 eight times"
    LOSE = "500 after"
    CUT_BEFORE = "cut before"
    CUT_AFTER = "cut after"
    LATE_BEFORE = "3 s late before"
    LATE_AFTER = "3 s late after"
    LIMIT = "429"
    HELD_BEFORE = "never answered, not carried out"
    HELD_AFTER = "never answered, carried out"
    DROP = "gateway dropped"


LATENESS, RETRY_AFTER, OUTAGE_TIMES = 3.0, 2.0, 8
LASTS = {Trouble.LATE_BEFORE: LATENESS, Trouble.LATE_AFTER: LATENESS, Trouble.LIMIT: RETRY_AFTER}
"""Seconds from a request's arrival to the end of its trouble, where that is not at once."""


@dataclass(frozen=True)
class Moment:
    """A request: the route as "METHOD /template", how many to it came before in its step, and ``where`` it
    went, for those who read it."""

    step: str
    route: str
    nth: int
    where: str = field(compare=False)

    @property
    def kind(self) -> str:
        return f"{self.route} ({self.where})"


@dataclass(frozen=True)
class Case:
    """One trouble at one moment."""

    moment: Moment
    trouble: Trouble

    def __str__(self) -> str:
        one = self.moment
        return f"{self.trouble.value} at {one.kind} no. {one.nth + 1} of step {one.step!r}"


def inflict(faults: Faults, case: Case) -> Held | None:
    """Have the case's request befallen by its trouble; returns what is held, where it gets no answer. The
    gateway is dropped elsewhere."""
    route, nth, trouble = case.moment.route, case.moment.nth, case.trouble
    match trouble:
        case Trouble.FAIL:
            faults.fail(route, 500, skip=nth)
        case Trouble.UNAVAILABLE:
            faults.fail(route, 503, skip=nth)
        case Trouble.OUTAGE:
            faults.fail(route, 503, skip=nth, times=OUTAGE_TIMES)
        case Trouble.LOSE:
            faults.lose(route, 500, skip=nth)
        case Trouble.CUT_BEFORE | Trouble.CUT_AFTER:
            faults.cut(route, before=trouble is Trouble.CUT_BEFORE, skip=nth)
        case Trouble.LATE_BEFORE | Trouble.LATE_AFTER:
            faults.late(route, LATENESS, before=trouble is Trouble.LATE_BEFORE, skip=nth)
        case Trouble.LIMIT:
            faults.limit(route, RETRY_AFTER, skip=nth)
        case Trouble.HELD_BEFORE | Trouble.HELD_AFTER:
            return faults.hold(route, before=trouble is Trouble.HELD_BEFORE, skip=nth)
        case Trouble.DROP:
            raise ValueError(trouble)
    return None


def all_cases(moments: Sequence[Moment]) -> list[Case]:
    """Every trouble at every moment, and a drop of the gateway in every step."""
    cases = [Case(one, trouble) for one in moments for trouble in Trouble if trouble is not Trouble.DROP]
    steps = dict.fromkeys(one.step for one in moments)
    return cases + [Case(Moment(step, "GATEWAY", 0, "gateway"), Trouble.DROP) for step in steps]


def strided(cases: Sequence[Case], stride: int, seed: int) -> list[Case]:
    """One of so many cases of each trouble with each kind of request, at least one of each, by lot."""
    random, groups = Random(seed), dict[tuple[str, Trouble], list[Case]]()
    for case in cases:
        groups.setdefault((case.moment.kind, case.trouble), []).append(case)
    return [case for group in groups.values() for case in random.sample(group, max(1, len(group) // stride))]


def packed(cases: Sequence[Case], steps: Sequence[str]) -> list[list[Case]]:
    """The cases in as few runs as will do, those of a run at least ``GAP`` steps apart. A request that is
    never answered is the last trouble of its run, as it is there to the end."""
    place = {step: number for number, step in enumerate(steps)}
    runs: list[list[Case]] = []
    for case in sorted(cases, key=lambda case: place[case.moment.step]):
        for run in runs:
            last = run[-1]
            apart = place[case.moment.step] - place[last.moment.step] > GAP
            if apart and last.trouble not in (Trouble.HELD_BEFORE, Trouble.HELD_AFTER):
                run.append(case)
                break
        else:
            runs.append([case])
    return runs
