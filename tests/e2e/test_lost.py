"""What is deleted, forbidden or dropped in mid-game: the game goes on, and people are told once."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.cards import members, texts_of
from bot.engine.game import AWAITS_DECK
from bot.tables.model import State
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from playground.server import Playground
from playground.world.permissions import EVERYONE, Permission
from tests.clock import FakeClock
from tests.e2e.house import House, open_house


async def play_a_card(house: House, person: Person, table: Table) -> None:
    message, custom_id = await house.offered(person, f"hh:act:{table.facts.id}:{table.facts.seq}:")
    pressed = await (await person.press(message["id"], custom_id)).done()
    assert pressed.state == "answered", pressed.error
    await house.settled()


async def play_the_deal(house: House, person: Person, table: Table) -> None:
    """Until the next deal waits."""
    while table.facts.turn is not None and table.facts.turn >= 0:
        await play_a_card(house, person, table)


async def start_next_deal(house: House, person: Person) -> None:
    message, custom_id = await house.offered(person, "hh:ready:")
    await (await person.press(message["id"], custom_id)).done()
    await house.settled()


def direct(person: Person, containing: str) -> list[str]:
    """Direct messages that say so."""
    texts = [reading.text(one) for one in person.messages(person.open_direct_messages()["id"])]
    return [text for text in texts if containing in text]


def forbid(house: House, *names: str, channel: str = "cards") -> None:
    bits = EVERYONE
    for name in names:
        bits &= ~Permission[name]
    house.changes.set_permissions(house.world.channel_named(channel), bits)


@pytest.mark.parametrize(
    ("forbidden", "named"),
    [
        (["SEND_MESSAGES"], "Send Messages"),
        (["ATTACH_FILES"], "Attach Files"),
        (["SEND_MESSAGES", "ATTACH_FILES"], "Send Messages and Attach Files"),
        (["VIEW_CHANNEL"], "View Channel"),
    ],
)
async def test_a_permission_that_is_missing_is_named(house: House, forbidden: list[str], named: str) -> None:
    (ann,) = house.people()[:1]
    forbid(house, *forbidden)
    said = await house.reply(ann, "table open")
    assert said == (
        f"I can't show a table in this channel: ask somebody who manages the server to give me {named} here."
    )
    assert house.bot.tables.running() == []


async def test_a_permission_taken_in_mid_game(house: House) -> None:
    """Its message goes on being edited; the host is told, once, when a new one cannot be posted."""
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    closed = "I can't post in table 1's channel any more."
    forbid(house, "SEND_MESSAGES")
    await play_the_deal(house, ann, table)
    await start_next_deal(house, ann)
    assert "Deal 2 of 10" in reading.text(house.table_message(table)) and not direct(ann, closed)
    house.changes.delete_message(house.world.find_message(house.table_message(table)["id"]))  # type: ignore[arg-type]
    for _ in range(2):
        await play_the_deal(house, ann, table)
        await start_next_deal(house, ann)
        assert len(direct(ann, closed)) == 1
    forbid(house)
    await play_the_deal(house, ann, table)
    await start_next_deal(house, ann)
    assert "Deal 5 of 10" in reading.text(house.table_message(table))


async def test_a_deleted_channel(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    house.changes.delete_channel(house.world.channel_named("cards"))
    await play_the_deal(house, ann, table)
    await start_next_deal(house, ann)
    assert len(direct(ann, "Table 1's channel is gone.")) == 1
    general = house.world.channel_named("general").id
    moved = await (await ann.command(general, "table show")).done()
    assert moved.state in ("answered", "thinking"), moved.error
    await house.settled()
    await house.say_yes(ann)
    assert "Deal 2 of 10" in reading.text(house.table_message(table))
    assert int(house.table_message(table)["channel_id"]) == general
    await play_the_deal(house, ann, table)
    await start_next_deal(house, ann)
    assert int(house.table_message(table)["channel_id"]) == general  # it has moved for good
    assert "Deal 3 of 10" in reading.text(house.table_message(table))
    assert len(direct(ann, "Table 1's channel is gone.")) == 1


async def test_a_deleted_table_message_comes_back_when_it_is_asked_for(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    message = house.table_message(table)
    house.changes.delete_message(house.world.find_message(message["id"]))  # type: ignore[arg-type]
    await play_a_card(house, ann, table)
    await play_a_card(house, ann, table)
    assert "is here now" in await house.reply(ann, "table show")
    assert "Deal 1 of 10" in reading.text(house.table_message(table))
    await play_the_deal(house, ann, table)
    await start_next_deal(house, ann)
    assert "Deal 2 of 10" in reading.text(house.table_message(table))


async def test_a_deleted_lobby_message(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.open_table(ann)
    house.changes.delete_message(house.world.find_message(house.lobby(table)["id"]))  # type: ignore[arg-type]
    assert "is here now" in await house.reply(ann, "table show")
    await house.press(bram, house.lobby(table), "Join")
    await house.settled()
    assert "**Bram**" in reading.text(house.lobby(table))


async def test_a_deleted_hand_comes_as_a_new_message(still_house: House) -> None:
    house, (ann,) = still_house, still_house.people()[:1]
    assert isinstance(house.clock, FakeClock)
    table = await house.start_table(ann)
    message, _ = await house.offered(ann, "hh:act:")
    house.changes.delete_message(house.world.find_message(message["id"]))  # type: ignore[arg-type]
    house.clock.advance(20)
    await house.settled()
    again, _ = await house.offered(ann, "hh:act:")
    assert again["id"] != message["id"]
    await play_a_card(house, ann, table)


async def test_the_host_cannot_be_reached_either(house: House) -> None:
    """The others' cards come all the same."""
    ann, bram, *_ = house.people()
    table = await house.start_table(ann, bram)
    house.changes.delete_channel(house.world.channel_named("cards"))
    ann.account.direct_messages_open = False
    while table.facts.turn is not None and table.facts.turn >= 0:
        mover = house.to_move(table)
        if mover is None:
            await house.settled()
        elif mover is bram:
            await play_a_card(house, bram, table)
        else:  # whose old hand is still there to be pressed
            text = next(iter(await _legal(table)))
            await house.forge(ann, house.hand(ann), f"hh:act:{table.facts.id}:{table.facts.seq}:{text}")
    await house.forge(ann, house.hand(ann), f"hh:ready:{table.facts.id}:{table.facts.seq}:")
    await start_next_deal(house, bram)
    assert any("Deal 2 of 10" in one.alt for one in reading.pictures(house.server, house.hand(bram)))


