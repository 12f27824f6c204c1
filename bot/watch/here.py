"""What is being worked at: the ids that log lines carry, so that all lines of one press can be found.

Set where a press, a timer or a table's turn begins, and inherited by the tasks that follow from it. Ids and
words of ours alone: never a person's id, a name, a card or anything that was typed.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Here:
    """What is being worked at; None where that is not known. ``interaction`` is Discord's id of a press or
    command, ``verb`` what it asks for, as far as it is a verb or a command of ours; ``timer`` is a kind of
    timers. ``table``, ``league`` and ``night`` are what it is about."""

    interaction: int | None = None
    verb: str | None = None
    timer: str | None = None
    table: int | None = None
    league: int | None = None
    night: int | None = None

    def told(self) -> dict[str, int | str]:
        """What is known of it, by name."""
        return {name: value for name in _NAMES if (value := getattr(self, name)) is not None}


_NAMES: Final = tuple(field.name for field in fields(Here))

NOWHERE: Final = Here()

_here: Final[ContextVar[Here]] = ContextVar("here", default=NOWHERE)


def here() -> Here:
    """What is being worked at now."""
    return _here.get()


def begin(what: Here) -> None:
    """From now on this task works at something, and so do the tasks that it starts."""
    _here.set(what)


@contextmanager
def working_at(what: Here) -> Generator[None]:
    """Within, this task works at something else."""
    token = _here.set(what)
    try:
        yield
    finally:
        _here.reset(token)


def at_table(table_id: int, what: Here) -> Here:
    """The same work, at a table."""
    return what if what.table == table_id else replace(what, table=table_id)
