"""People, servers and shown messages, through a real file."""

from __future__ import annotations

import json
from dataclasses import replace

import aiosqlite
import pytest
from hypothesis import HealthCheck, given

from bot.discordkit.ports import MessageKind, Posting, SubjectKind, on_table
from bot.people.ports import PlayerCopy
from bot.people.settings import Player, Preferences, ServerSettings
from bot.ports import StoreError
from bot.tables.model import State
from data.store import Store
from tests.data import samples
from tests.data.samples import deal
from tests.kept import keep_guild, keep_player
from tests.properties import tries

many = tries(40, suppress_health_check=[HealthCheck.function_scoped_fixture])


@many
@given(one=samples.players, other=samples.players)
async def test_a_person_is_kept_and_replaced(store: Store, one: Player, other: Player):
    await keep_player(store.players, one)
    assert await store.players.player(one.user_id) == one
    changed = replace(other, user_id=one.user_id)
    await keep_player(store.players, changed)
    assert await store.players.player(one.user_id) == changed


async def test_a_stranger_is_none(store: Store):
    assert await store.players.player(1) is None


@many
@given(one=samples.guilds, other=samples.guilds)
async def test_a_server_is_kept_and_replaced(store: Store, one: ServerSettings, other: ServerSettings):
    await keep_guild(store.players, 7, one)
    assert await store.players.guild(7) == one
    await keep_guild(store.players, 7, other)
    assert await store.players.guild(7) == other


async def test_what_is_not_understood_any_longer_is_the_default(store: Store):
    person = Player(5, "Ann", preferences=Preferences(two_rows=True, back="scales"))
    await keep_player(store.players, person)
    await keep_guild(store.players, 5, ServerSettings(game="whist-walloon", openers="moderators"))

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
@given(one=samples.postings, message=samples.ids)
async def test_a_message_is_known_before_it_is_sent_and_until_it_is_forgotten(
    store: Store, one: Posting, message: int
):
    table = (await store.tables.create(samples.LOBBY, samples.SEALED)).id
    if one.subject.kind is SubjectKind.TABLE:
        one = replace(one, subject=on_table(table))
    await store.postings.keep(one)
    assert await store.postings.postings() == [one]
    there = replace(one, message_id=message)
    await store.postings.keep(there)
    assert await store.postings.postings() == ([] if one.kind is MessageKind.RESULT else [there])
    await store.postings.forget(one.nonce)
    await store.postings.forget(one.nonce)  # gone already: nothing to do
    assert await store.postings.postings() == []


async def test_messages_are_told_the_oldest_first(store: Store):
    tables = [(await store.tables.create(samples.LOBBY, samples.SEALED)).id for _ in range(2)]
    hands = [
        Posting(10 - at, on_table(tables[at % 2]), MessageKind.HAND, 7, 9, float(at), 100 + at)
        for at in range(4)
    ]
    for posting in reversed(hands):
        await store.postings.keep(posting)
    assert await store.postings.postings() == hands


async def test_a_message_belongs_to_a_table(store: Store):
    with pytest.raises(StoreError):
        await store.postings.keep(Posting(1, on_table(404), MessageKind.TABLE, 0, 2, 1.0))


async def test_a_game_is_told_once_its_result_is_being_posted(store: Store):
    facts = await store.tables.create(
        replace(samples.PLAYING, state=State.FINISHED, ended_at=50.0), samples.SEALED
    )
    assert await store.postings.without_result(49.0) == [facts.id]
    assert await store.postings.without_result(50.0) == []
    await store.postings.keep(Posting(1, on_table(facts.id), MessageKind.RESULT, 0, 2, 51.0))
    assert await store.postings.without_result(49.0) == []


async def test_the_deals_that_are_over_are_counted_for_unfinished_tables(store: Store):
    facts = await store.tables.create(samples.PLAYING, samples.SEALED)
    over = await store.tables.create(samples.PLAYING, samples.SEALED)
    assert await store.postings.deals_over() == {}
    for one, state in ((facts, State.PLAYING), (over, State.FINISHED)):
        step = samples.moved(one)
        step = replace(step, facts=replace(step.facts, state=state), deals=(deal(0), deal(1)))
        await store.tables.write(step)
    assert await store.postings.deals_over() == {facts.id: 2}


@many
@given(key=samples.texts, one=samples.texts, other=samples.texts)
async def test_a_text_is_kept_and_replaced(store: Store, key: str, one: str, other: str):
    await store.texts.keep_text(key, one)
    assert await store.texts.text(key) == one
    await store.texts.keep_text(key, other)
    assert await store.texts.text(key) == other
    assert await store.texts.text(key + "?") is None


async def test_a_copy_says_what_was_changed_here_alone(store: Store) -> None:
    nobody = await store.players.copy(77)
    assert nobody == PlayerCopy() == await store.players.change_copy(77, lambda copy: copy)
    kept = PlayerCopy(Player(77, "Ann"), frozenset({"name"}))
    assert await store.players.change_copy(77, lambda copy: kept) == kept
    assert await store.players.copy(77) == kept == await store.players.change_copy(77, lambda copy: copy)
    assert await store.players.unshared() == await store.players.people() == [77]
    shared = await store.players.change_copy(77, lambda copy: PlayerCopy(copy.player))
    assert await store.players.copy(77) == shared and await store.players.unshared() == []

    def fails(copy: PlayerCopy) -> PlayerCopy:
        raise ValueError(copy)

    with pytest.raises(ValueError, match="Ann"):
        await store.players.change_copy(77, fails)
    assert await store.players.copy(77) == shared
