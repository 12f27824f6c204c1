"""Requests that are cut, refused, held or late: what is carried out, what the client sees, what is noted."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest
from yarl import URL

from playground.people import Person
from playground.server import Playground
from playground.trouble.faults import Interrupt, Moment
from tests.clock import FakeClock
from tests.playground.conftest import Bot, Rest

CREATE = "POST /channels/{channel_id}/messages"


class Writer:
    """Writes messages to #general by plain requests, and tells which of them are there."""

    def __init__(self, rest: Rest, reader: Person, channel: int) -> None:
        self.rest, self.reader, self.channel = rest, reader, channel

    async def write(self, content: str) -> int | None:
        """The status of the answer; None for none at all."""
        try:
            path = f"/channels/{self.channel}/messages"
            return (await self.rest("POST", path, {"content": content}))[0]
        except aiohttp.ClientError:
            return None

    @property
    def written(self) -> list[str]:
        return [message["content"] for message in self.reader.messages(self.channel)]


@pytest.fixture
def writer(server: Playground, rest: Rest, ann: Person, general: int) -> Writer:
    server.ratelimits.enabled = False
    return Writer(rest, ann, general)


async def until_written(server: Playground, writer: Writer, *contents: str) -> None:
    await server.world.until(lambda: writer.written == list(contents))


async def arrival(server: Playground) -> asyncio.Event:
    """Set once the next request has arrived."""
    event = asyncio.Event()
    server.faults.watch(lambda moment: event.set())
    return event


async def gone(request: asyncio.Task[int | None]) -> None:
    """Let a client give a request up."""
    request.cancel()
    with pytest.raises(asyncio.CancelledError):
        await request


async def test_each_fault_lets_some_pass_and_befalls_so_many(server: Playground, writer: Writer) -> None:
    server.faults.fail(CREATE, 503, skip=1, times=2)
    assert [await writer.write(content) for content in "abcd"] == [200, 503, 503, 200]
    assert writer.written == ["a", "d"]


@pytest.mark.parametrize("before", [True, False])
async def test_a_cut_leaves_no_answer_and_is_carried_out_or_not(
    server: Playground, writer: Writer, before: bool
) -> None:
    server.faults.cut(CREATE, before=before)
    assert await writer.write("a") is None
    assert writer.written == ([] if before else ["a"])
    assert await writer.write("b") == 200


async def test_aiohttp_asks_once_more_by_itself_for_what_changes_nothing(
    server: Playground, rest: Rest
) -> None:
    route = "GET /users/@me"
    server.faults.cut(route)
    assert (await rest("GET", "/users/@me"))[0] == 200
    server.faults.cut(route, times=2)
    with pytest.raises(aiohttp.ClientError):
        await rest("GET", "/users/@me")
    assert len(server.faults.befallen) == 3


async def test_nothing_is_held_any_more_once_it_was_let_go(server: Playground, writer: Writer) -> None:
    held = server.faults.hold(CREATE, times=3)
    request = asyncio.create_task(writer.write("held"))
    await held.reached()
    assert held.waiting == 1
    held.release()
    assert [await request, await writer.write("passes")] == [200, 200]
    assert (held.waiting, len(server.faults.befallen)) == (0, 1)


async def test_what_is_lost_or_cut_after_is_so_also_where_the_request_is_refused(
    server: Playground, writer: Writer
) -> None:
    server.faults.lose(CREATE, 502)
    assert await writer.write("") == 502
    server.faults.cut(CREATE)
    assert await writer.write("") is None
    assert await writer.write("") == 400


async def test_a_late_request_is_carried_out_when_the_clock_says_so(
    server: Playground, writer: Writer, clock: FakeClock
) -> None:
    server.faults.late(CREATE, 10.0)
    arrived = await arrival(server)
    request = asyncio.create_task(writer.write("late"))
    await arrived.wait()
    assert await writer.write("in time") == 200
    clock.advance(9.9)
    assert await writer.write("still in time") == 200
    clock.advance(0.1)
    assert await request == 200
    assert writer.written == ["in time", "still in time", "late"]


