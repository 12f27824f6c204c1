"""Requests of the program, which nobody at the table makes: time is up."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.game import OVER
from bot.tables.drafts import Draft, require
from bot.tables.errors import TableError
from bot.tables.model import Notice, State
from bot.tables.outcomes import as_it_stands
from bot.tables.recovery import rules_of
from bot.tables.seats import call_off
from bot.tables.suited import can_be_cut_short


def finish_by_robots(draft: Draft) -> Draft:
    """From now on robots play for everybody to the end of the game, and nobody comes back. Saying so again
    changes nothing."""
    facts = draft.facts
    require(facts, State.PLAYING, State.ADJOURNED)
    if facts.time_up:
        return draft
    seats = tuple(replace(seat, absent=seat.user_id is not None) for seat in facts.seats)
    facts = replace(facts, state=State.PLAYING, notice="", seats=seats, time_up=True)
    return replace(draft, facts=facts)


def cut_short(draft: Draft, now: float) -> Draft:
    """The game ends with the deals that were scored; the one in play counts for nothing. Without any it is
    called off."""
    facts, game = draft.facts, draft.game
    require(facts, State.LOBBY, State.PLAYING, State.ADJOURNED)
    if not can_be_cut_short(rules_of(facts)):
        raise TableError("cannot-cut-short")
    if game is None or all(result.points is None for result in game.results):
        return call_off(draft, now)
    facts = replace(facts, state=State.FINISHED, notice=Notice.CUT_SHORT, turn=OVER, ended_at=now)
    # the game as it is now has a deal in play: it is told from the log again when somebody asks
    return replace(draft, facts=facts, game=None, events=(as_it_stands(game),))
