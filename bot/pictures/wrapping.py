"""Texts broken between words, or set smaller, to fit where they stand."""

from __future__ import annotations

from bot.pictures.fonts import Weight, drawable, fit, text_width


def fitting(text: str, weight: Weight, largest: int, smallest: int, width: int, lines: int = 1) -> int:
    """The largest size at which ``text``, broken between words, is not cut; or else the smallest."""
    for size in range(largest, smallest, -1):
        broken = _broken(text, weight, size, width, lines)
        if all(text_width(drawable(line, ""), weight, size) <= width for line in broken):
            return size
    return smallest


def wrapped(text: str, weight: Weight, size: int, width: int, lines: int) -> list[str]:
    """``text`` broken between words into at most ``lines`` lines; the last one takes what is left."""
    return [fit(line, weight, size, width) for line in _broken(text, weight, size, width, lines)]


def _broken(text: str, weight: Weight, size: int, width: int, lines: int) -> list[str]:
    """Broken at plain spaces alone: what a no-break space holds together stays so."""
    broken = [""]
    for word in text.split(" "):
        longer = f"{broken[-1]} {word}".strip(" ")
        fits = text_width(drawable(longer, ""), weight, size) <= width
        if fits or not broken[-1] or len(broken) == lines:
            broken[-1] = longer
        else:
            broken.append(word)
    return broken
