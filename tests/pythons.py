"""The tests on every Python that this program is for, or on some:
``python -m tests.pythons [VERSION ...] [-- PYTEST ARGUMENTS]``.

Each has an environment of its own, ``.venv-3.12`` and so on, with the same locked versions.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
VERSIONS: Final = ("3.11", "3.12", "3.13")


def found(version: str) -> Path | None:
    """A Python of that version that starts; None where there is none."""
    asked = "import sys; print('.'.join(map(str, sys.version_info[:2])))"
    for candidate in _candidates(version):
        said = subprocess.run([candidate, "-c", asked], capture_output=True, text=True, check=False)
        if said.stdout.strip() == version:
            return candidate
    return None


def _candidates(version: str) -> Iterator[Path]:
    """On the path, and those that pyenv has, whose commands start only where they were switched on."""
    if (on_path := shutil.which(f"python{version}")) is not None:
        yield Path(on_path)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted(pyenv.glob(f"versions/{version}.*/bin/python"))


def prepared(version: str, python: Path) -> Path:
    """The Python of an environment with all that the tests need. Raises CalledProcessError."""
    folder = ROOT / f".venv-{version}"
    own = folder / "bin" / "python"
    uv = Path(sys.executable).with_name("uv")
    if not own.exists():
        subprocess.run([uv, "venv", "--quiet", "--clear", "--python", python, folder], check=True)
    install = [uv, "pip", "install", "--quiet", "--python", own, "-r", ROOT / "requirements-dev.txt"]
    subprocess.run(install, check=True)
    return own


def tested(version: str, arguments: Sequence[str]) -> str:
    """Run the tests on one version; how that went, in a word or two."""
    python = found(version)
    if python is None:
        return "NOT FOUND: nothing was tested with it"
    print(f"== Python {version}: {python}", flush=True)
    try:
        own = prepared(version, python)
    except subprocess.CalledProcessError:
        return "FAILED: its environment could not be made"
    status = subprocess.run([own, "-m", "pytest", *arguments], cwd=ROOT, check=False).returncode
    return "FAILED" if status else "passed"


def main(arguments: Sequence[str]) -> int:
    """Run the tests on those that are named, or all; 0 where none has failed."""
    at = arguments.index("--") if "--" in arguments else len(arguments)
    results = {version: tested(version, arguments[at + 1 :]) for version in arguments[:at] or VERSIONS}
    for version, result in results.items():
        print(f"== Python {version}: {result}", flush=True)
    return int(any(result.startswith("FAILED") for result in results.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
