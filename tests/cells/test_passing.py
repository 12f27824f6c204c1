"""Interactions that are another cell's: each carried out once, or refused in time, and never both."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import pytest

from bot.cells import passing as module
from bot.cells.link import CellAway, Link
from bot.cells.passing import GO, OFFER, Passing, PassingHandlers
from tests.beyond.servers import Server
from tests.cells.links import FIRST, SECOND, SOON, answers, be_patient, joined, open_up, until
from tests.cells.running import broker, needs_broker

pytestmark = needs_broker

Data = dict[str, Any]


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with broker(tmp_path_factory.mktemp("broker")) as server:
        yield server


@dataclass
class End:
    """One cell: what it has carried out, and of what it has told that its cell is away."""

    link: Link
    whose: Callable[[Data], int | Awaitable[int]]
    carried_out: list[Data] = field(default_factory=list[Data])
    refused: list[Data] = field(default_factory=list[Data])

    def __post_init__(self) -> None:
        handlers = PassingHandlers(self.whose, self.carried_out.append, self._refuse)
        self.passing = Passing(self.link, handlers)

    async def _refuse(self, data: Data) -> None:
        self.refused.append(data)


@asynccontextmanager
async def ends(
    url: str, whose: Callable[[Data], int | Awaitable[int]] = lambda _: 2
) -> AsyncGenerator[tuple[End, End]]:
    """The first cell, to which everything comes, and the second, whose all of it is."""
    async with joined(FIRST, url, is_open=False) as first, joined(SECOND, url, is_open=False) as second:
        both = End(first, whose), End(second, whose)
        open_up(first)
        open_up(second)
        await answers(first, 2)
        await answers(second, 1)
        yield both


def interaction(number: int = 1, text: str = "") -> Data:
    return {"id": str(number), "type": 5, "token": "aW50", "data": {"custom_id": "hh:x:1:0:", "text": text}}


def identifier(data: Data) -> bytes:
    return str(data["id"]).encode()


async def test_what_is_another_cells_is_carried_out_there_once(there: Server) -> None:
    async with ends(there.url) as (first, second):
        for number in range(3):
            first.passing.came(interaction(number))
        await until(lambda: len(second.carried_out) == 3)
        assert sorted(second.carried_out, key=identifier) == [interaction(number) for number in range(3)]
        assert (first.carried_out, first.refused, first.passing.passed) == ([], [], 3)
        second.passing.came(interaction(4))  # its own goes nowhere
        assert second.carried_out[-1] == interaction(4)


@pytest.mark.parametrize("text", ["é 🂡 \u202f", "\ud800", '"\\\n\0', "x" * 1_000_000])
async def test_whatever_people_type_is_passed_on(there: Server, text: str) -> None:
    async with ends(there.url) as (first, second):
        first.passing.came(interaction(text=text))
        await until(lambda: second.carried_out)
        assert second.carried_out == [interaction(text=text)]


async def test_what_is_too_large_is_refused(there: Server) -> None:
    async with ends(there.url) as (first, second):
        first.passing.came(interaction(text="x" * 1_048_576))
        await until(lambda: first.refused)
        assert second.carried_out == []


async def test_what_is_offered_is_carried_out_only_when_told(
    there: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "HELD", 0.2)
    data = interaction()
    offer = b'{"id": "1", "type": 5, "token": "aW50", "data": {"custom_id": "hh:x:1:0:", "text": ""}}'
    async with ends(there.url) as (first, second):
        with pytest.raises(CellAway):
            await first.link.ask(2, GO, b"1")  # which nobody has offered
        await first.link.ask(2, OFFER, offer)
        await asyncio.sleep(0.3)
        with pytest.raises(CellAway):
            await first.link.ask(2, GO, b"1")  # too late
        assert second.carried_out == []
        for _ in range(2):
            await first.link.ask(2, OFFER, offer)
        await first.link.ask(2, GO, b"1")
        with pytest.raises(CellAway):
            await first.link.ask(2, GO, b"1")  # it was told so before
        assert second.carried_out == [data]


async def test_what_is_taken_and_not_carried_out_is_refused(there: Server) -> None:
    """Where a cell dies between the two."""
    closing: list[asyncio.Future[None]] = []
    async with ends(there.url) as (first, second):

        async def dies(_: bytes) -> bytes:
            closing.append(asyncio.ensure_future(second.link.close()))  # which ends this, too
            await asyncio.Event().wait()
            return b""

        second.link.serve(GO, dies)
        first.passing.came(interaction())
        await until(lambda: first.refused)
        assert (first.passing.passed, first.passing.refused) == (0, 1)
        await asyncio.gather(*closing)


@pytest.mark.parametrize(
    ("question", "payload"),
    [
        (OFFER, b""),
        (OFFER, b"\xff\x00 no JSON"),
        (OFFER, b"[]"),
        (OFFER, b"{}"),
        (OFFER, b'{"id": "one"}'),
        (OFFER, b"[" * 100_000),
        (GO, b""),
        (GO, b"one"),
        (GO, b"9" * 5_000),
    ],
)
async def test_noise_is_not_answered(
    there: Server, question: str, payload: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with ends(there.url) as (first, second):
        with pytest.raises(CellAway):
            await first.link.ask(2, question, payload)
        (error,) = [one for one in caplog.records if one.levelno == logging.ERROR]
        assert error.getMessage().startswith(f"the question {question} of another cell failed: ")
        assert "\n" not in error.getMessage() and error.exc_info is None
        first.passing.came(interaction(2))
        await until(lambda: second.carried_out)


async def test_whose_cell_is_away_is_told_at_once(
    there: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with joined(FIRST, there.url, is_open=False) as link:
        first = End(link, lambda _: 2)
        open_up(link)
        async with joined(SECOND, there.url, is_open=False):  # it is not prepared
            with monkeypatch.context() as patched:
                be_patient(patched)
                first.passing.came(interaction(1))
                await until(lambda: first.refused)
        first.passing.came(interaction(2))  # the broker may not know yet that it has left
        await until(lambda: len(first.refused) == 2)
    be_patient(monkeypatch)
    first.passing.came(interaction(3))
    await until(lambda: len(first.refused) == 3)
    assert (first.passing.passed, first.passing.refused) == (0, 3)
    said = "an interaction could not be passed on: cell 2 does not answer"
    assert [one.getMessage() for one in caplog.records if "interaction" in one.getMessage()] == [said] * 3


async def test_what_is_taken_too_late_is_refused_and_never_carried_out(
    there: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ends(there.url) as (first, second):
        taken, slow = second.passing._was_offered, asyncio.Event()

        async def held_up(payload: bytes) -> bytes:
            await slow.wait()
            return await taken(payload)

        second.link.serve(OFFER, held_up)
        first.passing.came(interaction())
        await until(lambda: first.refused)
        slow.set()
        second.link.serve(OFFER, taken)
        first.passing.came(interaction(2))
        await until(lambda: second.carried_out)
        assert second.carried_out == [interaction(2)]


async def test_whose_it_is_may_be_looked_up_first(there: Server) -> None:
    async def found(data: Data) -> int:
        await asyncio.sleep(0.01)
        return int(data["id"])

    async with ends(there.url, found) as (first, second):
        for number in (1, 2):
            first.passing.came(interaction(number))
        await until(lambda: first.carried_out and second.carried_out)
        assert [first.carried_out, second.carried_out] == [[interaction(1)], [interaction(2)]]


async def test_what_is_under_way_when_a_cell_leaves_is_settled_first(there: Server) -> None:
    async def hangs(_: bytes) -> bytes:
        await asyncio.Event().wait()
        return b""

    async with ends(there.url) as (first, second):
        first.passing.came(interaction(1))
        await first.passing.close()
        await until(lambda: second.carried_out)
        second.link.serve(OFFER, hangs)
        first.passing.came(interaction(2))
        begun = monotonic()
        await first.passing.close()
        assert first.refused == [interaction(2)]
        assert monotonic() - begun < SOON
