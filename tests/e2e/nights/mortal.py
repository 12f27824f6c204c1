"""Bots in this process that die beside what they keep."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.ports import StoreError
from data.connections import Writer
from playground.server import Playground
from playground.trouble.faults import Interrupt, Moment
from tests.e2e.house import is_work
from tests.e2e.nights.moments import watched


class Mortal:
    """One database and one server, and bots on them that die: from then on such a bot keeps nothing, and none
    of its requests arrives. Each moment is died at once, or ``only`` that one."""

    def __init__(self, server: Playground, only: str = "") -> None:
        self.died_at: list[str] = []
        self._only = only
        self._dead = asyncio.Event()
        self.unwatch = server.faults.watch(self._request)

    @classmethod
    @contextmanager
    def at(cls, server: Playground, only: str = "") -> Iterator[Mortal]:
        """While this lasts."""
        mortal = cls(server, only)
        with pytest.MonkeyPatch.context() as patch:
            watched(mortal.come, patch.setattr)
            transaction = Writer._transaction

            async def kept(writer: Writer, group: Any) -> Any:
                mortal.require_alive()
                return await transaction(writer, group)

            patch.setattr(Writer, "_transaction", kept)
            try:
                yield mortal
            finally:
                mortal.unwatch()

    def come(self, moment: str) -> None:
        """Die, where that has not been died at. Raises StoreError."""
        self.require_alive()
        if moment not in self.died_at and self._only in ("", moment):
            self.died_at.append(moment)
            self._dead.set()
            raise StoreError

    def require_alive(self) -> None:
        """Raise StoreError once it is dead."""
        if self._dead.is_set():
            raise StoreError

    def _request(self, moment: Moment) -> None:
        if self._dead.is_set():
            raise Interrupt

    async def lives(self, work: Awaitable[object]) -> bool:
        """Do it until it is done, or the bot is dead; whether it is alive."""
        working = asyncio.ensure_future(work)
        dying = asyncio.ensure_future(self._dead.wait())
        await asyncio.wait({working, dying}, return_when=asyncio.FIRST_COMPLETED)
        is_alive = not self._dead.is_set()
        if is_alive:
            working.result()
        left = () if is_alive else [one for one in asyncio.all_tasks() if is_work(one.get_name())]
        for task in (working, dying, *left):
            task.cancel()
        await asyncio.gather(working, dying, *left, return_exceptions=True)
        return is_alive

    def is_born(self) -> None:
        """Another bot begins."""
        self._dead.clear()
