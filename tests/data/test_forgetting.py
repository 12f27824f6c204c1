"""A person has everything about them deleted: nothing of them is left anywhere, and others' results are."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest

from bot.leagues.model import Candidate
from bot.leagues.model import MembershipWait as Why
from bot.leagues.season.settings import SeasonSettings
from bot.ops.backup import retell
from bot.people.ports import DataKind, DeletionObstacle, Forgotten, Waits
from bot.people.settings import ServerSettings
from bot.ports import StoreError
from bot.tables.model import NamedPreset, Seat, Venue
from data import forgetting as data_forgetting
from data import privacy as data_privacy
from data.connections import ChangeNotifier
from data.leagues.standings import CalculatedSeasons
from data.personal import PERSONAL
from data.privacy import StoredPrivacy
from data.rebuild import make_again
from data.store import Store
from data.verify import verify
from tests.clock import FakeClock
from tests.data.databases import change
from tests.data.samples import LOBBY, SEALED
from tests.data.seasons import LEAGUE, facts, member
from tests.data.somebody import ANN, DIRECT, GUILD, NAME, NOTHING_WAITS, XANTHE, everything_done
from tests.kept import keep_guild
from tests.tables.house import House

CALLED: Final = {None: "former player", GUILD: "oud-speler"}
OTHER: Final = 1_234_567
NOW: Final = 1_700_000_400.0
TRACES: Final = (str(XANTHE), NAME.casefold(), str(DIRECT))


def dump(path: Path) -> str:
    """All tables, all columns."""
    with closing(sqlite3.connect(path)) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        rows = {table: connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables}
    return repr(rows)


def bytes_of(path: Path) -> bytes:
    """Of the database's files, as they are on the disk."""
    return b"".join(one.read_bytes() for one in sorted(path.parent.glob(f"{path.name}*")) if one.is_file())


def big_endian(number: int) -> bytes:
    """As SQLite writes an integer."""
    return number.to_bytes(8, "big")


