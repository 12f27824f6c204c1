"""The end of a game: alone on top, together, five with strange names, three."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.engine.game import places
from bot.engine.play import Game
from bot.pictures.values import Picture
from bot.telling.ending import podium
from bot.telling.moments import FOUR, moment, table_model
from tools.samples.people import STRANGE_NAMES, portrait
from tools.samples.sheets import over

PORTRAITS: Final = {1: ("#c84b9e", "#5b2a86"), 2: ("#3fa7d6", "#c9a227")}
"""By the person's id."""


def shared(game: Game) -> bool:
    """At the end, with two in the first place."""
    return over(game) and places(game.view(None).points).count(1) == 2


def avatar(user_id: int) -> bytes | None:
    """A portrait, where somebody has one."""
    return portrait(*PORTRAITS[user_id]) if user_id in PORTRAITS else None


def podiums() -> Iterator[tuple[str, Picture]]:
    """Names and values."""
    for name, preset, names, wanted in (
        ("podium", "kingen", FOUR, over), ("podium-ties", "whist-walloon", FOUR, shared),
        ("podium-five", "kingen", STRANGE_NAMES, over), ("podium-three", "kingen", FOUR[:3], over),
    ):  # fmt: skip
        yield name, podium(table_model(moment(preset, len(names), wanted), names), avatar)
