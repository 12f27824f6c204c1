"""Draws the golden pictures anew: ``python -m tests.pictures.renew``. Look at each before committing it."""

from __future__ import annotations

from pathlib import Path

from bot.pictures.painter import render
from tools.samples import samples

GOLDEN = Path(__file__).parent / "golden"


def main() -> None:
    """Write a golden picture for each sample and remove those of samples that are gone."""
    GOLDEN.mkdir(exist_ok=True)
    names = {f"{name}.png": value for name, value in samples()}
    for path in GOLDEN.glob("*.png"):
        if path.name not in names:
            path.unlink()
    for name, value in names.items():
        (GOLDEN / name).write_bytes(render(value))


if __name__ == "__main__":
    main()
