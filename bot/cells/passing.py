"""Interactions that come to one cell and are another's: direct messages all come to the first, and so do, in
servers, presses on what only its person sees of the first.

An interaction is offered as it came. The cell that is asked says that it has it, and carries it out once it
is told to, and says so; it is told to within half a second or never, so what was held up on its way is not
carried out long after its person was told that nobody is there. The other cell answers Discord itself, by the
token.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from bot.cells.link import WITHIN, CellAway, Link

log = logging.getLogger(__name__)

OFFER: Final = "offer"
GO: Final = "go"
HELD: Final = 2 * WITHIN
"""Seconds for which an offered interaction waits to be carried out: whoever has offered it waits as long at
most."""

InteractionData: TypeAlias = dict[str, Any]
"""An interaction as the gateway tells it.
https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object"""


@dataclass(frozen=True, slots=True)
class PassingHandlers:
    """What is done with interactions here. ``target`` says whose one is; it may ask the other cells, and
    raises nothing. ``receive`` carries one out, ``refuse`` says that its cell is away."""

    target: Callable[[InteractionData], int | Awaitable[int]]
    receive: Callable[[InteractionData], None]
    refuse: Callable[[InteractionData], Awaitable[None]]


class Passing:
    """Where each interaction goes."""

    def __init__(self, link: Link, handlers: PassingHandlers) -> None:
        self._link = link
        self._handlers = handlers
        self._offered: dict[int, InteractionData] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.passed = 0
        """How many were passed on."""
        self.refused = 0
        """How many nobody took."""
        link.serve(OFFER, self._was_offered)
        link.serve(GO, self._goes)

    def came(self, data: InteractionData) -> None:
        """The gateway has told of one."""
        target = self._handlers.target(data)
        if target == self._link.cell.number:
            self._handlers.receive(data)
            return
        task = asyncio.ensure_future(self._pass_on(data, target))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Have what is under way passed on or refused: that takes no longer."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2 * WITHIN)

    async def _pass_on(self, data: InteractionData, target: int | Awaitable[int]) -> None:
        number = target if isinstance(target, int) else await target
        if number == self._link.cell.number:
            self._handlers.receive(data)
            return
        try:
            # Not by msgspec, which refuses halves of surrogate pairs; people can send them.
            await self._link.ask(number, OFFER, json.dumps(data).encode())
            await self._link.ask(number, GO, str(data["id"]).encode())
        except CellAway as away:
            self.refused += 1
            log.info("an interaction could not be passed on: %s", away)
            await self._handlers.refuse(data)
            return
        self.passed += 1

    async def _was_offered(self, payload: bytes) -> bytes:
        data = json.loads(payload)
        interaction_id = int(data["id"])
        self._offered[interaction_id] = data
        asyncio.get_running_loop().call_later(HELD, self._offered.pop, interaction_id, None)
        return b""

    async def _goes(self, payload: bytes) -> bytes:
        self._handlers.receive(self._offered.pop(int(payload)))
        return b""
