"""How high a panel is on a phone: computed from what it is made of, by the measures of whoever draws it.

``PLAYGROUND`` are those of our page, which a test compares with a browser. ``DISCORD`` are those of Discord's
client as far as they are known: it is not ours to measure, so where they are not sure the larger one stands.
Its text is larger and a container's padding wider; buttons and selects are taken as high as the page's, since
its mobile client draws them so, its desktop lower. Neither counts the line with the author's name.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from bot.discordkit.panel import Drawing
from bot.pictures.style import WIDTH
from bot.pictures.text import Weight, font

ROOM: Final = 678
"""What is left for messages of a phone's 844 points of height (390 are its width), in Discord's client."""

AROUND: Final = 141
"""What our page draws around a message's container at most: which command was used, who wrote it, that it was
changed, that only one person sees it."""
AROUND_A_HAND: Final = 104
"""The same of a message in direct messages: who wrote it, and that it was changed."""

ROW, BUTTON, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER = 1, 2, 10, 12, 13, 14, 17
"""https://discord.com/developers/docs/components/reference#component-object-component-types"""


@dataclass(frozen=True)
class Measures:
    """Points. ``inner``: the width inside a container that has no accent; ``frame``: its padding and border,
    of one side; ``accent``: what an accent takes of its width; ``text`` and ``small``: size and height of a
    line, ``headings`` the same by their level, ``apart`` what is empty above and below one; ``around``: a
    button's padding on both sides, with its border."""

    inner: float
    frame: float
    accent: float
    text: tuple[float, float]
    small: tuple[float, float]
    headings: Mapping[int, tuple[float, float]]
    label: float
    around: float
    button: float = 40
    narrowest: float = 60
    select: float = 44
    file: float = 56
    separator: float = 5
    gap: float = 8
    apart: float = 0


PLAYGROUND: Final = Measures(
    inner=348, frame=11, accent=3, text=(15, 21.3), small=(13, 18.46),
    headings={3: (16, 20), 2: (18.5, 23.1)}, label=14, around=24, apart=14,
)  # fmt: skip
DISCORD: Final = Measures(
    inner=332, frame=13, accent=3, text=(16, 22), small=(13, 18), headings={3: (16, 22), 2: (20, 28)},
    label=14, around=24,
)  # fmt: skip


def blank(height: int) -> bytes:
    """A picture of that height in place of one that would take its time to paint: as much of a PNG as tells
    its size."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", WIDTH, height)


def height(drawing: Drawing, measures: Measures) -> float:
    """How high a message's container is, or its containers with the gaps between them."""
    sizes = {name: struct.unpack(">II", data[16:24]) for name, data in drawing.files if name.endswith(".png")}
    sizes |= {name: struct.unpack("<HH", data[6:10]) for name, data in drawing.files if name.endswith(".gif")}
    return height_of(drawing.panel.to_components(), sizes, measures)


def height_of(
    components: Sequence[Mapping[str, Any]], pictures: Mapping[str, tuple[int, int]], measures: Measures
) -> float:
    """The same of components as Discord gets them, and the sizes of their pictures by file name."""
    return _stacked((_one(one, pictures, measures, measures.inner) for one in components), measures)


def _stacked(heights: Iterator[float], measures: Measures) -> float:
    every = list(heights)
    return sum(every) + measures.gap * (len(every) - 1)


def _one(
    component: Mapping[str, Any], pictures: Mapping[str, tuple[int, int]], measures: Measures, width: float
) -> float:
    match component["type"]:
        case 17:
            inner = width - (measures.accent if component.get("accent_color") is not None else 0)
            parts = (_one(one, pictures, measures, inner) for one in component["components"])
            return _stacked(parts, measures) + 2 * measures.frame
        case 10:
            return sum(_line(line, measures, width) for line in component["content"].split("\n"))
        case 12:
            (item,) = component["items"]
            wide, high = pictures[item["media"]["url"].partition("?")[0].rsplit("/", 1)[-1]]
            return width * high / wide
        case 13:
            return measures.file
        case 14:
            return measures.separator
        case 1:
            return _row(component["components"], measures, width)
        case other:
            raise NotImplementedError(f"how high a component of type {other} is")


