"""Restoring, upgrading and going back as docs/operating.md says it: its own commands, on real files."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from data import lock
from data.errors import CannotOpen
from data.lock import look_at
from data.migrate import known_migrations, version_of
from data.store import Store
from tests.data.test_releases import EXAMPLES, unpacked
from tests.project.requirements import ROOT

PAGE: Final = (ROOT / "docs" / "operating.md").read_text("utf-8")
GOING_BACK: Final = "## Going back to an earlier version"
UNREACHABLE: Final = "DISCORD_API_URL=http://127.0.0.1:9/api/v10\nHARTENHEER_STRONG=no\n"
OURS: Final = ".venv/bin/python -m bot "


def blocks(heading: str, language: str = "sh") -> list[str]:
    """What stands in the blocks of a section."""
    level, _, _ = heading.rpartition("# ")
    section = PAGE.partition(f"\n{heading}\n")[2].partition(f"\n{level}# ")[0]
    return re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)


def steps(heading: str, number: int = 0) -> list[str]:
    """The commands of ours in a block of a section."""
    lines = blocks(f"## {heading}")[number].splitlines()
    return [line.removeprefix(OURS) for line in lines if line.startswith(OURS)]


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
    (backup,) = steps("Upgrading", 1)
    assert "was made and verified" in carried_out(backup, var, **{r"\$\(date [^)]*\)": "now"})
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
    (restore,) = re.findall(r"^hartenheer (restore .+)$", blocks(GOING_BACK)[0], re.MULTILINE)
    said = carried_out(
        restore, var, **{"/var/lib/hartenheer": "var", r"hartenheer-v15-\w+\.sqlite3": copy.name}
    )
    assert "was restored and verified" in said and "of an earlier version" in said
    assert version_of(database, known[:older]) == older
    assert rows(database, "SELECT table_id, seq, line FROM log ORDER BY 1, 2") == before

    # What was there is kept, so the upgrade can be made again without losing it.
    (kept,) = (var / "backups").glob(f"hartenheer-v{len(known)}-*.sqlite3")
    with closing(look_at(kept)) as look:
        assert look.execute("PRAGMA user_version").fetchone() == (len(known),)
    asyncio.run(started(database))
    assert version_of(database, known) == len(known)


class Host:
    """A machine set up by the page, its folders under one of ours. Of systemd there is what starts a unit's
    command with the unit's environment, and nothing else, and asks it to stop."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.state, tools, clone = (
            root / name for name in ("var/lib/hartenheer", "usr/local/bin", "opt/hartenheer")
        )
        for folder in (self.state, tools, clone / ".venv" / "bin", root / "etc", root / "run"):
            folder.mkdir(parents=True)
        requirements = ("requirements.txt", "requirements-light.txt")
        for name in ("assets", "bot", "cogs", "data", "playground", *requirements):
            (clone / name).symlink_to(ROOT / name)
        self.path = f"{tools}:/usr/bin:/bin"
        setting_up, settings, command = blocks("### systemd")
        self._write(root / "etc/hartenheer.env", self.here(settings.replace("…", "a.b.c")) + UNREACHABLE)
        self._write(tools / "hartenheer", self.here(command))
        for name in ("python3", "useradd", "git"):
            self._write(tools / name, "#!/bin/sh\n")
        # Who they run as, and what is installed, is the machine's own affair.
        passing = 'while [ "$1" != .venv/bin/python ]; do shift; done; exec "$@"'
        self._write(tools / "setpriv", f"#!/bin/sh\n{passing}\n")
        python = f'#!/bin/sh\n[ "$2" = pip ] || exec {sys.executable} "$@"\n'
        self._write(clone / ".venv/bin/python", python)
        (unit,) = blocks("### systemd", "ini")
        self._write(
            tools / "systemctl", self._systemctl(dict(re.findall(r"^(\w+)=(.*)$", unit, re.MULTILINE)))
        )
        self.carry_out(setting_up)

    def here(self, text: str) -> str:
        """A text of the page with the folders as they are here."""
        return re.sub(r"(?<![\w/.])/(?=(opt|etc|var|usr)/)", f"{self.root}/", text)

    def _systemctl(self, unit: dict[str, str]) -> str:
        assert unit["User"] == unit["StateDirectory"] == "hartenheer"
        run = self.root / "run"
        given = Path(self.here(unit["EnvironmentFile"])).read_text("utf-8").split()
        command = f"env -i {' '.join(given)} {self.here(unit['ExecStart'])} >{run}/log 2>&1 </dev/null"
        return (
            f"#!/bin/sh\ncase $1 in\n"
            f"start) cd {self.here(unit['WorkingDirectory'])}; {command} & echo $! >{run}/pid;;\n"
            f"stop) pid=$(cat {run}/pid); kill $pid; while kill -0 $pid 2>/dev/null; do sleep 0.05; done;;\n"
            "esac\n"
        )

    @staticmethod
    def _write(path: Path, text: str) -> None:
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def carry_out(self, block: str) -> str:
        """Run the lines of a block as its reader would, up to the first that fails; what they say."""
        done = subprocess.run(
            ["bash", "-e"],
            input=self.here(block),
            env={"PATH": self.path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def runs(self) -> bool:
        """Whether the service has come to run on the database, and does."""
        while not lock.is_taken(self.state / "hartenheer.sqlite3"):
            if not Path(f"/proc/{(self.root / 'run/pid').read_text().strip()}").exists():
                return False
        return True


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    host = Host(tmp_path)
    unpacked(EXAMPLES[-1], host.state).rename(host.state / "hartenheer.sqlite3")
    host.carry_out("systemctl start hartenheer")
    yield host
    host.carry_out("systemctl stop hartenheer")


def test_a_service_is_upgraded_and_taken_back_by_the_commands_of_the_page(host: Host) -> None:
    assert host.runs()
    said = host.carry_out(blocks("## Upgrading")[0])
    assert "was made and verified" in said and "fault" not in said
    assert len([*(host.state / "backups").glob("before-*.sqlite3")]) == 1
    assert host.runs()
    assert "a bot is running on it" in host.carry_out("hartenheer health")
    (older,) = (host.state / "backups").glob("hartenheer-v*.sqlite3")
    going_back = re.sub(r"hartenheer-v15-\w+\.sqlite3", older.name, blocks(GOING_BACK)[0])
    assert "was restored and verified" in host.carry_out(going_back)
    assert host.runs()


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
