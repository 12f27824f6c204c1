"""Which part of the house imports which: ``python -m tests.project.imports [FOLDER]``, of this checkout or of
another that lies in a folder.

Printed is a square: a row a part, and in it how many of its modules' imports lead to the part of each column.
Parts stand in an order in which as few as may be lead up; those that do all the same are above the diagonal.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.project.figures import PRODUCT, ROOT


def part_of(module: str) -> str:
    """The part that a module belongs to: a package of the bot, its ``ui`` apart, or a package beside it."""
    names = module.split(".")
    if names[0] != "bot":
        return names[0]
    if len(names) < 3:
        return "app" if names[-1] in ("app", "__main__", "starting") else "bot"
    return ".".join(names[:3]) if names[2] == "ui" and len(names) > 3 else ".".join(names[:2])


def imports(root: Path) -> Counter[tuple[str, str]]:
    """How many imports lead from a part to another."""
    modules = {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
        for top in PRODUCT
        for path in sorted((root / top).rglob("*.py"))
    }
    found: Counter[tuple[str, str]] = Counter()
    for module, path in modules.items():
        if path.name == "__init__.py":
            continue
        for name in _imported(ast.parse(path.read_text("utf-8"))):
            target = name if name in modules else name.rpartition(".")[0]
            if target in modules and part_of(target) != part_of(module):
                found[part_of(module), part_of(target)] += 1
    return found


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = {f"{node.module}.{one.name}" for one in node.names}
            yield from sorted(names)


def in_order(found: Counter[tuple[str, str]]) -> list[str]:
    """The parts, each after those that import it: whoever is imported least by what is left comes next."""
    left = {part for pair in found for part in pair}
    order: list[str] = []
    while left:
        importers = {part: sum(found[other, part] for other in left) for part in sorted(left)}
        order.append(min(importers, key=lambda part: importers[part]))
        left.remove(order[-1])
    return order


def drawn(found: Counter[tuple[str, str]]) -> str:
    """The square."""
    order = in_order(found)
    wide = max(map(len, order))
    lines = [" " * (wide + 4) + "".join(f"{number:4}" for number in range(1, len(order) + 1))]
    for number, part in enumerate(order, 1):
        counts = [found[part, other] for other in order]
        cells = [
            "   ■" if other == number else f"{count:4}" if count else "   ·"
            for other, count in enumerate(counts, 1)
        ]
        lines.append(f"{number:3} {part:{wide}}" + "".join(cells))
    up = sum(found[one, other] for at, one in enumerate(order) for other in order[:at])
    lines.append(f"{sum(found.values())} imports between {len(order)} parts, {up} of them upwards")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Print it."""
    print(drawn(imports(Path(arguments[0]) if arguments else ROOT)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
