"""What is told of a table besides its game: emotes, who nudged whom, who took the rest; and to each person
alone which cards were played for them. Kept in memory only, and for a short while."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from bot.engine.actions import is_play
from bot.engine.cards import Card
from bot.engine.game import DealEnded
from bot.tables.model import Emote, Nudge, RestTaken, TableFacts
from bot.tables.ports import Change, Time

EMOTE_SECONDS: Final = 10.0


@dataclass(slots=True)
class _Remarks:
    """Those of one table. ``emotes`` are the latest by seat, each with when it was shown; ``nudge`` comes
    with the seq of the turn it is about; ``rests`` are the seats that took the rest, by number of the deal;
    ``played`` are cards by the person they were played for."""

    emotes: dict[int, tuple[Emote, float]] = field(default_factory=dict[int, tuple[Emote, float]])
    nudge: tuple[int, Nudge] | None = None
    rests: dict[int, int] = field(default_factory=dict[int, int])
    played: dict[int, list[Card]] = field(default_factory=dict[int, list[Card]])


class Remarks:
    """Those of all tables."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._tables: dict[int, _Remarks] = {}

    def hear(self, change: Change) -> None:
        """A table has changed."""
        remarks = self._tables.setdefault(change.after.id, _Remarks())
        ended = [event.result for event in change.events if isinstance(event, DealEnded)]
        match change.signal:
            case Emote():
                remarks.emotes[change.signal.seat] = change.signal, self._time.now()
            case Nudge():
                remarks.nudge = change.after.seq, change.signal
            case RestTaken():
                remarks.rests |= {result.deal: change.signal.seat for result in ended}
            case None:
                pass
        if change.seat is not None and change.action is not None:
            _note_play(remarks, change, change.seat, change.action)
        if ended:
            remarks.played.clear()

    def forget(self, table_id: int) -> None:
        """The table is over."""
        self._tables.pop(table_id, None)

    def emotes(self, table_id: int) -> list[Emote]:
        """Those to be seen now, the oldest first."""
        shown = sorted(self._of(table_id).emotes.values(), key=lambda one: one[1])
        return [emote for emote, since in shown if since + EMOTE_SECONDS > self._time.now()]

    def nudge(self, facts: TableFacts) -> Nudge | None:
        """Who has nudged whom in this turn."""
        seq, nudge = self._of(facts.id).nudge or (None, None)
        return nudge if facts.nudged and seq == facts.seq else None

    def rest_taken_by(self, table_id: int, deal: int) -> int | None:
        """The seat that took all the tricks that were left of that deal at once."""
        return self._of(table_id).rests.get(deal)

    def played_for(self, table_id: int, user_id: int) -> tuple[Card, ...]:
        """What was played for a person in this deal since they last did something themselves, as they had
        told the table: for their eyes only."""
        return tuple(self._of(table_id).played.get(user_id, ()))

    def _of(self, table_id: int) -> _Remarks:
        return self._tables.get(table_id, _Remarks())


def _note_play(remarks: _Remarks, change: Change, seat: int, action: int) -> None:
    user_id = change.after.seats[seat].user_id
    if user_id is None:
        return
    if not change.wished:
        remarks.played.pop(user_id, None)
    elif is_play(action):
        remarks.played.setdefault(user_id, []).append(action)
