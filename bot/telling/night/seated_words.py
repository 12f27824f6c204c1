"""How people are seated otherwise than was chosen, in words."""

from __future__ import annotations

from collections.abc import Iterator

from bot.nights.model import Evening
from bot.nights.ways import GIVES_WAY, USUAL
from bot.words.catalogue import Words


def otherwise(words: Words, evening: Evening, number: int) -> Iterator[str]:
    """What is otherwise in that round, and why (``Evening.why``)."""
    for name in evening.why.split():
        if name == "apart":
            yield words("night.seated.together")
        elif name in GIVES_WAY:
            yield words(
                "night.seated.instead",
                chosen=words(f"night.value.{name}.{getattr(evening.settings, name)}"),
                people=words.number(len(evening.plan[number - 1].people)),
                instead=words(f"night.value.{name}.{USUAL[name]}"),
            )
