"""Interactions that come to one cell and are another's: direct messages all come to the first, and so do, in
servers, presses on what only its person sees of the first.

An interaction goes on as it came. The other cell carries it out, and says so, where it is certain that it was
sent within the last half a second, and never later: so what was held up on its way is not carried out long
after its person was told that nobody is there. It answers Discord itself, by the token.

How long something was under way is known without comparing clocks. Each answer has a *mark*, the seconds of
the cell that gives it, and with the next interaction goes how long ago that mark came. What has passed beyond
that, by the clock of the mark, is what both took on their way, so the interaction took no longer. Whose mark
is missing, or took too long itself, is given another one at once, and tries once more.

A cell says of several interactions together that it carries them out: an answer costs as much as what it
answers.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from itertools import count
from time import monotonic
from typing import Any, Final, TypeAlias

import msgspec

from bot.cells.link import WITHIN, CellAway, Link, Question
from bot.watch.health import CellsNow

log = logging.getLogger(__name__)

ANSWERED_WITHIN: Final = 2 * WITHIN
"""Seconds for which an answer is waited for: what is carried out is so within ``WITHIN`` of these."""

SAID_AFTER: Final = 0.4 * WITHIN
"""Seconds after which a cell says of the first of some interactions that they are carried out."""

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
        self._take, self._settle = Question(link, self.take), Question(link, self.settle)
        self._marks: dict[int, tuple[ClockMark, float]] = {}  # of each cell the latest, and when it came
        self._keys = count(secrets.randbits(32))  # so no answer to a process before counts for this one
        self._asked: dict[int, asyncio.Future[bool]] = {}
        self._carried_out: dict[int, list[int]] = {}  # by cells that are still to be told
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
        self._follow(self._pass_on(data, target))

    async def close(self) -> None:
        """Have what is under way passed on or refused, and what is carried out said to be: that takes no
        longer."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2 * ANSWERED_WITHIN)

    async def take(self, sender: int, key: int, mark: ClockMark, since: float, sent: bytes) -> None:
        """Carry out what another cell has sent, ``since`` seconds after it was given that mark, unless it may
        have been under way for too long. It is told which, by ``key``."""
        if mark.instance != self._link.instance or monotonic() - mark.at - since > WITHIN:
            await self._say(sender, [key], is_taken=False)
            return
        self._receive(json.loads(sent))
        keys = self._carried_out.setdefault(sender, [])
        keys.append(key)
        if len(keys) == 1:
            self._follow(self._say_soon(sender))

    async def settle(self, number: int, mark: ClockMark, keys: list[int], is_taken: bool) -> None:
        """Another cell says whether it carries out what was sent to it."""
        self._marks[number] = mark, monotonic()
        for key in keys:
            if (asked := self._asked.get(key)) is not None and not asked.done():
                asked.set_result(is_taken)

    def _follow(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._link.spawn(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

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
        """Whether another cell carries it out, where it says so. Raises CellAway."""
        mark, came = self._marks.get(number, (ClockMark(), 0.0))
        key, since = next(self._keys), monotonic() - came
        asked = self._asked[key] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                mark = mark if since <= MARK_LASTS else ClockMark()
                await self._take.say(number, self._link.cell.number, key, mark, since, sent)
                return await asked
        except TimeoutError as error:
            raise CellAway(number) from error
        finally:
            del self._asked[key]

    async def _say_soon(self, sender: int) -> None:
        await asyncio.sleep(SAID_AFTER)
        await self._say(sender, self._carried_out.pop(sender), is_taken=True)

    async def _say(self, sender: int, keys: list[int], *, is_taken: bool) -> None:
        number, now = self._link.cell.number, ClockMark(self._link.instance, monotonic())
        with suppress(CellAway):  # then that cell refuses them as well, of which Discord takes the first
            await self._settle.say(sender, number, now, keys, is_taken)


def _encoded(data: InteractionData) -> bytes:
    try:
        return msgspec.json.encode(data)
    except UnicodeEncodeError:  # of halves of surrogate pairs, which people can send
        return json.dumps(data).encode()
