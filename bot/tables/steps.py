"""Changes of a table, as pure functions: a draft (the facts and the game as they are) and a request give
the draft of what will be, or a ``TableError``. Nothing here waits, stores or shows.

``settle`` ends every change: it keeps the host a seated person, adjourns a table nobody is at and wakes one
that somebody came back to, deals when everyone is ready, and sets the deadline.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot import dealing
from bot.engine import registry
from bot.engine.actions import ACTION_TEXTS, Action
from bot.engine.cards import CARD_NAMES
from bot.engine.errors import RuleViolation
from bot.engine.game import AWAITS_DECK, OVER, DealEnded, Event, Game, GameEnded
from bot.engine.options import Rules
from bot.tables.clocks import MISSED_LIMIT, with_deadline
from bot.tables.errors import StaleAction, TableError
from bot.tables.model import Pace, Seat, State, TableFacts
from bot.tables.names import clean_name, robot_name
from bot.tables.ports import Change, LogEntry, Step

NOBODY_HERE: Final = "nobody-here"
ADJOURNED_BY_HOST: Final = "adjourned-by-host"
EVERYBODY_LEFT: Final = "everybody-left"
CLOSED_BY_HOST: Final = "closed-by-host"
CLOSED_BY_MODERATOR: Final = "closed-by-moderator"
LOG_BROKEN: Final = "log-broken"

_REFUSAL: Final = {
    State.LOBBY: "table-not-started",
    State.PLAYING: "already-started",
    State.ADJOURNED: "table-adjourned",
    State.FINISHED: "table-over",
    State.CLOSED: "table-closed",
    State.PARKED: "table-parked",
}


@dataclass(frozen=True, slots=True)
class Draft:
    """A change in the making. ``game`` is None in a lobby; it is never changed in place, so that a draft
    may be thrown away."""

    facts: TableFacts
    game: Game | None = None
    entries: tuple[LogEntry, ...] = ()
    events: tuple[Event, ...] = ()
    seat: int | None = None
    action: Action | None = None

    def __repr__(self) -> str:
        return f"Draft(table={self.facts.id}, seq={self.facts.seq})"  # a game holds cards

    def step(self) -> Step:
        """What is to be stored."""
        deals = tuple(event.result for event in self.events if isinstance(event, DealEnded))
        ends = [event for event in self.events if isinstance(event, GameEnded)]
        return Step(self.facts, self.entries, deals, ends[0] if ends else None)

    def change(self, before: TableFacts) -> Change:
        """What is to be shown."""
        changed = before.host_id != self.facts.host_id or _people(before) != _people(self.facts)
        return Change(before, self.facts, self.events, self.seat, self.action, changed)


def _people(facts: TableFacts) -> list[tuple[str, int | None, bool]]:
    return [(seat.name, seat.user_id, seat.absent) for seat in facts.seats]


def rules_of(facts: TableFacts) -> Rules:
    """The rules of a table. Raises RuleViolation ``unknown-rules`` or ``bad-option``."""
    return registry.make_rules(facts.preset, facts.players, facts.options)


# Who may, and when


def require(facts: TableFacts, *states: State) -> None:
    """Raises TableError saying why the table is not in one of these states."""
    if facts.state not in states:
        raise TableError(_REFUSAL[facts.state])


def require_host(facts: TableFacts, user_id: int) -> None:
    """Raises TableError ``not-host``."""
    if user_id != facts.host_id:
        raise TableError("not-host")


def seat_number(facts: TableFacts, user_id: int) -> int:
    """The person's seat. Raises TableError ``not-seated``."""
    seat = facts.seat_of(user_id)
    if seat is None:
        raise TableError("not-seated")
    return seat


def _not_seated(facts: TableFacts, user_id: int) -> None:
    if facts.seat_of(user_id) is not None:
        raise TableError("already-seated")


def _seat_at(facts: TableFacts, number: int) -> Seat:
    if not 0 <= number < len(facts.seats):
        raise TableError("no-such-seat")
    return facts.seats[number]


def _with_seat(facts: TableFacts, number: int, seat: Seat) -> TableFacts:
    return replace(facts, seats=(*facts.seats[:number], seat, *facts.seats[number + 1 :]))


def _without_seat(facts: TableFacts, number: int) -> TableFacts:
    return replace(facts, seats=facts.seats[:number] + facts.seats[number + 1 :])


def _robot_in(facts: TableFacts, number: int) -> TableFacts:
    names = [seat.name for other, seat in enumerate(facts.seats) if other != number]
    return _with_seat(facts, number, Seat(robot_name(names)))


# The lobby


def join(draft: Draft, user_id: int, name: str, press_id: int | None) -> Draft:
    """A person sits down in the lobby."""
    facts = draft.facts
    _not_seated(facts, user_id)
    require(facts, State.LOBBY)
    if len(facts.seats) >= facts.players:
        raise TableError("table-full")
    seat = Seat(clean_name(name), user_id, press_id=press_id)
    return replace(draft, facts=replace(facts, seats=(*facts.seats, seat)))


