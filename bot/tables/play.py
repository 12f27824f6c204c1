"""Requests in the game: dealing, people's acts, robots' moves, and what players let each other know, which
changes nothing in it; and what follows from any change (``settle``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import ceil
from typing import Final

from bot import dealing
from bot.engine import registry
from bot.engine.actions import ACTION_TEXTS, Action
from bot.engine.cards import members
from bot.engine.certain import certain_rest
from bot.engine.errors import RuleViolation
from bot.engine.game import AWAITS_DECK, OVER, Event
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
from bot.tables.model import NOBODY, UNFINISHED, Emote, Notice, Nudge, RestTaken, Seat, State, TableFacts
from bot.tables.ports import LogEntry
from bot.tables.recovery import ended_deals
from bot.tables.wishes import after_acting, wished, without_lapsed


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
    facts = with_seat(facts, number, replace(facts.seats[number], missed=0))
    return replace(draft, facts=facts), number


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
    if late:
        missed = seat.missed + 1
        facts = with_seat(facts, number, replace(seat, missed=missed, absent=missed >= MISSED_LIMIT))
    if action is None:
        action = members(draft.game.legal())[0]
    return _apply(replace(draft, facts=facts), number, action, None, now)


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
    here = any(_is_here(seat) for seat in facts.seats)
    given_up = facts.is_private and all(seat.user_id is None for seat in facts.seats)
    if (facts.state is State.LOBBY and not here) or (facts.state in UNFINISHED and given_up):
        facts = replace(facts, state=State.CLOSED, notice=Notice.EVERYBODY_LEFT, ended_at=now)
    elif facts.state is State.PLAYING and not here and not facts.time_up:
        facts = replace(facts, state=State.ADJOURNED, notice=Notice.NOBODY_HERE)
    elif facts.state is State.ADJOURNED and facts.notice == Notice.NOBODY_HERE and here:
        facts = replace(facts, state=State.PLAYING, notice="")
    draft = replace(draft, facts=facts)
    if facts.state is State.PLAYING and facts.turn == AWAITS_DECK and _all_ready(facts.seats):
        draft = deal(draft, now)
    sealed = without_lapsed(draft.facts, draft.sealed)
    return replace(draft, facts=with_clock(before, draft.facts, now), sealed=sealed)


def _is_here(seat: Seat) -> bool:
    return not seat.played_by_robot


def _all_ready(seats: Iterable[Seat]) -> bool:
    return all(seat.ready or seat.played_by_robot for seat in seats)


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
