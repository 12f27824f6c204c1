"""How long something takes, as people say it."""

from __future__ import annotations

from typing import Final

from bot.words.catalogue import Words

_MINUTE: Final = 60.0
_STEP: Final = 5
_HOUR: Final = 60
_TOO_MANY_MINUTES: Final = 90
"""From here on half hours are told."""


def about(words: Words, seconds: float) -> str:
    """«about 50 minutes», «about 2½ hours»: to five minutes, from an hour and a half on to half an hour."""
    minutes = max(_STEP, _STEP * round(seconds / _MINUTE / _STEP))
    if minutes < _TOO_MANY_MINUTES and minutes != _HOUR:
        return words.count("length.minutes", minutes)
    hours, is_half = divmod(round(seconds / _MINUTE / (_HOUR / 2)), 2)
    return words.count("length.hours-and-a-half" if is_half else "length.hours", hours)
