"""What those who manage a server have chosen for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final, Self

from bot.tables.model import Pace
from bot.ui.preferences import AUTO
from bot.words.catalogue import languages

USUAL_GAME: Final = "kingen"
"""What is played where nobody chose."""

CHANNELS_MOST: Final = 25
"""How many a select takes (https://discord.com/developers/docs/components/reference#channel-select)."""


class Openers(StrEnum):
    """Who may open tables. Members with *Manage Messages* always may."""

    EVERYONE = "everyone"
    ROLE = "role"
    MODERATORS = "moderators"


def choices() -> Mapping[str, tuple[str, ...]]:
    """The values of each setting that has a list of them, the default first."""
    return {
        "language": (AUTO, *languages()),
        "pace": tuple(pace.value for pace in Pace),
        "openers": tuple(who.value for who in Openers),
    }


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """One server's. ``game`` is the name of a preset, a built-in one or the server's own; ``pace`` counts for
    built-in ones. ``role_id`` says which role where ``openers`` is a role; ``channels`` are those in which
    tables may be opened, all where there are none."""

    language: str = AUTO
    game: str = USUAL_GAME
    pace: str = Pace.NONE.value
    openers: str = Openers.EVERYONE.value
    role_id: int | None = None
    channels: tuple[int, ...] = ()

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Settings as ``stored`` said; the default for what is not understood, or no longer."""
        known = {name: stored[name] for name, values in choices().items() if stored.get(name) in values}
        game, role, channels = stored.get("game"), stored.get("role_id"), stored.get("channels")
        if isinstance(game, str):
            known["game"] = game
        if isinstance(role, int):
            known["role_id"] = role
        if isinstance(channels, list) and all(isinstance(one, int) for one in channels):
            known["channels"] = tuple(channels)
        return cls(**known)

    def stored(self) -> dict[str, Any]:
        """What is kept: what differs from the defaults, fit for JSON."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return {one.name: values[one.name] for one in fields(self) if values[one.name] != one.default}

    def changed(self, name: str, value: str) -> Self:
        """With another value, of those there are. Raises ValueError for any other."""
        if value not in choices().get(name, ()):
            raise ValueError(name)
        return replace(self, **{name: value})
