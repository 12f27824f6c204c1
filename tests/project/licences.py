"""The licences of everything that is locked or lies in the repository: ``make licences``.

Each package tells its own, in the metadata that pip installed. What the bot needs to run goes to whoever
runs it, so only licences that ask for no more than being named are allowed there; a tool of the developers'
may also be under one that asks for its own changes to be given back. Hartenheer itself is under MIT.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from tests.project.requirements import ROOT

TO_RUN: Final = frozenset({
    "0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "HPND", "ISC", "MIT", "MIT-CMU",
    "PSF-2.0", "Zlib",
})  # fmt: skip
TO_DEVELOP: Final = TO_RUN | {"MPL-2.0"}

NAMES: Final[Mapping[str, str]] = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD License": "BSD",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Python Software Foundation License": "PSF-2.0",
}
"""What is written in older metadata, by SPDX's names. ``BSD`` does not say which of them; we allow all."""

READ: Final[Mapping[str, str]] = {
    "BSD-2-Clause AND Apache-2.0 WITH LLVM-exception": "BSD-2-Clause AND Apache-2.0",
}
"""Expressions with an exception that was read: it takes conditions away, and adds none."""

ELSEWHERE: Final[Mapping[str, str]] = {
    "audioop-lts": "PSF-2.0",  # from Python 3.13 on
    "colorama": "BSD-3-Clause",  # on Windows
}
"""Packages that are locked for other systems only, read by us from the package index."""

MADE_HERE: Final[Mapping[str, str]] = {
    "assets/cards": "drawn by `make art`",
    "playground/page/static": "written for the playground",
    "docs/pictures": "taken by `make pictures`",
    "docs/verify": "written for players, from `docs/dealing.md`",
    "tests/pictures/golden": "drawn by `python -m tests.pictures.renew`",
}
"""Where pictures, fonts, sounds and pages may lie, and where they are from."""

ASSET: Final = re.compile(
    r"\.(png|jpe?g|gif|webp|svg|ico|ttf|otf|woff2?|eot|mp3|ogg|wav|js|mjs|css|html|pdf|zip)$", re.IGNORECASE
)
LEFT_OUT: Final = re.compile(r"^(\.|var/|.*__pycache__)")


class Unknown(Exception):
    """A licence that cannot be read."""


def locked(name: str) -> frozenset[str]:
    """The packages of one of the requirements files."""
    return frozenset(re.findall(r"^([a-z0-9-]+)==", (ROOT / name).read_text("utf-8"), re.MULTILINE))


def licence_of(package: str) -> str:
    """What it says of itself, as an SPDX expression. Raises ``Unknown``."""
    try:
        return expression_of(distribution(package))
    except PackageNotFoundError:
        if package in ELSEWHERE:
            return ELSEWHERE[package]
        raise Unknown("not installed here, and not among those read beforehand") from None


def expression_of(package: Distribution) -> str:
    """Its expression, else its classifiers, else its old field where that is a name and no text. Raises
    ``Unknown``."""
    fields = package.metadata.json
    expression, stated = str(fields.get("license_expression", "")), str(fields.get("license", ""))
    if expression:
        return READ.get(expression, expression)
    classifiers = [
        one.rpartition(" :: ")[2] for one in fields.get("classifier", ()) if one.startswith("License ::")
    ]
    for found in (classifiers, [stated] if stated and "\n" not in stated else []):
        if found:
            return " AND ".join(NAMES.get(one, one) for one in found)
    raise Unknown("says nothing of it")


def is_allowed(expression: str, allowed: frozenset[str]) -> bool:
    """Whether an SPDX expression leaves a way. Raises ``Unknown`` for one with brackets or exceptions."""
    if re.search(r"[()]| WITH ", expression):
        raise Unknown(f"«{expression}» has to be read by somebody")
    choices = re.split(r"\s+OR\s+", expression)
    return any(set(re.split(r"\s+AND\s+", choice)) <= allowed for choice in choices)


def faults(packages: Mapping[str, str | Unknown], allowed: frozenset[str]) -> list[str]:
    """A sentence for each package that is not all right."""
    found: list[str] = []
    for package, licence in sorted(packages.items()):
        try:
            if isinstance(licence, Unknown):
                raise licence
            if not is_allowed(licence, allowed):
                found.append(f"{package}: {licence} is not among those allowed")
        except Unknown as problem:
            found.append(f"{package}: {problem}")
    return found


def strangers(root: Path) -> list[str]:
    """Files that may be somebody else's work, outside the folders of what is made here."""
    paths = (str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())
    folders = tuple(f"{folder}/" for folder in MADE_HERE)
    return sorted(
        path
        for path in paths
        if ASSET.search(path) and not LEFT_OUT.match(path) and not path.startswith(folders)
    )


def read(packages: Iterable[str]) -> dict[str, str | Unknown]:
    """The licence of each, or why there is none."""
    found: dict[str, str | Unknown] = {}
    for package in packages:
        try:
            found[package] = licence_of(package)
        except Unknown as problem:
            found[package] = problem
    return found


def main() -> int:
    """Tell all licences; 1 where one is not allowed."""
    runtime, everything = locked("requirements.txt"), locked("requirements-dev.txt")
    libraries, tools = read(runtime), read(everything - runtime)
    by_licence: dict[str, list[str]] = defaultdict(list)
    for package, licence in (libraries | tools).items():
        by_licence[str(licence)].append(package)
    for licence in sorted(by_licence):
        print(f"{licence}: {', '.join(sorted(by_licence[licence]))}")
    for folder, origin in MADE_HERE.items():
        print(f"{folder}: our own, {origin}")
    wrong = faults(libraries, TO_RUN) + faults(tools, TO_DEVELOP)
    wrong += [f"{path}: whose is it? Say so in {Path(__file__).name}" for path in strangers(ROOT)]
    print("\n".join(wrong) or f"{len(everything)} packages, all of them allowed.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
