"""How log lines look: one line an event, with the ids of what was being worked at, so that all lines of one
press can be found.

Human readable, or JSON for programs. Never the text of an error, which may hold a card: its kind and the
lines of the program it came through, for every logger there is.

What is being worked at is set where a press, a timer or a table's turn begins, and inherited by the tasks
that follow from it. Ids and words of ours alone: never a person's id, a name, a card or anything that was
typed.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Final

from bot.errors import where
from bot.watch.declared import log_lines


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

    def context(self) -> dict[str, int | str]:
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


TOO_LONG_FOR_NUMBERS: Final = ("interaction",)
"""Ids of Discord, which in JSON are texts: many readers of it know numbers of 53 bits only."""

MINUTE: Final = 60.0
MOST: Final = 10
"""How many warnings or errors of one kind are logged a minute."""
NOTE: Final = "throttled"
"""What a record's attribute is called that says that others of its kind are not logged."""

KINDS: Final = 1_000
"""Of so many kinds at most it is known how many there were."""

_NUMBERS: Final = re.compile(r"(?<!:)\b\w*\d\w*")
"""Ids and references, in which lines of one kind differ; not the lines of the program that an error came
through."""

_BREAKS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")

log = logging.getLogger(__name__)


class _Lines(logging.Formatter):
    """``cell`` is the number of this process's, where there are several."""

    def __init__(self, cell: int | None = None) -> None:
        super().__init__()
        self._more: dict[str, int | str] = {} if cell is None else {"cell": cell}

    def context(self) -> dict[str, int | str]:
        """What is known of where a line comes from, by name."""
        return {**here().context(), **self._more}


class TextLines(_Lines):
    """``2026-11-23 08:04:30,123 INFO bot.tables: … [table=12 verb=act]``; the time is the machine's."""

    def format(self, record: logging.LogRecord) -> str:
        """See the class."""
        at = self.formatTime(record)
        ids = " ".join(f"{name}={value}" for name, value in self.context().items())
        line = f"{at} {record.levelname} {record.name}: {message(record)}"
        return f"{line} [{ids}]" if ids else line


class JsonLines(_Lines):
    """An object a line: ``time`` (ISO 8601, UTC), ``level``, ``logger``, ``message``, and what is known of
    ``interaction``, ``verb``, ``timer``, ``table``, ``league``, ``night``, ``cell``."""

    def format(self, record: logging.LogRecord) -> str:
        """See the class."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        entry: dict[str, Any] = {
            "time": at.replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": message(record),
        }
        for name, value in self.context().items():
            entry[name] = str(value) if name in TOO_LONG_FOR_NUMBERS else value
        return json.dumps(entry, ensure_ascii=False)


def message(record: logging.LogRecord) -> str:
    """What a record says, in one line."""
    text = record.getMessage()
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        text = f"{text} ({where(error)})"
    if note := getattr(record, NOTE, ""):
        text = f"{text} ({note})"
    return _BREAKS.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


class Throttle(logging.Filter):
    """Lets ``MOST`` warnings and errors a minute through that come from one line of the program and say the
    same but for numbers: on a full disk each change fails, and the log may be on it. ``now`` are seconds of
    any beginning."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._now = now
        self._seen: dict[tuple[str, int, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Called by the library."""
        if record.levelno < logging.WARNING:
            return True
        kind, now = (record.pathname, record.lineno, _NUMBERS.sub("", message(record))), self._now()
        if len(self._seen) >= KINDS and kind not in self._seen:
            self._seen.clear()
        begun, count = self._seen.get(kind, (now, 0))
        if now - begun >= MINUTE:
            if count > MOST:
                setattr(record, NOTE, f"{count - MOST} more of this kind were not logged")
            begun, count = now, 0
        self._seen[kind] = begun, count + 1
        if count + 1 == MOST:
            setattr(record, NOTE, "no more of this kind are logged for a minute")
        return count < MOST


class _Counting(logging.Handler):
    """Counts lines, for the metrics."""

    def emit(self, record: logging.LogRecord) -> None:
        """Called by the library."""
        log_lines[record.levelname] += 1


def log_to_console(level: str, form: str, cell: int | None = None) -> None:
    """Have everything that is logged written to standard error. ``form`` is ``text`` or ``json``; ``cell`` is
    the number of this process's, where there are several."""
    handler = logging.StreamHandler()
    handler.addFilter(Throttle())
    handler.setFormatter(JsonLines(cell) if form == "json" else TextLines(cell))
    logging.basicConfig(level=level, handlers=[handler, _Counting()])
    logging.getLogger("aiosqlite").setLevel(logging.INFO)  # its DEBUG log prints what is stored: hands
    least = max(logging.INFO, logging.getLevelNamesMapping()[level])
    for name in ("discord.http", "discord.gateway", "discord.webhook.async_"):
        logging.getLogger(name).setLevel(least)  # their DEBUG logs print what is sent: hands


def complain(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """The event loop's own complaints, which would else be logged with the text of the error."""
    error = context.get("exception")
    cause = where(error) if isinstance(error, BaseException) else "no error"
    log.error("the event loop complains: %s (%s)", context.get("message", ""), cause)
