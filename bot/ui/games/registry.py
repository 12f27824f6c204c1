"""Which face belongs to which family of games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.options import Rules
from bot.ui.games.face import Face
from bot.ui.games.king import KingFace
from bot.ui.games.whist import WhistFace

FACES: Final[Mapping[str, Face]] = {"king": KingFace(), "whist": WhistFace()}


def face_of(rules: Rules) -> Face:
    """How games by these rules are shown."""
    return FACES[rules.preset.family]
