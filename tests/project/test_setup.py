"""Two commands on a fresh machine, the container, continuous integration: that what they name is there."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bot.cells.model import Cell
from bot.settings import Settings
from data.store import Store
from tests import pythons
from tests.project.requirements import FILES, ROOT, exported, without_indexes

HEALTH: Final = [sys.executable, "-m", "bot", "health"]


@pytest.mark.parametrize("name", FILES)
def test_requirements_are_those_of_the_lock(name: str) -> None:
    assert (ROOT / name).read_text("utf-8") == exported(FILES[name])


def test_the_lock_is_that_of_the_project() -> None:
    uv = Path(sys.executable).with_name("uv")
    command = [uv, "lock", "--check", "--offline", "--no-config"]
    checked = subprocess.run(
        command, cwd=ROOT, env=without_indexes(), capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr


def makefile_targets() -> dict[str, str]:
    """The commands of the Makefile, and what `make help` says of them."""
    return dict(re.findall(r"^([a-z-]+):.*## (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def test_make_help_lists_every_command() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    phony = re.search(r"^\.PHONY: (.+)$", text, re.MULTILINE)
    assert phony is not None
    assert set(phony[1].split()) == set(makefile_targets())
    helped = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert re.findall(r"^  make ([a-z-]+) +\S", helped, re.MULTILINE) == list(makefile_targets())


@pytest.mark.parametrize("target", ["play", "test"])
def test_the_two_commands_install_into_venv_first(target: str) -> None:
    planned = subprocess.run(
        ["make", "--dry-run", "--always-make", target], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    install = planned.index("-r requirements.txt" if target == "play" else "-r requirements-dev.txt")
    assert install < planned.index("-m bot play" if target == "play" else "-m pytest")


@pytest.mark.parametrize("with_uv", [True, False])
def test_the_python_that_is_named_is_taken(with_uv: bool, tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name in FILES:
        (tmp_path / name).touch()
    own, tools = tmp_path / ".venv" / "bin" / "python", tmp_path / "tools"
    for script, text in ((own, "echo /elsewhere 3 10 0 final 0"), (tools / "uv", "exit 1")):
        script.parent.mkdir(parents=True)
        script.write_text(f"#!/bin/sh\n{text}\n")
        script.chmod(0o755)
    (tmp_path / ".venv" / "pyvenv.cfg").touch()
    first = Path(sys.executable).parent if with_uv else tools
    command = ["make", ".venv/.installed-light", "STRONG=no", f"PYTHON={sys.executable}"]

    def made() -> str:
        environment = {"PATH": f"{first}:/usr/bin:/bin", "HOME": str(tmp_path)}
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert ("uv venv" in made()) is with_uv
    prefix = subprocess.run(
        [own, "-c", "import sys; print(sys.base_prefix)"], capture_output=True, text=True, check=True
    )
    assert prefix.stdout.strip() == sys.base_prefix
    assert "up to date" in made()


@pytest.mark.parametrize("with_uv", [True, False])
def test_without_uv_pip_installs(with_uv: bool, tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    if with_uv:
        (tools / "uv").write_text("#!/bin/sh\n")
        (tools / "uv").chmod(0o755)
    make = shutil.which("make")
    assert make is not None
    planned = subprocess.run(
        [make, "--dry-run", "--always-make", "play"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": str(tools), "HOME": str(tmp_path)},
    ).stdout
    assert ("uv pip install" in planned) == with_uv
    assert ("-m pip install" in planned) != with_uv


def test_continuous_integration_runs_everything_that_has_to_pass() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert subprocess.run(["bash", "-n", script], capture_output=True, check=False).returncode == 0
    steps = re.findall(r"^ +step make \S+ (\S+)", script.read_text("utf-8"), re.MULTILINE)
    check = re.search(r"^CHECKS := (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert check is not None
    first, *others = check[1].split()
    assert steps == [first, f"{first}-pythons", *others, f"{first}-all", "soak"]


def test_each_part_of_it_is_hosted() -> None:
    script, hosted = ((ROOT / name).read_text("utf-8") for name in (".ci/run", ".github/workflows/check.yml"))
    parts = re.findall(r"^(\w+)\(\) \{\n +step", script, re.MULTILINE)
    (matrix,) = re.findall(r"^ +part: (.+)$", hosted, re.MULTILINE)
    assert f"set -- {' '.join(parts)};" in script
    assert set(re.findall(r'"(\w+)"', matrix)) == set(parts) and "matrix.part" in hosted


def test_the_tests_run_on_every_python_that_is_found() -> None:
    script, hosted = ((ROOT / name).read_text("utf-8") for name in (".ci/run", ".github/workflows/check.yml"))
    assert f'PYTHONS="{" ".join(pythons.VERSIONS[1:])}"' in script
    installed = re.search(r"python-version: \|.*\n((?: +[\d.]+\n)+)", hosted)
    assert installed is not None and set(installed[1].split()) == set(pythons.VERSIONS)


def test_a_python_that_is_not_found_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert pythons.main(["2.8", "--", "-q"]) == 0
    assert capsys.readouterr().out == "== Python 2.8: NOT FOUND: nothing was tested with it\n"


# The container


def dockerfile() -> list[list[str]]:
    """The instructions, lines continued put together."""
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    return [shlex.split(line) for line in text.splitlines() if line and not line.startswith("#")]


def test_everything_copied_is_there_and_not_ignored() -> None:
    kept = {
        line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")
    }
    copied = [line[1:-1] for line in dockerfile() if line[0] == "COPY" and not line[1].startswith("--")]
    sources = {source for line in copied for source in line}
    assert sources == kept
    assert all((ROOT / source).exists() for source in sources)


def test_the_base_is_pinned_by_digest() -> None:
    lines = dockerfile()
    (base,) = (line[1] for line in lines if line[0] == "ARG")
    assert re.fullmatch(r"PYTHON=python:3\.11-slim@sha256:[0-9a-f]{64}", base)
    stages = {line[3] for line in lines if line[0] == "FROM"}
    assert {line[1] for line in lines if line[0] == "FROM"} <= {"${PYTHON}", *stages}


def test_there_is_an_image_with_and_one_without_what_compiles_strong_robots() -> None:
    lines = dockerfile()
    stages = [line[3] for line in lines if line[0] == "FROM"]
    assert stages[-1] == "strong" and "light" in stages
    assert "target: strong" in (ROOT / "compose.yaml").read_text("utf-8")
    heavy = ("numba", "numpy", "llvmlite")
    light, full = ((ROOT / f"requirements{which}.txt").read_text("utf-8") for which in ("-light", ""))
    assert all(re.search(f"^{name}==", full, re.MULTILINE) for name in heavy)
    assert not any(re.search(f"^{name}==", light, re.MULTILINE) for name in heavy)


def test_everything_the_bot_reads_is_copied() -> None:
    copied = {line[1] for line in dockerfile() if line[0] == "COPY"}
    assert {"assets", "bot", "cogs", "data", "playground", "requirements.txt"} <= copied


def test_the_image_runs_as_a_user_without_rights() -> None:
    lines = dockerfile()
    user = next(line[1] for line in lines if line[0] == "USER")
    assert user not in ("root", "0")
    assert lines.index(["USER", user]) < next(n for n, line in enumerate(lines) if line[0] == "CMD")


def test_the_database_has_a_volume_of_its_own() -> None:
    environment = " ".join(word for line in dockerfile() if line[0] == "ENV" for word in line[1:])
    named = re.search(r"HARTENHEER_DATABASE=(\S+)", environment)
    volume = next(line[1] for line in dockerfile() if line[0] == "VOLUME")
    assert named is not None and Path(named[1]).parent == Path(volume)
    compose = (ROOT / "compose.yaml").read_text("utf-8")
    assert f"HARTENHEER_DATABASE: {named[1]}" in compose
    assert f"database:{volume}" in compose


def blocks(text: str) -> dict[str, str]:
    """What stands under each key of a file in YAML that begins a line, or under each of such a block."""
    indent = re.match(r" *", text)
    assert indent is not None
    found = re.findall(rf"^{indent[0]}([\w-]+):(.*\n(?:{indent[0]} .*\n|\n)*)", text, re.MULTILINE)
    return {name: block.partition("\n")[2] or block for name, block in found}


CELLS: Final = 4


def test_the_cells_have_databases_of_their_own_and_a_broker_that_nobody_else_reaches() -> None:
    whole = blocks((ROOT / "compose.cells.yaml").read_text("utf-8"))
    services = blocks(whole["services"])
    broker = services.pop("nats")
    names = [f"cell{number}" for number in range(1, CELLS + 1)]
    assert list(services) == names
    assert set(blocks(whole["volumes"])) == {"broker", *names}
    for number, (name, block) in enumerate(services.items(), start=1):
        assert re.findall(r"- (\S+):/data$", block, re.MULTILINE) == [name]
        assert f"HARTENHEER_CELL: {number}/{CELLS}\n" in block
        assert "<<: *cell\n" in block and "<<: *environment\n" in block
    assert (
        re.search(r"command: \[--jetstream, --store_dir, /data\]\n", broker) and "- broker:/data\n" in broker
    )
    assert "networks: [broker]" in broker and "internal: true" in blocks(whole["networks"])["broker"]
    assert "ports:" not in "".join(whole.values()) and "network_mode" not in "".join(whole.values())


def test_each_cell_is_run_as_the_bot_is() -> None:
    alone = blocks(blocks((ROOT / "compose.yaml").read_text("utf-8"))["services"])["bot"]
    whole = blocks((ROOT / "compose.cells.yaml").read_text("utf-8"))
    own = {"environment", "volumes"}
    lines = [
        line.strip() for name, text in blocks(alone).items() if name not in own for line in text.splitlines()
    ]
    assert lines and all(line in whole["x-cell"] for line in lines)
    settings = dict(re.findall(r"^ +([A-Z_]+): (.+)$", whole["x-environment"], re.MULTILINE))
    assert f"HARTENHEER_DATABASE: {settings['HARTENHEER_DATABASE']}\n" in alone
    for number in range(1, CELLS + 1):
        read = Settings.read(settings | {"HARTENHEER_CELL": f"{number}/{CELLS}"}, ROOT / "none")
        assert (read.cell, read.nats_url) == (Cell(number, CELLS), "nats://nats:4222")


def test_the_health_command_is_that_of_the_image() -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    command = re.search(r"^HEALTHCHECK .*CMD (\[.+\])$", text, re.MULTILINE)
    assert command is not None and command[1] == '["python", "-m", "bot", "health"]'


async def test_healthy_while_a_bot_runs_on_the_database(tmp_path: Path) -> None:
    database = tmp_path / "health.sqlite3"
    environment = {**os.environ, "HARTENHEER_DATABASE": str(database)}

    def health() -> subprocess.CompletedProcess[str]:
        return subprocess.run(HEALTH, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    before = health()
    assert before.returncode == 1 and "no database" in before.stderr
    store = await Store.open(database)
    try:
        running = health()
        assert running.returncode == 0 and "a bot is running" in running.stdout
    finally:
        await store.close()
    after = health()
    assert after.returncode == 1 and "no bot is running" in after.stdout


# Settings


def variables(text: str) -> set[str]:
    return set(re.findall(r"^#?((?:DISCORD|HARTENHEER|PLAYGROUND)_\w+)=", text, re.MULTILINE))


def asked_for() -> set[str]:
    """The variables that the settings read."""
    source = (ROOT / "bot" / "settings.py").read_text("utf-8")
    return set(re.findall(r'"((?:DISCORD|HARTENHEER|PLAYGROUND)_\w+)"', source))


def test_the_example_names_every_setting_and_no_other() -> None:
    example = ROOT / ".env.example"
    assert variables(example.read_text("utf-8")) == asked_for()
    settings = Settings.read({}, example)
    assert settings.token is None and settings.database is None


def test_the_example_with_everything_switched_on_can_be_read(tmp_path: Path) -> None:
    text = re.sub(r"^#(?=[A-Z]+_)", "", (ROOT / ".env.example").read_text("utf-8"), flags=re.MULTILINE)
    everything = tmp_path / ".env"
    everything.write_text(text.replace("DISCORD_TOKEN=", "DISCORD_TOKEN=a.b.c"), encoding="utf-8")
    settings = Settings.read({}, everything)
    defaults = Settings.read({}, tmp_path / "none")
    assert settings.token == "a.b.c"
    assert (settings.robot_pause, settings.log_level, settings.playground_port) == (
        defaults.robot_pause,
        defaults.log_level,
        defaults.playground_port,
    )
