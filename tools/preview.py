"""Pictures that nobody has asked for: a page of every sample, on both of Discord's grounds, at phone width
and in full; and some that are drawn so that the first which somebody waits for is quick."""

from __future__ import annotations

import html
from functools import cache
from itertools import product
from pathlib import Path

from bot.engine.cards import CARDS
from bot.pictures.painter import render
from bot.pictures.sizes import Size
from bot.pictures.sprites import sprite
from bot.telling.scenes import hand_picture, table_picture
from tools.samples import samples
from tools.samples.moments import lying, moment, own_sight, table_sight


@cache
def warm_up() -> None:
    """Put together what is put together once in a process, which takes some tenths of a second: every card as
    most people see it, and the signs and colours of a deal at its beginning and in a trick."""
    for card, size in product(CARDS, (Size.SMALL, Size.MEDIUM, Size.HAND)):
        sprite(card, size)
    for cards in (0, 3):
        game = moment("kingen", 4, lambda game, cards=cards: lying(game.view(None)) == cards)
        render(table_picture(table_sight(game)))
        for seat in range(game.rules.players):
            render(hand_picture(own_sight(game, seat)))


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
