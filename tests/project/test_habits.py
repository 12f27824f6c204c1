"""The steps that look after the project itself: licences, weaknesses, branches, hooks, the hosted check."""

from __future__ import annotations

import json
import re
import threading
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.project import branches
from tests.project.audit import audit
from tests.project.branches import Covered, covered
from tests.project.licences import (
    ELSEWHERE,
    MADE_HERE,
    TO_DEVELOP,
    TO_RUN,
    Unknown,
    faults,
    is_allowed,
    locked,
    read,
    strangers,
)
from tests.project.requirements import ROOT
from tests.project.test_setup import makefile_targets

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


# Licences


def test_every_locked_package_is_under_a_licence_that_is_allowed() -> None:
    runtime, everything = locked("requirements.txt"), locked("requirements-dev.txt")
    assert "discord-py" in runtime < everything
    assert faults(read(runtime), TO_RUN) == []
    assert faults(read(everything - runtime), TO_DEVELOP) == []


def test_what_was_read_beforehand_is_locked() -> None:
    assert set(ELSEWHERE) <= locked("requirements-dev.txt")


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [
        ("MIT", True),
        ("Apache-2.0 AND MIT", True),
        ("GPL-3.0-only", False),
        ("GPL-3.0-only OR MIT", True),
        ("GPL-3.0-only AND MIT", False),
        ("GPL-3.0-only OR MIT AND BSD-3-Clause", True),
    ],
)
def test_an_expression_is_allowed_where_one_of_its_choices_is(expression: str, allowed: bool) -> None:
    assert is_allowed(expression, TO_RUN) is allowed


def test_what_cannot_be_read_is_a_fault() -> None:
    odd = {
        "a": "(MIT OR GPL-3.0-only) AND ISC",
        "b": "GPL-2.0-only WITH GCC-exception",
        "c": Unknown("nothing"),
    }
    assert [fault.partition(":")[0] for fault in faults(odd, TO_RUN)] == ["a", "b", "c"]
    assert isinstance(read(["no-such-package-of-ours"])["no-such-package-of-ours"], Unknown)


def test_what_only_developers_need_may_ask_for_more_than_what_the_bot_needs() -> None:
    assert faults({"hypothesis": "MPL-2.0"}, TO_DEVELOP) == []
    assert faults({"hypothesis": "MPL-2.0"}, TO_RUN) != []