def found_in(text: str) -> list[str]:
    return [trace for trace in TRACES if trace in text.casefold().replace("xantherine", "")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "var" / "a.sqlite3"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The database in which she has done everything."""
    path = tmp_path_factory.mktemp("made") / "a.sqlite3"
    with pytest.MonkeyPatch.context() as patched:
        asyncio.run(everything_done(patched, path))
    return path.read_bytes()


def put(path: Path, database: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(database)


@pytest.fixture
async def busy(path: Path, made: bytes) -> AsyncIterator[Store]:
    """The store in which she has done everything, and is still at it."""
    put(path, made)
    store = await Store.open(path)
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
async def full(path: Path, made: bytes) -> AsyncIterator[Store]:
    """The same, and nothing of hers waits."""
    put(path, made)
    change(path, NOTHING_WAITS)
    store = await Store.open(path)
    try:
        yield store
    finally:
        await store.close()


async def forget(store: Store) -> Forgotten:
    done = await store.privacy.forget(XANTHE, CALLED, NOW)
    assert isinstance(done, Forgotten)
    return done


def test_she_has_done_everything(full: Store, path: Path) -> None:
    """Else the other tests would prove nothing of what she is missing from."""
    assert found_in(dump(path)) == list(TRACES)
    with closing(sqlite3.connect(path)) as connection:
        without = {
            table
            for table, personal in PERSONAL.items()
            if any(
                type(one).__name__ in ("Id", "Key", "Within", "Words") for one in personal.columns.values()
            )
            and not any(
                str(XANTHE) in repr(row) for row in connection.execute(f"SELECT * FROM {table}").fetchall()
            )
        }
    assert without <= {
        *("leagues", "series", "candidates", "season_guests", "byes", "reports", "given_ratings"),
        *("evening_steps", "ratings", "given_up", "wishes", "entrants"),
    }, "somebody else's there"


async def test_nothing_of_her_is_left(full: Store, path: Path) -> None:
    done = await forget(full)
    assert found_in(dump(path)) == []
    assert done.pseudonym < 0 and str(done.pseudonym) in dump(path)
    await full.close()
    again = await Store.open(path)
    await again.close()
    assert found_in(dump(path)) == []


async def test_a_league_in_a_zone_that_is_not_known_any_more_keeps_nobody(full: Store, path: Path) -> None:
    change(path, "UPDATE leagues SET zone = 'Europe/Atlantis'")
    await forget(full)
    assert found_in(dump(path)) == []


async def test_the_file_holds_nothing_of_her(full: Store, path: Path) -> None:
    held = bytes_of(path)
    assert NAME.encode() in held and big_endian(XANTHE) in held
    await forget(full)
    await full.close()
    await (await Store.open(path)).close()
    held = bytes_of(path).replace(f"{NAME}rine".encode(), b"")
    for trace in (NAME.encode(), str(XANTHE).encode(), big_endian(XANTHE), big_endian(DIRECT)):
        assert trace not in held


async def test_the_log_beside_the_file_is_emptied_at_once(full: Store, path: Path) -> None:
    await forget(full)
    wal = path.with_name(f"{path.name}-wal")
    assert wal.stat().st_size == 0


async def test_what_follows_is_what_it_was(full: Store, path: Path) -> None:
    before = dict(_points(path))
    await forget(full)
    found = await make_again(full, retell, lambda _done, _all: None)
    assert not found.broken and [one.name for one in found.compared if one.differed] == []
    assert dict(_points(path)) == before
    await full.close()
    copy = path.with_name("copy.sqlite3")
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    await _verified(copy)


def _points(path: Path) -> list[tuple[Any, Any]]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(
            "SELECT table_id, seat, points, place FROM results ORDER BY 1, 2"
        ).fetchall()
        return [((table, seat), (points, place)) for table, seat, points, place in rows]


async def _verified(copy: Path) -> None:
    await verify(copy, retell, lambda _done, _all: None)


async def test_others_see_a_former_player_in_the_words_of_their_server(full: Store, path: Path) -> None:
    done = await forget(full)
    with closing(sqlite3.connect(path)) as connection:
        ask = connection.execute
        names = "SELECT DISTINCT name FROM {} WHERE user_id = ?"
        for table in ("results", "sittings", "seats", "league_members", "evening_people"):
            found = {row[0] for row in ask(names.format(table), (done.pseudonym,))}
            assert found <= {"oud-speler", "former player"} and "oud-speler" in found, table
        assert [
            *ask("SELECT name FROM seats WHERE table_id IN (SELECT id FROM tables WHERE guild_id IS NULL)")
        ]
        (reason,) = {row[0] for row in ask("SELECT reason FROM corrections WHERE reason LIKE '%says%'")}
        assert reason == f"oud-speler says so, <@oud-speler>; not {NAME}rine"
        (left,) = ask("SELECT left FROM league_members WHERE user_id = ?", (done.pseudonym,)).fetchone()
        assert left == "2023-11-14"


async def test_two_former_players_of_a_league_are_called_otherwise(full: Store, path: Path) -> None:
    first = await forget(full)
    second = await full.privacy.forget(ANN, CALLED, NOW)
    assert isinstance(second, Forgotten) and second.pseudonym != first.pseudonym
    (league,) = await full.leagues.leagues(GUILD)
    named = {one.name for one in await full.leagues.members(league.id)}
    assert {"oud-speler", "oud-speler 2"} <= named
    assert league.creator == second.pseudonym
    found = await make_again(full, retell, lambda _done, _all: None)
    assert [one.name for one in found.compared if one.differed] == []


async def test_twice_is_once(full: Store, path: Path) -> None:
    await forget(full)
    after = dump(path)
    assert await full.privacy.forget(XANTHE, CALLED, NOW) is None
    assert dump(path) == after


async def test_who_comes_back_is_somebody_else(full: Store, path: Path) -> None:
    first = await forget(full)
    (league,) = await full.leagues.leagues(GUILD)
    await full.leagues.keep_candidate(Candidate(league.id, XANTHE, NAME, Why.ASKED, 1.0))
    second = await full.privacy.forget(XANTHE, CALLED, NOW)
    assert isinstance(second, Forgotten) and second.pseudonym != first.pseudonym
    assert found_in(dump(path)) == []


async def test_a_number_is_never_given_twice(full: Store, path: Path) -> None:
    drawn = iter([-7, -7, -8])
    full.privacy = StoredPrivacy(
        full.writer, full._reader, CalculatedSeasons(full._reader), ChangeNotifier(), lambda: next(drawn)
    )
    first = await full.privacy.forget(XANTHE, CALLED, NOW)
    second = await full.privacy.forget(ANN, CALLED, NOW)
    assert isinstance(first, Forgotten) and isinstance(second, Forgotten)
    assert (first.pseudonym, second.pseudonym) == (-7, -8)


async def test_all_or_nothing(full: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = dump(path)

    async def fails(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(data_forgetting, "leagues_changed", fails)
    with pytest.raises(StoreError):
        await full.privacy.forget(XANTHE, CALLED, NOW)
    assert dump(path) == before
    monkeypatch.undo()
    await forget(full)
    assert found_in(dump(path)) == []


async def test_what_waits_is_said_and_nothing_is_changed(busy: Store, path: Path) -> None:
    before = dump(path)
    waiting = await busy.privacy.forget(XANTHE, CALLED, NOW)
    assert isinstance(waiting, tuple)
    assert {one.what for one in waiting} == {*Waits} - {Waits.LEFT}
    assert waiting == (await busy.privacy.asked(XANTHE)).waiting
    assert DeletionObstacle(Waits.NIGHT, 1, 2, "Dinsdagclub") in waiting
    assert all(one.name == str(one.id) for one in waiting if one.what is Waits.TABLE)
    assert dump(path) == before
    assert 6 not in {one.id for one in waiting if one.what in (Waits.TABLE, Waits.LEFT)}
    change(path, "UPDATE tables SET veiled = 1 WHERE id = 6")
    asked = await busy.privacy.asked(XANTHE)
    assert [one.id for one in asked.waiting if one.what is Waits.LEFT] == [6]
    change(path, "UPDATE tables SET place = '12.2.3.1' WHERE id = 6")
    asked = await busy.privacy.asked(XANTHE)
    assert [one.name for one in asked.waiting if one.what is Waits.LEFT] == ["3"]


@pytest.mark.parametrize("venue", [Venue.ANSWERED, Venue.ALONE])
async def test_a_conversation_of_several_people_is_nobodys_own(full: Store, path: Path, venue: Venue) -> None:
    """Where she has opened a table without a server goes with her only if it is her direct messages: other
    people's tables are in a group too."""
    group = 4_242_424_242
    change(path, f"UPDATE tables SET guild_id = NULL, venue = '{venue}', channel_id = {group} WHERE id = 6")
    change(path, f"UPDATE tables SET host_id = {XANTHE} WHERE id = 6")
    change(path, f"UPDATE tables SET channel_id = {group} WHERE host_id <> {XANTHE}")
    before = dump(path).count(str(group))
    await forget(full)
    assert dump(path).count(str(group)) == before > 1


async def test_who_was_never_here(full: Store, path: Path) -> None:
    before = dump(path)
    assert await full.privacy.forget(555, CALLED, NOW) is None
    assert dump(path) == before
    assert set((await full.privacy.counts(555)).by_kind.values()) == {0}
    assert await full.privacy.export(555) == {}


async def test_the_record_of_a_game_names_a_former_player(full: Store) -> None:
    house = House(full, FakeClock(NOW))
    try:
        before = await (await house.tables.get(6)).record()
        assert NAME in before
        done = await forget(full)
        house.tables.forget(done.tables)
        after = await (await house.tables.get(6)).record()
        assert after == before.replace(NAME, "oud-speler")
    finally:
        await house.tables.close()


BROUGHT: Final = """
UPDATE league_members SET id = 'xa-1' WHERE user_id = {me};
UPDATE season_members SET id = 'xa-1' WHERE id = '{me}';
UPDATE byes SET player = 'xa-1' WHERE player = '{me}';
UPDATE gains SET member = 'xa-1' WHERE member = '{me}';
UPDATE nights SET excused = replace(excused, '{me}', 'xa-1');
UPDATE corrections SET thing = replace(thing, '{me}', 'xa-1'), change = replace(change, '{me}', 'xa-1');
UPDATE league_games SET seats = replace(seats, '{me}', 'xa-1');
"""


async def test_who_was_brought_along_under_another_key(path: Path, made: bytes) -> None:
    """A league may call a member otherwise than by their id; another league may call somebody else so."""
    put(path, made)
    change(path, NOTHING_WAITS + BROUGHT.format(me=XANTHE))
    store = await Store.open(path)
    try:
        there = replace(LEAGUE, guild_id=OTHER, name="There")
        another = replace(member("xa-1"), name="Somebody else")
        league = await store.leagues.create(there, facts(SeasonSettings()), another)
        done = await forget(store)
        assert found_in(dump(path)) == []
        assert [one.id for one in await store.leagues.members(league.id)] == ["xa-1"]
        (own,) = await store.leagues.leagues(GUILD)
        assert "xa-1" not in {one.id for one in await store.leagues.members(own.id)}
        assert f"{done.pseudonym}m" in {one.id for one in await store.leagues.members(own.id)}
        found = await make_again(store, retell, lambda _done, _all: None)
        assert [one.name for one in found.compared if one.differed] == []
    finally:
        await store.close()


DIES: Final = """
import asyncio, os, sys
from pathlib import Path
from data import forgetting
from data.store import Store
from data.connections import Writer

async def die(*_):
    os._exit(9)

async def main():
    store = await Store.open(Path(sys.argv[1]))
    if sys.argv[2] == "before":
        forgetting.leagues_changed = die
    else:
        Writer.let_go = die
    await store.privacy.forget(int(sys.argv[3]), {None: "former player"}, 1_700_000_400.0)

asyncio.run(main())
"""


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_process_that_dies_has_done_all_of_it_or_nothing(path: Path, made: bytes, moment: str) -> None:
    put(path, made)
    change(path, NOTHING_WAITS)
    before = dump(path)
    command = [sys.executable, "-c", DIES, str(path), moment, str(XANTHE)]
    ended = subprocess.run(command, check=False, capture_output=True)
    assert ended.returncode == 9, ended.stderr
    asyncio.run(reopened(path))
    assert (dump(path) == before) == (moment == "before")
    assert (found_in(dump(path)) == []) == (moment == "after")


async def reopened(path: Path) -> None:
    await (await Store.open(path)).close()


# What is kept of her, for herself


async def test_how_much_there_is(full: Store) -> None:
    counts = (await full.privacy.counts(XANTHE)).by_kind
    assert counts[DataKind.SELF] == 1 and counts[DataKind.MOVES] > 100 and counts[DataKind.GAMES] > 3
    assert counts[DataKind.MESSAGES] == 3 and counts[DataKind.CORRECTIONS] >= 3


async def test_her_data_and_nobody_elses(full: Store, path: Path) -> None:
    told = await full.privacy.export(XANTHE)
    text = json.dumps(told, ensure_ascii=False)
    assert told["players"][0]["name"] == NAME and told["players"][0]["user_id"] == "you"
    assert {row["name"] for row in told["seats"]} > {NAME, "Ann"}
    with closing(sqlite3.connect(path)) as connection:
        secrets = [row[0].hex() for row in connection.execute("SELECT secret FROM tables")]
        assert all(one not in text for one in secrets)
    assert "secret" not in text and "press_ids" not in text
    assert all(row["user_id"] == "you" for row in told["log"])
    assert not any("deck" in row["line"] for row in told["log"])
    for row in (*told["results"], *told["seats"], *told["tallies"]):
        assert row.get("user_id", "you") in ("you", "another player")
    holders = {one for row in told["league_games"] for _, one, *_ in json.loads(json.dumps(row["seats"]))}
    assert "you" in holders and str(ANN) not in holders


async def test_of_a_running_game_only_what_she_queued(busy: Store, path: Path) -> None:
    for person, card in ((XANTHE, "QH"), (777, "2C")):
        queued = json.dumps([card])
        change(path, f"INSERT OR REPLACE INTO wishes VALUES (3, {person}, '{queued}', 0)")
    wishes = (await busy.privacy.export(XANTHE))["wishes"]
    assert {"table_id": 3, "user_id": "you", "queued": ["QH"], "plays_forced": 0} in wishes
    assert {row["user_id"] for row in wishes} == {"you"}
    text = json.dumps(await busy.privacy.export(XANTHE))
    assert "secret" not in text and "deck" not in text and '"hand"' not in text.replace('"kind": "hand"', "")


# A server that has removed the bot


def rows_of(path: Path, guild: int) -> dict[str, int]:
    """How many rows each table has of a server."""
    with closing(sqlite3.connect(path)) as connection:
        return {
            table: connection.execute(
                f"SELECT count(*) FROM {table} AS this WHERE {personal.server}", {"guild": guild}
            ).fetchone()[0]
            for table, personal in PERSONAL.items()
            if personal.server
        }


async def elsewhere(store: Store) -> None:
    """Another server has something of everything that is simple to make, and Ann is known there too."""
    await keep_guild(store.players, OTHER, ServerSettings(game="kingen-iwwa"))
    await store.tables.create(replace(LOBBY, guild_id=OTHER, host_id=ANN, seats=(Seat("Ann", ANN),)), SEALED)
    await store.presets.keep_preset(NamedPreset(OTHER, "Sunday", "kingen", 4))
    league = replace(LEAGUE, guild_id=OTHER, name="There")
    await store.leagues.create(league, facts(SeasonSettings()), member("organiser"))


async def test_a_server_goes_as_a_whole_and_nothing_of_others_does(busy: Store, path: Path) -> None:
    await elsewhere(busy)
    before = rows_of(path, OTHER)
    assert await busy.privacy.guilds() == {GUILD, OTHER}
    assert sum(bool(count) for count in rows_of(path, GUILD).values()) > 20
    forgotten = await busy.privacy.forget_guild(GUILD)
    assert set(rows_of(path, GUILD).values()) == {0}
    assert rows_of(path, OTHER) == before
    assert await busy.privacy.guilds() == {OTHER}
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        known = {row[0] for row in connection.execute("SELECT user_id FROM players")}
        left = connection.execute("SELECT count(*) FROM postings WHERE subject LIKE 'league%'").fetchone()
    assert ANN in known and ANN not in forgotten
    assert XANTHE in known, "her private table is no server's"
    assert left == (0,)
    found = await make_again(busy, retell, lambda _done, _all: None)
    assert not found.broken and [one.name for one in found.compared if one.differed] == []


async def test_who_is_known_from_nowhere_else_is_forgotten(busy: Store, path: Path) -> None:
    change(path, "PRAGMA foreign_keys = ON; DELETE FROM tables WHERE guild_id IS NULL; DELETE FROM dailies")
    assert XANTHE in await busy.privacy.forget_guild(GUILD)
    assert NAME.casefold() not in dump(path).casefold()


async def test_a_server_goes_wholly_or_not_at_all(
    busy: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dump(path)

    asked = count()

    async def fails(*_: object) -> frozenset[int]:
        if next(asked):  # what is known afterwards
            raise sqlite3.OperationalError("disk I/O error")
        return frozenset()

    monkeypatch.setattr(data_privacy, "_people", fails)
    with pytest.raises(StoreError):
        await busy.privacy.forget_guild(GUILD)
    assert dump(path) == before