async def test_a_late_answer_comes_for_what_was_carried_out_at_once(
    server: Playground, writer: Writer, clock: FakeClock
) -> None:
    server.faults.late(CREATE, 10.0, before=False)
    request = asyncio.create_task(writer.write("a"))
    await until_written(server, writer, "a")
    clock.advance(9.9)
    assert await writer.write("b") == 200
    assert not request.done()
    clock.advance(0.1)
    assert await request == 200


async def test_a_request_held_before_is_carried_out_on_release_though_its_client_has_gone(
    server: Playground, writer: Writer
) -> None:
    held = server.faults.hold(CREATE, before=True)
    request = asyncio.create_task(writer.write("held"))
    await held.reached()
    await gone(request)
    assert await writer.write("after") == 200
    held.release()
    await until_written(server, writer, "after", "held")


async def test_a_late_request_is_carried_out_though_its_client_has_gone(
    server: Playground, writer: Writer, clock: FakeClock
) -> None:
    server.faults.late(CREATE, 5.0)
    arrived = await arrival(server)
    request = asyncio.create_task(writer.write("late"))
    await arrived.wait()
    await gone(request)
    assert await writer.write("after") == 200
    clock.advance(5.0)
    await until_written(server, writer, "after", "late")


async def test_a_limit_is_answered_as_discord_does_and_the_library_tries_again(
    bot: Bot, server: Playground, general: int, ann: Person
) -> None:
    channel = bot.get_partial_messageable(general)
    server.faults.limit(CREATE, 0.01)
    await channel.send("in the end")
    assert [message["content"] for message in ann.messages(general)] == ["in the end"]
    assert [one.what for one in server.faults.befallen] == ["limit"]


async def test_a_limit_says_in_headers_and_body_how_long_to_wait(
    server: Playground, rest: Rest, general: int
) -> None:
    server.faults.limit(CREATE, 7.5)
    status, body, headers = await rest.full("POST", f"/channels/{general}/messages", {"content": "x"})
    assert status == 429
    assert body == {"message": "You are being rate limited.", "code": 0, "retry_after": 7.5, "global": False}
    assert int(headers["Retry-After"]) >= 7 and headers["Via"]


async def test_what_befell_is_noted_with_its_time(
    server: Playground, writer: Writer, clock: FakeClock
) -> None:
    start = clock.now()
    server.faults.cut(CREATE, before=True)
    server.faults.disconnect(CREATE, skip=1)
    await writer.write("a")
    clock.advance(2)
    await writer.write("b")
    clock.advance(2)
    await writer.write("c")
    found = [(one.at - start, one.method, one.route, one.what) for one in server.faults.befallen]
    route = CREATE.removeprefix("POST ")
    assert found == [(0, "POST", route, "cut before"), (4, "POST", route, "cut after")]


async def test_watchers_hear_of_every_request_before_and_after(server: Playground, writer: Writer) -> None:
    heard: list[tuple[int, str, list[str]]] = []

    def listen(moment: Moment) -> None:
        assert (moment.method, moment.path) == ("POST", f"/api/v10/channels/{writer.channel}/messages")
        heard.append((moment.number, moment.stage, writer.written))

    end = server.faults.watch(listen)
    await writer.write("a")
    await writer.write("")
    writer.rest.token = "another"
    assert await writer.write("b") == 401
    assert heard == [
        (0, "arrived", []),
        (0, "done", ["a"]),
        (1, "arrived", ["a"]),
        (1, "done", ["a"]),
        (2, "arrived", ["a"]),
        (2, "done", ["a"]),
    ]
    end()
    await writer.write("c")
    assert len(heard) == 6