def test_assets_are_our_own_or_named(tmp_path: Path) -> None:
    assert strangers(ROOT) == []
    assert all((ROOT / folder).is_dir() for folder in MADE_HERE)
    for path in ("assets/cards/cards-88.png", "assets/fonts/Found.TTF", "bot/new.svg", ".venv/x.png"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    assert strangers(tmp_path) == ["assets/fonts/Found.TTF", "bot/new.svg"]


# Known weaknesses


class _Database(BaseHTTPRequestHandler):
    """What of https://google.github.io/osv.dev/api/ is asked for. The package ``weak`` has a weakness."""

    weak = ""

    def do_GET(self) -> None:
        known = self.path == "/v1/vulns/PYSEC-1" and self.weak
        weakness = {
            "id": "PYSEC-1", "summary": "It is weak.", "modified": "2026-01-01T00:00:00Z",
            "affected": [{"package": {"name": self.weak, "ecosystem": "PyPI"}, "versions": []}],
        }  # fmt: skip
        self._answer(200 if known else 404, weakness if known else {"code": 5, "message": "Not found."})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        found = [{"id": "PYSEC-1", "modified": "2026-01-01T00:00:00Z"}]
        results = [{"vulns": found} if one["package"]["name"] == self.weak else {} for one in asked]
        self._answer(200, {"results": results})

    def _answer(self, status: int, content: Mapping[str, Any]) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


@contextmanager
def database(weak: str = "") -> Iterator[str]:
    """The address of an advisory database."""
    handler = type("Database", (_Database,), {"weak": weak})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_an_audit_that_finds_nothing_passes(capfd: pytest.CaptureFixture[str]) -> None:
    with database() as address:
        assert audit(address) == 0
    assert "DID NOT RUN" not in capfd.readouterr().out


def test_a_known_weakness_fails_the_audit(capfd: pytest.CaptureFixture[str]) -> None:
    with database(weak="pillow") as address:
        assert audit(address) != 0
    printed = capfd.readouterr()
    assert "pillow" in printed.out + printed.err and "PYSEC-1" in printed.out + printed.err


def test_an_audit_that_cannot_ask_says_so_and_fails_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    with database() as address:
        pass
    assert audit(address) == 0
    assert f"THE AUDIT DID NOT RUN: {address}" in capfd.readouterr().out


# Branches


def _file(branches: int, taken: int, missing: list[list[int]]) -> dict[str, Any]:
    summary = {
        "num_branches": branches, "covered_branches": taken, "num_statements": 10, "covered_lines": 9,
    }  # fmt: skip
    return {"summary": summary, "missing_branches": missing}


def test_branches_are_added_up_for_each_package() -> None:
    files = {
        "data/store.py": _file(30, 29, [[7, -1]]),
        "data/consequences/deals.py": _file(10, 8, [[3, 4], [3, 9]]),
        "bot/tables/play.py": _file(10, 0, []),
    }
    found = covered("data", files)
    assert found.branches == 92.5 and found.lines == 90.0 and not found.is_enough
    assert found.missed == (
        "data/consequences/deals.py:3 → 4", "data/consequences/deals.py:3 → 9", "data/store.py:7 → the end",
    )  # fmt: skip
    assert Covered("data", 0.0, branches.LEAST, ()).is_enough


def test_a_package_that_was_not_measured_is_not_enough() -> None:
    assert not covered("bot/engine", {}).is_enough


def test_coverage_measures_what_is_asked_for() -> None:
    settings = PYPROJECT["tool"]["coverage"]["run"]
    assert tuple(settings["source_dirs"]) == branches.PACKAGES and settings["branch"]
    assert ROOT / settings["data_file"] == branches.FOLDER / "data"
    named = (
        *branches.PACKAGES,
        *branches.TESTS,
        *(one.partition("::")[0] for one in branches.LEFT_OUT if not one.startswith("*")),
    )
    assert all((ROOT / one).exists() for one in named)


def test_the_check_runs_each_test_once_measured_or_not() -> None:
    text = (ROOT / ".ci" / "run").read_text("utf-8")
    (everything,) = re.findall(r"^ +step make \S+ test-all (.+)$", text, re.MULTILINE)
    assert "--measured=not" in everything
    (measuring,) = re.findall(r"^ +step make \S+ coverage\b(.*)$", text, re.MULTILINE)
    assert "-k" not in measuring and "--measured" not in measuring
    assert branches.is_measured("tests/data/test_store.py::test_a[reference]")
    assert not branches.is_measured("tests/discordkit/test_slots.py::test_a")
    assert not branches.is_measured("tests/engine/test_whist_properties.py::test_a")
    assert not branches.is_measured("tests/engine/test_rules.py::test_the_whole_auction_of[x]")


# Hooks and the hosted check


def test_hooks_are_commands_of_the_makefile() -> None:
    text = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    entries = re.findall(r"^ +entry: make --no-print-directory (\S+)$", text, re.MULTILINE)
    assert entries == re.findall(r"^ +- id: (\S+)$", text, re.MULTILINE) != []
    assert set(entries) <= set(makefile_targets())
    assert re.findall(r"^ +- repo: (\S+)$", text, re.MULTILINE) == ["local"]
    assert text.count("language: system") == text.count("pass_filenames: false") == len(entries)


def test_the_hosted_check_starts_the_script_and_may_do_nothing_else() -> None:
    text = (ROOT / ".github" / "workflows" / "check.yml").read_text("utf-8")
    assert re.findall(r"^ +- run: (.+)$", text, re.MULTILINE) == [".ci/run ${{ matrix.part }}"]
    used = re.findall(r"uses: (.+)$", text, re.MULTILINE)
    assert used and all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v[\d.]+", one) for one in used)
    assert "permissions:\n  contents: read\n" in text and text.count("permissions:") == 1
    assert "secrets." not in text and "persist-credentials: false" in text
    pythons = re.search(r"python-version: \|.*\n((?: +[\d.]+\n)+)", text)
    assert pythons is not None  # the last one is the one that starts it
    assert PYPROJECT["project"]["requires-python"] == f">={pythons[1].split()[-1]}"


def test_names_that_may_seem_dead_are_still_there() -> None:
    """A name taken out of the code goes from the list as well."""
    code = "\n".join(
        path.read_text("utf-8")
        for folder in ("bot", "cogs", "data", "playground", "tools")
        for path in (ROOT / folder).rglob("*.py")
    )
    names = PYPROJECT["tool"]["vulture"]["ignore_names"]
    assert [
        name for name in names if not re.search(rf"\b{re.escape(name).replace(chr(92) + '*', '')}", code)
    ] == []
