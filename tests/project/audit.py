"""Looks up whether what is locked has known weaknesses: ``make audit``.

``uv audit`` asks the advisory database of https://osv.dev. Where that cannot be reached nothing is known, so
the step says that it did not run and is no failure, unless it is called with ``--required``
(``make audit ARGS=--required``); a weakness that is found is one.
"""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.request import urlopen

from tests.project.requirements import ROOT

DATABASE: Final = "https://api.osv.dev"
PATIENCE: Final = 10.0
"""Seconds."""
NOT_RUN: Final = 3
"""The exit status of an audit that has to be made and could not be."""


def why_not(database: str) -> str | None:
    """Why the database cannot be asked; None where it answers, whatever it says."""
    try:
        with urlopen(f"{database}/v1/vulns/none", timeout=PATIENCE):  # noqa: S310 - always over HTTP
            return None
    except HTTPError:
        return None
    except OSError as error:  # what urlopen raises where nobody answers, URLError too
        return str(error)


def audit(database: str = DATABASE, *, required: bool = False) -> int:
    """Look everything up; the exit status: 0 where nothing was found, and where nobody could be asked unless
    it is ``required``: then ``NOT_RUN``."""
    if (reason := why_not(database)) is not None:
        print(f"THE AUDIT DID NOT RUN: {database} cannot be reached ({reason}).")
        print("Nothing is known of the weaknesses of what is locked; run `make audit` where it can be.")
        return NOT_RUN if required else 0
    uv = Path(sys.executable).with_name("uv")
    command = [
        uv, "audit", "--frozen", "--preview-features", "audit-command", "--service-url", database,
    ]  # fmt: skip
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    parser = ArgumentParser(description="Look up known weaknesses of what is locked.")
    parser.add_argument("--database", default=DATABASE, help="where to ask")
    parser.add_argument("--required", action="store_true", help="fail where nobody can be asked")
    asked = parser.parse_args()
    sys.exit(audit(asked.database, required=asked.required))
