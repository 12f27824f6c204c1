"""What holds in every end-to-end test: nothing breaks unseen, and no log tells of a card."""

from __future__ import annotations

import gc
import logging
import re
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio

from bot.nights.ui import messages as night_messages
from bot.reviews import reviewing
from bot.tables import play
from bot.tables.model import TableFacts
from bot.tables.ui import messages, table_slots
from tests.clock import FakeClock
from tests.databases import put_empty
from tests.e2e.house import House, open_house

CARD = re.compile(
    r"\b(play|deck) [2-9TJQKA][CDHS]\b|\b(ace|king|queen|jack|ten|two) of (club|diamond|heart|spade)s\b"
)

FULL_COLLECTION = 25
"""Once in so many tests."""
_begun = count()


@pytest.fixture
def troubled_disk() -> None:
    """For tests in which the operator is to be told of a database that fails."""


@pytest.fixture(autouse=True)
def quiet_log(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> object:
    """No test leaves a traceback or a card in the log, nor an exception that nobody has looked at."""
    caplog.set_level(logging.INFO)
    if next(_begun) % FULL_COLLECTION == 0:
        gc.collect()  # what was garbage only after the end of its test
    gc.freeze()  # what is there already is not looked through at the end of every test
    yield
    gc.collect()  # an exception nobody has looked at is logged when its task goes
    gc.unfreeze()
    for record in caplog.get_records("call"):
        said = record.getMessage()
        assert record.exc_info is None, said
        assert not CARD.search(said), said
        assert record.levelno < logging.ERROR or "troubled_disk" in request.fixturenames, said


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Table messages are redrawn at once, and scores come at once; people press faster here than anywhere."""
    monkeypatch.setattr(table_slots, "TABLE_PAUSE", 0.0)
    monkeypatch.setattr(night_messages, "PAUSE", 0.0)
    monkeypatch.setattr(reviewing, "REST", 0.0)
    for stay in messages.TRICK_SECONDS:
        monkeypatch.setitem(messages.TRICK_SECONDS, stay, 0.0)


@pytest.fixture
def presses_by_time() -> None:
    """For tests that look at the ids of presses."""


@pytest.fixture
def presses_by_order(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cards follow from the order of the Join presses and from the test's secret, not from the time
    of day that the ids of presses tell: a game that fails is the same game again."""

    def presses_of(facts: TableFacts) -> tuple[int, ...]:
        return actual(facts) if facts.duplicate else tuple(range(1, len(actual(facts)) + 1))

    actual = play.presses_of
    if "presses_by_time" not in request.fixturenames:
        monkeypatch.setattr(play, "presses_of", presses_of)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return put_empty(tmp_path / "test.sqlite3")


@pytest_asyncio.fixture
async def house(database: Path, presses_by_order: None) -> AsyncIterator[House]:
    """A playground with the bot in it, in real time."""
    async with open_house(database) as house:
        yield house


@pytest_asyncio.fixture
async def still_house(database: Path) -> AsyncIterator[House]:
    """The same with a clock that is moved by hand."""
    async with open_house(database, clock=FakeClock()) as house:
        yield house
