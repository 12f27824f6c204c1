"""How the cells divide the requests that Discord counts, which are so many a second for all of a token.

Each cell owns a share of them and needs nobody to spend it. A cell that needs more asks the others, one after
the other, to lend it some of theirs. A loan counts for a second from when it was asked for, by the borrower's
clock, and whoever lends goes without it for longer, from when the question came, by its own. So no two
clocks are compared, and no question that comes late, answer that is lost or cell that is gone has more begin
in any second than there are. After its start a cell goes without what the process before it may have lent.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from math import ceil
from typing import Final

from bot.cells.link import CellAway, Link, Question
from bot.cells.model import Cell
from bot.discordkit.load import REQUESTS_A_SECOND, Budget
from bot.ports import Time
from bot.retry import Backoff

LOAN: Final = 1.0
"""Seconds for which a loan counts."""

WITHOUT: Final = LOAN + 1.0 + 0.5
"""Seconds for which whoever lends goes without: what began at the loan's end counts for one more, and half a
second is for what is held up between its beginning and Discord."""

EVERY: Final = 0.5
"""Seconds from one time of asking to the next, where that is needed: twice in a loan, so that one goes over
into the next one."""

SELDOM: Final = 2.5
"""The same where nobody has anything to lend; a fifth of it is left to chance (``retry.JITTER``)."""

PART: Final = 0.4
"""The part of its limit that a cell wants to need at most. From half of it on there is load
(``discordkit.load.Limits``), which is to begin where all cells together have too little."""

RESERVE: Final = 8
"""One in so many of its share a cell never lends."""

ANSWERED_WITHIN: Final = 0.2
"""Seconds for which the next cell is not asked yet. Some that hang do not have the others' loans end."""

REMEMBERED: Final = 3.0
"""Seconds for which a cell that needed much lends no more of it."""


def share_of(cell: Cell, requests: int = REQUESTS_A_SECOND) -> int:
    """How many counted requests a second are a cell's own; the first cells have those that do not divide.
    Where there are more cells than requests the last ones have none, and live on loans."""
    each, over = divmod(requests, cell.count)
    return each + (cell.number <= over)


class Loans:
    """Requests lent by each of some cells, or to each. A new loan takes the place of the one before, so of
    several of one cell the largest counts."""

    def __init__(self) -> None:
        self._of: dict[int, list[tuple[float, int]]] = {}

    def add(self, number: int, until: float, requests: int) -> None:
        """One more."""
        self._of.setdefault(number, []).append((until, requests))

    def total(self, now: float, but: int | None = None) -> int:
        """What they come to, leaving one cell out."""
        self._of = {
            number: left
            for number, loans in self._of.items()
            if (left := [one for one in loans if one[0] > now])
        }
        return sum(max(each for _, each in loans) for number, loans in self._of.items() if number != but)


class Lending:
    """The budget of one cell, which goes by this from now on."""

    def __init__(self, link: Link, budget: Budget, time: Time) -> None:
        """The budget is made with the cell's share. Made before the link starts."""
        self._link = link
        self._budget = budget
        self._time = time
        self._keeps = budget.share // RESERVE
        self._lent, self._borrowed = Loans(), Loans()
        self._needs: deque[tuple[float, int]] = deque()
        self._asking: asyncio.Task[None] | None = None
        # what a process before this one may have lent
        self._lent.add(link.cell.number, time.monotonic() + WITHOUT, budget.share - self._keeps)
        budget.go_by(self._limit, self._asked_for)
        self._lend = Question(link, self.lend, ANSWERED_WITHIN)

    def _limit(self) -> int:
        return self._own + self._borrowed.total(self._time.monotonic())

    @property
    def _own(self) -> int:
        """What is left of the share."""
        return self._budget.share - self._lent.total(self._time.monotonic())

    def _asked_for(self) -> None:
        """One more request is asked for."""
        now = self._time.monotonic()
        self._needs.append((now, self._budget.needed))
        while self._needs[0][0] <= now - REMEMBERED:
            self._needs.popleft()
        if (self._asking is None or self._asking.done()) and self._missing() > 0:
            self._asking = self._link.spawn(self._borrow())

    def _missing(self) -> int:
        """How many more than its own the cell wants to have."""
        return min(ceil(self._budget.needed / PART), REQUESTS_A_SECOND) - self._own

    async def _borrow(self) -> None:
        """Until there is enough without."""
        here, count = self._link.cell.number, self._link.cell.count
        refused = Backoff(EVERY, SELDOM)
        while (missing := self._missing()) > 0:
            wanted = missing
            for step in range(1, count):
                if missing > 0:
                    missing -= await self._borrow_of((here - 1 + step) % count + 1, missing)
            if missing < wanted:
                refused.succeeded()
            await self._time.sleep(refused.pause())

    async def _borrow_of(self, number: int, missing: int) -> int:
        asked = self._time.monotonic()
        with suppress(CellAway):
            lent = await self._lend.ask(
                number, self._link.cell.number, missing, self._budget.needed > self._own
            )
            self._borrowed.add(number, asked + LOAN, lent)
            self._budget.look()
            return lent
        return 0

    async def lend(self, number: int, requests: int, is_short: bool) -> int:
        """How many of so many requests the cell of that number is lent from now on: where it ``is_short``,
        which is to need more than its own, what this one does not need, else what it does not want to have
        either. What is lent was not used within the last second, so it is not used twice in one."""
        now = self._time.monotonic()
        needed = max([self._budget.needed, *(each for at, each in self._needs if at > now - REMEMBERED)])
        keeps = needed + self._keeps if is_short else max(needed + self._keeps, ceil(needed / PART))
        lent = max(0, min(requests, self._budget.share - keeps - self._lent.total(now, but=number)))
        if lent:
            self._lent.add(number, now + WITHOUT, lent)
            self._time.call_after(WITHOUT, self._budget.look)
        return lent
