"""What somebody is given of their data, and what becomes of it, leaves alone whatever is of others."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from bot.leagues.model import ClubMember
from bot.leagues.season.model import Correction, Excuse, Night
from bot.leagues.season.settings import SeasonSettings
from bot.people.ports import DataKind, Forgotten
from data.personal import PERSONAL, Within, WritingColumn
from data.privacy import SORTS
from data.store import Store
from tests.data.conftest import Look
from tests.data.databases import change
from tests.data.seasons import FIRST, LEAGUE, facts
from tests.data.strangers import SERVERS, Somebody, World, everything, holds_people, leaves, make
from tests.kept import enter

CALLED: Final = {None: "former player", SERVERS[0]: "oud-speler", SERVERS[1]: "ancien joueur"}
NOW: Final = 1_790_000_400.0
PROGRAMS_OWN: Final = ("former_players", "texts", "season_versions")
Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[World, bytes]:
    path = tmp_path_factory.mktemp("strangers") / "a.sqlite3"
    world = asyncio.run(make(path))
    return world, path.read_bytes()


@pytest.fixture
def world(made: tuple[World, bytes], path: Path) -> World:
    path.parent.mkdir()
    path.write_bytes(made[1])
    return made[0]


def test_every_table_that_holds_people_has_somebody_of_every_league(world: World, path: Path) -> None:
    """Else the other tests would prove nothing of a new table."""
    rows = everything(path)
    missing = [
        (table, league)
        for table, personal in PERSONAL.items()
        if holds_people(personal)
        for league, people in enumerate(world.people)
        if not any(world.named_in(row, one) for row in rows[table] for one in people)
    ]
    assert missing == []


async def test_nobody_is_given_anything_of_others(world: World, path: Path) -> None:
    rows = everything(path)
    store = await Store.open(path)
    try:
        for one in world.everybody:
            told = await store.privacy.export(one.user_id)
            text = json.dumps(told, ensure_ascii=False)
            assert set(re.findall(r"Name\w+", text)) <= {one.name} | known_to(world, one, rows)
            assert set(re.findall(r"written:(\d+)", text)) <= {str(one.user_id % 10_000)}
            for other in world.everybody:
                assert not re.search(rf"(?<!\d){other.user_id}(?!\d)", text)
                assert other is one or str(other.direct) not in text
            assert not keys_in(told) & {key for each in world.everybody for key in each.keys.values()}
            assert "secret" not in text and "press_ids" not in text and "apart" not in text
    finally:
        await store.close()


def keys_in(told: Any) -> set[Any]:
    return {
        word
        for one in leaves(json.dumps(told))
        for word in (one, str(one).rpartition(" ")[2])
        if isinstance(one, str)
    }


def known_to(world: World, one: Somebody, rows: Rows) -> set[str]:
    """The names of those whom somebody has played with: at tables, and as guests of their games on paper."""
    tables = {row["table_id"] for row in rows["seats"] if row["user_id"] == one.user_id}
    reports = [row for row in rows["reports"] if world.named_in(row, one)]
    return {row["name"] for row in rows["seats"] if row["table_id"] in tables} | {
        name for row in reports for _, name in json.loads(row["guests"])
    }


async def test_everybody_is_given_all_that_is_theirs_and_told_how_much_it_is(
    world: World, path: Path
) -> None:
    rows = everything(path)
    store = await Store.open(path)
    try:
        for one in world.everybody:
            own = {
                table: sum(world.named_in(told_of(table, row), one) for row in found)
                for table, found in rows.items()
                if holds_people(PERSONAL[table])
            }
            told = await store.privacy.export(one.user_id)
            assert {table: len(found) for table, found in whole_rows(told).items()} == {
                table: many for table, many in own.items() if many
            }
            counts = (await store.privacy.counts(one.user_id)).by_kind
            for sort in DataKind:
                assert counts[sort] == sum(own[table] for table, of in SORTS.items() if of is sort), sort
    finally:
        await store.close()


def told_of(table: str, row: dict[str, Any]) -> dict[str, Any]:
    """A row without whom organisers keep apart."""
    columns = PERSONAL[table].columns
    untold = {name for name, one in columns.items() if isinstance(one, Within) and not one.disclosed}
    return {name: cell for name, cell in row.items() if name not in untold}


def whole_rows(told: Mapping[str, Any]) -> Rows:
    """Those that are of the person; of rows that they are shown of others only some columns are."""
    found = {
        table: [row for row in rows if "user_id" in row or len(row) > len(PERSONAL[table].shown)]
        for table, rows in told.items()
    }
    return {table: rows for table, rows in found.items() if rows}


async def test_one_membership_is_one(world: World, path: Path) -> None:
    store = await Store.open(path)
    try:
        once, twice = world.people[0][0], world.people[0][-1]
        for one, many in ((once, 1), (twice, 2)):
            told = await store.privacy.export(one.user_id)
            assert [row["name"] for row in told["league_members"]] == [one.name] * many
            # A membership and a request in each of their leagues.
            assert (await store.privacy.counts(one.user_id)).by_kind[DataKind.LEAGUES] == 2 * many
    finally:
        await store.close()


def test_whoever_is_deleted_leaves_the_rows_of_others_as_they_were(world: World, path: Path) -> None:
    before = everything(path)
    made = path.read_bytes()
    for one in world.everybody:
        path.write_bytes(made)
        for beside in path.parent.glob(f"{path.name}-*"):
            beside.unlink()
        asyncio.run(forgotten(path, world, one))
        check_deleted(world, before, everything(path), one)


async def forgotten(path: Path, world: World, one: Somebody) -> None:
    store = await Store.open(path)
    try:
        for waiting in (await store.privacy.asked(one.user_id)).waiting:
            await store.seasons.withdraw(waiting.id)
        assert isinstance(await store.privacy.forget(one.user_id, CALLED, NOW), Forgotten)
    finally:
        await store.close()


def check_deleted(world: World, before: Rows, after: Rows, one: Somebody) -> None:
    for table in PERSONAL:
        if table in PROGRAMS_OWN or table == "reports":
            continue
        others = [row for row in before[table] if not touched(world, table, row, one)]
        new = [row for row in after[table] if row not in others]
        assert [row for row in others if row not in after[table]] == [], table
        assert len(after[table]) <= len(before[table]), table
        assert not any(touched(world, table, row, one) for row in new), table
    text = repr(after)
    assert one.name not in text and str(one.direct) not in text
    assert not re.search(rf"(?<!\d){one.user_id}(?!\d)", text)


def touched(world: World, table: str, row: dict[str, Any], one: Somebody) -> bool:
    """Whether a row is about somebody, or names them in what was written."""
    words = [row[name] for name, holds in PERSONAL[table].columns.items() if isinstance(holds, WritingColumn)]
    return world.named_in(row, one) or any(one.name in text for text in words)


async def test_what_others_are_called_is_not_taken_for_the_name_of_who_is_deleted(
    store: Store, look: Look
) -> None:
    """They are Ann on one server, and Zoe on the other; a member of each has a name with Ann in it."""
    texts = {100: "Ann Lee was ill, ann said", 200: "Ann was ill, Zoe said"}
    names = {100: {1: "Ann", 2: "Ann Lee"}, 200: {1: "Zoe", 3: "Ann"}}
    for server, people in names.items():
        every = [ClubMember(0, str(one), name, one, 1000.0, FIRST) for one, name in people.items()]
        league = await store.leagues.create(
            replace(LEAGUE, guild_id=server), facts(SeasonSettings()), every[0]
        )
        await enter(store.leagues, replace(every[1], league_id=league.id))
        (season,) = await store.seasons.seasons(league.id)
        await store.seasons.add_night(season.id, Night("n1", FIRST))
        by = every[1].id
        await store.seasons.correct(season.id, Correction("", 1, by, texts[server], Excuse("n1", by)))
    await store.privacy.forget(1, CALLED, NOW)
    told = [reason for (reason,) in look("SELECT reason FROM corrections ORDER BY season_id")]
    assert told == ["Ann Lee was ill, oud-speler said", "Ann was ill, ancien joueur said"]


async def test_whom_the_bot_never_met_is_forgotten_too_where_organisers_keep_them_apart(
    world: World, path: Path, look: Look
) -> None:
    """They are in no row, but in the settings of nights."""
    for table in ("series", "evenings"):
        change(path, f"UPDATE {table} SET settings = json_set(settings, '$.apart[0][1]', 77) WHERE id % 2")
    store = await Store.open(path)
    try:
        assert (await store.privacy.asked(77)).is_known and not (await store.privacy.asked(7)).is_known
        done = await store.privacy.forget(77, CALLED, NOW)
        assert isinstance(done, Forgotten)
        assert not (await store.privacy.asked(77)).is_known
        assert await store.privacy.forget(77, CALLED, NOW) is None
    finally:
        await store.close()
    settings = repr(look("SELECT settings FROM series UNION SELECT settings FROM evenings"))
    assert str(done.pseudonym) in settings and ",77]" not in settings.replace(" ", "")


async def test_a_key_of_one_league_is_nobody_where_there_is_no_league(
    world: World, path: Path, look: Look
) -> None:
    """Though it is the id of somebody who has left a table of another server."""
    one, other = world.people[0][2], world.people[2][0]
    change(path, f"UPDATE league_members SET id = '{other.user_id}' WHERE user_id = {one.user_id}")
    gone = "SELECT gone FROM tables WHERE guild_id = ? ORDER BY id"
    before = look(gone, SERVERS[1])
    assert str(other.user_id) in repr(before)
    await forgotten(path, world, one)
    assert look(gone, SERVERS[1]) == before


async def test_a_server_that_goes_takes_nothing_of_another(world: World, path: Path) -> None:
    before = everything(path)
    store = await Store.open(path)
    try:
        await store.privacy.forget_guild(SERVERS[0])
    finally:
        await store.close()
    after = everything(path)
    ours = {season.league_id for season in world.seasons[:2]}
    for table, personal in PERSONAL.items():
        if table in PROGRAMS_OWN or not holds_people(personal):
            continue
        gone = [row for row in before[table] if row not in after[table]]
        stays = [row for row in before[table] if row in after[table]]
        if not personal.server:
            assert gone == [], table
            continue
        leagues = [world.league_of(row) for row in stays]
        assert after[table] == stays and all(at in (2, 3) for at in leagues if at is not None), table
        assert all(row.get("guild_id", SERVERS[1]) == SERVERS[1] for row in stays), table
        assert gone and stays, table
    assert not any(row["league_id"] in ours for row in after["league_members"])
