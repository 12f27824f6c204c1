"""Requests about people: leaving, taking seats, coming back, breaking off and ending; and those of the
program, which nobody at the table makes: a pause, a substitute, time that is up."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.game import OVER
from bot.tables.drafts import (
    REFUSALS,
    Draft,
    require,
    require_host,
    require_in_time,
    require_not_seated,
    require_open_to,
    require_unseen,
    require_unveiled,
    seat_at,
    seat_number,
    with_another,
    with_robot,
    with_seat,
    without_seat,
)
from bot.tables.errors import StaleAction, TableError
from bot.tables.model import Newcomer, Notice, Seat, State, TableFacts, clean_name
from bot.tables.recovery import as_it_stands, can_be_cut_short, rules_of


def leave(draft: Draft, user_id: int) -> Draft:
    """A person leaves for good: in the lobby the seat is free again, in play, and where seats were given, a
    robot takes it over."""
    return replace(draft, facts=left(draft.facts, user_id))


def left(facts: TableFacts, user_id: int) -> TableFacts:
    """The facts when a person has left. Raises TableError."""
    require(facts, State.LOBBY, State.PLAYING, State.ADJOURNED)
    number = seat_number(facts, user_id)
    is_free = facts.state is State.LOBBY and not facts.seats_given
    return without_seat(facts, number) if is_free else with_robot(facts, number)


def take_seat(draft: Draft, who: Newcomer, number: int) -> Draft:
    """A person takes the seat of a robot or of somebody absent."""
    facts = draft.facts
    require_open_to(facts, who)
    require(facts, State.PLAYING, State.ADJOURNED)
    require_in_time(facts)
    require_not_seated(facts, who.user_id)
    if not seat_at(facts, number).played_by_robot:
        raise TableError("robot-seat-expected")
    return replace(draft, facts=_with_newcomer(facts, number, who))


def put_in_seat(draft: Draft, by: int, number: int, who: Newcomer | None, *, force: bool) -> Draft:
    """The host (or, with ``force``, a moderator) gives a seat to another person, or to a robot."""
    return replace(draft, facts=given(draft.facts, by, number, who, force=force))


def play_on(draft: Draft, user_id: int, seq: int) -> Draft:
    """A robot takes the seat of somebody the table has waited for since that ``seq``, and who is gone."""
    facts = draft.facts
    require(facts, State.PLAYING)
    number = seat_number(facts, user_id)
    if facts.seq != seq or facts.seats[number].ready:
        raise StaleAction
    return replace(draft, facts=with_holder(facts, number, None))


def given(facts: TableFacts, by: int, number: int, who: Newcomer | None, *, force: bool) -> TableFacts:
    """The facts when a seat has been given to somebody else. Raises TableError."""
    require(facts, State.LOBBY, State.PLAYING, State.ADJOURNED)
    if not force:
        require_host(facts, by)
    return with_holder(facts, number, who)


def with_holder(facts: TableFacts, number: int, who: Newcomer | None) -> TableFacts:
    """The facts when a seat is another person's, or a robot's. Raises TableError."""
    require_in_time(facts)
    seat = seat_at(facts, number)
    if who is None:
        if seat.user_id is None:
            raise TableError("already-robot")
        return with_robot(facts, number)
    require_open_to(facts, who)
    require_not_seated(facts, who.user_id)
    return _with_newcomer(facts, number, who)


def _with_newcomer(facts: TableFacts, number: int, who: Newcomer) -> TableFacts:
    require_unseen(facts, who, number)
    kind = facts.seats[number].robot
    return with_another(facts, number, Seat(clean_name(who.name), who.user_id, kind))


def show_in(draft: Draft, channel_id: int) -> Draft:
    """The table is shown in another channel from now on."""
    require(draft.facts, State.LOBBY, State.PLAYING, State.ADJOURNED)
    require_unveiled(draft.facts)
    return replace(draft, facts=replace(draft.facts, channel_id=channel_id))


def im_back(draft: Draft, user_id: int) -> Draft:
    """An absent person plays their seat again."""
    facts = draft.facts
    require(facts, State.PLAYING, State.ADJOURNED)
    number = seat_number(facts, user_id)
    require_in_time(facts)
    if not facts.seats[number].absent:
        raise TableError("not-absent")
    return replace(draft, facts=_present(facts, number))


def _present(facts: TableFacts, number: int) -> TableFacts:
    return with_seat(facts, number, replace(facts.seats[number], absent=False, missed=0))


def adjourn(draft: Draft, by: int) -> Draft:
    """The host breaks off; the table keeps until it is resumed."""
    return replace(draft, facts=adjourned(draft.facts, by))


def adjourned(facts: TableFacts, by: int) -> TableFacts:
    """The facts when the host has broken off. Raises TableError."""
    require(facts, State.PLAYING)
    require_host(facts, by)
    require_in_time(facts)
    return replace(facts, state=State.ADJOURNED, notice=Notice.ADJOURNED_BY_HOST)


def resume(draft: Draft, by: int) -> Draft:
    """The host goes on; where nobody was left, or there is no host, anybody who has a seat may."""
    facts = draft.facts
    if facts.state is State.PLAYING:
        raise TableError("not-adjourned")
    require(facts, State.ADJOURNED)
    number = seat_number(facts, by)
    if facts.is_paused:
        raise TableError("table-paused")
    if facts.notice != Notice.NOBODY_HERE and facts.host_id is not None:
        require_host(facts, by)
    facts = _present(facts, number)
    return replace(draft, facts=replace(facts, state=State.PLAYING, notice=""))


def close(draft: Draft, by: int, now: float, *, force: bool) -> Draft:
    """The host, or with ``force`` a moderator of the server, ends the table without a result."""
    return replace(draft, facts=closed(draft.facts, by, now, force=force))


def closed(facts: TableFacts, by: int, now: float, *, force: bool) -> TableFacts:
    """The facts when the host or a moderator has ended the table. Raises TableError."""
    if facts.state in (State.FINISHED, State.CLOSED):
        raise TableError(REFUSALS[facts.state])
    if not force:
        require_host(facts, by)
    notice = Notice.CLOSED_BY_HOST if by == facts.host_id else Notice.CLOSED_BY_MODERATOR
    return _ended(facts, State.CLOSED, notice, now)


def call_off(draft: Draft, now: float) -> Draft:
    """The program ends the table without a result."""
    facts = draft.facts
    require(facts, State.LOBBY, State.PLAYING, State.ADJOURNED)
    return replace(draft, facts=_ended(facts, State.CLOSED, Notice.CALLED_OFF, now))


def park(draft: Draft, now: float) -> Draft:
    """The table is put aside for an operator, its log not being a game any longer."""
    ended = _ended(draft.facts, State.PARKED, Notice.LOG_BROKEN, now)
    return replace(draft, facts=replace(ended, deadline=None))


def _ended(facts: TableFacts, state: State, notice: Notice, now: float) -> TableFacts:
    return replace(facts, state=state, notice=notice, ended_at=now)


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


def give_seat(draft: Draft, number: int, who: Newcomer | None, press_id: int | None) -> Draft:
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
    # the game as it is now has a deal in play: it is replayed from the log when somebody asks
    return replace(draft, facts=facts, game=None, events=(as_it_stands(game),))


def unveil(draft: Draft) -> Draft:
    """All cards that are played here have been played at the other tables too."""
    return replace(draft, facts=replace(draft.facts, veiled=False))
