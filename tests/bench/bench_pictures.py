"""How much cheaper a hand picture is than the same picture drawn the obvious way, both in one run."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from time import perf_counter

from PIL import ImageDraw

from bot.pictures.fonts import Weight, fit, font, text_width
from bot.pictures.painter import draw, render
from bot.pictures.palette import Rgb
from bot.pictures.style import STANDARD, CardStyle
from bot.pictures.surface import Anchor
from bot.pictures.values import HandPicture
from bot.telling.samples import samples
from tests.bench.rows import Row
from tests.pictures.true_colour import TrueColourSurface

TURNS, EACH = 8, 10  # the two ways take turns; within a turn each is drawn so many times


class ObviousSurface(TrueColourSurface):
    """The obvious way throughout: text and round boxes by Pillow's own drawing functions."""

    def __init__(self, width: int, height: int, ground: Rgb, style: CardStyle = STANDARD) -> None:
        super().__init__(width, height, ground, style)
        self.pen = ImageDraw.Draw(self.image)

    def box(self, left: int, top: int, right: int, bottom: int, ink: Rgb, radius: int) -> None:
        self.pen.rounded_rectangle((left, top, right - 1, bottom - 1), radius, fill=ink)

    def text(
        self, text: str, x: int, baseline: int, ink: Rgb, size: int, weight: Weight = Weight.MEDIUM,
        anchor: Anchor = "left", width: int | None = None,
    ) -> int:  # fmt: skip
        line = fit(text, weight, size, self.width if width is None else width)
        at = {"left": "ls", "middle": "ms", "right": "rs"}[anchor]
        self.pen.text((x, baseline), line, font=font(weight, size), fill=ink, anchor=at)
        return text_width(line, weight, size)


def _hand() -> HandPicture:
    """Thirteen cards, four of them legal, three on the table: what a player sees most often."""
    value = dict(samples())["hand-follow-suit"]
    assert isinstance(value, HandPicture)
    return value


def _seconds(make: Callable[[], bytes]) -> list[float]:
    times: list[float] = []
    for _ in range(EACH):
        start = perf_counter()
        make()
        times.append(perf_counter() - start)
    return times


def rows() -> list[Row]:
    """Draw and encode both ways, everything warm. Times are medians."""
    value = _hand()

    def naive() -> bytes:
        return draw(value, ObviousSurface).png()

    def ours() -> bytes:
        return render(value)

    naive_bytes, our_bytes = len(naive()), len(ours())
    naive_times: list[float] = []
    our_times: list[float] = []
    for _ in range(TURNS):
        naive_times += _seconds(naive)
        our_times += _seconds(ours)
    naive_time, our_time = statistics.median(naive_times), statistics.median(our_times)
    return [
        Row(
            "hand picture: times as fast as the obvious way",
            naive_time / our_time,
            f"Medians of {TURNS * EACH}, warm: ours {1e3 * our_time:.1f} ms, RGBA with PNG level 6 "
            f"{1e3 * naive_time:.1f} ms.",
            bound=7.0,
        ),
        Row(
            "hand picture: share of its bytes",
            our_bytes / naive_bytes,
            f"{our_bytes} bytes against {naive_bytes}.",
            bound=0.5,
            at_most=True,
        ),
    ]
