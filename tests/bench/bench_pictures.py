"""How much cheaper pictures are than the same drawn the obvious way, or anew by Pillow, all in one run."""

from __future__ import annotations

import io
import statistics
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from time import process_time

import discord
from isal import isal_zlib
from PIL import Image, ImageDraw

from bot.pictures.canvas import GROUNDS, LEVEL
from bot.pictures.painter import draw, render
from bot.pictures.palette import Rgb
from bot.pictures.style import STANDARD, CardStyle
from bot.pictures.surface import Anchor, PaletteSurface
from bot.pictures.text import Weight, fit, font, text_width
from bot.pictures.values import HandPicture, Picture
from tests.bench.rows import Row
from tests.pictures.courses import course
from tests.pictures.plain import COMPRESSION, PlainSurface
from tests.pictures.true_colour import TrueColourSurface
from tools.samples import samples
from tools.samples.stats import stats

WARM, NEW = 12, 6  # deals that are drawn before, and those that are measured
PLAYED = 3.0
TURNS, EACH = 8, 10  # the ways take turns; of the slow one so many pictures are drawn in each


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


def _seconds(make: Callable[[], bytes]) -> float:
    """Of this process's own, so that others who are at work do not count."""
    start = process_time()
    make()
    return process_time() - start


def _obvious(value: Picture) -> bytes:
    return draw(value, ObviousSurface).png()


def _plain(value: Picture) -> bytes:
    return draw(value, PlainSurface).png()


def _anew(value: Picture) -> bytes:
    """As the first picture of a table is drawn: letters and cards are there, and no parts of pictures."""
    GROUNDS.forget()
    return render(value)


def rows() -> list[Row]:
    """Draw and encode in several ways that take turns, everything warm. Times are of the processor."""
    deal = [*course("kingen", 4, 7, hands=(0,))]
    hands = [value for value in deal if isinstance(value, HandPicture)]
    return [*_hands(hands), *_one_hand(), _course(deal), _played_card(), _statistics()]


def _hands(hands: Sequence[Picture]) -> list[Row]:
    """A player's hands of a whole deal, one after the other as they come; none is remembered whole."""
    some = hands[:: len(hands) // EACH]
    for value in hands:
        render(value)
    ours, naive = list[float](), list[float]()
    for _ in range(TURNS):
        naive.append(statistics.fmean(_seconds(partial(_obvious, value)) for value in some))
        ours.append(statistics.fmean(_seconds(partial(render, value)) for value in hands))
    our_bytes, naive_bytes = sum(map(len, map(render, some))), sum(map(len, map(_obvious, some)))
    return [
        Row(
            "hand picture: times as fast as the obvious way",
            statistics.median(one / other for one, other in zip(naive, ours, strict=True)),
            f"Median of {TURNS} turns, the {len(hands)} hands of a deal as they come: ours "
            f"{_ms(statistics.median(ours))}, RGBA with PNG level 6 {_ms(statistics.median(naive))}.",
            bound=14.0,
            aim=18.0,
        ),
        Row(
            "hand picture: share of its bytes",
            our_bytes / naive_bytes,
            f"{our_bytes} bytes against {naive_bytes} for {len(some)} hands.",
            bound=0.5,
            at_most=True,
        ),
    ]


def _one_hand() -> list[Row]:
    """The same of one hand where no part of any picture is known."""
    value = _hand()
    _anew(value)
    ours, naive = list[float](), list[float]()
    for _ in range(TURNS * 2):
        naive.append(_seconds(partial(_obvious, value)))
        ours.append(statistics.median(_seconds(partial(_anew, value)) for _ in range(EACH)))
    times = statistics.median(naive) / statistics.median(ours)
    return [
        Row(
            "first hand picture of a table: times as fast as the obvious way",
            times,
            f"Ours {_ms(statistics.median(ours))}, with letters and cards there and no part of a picture.",
            bound=5.0,
        )
    ]


def _course(deal: Sequence[Picture]) -> Row:
    """All pictures of a deal: one player's hand and the table after each card."""
    for value in deal:
        render(value)
    ours, plain = list[float](), list[float]()
    for _ in range(TURNS):
        plain.append(statistics.fmean(_seconds(partial(_plain, value)) for value in deal[::5]) * len(deal))
        ours.append(sum(_seconds(partial(render, value)) for value in deal))
    return Row(
        "pictures of a deal: times as fast as each drawn anew by Pillow",
        statistics.median(one / other for one, other in zip(plain, ours, strict=True)),
        f"Median of {TURNS} turns, the {len(deal)} pictures of a player's hand and the table, in one palette "
        f"both: {_ms(statistics.median(ours))} against {_ms(statistics.median(plain))} with PNG level "
        f"{COMPRESSION}.",
        bound=3.0,
    )


def _played_card() -> Row:
    """The hand and the table after each card of deals that were never drawn, many others having been."""
    drawing, encoding, preparing, deflating = (list[float]() for _ in range(4))
    for value in chain.from_iterable(course("kingen", 4, seed, hands=(0,)) for seed in range(WARM + NEW)):
        begun = process_time()
        surface = draw(value, PaletteSurface)
        drawn = process_time()
        png = surface.png()
        encoded = process_time()
        discord.File(io.BytesIO(png), "hand.png").fp.read()
        preparing.append(process_time() - encoded)
        encoding.append(encoded - drawn)
        drawing.append(drawn - begun)
        surface.release()
        with Image.open(io.BytesIO(png)) as image:
            deflating.append(_seconds(partial(isal_zlib.compress, image.tobytes(), LEVEL)))
    new = slice(len(drawing) * WARM // (WARM + NEW), None)
    drawn, encoded, prepared, deflated = (
        statistics.median(times[new]) for times in (drawing, encoding, preparing, deflating)
    )
    return Row(
        "pictures of a played card: times as long as to deflate them",
        (drawn + encoded) / deflated,
        f"Medians of {len(drawing[new])} pictures, each drawn once: drawn {_ms(drawn)}, encoded "
        f"{_ms(encoded)}, made ready to be sent {_ms(prepared)}; to deflate all of their pixels takes "
        f"{_ms(deflated)}.",
        bound=PLAYED,
        at_most=True,
    )


def _statistics() -> Row:
    """The costliest picture of statistics: a line and what lies below it are as large as the picture."""
    hand, values = _hand(), dict(stats())
    hand_time = statistics.median(_seconds(partial(_plain, hand)) for _ in range(4 * EACH))
    times: dict[str, float] = {}
    for name, value in values.items():
        render(value)
        times[name] = statistics.median(_seconds(partial(render, value)) for _ in range(EACH))
    name = max(times, key=times.__getitem__)
    return Row(
        "costliest picture of statistics: times a hand drawn anew by Pillow",
        times[name] / hand_time,
        f"Of {len(times)}, {name}: {_ms(times[name])} against {_ms(hand_time)}; the mean of all is "
        f"{_ms(statistics.fmean(times.values()))}.",
        bound=5.0,
        at_most=True,
    )


def _ms(seconds: float) -> str:
    return f"{1e3 * seconds:.2f} ms"


def main() -> None:
    """Tell the rows."""
    for row in rows():
        print(f"{row.name}: {row.measured:.2f}. {row.how}")


if __name__ == "__main__":
    main()
