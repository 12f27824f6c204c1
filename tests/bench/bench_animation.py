"""How much longer a whole deal takes to animate than Pillow takes to draw one picture of a table, both in one
run, and how many bytes it is."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from time import perf_counter

from bot.pictures.painter import draw
from bot.pictures.replay import animated
from bot.pictures.values import Picture
from tests.bench.rows import Row
from tests.pictures.frames import frames
from tests.pictures.plain import PlainSurface
from tools.samples import samples

TURNS, EACH = (
    15,
    8,
)  # a turn is a deal and as many tables before and after, under the same load
MOST_TIMES, MOST_BYTES = 40, 2_000_000
DEALS = (("kingen", 4), ("kingen", 3), ("kingen", 5), ("whist-walloon", 4))


def _seconds(make: Callable[[], object]) -> float:
    start = perf_counter()
    make()
    return perf_counter() - start


def _plain(value: Picture) -> bytes:
    return draw(value, PlainSurface).png()


def rows() -> list[Row]:
    """Draw and encode, everything warm. Times are medians."""
    return [row for preset, players in DEALS for row in _of_deal(preset, players)]


def _of_deal(preset: str, players: int) -> list[Row]:
    moments, table = frames(preset, players, seed=1, deal=1), dict(samples())["table-four"]
    gif = animated(moments)
    _plain(table)
    deals: list[float] = []
    tables: list[float] = []
    for _ in range(TURNS):
        before = _seconds(lambda: [_plain(table) for _ in range(EACH)])
        deals.append(_seconds(lambda: animated(moments)))
        after = _seconds(lambda: [_plain(table) for _ in range(EACH)])
        tables.append((before + after) / (2 * EACH))
    times = statistics.median(deal / one for deal, one in zip(deals, tables, strict=True))
    deal, one = statistics.median(deals), statistics.median(tables)
    name = f"animated deal, {preset} for {players}"
    return [
        Row(
            f"{name}: times as long as a table picture drawn anew by Pillow",
            times,
            f"Median of {TURNS} turns, warm: {1e3 * deal:.0f} ms for {len(moments)} moments, "
            f"{1e3 * one:.1f} ms for a table.",
            bound=MOST_TIMES,
            at_most=True,
        ),
        Row(
            f"{name}: megabytes",
            len(gif) / 1e6,
            f"{len(gif)} bytes, of {MOST_BYTES} at most.",
            bound=MOST_BYTES / 1e6,
            at_most=True,
        ),
    ]


def main() -> None:
    """Tell the rows."""
    for row in rows():
        print(f"{row.name}: {row.measured:.2f}. {row.how}")


if __name__ == "__main__":
    main()
