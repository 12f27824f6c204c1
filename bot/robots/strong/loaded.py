"""The door to what is compiled, which knows nothing of the compiler: it is open once that has been loaded."""

from __future__ import annotations

from contextlib import suppress
from typing import Final, Protocol

from bot.engine.actions import Action
from bot.engine.game import View
from bot.robots.study import Study, Studying, Unsupported


class NotLoaded(Exception):
    """What is compiled is not there, or not yet."""


class CompiledFamilies(Protocol):
    """What there is of each family."""

    def choose(self, view: View) -> Action:
        """The action of ``view.seat``, whose turn it is."""
        ...

    def study(self, view: View) -> Study:
        """What comes of each legal card."""
        ...


LOADED: Final[dict[str, CompiledFamilies]] = {}
"""By family, once they are ready."""


def choose(view: View) -> Action:
    """The action of ``view.seat``, whose turn it is. Raises NotLoaded, and Unsupported for a contract with a
    rule of which the compiled part does not know."""
    family = view.rules.preset.family
    if family not in LOADED:
        raise NotLoaded
    return LOADED[family].choose(view)


def study_by(steady: Studying) -> Studying:
    """The same for a study; until it is ready, and for a contract that it does not know, ``steady`` is asked
    instead."""

    def study(view: View) -> Study:
        compiled = LOADED.get(view.rules.preset.family)
        if compiled is not None:
            with suppress(Unsupported):
                return compiled.study(view)
        return steady(view)

    return study
