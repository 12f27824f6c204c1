"""How much one person may ask for at a time, so that nobody's presses wait behind theirs.

Looked at before anything else: what is over the limit costs no request, no database and no picture. The
first of it is answered with a sentence; the rest Discord itself tells the person of, as presses that failed.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, NoReturn

import discord

from bot.discordkit.boundary import Boundary, Refusal
from bot.discordkit.interactions import InteractionOutcome, note
from bot.discordkit.presses import Presses

AT_ONCE: Final = 4
BURST: Final = 60
A_SECOND: Final = 30.0
TOLD_EVERY: Final = 10.0
FORGOTTEN_AFTER: Final = 60.0
"""Seconds, by when everything about a person is as if they had never been seen."""

ADMITTED: Final = "admitted"


class FloodVerdict(Enum):
    """What becomes of a press."""

    DO = "do"
    SAY = "say"
    """It is too much, and its person is to be told so."""
    DROP = "drop"


@dataclass(slots=True)
class _Pressing:
    """One person: how many more presses they have now, how many are at work, when they were told last."""

    presses: float
    seen: float
    at_work: int = 0
    told: float | None = None


class Flood:
    """The limit, by person. ``now`` are seconds of any beginning that never go back."""

    def __init__(
        self,
        now: Callable[[], float],
        *,
        at_once: int = AT_ONCE,
        burst: int = BURST,
        a_second: float = A_SECOND,
    ) -> None:
        self._now = now
        self._at_once = at_once
        self._burst = burst
        self._a_second = a_second
        self._people: OrderedDict[int, _Pressing] = OrderedDict()  # whoever was seen last is last

    @property
    def remembered(self) -> int:
        """How many people are known now."""
        return len(self._people)

    def begin(self, user_id: int, *, can_be_told: bool = True) -> FloodVerdict:
        """A press has come. Where it is to be done, ``end`` is to be called once it is."""
        now = self._now()
        self._forget(now)
        one = self._seen(user_id, now)
        if one.presses >= 1.0 and one.at_work < self._at_once:
            one.presses -= 1.0
            one.at_work += 1
            return FloodVerdict.DO
        if can_be_told and (one.told is None or now - one.told >= TOLD_EVERY):
            one.told = now
            return FloodVerdict.SAY
        return FloodVerdict.DROP

    def end(self, user_id: int) -> None:
        """One of a person's presses is done."""
        self._people[user_id].at_work -= 1

    def _seen(self, user_id: int, now: float) -> _Pressing:
        one = self._people.setdefault(user_id, _Pressing(self._burst, now))
        one.presses = min(self._burst, one.presses + (now - one.seen) * self._a_second)
        one.seen = now
        self._people.move_to_end(user_id)
        return one

    def _forget(self, now: float) -> None:
        while self._people:
            user_id, one = next(iter(self._people.items()))
            if now - one.seen < FORGOTTEN_AFTER:
                return
            if one.at_work:
                self._seen(user_id, now)
            else:
                del self._people[user_id]


class FloodGate:
    """Lets interactions of every kind through, or not."""

    def __init__(self, flood: Flood, boundary: Boundary, presses: Presses) -> None:
        self._flood = flood
        self._boundary = boundary
        self._presses = presses
        self._closed = False

    @property
    def is_closed(self) -> bool:
        """Whether nothing more is let through."""
        return self._closed

    def close(self) -> None:
        """Let nothing more through: who presses is told that the bot is stopping."""
        self._closed = True

    async def admits(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether an interaction is to be carried out, which then counts as being at work until the task is
        done that asked first: the library shows a command to two."""
        if ADMITTED in interaction.extras:
            return interaction.extras[ADMITTED]
        user_id = interaction.user.id
        can_be_told = interaction.type is not discord.InteractionType.autocomplete
        verdict = self._flood.begin(user_id, can_be_told=can_be_told)
        admitted = interaction.extras[ADMITTED] = verdict is FloodVerdict.DO and not self._closed
        if not admitted:
            note(
                interaction,
                InteractionOutcome.STOPPING if verdict is FloodVerdict.DO else InteractionOutcome.TOO_FAST,
            )
        if verdict is not FloodVerdict.DROP:
            self._presses.begin(interaction)
        if verdict is FloodVerdict.DO:
            task = asyncio.current_task()
            assert task is not None
            task.add_done_callback(lambda _: self._flood.end(user_id))
        if verdict is FloodVerdict.SAY:
            await self._boundary.run(interaction, _raise(Refusal("too-fast")))
        elif verdict is FloodVerdict.DO and self._closed and can_be_told:
            await self._boundary.run(interaction, _raise(Refusal("closing")))
        return admitted


async def _raise(refusal: Refusal) -> NoReturn:
    raise refusal
