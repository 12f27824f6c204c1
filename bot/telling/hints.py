"""A robot's advice in one sentence: what it would do, and by which figures."""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.engine.cards import members
from bot.robots.study import Advice
from bot.telling.games.registry import teller_of
from bot.telling.reader import Perspective

FELT: Final = 0.05
"""A difference in points that rounds to nothing."""


def hint(sight: Perspective, advice: Advice) -> str:
    """What the robot would do for ``view.seat``, whose turn it is, and why."""
    words, view = sight.words, sight.view
    name = partial(teller_of(view.rules).act_name, sight)
    what = name(advice.action)
    if len(members(view.legal)) == 1:
        return words("hint.only", what=what)
    if not advice.worlds:
        return words("hint.sense", what=what)
    worlds = words.number(advice.worlds)
    compared = advice.next_best
    if compared is None:
        return words("hint.compared", what=what, worlds=worlds)
    other, points = compared
    if points < FELT:
        return words("hint.equal", what=what, worlds=worlds)
    return words("hint.better", what=what, other=name(other), points=words.tenths(points), worlds=worlds)
