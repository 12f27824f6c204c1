"""What a person has told the table beforehand: the card they want to play next, and whether forced cards are
to be played for them.

A queued card is as secret as the hand it is in. That there is one tells something of the hand too, so nothing
that others see depends on it: who queues changes nothing that is shown, and the card waits the same random
pause as a robot's.
"""

from __future__ import annotations

from dataclasses import replace

from bot.engine.actions import Action, ActionSet
from bot.engine.cards import Card, members
from bot.engine.game import Game, View
from bot.tables.drafts import Draft, require, seat_number, with_seat
from bot.tables.errors import StaleAction, TableError
from bot.tables.model import State, TableFacts


def queue(draft: Draft, user_id: int, seq: int, card: Card) -> Draft:
    """A person says which card they want to play next. ``seq`` is the state they saw: any of the play of this
    deal will do, since the others go on meanwhile."""
    facts = draft.facts
    require(facts, State.PLAYING)
    number = seat_number(facts, user_id)
    if facts.seats[number].absent:
        raise TableError("absent")
    assert draft.game is not None
    if not _may_queue(facts, draft.game.view(number), seq, card):
        raise StaleAction
    return replace(draft, facts=with_seat(facts, number, replace(facts.seats[number], queued=card)))


def _may_queue(facts: TableFacts, view: View, seq: int, card: Card) -> bool:
    """Whether the card can still be played in the deal that was seen. Where the turn has come meanwhile it
    must be legal."""
    if view.phase != "play" or not view.hand >> card & 1:
        return False
    played = len(view.trick.cards) + sum(len(trick.cards) for trick in view.tricks)
    if not facts.seq - played <= seq <= facts.seq:
        return False
    return view.turn != view.seat or bool(view.legal >> card & 1)


def unqueue(draft: Draft, user_id: int) -> Draft:
    """A person takes their queued card back. One that was played or dropped meanwhile is no longer there;
    that is no error."""
    facts = draft.facts
    require(facts, State.PLAYING, State.ADJOURNED)
    number = seat_number(facts, user_id)
    return replace(draft, facts=with_seat(facts, number, replace(facts.seats[number], queued=None)))


def set_forced(draft: Draft, user_id: int, on: bool) -> Draft:
    """A person says whether forced cards are to be played for them."""
    facts = draft.facts
    require(facts, State.LOBBY, State.PLAYING, State.ADJOURNED)
    number = seat_number(facts, user_id)
    return replace(draft, facts=with_seat(facts, number, replace(facts.seats[number], plays_forced=on)))


def may_wish(facts: TableFacts) -> bool:
    """Whether the person to move may have told the table what to do; it takes the game to know."""
    seat = facts.seats[facts.turn or 0]
    return seat.queued is not None or seat.plays_forced


def wished(facts: TableFacts, legal: ActionSet) -> Action | None:
    """What the person to move has told the table to do, these actions being legal."""
    seat = facts.seats[facts.turn or 0]
    if seat.queued is not None and legal >> seat.queued & 1:
        return seat.queued
    if seat.plays_forced and legal.bit_count() == 1:
        return members(legal)[0]
    return None


def without_lapsed(facts: TableFacts, game: Game | None) -> TableFacts:
    """The facts without the queued cards that will not be played: the deal is over, the person is away, or
    their turn has come and the card is not legal."""
    turn = facts.turn if facts.state in (State.PLAYING, State.ADJOURNED) else None
    for number, seat in enumerate(facts.seats):
        if seat.queued is None:
            continue
        illegal = game is not None and turn == number and not game.legal() >> seat.queued & 1
        if turn is None or turn < 0 or seat.played_by_robot or illegal:
            facts = with_seat(facts, number, replace(seat, queued=None))
    return facts