def add_robot(draft: Draft, by: int) -> Draft:
    """The host sets a robot at the table."""
    facts = draft.facts
    require(facts, State.LOBBY)
    require_host(facts, by)
    if len(facts.seats) >= facts.players:
        raise TableError("table-full")
    seat = Seat(robot_name(seat.name for seat in facts.seats))
    return replace(draft, facts=replace(facts, seats=(*facts.seats, seat)))


def remove_robot(draft: Draft, by: int, number: int) -> Draft:
    """The host sends a robot away."""
    facts = draft.facts
    require(facts, State.LOBBY)
    require_host(facts, by)
    if _seat_at(facts, number).user_id is not None:
        raise TableError("robot-seat-expected")
    return replace(draft, facts=_without_seat(facts, number))


def set_preset(draft: Draft, by: int, preset: str) -> Draft:
    """The host chooses another preset. Where it is not for so many players it gets the nearest number it is
    for, with room for those who sit already if that can be."""
    facts = draft.facts
    require(facts, State.LOBBY)
    require_host(facts, by)
    allowed = players_of(preset)
    seated = len(facts.seats)
    players = min(allowed, key=lambda count: (count < seated, abs(count - facts.players), count))
    return replace(draft, facts=with_rules(facts, preset, players))


def set_players(draft: Draft, by: int, players: int) -> Draft:
    """The host chooses how many play."""
    require(draft.facts, State.LOBBY)
    require_host(draft.facts, by)
    return replace(draft, facts=with_rules(draft.facts, draft.facts.preset, players))


def with_rules(facts: TableFacts, preset: str, players: int) -> TableFacts:
    """The facts with another preset or number of players; options that do not fit them any longer go. Raises
    TableError ``unknown-preset``, ``wrong-player-count``, ``too-many-seated``."""
    allowed = players_of(preset)
    if players not in allowed:
        raise TableError("wrong-player-count", players=str(players), allowed=" ".join(map(str, allowed)))
    if len(facts.seats) > players:
        raise TableError("too-many-seated", seated=str(len(facts.seats)), players=str(players))
    options: dict[str, str] = {}
    for option, value in facts.options.items():
        try:
            options = registry.make_rules(preset, players, {**options, option: value}).changed
        except RuleViolation:
            continue
    return replace(facts, preset=preset, players=players, options=options)


def set_option(draft: Draft, by: int, option: str, value: str) -> Draft:
    """The host chooses the value of an option."""
    require(draft.facts, State.LOBBY)
    require_host(draft.facts, by)
    return replace(draft, facts=with_option(draft.facts, option, value))


def with_option(facts: TableFacts, option: str, value: str) -> TableFacts:
    """The facts with another value of an option; the preset's own is not kept. Raises TableError
    ``bad-option``."""
    try:
        rules = registry.make_rules(facts.preset, facts.players, {**facts.options, option: value})
    except RuleViolation as violation:
        reason = violation.reason or violation.code
        raise TableError("bad-option", option=option, value=value, reason=reason) from None
    return replace(facts, options=rules.changed)


def set_pace(draft: Draft, by: int, pace: Pace) -> Draft:
    """The host chooses how long a move may take."""
    require(draft.facts, State.LOBBY)
    require_host(draft.facts, by)
    return replace(draft, facts=replace(draft.facts, pace=pace))


def players_of(preset: str) -> Sequence[int]:
    """The numbers of players of a preset. Raises TableError ``unknown-preset``."""
    try:
        return registry.preset_named(preset).players
    except RuleViolation:
        raise TableError("unknown-preset", preset=preset) from None


def start(draft: Draft, by: int, now: float) -> Draft:
    """The host starts the game: seats and first dealer are drawn, the first deck is dealt."""
    facts = draft.facts
    require(facts, State.LOBBY)
    require_host(facts, by)
    if len(facts.seats) < facts.players:
        raise TableError("seats-empty", missing=str(facts.players - len(facts.seats)))
    if all(seat.user_id is None for seat in facts.seats):
        raise TableError("only-robots")
    presses = tuple(seat.press_id for seat in facts.seats if seat.press_id is not None)
    draw = dealing.Dealing(facts.secret, presses)
    seats = tuple(facts.seats[joined] for joined in draw.seating(facts.players))
    first_dealer = draw.first_dealer(facts.players)
    game = registry.new_game(rules_of(facts), first_dealer)
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


# The game


