"""Restoring, upgrading and going back as docs/operating.md says it: its own commands, on real files."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from data.errors import CannotOpen
from data.files import look_at
from data.migrate import known_migrations, version_of
from data.store import Store
from tests.data.test_releases import EXAMPLES, unpacked
from tests.project.requirements import ROOT

PAGE: Final = (ROOT / "docs" / "operating.md").read_text("utf-8")
OURS: Final = ".venv/bin/python -m bot "


def steps(heading: str, number: int = 0) -> list[str]:
    """The commands of ours in a block of a section."""
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    block = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)[number]
    return [line.removeprefix(OURS) for line in block.splitlines() if line.startswith(OURS)]


def carried_out(step: str, var: Path, **named: str) -> str:
    """Run a step as it is written, with ``var`` for the folder of that name, and with files called as they
    are here; what it says."""
    for written, here in named.items():
        step = re.sub(written, here, step)
    words = [word.replace("var/", f"{var}/") for word in step.split()]
    environment = {**os.environ, "HARTENHEER_DATABASE": str(var / "hartenheer.sqlite3"), "DISCORD_TOKEN": ""}
    done = subprocess.run(
        [sys.executable, "-m", "bot", *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def rows(path: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


async def started(path: Path) -> None:
    """What a start does to a database."""
    await (await Store.open(path)).close()


@pytest.fixture(params=EXAMPLES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """One of an earlier program, as it was left by it."""
    var = tmp_path / "var"
    var.mkdir()
    return unpacked(request.param, var)


def test_a_backup_and_its_restoring(database: Path) -> None:
    var = database.parent
    asyncio.run(started(database))
    before = rows(database, "SELECT table_id, seq, line FROM log ORDER BY 1, 2")
    (backup,), (restore,) = steps("Backups"), steps("Backups", 1)
    assert "was made and verified" in carried_out(backup, var)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM log")
    assert "was restored and verified" in carried_out(restore, var)
    assert rows(database, "SELECT table_id, seq, line FROM log ORDER BY 1, 2") == before


def test_an_upgrade_and_the_way_back(database: Path) -> None:
    var, known = database.parent, known_migrations()
    older = version_of(database, known)
    before = rows(database, "SELECT table_id, seq, line FROM log ORDER BY 1, 2")
    backup, _doctor = steps("Upgrading")
    assert "was made and verified" in carried_out(backup, var)
    asyncio.run(started(database))
    assert version_of(database, known) == len(known) > older
    assert rows(database, "SELECT table_id, seq, line FROM log ORDER BY 1, 2") == before

    # The program of then refuses it, and leaves it alone.
    whole = database.read_bytes()
    with pytest.raises(CannotOpen) as caught:
        version_of(database, known[:older])
    assert caught.value.code == "database-newer" and database.read_bytes() == whole

    # The copy that the migration made is put in its place, as it was: that program can go on with it.
    (copy,) = (var / "backups").glob(f"hartenheer-v{older}-*.sqlite3")
    (restore,) = steps("Going back to an earlier version")
    said = carried_out(restore, var, **{r"hartenheer-v15-\w+\.sqlite3": copy.name})
    assert "was restored and verified" in said and "of an earlier version" in said
    assert version_of(database, known[:older]) == older
    assert rows(database, "SELECT table_id, seq, line FROM log ORDER BY 1, 2") == before

    # What was there is kept, so the upgrade can be made again without losing it.
    (kept,) = (var / "backups").glob(f"hartenheer-v{len(known)}-*.sqlite3")
    with closing(look_at(kept)) as look:
        assert look.execute("PRAGMA user_version").fetchone() == (len(known),)
    asyncio.run(started(database))
    assert version_of(database, known) == len(known)


def test_each_fault_has_its_recovery() -> None:
    section = PAGE.partition("## What goes wrong, and what to do\n")[2].partition("\n## ")[0]
    table = [line.strip("|").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    assert len(table) > 20 and all(len(row) == 4 and all(cell.strip() for cell in row) for row in table)
    faults = " ".join(row[0] for row in table)
    for fault in (
        "killed", "gateway", "twice", "429", "message is deleted", "channel or thread", "server is deleted",
        "member leaves", "direct messages closed", "disk full", "read-only", "locked", "clock jumps",
        "no longer replays", "backup", "upgrade",
    ):  # fmt: skip
        assert fault in faults, fault


def test_the_lines_of_the_log_that_are_named_are_logged() -> None:
    section = PAGE.partition("## What goes wrong, and what to do\n")[2].partition("\n## ")[0]
    source = " ".join(
        path.read_text("utf-8") for folder in ("bot", "data") for path in (ROOT / folder).rglob("*.py")
    )
    named = [row.split(" | ")[1] for row in section.splitlines() if row.startswith("| ")]
    texts = [
        text
        for cell in named
        for text in re.findall(r"`([^`]+)`", cell)
        if " " in text and "python" not in text
    ]
    assert len(texts) > 10
    for text in texts:
        parts = [part.strip(" :") for part in re.split(r"…|\bN\b", text)]
        assert all(part in source or part.startswith("Attempting") for part in parts if part), text
