"""Why robots that need compiled code cannot be had."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

import pytest

from bot.ops import probes
from bot.ops.findings import RobotFacts
from bot.robots import kinds
from bot.robots.kinds import COMPILER, Problem, tried, unavailable
from tests.robots.made_ready import being_made_ready


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    with being_made_ready():
        yield


def raises(error: Exception) -> Callable[[], None]:
    def make() -> None:
        raise error

    return make


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: None, None),
        (raises(ModuleNotFoundError(name=COMPILER)), Problem.MISSING),
        (lambda: import_module("no_such_library"), Problem.BROKEN),  # of those that the compiler needs
        (raises(ImportError("libLLVM.so: cannot open shared object file")), Problem.BROKEN),
        (raises(OSError("no space left")), Problem.FAILED),
    ],
)
def test_why_something_cannot_be_compiled(make: Callable[[], object], problem: Problem | None) -> None:
    assert tried(make) is problem


def test_until_they_are_ready_they_can_be_chosen_and_a_failure_is_told() -> None:
    assert probes.robots_here() == RobotFacts(is_ready=False)
    assert unavailable("strong") is None
    kinds.HERE.failed(Problem.BROKEN)
    assert probes.robots_here() == RobotFacts("broken", is_ready=False)
    assert [unavailable(kind) for kind in ("easy", "steady", "strong", "teacher")] == [
        None,
        None,
        Problem.BROKEN,
        Problem.BROKEN,
    ]
    kinds.HERE.ready()
    assert probes.robots_here() == RobotFacts()
