"""People, servers and shown messages, through a real file."""

from __future__ import annotations

import json
from dataclasses import replace

import aiosqlite
import pytest
from hypothesis import HealthCheck, given, settings

from bot.tables.ports import StoreError
from bot.ui.ports import Kind, Player, Shown
from bot.ui.preferences import Preferences
from bot.ui.server_settings import ServerSettings
from data.store import Store
from tests.data import samples

many = settings(
    derandomize=True,
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@many
@given(one=samples.players, other=samples.players)
async def test_a_person_is_kept_and_replaced(store: Store, one: Player, other: Player):
    await store.players.keep_player(one)
    assert await store.players.player(one.user_id) == one
    changed = replace(other, user_id=one.user_id)
    await store.players.keep_player(changed)
    assert await store.players.player(one.user_id) == changed


async def test_a_stranger_is_none(store: Store):
    assert await store.players.player(1) is None


@many
@given(one=samples.guilds, other=samples.guilds)
async def test_a_server_is_kept_and_replaced(store: Store, one: ServerSettings, other: ServerSettings):
    await store.players.keep_guild(7, one)
    assert await store.players.guild(7) == one
    await store.players.keep_guild(7, other)
    assert await store.players.guild(7) == other


async def test_what_is_not_understood_any_longer_is_the_default(store: Store):
    person = Player(5, "Ann", preferences=Preferences(two_rows=True, back="scales"))
    await store.players.keep_player(person)
    await store.players.keep_guild(5, ServerSettings(game="whist-walloon", openers="moderators"))

    async def age(connection: aiosqlite.Connection) -> None:
        bygone = {
            "two_rows": True,
            "back": "tartan",
            "large": "yes",
            "quiet": [22, 8, "Moon/Copernicus"],
            "x": 1,
        }
        await connection.execute("UPDATE players SET preferences = ?", (json.dumps(bygone),))
        bygone = {
            "game": "whist-walloon",
            "openers": "cats",
            "language": "tlh",
            "channels": "all",
            "role_id": "x",
        }
        await connection.execute("UPDATE guilds SET settings = ?", (json.dumps(bygone),))

    await store.writer.run(age)
    found = await store.players.player(5)
    assert found is not None and found.preferences == Preferences(two_rows=True)
    assert await store.players.guild(5) == ServerSettings(game="whist-walloon")


async def test_a_server_without_settings_has_the_defaults(store: Store):
    assert await store.players.guild(5) == ServerSettings()


@many
@given(one=samples.messages, other=samples.messages)
async def test_a_message_is_remembered_replaced_and_forgotten(store: Store, one: Shown, other: Shown):
    table = (await store.tables.create(samples.LOBBY)).id
    one = replace(one, table_id=table)
    await store.shown.remember(one)
    assert await store.shown.shown(table) == [one]
    newer = replace(other, table_id=table, kind=one.kind, seat=one.seat)
    await store.shown.remember(newer)
    assert await store.shown.shown(table) == [newer]
    await store.shown.forget(table, one.kind, one.seat)
    assert await store.shown.shown(table) == []


async def test_each_kind_and_seat_has_its_message(store: Store):
    table = (await store.tables.create(samples.LOBBY)).id
    other = (await store.tables.create(samples.LOBBY)).id
    messages = [Shown(table, Kind.HAND, seat, 9, 100 + seat, 0, 1.0) for seat in range(4)]
    messages.append(Shown(table, Kind.TABLE, -1, 2, 200, 0, 1.0))
    for message in messages:
        await store.shown.remember(message)
    await store.shown.remember(Shown(other, Kind.TABLE, -1, 2, 300, 0, 1.0))
    assert await store.shown.shown(table) == messages
    await store.shown.forget(table, Kind.HAND, 2)
    await store.shown.forget(table, Kind.HAND, 2)  # gone already: nothing to do
    assert await store.shown.shown(table) == messages[:2] + messages[3:]


async def test_a_message_belongs_to_a_table(store: Store):
    with pytest.raises(StoreError):
        await store.shown.remember(Shown(404, Kind.TABLE, -1, 2, 3, 0, 1.0))


@many
@given(key=samples.texts, one=samples.texts, other=samples.texts)
async def test_a_note_is_kept_and_replaced(store: Store, key: str, one: str, other: str):
    await store.notes.keep_note(key, one)
    assert await store.notes.note(key) == one
    await store.notes.keep_note(key, other)
    assert await store.notes.note(key) == other
    assert await store.notes.note(key + "?") is None
