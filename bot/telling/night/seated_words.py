"""How people are seated otherwise than was chosen, in words."""

from __future__ import annotations

from collections.abc import Iterator

from bot.nights.model import Evening
from bot.nights.planning import APART, GIVES_WAY, USUAL
from bot.words.catalogue import Words


def otherwise(words: Words, evening: Evening, number: int) -> Iterator[str]:
    """What is otherwise in that round for want of people (``Evening.why``), as everybody may read it. That
    people are kept apart is for ``of_apart``, never for everybody."""
    for name in evening.why.split():
        if name in GIVES_WAY:
            yield words(
                "night.seated.instead",
                chosen=words(f"night.value.{name}.{getattr(evening.settings, name)}"),
                people=words.number(len(evening.plan[number - 1].people)),
                instead=words(f"night.value.{name}.{USUAL[name]}"),
            )


def of_apart(words: Words, evening: Evening) -> Iterator[str]:
    """What organisers alone are told of those who are kept apart."""
    if evening.settings.apart and evening.together:
        yield words("night.seated.may-meet")
    elif APART in evening.why.split() and evening.plan:
        yield words("night.seated.apart")
