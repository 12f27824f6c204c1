"""The end of a day comes for everybody who plays its deal, whenever they have begun it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import date
from types import SimpleNamespace
from typing import Any, cast

from bot.daily.dailies import Dailies
from bot.daily.deal import Chain, revealed_at
from bot.daily.model import Daily, DailyGame
from bot.tables.model import Invited, State
from bot.timers import Timers
from tests.clock import FakeClock

TODAY = date(2026, 11, 24)
NOON = revealed_at(date(2026, 11, 23))


class Kept:
    """Keeps deals. ``gate`` holds an answer back while it is closed; ``asked`` is set by a question."""

    def __init__(self) -> None:
        self.days = list[date]()
        self.gate, self.asked = asyncio.Event(), asyncio.Event()

    async def unrevealed(self, day: date) -> Sequence[int]:
        found = [number for number, one in enumerate(self.days) if one <= day]
        self.asked.set()
        await self.gate.wait()
        return found

    async def own(self, user_id: int, day: date, game: DailyGame) -> None:
        return None

    async def claim(self, daily: Daily) -> Any:
        self.days.append(daily.day)
        return SimpleNamespace(daily=daily, table_id=0)


class Tables:
    """One table, which is called off."""

    facts = SimpleNamespace(state=State.LOBBY)

    async def get(self, table_id: int) -> Tables:
        return self

    async def call_off(self) -> None:
        self.facts = SimpleNamespace(state=State.CLOSED)

    async def unveil(self) -> None:
        pass


async def test_a_deal_that_is_begun_as_a_day_ends_ends_with_its_own(monkeypatch: Any) -> None:
    """Between the last look at what is played and the end of that look."""
    kept, tables, clock = Kept(), Tables(), FakeClock(NOON)
    timers = Timers(clock)
    dailies = Dailies(cast(Any, tables), cast(Any, kept), timers, Chain())
    monkeypatch.setattr(dailies, "_par", lambda *_: asyncio.sleep(0, 0))
    dailies.start()
    await kept.asked.wait()
    kept.asked.clear()
    kept.gate.set()  # for this look alone
    kept.gate.clear()
    await kept.asked.wait()
    await dailies.table(Invited(1, "Ann"), DailyGame.KING, "Deal", 1, None)
    kept.gate.set()
    await timers.quiet()
    clock.advance(revealed_at(TODAY) - clock.now())
    await timers.quiet()
    assert tables.facts.state is State.CLOSED
    await timers.close()
