"""The messages that an earlier process has left of tables: one for each lobby, deal in play and hand."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from bot.discordkit.interactions import PressId
from bot.discordkit.ports import MessageKind, Posting, on_table
from bot.engine.cards import ACTION_TEXTS
from data.store import Store
from playground.messages.composing import Body, new_message
from playground.server import Playground
from playground.world.places import COMPONENTS_V2, Channel
from tests.load.town import TOGETHER, Stood


async def leave_messages(server: Playground, database: Path, tables: Sequence[Stood]) -> dict[int, str]:
    """Post what each table has, and store that it is there; by table the message with the hand of whoever is
    to move, with a button for a legal card."""
    postings, nonces, hands = list[Posting](), count(1), dict[int, str]()
    for table in tables:
        for kind, about, channel, custom_id in _messages(server, table):
            message = _post(server, channel, custom_id)
            if custom_id:
                hands[table.id] = str(message)
            now = server.world.clock.now()
            subject = on_table(table.id)
            postings.append(Posting(next(nonces), subject, kind, about, channel.id, now, message))
    store = await Store.open(database)
    try:
        for first in range(0, len(postings), TOGETHER):
            some = postings[first : first + TOGETHER]
            await asyncio.gather(*(store.postings.keep(posting) for posting in some))
    finally:
        await store.close()
    return hands


def _messages(server: Playground, table: Stood) -> Iterator[tuple[MessageKind, int, Channel, str]]:
    """Kind, what it is about, where, and the button that it has, if any."""
    channel, facts = table.place.channel, table.facts
    yield MessageKind.LOBBY, 0, channel, ""
    yield MessageKind.TABLE, table.over, channel, ""
    for person in table.place.people:
        moves = facts.seat_of(person.id) == facts.turn
        act = PressId("act", on_table(table.id), facts.seq, (ACTION_TEXTS[table.legal],))
        mailbox = server.changes.direct_channel(person.account)
        yield MessageKind.HAND, person.id, mailbox, str(act) if moves else ""


def _post(server: Playground, channel: Channel, custom_id: str) -> int:
    said = {"type": 10, "id": 1, "content": "Of an earlier process."}
    button = {"type": 2, "id": 3, "style": 2, "label": "Card", "custom_id": custom_id}
    row = [{"type": 1, "id": 2, "components": [button]}] if custom_id else []
    world = server.world
    message = new_message(world, channel, world.bot_user, Body(components=[said, *row], flags=COMPONENTS_V2))
    server.changes.add_message(message)
    return message.id
