"""What a person has told the table beforehand: the cards they want to play next, in order, and whether forced
cards are to be played for them.

The first queued card is meant for its player's next turn. If it is legal then it is played, the others move
up; if it is not it stays first, nothing is played in its place, and it goes with the card that its player
plays instead.

Queued cards are as secret as the hand they are in. That there are any tells something of the hand too, so
nothing that others see depends on it: who queues changes nothing that is shown, and a card waits the same
random pause as a robot's.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from bot.engine.actions import Action, ActionSet, is_play
from bot.engine.cards import Card, members
from bot.engine.game import DealEnded, View
from bot.tables.drafts import Draft, require, require_present, seat_number
from bot.tables.errors import StaleAction
from bot.tables.model import NO_WISHES, State, TableFacts, Wishes
from bot.tables.sealed import Sealed


class PlayedFor:
    """Those of the deal in play, of each person since they last did something themselves."""

    __slots__ = ("_cards",)

    def __init__(self) -> None:
        self._cards: dict[int, list[Card]] = {}

    def of(self, user_id: int) -> tuple[Card, ...]:
        """Those of one person, in order."""
        return tuple(self._cards.get(user_id, ()))

    def note(self, draft: Draft) -> None:
        """A change was made."""
        if draft.seat is not None and draft.action is not None:
            user_id = draft.facts.seats[draft.seat].user_id
            if user_id is not None and not draft.wished:
                self._cards.pop(user_id, None)
            elif user_id is not None and is_play(draft.action):
                self._cards.setdefault(user_id, []).append(draft.action)
        if any(isinstance(event, DealEnded) for event in draft.events):
            self._cards.clear()


QUEUE_LONGEST: Final = 5


def queue(draft: Draft, user_id: int, seq: int, card: Card) -> Draft:
    """A person puts a card behind those that they want to play next; one that is among them stays where it
    is. ``seq`` is the state they saw: any of the play of this deal will do, since the others go on
    meanwhile. In their turn too: with nothing before it the card is then played in this one, if it is
    legal."""
    facts = draft.facts
    require(facts, State.PLAYING)
    number = seat_number(facts, user_id)
    require_present(facts, number)
    assert draft.game is not None
    view, queued = draft.game.view(number), draft.sealed.of(user_id).queued
    if not view.hand >> card & 1 or not is_of_this_play(facts, view, seq):
        raise StaleAction
    if card in queued:
        return draft
    if len(queued) >= QUEUE_LONGEST:
        raise StaleAction
    return replace(draft, sealed=draft.sealed.queueing(user_id, (*queued, card)))


def is_of_this_play(facts: TableFacts, view: View, seq: int) -> bool:
    """Whether cards are being played, and this state was one of this deal's play."""
    if view.phase != "play":
        return False
    played = len(view.trick.cards) + sum(len(trick.cards) for trick in view.tricks)
    return facts.seq - played <= seq <= facts.seq


def unqueue(draft: Draft, user_id: int, card: Card) -> Draft:
    """A person takes a queued card back. One that was played meanwhile is no longer there; that is no error.
    Where it is about to be played none is played in its place: the others go with it."""
    facts = draft.facts
    require(facts, State.PLAYING, State.ADJOURNED)
    number, queued = seat_number(facts, user_id), draft.sealed.of(user_id).queued
    left = tuple(one for one in queued if one != card)
    if facts.turn == number and queued[:1] == (card,):
        left = ()
    return replace(draft, sealed=draft.sealed.queueing(user_id, left))


def set_forced(draft: Draft, user_id: int, on: bool) -> Draft:
    """A person says whether forced cards are to be played for them."""
    require(draft.facts, State.LOBBY, State.PLAYING, State.ADJOURNED)
    seat_number(draft.facts, user_id)
    return _wishing(draft, user_id, plays_forced=on)


def _wishing(draft: Draft, user_id: int, **changed: Any) -> Draft:  # noqa: ANN401 - fields of Wishes
    wishes = replace(draft.sealed.of(user_id), **changed)
    return replace(draft, sealed=draft.sealed.wishing(user_id, wishes))


def may_wish(facts: TableFacts, sealed: Sealed) -> bool:
    """Whether the person to move may have told the table what to do; it takes the game to know."""
    return sealed.of(facts.waited_for) != NO_WISHES


def due(wishes: Wishes, legal: ActionSet) -> Card | None:
    """The queued card that is played in its player's turn, these actions being legal."""
    return wishes.queued[0] if wishes.queued and legal >> wishes.queued[0] & 1 else None


def stuck(wishes: Wishes, view: View) -> Card | None:
    """The queued card that was meant for this turn of its player, and cannot be played in it."""
    mine = view.phase == "play" and view.turn == view.seat
    return wishes.queued[0] if mine and wishes.queued and due(wishes, view.legal) is None else None


def wished(facts: TableFacts, sealed: Sealed, legal: ActionSet) -> Action | None:
    """What the person to move has told the table to do, these actions being legal."""
    wishes = sealed.of(facts.waited_for)
    card = due(wishes, legal)
    if card is None and wishes.plays_forced and legal.bit_count() == 1:
        return members(legal)[0]
    return card


def after_acting(sealed: Sealed, user_id: int | None, action: Action, legal: ActionSet) -> Sealed:
    """The wishes once a person has acted, these actions having been legal. Who plays another card than the
    one that was about to be played has thought of something else: nothing stays queued."""
    wishes = sealed.of(user_id)
    if due(wishes, legal) not in (None, action):
        return sealed.queueing(user_id, ())
    return sealed.queueing(user_id, tuple(card for card in wishes.queued[1:] if card != action))


def without_lapsed(facts: TableFacts, sealed: Sealed) -> Sealed:
    """The wishes without those of who has left, and without the queued cards that will not be played: the
    deal is over, or the person is away."""
    sealed = sealed.only_of([seat.user_id for seat in facts.seats])
    in_play = facts.state in (State.PLAYING, State.ADJOURNED) and facts.turn is not None and facts.turn >= 0
    for seat in facts.seats:
        if not in_play or seat.played_by_robot:
            sealed = sealed.queueing(seat.user_id, ())
    return sealed