async def _legal(table: Table) -> list[str]:
    view = await table.view(table.facts.turn)
    return texts_of(view.legal)


async def test_a_dropped_gateway_is_resumed(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    message, custom_id = await house.offered(ann, "hh:act:")
    await house.server.gateway.drop()
    pressed = await (await ann.press(message["id"], custom_id)).done()  # it comes when the bot is back
    assert pressed.state == "answered", pressed.error
    await house.settled()
    entries = await house.bot.store.tables.log(table.facts.id)
    assert sum(entry.user_id == ann.id for entry in entries) == 1
    house.server.gateway.ask_to_reconnect()
    await play_a_card(house, ann, table)


@pytest.mark.parametrize("status", [500, 503])
async def test_a_server_in_trouble_is_asked_again(house: House, status: int) -> None:
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    await house.offered(ann, "hh:act:")
    house.server.faults.fail("POST /interactions/*", status)
    await play_a_card(house, ann, table)
    await play_a_card(house, ann, table)
    assert house.to_move(table) is ann


async def test_no_request_comes_too_fast(house: House) -> None:
    (ann,) = house.people()[:1]
    statuses: list[int] = []
    house.server.observers.append(lambda exchange: statuses.append(exchange.status))
    house.server.ratelimits.pace = 8.0
    table = await house.start_table(ann)
    for _ in range(4):
        await play_a_card(house, ann, table)
    assert 429 not in statuses
    assert house.to_move(table) is ann
    await house.offered(ann, f"hh:act:{table.facts.id}:{table.facts.seq}:")


@pytest.mark.parametrize("route", ["POST /interactions/*", "PATCH /webhooks/*", "PATCH /channels/*"])
async def test_a_cut_connection_leaves_no_stale_hand(house: House, route: str) -> None:
    ann, bram, *_ = house.people()
    table = await house.start_table(ann, bram)
    for _ in range(3):
        mover = house.to_move(table)
        assert mover is not None
        await house.offered(mover, f"hh:act:{table.facts.id}:{table.facts.seq}:")
        await house.settled()
        house.server.faults.disconnect(route)
        await play_a_card(house, mover, table)
        house.server.faults.clear()
    mover = house.to_move(table)
    assert mover is not None
    await house.offered(mover, f"hh:act:{table.facts.id}:{table.facts.seq}:")


async def test_a_result_that_a_crash_kept_back_is_told_after_it(database: Path) -> None:
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            ann = house.people()[0]
            table = await house.start_table(ann)
            while table.facts.state is State.PLAYING:
                if table.facts.turn == AWAITS_DECK:
                    await table.ready(ann.id)
                elif house.to_move(table) is ann:
                    view = await table.view(table.facts.turn)
                    await table.act(ann.id, table.facts.seq, members(view.legal)[0])
                await house.bot.tables.quiet()
            await house.settled()
            assert len(results(house, ann)) == 1
            forget = "DELETE FROM postings WHERE kind = 'result'"
            await house.bot.store.writer.run(lambda connection: connection.execute(forget))
        for _ in range(2):  # once, and not again at the next start
            async with open_house(database, server=server) as house:
                await house.world.until(lambda: len(results(house, ann)) == 2)
                await house.settled()
                assert len(results(house, ann)) == 2
    finally:
        await server.close()


async def test_a_seat_whose_loss_a_crash_kept_back_can_be_taken_after_it(database: Path) -> None:
    """Who has no seat sees it on the table's message alone, and nobody else moves or presses there."""
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            ann, bram, chloe, dmitri = house.people()
            table = await house.start_table(ann, bram, chloe, dmitri)
            table_id, message_id = table.facts.id, house.table_message(table)["id"]
            server.faults.disconnect("PATCH /channels/{channel_id}/messages/{message_id}", times=1000)
            await table.leave(bram.id)
        server.faults.clear()
        async with open_house(database, server=server) as house:
            await house.settled()
            message = bram.message(message_id)
            assert f"hh:sit-down:{table_id}:0:" in [
                one.custom_id for one in reading.buttons(message, enabled_only=True)
            ]
    finally:
        await server.close()


def results(house: House, person: Person) -> list[str]:
    """The messages that tell how a game ended."""
    texts = [reading.text(one) for one in person.messages(house.cards)]
    return [text for text in texts if "the game is over" in text]