def _row(children: Sequence[Mapping[str, Any]], measures: Measures, width: float) -> float:
    if children[0]["type"] != BUTTON:
        return measures.select
    rows, room = 1, width
    for child in children:
        needed = button_width(child, measures)
        if needed > room and room < width:
            rows, room = rows + 1, width
        room -= needed + measures.gap
    return rows * measures.button + (rows - 1) * measures.gap


def row_width(children: Sequence[Mapping[str, Any]], measures: Measures) -> float:
    """How wide a row of buttons is on one line."""
    return sum(button_width(one, measures) for one in children) + measures.gap * (len(children) - 1)


def button_width(button: Mapping[str, Any], measures: Measures) -> float:
    """How wide one is."""
    label, size = button.get("label") or "", measures.label
    wide = _width(label, size, Weight.BOLD) + measures.around
    if button.get("emoji"):
        wide += 1.4 * size + (6 if label else 0)
    return max(measures.narrowest, wide)


# Text

EMOJI: Final = re.compile(r"[\u2600-\u27bf\U0001f000-\U0001faff]\ufe0f?")
SIGN: Final = re.compile(r"[\u2600-\u27bf]\ufe0e")
"""One that is asked for as a letter: https://unicode.org/reports/tr51/#Emoji_Variation_Sequences"""
STAMP: Final = re.compile(r"<t:\d+:R>")
MOMENT: Final = re.compile(r"<t:\d+:F>")
PERSON: Final = re.compile(r"<@\d+>")
MENTION: Final = re.compile(r"</([^:>]+):\d+>")
LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
LONGEST_STAMP: Final = "in 59 seconds"
LONGEST_MOMENT: Final = "Wednesday, 30 September 2026 at 20:00"
A_NAME: Final = "@Maximiliaan"
"""What a person is called who is mentioned: longer than most are."""
EM: Final = 2048
"""The font's own units: at smaller sizes each letter's width is rounded."""


def _line(line: str, measures: Measures, width: float) -> float:
    """How high one line of Markdown is, which may take several."""
    (size, pitch), apart = measures.text, 0.0
    weight = Weight.REGULAR
    if line.startswith("-# "):
        (size, pitch), line = measures.small, line[3:]
    elif heading := re.match(r"(#{1,3}) ", line):
        (size, pitch), line = measures.headings[len(heading[1])], line[heading.end() :]
        weight, apart = Weight.BOLD, measures.apart
    return apart + pitch * lines_of(line, size, width, weight)


def lines_of(text: str, size: float, width: float, weight: Weight = Weight.REGULAR) -> int:
    """On how many lines a text stands."""
    text = STAMP.sub(LONGEST_STAMP, MENTION.sub(r"/\1", LINK.sub(r"\1", text)))
    text = PERSON.sub(A_NAME, MOMENT.sub(LONGEST_MOMENT, text))
    rows, room, bold = 1, width, weight is Weight.BOLD
    space = _width(" ", size, weight)
    for word in text.split():
        needed = 0.0
        for part in re.split(r"(\*\*)", word):
            if part == "**":
                bold = not bold
            else:
                plain = re.sub(r"\\(.)", r"\1", part.replace("*", "").replace("`", ""))
                needed += _width(plain, size, Weight.BOLD if bold else Weight.REGULAR)
        if needed > room and room < width:
            rows, room = rows + 1, width
        room -= needed + space
    return rows


@lru_cache(maxsize=65536)
def _width(text: str, size: float, weight: Weight) -> float:
    """In the project's own font, which is about as wide as Discord's, with signs about as wide as capitals.
    An emoji is wider than high."""
    signs, text = len(SIGN.findall(text)), SIGN.sub("", text)
    emojis, text = len(EMOJI.findall(text)), EMOJI.sub("", text)
    return (font(weight, EM).getlength(text) / EM + 0.9 * signs + 1.3 * emojis) * size
