"""Requests in the game: dealing, people's acts, robots' moves, what a person tells the table beforehand, and
what players let each other know, which changes nothing in it; and what follows from any change
(``settle``).

A person may tell the table the cards they want to play next, in order, and whether forced cards are to be
played for them. The first queued card is meant for its player's next turn. If it is legal then it is
played, the others move up; if it is not it stays first, nothing is played in its place, and it goes with
the card that its player plays instead.

Queued cards are as secret as the hand they are in. That there are any tells something of the hand too, so
nothing that others see depends on it: who queues changes nothing that is shown, and a card waits the same
random pause as a robot's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import ceil
from typing import Any, Final

from bot import dealing
from bot.engine import registry
from bot.engine.cards import ACTION_TEXTS, Action, ActionSet, Card, is_play, members
from bot.engine.errors import RuleViolation
from bot.engine.game import AWAITS_DECK, OVER, DealEnded, Event, View, certain_rest
from bot.engine.play import Game
from bot.engine.record import action_item, deck_item
from bot.tables.clocks import MISSED_LIMIT, is_persons_turn, with_clock
from bot.tables.drafts import (
    Draft,
    require,
    require_host,
    require_in_time,
    require_lobby,
    require_present,
    seat_number,
    with_seat,
)
from bot.tables.errors import StaleAction, TableError
from bot.tables.lobby import filled
from bot.tables.model import (
    NO_WISHES,
    NOBODY,
    UNFINISHED,
    Emote,
    Notice,
    Nudge,
    RestTaken,
    State,
    TableFacts,
    Wishes,
)
from bot.tables.ports import LogEntry, ended_deals
from bot.tables.sealed import Sealed


class PlayedFor:
    """The cards of this deal that were played for each person since they last did something themselves."""

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


def start(draft: Draft, by: int, now: float) -> Draft:
    """The host starts the game."""
    require_lobby(draft.facts)
    require_host(draft.facts, by)
    return begin(draft, now)


def fill_and_start(draft: Draft, by: int, now: float) -> Draft:
    """The host has robots take the seats that are free, and starts the game."""
    require_lobby(draft.facts)
    require_host(draft.facts, by)
    return begin(filled(draft), now)


def begin(draft: Draft, now: float) -> Draft:
    """The game starts: first dealer and seats, unless they were given, are drawn, the first deck is dealt."""
    facts = draft.facts
    require_lobby(facts)
    if len(facts.seats) < facts.players:
        raise TableError("seats-empty", missing=str(facts.players - len(facts.seats)))
    if all(seat.user_id is None for seat in facts.seats):
        raise TableError("only-robots")
    presses = presses_of(facts)
    draw = dealing.Dealing(draft.sealed.secret, presses)
    order = range(facts.players) if facts.seats_given else draw.seating(facts.players)
    seats = tuple(facts.seats[joined] for joined in order)
    rules = registry.make_rules(facts.preset, facts.players, facts.options)
    first_dealer = draw.first_dealer(rules)
    game = registry.new_game(rules, first_dealer)
    facts = replace(
        facts,
        state=State.PLAYING,
        seats=seats,
        press_ids=presses,
        first_dealer=first_dealer,
        turn=game.turn,
        started_at=now,
    )
    return deal(replace(draft, facts=facts, game=game), now)


def presses_of(facts: TableFacts) -> tuple[int, ...]:
    """Those that take part in the decks: at a duplicate table the same as at the others."""
    if facts.duplicate:
        return facts.press_ids
    return tuple(seat.press_id for seat in facts.seats if seat.press_id is not None)


def deal(draft: Draft, now: float) -> Draft:
    """The deck that the game waits for, which follows from the secret and from what was played (G2)."""
    assert draft.game is not None
    facts, game = draft.facts, draft.game.copy()
    number = len(game.results)
    pack, gathered = game.pack, game.gathered()
    deck = dealing.Dealing(draft.sealed.secret, facts.press_ids).deck(number, pack, gathered)
    events = game.deal(deck)
    seats = tuple(replace(seat, ready=False) for seat in facts.seats)
    return _moved(
        replace(draft, facts=replace(facts, seats=seats, gone=NOBODY)),
        game,
        events,
        deck_item(deck),
        None,
        now,
    )


def act(draft: Draft, user_id: int, seq: int, action: Action, now: float) -> Draft:
    """A person acts in the game. ``seq`` is the state they saw."""
    draft, number = _on_turn(draft, user_id, seq)
    return _apply(draft, number, action, user_id, now)


def take_rest(draft: Draft, user_id: int, seq: int, now: float) -> Draft:
    """A person who leads, and is certain of every trick that is left, takes them all at once. The cards are
    played as any others: theirs in the certain order, of the others each the lowest that is legal."""
    draft, number = _on_turn(draft, user_id, seq)
    assert draft.game is not None
    rest = certain_rest(draft.game.view(number))
    if rest is None:
        raise TableError("rest-not-certain")
    for card in rest:
        if draft.facts.turn != number:
            break  # nothing is left to score
        draft = _apply(draft, number, card, user_id, now)
        while draft.game is not None and 0 <= draft.game.turn != number:
            draft = _apply(draft, draft.game.turn, members(draft.game.legal())[0], None, now)
    return replace(draft, seat=number, action=rest[0], signal=RestTaken(number))


def acts_as_wished(draft: Draft, seq: int, now: float) -> Draft:
    """The person to move has queued a card, or wants forced ones played: it is done for them. The draft is
    unchanged when the table has gone on meanwhile or nothing was wished. Who queued a card is here; who is
    spared a forced one may not be."""
    facts = draft.facts
    number = facts.turn
    if not is_persons_turn(facts) or facts.seq != seq or number is None or draft.game is None:
        return draft
    action = wished(facts, draft.sealed, draft.game.legal())
    if action is None:
        return draft
    seat = facts.seats[number]
    if draft.sealed.of(seat.user_id).queued[:1] == (action,):
        facts = with_seat(facts, number, replace(seat, missed=0))
    return replace(_apply(replace(draft, facts=facts), number, action, seat.user_id, now), wished=True)


def _on_turn(draft: Draft, user_id: int, seq: int) -> tuple[Draft, int]:
    """The person's seat, if it is their turn and they saw this state; what they missed is forgiven."""
    facts = draft.facts
    require(facts, State.PLAYING)
    number = seat_number(facts, user_id)
    require_in_time(facts)
    if seq != facts.seq:
        raise StaleAction
    require_present(facts, number)
    if facts.turn != number:
        raise TableError("not-your-turn")
    if facts.seats[number].missed:
        draft = replace(draft, facts=with_seat(facts, number, replace(facts.seats[number], missed=0)))
    return draft, number


