"""What was used last, and no more than so much of it; and edits that nobody waits for: a few at a time, and
the tables take turns.

What is to move somebody, news and answers to presses do not stand in this line. Who stands in it is drawn
when their turn comes, so the longer the line, the more changes are one edit.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Latest(Generic[K, V]):
    """The values of the ``most`` keys used last; what has not been used for longest goes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K) -> V | None:
        """The value of a key, which is used thereby."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def keep(self, key: K, value: V) -> V:
        """Keep a value; returns it."""
        self._kept[key] = value
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return value

    def drop(self, key: K) -> None:
        """Keep it no longer."""
        self._kept.pop(key, None)


AT_ONCE: Final = 24
"""Edits under way at a time. Discord takes a fifth of a second for one, so that is more of them in a second
than one core draws; and a press never finds more than so many steps of them before its own in the loop."""


class Following:
    """The line, by what each edit is of (a table's id)."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._room = at_once
        self._waiting: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many stand in it."""
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, of: int) -> AsyncGenerator[None]:
        """Wait for a turn; what is done herein is under way."""
        await self._begin(of)
        try:
            yield
        finally:
            self._end()

    async def _begin(self, of: int) -> None:
        if self._room > 0:  # so nobody waits
            self._room -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(of, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._leave(of, turn)
            else:
                self._end()  # it had come, and is another's
            raise

    def _leave(self, of: int, turn: asyncio.Future[None]) -> None:
        line = self._waiting.get(of, deque())
        if turn in line:  # else its turn was just passed over
            line.remove(turn)
            if not line:
                del self._waiting[of]

    def _end(self) -> None:
        while self._waiting:
            of, line = self._waiting.popitem(last=False)
            turn = line.popleft()
            if line:
                self._waiting[of] = line  # the others' turn is before its next one
            if not turn.done():
                turn.set_result(None)
                return
        self._room += 1
