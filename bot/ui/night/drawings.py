"""What each message of a night shows: by the kind of the step that posts it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.nights.model import EveningDetails, StepKind
from bot.ui.discord.panel import Drawing
from bot.ui.night.board import Boards
from bot.ui.night.letters import Letters
from bot.ui.night.outcome import Outcomes
from bot.ui.night.sign_up import SignUps


class NightDrawings:
    """See the module."""

    def __init__(self, sign_ups: SignUps, letters: Letters, boards: Boards, outcomes: Outcomes) -> None:
        self.sign_ups = sign_ups
        self.letters = letters
        self.boards = boards
        self.outcomes = outcomes

    async def of(self, told: EveningDetails, kind: StepKind, about: int) -> Drawing:
        """What the message of a step shows now. Raises StoreError."""
        if kind in _OF_ALL:
            return await _OF_ALL[kind](self, told)
        return await _OF_ONE[kind](self, told, about)


_OF_ALL: Final[Mapping[StepKind, Callable[[NightDrawings, EveningDetails], Awaitable[Drawing]]]] = {
    StepKind.SIGN_UP: lambda these, told: these.sign_ups.sign_up(told),
    StepKind.CHECK_IN: lambda these, told: these.sign_ups.check_in(told),
    StepKind.OFF: lambda these, told: these.sign_ups.off(told),
    StepKind.PLAN: lambda these, told: these.letters.plan(told),
    StepKind.APART: lambda these, told: these.letters.apart(told),
    StepKind.RESULT: lambda these, told: these.outcomes.result(told),
}
_OF_ONE: Final[Mapping[StepKind, Callable[[NightDrawings, EveningDetails, int], Awaitable[Drawing]]]] = {
    StepKind.REMINDER: lambda these, told, about: these.letters.reminder(told, about),
    StepKind.MOVED_UP: lambda these, told, about: these.letters.moved_up(told, about),
    StepKind.TROUBLE: lambda these, told, about: these.letters.trouble(told, about),
    StepKind.ABSENT: lambda these, told, about: these.outcomes.for_absent(told, about),
    StepKind.BOARD: lambda these, told, about: these.boards.board(told, about),
    StepKind.CALL: lambda these, told, about: these.boards.call(told, about),
}
"""Messages about the evening as a whole, and about one thing or person of it."""