def robot_acts(
    draft: Draft, seq: int, number: int, action: Action | None, now: float, *, time_is_over: bool
) -> Draft:
    """A robot makes a move of its own, for an absent person, or for one whose time is over. The draft is
    unchanged when the table has gone on meanwhile. A robot that could not choose takes the lowest legal
    action, so that the game goes on."""
    facts = draft.facts
    if facts.state is not State.PLAYING or facts.seq != seq or facts.turn != number or draft.game is None:
        return draft
    seat = facts.seats[number]
    late = not seat.played_by_robot
    if late and not time_is_over:
        return draft
    if action is None:
        action = members(draft.game.legal())[0]
    if late:
        missed = seat.missed + 1
        facts = with_seat(facts, number, replace(seat, missed=missed, absent=missed >= MISSED_LIMIT))
        draft = replace(draft, facts=facts)
    return _apply(draft, number, action, None, now)


def ready(draft: Draft, user_id: int, seq: int | None) -> Draft:
    """A person is ready for the next deal. Saying so twice changes nothing. ``seq`` is the state they saw."""
    facts = draft.facts
    require(facts, State.PLAYING)
    number = seat_number(facts, user_id)
    require_in_time(facts)
    if seq is not None and seq != facts.seq:
        raise StaleAction
    require_present(facts, number)
    seat = facts.seats[number]
    if facts.turn != AWAITS_DECK:
        raise TableError("not-deal-end")
    if seat.ready:
        return draft
    return replace(draft, facts=with_seat(facts, number, replace(seat, ready=True, missed=0)))


def _apply(draft: Draft, number: int, action: Action, user_id: int | None, now: float) -> Draft:
    assert draft.game is not None
    if not 0 <= action < len(ACTION_TEXTS):
        raise TableError("illegal", reason="not-a-choice")
    game = draft.game.copy()
    try:
        events = game.apply(action)
    except RuleViolation as violation:
        raise TableError("illegal", reason=violation.reason) from None
    person = draft.facts.seats[number].user_id
    if user_id is None:  # a robot has moved, perhaps for a person who has thought too long
        sealed = draft.sealed.queueing(person, ())
    else:
        sealed = after_acting(draft.sealed, person, action, draft.game.legal())
    draft = replace(draft, sealed=sealed, seat=number, action=action)
    return _moved(draft, game, events, action_item(number, action), user_id, now)


