"""What is told of a table besides its game: emotes, who nudged whom, who took the rest.
Kept in memory only, and for a short while."""

from __future__ import annotations

from typing import Final

from bot.engine.game import DealEnded
from bot.ports import Time
from bot.tables.model import Emote, Nudge, RestTaken, TableFacts
from bot.tables.ports import Change

EMOTE_SECONDS: Final = 10.0


class Remarks:
    """Those of one table."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._emotes: dict[int, tuple[Emote, float]] = {}  # the latest by seat, each with when it was shown
        self._nudge: tuple[int, Nudge] | None = None  # with the seq of the turn it is about
        self._rests: dict[int, int] = {}  # the seats that took the rest, by number of the deal

    def hear(self, change: Change) -> None:
        """The table has changed."""
        ended = [event.result for event in change.events if isinstance(event, DealEnded)]
        match change.signal:
            case Emote():
                self._emotes[change.signal.seat] = change.signal, self._time.monotonic()
            case Nudge():
                self._nudge = change.after.seq, change.signal
            case RestTaken():
                self._rests |= {result.deal: change.signal.seat for result in ended}
            case None:
                pass

    def emotes(self) -> list[Emote]:
        """Those to be seen now, the oldest first."""
        shown = sorted(self._emotes.values(), key=lambda one: one[1])
        return [emote for emote, since in shown if since + EMOTE_SECONDS > self._time.monotonic()]

    def nudge(self, facts: TableFacts) -> Nudge | None:
        """Who has nudged whom in this turn."""
        seq, nudge = self._nudge or (None, None)
        return nudge if facts.nudged and seq == facts.seq else None

    def rest_taken_by(self, deal: int) -> int | None:
        """The seat that took all the tricks that were left of that deal at once."""
        return self._rests.get(deal)
