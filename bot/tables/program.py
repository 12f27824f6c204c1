"""Requests of the program, which nobody at the table makes: a pause, a substitute, time that is up."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.game import OVER
from bot.tables.drafts import Draft, require, with_seat
from bot.tables.errors import TableError
from bot.tables.model import Newcomer, Notice, State
from bot.tables.outcomes import as_it_stands
from bot.tables.recovery import rules_of
from bot.tables.seats import call_off, with_holder
from bot.tables.suited import can_be_cut_short


def pause(draft: Draft) -> Draft:
    """The game waits until the program goes on, whatever people do; a lobby waits anyway."""
    facts = draft.facts
    require(facts, State.LOBBY, State.PLAYING, State.ADJOURNED)
    if facts.state is State.LOBBY:
        return draft
    return replace(draft, facts=replace(facts, state=State.ADJOURNED, notice=Notice.PAUSED))


def go_on(draft: Draft) -> Draft:
    """A paused game goes on."""
    facts = draft.facts
    require(facts, State.LOBBY, State.PLAYING, State.ADJOURNED)
    if not facts.is_paused:
        return draft
    return replace(draft, facts=replace(facts, state=State.PLAYING, notice=""))


def seat(draft: Draft, number: int, who: Newcomer | None, press_id: int | None) -> Draft:
    """A seat is given to another person, or to a robot."""
    facts = draft.facts
    require(facts, State.LOBBY, State.PLAYING, State.ADJOURNED)
    facts = with_holder(facts, number, who)
    if facts.state is State.LOBBY and not facts.duplicate:
        facts = with_seat(facts, number, replace(facts.seats[number], press_id=press_id))
    return replace(draft, facts=facts)


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


def unveil(draft: Draft) -> Draft:
    """All cards that are played here have been played at the other tables too."""
    return replace(draft, facts=replace(draft.facts, veiled=False))
