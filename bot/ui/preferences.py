"""What a person has chosen for themselves: declared once, for the panel, the store and everybody who asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, Self

from bot.pictures.style import Back, CardStyle, Colours, Index
from bot.ui.quiet_hours import QuietHours, quiet_hours
from bot.words.catalogue import languages

AUTO: Final = "auto"
"""The choice that follows from the language, or from the game."""

_BELGIAN_LANGUAGES: Final = ("nl", "fr")
_BELGIAN_GAMES: Final = ("kingen", "dubbelkingen", "whist")  # Whisthub's too: its rules are Kingen's


class Hands(StrEnum):
    """Where a person's cards appear."""

    DIRECT = "direct"  # by direct message
    CHANNEL = "channel"  # in the table's channel, visible to them alone


class Ranks(StrEnum):
    """How the cards of a suit are held, left to right."""

    DESCENDING = "descending"
    ASCENDING = "ascending"


Value = str | bool


def text_of(value: Value) -> str:
    """A value as it is written in the id of a button."""
    return value if isinstance(value, str) else "yes" if value else "no"


_OFF_ON: Final = (False, True)
_ON_OFF: Final = (True, False)
_CHOICES: Final[Mapping[str, tuple[Value, ...]]] = MappingProxyType(
    {
        "index": (AUTO, *(index.value for index in Index)),
        "colours": tuple(colours.value for colours in Colours),
        "large": _OFF_ON,
        "back": tuple(back.value for back in Back),
        "hands": tuple(place.value for place in Hands),
        "text_mode": _OFF_ON,
        "trumps_left": _ON_OFF,
        "ranks": tuple(order.value for order in Ranks),
        "two_rows": _OFF_ON,
        "press_twice": _OFF_ON,
        "auto_play": _OFF_ON,
        "notices": _ON_OFF,
    }
)


def choices() -> Mapping[str, tuple[Value, ...]]:
    """The values of each preference that has a list of them, the default first; in the order in which people
    are offered them."""
    return {"language": (AUTO, *languages()), **_CHOICES}


@dataclass(frozen=True, slots=True)
class Preferences:
    """One person's. The values are those of ``choices``; ``quiet`` are the hours in which nothing rings, None
    for no such hours."""

    language: str = AUTO
    index: str = AUTO
    colours: str = Colours.TWO.value
    large: bool = False
    back: str = Back.LATTICE.value
    hands: str = Hands.DIRECT.value
    text_mode: bool = False
    trumps_left: bool = True
    ranks: str = Ranks.DESCENDING.value
    two_rows: bool = False
    press_twice: bool = False
    auto_play: bool = False
    notices: bool = True
    quiet: QuietHours | None = None

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Preferences as ``stored`` said; the default for what is not understood, or no longer."""
        known = {
            name: stored[name]
            for name, values in choices().items()
            if name in stored and type(stored[name]) is type(values[0]) and stored[name] in values
        }
        return cls(**known, quiet=_read_quiet(stored.get("quiet")))

    def stored(self) -> dict[str, Any]:
        """What is kept: what differs from the defaults, fit for JSON."""
        kept = {one.name: getattr(self, one.name) for one in fields(self)}
        if self.quiet is not None:
            kept["quiet"] = [self.quiet.start, self.quiet.end, self.quiet.zone]
        return {one.name: kept[one.name] for one in fields(self) if kept[one.name] != one.default}

    def changed(self, name: str, value: Value | QuietHours | None) -> Self:
        """With another value, of those there are. Raises ValueError for any other."""
        if name == "quiet":
            if not isinstance(value, QuietHours | None):
                raise ValueError(name)
        elif value not in choices().get(name, ()):
            raise ValueError(name)
        return replace(self, **{name: value})

    def card_style(self, language: str, preset: str) -> CardStyle:
        """The cards of every picture for this person, who is spoken to in ``language``, of a game by that
        preset's name."""
        index = usual_index(language, preset) if self.index == AUTO else Index(self.index)
        return CardStyle(index, Colours(self.colours), self.large, Back(self.back))

    def rings_from(self, now: float) -> float | None:
        """When a notice may next make a sound, in unix seconds: ``now``, or the end of the quiet hours; None
        where never."""
        if not self.notices:
            return None
        return (self.quiet.until(now) if self.quiet is not None else None) or now


DEFAULTS: Final = Preferences()


def usual_index(language: str, preset: str) -> Index:
    """The letters on the cards where nobody chose: as the speakers of the language know them, in the game
    that they play with their own cards."""
    if language == "ru":
        return Index.RUSSIAN
    belgian = language in _BELGIAN_LANGUAGES and preset.startswith(_BELGIAN_GAMES)
    return Index.BELGIAN if belgian else Index.ENGLISH


def _read_quiet(stored: object) -> QuietHours | None:
    match stored:
        case [int(start), int(end), str(zone)]:
            return quiet_hours(start, end, zone)
    return None
