"""Moments at which a bot that holds a night may die: beside each thing that it keeps of it.

A moment is named after what is kept, so it is the same one in whichever life it comes. What happens there is
the business of whoever watches.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import Any

from bot.nights.model import Evening, NightStep, Ruling, StepKey, StepState
from bot.nights.ports import StepChange
from bot.tables import ports
from bot.tables.model import State, TableFacts
from bot.tournaments.plan import TournamentFacts
from data.leagues.tournaments import StoredTournaments
from data.nights import StoredNights
from data.tables import StoredTables

Come = Callable[[str], None]
"""Told ``before …`` and ``after …`` of all that is kept; it may raise StoreError, or not return."""


def named(kept: object) -> str:
    """What is kept, in a word; empty where it is nothing that a night would have to go on from: a card."""
    match kept:
        case NightStep():
            return f"{kept.kind} {kept.about} {kept.state} {kept.hindrance}".rstrip()
        case Evening():
            numbers = len(kept.plan), kept.round, int(kept.time_up), int(kept.settled)
            return f"{kept.stage} {' '.join(map(str, numbers))}"
        case Ruling():
            return f"ruling {kept.kind} kept"
        case TournamentFacts(ended_at=ended_at):
            return "tournament changed" if ended_at is None else "tournament over"
        case TableFacts():
            return f"{kept.place} opened"
        case ports.TableStep(facts=facts) if facts.place and facts.state is not State.LOBBY and facts.seq < 2:
            return f"{facts.place} {facts.state}"
        case ports.TableStep(facts=facts) if facts.place and facts.state is not State.PLAYING:
            return f"{facts.place} {facts.state}"
        case _:
            return ""


def _step(evening_id: Any, key: StepKey, change: StepChange) -> NightStep:
    """What a step becomes that is under way."""
    return change(NightStep(evening_id, *key, StepState.DOING))


def watched(come: Come, patch: Callable[[type, str, object], None] = setattr) -> None:
    """Have it be told of all that is kept, in whatever store."""
    for owner, name in (
        (StoredNights, "change_step"),
        (StoredNights, "change"),
        (StoredNights, "make_evening"),
        (StoredNights, "rule"),
        (StoredTournaments, "change"),
        (StoredTables, "create"),
        (StoredTables, "write"),
    ):
        patch(owner, name, _watched(getattr(owner, name), come))


def _watched(keep: Callable[..., Awaitable[Any]], come: Come) -> Callable[..., Awaitable[Any]]:
    @functools.wraps(keep)
    async def kept(self: object, value: object, *others: Any, **named_others: Any) -> Any:
        name = named(_step(value, *others) if keep.__name__ == "change_step" else value)
        if name:
            come(f"before {name}")
        done = await keep(self, value, *others, **named_others)
        if name:
            come(f"after {name}")
        return done

    return kept
