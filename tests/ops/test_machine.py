"""Probes of the program and its machine, on real files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bot.ops import probes
from bot.ops.findings import AssetFacts
from bot.settings import SETTINGS, Settings, SettingsError
from data import examine
from data.backup import Keep, OwnBackups
from data.store import OLDEST_SQLITE, Store
from tests.data.conftest import example  # noqa: F401 (a fixture)
from tests.data.databases import change, files, rows_of, spoil
from tests.data.processes import contents
from tests.data.test_releases import EXAMPLES, unpacked
from tests.project.requirements import ROOT

NOW = 1_800_000_000.0


def test_this_machine_is_well() -> None:
    found = probes.of_program(examine.SQLITE, OLDEST_SQLITE)
    assert found.missing == () and found.other == ()
    assert probes.of_assets(("UTC+02:00", "Europe/Paris")) == AssetFacts()


def test_libraries_are_compared_with_what_is_required(tmp_path: Path) -> None:
    file = tmp_path / "requirements.txt"
    file.write_text(
        "# a comment\npillow==0.1 \\\n    --hash=sha256:aa\nno-such-package==1.0\n"
        'elsewhere==2 ; sys_platform == "win32" \\\n'
        f"here==3 ; sys_platform == \"{sys.platform}\"\nlater==4 ; python_full_version >= '3.13' \\\n"
    )
    assert probes._required(file) == {"pillow": "0.1", "no-such-package": "1.0", "here": "3"}
    assert probes._required(tmp_path / "none.txt") is None


def test_a_setting_that_there_is_not_is_named(tmp_path: Path) -> None:
    env = tmp_path / ".env"
    env.write_text("DISCORD_TOKEN=abc\nHARTENHEER_BAKUP_AT=04:00\n")
    env.chmod(0o644)
    told = {"DISCORD_TOKEN": "abc", "HARTENHEER_BAKUP_AT": "04:00"}
    found = probes.of_settings(
        "", {"HARTENHEER_DATABASE": "x", "HARTENHEER_TEST_SEED": "1", "PATH": "/"}, told, env
    )
    assert (found.unknown, found.readable) == (("HARTENHEER_BAKUP_AT",), str(env))
    env.chmod(0o600)
    assert probes.of_settings("", {}, told, env).readable == ""
    env.chmod(0o644)
    assert probes.of_settings("", {}, {"DISCORD_TOKEN": ""}, env).readable == ""


def test_the_names_of_settings_are_those_that_are_read() -> None:
    source = (ROOT / "bot" / "settings.py").read_text("utf-8")
    read = source.partition("def read(")[2]
    assert {name for name in SETTINGS if f'"{name}"' in read} == set(SETTINGS)
    assert Settings.read({}, Path("none")).backup_at == 240


@pytest.mark.parametrize("text", ["4", "25:00", "04:60", "yes", "４:00", "-1:00", "4:0"])
def test_an_hour_that_there_is_not_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="HARTENHEER_BACKUP_AT must be a time of day"):
        Settings.read({"HARTENHEER_BACKUP_AT": text}, Path("none"))
    assert Settings.read({"HARTENHEER_BACKUP_AT": "NO"}, Path("none")).backup_at is None
    assert Settings.read({"HARTENHEER_BACKUP_AT": "0:05"}, Path("none")).backup_at == 5


def test_pictures_that_cannot_be_drawn_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> bytes:
        raise FileNotFoundError(2, "No such file", "assets/cards/cards-88.png")

    monkeypatch.setattr("bot.pictures.painter.render", fail)
    assert probes.of_assets().pictures == "FileNotFoundError: cards-88.png"
    assert probes.of_assets(("Mars/Base", "../../etc")).zones == ("../../etc", "Mars/Base")


# The database


@pytest.fixture
def path(tmp_path: Path, example: bytes) -> Path:  # noqa: F811 (the fixture)
    path = tmp_path / "var" / "hartenheer.sqlite3"
    path.parent.mkdir()
    path.write_bytes(example)
    path.chmod(0o600)
    return path


def test_looking_changes_nothing(path: Path) -> None:
    before = contents(path.parent)
    found = examine.database(path)
    assert contents(path.parent) == before
    ((tables,),) = rows_of(path, "SELECT count(*) FROM tables")
    assert (found.exists, found.problem, found.damage, found.tables) == (True, "", False, tables)
    assert found.unfinished and found.zones and found.places and found.latest is not None
    assert not found.running and not found.readable_by_others and found.writable
    path.chmod(0o644)
    assert examine.database(path).readable_by_others


async def test_a_bot_that_runs_is_seen_and_not_disturbed(path: Path) -> None:
    store = await Store.open(path)
    try:
        await store.texts.keep_text("news", "of today")
        found = examine.database(path)
        assert found.running and found.wal > 0
        await store.texts.keep_text("news", "of tomorrow")
        assert await store.texts.text("news") == "of tomorrow"
    finally:
        await store.close()


def test_damage_is_found_where_it_is_looked_for_thoroughly(path: Path) -> None:
    spoil(path)
    assert examine.database(path).damage
    path.write_text("Dear diary, " * 500)
    assert examine.database(path).damage


def test_parked_tables_are_named(path: Path) -> None:
    change(path, "UPDATE tables SET state = 'parked' WHERE id IN (2, 6);")
    assert examine.database(path).parked == (2, 6)


def test_what_is_overdue_is_counted(path: Path) -> None:
    assert examine.database(path, now=NOW).overdue == 0
    change(
        path,
        f"""
        INSERT INTO timers VALUES ('review', 1, 0, {NOW - 601}), ('review', 2, 0, {NOW - 599});
        DELETE FROM evening_steps;
        UPDATE evenings SET settled = 0, stage = 'sign-up', starts_at = {NOW + 3600};
        """,
    )
    ((nights,),) = rows_of(path, "SELECT count(*) FROM evenings")
    assert nights > 0, "made, and nobody was asked about them"
    assert examine.database(path, now=NOW).overdue == 1 + nights
    change(path, "DELETE FROM timers; UPDATE evenings SET settled = 1, stage = 'over';")
    assert examine.database(path, now=NOW).overdue == 0


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_older_database_is_looked_at_as_far_as_it_goes(name: str, tmp_path: Path) -> None:
    path = unpacked(name, tmp_path)
    found = examine.database(path)
    assert found.problem == "" and found.version < found.known and found.tables > 0


def test_a_database_of_later_or_of_others_or_none(path: Path, tmp_path: Path) -> None:
    change(path, "PRAGMA user_version = 999;")
    assert "later" in (told := examine.database(path).problem) or "update the program" in told
    change(path, "PRAGMA user_version = 1; PRAGMA application_id = 7;")
    assert "another program" in examine.database(path).problem
    assert not examine.database(tmp_path / "none.sqlite3").exists
    (tmp_path / "empty.sqlite3").touch()
    assert examine.database(tmp_path / "empty.sqlite3").tables == 0
    assert files(tmp_path) == ["empty.sqlite3", "var"]


def test_the_disk_and_the_copies(path: Path) -> None:
    own = OwnBackups(path, path.parent / "backups" / "daily", Keep())
    found = examine.disk(path, own)
    assert found.free > 0 and not found.read_only and found.backup_needs > path.stat().st_size
    copies = examine.copies(own, wanted=True, host_days=3)
    assert copies.made == () and copies.database_since is not None and copies.host_days == 3
