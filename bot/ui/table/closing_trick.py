"""The trick that closed a deal: it stays to be looked at for a moment before the scores take its place. Kept
in memory only: after a restart the scores are there."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from bot.engine.game import DealEnded, TrickTaken
from bot.people.server_settings import ServerSettings, TrickStays
from bot.ports import Time
from bot.tables.model import TableFacts
from bot.tables.ports import Change

EVERYBODY: Final = 0
"""Nobody's id: for whom the message in the channel is drawn."""


SECONDS: Final[dict[str, float]] = {TrickStays.THREE: 3.0, TrickStays.TWO: 2.0, TrickStays.OFF: 0.0}
"""How long it is shown, by the server's setting."""


class ClosingTimer(StrEnum):
    """The timer of a closing trick, by the table's id."""

    SEEN = "closing-trick-seen"


class ClosingTrick:
    """That of one table."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._seq = -1  # of the state in which the deal was over
        self._since = 0.0
        self._seen: set[int] = set()

    def hear(self, change: Change) -> None:
        """The table has changed."""
        kinds = {type(event) for event in change.events}
        if {TrickTaken, DealEnded} <= kinds:
            self._seq, self._since, self._seen = change.after.seq, self._time.monotonic(), set()

    def left(self, facts: TableFacts, settings: ServerSettings) -> float | None:
        """For how many seconds the trick still stays by the server's settings; None where there is none to be
        shown, or these are over."""
        left = self._since + SECONDS[settings.trick_stays] - self._time.monotonic()
        return left if facts.seq == self._seq and left > 0 else None

    def is_shown(self, facts: TableFacts, settings: ServerSettings, user_id: int = EVERYBODY) -> bool:
        """Whether it still is what a person, or everybody in the channel, is to look at."""
        return user_id not in self._seen and self.left(facts, settings) is not None

    def pressed(self, user_id: int = EVERYBODY) -> None:
        """A person has pressed something since, on a hand of theirs or on the message for everybody: they are
        shown the newest state at once."""
        self._seen.add(user_id)