def deal(draft: Draft, now: float) -> Draft:
    """The deck that the game waits for, which follows from the secret and from what was played (G2)."""
    assert draft.game is not None
    facts, game = draft.facts, draft.game.copy()
    number = len(game.results)
    pack, gathered = game.pack, game.gathered()
    deck = dealing.Dealing(facts.secret, facts.press_ids).deck(number, pack, gathered)
    events = game.deal(deck)
    line = " ".join(("deck", *(CARD_NAMES[card] for card in deck)))
    seats = tuple(replace(seat, ready=False) for seat in facts.seats)
    return _moved(replace(draft, facts=replace(facts, seats=seats)), game, events, line, None, now)


def act(draft: Draft, user_id: int, seq: int, action: Action, now: float) -> Draft:
    """A person acts in the game. ``seq`` is the state they saw."""
    facts = draft.facts
    require(facts, State.PLAYING)
    number = seat_number(facts, user_id)
    if seq != facts.seq:
        raise StaleAction
    if facts.seats[number].absent:
        raise TableError("absent")
    if facts.turn != number:
        raise TableError("not-your-turn")
    facts = _with_seat(facts, number, replace(facts.seats[number], missed=0))
    return _apply(replace(draft, facts=facts), number, action, user_id, now)


def robot_acts(draft: Draft, seq: int, number: int, action: Action | None, now: float) -> Draft:
    """A robot makes a move of its own, for an absent person, or for one whose time is over. The draft is
    unchanged when the table has gone on meanwhile. Without a legal action the lowest one is taken, so that
    the game goes on."""
    facts = draft.facts
    if facts.state is not State.PLAYING or facts.seq != seq or facts.turn != number or draft.game is None:
        return draft
    seat = facts.seats[number]
    late = not seat.played_by_robot
    if late and not time_is_over(facts, now):
        return draft
    if late:
        missed = seat.missed + 1
        facts = _with_seat(facts, number, replace(seat, missed=missed, absent=missed >= MISSED_LIMIT))
    legal = draft.game.legal()
    if action is None or not 0 <= action < len(ACTION_TEXTS) or not legal >> action & 1:
        action = (legal & -legal).bit_length() - 1
    return _apply(replace(draft, facts=facts), number, action, None, now)


def time_is_over(facts: TableFacts, now: float) -> bool:
    """Whether the deadline, if there is one, has passed."""
    return facts.deadline is not None and facts.deadline <= now


def deal_time_over(draft: Draft, seq: int, now: float) -> Draft:
    """The time to look at the scores is over: the next deal, ready or not. Unchanged when the table has
    gone on."""
    facts = draft.facts
    waiting = facts.state is State.PLAYING and facts.turn == AWAITS_DECK and facts.seq == seq
    return deal(draft, now) if waiting and time_is_over(facts, now) else draft


def ready(draft: Draft, user_id: int) -> Draft:
    """A person is ready for the next deal. Saying so twice changes nothing."""
    facts = draft.facts
    require(facts, State.PLAYING)
    number = seat_number(facts, user_id)
    seat = facts.seats[number]
    if seat.absent:
        raise TableError("absent")
    if facts.turn != AWAITS_DECK:
        raise TableError("not-deal-end")
    if seat.ready:
        return draft
    return replace(draft, facts=_with_seat(facts, number, replace(seat, ready=True, missed=0)))


def _apply(draft: Draft, number: int, action: Action, user_id: int | None, now: float) -> Draft:
    assert draft.game is not None
    game = draft.game.copy()
    try:
        events = game.apply(action)
    except RuleViolation as violation:
        raise TableError("illegal", reason=violation.reason) from None
    line = f"{number} {ACTION_TEXTS[action]}"
    draft = replace(draft, seat=number, action=action)
    return _moved(draft, game, events, line, user_id, now)


def _moved(
    draft: Draft, game: Game, events: tuple[Event, ...], line: str, user_id: int | None, now: float
) -> Draft:
    facts = draft.facts
    entry = LogEntry(facts.seq, line, now, user_id)
    facts = replace(facts, seq=facts.seq + 1, turn=game.turn)
    if game.turn == OVER:
        facts = replace(facts, state=State.FINISHED, ended_at=now)
    return replace(
        draft, facts=facts, game=game, entries=(*draft.entries, entry), events=draft.events + events
    )


# Coming and going


def leave(draft: Draft, user_id: int) -> Draft:
    """A person leaves for good: in the lobby the seat is free again, in play a robot takes it over."""
    facts = draft.facts
    require(facts, State.LOBBY, State.PLAYING, State.ADJOURNED)
    number = seat_number(facts, user_id)
    lobby = facts.state is State.LOBBY
    return replace(draft, facts=_without_seat(facts, number) if lobby else _robot_in(facts, number))


def take_seat(draft: Draft, user_id: int, name: str, number: int) -> Draft:
    """A person takes the seat of a robot or of somebody absent."""
    facts = draft.facts
    require(facts, State.PLAYING, State.ADJOURNED)
    _not_seated(facts, user_id)
    if not _seat_at(facts, number).played_by_robot:
        raise TableError("robot-seat-expected")
    return replace(draft, facts=_with_seat(facts, number, Seat(clean_name(name), user_id)))


