"""Which robots there are. A new kind is a name in ``kinds.ROBOT_KINDS`` and a module for each family of
games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from bot.engine.actions import Action
from bot.engine.by_family import ByFamily
from bot.engine.game import View
from bot.engine.king.presets import FAMILY as KING
from bot.engine.options import Rules
from bot.engine.whist.presets import FAMILY as WHIST
from bot.robots.kinds import ROBOT_KINDS
from bot.robots.king import easy as king_easy
from bot.robots.king import steady as king_steady
from bot.robots.king.knowledge import KingGrounding
from bot.robots.reasons.turn import Grounding
from bot.robots.strong import compiled
from bot.robots.study import Advice, Studying
from bot.robots.whist import easy as whist_easy
from bot.robots.whist import steady as whist_steady
from bot.robots.whist.knowledge import WhistGrounding


class Robot(Protocol):
    """Chooses an action for the seat whose turn it is in its own view: pure, the same view giving the same
    action, in a few milliseconds."""

    def __call__(self, view: View) -> Action: ...


def _of_each_kind(family: str, robots: Mapping[str, Robot]) -> None:
    """Any robot can be asked to sit down at any table."""
    if set(robots) != set(ROBOT_KINDS):
        there, wanted = ", ".join(robots), ", ".join(ROBOT_KINDS)
        raise ValueError(f"the family {family!r} has the robots {there}, where {wanted} are wanted")


ROBOTS: Final = ByFamily[Mapping[str, Robot]]("robots", _of_each_kind)
ROBOTS.register(
    KING,
    {
        "easy": king_easy.choose,
        "steady": king_steady.choose,
        "strong": compiled.choose,
        "teacher": compiled.choose,
    },
)
ROBOTS.register(
    WHIST,
    {
        "easy": whist_easy.choose,
        "steady": whist_steady.choose,
        "strong": compiled.choose,
        "teacher": compiled.choose,
    },
)


class Adviser(Protocol):
    """Says what a robot would do for the seat whose turn it is in its own view, and why: pure, in a tenth of
    a second at most."""

    def __call__(self, view: View) -> Advice: ...


ADVISERS: Final = ByFamily[Adviser]("adviser")
"""Who is asked for a hint. A family may do without: no hints are offered then."""
ADVISERS.register(KING, king_steady.advise)
ADVISERS.register(WHIST, whist_steady.advise)


STUDIES: Final = ByFamily[Studying]("study")
"""Who says what comes of each card: what reasons and reviews go by. A family may do without."""
STUDIES.register(KING, compiled.study_by(king_steady.study))
STUDIES.register(WHIST, compiled.study_by(whist_steady.study))


GROUNDINGS: Final = ByFamily[Grounding]("grounding")
"""What reasons are found by. A family may do without: no card is explained then."""
GROUNDINGS.register(KING, KingGrounding())
GROUNDINGS.register(WHIST, WhistGrounding())


def robot_of(rules: Rules, kind: str) -> Robot:
    """How a robot of that kind plays games by these rules. Raises KeyError for a kind there is none of."""
    return ROBOTS.of(rules.preset.family)[kind]
