"""Starting the program where it cannot run: one sentence for the operator, and an exit status."""

# ruff: noqa: ASYNC240 (files are small, and nobody waits)
from __future__ import annotations

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from bot.__main__ import UNREAD, main
from data.store import Store
from playground.server import Playground
from tests.data.processes import UNPRIVILEGED, open_folder
from tests.replays.games import record

ROOT = Path(__file__).parents[2]
KEPT = {
    key: value
    for key, value in os.environ.items()
    if not key.startswith(("DISCORD", "HARTENHEER", "PLAYGROUND"))
}

DROP = (
    UNPRIVILEGED
    + """
import sys
import bot.app, bot.settings
from bot.__main__ import main

give_up_rights()
sys.exit(main(["run"]))
"""
)


async def start(*command: str, **environment: str) -> tuple[int, str, str]:
    """Run the program until it ends by itself: status, output, complaints."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *command,
        cwd=ROOT,
        env={**KEPT, "DISCORD_TOKEN": "", "HARTENHEER_STRONG": "no", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(30):
            out, err = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


def complaint(err: str) -> str:
    """What it says beside its log; never a traceback."""
    assert "Traceback" not in err, err
    lines = [line for line in err.splitlines() if " INFO " not in line]
    assert len(lines) == 1, err
    return lines[0]


@pytest.fixture
async def server() -> AsyncIterator[Playground]:
    server = await Playground.start()
    yield server
    await server.close()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where none is yet."""
    return tmp_path / "test.sqlite3"


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that another user may reach, unlike pytest's."""
    with open_folder() as path:
        yield path


async def test_without_a_token(database: Path) -> None:
    status, _, err = await start("-m", "bot", "run", HARTENHEER_DATABASE=str(database))
    assert status == 1
    assert complaint(err).startswith(
        "DISCORD_TOKEN is not set: put the bot's token from https://discord.com/"
    )
    assert not database.exists()


async def test_with_a_wrong_token(server: Playground, database: Path) -> None:
    status, _, err = await start(
        "-m",
        "bot",
        "run",
        DISCORD_TOKEN="wrong",
        DISCORD_API_URL=server.api_url,
        HARTENHEER_DATABASE=str(database),
    )
    assert status == 1
    assert complaint(err).startswith("Discord does not know this DISCORD_TOKEN")


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"DISCORD_TOKEN": "two words"}, "DISCORD_TOKEN holds white space"),
        (
            {"DISCORD_API_URL": "localhost"},
            "DISCORD_API_URL must be an address such as http://127.0.0.1:8099/api/v10",
        ),
        (
            {"HARTENHEER_VERIFY_URL": "verify/index.html"},
            "HARTENHEER_VERIFY_URL must be an address such as https://example.org/verify",
        ),
        ({"HARTENHEER_EMOJIS": "maybe"}, "HARTENHEER_EMOJIS must be yes or no, not 'maybe'."),
        ({"HARTENHEER_ROBOT_PAUSE": "soon"}, "HARTENHEER_ROBOT_PAUSE must be a number, not 'soon'."),
        ({"HARTENHEER_KEEP_DAYS": "-1"}, "HARTENHEER_KEEP_DAYS must be between 0 and 3650, not -1."),
        ({"HARTENHEER_BACKUP_DAYS": "ever"}, "HARTENHEER_BACKUP_DAYS must be a number, not 'ever'."),
        ({"PLAYGROUND_PORT": "99999"}, "PLAYGROUND_PORT must be between 0 and 65535, not 99999."),
        ({"HARTENHEER_LOG_LEVEL": "LOUD"}, "HARTENHEER_LOG_LEVEL must be one of"),
    ],
)
async def test_with_a_setting_that_cannot_be(environment: dict[str, str], sentence: str) -> None:
    status, _, err = await start("-m", "bot", "run", **environment)
    assert (status, complaint(err).startswith(sentence)) == (1, True), err


