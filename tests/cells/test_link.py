"""Cells that ask each other, and what may be in the way: their state, version and clocks, and the broker."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import monotonic, time

import msgspec
import nats
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from bot.cells import link as module
from bot.cells.link import PART, PROTOCOL, WITHIN, CellAway, Hello, Link, Question
from bot.cells.model import Cell, CellError
from tests.beyond.servers import Server, free_port
from tests.cells.links import BOT, FIRST, PATIENT, SECOND, SOON, answers, joined, open_up, until
from tests.cells.proxy import proxy
from tests.cells.running import broker, needs_broker

pytestmark = needs_broker

NOT_LET_IN = "The broker lets nobody in by the name and password of HARTENHEER_NATS_URL."


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with broker(tmp_path_factory.mktemp("broker")) as server:
        yield server


@pytest.fixture(autouse=True)
def brisk(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """What is looked at every few seconds is looked at more often."""
    monkeypatch.setattr(module, "LOOKS_EVERY", 0.5)
    monkeypatch.setattr(module, "WITHIN", 0.2)  # for greetings
    caplog.set_level(logging.INFO)


async def is_away(
    link: Link, number: int, payload: bytes = b"", question: str = "echo", waited: float = PATIENT
) -> None:
    """At once, however long whoever asks would wait; or after waiting for so long."""
    begun = monotonic()
    with pytest.raises(CellAway) as away:
        await link.ask(number, question, payload, waited)
    assert away.value.number == number
    assert monotonic() - begun < SOON


def said(caplog: pytest.LogCaptureFixture, level: int) -> list[str]:
    """What was logged at a level; each in one line."""
    lines = [one.getMessage() for one in caplog.records if one.levelno == level]
    assert not any("\n" in one for one in lines) and not any(one.exc_info for one in caplog.records)
    return lines


# Questions


async def test_what_is_asked_is_answered(there: Server) -> None:
    async with joined(FIRST, there.url) as first, joined(SECOND, there.url) as second:
        await answers(first, 2)
        await answers(second, 1)
        assert await first.ask(2, "echo", b"one") == b"heard one"
        assert await second.ask(1, "echo", b"two") == b"heard two"


async def test_who_says_that_it_is_there_is_heard_by_the_broker(
    there: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = Client._flush_pending

    async def sent_late(client: Client, force_flush: bool = False) -> None:
        if str(client.options["name"]).endswith(str(SECOND)):
            asyncio.get_running_loop().call_later(
                0.05, lambda: running.append(asyncio.ensure_future(sent(client, force_flush)))
            )
        else:
            await sent(client, force_flush)

    running: list[asyncio.Future[None]] = []
    is_there = asyncio.Event()

    async def arrived() -> None:
        is_there.set()

    monkeypatch.setattr(Client, "_flush_pending", sent_late)
    async with joined(FIRST, there.url) as first, joined(SECOND, there.url, is_open=False) as second:
        second.when_connected(arrived)
        open_up(second)
        await is_there.wait()
        assert await first.ask(2, "echo", b"one") == b"heard one"


async def test_who_is_not_open_yet_or_no_longer_is_away_at_once(there: Server) -> None:
    async with joined(FIRST, there.url) as first:
        async with joined(SECOND, there.url, is_open=False) as second:
            await is_away(first, 2)
            open_up(second)
            await answers(first, 2)
        await is_away(first, 2, waited=WITHIN)  # the broker may not know yet


async def test_who_has_not_begun_or_has_left_asks_in_vain(there: Server) -> None:
    async with joined(SECOND, there.url):
        first = Link(FIRST, there.url)
        await is_away(first, 2)
        await first.start(BOT)
        await answers(first, 2)
        await first.close()
        await is_away(first, 2)
        await first.close()


async def test_a_link_that_was_never_started_is_closed() -> None:
    await Link(FIRST, "nats://127.0.0.1:1").close()


async def test_a_question_that_fails_has_no_answer_and_one_line(
    there: Server, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(payload: bytes) -> bytes:
        raise ValueError(payload)

    async with joined(FIRST, there.url) as first, joined(SECOND, there.url, fails=fails):
        await answers(first, 2)
        await is_away(first, 2, b"queen of spades", "fails", waited=WITHIN)
    (line,) = said(caplog, logging.ERROR)
    assert line.startswith("the question fails of another cell failed: ValueError < ")
    assert "spades" not in caplog.text


async def test_a_question_that_never_returns_holds_nobody_up(
    there: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "GIVEN_UP_AFTER", 1.0)

    async def hangs(payload: bytes) -> bytes:
        await asyncio.Event().wait()
        return payload

    async with joined(FIRST, there.url) as first, joined(SECOND, there.url, hangs=hangs):
        await answers(first, 2)
        hanging = asyncio.create_task(first.ask(2, "hangs"))
        assert await first.ask(2, "echo", b"meanwhile") == b"heard meanwhile"
        with pytest.raises(CellAway):
            await hanging
        await until(lambda: said(caplog, logging.ERROR))
    assert said(caplog, logging.ERROR)[0].startswith(
        "the question hangs of another cell failed: TimeoutError"
    )


async def test_a_cell_that_leaves_breaks_off_what_it_is_asked(there: Server) -> None:
    broken_off = asyncio.Event()

    async def hangs(payload: bytes) -> bytes:
        try:
            await asyncio.Event().wait()
        finally:
            broken_off.set()
        return payload

    async with joined(FIRST, there.url) as first:
        async with joined(SECOND, there.url, hangs=hangs):
            await answers(first, 2)
            hanging = asyncio.create_task(first.ask(2, "hangs"))
            await asyncio.sleep(0.1)
        assert broken_off.is_set()
        with pytest.raises(CellAway):
            await hanging


async def test_a_cell_that_leaves_does_not_wait_for_what_does_not_end(
    there: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CONNECTS_WITHIN", 1)
    begun, released = asyncio.Event(), asyncio.Event()

    async def stays(payload: bytes) -> bytes:
        begun.set()
        while not released.is_set():
            with suppress(asyncio.CancelledError):
                await released.wait()
        return payload

    async with joined(FIRST, there.url) as first, joined(SECOND, there.url, stays=stays) as second:
        await answers(first, 2)
        await is_away(first, 2, question="stays", waited=WITHIN)
        assert begun.is_set()
        async with asyncio.timeout(SOON):
            await second.close()
        released.set()
    assert "left the other cells with 1 things still being done" in said(caplog, logging.WARNING)


async def test_what_is_larger_than_the_broker_takes_is_answered_in_parts_and_not_asked(there: Server) -> None:
    async def large(payload: bytes) -> bytes:
        return bytes(int(payload))

    async with joined(FIRST, there.url) as first, joined(SECOND, there.url, large=large):
        await answers(first, 2)
        most = first._client.max_payload
        assert len(await first.ask(2, "echo", bytes(most), PATIENT)) == most + 6
        await is_away(first, 2, bytes(most + 1))
        for size in (0, PART, PART + 1, 2 * PART, 3 * most):
            assert len(await first.ask(2, "large", str(size).encode(), PATIENT)) == size


class Named:
    async def named(self, first: int, second: str) -> dict[int, str]:
        """As some or other method of a cell answers."""
        if first < 0:
            raise ValueError(second)
        return {first: second}


class Renamed:
    async def named(self, first: int) -> int:
        """The same, in a version that answers otherwise."""
        return first

    named.__qualname__ = "Named.named"


async def test_a_question_is_asked_and_answered_by_its_types(
    there: Server, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        joined(Cell(1, 4), there.url, is_open=False) as first,
        joined(Cell(2, 4), there.url, is_open=False) as second,
        joined(Cell(3, 4), there.url, is_open=False) as other,
    ):
        question, _ = [Question(one, Named().named) for one in (first, second)]
        Question(other, Renamed().named)
        for one in (first, second, other):
            open_up(one)
        for number in (2, 3):
            await answers(first, number)
        assert await question.ask(2, 5, "five") == {5: "five"}
        for number in (3, 4):
            with pytest.raises(CellAway):
                await question.ask(number, 5, "five")
        found = await question.others(5, "five")
        assert (dict(found.answers), found.absent) == ({2: {5: "five"}}, (3, 4))
        found = await question.everywhere(5, "five")
        assert (dict(found.answers), found.absent) == ({1: {5: "five"}, 2: {5: "five"}}, (3, 4))
        assert dict((await question.about(77, 5, "five")).answers) == {1: {5: "five"}}
        with pytest.raises(ValueError, match="five"):
            await question.everywhere(-5, "five")
    assert "five" not in caplog.text
    assert "Named.named: cell 4 does not answer" in said(caplog, logging.INFO)


# Who is there


async def test_two_processes_of_one_cell(there: Server) -> None:
    async with joined(FIRST, there.url) as first, joined(SECOND, there.url) as second:
        await answers(first, 2)
        with pytest.raises(CellError) as refused:
            async with joined(SECOND, there.url):
                pass
        assert str(refused.value) == "Another process is cell 2/2 of this bot already: stop it first."
        assert not second.wrong.done() and not first.wrong.done()
        assert await first.ask(2, "echo", b"still") == b"heard still"
        async with joined(SECOND, there.url, application=BOT + 1):
            pass  # another bot's


async def test_two_that_found_no_broker_end_the_younger_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CONNECTS_WITHIN", 1)
    port = free_port()
    url = f"nats://127.0.0.1:{port}"
    async with joined(SECOND, url) as older, joined(SECOND, url) as younger, joined(FIRST, url) as first:
        with broker(tmp_path, port=port):
            await until(younger.wrong.done)
            with pytest.raises(CellError, match="Another process is cell 2/2 of this bot already"):
                younger.wrong.result()
            await younger.close()
            await answers(first, 2)
        assert not older.wrong.done() and not first.wrong.done()


async def test_cells_of_another_number_do_not_start_beside_these(there: Server) -> None:
    async with joined(FIRST, there.url) as first:
        with pytest.raises(CellError) as refused:
            async with joined(Cell(2, 3), there.url):
                pass
        assert str(refused.value) == "Cell 1/2 of this bot is running: stop it before cell 2/3 starts."
        assert not first.wrong.done()


@asynccontextmanager
async def stranger(url: str, says: Callable[[], bytes]) -> AsyncGenerator[Client]:
    """Somebody who says this where cells are greeted."""

    async def greet(message: Msg) -> None:
        if message.reply:
            await message.respond(says())

    client = await nats.connect(url)
    await client.subscribe(f"hartenheer-{BOT}.hello", cb=greet)
    await client.flush()
    try:
        yield client
    finally:
        await client.close()


def hello(*, protocol: int = PROTOCOL, version: str = "0.0.1", ahead: float = 0.0) -> bytes:
    """What the second of three says that has been there for long."""
    return msgspec.json.encode(Hello(2, 3, protocol, version, "x", time() + ahead, 1e6))


@pytest.mark.parametrize(
    ("says", "warning"),
    [
        (hello, None),
        (lambda: hello(protocol=0), "cell 2/3 is of version 0.0.1, which this one cannot talk to"),
        (lambda: hello(ahead=60.0), "the clock of cell 2/3 differs by +60 s"),
        (lambda: hello(ahead=-60.0), "the clock of cell 2/3 differs by -60 s"),
        (lambda: b"", None),
        (lambda: b"\xff no JSON", None),
        (lambda: b'{"number": "2"}', None),
        (lambda: b"[" * 100_000, None),
    ],
    ids=["like", "older", "ahead", "behind", "nothing", "noise", "fields", "deep"],
)
async def test_what_others_say_they_are(
    there: Server, says: Callable[[], bytes], warning: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    async with stranger(there.url, says) as client, joined(Cell(1, 3), there.url) as first:
        assert said(caplog, logging.WARNING) == ([] if warning is None else [warning])
        await client.publish(f"hartenheer-{BOT}.hello", says())  # as one does who comes later
        await client.publish(f"hartenheer-{BOT}.hello", says(), reply=client.new_inbox())
        await client.publish(f"hartenheer-{BOT}.{PROTOCOL}.3.1.echo", says())  # which waits for no answer
        async with joined(Cell(3, 3), there.url) as third:
            await answers(third, 1)
            await answers(first, 3)
            await is_away(first, 2)
            assert not first.wrong.done()
        assert said(caplog, logging.ERROR) == []


# The broker


async def test_a_broker_that_wants_a_password(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with broker(tmp_path, "--user", "cells", "--pass", "secret") as server:
        address = server.url.removeprefix("nats://")
        for url in (server.url, f"nats://cells:wrong@{address}", f"nats://wrong@{address}"):
            with pytest.raises(CellError) as refused:
                async with joined(FIRST, url):
                    pass
            assert str(refused.value) == NOT_LET_IN
        url = f"nats://cells:secret@{address}"
        async with joined(FIRST, url) as first, joined(SECOND, url):
            await answers(first, 2)
    assert "secret" not in caplog.text and "wrong@" not in caplog.text


async def test_a_broker_that_comes_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "CONNECTS_WITHIN", 1)
    port, times = free_port(), 0

    async def once_more() -> None:
        nonlocal times
        times += 1

    url = f"nats://127.0.0.1:{port}"
    async with joined(FIRST, url) as first, joined(SECOND, url):
        first.when_connected(once_more)
        (warning, _) = said(caplog, logging.WARNING)
        assert warning == "the broker cannot be reached, so neither can the other cells: it is tried on"
        assert len(said(caplog, logging.INFO)) == 2  # why, once each, however often it is tried
        await is_away(first, 2)
        assert not times
        for _ in range(2):
            with broker(tmp_path, port=port) as server:
                await answers(first, 2)
                os.kill(server.pid, signal.SIGKILL)
                await until(lambda: not first.is_connected)
                await is_away(first, 2)
        assert times == 2
        assert said(caplog, logging.ERROR) == []


async def test_a_broker_that_stops_lets_nobody_wait(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    port = free_port()
    with broker(tmp_path, port=port) as server:
        async with joined(FIRST, server.url) as first, joined(SECOND, server.url):
            await answers(first, 2)
            os.kill(server.pid, signal.SIGTERM)
            await until(lambda: not first.is_connected)
            await is_away(first, 2)
            warning = "the broker is away: the other cells cannot be reached"
            await until(lambda: said(caplog, logging.WARNING) == [warning, warning])


async def test_a_broker_that_sends_everybody_away(tmp_path: Path) -> None:
    """As it does where names and passwords are changed while it runs."""
    rules = tmp_path / "nats.conf"

    def let_in(password: str) -> None:
        rules.write_text(f'authorization {{ user: cells, password: "{password}" }}')

    let_in("old")
    with broker(tmp_path, "--config", str(rules)) as server:
        url = server.url.replace("//", "//cells:old@")
        async with joined(FIRST, url) as first, joined(SECOND, url) as second:
            await answers(first, 2)
            let_in("new")
            os.kill(server.pid, signal.SIGHUP)
            await until(lambda: not first.is_connected and not second.is_connected)
            await is_away(first, 2)
            let_in("old")
            os.kill(server.pid, signal.SIGHUP)
            await answers(first, 2)
            assert not first.wrong.done()


async def test_what_listens_there_is_no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CONNECTS_WITHIN", 1)

    async def talk(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n" + b"x" * 200_000)
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    url = f"nats://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server, joined(FIRST, url) as first:
        await is_away(first, 2)
        assert not first.is_connected


async def test_a_broker_that_says_nothing_is_told_of(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "CONNECTS_WITHIN", 1)

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(listen, "127.0.0.1", 0)
    url = f"nats://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server, joined(FIRST, url) as first:
        await until(lambda: said(caplog, logging.INFO))
        assert not first.is_connected
    (line,) = said(caplog, logging.INFO)
    assert line.startswith("the connection to the broker failed: ")


async def test_a_broker_that_stands_still_lets_a_cell_leave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CONNECTS_WITHIN", 1)
    with broker(tmp_path) as server:
        async with joined(FIRST, server.url) as first, joined(SECOND, server.url):
            await answers(first, 2)
            asking = asyncio.create_task(first.ask(2, "echo", bytes(PART), PATIENT))
            os.kill(server.pid, signal.SIGSTOP)
            try:
                async with asyncio.timeout(SOON):
                    await first.close()
                with pytest.raises(CellAway):
                    await first.ask(2, "echo")
            finally:
                os.kill(server.pid, signal.SIGCONT)
                asking.cancel()


async def test_a_network_that_is_cut(there: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CONNECTS_WITHIN", 1)
    heard: list[bytes] = []

    async def noted(payload: bytes) -> bytes:
        heard.append(payload)
        return b""

    async with (
        proxy(there.url) as between,
        joined(FIRST, there.url) as first,
        joined(SECOND, between.url, noted=noted) as second,
    ):
        await answers(first, 2)
        await first.ask(2, "noted", b"before")
        between.cut()
        for _ in range(3):
            await is_away(first, 2, b"meanwhile", "noted", waited=WITHIN)
        await until(lambda: not second.is_connected)
        await is_away(second, 1)
        between.mend()
        await answers(first, 2)
        await first.ask(2, "noted", b"after")
        assert heard == [b"before", b"after"]  # nothing comes late by the connection of before
        between.cut()
        begun = monotonic()
        await second.close()
        assert monotonic() - begun < 2 * module.CONNECTS_WITHIN
