"""What people have chosen for themselves, and what those who manage a server have chosen for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final, cast

from bot.engine.registry import preset_named
from bot.people.chosen import AUTO, OFF_ON, ON_OFF, Chosen, free, language, one_of
from bot.people.quiet_hours import QuietHours, quiet_hours
from bot.pictures.style import Back, CardStyle, Colours, Index
from bot.tables.model import Pace, RobotPace

_BELGIAN_LANGUAGES: Final = ("nl", "fr")
_BELGIUM: Final = "BE"


class Hands(StrEnum):
    """Where a person's cards appear."""

    DIRECT = "direct"  # by direct message
    CHANNEL = "channel"  # in the table's channel, visible to them alone


class Statistics(StrEnum):
    """Whether others see a person's statistics."""

    SHOWN = "shown"
    HIDDEN = "hidden"


class Reviews(StrEnum):
    """Whether others at a table see how many points a person's cards gave away."""

    HIDDEN = "hidden"
    SHOWN = "shown"


class Ranks(StrEnum):
    """How the cards of a suit are held, left to right."""

    DESCENDING = "descending"
    ASCENDING = "ascending"


def _quiet(kept: object) -> QuietHours | None:
    match kept:
        case [int(start), int(end), str(zone)]:
            return quiet_hours(start, end, zone)
        case _:
            return None


def _quiet_written(hours: QuietHours) -> list[int | str]:
    return [hours.start, hours.end, hours.zone]


@dataclass(frozen=True, slots=True)
class Preferences(Chosen):
    """One person's; ``robot_pace`` is that of the tables they open, ``missed_nights`` tells whether they wish
    to be told of nights of their leagues that they miss, ``statistics`` whether others see theirs,
    ``reviews`` whether others at a table see what their cards gave away together, ``quiet`` are the hours in
    which nothing rings, None for no such hours."""

    language: str = language()
    index: str = one_of(AUTO, *(index.value for index in Index))
    colours: str = one_of(*(colours.value for colours in Colours))
    large: bool = one_of(*OFF_ON)
    back: str = one_of(*(back.value for back in Back))
    hands: str = one_of(*(place.value for place in Hands))
    text_mode: bool = one_of(*OFF_ON)
    trumps_left: bool = one_of(*ON_OFF)
    ranks: str = one_of(*(order.value for order in Ranks))
    two_rows: bool = one_of(*OFF_ON)
    press_twice: bool = one_of(*OFF_ON)
    auto_play: bool = one_of(*OFF_ON)
    robot_pace: str = one_of(*(pace.value for pace in RobotPace))
    notices: bool = one_of(*ON_OFF)
    missed_nights: bool = one_of(*OFF_ON)
    statistics: str = one_of(*(who.value for who in Statistics))
    reviews: str = one_of(*(who.value for who in Reviews))
    quiet: QuietHours | None = free(None, _quiet, _quiet_written)  # noqa: RUF009 - a field

    def card_style(self, language: str, preset: str) -> CardStyle:
        """The cards of every picture for this person, who is spoken to in ``language``, of a game by that
        preset's name."""
        index = usual_index(language, preset) if self.index == AUTO else Index(self.index)
        return _card_style(index, self.colours, self.large, self.back)

    def rings_from(self, now: float) -> float | None:
        """When a notice may next make a sound, in unix seconds: ``now``, or the end of the quiet hours; None
        where never."""
        if not self.notices:
            return None
        return (self.quiet.until(now) if self.quiet is not None else None) or now


DEFAULTS: Final = Preferences()


@cache
def _card_style(index: Index, colours: str, large: bool, back: str) -> CardStyle:
    return CardStyle(index, Colours(colours), large, Back(back))


def usual_index(language: str, preset: str) -> Index:
    """The letters on the cards where nobody chose: as the speakers of the language know them, in the game
    that they play with their own cards."""
    if language == "ru":
        return Index.RUSSIAN
    belgian = language in _BELGIAN_LANGUAGES and preset_named(preset).home == _BELGIUM
    return Index.BELGIAN if belgian else Index.ENGLISH


@dataclass(frozen=True, slots=True)
class Player:
    """A person the bot has met. ``dm_channel_id`` is their direct-message channel once opened; ``dm_closed``
    says that Discord refused one, and when that was is ``dm_checked_at`` (unix seconds)."""

    user_id: int
    name: str
    locale: str = ""
    dm_channel_id: int | None = None
    dm_closed: bool = False
    dm_checked_at: float = 0.0
    preferences: Preferences = DEFAULTS


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