async def test_with_a_database_newer_than_the_program(server: Playground, database: Path) -> None:
    await (await Store.open(database)).close()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA user_version = 999")
    before = database.read_bytes()
    status, _, err = await start(
        "-m",
        "bot",
        "run",
        DISCORD_TOKEN=server.token,
        DISCORD_API_URL=server.api_url,
        HARTENHEER_DATABASE=str(database),
    )
    assert status == 1
    assert "newer" in complaint(err)
    assert database.read_bytes() == before


async def test_with_a_read_only_folder(server: Playground, folder: Path) -> None:
    folder.chmod(0o555)
    status, _, err = await start(
        "-c",
        DROP,
        DISCORD_TOKEN=server.token,
        DISCORD_API_URL=server.api_url,
        HARTENHEER_DATABASE=str(folder / "test.sqlite3"),
    )
    assert status == 1
    assert str(folder) in complaint(err)


async def test_with_a_database_that_is_none(server: Playground, database: Path) -> None:
    database.write_text("These are the times that try men's souls.\n" * 200)
    status, _, err = await start(
        "-m",
        "bot",
        "run",
        DISCORD_TOKEN=server.token,
        DISCORD_API_URL=server.api_url,
        HARTENHEER_DATABASE=str(database),
    )
    assert status == 1
    assert str(database) in complaint(err)


async def test_where_the_port_is_taken(server: Playground) -> None:
    port = server.address.origin.rpartition(":")[2]
    status, _, err = await start("-m", "bot", "play", PLAYGROUND_PORT=port)
    assert status == 1
    assert port in complaint(err)


FILES = ("trace", "standings", "tournament", "seating", "stats", "review", "verify", "backup", "restore")
EVERY = sorted({*FILES, "daily", "move", "health", "doctor", "rebuild", "--help", "--version"})
"""All but those that serve until they are stopped."""


def test_every_command_is_tried() -> None:
    with pytest.raises(SystemExit), redirect_stdout(StringIO()) as said:
        main(["--help"])
    commands = set(re.findall(r"^    ([a-z]+)\b", said.getvalue(), re.MULTILINE))
    assert commands - {"run", "play"} == {one for one in EVERY if not one.startswith("-")}


async def printing_to(stdout: int, command: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a command as one who has a database and a record; what it prints goes there."""
    database, file = folder / "kept.sqlite3", folder / "game.king"
    await (await Store.open(database)).close()
    file.write_bytes(record())
    named = {
        "daily": ["2026-11-23", "00" * 32],
        "backup": [str(folder / "copy.sqlite3")],
        "move": [str(folder / "cells"), "2", str(database)],
        "restore": [str(shutil.copy(database, folder / "kept-copy.sqlite3"))],
    }
    arguments = named.get(command, [str(file)] if command in FILES else [])
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "bot", command, *arguments],
        cwd=ROOT,
        env={
            **{name: value for name, value in KEPT.items() if name != "PYTHONUNBUFFERED"},
            "HARTENHEER_DATABASE": str(database),
            "HARTENHEER_STRONG": "no",
            "DISCORD_API_URL": "http://127.0.0.1:9/api/v10",
        },
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=False,
    )
    complaints = done.stderr.decode()
    assert not re.search("Traceback|Exception|Errno|[Bb]roken", complaints), complaints
    return done


@pytest.mark.parametrize("command", EVERY)
async def test_who_has_read_enough_is_told_no_more(command: str, tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)  # as `| head` does, once it has its lines
    try:
        done = await printing_to(write, command, tmp_path)
    finally:
        os.close(write)
    # Of a record without a secret nothing is printed.
    assert done.returncode == (1 if command == "verify" else UNREAD)


@pytest.mark.parametrize("command", ["daily", "doctor", "health", "rebuild", "trace"])
async def test_what_is_printed_onto_a_full_disk(command: str, tmp_path: Path) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        done = await printing_to(full, command, tmp_path)
    finally:
        os.close(full)
    assert done.returncode == 1
    assert done.stderr.decode().endswith("No space left on device.\n")
