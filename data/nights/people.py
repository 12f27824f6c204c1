"""What somebody's word makes of what is kept of them."""

from __future__ import annotations

from dataclasses import replace

from bot.nights.model import COMES, Answer, Person
from bot.nights.ports import PersonChange


def answering(name: str, answer: Answer, at: float) -> PersonChange:
    """They say whether they come."""

    def change(known: Person) -> Person:
        if known.answer is answer:
            return known
        comes = answer in COMES
        since = known.answered_at if comes and known.answer in COMES else at
        here_at = known.here_at if comes else None
        return replace(known, name=name, answer=answer, answered_at=since, here_at=here_at)

    return change


def arriving(name: str, press_id: int, at: float) -> PersonChange:
    """They say by a press that they are here. What that press said is not said again by it."""

    def change(known: Person) -> Person:
        if known.press_id == press_id or (known.is_here and known.press_id is not None):
            return known
        here_at = known.here_at if known.is_here else at
        here = replace(known, name=name, here_at=here_at, press_id=press_id, gone=False)
        return here if known.answer in COMES else replace(here, answer=Answer.IN, answered_at=at)

    return change


def taking_back(known: Person) -> Person:
    """They are not here after all."""
    return replace(known, here_at=None)
