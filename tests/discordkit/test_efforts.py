"""Trying again: pauses that grow, and that whoever presses does not wait for."""

from __future__ import annotations

import asyncio

import pytest

from bot.discordkit.sending import RetryingTask
from tests.clock import FakeClock


class Trying:
    """An effort that fails so often. Every try takes a while, in which ``pressed`` is asked for more."""

    def __init__(self, failures: int, *, presses_at: tuple[int, ...] = ()) -> None:
        self.clock = FakeClock()
        self.effort = RetryingTask(self.clock, self._step, self._give_up)
        self.tries: list[float] = []
        self._left = failures
        self._presses_at = presses_at

    async def _step(self) -> bool:
        self.tries.append(self.clock.monotonic())
        if len(self.tries) in self._presses_at:
            self.effort.go_on()
        await asyncio.sleep(0)
        self._left -= 1
        if self._left >= 0:
            raise ConnectionError
        return False

    def _give_up(self, error: Exception) -> None:
        raise AssertionError(error)

    async def finished(self) -> None:
        self.effort.go_on()
        while self.effort.is_at_work:
            for _ in range(20):
                await asyncio.sleep(0)
            if (due := self.clock.next_due()) is not None:
                self.clock.advance(due - self.clock.now())


async def test_without_a_press_its_pauses_grow() -> None:
    trying = Trying(4)
    await trying.finished()
    pauses = [later - one for one, later in zip(trying.tries, trying.tries[1:], strict=False)]
    assert len(pauses) == 4 and pauses == sorted(pauses) and pauses[0] > 0.3


@pytest.mark.parametrize("at", [1, 4])
async def test_a_press_while_a_try_fails_is_seen_to_at_once(at: int) -> None:
    trying = Trying(5, presses_at=(at,))
    await trying.finished()
    pauses = [later - one for one, later in zip(trying.tries, trying.tries[1:], strict=False)]
    assert pauses[at - 1] == 0.0
    assert all(pause > 0.3 for number, pause in enumerate(pauses) if number != at - 1), "it counts once"


async def test_the_clock_on_the_wall_prolongs_and_shortens_no_pause() -> None:
    for by in (-3600.0, 20 * 3600.0):
        trying = Trying(1)
        trying.effort.go_on()
        for _ in range(20):
            await asyncio.sleep(0)
        trying.clock.set(trying.clock.now() + by)
        trying.clock.advance(0.3)
        await asyncio.sleep(0)
        assert len(trying.tries) == 1
        trying.clock.advance(0.3)
        await trying.effort.finished()
        assert len(trying.tries) == 2
