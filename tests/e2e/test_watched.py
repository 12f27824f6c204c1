"""What whoever hosts the bot sees of it: metrics and health while people play, the lines of one press, and
how it stops."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

import aiohttp
import pytest

from bot.__main__ import TOGETHER
from bot.watch import declared
from bot.watch.log import JsonLines
from bot.watch.server import CannotListen, WatchServer
from data.errors import NotStored
from data.store import Store
from playground import reading
from playground.people import Person
from playground.server import Playground
from tests.data.databases import spoil_table
from tests.e2e.house import House
from tests.e2e.test_flood import play_a_card
from tests.soak.lives import LAUNCH, Bot

CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
BY_TOKEN = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
STOPPING = "I'm restarting: try again in a minute, nothing is lost."


@asynccontextmanager
async def listening(house: House) -> AsyncIterator[str]:
    """Where metrics and health of a house's bot can be fetched."""
    server = await WatchServer.start(house.bot.watch, house.bot.store.prove, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        await server.close()


async def fetch(address: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        return response.status, await response.text()


def figure(text: str, name: str) -> float:
    """The one sample of that name and labels."""
    (found,) = re.findall(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found)


async def play(house: House, cards: int = 4) -> Any:
    table = await house.start_table(*house.people()[:2])
    while cards:
        if house.to_move(table) is not None and (table.facts.turn or 0) >= 0:
            await play_a_card(house, table)
            cards -= 1
        await house.settled()
    return table


# Metrics and health


async def test_what_people_do_is_measured_and_nobody_is_named(house: House) -> None:
    table = await play(house)
    ann = house.people()[0]
    await house.forge(ann, house.table_message(table), "hh:nonsense:1:0:")
    async with listening(house) as address:
        status, text = await fetch(f"{address}/metrics")
    assert status == 200
    assert figure(text, 'hartenheer_presses_total{family="play",outcome="done"}') >= 4
    assert figure(text, 'hartenheer_presses_total{family="command",outcome="done"}') == 1
    assert figure(text, 'hartenheer_presses_total{family="other",outcome="refused"}') == 1
    played = figure(text, 'hartenheer_answer_seconds_count{family="play"}')
    assert played >= 4
    assert figure(text, 'hartenheer_requests_total{kind="answer",status="204"}') >= played  # by callbacks
    assert figure(text, 'hartenheer_request_seconds_count{kind="counted"}') > 0
    assert figure(text, 'hartenheer_tables{state="playing"}') == 1
    assert figure(text, "hartenheer_commit_seconds_count") > 4
    assert figure(text, "hartenheer_drawing_seconds_count") > 0
    assert figure(text, 'hartenheer_thinking_seconds_count{robot="easy"}') > 0
    assert figure(text, 'hartenheer_shard_connected{shard="0"}') == 1
    names = set(re.findall(r"^([a-z_]+)", text, re.MULTILINE))
    known = {one.name for one in declared.ALL} | set(declared.OF_THE_PROCESS)
    parts = {
        f"{one.name}{part}" for one in declared.ALL for part in ("_bucket", "_sum", "_count") if one.buckets
    }
    assert names <= known | parts
    ids = [*(person.id for person in house.people()), house.cards, house.world.bot_user["id"]]
    assert not [one for one in ids if str(one) in text]


async def test_the_bot_says_that_it_is_well(house: House) -> None:
    async with listening(house) as address:
        status, text = await fetch(f"{address}/healthz")
        told = json.loads(text)
        assert (status, told["well"]) == (200, True), told
        assert told["checks"]["gateway"]["connected"] == 1
        assert told["checks"]["store"]["stored_ago"] is not None
        assert (await fetch(f"{address}/"))[0] == 404
        assert (await fetch(f"{address}/healthz/../../etc/passwd"))[0] == 404


async def test_an_idle_store_is_proved_and_a_failing_one_seen(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing was stored lately: asking for the health stores something, and tells whether that went."""
    watch, asked = house.bot.watch, 0

    async def fails() -> None:
        nonlocal asked
        asked += 1
        watch.store.stored(1, 0.0, "disk-full")
        raise NotStored("disk-full", "The database did not keep a change: the disk is full.")

    monkeypatch.setattr(watch.store, "_stored_at", None)
    server = await WatchServer.start(watch, fails, "127.0.0.1", 0)
    try:
        address = f"http://127.0.0.1:{server.port}/healthz"
        told = [json.loads((await fetch(address))[1]) for _ in range(3)]
    finally:
        await server.close()
    assert asked == 1  # however many ask
    assert told[0]["well"]  # it may pass by itself
    monkeypatch.setattr(watch.store, "_failing_since", watch.store._now() - 61)
    async with listening(house) as address:
        status, text = await fetch(f"{address}/healthz")
        assert status == 200, text  # the real store was asked again, and keeps what it is given


async def test_a_port_that_is_taken_is_one_sentence(house: House) -> None:
    async with listening(house) as address:
        with pytest.raises(CannotListen, match=r"HARTENHEER_WATCH_PORT: 127\.0\.0\.1 port [0-9]+ cannot be"):
            await WatchServer.start(
                house.bot.watch, house.bot.store.prove, "127.0.0.1", int(address.rpartition(":")[2])
            )


# The log


class Lines(logging.Handler):
    """What is logged, as JSON lines."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonLines())
        self.said: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(json.loads(self.format(record)))


async def test_every_line_of_a_press_can_be_found(house: House) -> None:
    table = await play(house, 1)
    lines = Lines()
    logging.getLogger("bot").addHandler(lines)
    try:
        house.server.faults.fail(
            "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original", 500, times=40
        )
        while house.to_move(table) is None:
            await house.settled()
        invocation = await play_a_card(house, table)
        await house.world.until(lambda: any("interaction" in line for line in lines.said))
    finally:
        house.server.faults.clear()
        logging.getLogger("bot").removeHandler(lines)
    of_the_press = [line for line in lines.said if line.get("interaction") == str(invocation.id)]
    assert of_the_press
    for line in of_the_press:
        assert (line["verb"], line["table"]) == ("act", table.facts.id)


async def test_a_verb_that_somebody_made_up_is_in_no_line(house: House) -> None:
    table = await play(house, 1)
    lines = Lines()
    logging.getLogger("bot").addHandler(lines)
    try:
        house.server.faults.fail(CALLBACK, 500, times=3)
        await house.forge(house.people()[0], house.table_message(table), "hh:my-name-is-Ann:1:0:")
    finally:
        logging.getLogger("bot").removeHandler(lines)
    assert "my-name-is-Ann" not in json.dumps(lines.said)


# Stopping


async def test_who_presses_while_it_stops_is_told_so(house: House, caplog: pytest.LogCaptureFixture) -> None:
    table = await play(house, 1)
    ann = house.people()[0]
    last = reading.find_button(house.table_message(table), "Scores").custom_id
    await house.bot.stop()
    assert STOPPING in await house.forge(ann, house.table_message(table), last)
    said = [record.getMessage() for record in caplog.records if record.name == "bot.starting"]
    assert said[0].startswith("stopping: 0 presses at work")
    assert said[-1].startswith(
        "left for the next start: 0 presses broken off, 0 messages to be shown, 1 unfin"
    )
    async with listening(house) as address:
        status, text = await fetch(f"{address}/healthz")
    assert (status, json.loads(text)["checks"]["serving"]["stopping"]) == (503, True)


class Said(list[str]):
    """Lines of a log; whoever waits for one is told of each."""

    def __init__(self, told: Callable[[], None]) -> None:
        super().__init__()
        self._told = told

    def append(self, line: str) -> None:
        super().append(line)
        self._told()


@asynccontextmanager
async def program(database: Path, **environment: str) -> AsyncIterator[tuple[Playground, Bot]]:
    """A playground, and the program to be started as a process."""
    server = await Playground.start()
    for person in server.people.values():
        person.account.locale = "en-GB"
    try:
        bot = Bot(server, database, LAUNCH, **environment)
        bot.said = Said(server.world.changed)
        yield server, bot
    finally:
        await server.close()


async def sat_down(server: Playground) -> Person:
    """Somebody at a table with three robots."""
    ann = server.people.named("Ann")
    cards = server.world.channel_named("cards").id
    await (await ann.command(cards, "table open", {"robots": 3})).done()
    return ann


async def offered(server: Playground, person: Person) -> tuple[str, str]:
    """A card that they may play: message and id."""

    def look() -> tuple[str, str] | None:
        for message in reversed(person.messages(person.open_direct_messages()["id"])):
            for button in reading.buttons(message, enabled_only=True):
                if button.custom_id.startswith("hh:act:"):
                    return message["id"], button.custom_id
        return None

    found = await server.world.until(look, timeout=60)
    assert found is not None
    return found


async def test_a_press_under_way_is_answered_before_the_process_ends(database: Path) -> None:
    settings = {"HARTENHEER_LOG_FORMAT": "json", "HARTENHEER_WATCH_PORT": "0"}
    async with program(database, **settings) as (server, bot), bot.running(brisk=True) as life:
        ann = await sat_down(server)
        message, custom_id = await offered(server, ann)
        (address,) = re.findall(r"http://127\.0\.0\.1:\d+", json.loads(bot.said[0])["message"])
        status, text = await fetch(f"{address}/healthz")
        assert (status, json.loads(text)["well"]) == (200, True), text
        held = server.faults.hold(CALLBACK, before=True)
        press = await ann.press(message, custom_id)
        await held.reached()
        life.process.send_signal(signal.SIGTERM)
        await server.world.until(lambda: any("asked to stop" in line for line in bot.said))
        life.process.send_signal(signal.SIGTERM)  # from somebody else, for the same reason
        await server.world.until(lambda: any("stopping:" in line for line in bot.said))
        held.release()
        await life.over_within(60)
        assert life.process.returncode == 0
        assert (await press.done()).state == "answered"
    told = [json.loads(line) for line in bot.said]
    messages = [line["message"] for line in told if line["logger"] == "bot.starting"]
    assert messages[0].startswith("stopping: 1 presses at work")
    assert messages[1].startswith("finished: 1 presses")
    assert "0 presses broken off" in messages[2] and messages[2].endswith("1 unfinished tables")
    assert not [line for line in told if line["level"] in ("ERROR", "CRITICAL")]


async def play_on(server: Playground, person: Person) -> None:
    """Play a card, and be answered."""
    message, custom_id = await offered(server, person)
    assert (await (await person.press(message, custom_id)).done()).state == "answered"


async def test_asked_twice_it_ends_at_once(database: Path) -> None:
    async with program(database) as (server, bot):
        async with bot.running(brisk=True) as life:
            ann = await sat_down(server)
            message, custom_id = await offered(server, ann)
            held = server.faults.hold(CALLBACK, before=True, times=20)
            await ann.press(message, custom_id)
            await held.reached()
            life.process.send_signal(signal.SIGTERM)
            await server.world.until(lambda: any("stopping:" in line for line in bot.said))
            for _ in range(40):  # within a second of the first it is the same
                if not life.dead.is_set():
                    life.process.send_signal(signal.SIGINT)
                    await life.over_within(0.1)
            assert life.process.returncode == 128 + signal.SIGINT
            held.release()
        async with bot.running(brisk=True) as life:  # and the database bears it
            assert life.ready.is_set()
            await play_on(server, ann)
    assert not bot.complaints


async def test_however_often_it_is_asked_within_a_second_it_stops_well(database: Path) -> None:
    async with program(database) as (_, bot), bot.running(brisk=True) as life:
        await life.ready.wait()
        until = monotonic() + TOGETHER / 2
        while monotonic() < until and not life.dead.is_set():
            for _ in range(500):
                with suppress(ProcessLookupError):
                    life.process.send_signal(signal.SIGTERM)
            await asyncio.sleep(0.001)
        await life.over_within(60)
        assert life.process.returncode == 0
    assert any("stopped" in line for line in bot.said) and not bot.complaints


async def test_a_damaged_page_is_told_at_once(database: Path) -> None:
    await (await Store.open(database)).close()
    spoil_table(database, "presets")
    async with program(database) as (server, bot), bot.running(brisk=True):
        await server.world.until(lambda: any("is damaged. Stop the bot" in line for line in bot.said))
    assert sum("is damaged. Stop the bot" in line for line in bot.said) == 1
