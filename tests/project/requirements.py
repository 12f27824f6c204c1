"""Exports what pip installs from ``uv.lock``: ``make requirements``. A test exports again and compares."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]

FILES: Final[Mapping[str, tuple[str, ...]]] = {
    "requirements.txt": ("--no-dev", "--extra", "strong"),
    "requirements-light.txt": ("--no-dev",),
    "requirements-dev.txt": ("--extra", "strong"),
    "requirements-bench.txt": ("--only-group", "bench"),
}
"""Each file, and what of the lock it holds."""

HEADER: Final = "# Exported from uv.lock by `make requirements`; not to be edited.\n"


def exported(selection: tuple[str, ...]) -> str:
    """The requirements of the lock, with hashes. Looks at nothing but the lock."""
    uv = Path(sys.executable).with_name("uv")
    command = [uv, "export", "--frozen", "--offline", "--quiet", "--no-header", "--no-config", *selection]
    done = subprocess.run(
        command, cwd=ROOT, env=without_indexes(), check=True, capture_output=True, text=True
    )
    return HEADER + done.stdout


def without_indexes() -> dict[str, str]:
    """The environment less uv's settings: a lock is the same wherever packages are fetched from."""
    return {name: value for name, value in os.environ.items() if not name.startswith("UV_")}


def main() -> None:
    """Write the files."""
    for name, selection in FILES.items():
        (ROOT / name).write_text(exported(selection), encoding="utf-8")


if __name__ == "__main__":
    main()
