"""``python -m bot doctor`` on real files, against the playground and without any network."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.ops.doctor import examined
from bot.ops.findings import ExaminedChannel, Severity
from bot.ops.probes import clock_off, of_discord
from bot.settings import Settings
from cogs.tree import declared_commands
from playground.rest import applications
from playground.server import Playground
from playground.world.permissions import Permission
from tests.e2e.house import open_house
from tests.project.declared import declared_names

TOKEN = "a-token.that-is.very-secret"


def nowhere() -> str:
    """An address at which nobody listens."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{listening.getsockname()[1]}/api/v10"


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No network, a token, and no database yet."""
    path = tmp_path / "hartenheer.sqlite3"
    monkeypatch.setenv("HARTENHEER_DATABASE", str(path))
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DISCORD_API_URL", nowhere())
    monkeypatch.setattr("discord.http.Route.BASE", "https://discord.com/api/v10")
    return path


def test_without_a_network(alone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert [line.split()[1] for line in lines if line.startswith("unchecked")] == [
        "clock", "token", "application", "intents", "gateway", "permissions", "commands",
    ]  # fmt: skip
    assert lines[-1] == "Faults: 0; warnings: 1; not checked: 7." and said.err == ""
    assert not alone.exists()
    assert TOKEN not in said.out + said.err


def test_a_setting_that_cannot_be_used_is_one_finding_among_others(
    alone: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HARTENHEER_ROBOT_PAUSE", "soon")
    assert main(["health"]) == 1
    capsys.readouterr()
    assert main(["doctor", "--json"]) == 1
    told: Any = json.loads(capsys.readouterr().out)
    assert told["well"] is False
    first = told["checks"][0]
    assert (first["check"], first["level"], first["code"]) == ("settings", "fault", "wrong")
    assert "must be a number" in first["sentence"]
    assert {one["check"] for one in told["checks"] if one["level"] == "unknown"} >= {"token", "permissions"}
    assert str(alone) in json.dumps(told)
    assert TOKEN not in json.dumps(told)


def test_the_commands_there_are_to_be_are_those_declared() -> None:
    assert declared_commands() == {name.partition(".")[0] for name in declared_names()}


async def test_beside_a_bot_that_runs(tmp_path: Path) -> None:
    path, server = tmp_path / "a.sqlite3", await Playground.start()
    async with open_house(path, server=server) as house:
        ann = house.people()[0]
        table = await house.start_table(ann)
        settings = Settings(token=server.token, database=path, api_url=server.api_url, backup_at=240)
        found = await examined(
            settings, "", declared_commands(), {"HARTENHEER_DATABASE": str(path)}, tmp_path / ".env"
        )
        bad = [one for one in found if one.level is not Severity.OK]
        assert bad == [], bad
        assert {"running"} == {one.code for one in found if one.part == "lock"}
        (permissions,) = (one for one in found if one.part == "permissions")
        assert permissions.values == {"servers": 1, "channels": 1}
        # What is missing is named, by the names people know.
        channel = house.world.channels[house.cards]
        house.changes.set_permissions(channel, channel.bot_permissions & ~Permission.ATTACH_FILES)
        found = await examined(
            settings, "", declared_commands(), {"HARTENHEER_DATABASE": str(path)}, tmp_path / ".env"
        )
        (permissions,) = (one for one in found if one.part == "permissions")
        assert permissions.code == "lacking" and permissions.values["permissions"] == ("attach_files",)
        # The bot has noticed nothing.
        before = table.facts.seq
        message, custom_id = await house.offered(ann, "hh:act:")
        await (await ann.press(message["id"], custom_id)).done()
        await house.settled()
        assert table.facts.seq > before
    await server.close()


@pytest.fixture
async def server() -> Any:
    started = await Playground.start()
    yield started
    await started.close()


async def test_a_token_that_discord_does_not_know(server: Playground) -> None:
    assert (await of_discord("wrong", server.api_url, (), frozenset())).refused


async def test_commands_that_are_missing_and_a_channel_that_is_gone(server: Playground) -> None:
    (guild,) = server.world.guilds.values()
    told = await of_discord(
        server.token,
        server.api_url,
        (ExaminedChannel(guild.id, 12345), ExaminedChannel(77, 1)),
        frozenset({"table"}),
    )
    assert told.missing == ("table",) and told.registered == 0
    assert [(one.server, one.permissions) for one in told.lacking] == [(guild.name, None)]
    assert (told.servers, told.channels, told.starts_left) == (1, 1, 1000)


async def test_presses_that_go_to_an_address_and_intents_that_are_not_needed(
    server: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = applications.application
    odd = {"interactions_endpoint_url": "https://example.org/", "flags": 1 << 19}
    monkeypatch.setattr(applications, "application", lambda world: {**alone(world), **odd})
    told = await of_discord(server.token, server.api_url, (), frozenset())
    assert told.endpoint and told.privileged


async def test_the_clock_is_compared_with_the_other_side_s(server: Playground) -> None:

    assert await clock_off(server.api_url) == 0.0
    ahead = await clock_off(server.api_url, lambda: time.time() + 30)
    assert isinstance(ahead, float) and 28 < ahead < 32
    assert isinstance(await clock_off(nowhere()), str)
