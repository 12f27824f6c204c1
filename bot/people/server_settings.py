"""What those who manage a server have chosen for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, cast

from bot.people.chosen import Chosen, free, language, one_of
from bot.tables.model import Pace

USUAL_GAME: Final = "kingen"
"""What is played where nobody chose."""

CHANNELS_MOST: Final = 25
"""How many a select takes (https://discord.com/developers/docs/components/reference#channel-select)."""


class Openers(StrEnum):
    """Who may open tables. Members with *Manage Messages* always may."""

    EVERYONE = "everyone"
    ROLE = "role"
    MODERATORS = "moderators"


class TrickStays(StrEnum):
    """How long the trick that closes a deal is shown before the scores are."""

    THREE = "3s"
    TWO = "2s"
    OFF = "off"


def _text(kept: object) -> str | None:
    return kept if isinstance(kept, str) else None


def _number(kept: object) -> int | None:
    return kept if isinstance(kept, int) else None


def _numbers(kept: object) -> tuple[int, ...] | None:
    if not isinstance(kept, list):
        return None
    numbers = [one for one in cast(list[object], kept) if isinstance(one, int)]
    return tuple(numbers) if len(numbers) == len(cast(list[object], kept)) else None


@dataclass(frozen=True, slots=True)
class ServerSettings(Chosen):
    """One server's. ``game`` is the name of a preset, a built-in one or the server's own; ``pace`` counts for
    built-in ones. ``role_id`` says which role where ``openers`` is a role; ``channels`` are those in which
    tables may be opened, all where there are none. ``trick_stays`` is looked at when a deal is
    over."""

    language: str = language()
    game: str = free(USUAL_GAME, _text)
    pace: str = one_of(*(pace.value for pace in Pace))
    openers: str = one_of(*(who.value for who in Openers))
    role_id: int | None = free(None, _number)
    channels: tuple[int, ...] = free((), _numbers)
    trick_stays: str = one_of(*(stay.value for stay in TrickStays))