def put_in_seat(draft: Draft, by: int, number: int, user_id: int | None, name: str, *, force: bool) -> Draft:
    """The host (or, with ``force``, a moderator) gives a seat to another person, or to a robot."""
    facts = draft.facts
    require(facts, State.LOBBY, State.PLAYING, State.ADJOURNED)
    if not force:
        require_host(facts, by)
    seat = _seat_at(facts, number)
    if user_id is None:
        if seat.user_id is None:
            raise TableError("already-robot")
        return replace(draft, facts=_robot_in(facts, number))
    _not_seated(facts, user_id)
    return replace(draft, facts=_with_seat(facts, number, Seat(clean_name(name), user_id)))


def im_back(draft: Draft, user_id: int) -> Draft:
    """An absent person plays their seat again."""
    facts = draft.facts
    require(facts, State.PLAYING, State.ADJOURNED)
    number = seat_number(facts, user_id)
    if not facts.seats[number].absent:
        raise TableError("not-absent")
    return replace(draft, facts=_present(facts, number))


def _present(facts: TableFacts, number: int) -> TableFacts:
    return _with_seat(facts, number, replace(facts.seats[number], absent=False, missed=0))


def adjourn(draft: Draft, by: int) -> Draft:
    """The host breaks off; the table keeps until it is resumed."""
    facts = draft.facts
    require(facts, State.PLAYING)
    require_host(facts, by)
    return replace(draft, facts=replace(facts, state=State.ADJOURNED, notice=ADJOURNED_BY_HOST))


def resume(draft: Draft, by: int) -> Draft:
    """The host goes on; where nobody was left, anybody who has a seat may."""
    facts = draft.facts
    if facts.state is State.PLAYING:
        raise TableError("not-adjourned")
    require(facts, State.ADJOURNED)
    number = seat_number(facts, by)
    if facts.notice != NOBODY_HERE:
        require_host(facts, by)
    facts = _present(facts, number)
    return replace(draft, facts=replace(facts, state=State.PLAYING, notice=""))


def close(draft: Draft, by: int, now: float, *, force: bool) -> Draft:
    """The host, or with ``force`` a moderator of the server, ends the table without a result."""
    facts = draft.facts
    if facts.state in (State.FINISHED, State.CLOSED):
        raise TableError(_REFUSAL[facts.state])
    if not force:
        require_host(facts, by)
    notice = CLOSED_BY_HOST if by == facts.host_id else CLOSED_BY_MODERATOR
    return replace(draft, facts=_ended(facts, State.CLOSED, notice, now))


def park(facts: TableFacts, now: float) -> Draft:
    """The table is put aside for an operator, its log not being a game any longer."""
    return Draft(replace(_ended(facts, State.PARKED, LOG_BROKEN, now), deadline=None))


def _ended(facts: TableFacts, state: State, notice: str, now: float) -> TableFacts:
    return replace(facts, state=state, notice=notice, ended_at=now)


# What follows from any change


def settle(before: TableFacts, draft: Draft, now: float) -> Draft:
    """The draft with everything that follows from it."""
    facts = _with_host(before, draft.facts)
    here = any(_is_here(seat) for seat in facts.seats)
    if facts.state is State.LOBBY and not here:
        facts = _ended(facts, State.CLOSED, EVERYBODY_LEFT, now)
    elif facts.state is State.PLAYING and not here:
        facts = replace(facts, state=State.ADJOURNED, notice=NOBODY_HERE)
    elif facts.state is State.ADJOURNED and facts.notice == NOBODY_HERE and here:
        facts = replace(facts, state=State.PLAYING, notice="")
    draft = replace(draft, facts=facts)
    if facts.state is State.PLAYING and facts.turn == AWAITS_DECK and _all_ready(facts.seats):
        draft = deal(draft, now)
    return replace(draft, facts=with_deadline(before, draft.facts, now))


def _is_here(seat: Seat) -> bool:
    return not seat.played_by_robot


def _all_ready(seats: Iterable[Seat]) -> bool:
    return all(seat.ready or seat.played_by_robot for seat in seats)


def _with_host(before: TableFacts, facts: TableFacts) -> TableFacts:
    """The host is somebody with a seat while anybody has one: the next person after the old host's seat,
    one who is here before one who is absent."""
    if facts.seat_of(facts.host_id) is not None:
        return facts
    first = before.seat_of(before.host_id) or 0
    people = [seat for seat in facts.seats[first:] + facts.seats[:first] if seat.user_id is not None]
    heirs = [seat for seat in people if not seat.absent] or people
    host = heirs[0].user_id if heirs else None
    return facts if host is None else replace(facts, host_id=host)
