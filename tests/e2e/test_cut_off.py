"""Requests that are lost, or of which only the answer is: what was said as done is done, what was said as not
done is not, and nobody reads for ever that an answer will come. Every press is in tests/soak."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.discordkit.people import OWN_TRIES
from bot.discordkit.presses import ANSWERS_WITHIN, TOKEN_SECONDS
from bot.words.catalogue import words_for
from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from playground.rest.api import Exchange
from playground.server import Playground
from playground.world.places import LOADING
from tests.e2e.house import House
from tests.e2e.leagues.test_disputes import club_with_game, on_game, threads
from tests.soak.quicktime import in_quick_time, quick_house

WORDS = words_for("en")
NOT_REACHED, NOT_KNOWN = WORDS("error.not-reached"), WORDS("error.not-known")
OPEN_CHANNEL, CALLBACK = "POST /users/@me/channels", "POST /interactions/*"
SENT = "POST /channels/*/messages"
FOR_EVER = 1000

Break = Callable[[Playground, str], object]

BREAKS: dict[str, Break] = {
    "cut before": lambda server, route: server.faults.cut(route, before=True),
    "cut after": lambda server, route: server.faults.cut(route),
    "held": lambda server, route: server.faults.hold(route, before=True),
    "answer held": lambda server, route: server.faults.hold(route),
    "lost": lambda server, route: server.faults.lose(route),
    "refused": lambda server, route: server.faults.fail(route, 503),
}


@pytest.fixture
def quiet_log() -> None:
    """Here the log may tell of errors: they are made."""


def played(test: Callable[[House], Any], database: Path) -> None:
    """In quick time."""

    async def run() -> None:
        async with quick_house(database) as house:
            await test(house)

    in_quick_time(run())


def thinking(house: House) -> list[str]:
    """The messages that say that an answer will come."""
    return [
        reading.text(message.data)
        for channel in house.world.channels.values()
        for message in channel.messages.values()
        if message.flags & LOADING
    ]


async def pressed(house: House, person: Person, label: str, path: str = "help") -> Invocation:
    """The button of that name on what a command answers; told once all is as it will be."""
    helped = await (await person.command(house.cards, path)).done()
    assert helped.message is not None
    invocation = await house.press(person, helped.message, label)
    await asyncio.sleep(60)
    return invocation


def told(house: House, person: Person) -> str:
    return reading.text(house.whispers(person)[-1])


@pytest.mark.parametrize("trouble", list(BREAKS))
@pytest.mark.parametrize(("path", "label"), [("help", "Practise in private"), ("daily", "Play")])
def test_one_request_for_a_channel_of_direct_messages(
    database: Path, path: str, label: str, trouble: str
) -> None:
    async def run(house: House) -> None:
        ann = house.person("Ann")
        BREAKS[trouble](house.server, OPEN_CHANNEL)
        invocation = await pressed(house, ann, label, path)
        assert invocation.state == "answered" and not thinking(house)
        assert len(house.bot.tables.running(user_id=ann.id)) == 1

    played(run, database)


@pytest.mark.parametrize("trouble", ["cut before", "answer held"])
@pytest.mark.parametrize(("path", "label"), [("help", "Practise in private"), ("daily", "Play")])
def test_no_channel_of_direct_messages_for_a_minute(
    database: Path, path: str, label: str, trouble: str
) -> None:
    async def run(house: House) -> None:
        ann = house.person("Ann")
        if trouble == "cut before":
            house.server.faults.cut(OPEN_CHANNEL, before=True, times=FOR_EVER)
        else:
            house.server.faults.hold(OPEN_CHANNEL, times=FOR_EVER)
        await pressed(house, ann, label, path)
        assert told(house, ann) == NOT_REACHED and not thinking(house)
        assert house.bot.tables.running() == []
        house.server.faults.clear()
        await pressed(house, ann, label, path)
        assert len(house.bot.tables.running(user_id=ann.id)) == 1

    played(run, database)


@pytest.mark.parametrize(("path", "label"), [("help", "Practise in private"), ("daily", "Play")])
def test_direct_messages_that_were_opened_again_are_tried_at_once(
    database: Path, path: str, label: str
) -> None:
    async def run(house: House) -> None:
        ann = house.person("Ann")
        ann.account.direct_messages_open = False
        await pressed(house, ann, label, path)
        assert told(house, ann).startswith("I can't send you direct messages")
        ann.account.direct_messages_open = True
        await pressed(house, ann, label, path)
        assert len(house.bot.tables.running(user_id=ann.id)) == 1 and not thinking(house)

    played(run, database)


def test_closed_direct_messages_are_tried_again_where_the_clock_is_set_back(database: Path) -> None:
    async def run(house: House) -> None:
        ann, people, clock = house.person("Ann"), house.bot.people, house.clock
        ann.account.direct_messages_open = False
        await pressed(house, ann, "Practise in private")
        assert await people.is_closed(ann.id) and clock is not None
        clock.set(clock.now() - 20 * 3600)
        assert not await people.is_closed(ann.id)

    played(run, database)


def test_refusals_of_direct_messages_are_bounded(database: Path) -> None:
    """Discord bans the address of who gets too many answers of 403."""

    async def run(house: House) -> None:
        ann, people = house.person("Ann"), house.bot.people
        ann.account.direct_messages_open = False
        helped = await (await ann.command(house.cards, "help")).done()
        assert helped.message is not None
        refused = list[str]()

        def saw(exchange: Exchange) -> None:
            if exchange.status == 403:
                refused.append(exchange.path)

        house.server.observers.append(saw)
        for _ in range(OWN_TRIES + 3):
            await house.press(ann, helped.message, "Practise in private")
            await asyncio.sleep(1)
        assert len(refused) == OWN_TRIES + 1
        assert await people.is_closed(ann.id)

    played(run, database)


@pytest.mark.parametrize("trouble", list(BREAKS))
def test_what_a_message_by_the_bot_itself_tells_is_told_once(database: Path, trouble: str) -> None:
    """A new server is greeted, and the organisers are called to a dispute."""

    async def run(house: House) -> None:
        ann, bram = house.person("Ann"), house.person("Bram")
        await club_with_game(house)
        shown = await on_game(house, "Bram")
        BREAKS[trouble](house.server, SENT)
        await shown.press("Dispute")
        await asyncio.sleep(60)
        (thread,) = threads(house)
        assert len(ann.messages(thread)) == 1
        assert told(house, bram).startswith("There's now a thread about this game")
        guild = house.changes.add_guild("New", invited=False)
        channel = house.changes.add_channel(guild, "games")
        BREAKS[trouble](house.server, SENT)
        house.changes.invite_bot(guild)
        await asyncio.sleep(60)
        assert len(bram.messages(channel.id)) == 1
        assert len(house.server.faults.befallen) == 2

    played(run, database)


@pytest.mark.parametrize("trouble", ["held", "answer held", "refused"])
def test_suggestions_that_nobody_is_shown_keep_nobody_from_pressing(database: Path, trouble: str) -> None:
    """They would be at work until the client library gives up, and few may be at a time."""

    async def run(house: House) -> None:
        ann = house.person("Ann")
        for typed in "king!":
            BREAKS[trouble](house.server, CALLBACK)
            asking = asyncio.create_task(ann.autocomplete(house.cards, "table open", {"game": typed}, "game"))
            await asyncio.sleep(1)
            asking.cancel()
        await asyncio.sleep(ANSWERS_WITHIN)
        assert house.bot.interactions.at_work == 0
        house.server.faults.clear()
        assert await ann.autocomplete(house.cards, "table open", {"game": ""}, "game")

    played(run, database)


def test_what_cannot_be_said_is_said_once_it_can_be(database: Path) -> None:
    """*Thinking…* is answered as soon as requests by the token get through again."""

    async def run(house: House) -> None:
        ann = house.person("Ann")
        slow = house.server.faults.hold(OPEN_CHANNEL, before=True)
        edits = "PATCH /webhooks/*"
        house.server.faults.cut(edits, before=True, times=FOR_EVER)
        helped = await (await ann.command(house.cards, "help")).done()
        assert helped.message is not None
        invocation = await house.press(ann, helped.message, "Practise in private")
        await asyncio.sleep(120)
        slow.release()
        assert invocation.state == "thinking" and thinking(house)
        house.server.faults.clear()
        await asyncio.sleep(30)
        assert invocation.state == "answered" and not thinking(house)
        assert len(house.bot.tables.running(user_id=ann.id)) == 1

    played(run, database)


def test_it_is_tried_for_as_long_as_the_token_lives_and_no_longer(database: Path) -> None:
    async def run(house: House) -> None:
        ann = house.person("Ann")
        house.server.faults.hold(OPEN_CHANNEL, before=True)
        house.server.faults.cut("PATCH /webhooks/*", before=True, times=FOR_EVER)
        await pressed(house, ann, "Practise in private")
        await asyncio.sleep(TOKEN_SECONDS)
        last = [one.at for one in house.server.faults.befallen][-1]
        await asyncio.sleep(TOKEN_SECONDS)
        assert [one.at for one in house.server.faults.befallen][-1] == last
        assert house.bot.clock.now() - last < 2 * TOKEN_SECONDS

    played(run, database)


@pytest.mark.parametrize("trouble", list(BREAKS))
def test_a_form_is_shown_once_or_can_be_asked_for_again(database: Path, trouble: str) -> None:
    async def run(house: House) -> None:
        ann = house.person("Ann")
        table = await house.open_table(ann)
        await house.press(ann, house.lobby(table), "Options")
        await asyncio.sleep(5)
        sheet = house.whispers(ann)[-1]
        custom_id = f"hh:type-option:{table.facts.id}:0:batches"
        BREAKS[trouble](house.server, CALLBACK)
        first = await (await ann.forge_press(sheet["id"], custom_id)).done(60)
        await asyncio.sleep(60)
        if first.modal is None:
            assert first.state == "failed" or told(house, ann) == NOT_REACHED
            again = await (await ann.forge_press(sheet["id"], custom_id)).done()
            assert again.modal is not None
        else:
            assert told(house, ann) != NOT_REACHED
        assert not thinking(house)

    played(run, database)


@pytest.mark.parametrize("trouble", list(BREAKS))
def test_a_table_is_opened_once_and_its_lobby_is_there(database: Path, trouble: str) -> None:
    """Also where the message that is the answer is lost, or the acknowledgement before it."""

    async def run(house: House) -> None:
        ann = house.person("Ann")
        for skip in range(3):
            BREAKS[trouble](house.server, CALLBACK)
            before = len(house.bot.tables.running())
            await (await ann.command(house.cards, "table open")).done(60)
            await asyncio.sleep(120)
            table = house.bot.tables.running()[-1]
            assert len(house.bot.tables.running()) == before + 1 and not thinking(house), skip
            lobbies = [
                one
                for one in ann.messages(house.cards)
                if any(f":{table.facts.id}:" in button.custom_id for button in reading.buttons(one))
            ]
            assert len(lobbies) == 1, skip
            house.server.faults.clear()

    played(run, database)
