"""Bringing a database to this program's version: a step whole or not at all, and only our own databases."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data.errors import CannotOpen
from data.migrate import APPLICATION_ID, FOLDER, Migration, known_migrations, prepare
from data.store import Store

OURS = known_migrations()
ONE = Migration(1, "one", "CREATE TABLE a (x INTEGER PRIMARY KEY) STRICT;\nINSERT INTO a VALUES (1), (2);")
TWO = Migration(
    2, "two", "CREATE TABLE b (x INTEGER NOT NULL REFERENCES a) STRICT;\nINSERT INTO b VALUES (1);"
)
THREE = Migration(3, "three", "ALTER TABLE a ADD COLUMN y TEXT;")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "a.sqlite3"


@pytest.fixture
def backups(tmp_path: Path) -> Path:
    return tmp_path / "backups"


def ask(file: Path, sql: str) -> list[tuple]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(sql).fetchall()


def schema(file: Path) -> list[tuple]:
    return ask(file, "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name")


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def test_the_programs_own_migrations_are_numbered_and_leave_transactions_alone():
    assert [migration.version for migration in OURS] == list(range(1, len(OURS) + 1))
    assert OURS[0].name == "tables"
    for migration in OURS:
        words = " ".join(line.partition("--")[0] for line in migration.sql.splitlines()).upper().split()
        assert not {"BEGIN", "COMMIT", "ROLLBACK", "COMMIT;", "VACUUM"} & set(words), migration.name


@pytest.mark.parametrize(
    "names", [["0002_b.sql"], ["0001_a.sql", "0003_c.sql"], ["0001_a.sql", "0001_b.sql"], ["x.sql"]]
)
def test_numbers_with_gaps_are_refused(tmp_path: Path, names: list[str]):
    for name in names:
        (tmp_path / name).write_text("SELECT 1;")
    with pytest.raises(ValueError):
        known_migrations(tmp_path)


def test_a_checksum_is_of_the_text_whatever_the_line_ends(tmp_path: Path):
    text = (FOLDER / "0001_tables.sql").read_text(encoding="utf-8")
    (tmp_path / "0001_tables.sql").write_bytes(text.replace("\n", "\r\n").encode())
    assert known_migrations(tmp_path)[0].checksum == OURS[0].checksum
    assert OURS[0].checksum == hashlib.sha256(text.encode()).hexdigest()


def test_from_nothing(file: Path, backups: Path):
    prepare(file, backups, (ONE, TWO, THREE))
    assert ask(file, "PRAGMA user_version") == [(3,)]
    assert ask(file, "PRAGMA application_id") == [(APPLICATION_ID,)]
    assert ask(file, "SELECT version, name, checksum FROM migrations") == [
        (migration.version, migration.name, migration.checksum) for migration in (ONE, TWO, THREE)
    ]
    assert all(at > 1.7e9 for (at,) in ask(file, "SELECT applied_at FROM migrations"))
    assert not backups.exists()  # there was nothing to lose
    assert file.stat().st_mode & 0o077 == 0


def test_an_empty_file_is_a_new_database(file: Path, backups: Path):
    file.touch()
    prepare(file, backups, (ONE,))
    assert ask(file, "SELECT x FROM a") == [(1,), (2,)]


@pytest.mark.parametrize("version", [1, 2])
def test_from_an_older_version_with_a_copy_made_before(file: Path, backups: Path, version: int):
    known = (ONE, TWO, THREE)
    prepare(file, backups, known[:version])
    before = schema(file)
    prepare(file, backups, known)
    assert ask(file, "PRAGMA user_version") == [(3,)]
    assert ask(file, "SELECT x, y FROM a") == [(1, None), (2, None)]
    (copy,) = backups.iterdir()
    assert copy.name.startswith(f"a-v{version}-")
    assert ask(copy, "PRAGMA user_version") == [(version,)]
    assert schema(copy) == before


@pytest.mark.parametrize("version", range(len(OURS)))
async def test_this_program_opens_every_older_version(file: Path, backups: Path, version: int):
    if version:
        prepare(file, backups, OURS[:version])
    store = await Store.open(file, backups=backups)
    try:
        assert (await store.health()).version == len(OURS)
    finally:
        await store.close()


def test_a_current_database_is_left_alone(file: Path, backups: Path):
    prepare(file, backups, (ONE, TWO))
    before = contents(file.parent)
    prepare(file, backups, (ONE, TWO))
    assert contents(file.parent) == before
    assert not backups.exists()


def test_a_newer_database_is_refused_and_left_alone(file: Path, backups: Path):
    prepare(file, backups, (ONE, TWO, THREE))
    before = contents(file.parent)
    with pytest.raises(CannotOpen) as caught:
        prepare(file, backups, (ONE, TWO))
    assert caught.value.code == "database-newer"
    assert "version 3" in str(caught.value)
    assert "version 2" in str(caught.value)
    assert contents(file.parent) == before


def test_a_newer_database_in_use_is_left_alone_with_its_wal(file: Path, backups: Path):
    prepare(file, backups, (ONE,))
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("PRAGMA user_version = 9")  # is in the WAL only
        wal = file.with_name(file.name + "-wal")
        before = file.read_bytes(), wal.read_bytes()
        with pytest.raises(CannotOpen) as caught:
            prepare(file, backups, (ONE,))
        assert caught.value.code == "database-newer"
        assert (file.read_bytes(), wal.read_bytes()) == before


@pytest.mark.parametrize(
    "bad",
    [
        "CREATE TABLE c (x INTEGER) STRICT;\nINSERT INTO nowhere VALUES (1);",
        "INSERT INTO b VALUES (404);",  # refers to a row that is not there
        "CREATE TABLE c (x INTEGER) STRICT;\nthis is not SQL;",
        "DROP TABLE a;",  # b refers to it
    ],
)
def test_a_failing_migration_undoes_itself_and_no_other(file: Path, backups: Path, bad: str):
    prepare(file, backups, (ONE, TWO))
    before = schema(file)
    with pytest.raises(CannotOpen) as caught:
        prepare(file, backups, (ONE, TWO, THREE, Migration(4, "bad", bad)))
    assert caught.value.code == "migration-failed"
    assert "version 4" in str(caught.value)
    assert ask(file, "PRAGMA user_version") == [(3,)]
    assert ask(file, "SELECT max(version) FROM migrations") == [(3,)]
    assert ask(file, "SELECT x, y FROM a") == [(1, None), (2, None)]
    assert [row[:2] for row in schema(file)] == [row[:2] for row in before]
    prepare(file, backups, (ONE, TWO, THREE))  # usable as it is


def test_a_migration_may_not_end_its_transaction(file: Path, backups: Path):
    with pytest.raises(ValueError, match="0001"):
        prepare(file, backups, (Migration(1, "ends", "CREATE TABLE a (x);\nCOMMIT;"),))


def test_a_table_can_be_rebuilt_without_losing_what_refers_to_it(file: Path, backups: Path):
    rebuild = """
    CREATE TABLE new (x INTEGER PRIMARY KEY, z TEXT NOT NULL DEFAULT '') STRICT;
    INSERT INTO new (x) SELECT x FROM a;
    DROP TABLE a;
    ALTER TABLE new RENAME TO a;
    """
    prepare(file, backups, (ONE, TWO))
    prepare(file, backups, (ONE, TWO, Migration(3, "rebuild", rebuild)))
    assert ask(file, "SELECT b.x, a.z FROM b JOIN a USING (x)") == [(1, "")]


def test_a_database_made_by_other_migrations_is_refused(file: Path, backups: Path):
    prepare(file, backups, (ONE, TWO))
    before = contents(file.parent)
    with pytest.raises(CannotOpen) as caught:
        prepare(file, backups, (ONE, Migration(2, "two", "SELECT 1;"), THREE))
    assert caught.value.code == "migrations-differ"
    assert contents(file.parent) == before


def test_a_database_of_another_program_is_refused(file: Path, backups: Path):
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    before = contents(file.parent)
    with pytest.raises(CannotOpen) as caught:
        prepare(file, backups, (ONE,))
    assert caught.value.code == "foreign"
    assert contents(file.parent) == before


def test_a_file_that_is_no_database_is_refused(file: Path, backups: Path):
    file.write_bytes(b"Dear diary, " * 200)
    before = contents(file.parent)
    with pytest.raises(CannotOpen) as caught:
        prepare(file, backups, (ONE,))
    assert caught.value.code == "not-a-database"
    assert contents(file.parent) == before


def test_a_folder_is_no_database(file: Path, backups: Path):
    file.mkdir()
    with pytest.raises(CannotOpen) as caught:
        prepare(file, backups, (ONE,))
    assert caught.value.code == "cannot-open"


def test_without_a_copy_nothing_is_migrated(file: Path, tmp_path: Path):
    prepare(file, tmp_path, (ONE,))
    before = file.read_bytes()
    blocked = tmp_path / "blocked"
    blocked.write_text("not a folder")
    with pytest.raises(Exception, match="backup") as caught:
        prepare(file, blocked, (ONE, TWO))
    assert caught.value.code == "cannot-write"  # type: ignore[attr-defined]
    assert file.read_bytes() == before
