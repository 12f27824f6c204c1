"""The first minute: the message in a new server, and in *Help*, with four ways on."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.people.settings import ServerSettings
from bot.tables.model import State
from playground import reading
from playground.world.permissions import EVERYONE, Permission
from playground.world.places import EPHEMERAL, Guild
from tests.e2e.house import House

SENT = "POST /channels/{channel_id}/messages"
MUTE = EVERYONE & ~Permission.SEND_MESSAGES
PRACTISE, OPEN = "Practise in private", "Open a table"
PLAY, LEARN, WHAT = "Play robots now", "How to play", "What is this?"
INSTALLS = ("Add to my account", "Add to a server")


def new_guild(house: House, *channels: str, locale: str = "en-GB") -> Guild:
    guild = house.changes.add_guild("New", locale=locale, invited=False)
    for name in channels:
        house.changes.add_channel(guild, name)
    return guild


def posts(house: House, guild: Guild, name: str) -> list[dict[str, Any]]:
    (channel,) = (one for one in guild.channels.values() if one.name == name)
    return house.person("Bram").messages(channel.id)


async def joined(house: House, guild: Guild) -> None:
    known = asyncio.create_task(house.bot.wait_for("guild_join", timeout=5.0))
    await asyncio.sleep(0)  # it listens now
    house.changes.invite_bot(guild)
    await known
    await house.settled()


async def test_a_new_server_is_greeted_where_it_greets_its_members(house: House) -> None:
    guild = new_guild(house, "rules", "hello", "games")
    guild.system_channel = next(one for one in guild.channels.values() if one.name == "hello")
    await joined(house, guild)
    (message,) = posts(house, guild, "hello")
    assert [one.label for one in reading.buttons(message)] == [PRACTISE, OPEN, PLAY, LEARN, WHAT]
    assert house.mentioned("`/server settings`") in reading.text(message)
    assert not posts(house, guild, "rules") and not posts(house, guild, "games")


async def test_a_new_server_is_greeted_in_the_first_channel_that_allows_it(house: House) -> None:
    guild = new_guild(house, "news", "games")
    news = next(iter(guild.channels.values()))
    house.changes.set_permissions(news, MUTE)
    guild.system_channel = news
    await joined(house, guild)
    assert not posts(house, guild, "news") and len(posts(house, guild, "games")) == 1


async def test_a_server_without_a_place_to_speak_has_all_the_rest(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    guild = new_guild(house, "news")
    (news,) = guild.channels.values()
    house.changes.set_permissions(news, MUTE)
    house.server.requests.reset()
    await joined(house, guild)
    assert SENT not in house.server.requests.counted
    assert any("joined without a welcome" in record.getMessage() for record in caplog.records)
    invocation = await (await house.person("Bram").command(news.id, "help")).done()
    assert invocation.message is not None and PLAY in [
        one.label for one in reading.buttons(invocation.message)
    ]


async def test_a_start_is_no_joining(house: House) -> None:
    assert house.person("Ann").messages(house.cards) == []
    assert SENT not in house.server.requests.counted


async def test_play_now_is_a_game_against_robots_at_once(house: House) -> None:
    bram = house.person("Bram")
    await house.bot.people.set_settings(
        house.bot.guilds[0].id, lambda _: ServerSettings(game="russian-king", pace="5m")
    )
    helped = await house.command(bram, "help")
    assert helped.message is not None and helped.message["flags"] & EPHEMERAL
    played = await house.press(bram, helped.message, PLAY)
    await house.settled()
    assert played.state == "answered"
    (table,) = house.bot.tables.running()
    facts = table.facts
    assert (facts.state, facts.preset, facts.host_id) == (State.PLAYING, "russian-king", bram.id)
    assert sum(seat.user_id is None for seat in facts.seats) == facts.players - 1
    lobby = house.lobby(table)
    assert not lobby["flags"] & EPHEMERAL and "Deal 1 of" in reading.text(lobby)
    assert reading.pictures(house.server, house.hand(bram))
    message, custom_id = await house.offered(bram, "hh:act:")
    done = await (await bram.press(message["id"], custom_id)).done()
    assert done.state == "answered"


async def test_open_a_table_is_a_lobby(house: House) -> None:
    guild = new_guild(house, "games")
    await joined(house, guild)
    (message,) = posts(house, guild, "games")
    chloe = house.person("Chloé")
    await house.press(chloe, message, OPEN)
    await house.settled()
    (table,) = house.bot.tables.running()
    assert (table.facts.state, table.facts.host_id) == (State.LOBBY, chloe.id)
    await house.press(house.person("Bram"), house.lobby(table), "Join")
    assert [seat.name for seat in table.facts.seats] == ["Chloé", "Bram"]


async def test_what_is_this_tells_the_games_to_who_asks(house: House) -> None:
    guild = new_guild(house, "games")
    await joined(house, guild)
    (message,) = posts(house, guild, "games")
    dmitri = house.person("Dmitri")
    await house.press(dmitri, message, WHAT)
    await house.settled()
    shown = house.whispers(dmitri)[-1]
    assert "King (Kingen)" in reading.text(shown) and "Colour Whist" in reading.text(shown)
    assert reading.pictures(house.server, shown)
    assert len(posts(house, guild, "games")) == 1


async def test_what_the_server_does_not_allow_is_refused_to_who_pressed(house: House) -> None:
    guild = new_guild(house, "games")
    await joined(house, guild)
    (message,) = posts(house, guild, "games")
    await house.bot.people.set_settings(guild.id, lambda _: ServerSettings(openers="moderators"))
    bram = house.person("Bram")
    await house.press(bram, message, PLAY)
    await house.settled()
    assert "Only moderators can open tables" in reading.text(house.whispers(bram)[-1])
    assert house.bot.tables.running() == []


async def test_help_in_direct_messages_offers_what_is_played_there(house: House) -> None:
    ann = house.person("Ann")
    channel = ann.open_direct_messages()["id"]
    invocation = await (await ann.command(channel, "help")).done()
    assert invocation.message is not None
    assert [one.label for one in reading.buttons(invocation.message)] == [PRACTISE, LEARN, WHAT, *INSTALLS]
    assert "on your own against robots" in reading.text(invocation.message)
    await house.forge(ann, invocation.message, "hh:open-table:0:0:")  # as from a message in a server
    (table,) = house.bot.tables.running()
    assert table.facts.is_private and table.facts.state is State.LOBBY
