"""``make preview``: a page of every sample, on both of Discord's grounds, at phone width and in full."""

from __future__ import annotations

import html
import sys
from pathlib import Path

from bot.pictures.painter import render
from tools.samples import samples


def write_preview(directory: Path) -> list[Path]:
    """Write every sample as PNG, and ``index.html`` which shows them on light and dark. Returns the files."""
    directory.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for name, value in samples():
        path = directory / f"{name}.png"
        path.write_bytes(render(value))
        written.append(path)
    index = directory / "index.html"
    index.write_text(_page([path.name for path in written]), encoding="utf-8")
    return [*written, index]


def _page(files: list[str]) -> str:
    """Both of Discord's grounds side by side at phone width, the full size below."""
    grounds = "".join(f'<td style="background:{ground}">{{}}</td>' for ground in ("#fbfbfb", "#1a1a1e"))
    rows: list[str] = []
    for file in files:
        source = html.escape(file, quote=True)
        phone = f'<img src="{source}" width="400" alt="">'
        rows.append(
            f"<h2>{source}</h2><table><tr>{grounds.format(phone, phone)}</tr></table>"
            f'<p><img src="{source}" alt=""></p>'
        )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures</title>'
        "<style>body{font:16px sans-serif;margin:2em}td{padding:16px}img{border-radius:8px}</style>"
        + "\n".join(rows) + "</html>\n"
    )  # fmt: skip


if __name__ == "__main__":
    for path in write_preview(Path(sys.argv[1])):
        print(path)
