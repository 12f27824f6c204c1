"""Which robots there are. A new kind is a name in ``kinds.ROBOT_KINDS`` and a module for each family of
games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.engine.by_family import ByFamily
from bot.engine.cards import Action
from bot.engine.game import View
from bot.engine.king.presets import FAMILY as KING
from bot.engine.options import Rules
from bot.engine.whist.presets import FAMILY as WHIST
from bot.robots.kinds import ROBOT_KINDS
from bot.robots.king import easy as king_easy
from bot.robots.king import steady as king_steady
from bot.robots.king.knowledge import KING_PLAY
from bot.robots.reasons.turn import PlayModel
from bot.robots.strong import compiled
from bot.robots.study import Advice, Studying
from bot.robots.whist import easy as whist_easy
from bot.robots.whist import steady as whist_steady
from bot.robots.whist.knowledge import WHIST_PLAY

Robot = Callable[[View], Action]
"""Chooses an action for the seat whose turn it is in its own view: pure, the same view giving the same
action, in a few milliseconds."""


def _of_each_kind(family: str, robots: Mapping[str, Robot]) -> None:
    """Any robot can be asked to sit down at any table."""
    if set(robots) != set(ROBOT_KINDS):
        there, wanted = ", ".join(robots), ", ".join(ROBOT_KINDS)
        raise ValueError(f"the family {family!r} has the robots {there}, where {wanted} are wanted")


ROBOTS: Final = ByFamily[Mapping[str, Robot]]("robots", _of_each_kind)
ADVISERS: Final = ByFamily[Callable[[View], Advice]]("adviser")
"""Who is asked for a hint: what a robot would do for the seat whose turn it is in its own view, and why, in a
tenth of a second at most. A family may do without: no hints are offered then."""
STUDIES: Final = ByFamily[Studying]("study")
"""Who says what comes of each card: what reasons and reviews go by. A family may do without."""
PLAY_MODELS: Final = ByFamily[PlayModel]("play model")
"""What reasons are found by. A family may do without: no card is explained then."""

for _family, _easy, _steady, _model in (
    (KING, king_easy, king_steady, KING_PLAY),
    (WHIST, whist_easy, whist_steady, WHIST_PLAY),
):
    _strong = compiled.choose
    ROBOTS.register(
        _family, {"easy": _easy.choose, "steady": _steady.choose, "strong": _strong, "teacher": _strong}
    )
    ADVISERS.register(_family, _steady.advise)
    STUDIES.register(_family, compiled.study_by(_steady.study))
    PLAY_MODELS.register(_family, _model)


def robot_of(rules: Rules, kind: str) -> Robot:
    """How a robot of that kind plays games by these rules. Raises KeyError for a kind there is none of."""
    return ROBOTS.of(rules.preset.family)[kind]
