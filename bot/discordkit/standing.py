"""Since when each button of one person's message has stood in its place.

Where buttons change places, somebody who is about to press would press what they have not read. Mostly
nothing changes places (``ui.table.card_buttons``); where something does, a press that comes sooner than
anybody can have read it does nothing. Who presses what has not moved is never kept waiting, and neither is a
press that was made on an earlier drawing: it is about what was seen then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from discord import ui

from bot.discordkit.panel import Panel, PressButton
from bot.discordkit.press_ids import PressId

STANDS_AFTER: Final = 0.5  # seconds
ONE_BUTTON: Final = ("act", "mark", "queue")
"""Verbs that one button goes through while what it leads to stays the same."""

Place = tuple[int, int, int]
"""The rows above and below, and the buttons before it in its row: panels grow at either end."""
What = tuple[str, tuple[str, ...]]
"""What a press leads to, whatever the state it was drawn at."""


@dataclass(frozen=True, slots=True)
class _Stand:
    """``seq`` is the state at which it came to this place; ``since`` when it was there, in unix seconds; None
    while it is on its way, and may be there."""

    place: Place
    seq: int
    since: float | None = None


class MessageAge:
    """See the module."""

    def __init__(self) -> None:
        self._stands: dict[What, _Stand] = {}

    def moved(self) -> None:
        """It is another message from now on."""
        self._stands = {}

    def drawn(self, panel: Panel) -> None:
        """This is about to be sent."""
        before, self._stands = self._stands, {}
        for place, press in _buttons(panel):
            stand = before.get(_what(press))
            still = stand is not None and stand.place == place
            self._stands[_what(press)] = stand if stand and still else _Stand(place, press.seq)

    def arrived(self, now: float) -> None:
        """What was drawn last is there."""
        self._stands = {
            what: replace(stand, since=now) if stand.since is None else stand
            for what, stand in self._stands.items()
        }

    def is_new(self, press: PressId, at: float, stands_after: float) -> bool:
        """Whether a button that was pressed at this moment had not stood in its place for so many seconds;
        never, where that is none."""
        stand = self._stands.get(_what(press))
        if stand is None or press.seq < stand.seq or stands_after == 0:
            return False
        return stand.since is None or at < stand.since + stands_after


def _what(press: PressId) -> What:
    return "" if press.verb in ONE_BUTTON else press.verb, press.values


def _buttons(panel: Panel) -> Iterator[tuple[Place, PressId]]:
    rows = [row.children for row in panel.walk_children() if isinstance(row, ui.ActionRow)]
    for above, row in enumerate(rows):
        for before, one in enumerate(row):
            press = _press_of(one)
            if press is not None:
                yield (above, len(rows) - above - 1, before), press


def _press_of(one: ui.Item[Any]) -> PressId | None:
    if isinstance(one, PressButton):
        return one.press
    return PressId.parse(str(one.custom_id)) if isinstance(one, ui.Button | ui.Select) else None
