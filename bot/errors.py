"""What all refusals have in common: a code, translated where people see it; and what may be logged of any
error: its kind and the lines it came through, never its text, which may hold a card."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from math import inf
from time import monotonic
from types import MappingProxyType
from typing import ClassVar, Final, ParamSpec


class CodedError(Exception):
    """A request that is refused; nothing has changed. ``code`` is one of the sentences of the catalogue that
    begin with ``sentences`` (``error.night.…``); ``details`` fill its placeholders, and never hold a card."""

    sentences: ClassVar[str]

    def __init__(self, code: str, /, **details: str) -> None:
        super().__init__(code, *details.values())
        self.code = code
        self.details: Mapping[str, str] = MappingProxyType(details)


log = logging.getLogger(__name__)

P = ParamSpec("P")

LOGGED_EVERY: Final = 600.0
"""Seconds after which a listener that goes on failing is logged once more."""

_logged: Final[dict[str, float]] = {}


def where(error: BaseException) -> str:
    """The kind of an error and the lines it came through, the innermost first, without its text."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return " < ".join([type(error).__name__, *reversed(lines)])


def tell(listener: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call somebody who only looks on, or who brings up to date what follows from what is stored. Where that
    fails it is logged now and then, and changes nothing for who calls, nor for others who are called."""
    try:
        listener(*args, **kwargs)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is theirs
        name, now = getattr(listener, "__qualname__", type(listener).__name__), monotonic()
        if now - _logged.get(name, -inf) >= LOGGED_EVERY:
            _logged[name] = now
            log.error("%s failed at what it was told: %s", name, where(error))


def onlooker(listener: Callable[P, object]) -> Callable[P, None]:
    """A listener that is always called by ``tell``, for who knows nothing of that."""
    return partial(tell, listener)
