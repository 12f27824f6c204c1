"""Asking why a card was played: when that may be done, of which cards, and through whose eyes it is answered.

During a deal an answer follows from what the one who asks sees, and from nothing else. It may be asked then
where that is nobody else's game (one person with robots), or where all people at the table allow it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from bot.engine.cards import Card, set_of
from bot.engine.game import Trick, View
from bot.tables.drafts import Draft, require, seat_number, with_seat
from bot.tables.model import Seat, State, TableFacts
from bot.tables.recovery import is_public

TEACHER = "teacher"
"""The kind of robot beside which people are told what they might have played."""


class PlayedCard(NamedTuple):
    """A card of a deal: the ``number`` of the input that played it, by which ``seat``, and its number in
    its deal (``ply``, from 0)."""

    number: int
    seat: int
    card: Card
    ply: int

    def __repr__(self) -> str:
        return f"PlayedCard(number={self.number}, seat={self.seat}, ply={self.ply})"


def allow(draft: Draft, user_id: int, on: bool) -> Draft:
    """A person allows, or no longer, that it is asked during a deal. Saying so twice changes nothing."""
    facts = draft.facts
    require(facts, State.PLAYING, State.ADJOURNED)
    number = seat_number(facts, user_id)
    return replace(draft, facts=with_seat(facts, number, replace(facts.seats[number], allows_why=on)))


def is_alone(facts: TableFacts) -> bool:
    """Whether one person plays, with robots."""
    return len(_people(facts)) == 1


def is_allowed(facts: TableFacts) -> bool:
    """Whether it may be asked during a deal; in that of the day never, as everybody plays it alone."""
    return not facts.is_daily and (is_alone(facts) or not undecided(facts))


def undecided(facts: TableFacts) -> tuple[Seat, ...]:
    """The people who do not allow it."""
    return tuple(seat for seat in _people(facts) if not seat.allows_why)


def _people(facts: TableFacts) -> tuple[Seat, ...]:
    return tuple(seat for seat in facts.seats if seat.user_id is not None)


def has_teacher(facts: TableFacts) -> bool:
    """Whether a robot that comments sits at the table."""
    return any(seat.user_id is None and seat.robot == TEACHER for seat in facts.seats)


def can_be_asked(facts: TableFacts) -> bool:
    """Whether anything of the table's cards can be asked: its log is the game that was played."""
    return facts.state in (State.PLAYING, State.ADJOURNED, State.FINISHED) and not facts.is_cut_short


def deal_is_over(view: View) -> bool:
    """Whether the deal that a view shows has ended."""
    return view.turn < 0


def cards_played(facts: TableFacts, view: View) -> tuple[PlayedCard, ...]:
    """The cards of the deal that any seat's view shows, in order: they are the last inputs of the game."""
    played = [
        ((trick.leader + place) % view.players, card)
        for trick in _tricks(view)
        for place, card in enumerate(trick.cards)
    ]
    first = facts.seq - len(played)
    return tuple(PlayedCard(first + ply, seat, card, ply) for ply, (seat, card) in enumerate(played))


def _tricks(view: View) -> Sequence[Trick]:
    return view.tricks if deal_is_over(view) else (*view.tricks, view.trick)


def eyes(facts: TableFacts, view: View, asker: int, played: PlayedCard) -> int:
    """The seat from whose view a card is explained to the seat that asks: during a deal its own; afterwards
    the player's, if all cards of the deal are open by then or the whole game is."""
    shown = set_of(chain.from_iterable(trick.cards for trick in view.tricks)) == view.rules.pack
    is_open = deal_is_over(view) and (shown or is_public(facts))
    return played.seat if is_open else asker