@pytest.mark.parametrize(("stage", "written"), [("arrived", []), ("done", ["a"])])
async def test_a_watcher_may_interrupt_a_request(
    server: Playground, writer: Writer, stage: str, written: list[str]
) -> None:
    def listen(moment: Moment) -> None:
        if moment.stage == stage:
            raise Interrupt

    end = server.faults.watch(listen)
    assert await writer.write("a") is None
    assert writer.written == written
    assert [one.what for one in server.faults.befallen] == ["interrupt"]
    end()
    assert await writer.write("b") == 200


async def weathered(server: Playground, writer: Writer, seed: int) -> list[str]:
    """What befalls forty requests."""
    before = len(server.faults.befallen)
    weather = server.faults.weather(cut=0.3, fail=0.3, late=0.0, seed=seed)
    for number in range(40):
        await writer.write(str(number))
    weather.stop()
    return [one.what for one in server.faults.befallen[before:]]


async def test_weather_is_the_same_for_the_same_seed(server: Playground, writer: Writer) -> None:
    first, again, other = [await weathered(server, writer, seed) for seed in (1, 1, 2)]
    assert first == again != other
    assert set(first) == {"cut before", "cut after", "fail before", "fail after"}


async def test_weather_befalls_the_routes_it_is_for_until_it_is_stopped(
    server: Playground, writer: Writer, clock: FakeClock
) -> None:
    weather = server.faults.weather(cut=0, fail=1, late=0, routes=CREATE)
    assert weather.last is None
    assert (await writer.rest("GET", "/gateway/bot"))[0] == 200
    assert weather.last is None
    clock.advance(3)
    assert await writer.write("a") == 500
    assert weather.last == clock.now()
    clock.advance(3)
    weather.stop()
    assert await writer.write("b") == 200
    assert weather.last == clock.now() - 3


async def test_weather_makes_requests_late_and_has_ended_when_they_come(
    server: Playground, writer: Writer, clock: FakeClock
) -> None:
    weather = server.faults.weather(cut=0, fail=0, late=1, seconds=20.0)
    arrived = await arrival(server)
    request = asyncio.create_task(writer.write("late"))
    await arrived.wait()
    weather.stop()
    assert await writer.write("in time") == 200
    began = weather.last
    clock.advance(20)
    assert await request == 200
    assert writer.written == ["in time", "late"]
    assert began is not None and weather.last == began + 20


async def test_a_fault_asked_for_comes_before_the_weather_and_clear_ends_both(
    server: Playground, writer: Writer
) -> None:
    server.faults.weather(cut=0, fail=1, late=0)
    server.faults.fail(CREATE, 418, times=2)
    assert await writer.write("a") == 418
    assert server.faults.befallen[0].what == "fail before"
    server.faults.clear()
    assert await writer.write("b") == 200


@pytest.mark.parametrize("shares", [(0.5, 0.5, 0.5), (-0.1, 0.0, 0.0)])
async def test_weather_of_impossible_shares_is_refused(
    server: Playground, shares: tuple[float, float, float]
) -> None:
    cut, fail, late = shares
    with pytest.raises(ValueError, match="between 0 and 1"):
        server.faults.weather(cut=cut, fail=fail, late=late)


async def test_a_client_that_goes_in_the_middle_of_its_request_is_no_error(
    server: Playground, writer: Writer, caplog: pytest.LogCaptureFixture
) -> None:
    url = URL(server.api_url)
    _, out = await asyncio.open_connection(url.host, url.port)
    begun = f"POST {url.path}/channels/{writer.channel}/messages HTTP/1.1\r\nHost: here\r\n"
    form = "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\n\r\n--x\r\n"
    out.write((begun + form + 'Content-Disposition: form-data; name="payload_json"\r\n\r\n{').encode())
    await out.drain()
    assert await writer.write("meanwhile") == 200
    out.transport.abort()
    assert await writer.write("the next") == 200
    assert server.requests.counted[CREATE] == 3
    assert writer.written == ["meanwhile", "the next"]
    assert not [record for record in caplog.records if record.exc_info]
