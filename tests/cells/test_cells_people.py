"""What somebody chooses on a server of one cell, as the other meets them: whole bots as processes."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from playground import reading
from playground.people import Person
from playground.server import Playground
from playground.world.places import Channel
from tests.cells.running import broker, cells, needs_broker, places_of

pytestmark = needs_broker


async def settings(person: Person, channel: Channel) -> dict[str, Any]:
    """The panel of their settings, asked for there."""
    asked = await (await person.command(channel.id, "settings")).done()
    assert asked.state == "answered" and asked.message is not None, asked.error
    return asked.message


async def test_a_language_chosen_on_one_server_is_spoken_on_another_of_another_cell(tmp_path: Path) -> None:
    server = await Playground.start(furnished=False)
    try:
        here, there = await places_of(server, 2, each=1)
        (person,) = here.people
        assert there.channel.guild is not None
        server.changes.join(there.channel.guild, person.account)
        with broker(tmp_path) as nats:
            async with cells(server, tmp_path, 2, nats.url) as bots:
                assert "Your settings" in reading.text(await settings(person, there.channel))
                panel = await settings(person, here.channel)
                for press in (
                    person.select(panel["id"], "hh1.2:setting-pick:0:0:", ["language"]),
                    person.press(panel["id"], "hh1.2:setting-set:0:0:language:nl"),
                ):
                    done = await (await press).done()
                    assert done.state == "answered", done.error
                async with asyncio.timeout(10.0):
                    while "Your settings" in reading.text(await settings(person, there.channel)):
                        pass
                assert not [line for bot in bots for line in bot.complaints]
    finally:
        await server.close()
