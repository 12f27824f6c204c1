"""Interactions that are another cell's: each carried out once, or refused in time, and never both."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import msgspec
import pytest

from bot.cells import passing as module
from bot.cells.link import WITHIN, CellAway, Link
from bot.cells.passing import ClockMark, Passing
from tests.beyond.servers import Server
from tests.cells.links import FIRST, PATIENT, SECOND, SOON, answers, joined, open_up, until
from tests.cells.running import broker, needs_broker

pytestmark = needs_broker

Data = dict[str, Any]
TAKE = Passing.take.__qualname__


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
        self.passing = Passing(self.link, self.whose, self.carried_out.append, self._refuse)

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


Said = asyncio.Queue[tuple[ClockMark, list[int], bool]]


def alone() -> tuple[End, Said]:
    """The second cell without a broker, and what it says to the first."""
    end, said = End(Link(SECOND, "nats://127.0.0.1:1"), lambda _: 2), Said()

    async def say(number: int, question: str, payload: bytes) -> None:
        assert (number, question) == (1, Passing.settle.__qualname__)
        own, mark, keys, taken = msgspec.msgpack.decode(payload, type=tuple[int, ClockMark, list[int], bool])
        assert own == SECOND.number
        said.put_nowait((mark, keys, taken))

    end.link.say = say  # pyright: ignore[reportAttributeAccessIssue]
    return end, said


def identifier(data: Data) -> bytes:
    return str(data["id"]).encode()


async def test_what_is_another_cells_is_carried_out_there_once(there: Server) -> None:
    async with ends(there.url) as (first, second):
        for number in range(3):
            first.passing.came(interaction(number))
        await until(lambda: len(second.carried_out) == 3)
        assert sorted(second.carried_out, key=identifier) == [interaction(number) for number in range(3)]
        await until(lambda: first.passing.now.passed == 3)
        assert (first.carried_out, first.refused) == ([], [])
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


@pytest.mark.parametrize(
    ("given", "passed", "since", "is_taken"),
    [
        (0.0, 0.0, 0.0, True),
        (0.0, 5.0, 4.6, True),  # under way for 0.4 s at most
        (0.0, 5.0, 4.4, False),
        (0.0, 0.6, 0.0, False),  # sent as the mark came, or that took so long
        (-1.0, 0.0, 0.0, False),  # a mark of which nobody knows when it was given
    ],
)
async def test_only_what_was_sent_just_now_is_carried_out(
    monkeypatch: pytest.MonkeyPatch, given: float, passed: float, since: float, is_taken: bool
) -> None:
    clock = 1000.0
    monkeypatch.setattr(module, "monotonic", lambda: clock)
    end, said = alone()
    sent = msgspec.json.encode(interaction())
    await end.passing.take(1, 5, ClockMark(), 0.0, sent)
    mark, keys, taken = said.get_nowait()
    assert (keys, taken, end.carried_out) == ([5], False, [])
    clock += passed
    await end.passing.take(1, 6, ClockMark(mark.instance, mark.at + given), since, sent)
    assert await said.get() == (ClockMark(end.link.instance, clock), [6], is_taken)
    assert end.carried_out == [interaction()] * is_taken


async def test_a_mark_of_a_process_before_counts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "monotonic", lambda: 1000.0)
    (before, told), (after, _) = alone(), alone()
    sent = msgspec.json.encode(interaction())
    await before.passing.take(1, 1, ClockMark(), 0.0, sent)
    mark = told.get_nowait()[0]
    await after.passing.take(1, 2, mark, 0.0, sent)
    await before.passing.take(1, 3, mark, 0.0, sent)
    assert (before.carried_out, after.carried_out) == ([interaction()], [])


async def test_several_are_said_to_be_carried_out_together() -> None:
    end, said = alone()
    sent = msgspec.json.encode(interaction())
    await end.passing.take(1, 1, ClockMark(), 0.0, sent)
    mark = said.get_nowait()[0]
    for key in (2, 3):
        await end.passing.take(1, key, mark, 0.0, sent)
    await end.passing.take(1, 4, ClockMark(), 0.0, sent)  # what is not is said at once, as it is sent again
    assert said.get_nowait()[1:] == ([4], False)
    await end.passing.close()  # which leaves nothing unsaid
    assert said.get_nowait()[1:] == ([2, 3], True)


async def test_a_cell_that_has_started_again_is_told_once_more(there: Server) -> None:
    async with joined(FIRST, there.url, is_open=False) as link:
        first = End(link, lambda _: 2)
        open_up(link)
        for number in (1, 2):
            async with joined(SECOND, there.url, is_open=False) as other:
                second = End(other, lambda _: 2)
                open_up(other)
                await answers(link, 2)
                first.passing.came(interaction(number))
                await first.passing.close()
                assert second.carried_out == [interaction(number)]
    assert first.refused == []


async def test_what_was_held_up_is_sent_once_more_while_its_person_waits(
    there: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a cell stood still for a moment, what came meanwhile is not lost."""
    async with ends(there.url) as (first, second):
        first.passing.came(interaction(1))
        await until(lambda: second.carried_out)
        sends, ago = first.passing._sent, [0.0]

        async def ahead(number: int, sent: bytes) -> bool:
            mark, came = first.passing._marks[number]
            first.passing._marks[number] = mark, came + ago.pop() if ago else came
            return await sends(number, sent)

        monkeypatch.setattr(first.passing, "_sent", ahead)
        ago[:] = [2 * WITHIN]  # as if it was under way for so long
        first.passing.came(interaction(2))
        await until(lambda: len(second.carried_out) == 2)
        ago[:] = [2 * WITHIN, 2 * WITHIN]
        first.passing.came(interaction(3))
        await until(lambda: first.refused)
        assert first.refused == [interaction(3)] and len(second.carried_out) == 2


