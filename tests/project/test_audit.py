"""An audit that could not be made says so, and is not taken for one that has found nothing."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from tests.project import audit
from tests.project.requirements import ROOT


def nowhere() -> str:
    """An address at which nobody answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}"


def test_where_nobody_answers_it_says_that_it_did_not_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.audit(nowhere()) == 0
    output = capsys.readouterr().out
    assert output.startswith("THE AUDIT DID NOT RUN") and "Nothing is known of the weaknesses" in output


def test_where_it_has_to_run_that_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.audit(nowhere(), required=True) == audit.NOT_RUN != 0
    assert capsys.readouterr().out.startswith("THE AUDIT DID NOT RUN")


def test_by_the_command_it_is_said_too() -> None:
    command = [sys.executable, "-m", "tests.project.audit", "--database", nowhere(), "--required"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == audit.NOT_RUN and "DID NOT RUN" in done.stdout


def test_what_is_found_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "why_not", lambda database: None)

    def found(command: list[object], **_: object) -> subprocess.CompletedProcess[bytes]:
        assert "audit" in command and "--frozen" in command
        return subprocess.CompletedProcess([], 1)

    monkeypatch.setattr(audit.subprocess, "run", found)
    assert audit.audit("http://127.0.0.1") == 1
