"""Moments at which a bot that holds a night may die: beside each thing that it keeps of it.

A moment is named after what is kept, so it is the same one in whichever life it comes. What happens there is
the business of whoever watches: a test in one process (``Mortal``), or one that kills processes.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.nights.model import Evening, Step
from bot.playground.server import Playground
from bot.playground.trouble.faults import Interrupt, Moment
from bot.ports import StoreError
from bot.tables import ports
from bot.tables.model import State, TableFacts
from data.nights.nights import StoredNights
from data.tables import StoredTables
from data.writer import Writer
from tests.e2e.house import is_work

Come = Callable[[str], None]
"""Told ``before …`` and ``after …`` of all that is kept; it may raise StoreError, or not return."""


def named(kept: object) -> str:
    """What is kept, in a word; empty where it is nothing that a night would have to go on from: a card."""
    match kept:
        case Step():
            return f"{kept.kind} {kept.about} {kept.state} {kept.hindrance}".rstrip()
        case Evening():
            plan = len(kept.plan)
            return f"{kept.stage} {plan} {kept.round} {kept.time_up:d} {kept.settled:d} {kept.paused_at is None:d}"
        case TableFacts():
            return f"{kept.place} opened"
        case ports.Step(facts=facts) if facts.place and facts.state is not State.LOBBY and facts.seq < 2:
            return f"{facts.place} {facts.state}"
        case ports.Step(facts=facts) if facts.place and facts.state is not State.PLAYING:
            return f"{facts.place} {facts.state}"
        case _:
            return ""


def watched(patch: pytest.MonkeyPatch, come: Come) -> None:
    """Have it be told of all that is kept, in whatever store."""
    for owner, name in (
        (StoredNights, "keep_step"),
        (StoredNights, "change"),
        (StoredNights, "make_evening"),
        (StoredTables, "create"),
        (StoredTables, "write"),
    ):
        patch.setattr(owner, name, _watched(getattr(owner, name), come))


def _watched(keep: Callable[..., Awaitable[Any]], come: Come) -> Callable[..., Awaitable[Any]]:
    @functools.wraps(keep)
    async def kept(self: object, value: object, *others: Any) -> Any:
        name = named(value)
        if name:
            come(f"before {name}")
        done = await keep(self, value, *others)
        if name:
            come(f"after {name}")
        return done

    return kept


class Mortal:
    """One database and one server, and bots on them that die: from then on such a bot keeps nothing, and none
    of its requests arrives. Each moment is died at once."""

    def __init__(self, server: Playground) -> None:
        self.died_at: list[str] = []
        self.dies = True
        self._dead = asyncio.Event()
        self._unwatch = server.faults.watch(self._request)

    @classmethod
    @contextmanager
    def at(cls, server: Playground) -> Iterator[Mortal]:
        """While this lasts."""
        mortal = cls(server)
        with pytest.MonkeyPatch.context() as patch:
            watched(patch, mortal.come)
            transaction = Writer._transaction

            async def kept(writer: Writer, group: Any) -> Any:
                mortal.require_alive()
                return await transaction(writer, group)

            patch.setattr(Writer, "_transaction", kept)
            try:
                yield mortal
            finally:
                mortal._unwatch()

    def come(self, moment: str) -> None:
        """Die, where that has not been died at. Raises StoreError."""
        self.require_alive()
        if self.dies and moment not in self.died_at:
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

    async def lives(self, work: Awaitable[None]) -> bool:
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
