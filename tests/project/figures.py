"""How large the program is, by folder: ``python -m tests.project.figures [--lower]``.

Counted is what runs for players, without what only draws samples and the art. Statements are all but imports
and docstrings. ``--lower`` writes what was counted into ``figures.json``, above which ``test_figures.py``
lets nothing grow.
"""

from __future__ import annotations

import ast
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PRODUCT: Final = ("bot", "cogs", "data")
BOUNDS: Final = Path(__file__).with_name("figures.json")


@dataclass
class Figures:
    """What was counted; ``class_names`` are how often each public class name stands for a class."""

    statements: int = 0
    functions: int = 0
    classes: int = 0
    files: int = 0
    class_names: Counter[str] = field(default_factory=Counter[str])

    def add(self, other: Figures) -> None:
        """Count these as well."""
        self.statements += other.statements
        self.functions += other.functions
        self.classes += other.classes
        self.files += other.files
        self.class_names += other.class_names

    @property
    def repeated(self) -> list[str]:
        """The public class names that mean more than one thing."""
        return sorted(name for name, times in self.class_names.items() if times > 1)

    def bounded(self) -> dict[str, int]:
        """The figures that only ever go down."""
        return {
            "statements": self.statements,
            "functions": self.functions,
            "classes": self.classes,
            "files": self.files,
        }


def of_source(source: str) -> Figures:
    """The figures of one file."""
    tree = ast.parse(source)
    found = Figures(files=1)
    found.class_names.update(
        one.name for one in tree.body if isinstance(one, ast.ClassDef) and not one.name.startswith("_")
    )
    for node in ast.walk(tree):
        found.functions += isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        found.classes += isinstance(node, ast.ClassDef)
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        is_import = isinstance(node, ast.Import | ast.ImportFrom)
        found.statements += isinstance(node, ast.stmt) and not is_text and not is_import
    return found


def files() -> Iterator[Path]:
    """The files that are counted, relative to the checkout."""
    for folder in PRODUCT:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT)


def by_folder() -> dict[str, Figures]:
    """The figures of each folder, without those below it."""
    found: dict[str, Figures] = {}
    for one in files():
        own = found.setdefault(one.parent.as_posix(), Figures())
        own.add(of_source((ROOT / one).read_text("utf-8")))
    return found


def total() -> Figures:
    """All of it."""
    found = Figures()
    for one in by_folder().values():
        found.add(one)
    return found


def main(arguments: list[str]) -> int:
    """Print them; with ``--lower`` keep those that have gone down."""
    print(f"{'folder':32} {'statements':>10} {'functions':>9} {'classes':>7} {'files':>5}")
    every = total()
    for name, one in [*by_folder().items(), ("all", every)]:
        print(f"{name:32} {one.statements:10} {one.functions:9} {one.classes:7} {one.files:5}")
    print(f"public class names that mean more than one thing: {', '.join(every.repeated) or 'none'}")
    if arguments == ["--lower"]:
        before = json.loads(BOUNDS.read_text("utf-8"))
        lower = {name: min(figure, before.get(name, figure)) for name, figure in every.bounded().items()}
        BOUNDS.write_text(json.dumps(lower, indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
