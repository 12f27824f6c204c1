"""Interactions that come to one cell and are another's: direct messages all come to the first, and so do, in
servers, presses on what only its person sees of the first.

An interaction goes on as it came. The other cell carries it out, and says so, where it is certain that it was
sent within the last half a second, and never later: so what was held up on its way is not carried out long
after its person was told that nobody is there. It answers Discord itself, by the token.

How long something was under way is known without comparing clocks. Each answer has a *mark*, the seconds of
the cell that gives it, and with the next interaction goes how long ago that mark came. What has passed beyond
that, by the clock of the mark, is what both took on their way, so the interaction took no longer. Whose mark
is missing, or took too long itself, is given another one, and tries once more.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, Final, TypeAlias

import msgspec

from bot.cells.link import WITHIN, CellAway, Link, Question
from bot.watch.health import CellsNow

log = logging.getLogger(__name__)

ANSWERED_WITHIN: Final = 1.5 * WITHIN
"""Seconds for which an answer is waited for: what is carried out is so within ``WITHIN`` of these."""

MARK_LASTS: Final = 60.0
"""Seconds for which a mark serves, so that clocks that go faster than others make no difference."""

InteractionData: TypeAlias = dict[str, Any]
"""An interaction as the gateway sends it.
https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object"""

Target: TypeAlias = Callable[[InteractionData], int | Awaitable[int]]
"""Whose an interaction is. It may ask the other cells, and raises nothing."""


class ClockMark(msgspec.Struct, frozen=True, array_like=True):
    """A moment of a cell: its process, and the seconds of its clock."""

    instance: str = ""
    at: float = 0.0


class Taken(msgspec.Struct, frozen=True, array_like=True):
    """Whether an interaction is carried out, and when that was decided."""

    is_taken: bool
    mark: ClockMark


class Passing:
    """Where each interaction goes."""

    def __init__(
        self,
        link: Link,
        target: Target,
        receive: Callable[[InteractionData], None],
        refuse: Callable[[InteractionData], Awaitable[None]],
    ) -> None:
        """``receive`` carries one out here, ``refuse`` says that its cell is away. Made before the link
        opens."""
        self._link = link
        self._target = target
        self._receive = receive
        self._refuse = refuse
        self._take = Question(link, self.take, ANSWERED_WITHIN)
        self._marks: dict[int, tuple[ClockMark, float]] = {}  # of each cell the latest, and when it came
        self._tasks: set[asyncio.Task[None]] = set()
        self._passed = self._refused = 0

    @property
    def now(self) -> CellsNow:
        """What the metrics show of it."""
        return CellsNow(self._link.is_connected, self._passed, self._refused)

    def came(self, data: InteractionData) -> None:
        """The gateway has sent one."""
        target = self._target(data)
        if target == self._link.cell.number:
            self._receive(data)
            return
        task = self._link.spawn(self._pass_on(data, target))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Have what is under way passed on or refused: that takes no longer."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2 * ANSWERED_WITHIN)

    async def take(self, mark: ClockMark, since: float, sent: bytes) -> Taken:
        """Carry out what another cell has sent, ``since`` seconds after it was given that mark, unless it may
        have been under way for too long."""
        now = ClockMark(self._link.instance, monotonic())
        is_taken = mark.instance == now.instance and now.at - mark.at - since <= WITHIN
        if is_taken:
            self._receive(json.loads(sent))
        return Taken(is_taken, now)

    async def _pass_on(self, data: InteractionData, target: int | Awaitable[int]) -> None:
        number = target if isinstance(target, int) else await target
        if number == self._link.cell.number:
            self._receive(data)
            return
        try:
            sent = _encoded(data)
            if not (await self._sent(number, sent) or await self._sent(number, sent)):
                raise CellAway(number)
        except CellAway as away:
            self._refused += 1
            log.info("an interaction could not be passed on: %s", away)
            await self._refuse(data)
            return
        self._passed += 1

    async def _sent(self, number: int, sent: bytes) -> bool:
        mark, came = self._marks.get(number, (ClockMark(), 0.0))
        since = monotonic() - came
        answer = await self._take.ask(number, mark if since <= MARK_LASTS else ClockMark(), since, sent)
        self._marks[number] = answer.mark, monotonic()
        return answer.is_taken


def _encoded(data: InteractionData) -> bytes:
    try:
        return msgspec.json.encode(data)
    except UnicodeEncodeError:  # of halves of surrogate pairs, which people can send
        return json.dumps(data).encode()
