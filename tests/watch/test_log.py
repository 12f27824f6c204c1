"""How log lines look, and what they never hold."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from bot.watch.log import (
    KINDS,
    NOWHERE,
    Here,
    JsonLines,
    TextLines,
    Throttle,
    at_table,
    begin,
    complain,
    here,
    working_at,
)

SECRET = "play QS"
PRESS = Here(interaction=1234567890123456789, verb="act", table=12)


class Lines(logging.Handler):
    """What is logged, as it would be written."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__()
        self.setFormatter(formatter)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


@pytest.fixture
def text() -> Iterator[Lines]:
    yield from listening(TextLines())


@pytest.fixture
def as_json() -> Iterator[Lines]:
    yield from listening(JsonLines())


def listening(formatter: logging.Formatter) -> Iterator[Lines]:
    handler, log = Lines(formatter), logging.getLogger("bot")
    log.addHandler(handler)
    level = log.level
    log.setLevel(logging.INFO)
    yield handler
    log.removeHandler(handler)
    log.setLevel(level)


def fail() -> None:
    raise ValueError(SECRET)


def log_an_error() -> None:
    try:
        fail()
    except ValueError:
        logging.getLogger("bot.somewhere").error("it failed", exc_info=sys.exc_info())


def test_a_line_of_text_ends_with_what_was_being_worked_at(text: Lines) -> None:
    with working_at(PRESS):
        logging.getLogger("bot.tables").warning("table %d: so and so", 12)
    logging.getLogger("bot.tables").info("nothing in particular")
    first, second = text.said
    assert first.endswith(
        " WARNING bot.tables: table 12: so and so [interaction=1234567890123456789 verb=act table=12]"
    )
    assert second.endswith(" INFO bot.tables: nothing in particular")


@pytest.mark.parametrize("what", [NOWHERE, PRESS])
def test_where_there_are_several_cells_a_line_says_which(what: Here) -> None:
    record = logging.LogRecord("bot.tables", logging.INFO, "", 1, "so", None, None)
    with working_at(what):
        assert TextLines(2).format(record).endswith(" cell=2]" if what is PRESS else " so [cell=2]")
        assert json.loads(JsonLines(2).format(record))["cell"] == 2


def test_a_line_of_json_has_everything_in_fields(as_json: Lines) -> None:
    with working_at(PRESS):
        logging.getLogger("bot.tables").info("«%s»", "so")
    told: dict[str, Any] = json.loads(as_json.said[0])
    assert told.pop("time").endswith("Z")
    assert told == {
        "level": "INFO",
        "logger": "bot.tables",
        "message": "«so»",
        "interaction": "1234567890123456789",
        "verb": "act",
        "table": 12,
    }


@pytest.mark.parametrize("formatter", [TextLines(), JsonLines()])
def test_one_event_is_one_line_without_the_text_of_its_error(formatter: logging.Formatter) -> None:
    for handler in listening(formatter):
        log_an_error()
        logging.getLogger("bot").info("a\nb\r\u2028c\x1b[31m")
        error, breaks = handler.said
        assert SECRET not in error and "ValueError" in error and "test_log.py" in error
        for line in (error, breaks):
            assert len(line.splitlines()) == 1
        assert "\x1b" not in breaks


async def test_the_event_loops_complaints_hold_no_text_of_errors(as_json: Lines) -> None:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(complain)
    try:

        async def forgotten() -> None:
            fail()

        task = asyncio.create_task(forgotten(), name="forgotten")
        await asyncio.wait({task})
        del task
    finally:
        loop.set_exception_handler(None)
    (line,) = as_json.said
    assert "never retrieved" in line and "ValueError" in line and SECRET not in line


async def test_a_task_works_at_what_it_was_begun_for() -> None:
    found: list[Here] = []

    async def look() -> None:
        found.append(here())

    with working_at(PRESS):
        task = asyncio.create_task(look())
        begin(Here(verb="other"))
    await task
    assert found == [PRESS]
    assert here() == NOWHERE


def test_what_is_asked_of_another_table_is_told_of_that() -> None:
    assert at_table(13, PRESS).table == 13
    assert at_table(13, PRESS).interaction == PRESS.interaction


def test_what_fails_again_and_again_is_logged_ten_times_a_minute_and_counted() -> None:
    now = 0.0
    lines = Lines(TextLines())
    lines.addFilter(Throttle(lambda: now))
    log = logging.getLogger("bot.full")
    log.addHandler(lines)

    def fail_often(times: int) -> None:
        for number in range(times):
            log.warning("change %d was not stored", number)

    try:
        fail_often(200)
        log.warning("something else")
        assert len(lines.said) == 11 and lines.said[-1].endswith("something else")
        assert "(no more of this kind are logged for a minute)" in lines.said[9]
        now = 61.0
        fail_often(1)
        assert lines.said[11].endswith("change 0 was not stored (190 more of this kind were not logged)")
    finally:
        log.removeHandler(lines)


def test_one_error_that_comes_often_hides_no_other_that_is_logged_by_the_same_line() -> None:
    throttle = Throttle(lambda: 0.0)

    def passes(*args: str) -> bool:
        told = {"levelno": logging.ERROR, "msg": "reference %s: %s", "args": args}
        return throttle.filter(logging.makeLogRecord({**told, "pathname": "boundary.py", "lineno": 1}))

    often = "ValueError < bot/ui/table/lobby.py:12 join"
    assert [passes(f"{number:06x}", often) for number in range(20)] == [True] * 10 + [False] * 10
    assert passes("1a2b3c", "KeyError < bot/ui/table/lobby.py:12 join")
    assert passes("1a2b3c", "ValueError < bot/ui/table/lobby.py:13 join")
    for kind in range(5_000):  # and what it knows of kinds is bounded
        assert passes("1a2b3c", f"ValueError < bot/ui/table/lobby.py:{100 + kind} join")
    assert len(throttle._seen) <= KINDS


def test_what_is_only_told_is_not_held_back() -> None:
    throttle = Throttle(lambda: 0.0)
    told = logging.makeLogRecord({"levelno": logging.INFO, "msg": "a table has begun"})
    assert all(throttle.filter(told) for _ in range(100))