def _moved(
    draft: Draft, game: Game, events: tuple[Event, ...], line: str, user_id: int | None, now: float
) -> Draft:
    facts = draft.facts
    entry = LogEntry(facts.seq, line, now, user_id)
    facts = replace(facts, seq=facts.seq + 1, turn=game.turn)
    if game.turn == OVER:
        facts = replace(facts, state=State.FINISHED, ended_at=now)
    return replace(
        draft,
        facts=facts,
        game=game,
        entries=(*draft.entries, entry),
        events=draft.events + events,
        deals=draft.deals + ended_deals(game, events, entry),
    )


def settle(before: TableFacts, draft: Draft, now: float) -> Draft:
    """The draft with everything that follows from it."""
    facts = _with_host(before, draft.facts)
    here = any(not seat.played_by_robot for seat in facts.seats)
    given_up = facts.is_private and all(seat.user_id is None for seat in facts.seats)
    if (facts.state is State.LOBBY and not here) or (facts.state in UNFINISHED and given_up):
        facts = replace(facts, state=State.CLOSED, notice=Notice.EVERYBODY_LEFT, ended_at=now)
    elif facts.state is State.PLAYING and not here and not facts.time_up:
        facts = replace(facts, state=State.ADJOURNED, notice=Notice.NOBODY_HERE)
    elif facts.state is State.ADJOURNED and facts.notice == Notice.NOBODY_HERE and here:
        facts = replace(facts, state=State.PLAYING, notice="")
    is_ready = all(seat.ready or seat.played_by_robot for seat in facts.seats)
    if facts.state is State.PLAYING and facts.turn == AWAITS_DECK and is_ready:
        draft = deal(replace(draft, facts=facts), now)
        facts = draft.facts
    sealed = without_lapsed(facts, draft.sealed)
    return replace(draft, facts=with_clock(before, facts, now), sealed=sealed)


def _with_host(before: TableFacts, facts: TableFacts) -> TableFacts:
    """The host is somebody with a seat while anybody has one: the next person after the old host's seat,
    one who is here before one who is absent. A table that had none gets none."""
    if facts.host_id is None or before.host_id is None or facts.seat_of(facts.host_id) is not None:
        return facts
    first = before.seat_of(before.host_id) or 0
    people = [seat for seat in facts.seats[first:] + facts.seats[:first] if seat.user_id is not None]
    heirs = [seat for seat in people if not seat.absent] or people
    host = heirs[0].user_id if heirs else None
    return facts if host is None else replace(facts, host_id=host)


NUDGE_AFTER: Final = 30.0  # seconds that a turn must have lasted
EMOTE_PAUSE: Final = 10.0  # seconds between two emotes of one person
EMOTES: Final = ("well-played", "thanks", "good-luck", "sorry", "wow", "oops", "thinking", "laughing")
"""What can be shown, in the order in which people are offered them."""


def nudge(draft: Draft, user_id: int, lasted: float) -> Draft:
    """A player asks the one to move to do so: once a turn, which has ``lasted`` so many seconds, and not
    before it has for a while."""
    facts = draft.facts
    require(facts, State.PLAYING)
    number = _present_seat(facts, user_id)
    if facts.turn == number:
        raise TableError("own-turn")
    if not is_persons_turn(facts) or facts.turn is None:
        raise TableError("nobody-to-nudge")
    if facts.nudged:
        raise TableError("already-nudged")
    left = NUDGE_AFTER - lasted
    if left > 0:
        raise TableError("nudge-too-early", seconds=str(ceil(left)))
    return replace(draft, facts=replace(facts, nudged=True), signal=Nudge(number, facts.turn))


def emote(facts: TableFacts, last: Mapping[int, float], user_id: int, key: str, now: float) -> Emote:
    """A player shows an emote; ``last`` tells when each person last did, and ``now`` is, in
    seconds that never go back."""
    require(facts, State.PLAYING)
    number = _present_seat(facts, user_id)
    if key not in EMOTES:
        raise TableError("no-such-emote")
    left = last.get(user_id, -EMOTE_PAUSE) + EMOTE_PAUSE - now
    if left > 0:
        raise TableError("emote-too-early", seconds=str(ceil(left)))
    return Emote(number, key)


def _present_seat(facts: TableFacts, user_id: int) -> int:
    number = seat_number(facts, user_id)
    require_present(facts, number)
    return number
