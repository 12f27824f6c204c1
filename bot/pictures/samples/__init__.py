"""Samples of every kind of picture, for people to look at and for the golden-picture tests."""

from __future__ import annotations

from collections.abc import Iterator

from bot.pictures.samples.everywhere import everywhere
from bot.pictures.samples.hands import hands
from bot.pictures.samples.sheets import sheets
from bot.pictures.samples.tables import tables, tricks
from bot.pictures.samples.whist import whist
from bot.pictures.values import Picture


def samples() -> Iterator[tuple[str, Picture]]:
    """A name (fit for a file) and a value for each picture worth looking at."""
    for kind in (hands, tables, whist, sheets, tricks, everywhere):
        yield from kind()
