"""``/settings`` and ``/server settings``: one panel each, kept at once, and what they lead to."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.people.chosen import text_of
from bot.people.quiet_hours import QuietHours
from bot.people.settings import Preferences, ServerSettings
from bot.people.ui import preferences as own
from bot.people.ui import server
from bot.ports import StoreError
from bot.tables.model import NamedPreset, Pace, State
from bot.tables.table import Table
from bot.tables.ui import turns
from playground import reading
from playground.checks.components import walk
from playground.interactions.acts import InvalidAct
from playground.people import Person
from playground.world.permissions import Permission
from playground.world.places import SUPPRESS_NOTIFICATIONS
from tests.clock import FakeClock
from tests.e2e.house import House, open_house


class Panel:
    """One of the two, as its reader uses it."""

    def __init__(self, house: House, person: Person, id_: str, verb: str) -> None:
        self.house, self.person, self.id, self.verb = house, person, id_, verb

    @classmethod
    async def open(cls, house: House, person: Person, path: str) -> Panel:
        await house.reply(person, path)
        verb = "server" if path.startswith("server") else "setting"
        return cls(house, person, house.whispers(person)[-1]["id"], verb)

    @property
    def message(self) -> dict[str, Any]:
        return self.person.message(self.id)

    @property
    def text(self) -> str:
        return reading.text(self.message)

    async def pick(self, name: str) -> None:
        await self.choose(f"{self.verb}-pick", name)

    async def set(self, name: str, value: str) -> None:
        await self.pick(name)
        await self.press(f"{self.verb}-set:0:0:{name}:{value}")

    async def press(self, rest: str) -> None:
        custom_id = rest if rest.startswith("hh:") else f"hh:{rest}"
        done = await (await self.person.press(self.id, custom_id)).done()
        assert done.state == "answered", done.error
        await self.house.settled()

    async def choose(self, verb: str, *values: str) -> None:
        done = await (await self.person.select(self.id, f"hh:{verb}:0:0:", list(values))).done()
        assert done.state == "answered", done.error
        await self.house.settled()

    async def hours(self, **values: str) -> None:
        """Fill in the form of quiet hours."""
        asked = await (await self.person.press(self.id, "hh:quiet-form:0:0:")).done()
        assert asked.modal is not None
        done = await (await self.person.submit(asked.modal, {**values})).done()
        assert done.state == "answered", done.error
        await self.house.settled()


async def preferences_of(house: House, person: Person) -> Preferences:
    """What is stored."""
    found = await house.bot.store.players.player(person.id)
    assert found is not None
    return found.preferences


# A person's own


async def test_every_setting_can_be_changed_to_every_value(house: House) -> None:
    ann = house.person("Ann")
    panel = await Panel.open(house, ann, "settings")
    for name, values in Preferences.choices().items():
        for value in (*values[1:], values[0]):
            await panel.set(name, text_of(value))
            assert getattr(await preferences_of(house, ann), name) == value
            offered = [one for one in reading.buttons(panel.message) if "setting-set" in one.custom_id]
            (chosen,) = [one for one in offered if one.label.startswith("✓ ")]
            assert chosen.custom_id.endswith(f"{name}:{text_of(value)}")
            assert f"**{chosen.label.removeprefix('✓ ')}**" in panel.text
    assert await preferences_of(house, ann) == Preferences()


async def test_the_panel_fits_a_phone_and_shows_what_is_chosen(house: House) -> None:
    ann = house.person("Ann")
    panel = await Panel.open(house, ann, "settings")
    assert panel.text.count("\n") == 1  # as long as all is as usual
    (pick,) = reading.selects(panel.message)
    assert [value for _, value in pick.options] == list(own.NAMES)
    await panel.set("large", "yes")
    await panel.set("language", "en")
    await panel.press("settings:0:0:")
    assert panel.text.endswith("\nLanguage: **English** · Plain cards: **yes**")
    for name in own.NAMES:
        await panel.pick(name)
        rows = [one for one in walk(panel.message["components"]) if one["type"] == 1]
        assert all(len(row["components"]) <= 3 for row in rows)
        assert all(len(button.label) <= 40 for button in reading.buttons(panel.message))


async def test_settings_are_there_in_direct_messages_too(house: House) -> None:
    ann = house.person("Ann")
    channel = ann.open_direct_messages()["id"]
    invocation = await (await ann.command(channel, "settings")).done()
    assert invocation.message is not None
    panel = Panel(house, ann, invocation.message["id"], "setting")
    await panel.set("colours", "four")
    assert (await preferences_of(house, ann)).colours == "four"


async def test_settings_outlive_a_restart(database: Path) -> None:
    async with open_house(database) as house:
        ann_id = house.person("Ann").id
        panel = await Panel.open(house, house.person("Ann"), "settings")
        await panel.set("back", "scales")
    async with open_house(database) as house:
        assert (await house.bot.people.preferences(ann_id)).back == "scales"


async def test_a_hand_follows_at_once(house: House) -> None:
    ann = house.person("Ann")
    await house.start_table(ann)
    (before,) = reading.pictures(house.server, house.hand(ann))
    panel = await Panel.open(house, ann, "settings")
    await panel.set("two_rows", "yes")
    (after,) = reading.pictures(house.server, house.hand(ann))
    assert before.height and after.height and after.height > before.height


async def test_forged_settings_change_nothing(house: House) -> None:
    ann = house.person("Ann")
    panel = await Panel.open(house, ann, "settings")
    for rest in (
        "setting-set:0:0:back:tartan",
        "setting-set:0:0:quiet:None",
        "setting-set:0:0:nothing:yes",
        "setting-set:0:0:",
        "server-set:0:0:pace:never",
        "server-set:0:0:game:poker",
    ):
        (said,) = await house.forge(ann, panel.message, f"hh:{rest}")
        assert said == house.mentioned("That button no longer works: use `/table show` or `/hand`.")
    assert await preferences_of(house, ann) == Preferences()
    assert await house.bot.people.settings(house.bot.guilds[0].id) == ServerSettings()


async def test_a_setting_that_cannot_be_kept_is_not_so(
    house: House, monkeypatch: pytest.MonkeyPatch, troubled_disk: None
) -> None:
    async def broken(*_: object) -> None:
        raise StoreError

    ann = house.person("Ann")
    panel = await Panel.open(house, ann, "settings")
    await panel.pick("large")
    monkeypatch.setattr(house.bot.store.players, "change_player", broken)
    monkeypatch.setattr(house.bot.store.players, "change_guild", broken)
    await panel.press("setting-set:0:0:large:yes")
    assert (await house.bot.people.preferences(ann.id)).large is False
    assert "Plain cards: **no**" in panel.text
    servers = await Panel.open(house, ann, "server settings")
    await servers.set("pace", "1d")
    assert "Usual clock: **no clock**" in servers.text
    assert await house.bot.people.settings(house.bot.guilds[0].id) == ServerSettings()


# Where the hand appears


async def test_a_hand_in_the_channel_by_wish(house: House) -> None:
    ann = house.person("Ann")
    panel = await Panel.open(house, ann, "settings")
    await panel.set("hands", "channel")
    table = await house.open_table(ann)
    assert "**Ann** · host · cards under *My hand*" in reading.text(house.lobby(table))
    await house.confirmed(ann, "table close")
    table = await house.start_table(ann)
    call = await house.world.until(lambda: newest(house, ann, "nobody else can see them"))
    assert call is not None and f"<@{ann.id}>" in reading.text(call)
    assert [one for one in direct(house, ann) if reading.pictures(house.server, one)] == []
    await house.press(ann, call, "My hand")
    await house.settled()
    hand = house.whispers(ann)[-1]
    assert reading.pictures(house.server, hand)
    card = next(one for one in reading.buttons(hand, enabled_only=True) if ":act:" in one.custom_id)
    seq = table.facts.seq
    await house.press(ann, hand, card.label)
    await house.settled()
    assert table.facts.seq > seq


async def test_a_hand_moves_to_the_channel_in_mid_game(house: House) -> None:
    ann = house.person("Ann")
    await house.start_table(ann)
    message, custom_id = await house.offered(ann, "hh:act:")
    panel = await Panel.open(house, ann, "settings")
    await panel.set("hands", "channel")
    await (await ann.press(message["id"], custom_id)).done()
    await house.settled()
    assert message["id"] not in [one["id"] for one in direct(house, ann)]
    assert await house.world.until(lambda: newest(house, ann, "nobody else can see them"))


def direct(house: House, person: Person) -> list[dict[str, Any]]:
    return person.messages(person.open_direct_messages()["id"])


def newest(house: House, person: Person, containing: str) -> dict[str, Any] | None:
    found = [one for one in person.messages(house.cards) if containing in reading.text(one)]
    return found[-1] if found else None


# Notices and quiet hours


async def test_quiet_hours_are_filled_in(house: House) -> None:
    bram = house.person("Bram")
    panel = await Panel.open(house, bram, "settings")
    await panel.pick("quiet")
    await panel.hours()
    assert (await preferences_of(house, bram)).quiet == QuietHours(22, 8, "Europe/London")
    assert "(Europe/London)" in panel.text
    await panel.hours(start="23", end="7", zone="new york")
    assert (await preferences_of(house, bram)).quiet == QuietHours(23, 7, "America/New_York")
    for wrong, said in (
        ({"zone": "the moon"}, "don't know that time zone"),
        ({"end": "23"}, "start and end at the same hour"),
    ):
        await panel.hours(**wrong)
        assert said in panel.text
        assert (await preferences_of(house, bram)).quiet == QuietHours(23, 7, "America/New_York")
    await panel.press("quiet-none:0:0:")
    assert (await preferences_of(house, bram)).quiet is None


def silent(message: dict[str, Any]) -> bool:
    return bool(message["flags"] & SUPPRESS_NOTIFICATIONS)


async def pass_time(house: House, seconds: float) -> None:
    assert house.clock is not None
    house.clock.advance(seconds)
    for _ in range(20):
        await asyncio.sleep(0)  # who slept until now wakes
    await house.settled()


def at(hour: int) -> FakeClock:
    return FakeClock(datetime(2026, 11, 20, hour, tzinfo=UTC).timestamp())


async def test_a_turn_in_quiet_hours_is_called_when_they_end(database: Path) -> None:
    async with open_house(database, clock=at(23)) as house:
        ann = house.person("Ann")
        panel = await Panel.open(house, ann, "settings")
        await panel.pick("quiet")
        await panel.hours(start="22", end="8", zone="UTC")
        await house.start_table(ann)
        hand = house.hand(ann)
        assert silent(hand)
        await pass_time(house, turns.RUNG_AFTER + 1)
        await pass_time(house, 8 * 3600)
        assert house.hand(ann)["id"] == hand["id"]
        await pass_time(house, 3600)
        called = house.hand(ann)
        assert called["id"] != hand["id"] and not silent(called)


async def test_who_wants_no_notices_gets_none(database: Path) -> None:
    async with open_house(database, clock=at(12)) as house:
        ann = house.person("Ann")
        panel = await Panel.open(house, ann, "settings")
        await panel.set("notices", "no")
        await house.start_table(ann)
        hand = house.hand(ann)
        await pass_time(house, 86400)
        assert silent(hand) and house.hand(ann)["id"] == hand["id"]


async def test_a_call_in_the_channel_keeps_quiet_and_rings_afterwards(database: Path) -> None:
    async with open_house(database, clock=at(23)) as house:
        ann = house.person("Ann")
        panel = await Panel.open(house, ann, "settings")
        await panel.set("hands", "channel")
        await panel.pick("quiet")
        await panel.hours(start="22", end="8", zone="UTC")
        await house.start_table(ann)
        call = newest(house, ann, "nobody else can see them")
        assert call is not None and silent(call)
        await pass_time(house, turns.RUNG_AFTER + 1)
        await pass_time(house, 9 * 3600)
        later = newest(house, ann, "nobody else can see them")
        assert later is not None and later["id"] != call["id"] and not silent(later)


# A server's


async def settings_of(house: House) -> ServerSettings:
    """What is stored."""
    return await house.bot.store.players.guild(house.bot.guilds[0].id)


async def test_who_manages_a_server_changes_its_settings(house: House) -> None:
    ann = house.person("Ann")
    cards = house.world.channel_named("cards")
    role = house.changes.add_role(cards.guild, "Players") if cards.guild else None
    assert role is not None
    panel = await Panel.open(house, ann, "server settings")
    (pick,) = reading.selects(panel.message)
    assert [value for _, value in pick.options] == list(server.NAMES)
    await panel.set("language", "en")
    await panel.pick("game")
    await panel.choose("server-game", "whist-flemish")
    await panel.set("pace", "2m")
    await panel.set("openers", "role")
    await panel.choose("server-role", str(role.id))
    await panel.pick("channels")
    await panel.choose("server-channels", str(cards.id))
    assert await settings_of(house) == ServerSettings(
        "en", "whist-flemish", "2m", "role", role.id, (cards.id,)
    )
    await panel.press("server-settings:0:0:")
    assert f"<@&{role.id}>" in panel.text and f"<#{cards.id}>" in panel.text
    await panel.pick("channels")
    (channels,) = [one for one in reading.components(panel.message) if one["type"] == 8]
    assert channels["default_values"] == [{"id": str(cards.id), "type": "channel"}]
    await panel.press("server-anywhere:0:0:")
    await panel.set("openers", "everyone")
    assert await settings_of(house) == ServerSettings("en", "whist-flemish", "2m", "everyone", role.id)


async def test_who_does_not_manage_a_server_is_not_offered_its_settings(house: House) -> None:
    ann, bram = house.people()[:2]
    with pytest.raises(InvalidAct):
        await bram.command(house.cards, "server settings")
    await Panel.open(house, ann, "server settings")
    panel = await Panel.open(house, bram, "settings")
    assert await house.forge(bram, panel.message, "hh:server-set:0:0:openers:moderators") == [
        "Only members who manage this server can change its settings."
    ]
    assert await settings_of(house) == ServerSettings()


async def opened(house: House, person: Person, **options: Any) -> Table:
    known = house.bot.tables.running()
    invocation = await house.command(person, "table open", options or None)
    assert invocation.state == "answered", invocation.error
    (table,) = (one for one in house.bot.tables.running() if one not in known)
    return table


async def test_the_usual_game_and_clock_are_opened(house: House) -> None:
    guild_id = house.bot.guilds[0].id
    await house.bot.people.set_settings(guild_id, lambda _: ServerSettings(game="russian-king", pace="60s"))
    facts = (await opened(house, house.person("Bram"))).facts
    assert (facts.preset, facts.pace) == ("russian-king", Pace.MINUTE)
    facts = (await opened(house, house.person("Bram"), game="kingen")).facts
    assert (facts.preset, facts.pace) == ("kingen", Pace.MINUTE)


async def test_a_usual_game_of_ones_own_and_one_that_is_gone(house: House) -> None:
    ann = house.person("Ann")
    guild_id = house.bot.guilds[0].id
    named = NamedPreset(guild_id, "Sunday", "kingen-iwwa", 4, {}, Pace.DAY)
    await house.bot.store.presets.keep_preset(named)
    panel = await Panel.open(house, ann, "server settings")
    await panel.pick("game")
    await panel.choose("server-game", "Sunday")
    facts = (await opened(house, ann)).facts
    assert (facts.title, facts.pace) == ("Sunday", Pace.DAY)
    await house.bot.store.presets.remove_preset(named)
    await panel.pick("game")
    assert "Sunday (no longer there: you get Kingen instead)" in panel.text
    assert (await opened(house, ann)).facts.preset == "kingen"


async def test_tables_are_opened_by_whom_and_where_the_server_says(house: House) -> None:
    ann, bram, chloe, dmitri = house.people()
    cards, general = house.world.channel_named("cards"), house.world.channel_named("general")
    assert cards.guild is not None
    players = house.changes.add_role(cards.guild, "Players", chloe.account)
    house.changes.add_role(cards.guild, "Moderators", dmitri.account, permissions=Permission.MANAGE_MESSAGES)

    async def set_to(settings: ServerSettings) -> None:
        await house.bot.people.set_settings(house.bot.guilds[0].id, lambda _: settings)

    await set_to(ServerSettings(openers="moderators"))
    refused = "Only moderators can open tables on this server: ask one of them."
    assert await house.reply(bram, "table open") == refused
    assert await house.reply(chloe, "table open") == refused
    await set_to(ServerSettings(openers="role", role_id=players.id))
    assert f"members with the role <@&{players.id}>" in await house.reply(bram, "table open")
    await set_to(ServerSettings(openers="role"))
    assert await house.reply(chloe, "table open") == refused
    await set_to(ServerSettings(channels=(general.id,)))
    assert await house.reply(ann, "table open") == f"On this server, you open tables in <#{general.id}>."
    assert house.bot.tables.running() == []
    await set_to(ServerSettings(openers="role", role_id=players.id, channels=(cards.id,)))
    for person in (ann, chloe, dmitri):
        assert (await opened(house, person)).facts.state is State.LOBBY
    await set_to(ServerSettings(channels=(general.id,)))
    house.changes.delete_channel(general)
    await house.settled()
    assert (await opened(house, bram)).facts.state is State.LOBBY
