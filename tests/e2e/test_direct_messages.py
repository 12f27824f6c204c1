"""Where direct messages are closed: hands behind *My hand*, and a call when it is one's turn."""

from __future__ import annotations

import asyncio

from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.clock import FakeClock
from tests.e2e.house import EPHEMERAL, House


def calls(house: House, person: Person) -> list[dict]:
    """Messages in the channel that call a person to move."""
    return [
        one for one in person.messages(house.cards) if f"<@{person.id}>, it's your turn" in reading.text(one)
    ]


async def open_hand(house: House, person: Person, table: Table) -> dict:
    """Press *My hand* on the table message; the hand, which only they see."""
    await house.press(person, house.table_message(table), "My hand")
    await house.settled()
    return house.whispers(person)[-1]


async def play_a_card(house: House, person: Person, message: dict) -> None:
    button = next(one for one in reading.buttons(message) if one.custom_id.startswith("hh:act:"))
    pressed = await (await person.press(message["id"], button.custom_id)).done()
    assert pressed.state == "answered", pressed.error
    await house.settled()


async def test_the_lobby_says_where_the_hand_will_be(house: House) -> None:
    ann, bram, *_ = house.people()
    bram.account.direct_messages_open = False
    table = await house.open_table(ann, bram)
    text = reading.text(house.lobby(table))
    assert "**Ann** · host · cards by direct message" in text
    assert "**Bram** · cards under *My hand*" in text


async def test_a_hand_in_the_channel_is_seen_by_its_player_alone(house: House) -> None:
    (ann,) = house.people()[:1]
    ann.account.direct_messages_open = False
    table = await house.start_table(ann)
    (call,) = await house.world.until(lambda: calls(house, ann))
    assert ann.unread(house.cards) == 1
    assert reading.pictures(house.server, call) == []
    await house.press(ann, call, "My hand")
    await house.settled()
    (hand,) = house.whispers(ann)  # which looks at what others see
    assert [one.filename for one in reading.pictures(house.server, hand)] == ["hand.png"]
    assert calls(house, ann) == []  # it has done its work
    seq = table.facts.seq
    await play_a_card(house, ann, hand)
    assert table.facts.seq > seq
    assert ann.channels()[-1]["type"] != 1 or ann.messages(ann.channels()[-1]["id"]) == []


async def test_a_call_goes_when_the_move_is_made_elsewhere(house: House) -> None:
    (ann,) = house.people()[:1]
    ann.account.direct_messages_open = False
    table = await house.start_table(ann)
    await house.world.until(lambda: calls(house, ann))
    invocation = await house.command(ann, "hand")
    assert invocation.message is not None and invocation.message["flags"] & EPHEMERAL
    hand = house.whispers(ann)[-1]
    assert calls(house, ann) == []
    first = table.facts.seq
    await play_a_card(house, ann, hand)
    assert table.facts.seq > first
    await house.world.until(lambda: calls(house, ann))  # the next turn's


async def test_nobody_counts_on_a_hand_that_a_client_forgets(house: House) -> None:
    (ann,) = house.people()[:1]
    ann.account.direct_messages_open = False
    table = await house.start_table(ann)
    await house.world.until(lambda: house.to_move(table) is ann and calls(house, ann))
    hand = await open_hand(house, ann, table)
    assert calls(house, ann) == []
    await play_a_card(house, ann, hand)
    house.changes.forget_private(ann.account)  # her client starts anew
    await house.world.until(lambda: house.to_move(table) is ann and calls(house, ann))
    assert house.whispers(ann) == []
    await play_a_card(house, ann, await open_hand(house, ann, table))


async def test_direct_messages_closed_in_mid_game(still_house: House) -> None:
    house, (ann,) = still_house, still_house.people()[:1]
    clock = house.clock
    assert isinstance(clock, FakeClock)
    table = await house.start_table(ann)
    message, custom_id = await house.offered(ann, "hh:act:")
    ann.account.direct_messages_open = False
    before = house.hand(ann)
    await (await ann.press(message["id"], custom_id)).done()
    await house.settled()
    assert house.to_move(table) is ann
    clock.advance(20)
    (call,) = await house.world.until(lambda: calls(house, ann))
    assert "I can't send you direct messages, so press this button to see your cards." in reading.text(call)
    await house.settled()
    assert house.hand(ann)["id"] == before["id"]
    await play_a_card(house, ann, await open_hand(house, ann, table))
    assert house.to_move(table) is ann


async def test_messages_opened_again_are_used_again(still_house: House) -> None:
    """A refusal is remembered for ten minutes: refusals count towards a ban of the address."""
    house, (ann,) = still_house, still_house.people()[:1]
    clock = house.clock
    assert isinstance(clock, FakeClock)
    ann.account.direct_messages_open = False
    await house.start_table(ann)
    await house.world.until(lambda: calls(house, ann))
    refused = house.server.requests.counted["POST /channels/{channel_id}/messages"]
    ann.account.direct_messages_open = True
    clock.advance(601)
    await house.settled()
    message, _ = await house.offered(ann, "hh:act:")
    assert refused < house.server.requests.counted["POST /channels/{channel_id}/messages"]
    assert reading.pictures(house.server, message)


async def test_channels_of_direct_messages_are_opened_one_after_the_other(house: House) -> None:
    """However many people have to be written to for the first time at one moment."""
    route, people = "POST /users/@me/channels", house.people()[:3]
    for one in people:
        await house.bot.people.know(one.id, one.name)
    held = house.server.faults.hold(route)
    house.server.requests.reset()
    opening = [asyncio.create_task(house.bot.people.dm_channel(one.id)) for one in people]
    await held.reached()
    for _ in range(50):
        await asyncio.sleep(0)
    assert house.server.requests.counted == {route: 1}
    held.release()
    assert len({*await asyncio.gather(*opening)} - {None}) == len(people)
    assert house.server.requests.counted == {route: 3}