async def test_what_is_taken_and_not_carried_out_is_refused(there: Server) -> None:
    """Where a cell dies between the two."""
    closing: list[asyncio.Future[None]] = []
    async with ends(there.url) as (first, second):

        async def dies(_: bytes) -> bytes:
            closing.append(asyncio.ensure_future(second.link.close()))  # which ends this, too
            await asyncio.Event().wait()
            return b""

        second.link.serve(TAKE, dies)
        first.passing.came(interaction())
        await until(lambda: first.refused)
        assert (first.passing.now.passed, first.passing.now.refused) == (0, 1)
        await asyncio.gather(*closing)


@pytest.mark.parametrize(
    "sent", [b"", b"\xff\x00 no JSON", b"{", b"[" * 100_000], ids=["nothing", "noise", "half", "deep"]
)
async def test_noise_is_not_answered(there: Server, sent: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async with ends(there.url) as (first, second):
        first.passing.came(interaction(1))
        await until(lambda: second.carried_out)
        mark = first.passing._marks[2][0]
        for payload in (sent, msgspec.msgpack.encode((1, 5, mark, 60.0, sent))):
            caplog.clear()
            with pytest.raises(CellAway):
                await first.link.ask(2, TAKE, payload)
            (error,) = [one for one in caplog.records if one.levelno == logging.ERROR]
            assert error.getMessage().startswith(f"the question {TAKE} of another cell failed: ")
            assert "\n" not in error.getMessage() and error.exc_info is None
        first.passing.came(interaction(2))
        await until(lambda: len(second.carried_out) == 2)


async def test_whose_cell_is_away_is_told_so(
    there: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with joined(FIRST, there.url, is_open=False) as link:
        first = End(link, lambda _: 2)
        open_up(link)
        async with joined(SECOND, there.url, is_open=False):  # it is not prepared
            first.passing.came(interaction(1))
            await until(lambda: first.refused)
        first.passing.came(interaction(2))  # the broker may not know yet that it has left
        await until(lambda: len(first.refused) == 2)
    monkeypatch.setattr(module, "ANSWERED_WITHIN", PATIENT)
    first.passing.came(interaction(3))  # that the broker is away is known at once
    await until(lambda: len(first.refused) == 3)
    assert (first.passing.now.passed, first.passing.now.refused) == (0, 3)
    said = "an interaction could not be passed on: cell 2 does not answer"
    assert [one.getMessage() for one in caplog.records if "interaction" in one.getMessage()] == [said] * 3


async def test_what_comes_too_late_is_refused_and_never_carried_out(there: Server) -> None:
    async with ends(there.url) as (first, second):
        first.passing.came(interaction(1))
        await until(lambda: second.carried_out)
        take, slow, done = second.link._answers[TAKE], asyncio.Event(), asyncio.Event()

        async def held_up(payload: bytes) -> bytes:
            await slow.wait()
            answer = await take(payload)
            done.set()
            return answer

        second.link.serve(TAKE, held_up)
        first.passing.came(interaction(2))
        await until(lambda: first.refused)
        slow.set()
        await done.wait()
        second.link.serve(TAKE, take)
        first.passing.came(interaction(3))
        await until(lambda: len(second.carried_out) == 2)
        assert second.carried_out == [interaction(1), interaction(3)]


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
        second.link.serve(TAKE, hangs)
        first.passing.came(interaction(2))
        begun = monotonic()
        await first.passing.close()
        assert first.refused == [interaction(2)]
        assert monotonic() - begun < SOON


async def test_what_fails_on_its_way_is_logged(there: Server, caplog: pytest.LogCaptureFixture) -> None:
    async def breaks(_: Data) -> int:
        raise ValueError("queen of spades")

    async with ends(there.url, breaks) as (first, _):
        first.passing.came(interaction())
        await until(lambda: caplog.records)
    (line,) = [one.getMessage() for one in caplog.records if one.levelno == logging.ERROR]
    assert line.startswith("what was to be done with the other cells failed: ValueError < ")
    assert "spades" not in caplog.text
