"""What is to be done next for an evening: all of it follows from what is stored, and from the clock.

``next_act`` gives one thing at a time, each of which bears to be done twice; once it is done and stored, it
is not given again. So whatever is cut short is taken up where it was, by whichever process.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.nights import attendance
from bot.nights.acts import (
    Act,
    Become,
    Draw,
    Drop,
    EveningSnapshot,
    Leave,
    Lose,
    Replace,
    TableAction,
    TableChange,
    Take,
)
from bot.nights.model import (
    Evening,
    EveningDetails,
    EveningStage,
    NightPerson,
    NightPlace,
    NightStep,
    Round,
    RulingKind,
    StepKey,
    StepKind,
    StepState,
)
from bot.nights.planning import APART
from bot.nights.rulings import PAUSES, given_back, is_held
from bot.tables.model import UNFINISHED, State, TableFacts

WAITS: Final = 30 * 60.0
"""How long a night waits for enough people after its hour, in seconds."""

UNPOSTED: Final = 3600.0
"""How long a plan waits for an organiser to post it, from when play could begin, in seconds."""

TOO_LATE: Final = 6 * 3600.0
"""A night whose hour is longer past is not begun any more."""

ASKED_FOR: Final = 10 * 60.0
"""People have been asked for so long whether they are here, or as long as was planned, before play begins,
also where the bot was away."""

TRY_AGAIN: Final = 60.0
"""After so many seconds a step that was hindered is tried again."""

SOON: Final = 4.0
"""The same for one of which nobody knows what became, and that Discord makes no second time."""

SURE: Final = 20.0
"""The same where it would: a request that has not arrived by then will not any more, and what it has made is
found."""

MADE_ANEW: Final = (StepKind.EVENT, StepKind.THREAD)
"""Steps that Discord would do once more for whoever asks once more."""

DOES_WITHOUT: Final = (
    StepKind.EVENT,
    StepKind.EVENT_BEGUN,
    StepKind.EVENT_OVER,
    StepKind.TROUBLE,
    StepKind.APART,
)
"""Steps whose hindrance is worth no letter: the plan has said what is missing, or they are one; and the night
goes on."""

LATE: Final = 60.0
"""Seconds after which something comes late."""

GIVEN_UP: Final = 7 * 86400.0
"""So long after its end a night is settled, whatever could not be announced."""


def next_act(snapshot: EveningSnapshot, now: float, refused: Collection[Act] = ()) -> Act | None:
    """What is to be done now, None where nothing is, but for what has been refused: that holds up nothing
    else."""
    return next((one for one in _acts(snapshot, now) if one not in refused), None)


def _acts(snapshot: EveningSnapshot, now: float) -> Iterator[Act]:
    """All that could be done now, the first thing first. Only the first is looked at: it changes the rest."""
    details, wanted = snapshot.details, [*_wanted(snapshot, now)]
    begun = [step for step in details.steps.values() if step.state is StepState.DOING]
    for step in begun:
        if (
            step.hindrance
            and not _waits(snapshot.evening)
            and (step.key not in wanted or now > (snapshot.evening.ended_at or now) + GIVEN_UP)
        ):
            yield Drop(step)
    yield from _lost(snapshot)
    for key in (*(step.key for step in begun), *wanted):  # first what may have been done already
        step = details.step(*key)
        if step.state in (StepState.DUE, StepState.DOING) and _may_be_tried_at(step) <= now:
            yield Take(step)
    yield from (Leave(one) for one in details.people.values() if one.user_id in snapshot.strangers)
    match snapshot.evening.stage:
        case EveningStage.SIGN_UP | EveningStage.CHECK_IN:
            yield from _before_play(snapshot, now)
        case EveningStage.PLAYING:
            yield from _in_play(snapshot, now)
        case EveningStage.OVER | EveningStage.CALLED_OFF:
            yield from _after_play(snapshot, now)


def _waits(evening: Evening) -> bool:
    """Whether it is paused: then what is not wanted now is wanted again."""
    return evening.stage is EveningStage.PLAYING and evening.paused_at is not None


def _lost(snapshot: EveningSnapshot) -> Iterator[Lose]:
    """The message that people answer by, or that shows the round in play, where it is gone."""
    key = current(snapshot.details)
    if key is not None and key in snapshot.lost and snapshot.details.step(*key).state is StepState.DONE:
        yield Lose(snapshot.details.step(*key))


def current(details: EveningDetails) -> StepKey | None:
    """The message that a night goes on by now: it asks who comes or who is here, or shows the round."""
    match details.evening.stage:
        case EveningStage.SIGN_UP:
            return StepKind.SIGN_UP, 0
        case EveningStage.CHECK_IN:
            return StepKind.CHECK_IN, 0
        case EveningStage.PLAYING:
            return StepKind.BOARD, board_of(details)
        case EveningStage.OVER | EveningStage.CALLED_OFF:
            return None


def board_of(details: EveningDetails) -> int:
    """What the step of the message is about that shows each round in turn: the round it was first posted in.
    An earlier version had one a round: the newest goes on."""
    kept = [about for kind, about in details.steps if kind is StepKind.BOARD]
    return max(kept, default=details.evening.round)


def _may_be_tried_at(step: NightStep) -> float:
    """When a step may be tried, in unix seconds; 0 where at once."""
    if step.state is not StepState.DOING or not step.tried_at:
        return 0.0
    if step.hindrance:
        return step.tried_at + TRY_AGAIN
    return step.tried_at + (SURE if step.kind in MADE_ANEW else SOON)


def comes_late(details: EveningDetails, kind: StepKind, about: int, now: float) -> bool:
    """Whether a message was not there in time: the bot was away at the hour, or could not post it then."""
    step = details.step(kind, about)
    came = step.tried_at if step.state is StepState.DONE else now
    is_first = kind is StepKind.CHECK_IN or about == 1
    return (details.evening.late and is_first) or (step.begun_at > 0.0 and came - step.begun_at > LATE)


# --- steps


def _wanted(snapshot: EveningSnapshot, now: float) -> Iterator[StepKey]:
    """The steps that are to be done by now, done ones too."""
    for step in snapshot.details.steps.values():
        if step.hindrance and step.state is StepState.DOING and step.kind not in DOES_WITHOUT:
            yield StepKind.TROUBLE, number_of(step.kind)
    if waits_for_season(snapshot, now):
        yield StepKind.TROUBLE, number_of(StepKind.TABLE)
    yield from _ruled(snapshot)
    match snapshot.evening.stage:
        case EveningStage.SIGN_UP:
            yield from _asking(snapshot, now)
        case EveningStage.CHECK_IN:
            yield from _checking_in(snapshot.details, now)
        case EveningStage.PLAYING:
            yield from _playing(snapshot)
        case EveningStage.OVER:
            yield from _telling(snapshot)
        case EveningStage.CALLED_OFF:
            yield from _calling_off(snapshot.details)


def _ruled(snapshot: EveningSnapshot) -> Iterator[StepKey]:
    """What a referee has decided is carried out and announced: points are taken once the game is over."""
    for one in snapshot.details.rulings:
        facts = snapshot.games.get(NightPlace.of(one.place))
        is_played = facts is not None and facts.state is State.FINISHED
        if one.kind not in PAUSES and (one.kind is not RulingKind.PENALTY or is_played):
            yield StepKind.RULED, one.number
        yield StepKind.RULING, one.number


def _moved_up(details: EveningDetails) -> Iterator[StepKey]:
    """Who comes by now and had to wait for a seat, which the step was kept for."""
    keys = ((StepKind.MOVED_UP, one.user_id) for one in attendance.coming(details))
    yield from (key for key in keys if key in details.steps)


def _checking_in(details: EveningDetails, now: float) -> Iterator[StepKey]:
    evening, settings = details.evening, details.evening.settings
    yield from _moved_up(details)
    if settings.check_in:
        yield StepKind.CHECK_IN, 0
    if settings.confirmed and not evening.posted and evening.plan and now >= evening.starts_at:
        yield StepKind.PLAN, 0


def _telling(snapshot: EveningSnapshot) -> Iterator[StepKey]:
    yield StepKind.RESULT, 0
    if snapshot.details.is_done(StepKind.RESULT):
        yield from ((StepKind.ABSENT, one) for one in _absent(snapshot))
    yield from _event_over(snapshot.details)


def _calling_off(details: EveningDetails) -> Iterator[StepKey]:
    if details.step(StepKind.SIGN_UP).discord_id or details.step(StepKind.CHECK_IN).discord_id:
        yield StepKind.OFF, 0
    yield from _event_over(details)


def _asking(snapshot: EveningSnapshot, now: float) -> Iterator[StepKey]:
    details, evening = snapshot.details, snapshot.evening
    if evening.settings.event:
        yield StepKind.EVENT, 0
    yield StepKind.SIGN_UP, 0
    yield from _moved_up(details)
    if _reminds(details) and reminder_at(evening) <= now < check_in_at(evening):
        yield from ((StepKind.REMINDER, one) for one in attendance.unanswered(details, snapshot.members))


def _playing(snapshot: EveningSnapshot) -> Iterator[StepKey]:
    details, evening = snapshot.details, snapshot.evening
    if details.step(StepKind.EVENT).discord_id:
        yield StepKind.EVENT_BEGUN, 0
    yield StepKind.BOARD, board_of(details)
    for place in _tables(evening):
        yield StepKind.THREAD, place.number
        if details.step(StepKind.THREAD, place.number).discord_id is None or evening.paused_at is not None:
            continue
        yield StepKind.CALL, place.number
        if not details.is_done(StepKind.CALL, place.number):
            continue  # a table that the bot cannot write to is of no use to anybody
        games = snapshot.games_of(place)
        if all(map(_is_over, games)) and not is_played_out(details, place, games):
            yield StepKind.TABLE, replace(place, game=len(games) + 1).number
    if APART in evening.why.split() and not evening.settings.confirmed:
        yield StepKind.APART, 0  # who posts a plan has read it there


def _event_over(details: EveningDetails) -> Iterator[StepKey]:
    if details.step(StepKind.EVENT).discord_id:
        yield StepKind.EVENT_OVER, 0


def _absent(snapshot: EveningSnapshot) -> list[int]:
    came = {one for round_ in snapshot.evening.plan[: snapshot.evening.round] for one in round_.people}
    came |= {
        one.user_id for facts in snapshot.games.values() for one in facts.seats if one.user_id is not None
    }
    return [one for one in snapshot.members if one in snapshot.curious and one not in came]


def number_of(kind: StepKind) -> int:
    """What a step about a kind of steps carries."""
    return [*StepKind].index(kind)


def kind_of(number: int) -> StepKind:
    """The kind of that number."""
    return [*StepKind][number]


# --- before play


def check_in_at(evening: Evening) -> float:
    """When people are asked whether they are here."""
    return evening.starts_at - 60.0 * evening.settings.check_in


def reminder_at(evening: Evening) -> float:
    """When those are reminded who have not answered."""
    return evening.starts_at - 3600.0 * evening.settings.reminder


def plays_from(details: EveningDetails) -> float:
    """When play may begin: at the hour, or later where people have not been asked in time."""
    evening = details.evening
    asked = details.step(StepKind.CHECK_IN)
    if not evening.settings.check_in or asked.state is not StepState.DONE:
        return evening.starts_at
    patience = min(ASKED_FOR, 60.0 * evening.settings.check_in)
    return evening.starts_at if evening.posted else max(evening.starts_at, asked.tried_at + patience)


def _reminds(details: EveningDetails) -> bool:
    """Whether there is time between the question and its reminder."""
    asked = details.step(StepKind.SIGN_UP)
    evening = details.evening
    return (
        evening.settings.reminder > 0
        and asked.state is StepState.DONE
        and asked.tried_at < reminder_at(evening)
    )


def _before_play(snapshot: EveningSnapshot, now: float) -> Iterator[Act]:
    details, evening = snapshot.details, snapshot.evening
    if now >= evening.starts_at + TOO_LATE:
        yield _off(evening, "away" if snapshot.awake_since > evening.starts_at else "hindered", now)
    if evening.stage is EveningStage.SIGN_UP:
        yield from _to_check_in(snapshot, now)
        return
    asked = not evening.settings.check_in or details.is_done(StepKind.CHECK_IN)
    if now < plays_from(details) or not asked:
        return
    people = _players(snapshot, now)
    if why := "too-few" if len(people) < attendance.LEAST else "" if snapshot.is_open else "no-season":
        if now >= plays_from(details) + WAITS:
            yield _off(evening, why, now)
    elif not _stands(evening, frozenset(people)):
        yield Draw(tuple(people), ())
    elif evening.posted or not evening.settings.confirmed:
        yield _round(snapshot, 1, now)
    elif now >= posted_until(details):
        yield _off(evening, "unposted", now)


def _to_check_in(snapshot: EveningSnapshot, now: float) -> Iterator[Act]:
    due, asked_at = check_in_at(snapshot.evening), snapshot.details.step(StepKind.SIGN_UP).begun_at
    if now >= due:
        was_away = asked_at <= snapshot.awake_since + LATE  # what is announced later has missed nothing
        late = was_away and due < snapshot.awake_since
        yield Become(replace(snapshot.evening, stage=EveningStage.CHECK_IN, late=late))


def posted_until(details: EveningDetails) -> float:
    """Until when a plan waits for an organiser to post it."""
    return plays_from(details) + UNPOSTED


def waits_for_season(snapshot: EveningSnapshot, now: float) -> bool:
    """Whether play could begin if there were a season for it."""
    if (
        snapshot.is_open
        or snapshot.evening.stage is not EveningStage.CHECK_IN
        or now < plays_from(snapshot.details)
    ):
        return False
    return len(_players(snapshot, now)) >= attendance.LEAST


def _players(snapshot: EveningSnapshot, now: float) -> list[int]:
    """Those who play a round that begins now."""
    return [one.user_id for one in attendance.playing(snapshot.details, now, now + snapshot.round_length)]


def _off(evening: Evening, why: str, now: float) -> Become:
    """The night does not take place."""
    return Become(replace(evening, stage=EveningStage.CALLED_OFF, why=why, ended_at=now))


def _stands(evening: Evening, people: frozenset[int]) -> bool:
    """Whether the first round can be played as it is planned. What an organiser has posted stays for as long
    as all in it are here: who has come since plays from the second round on."""
    planned = evening.plan[0].people if evening.plan else frozenset[int]()
    return planned == people or bool(planned and evening.posted and planned <= people)


def _round(snapshot: EveningSnapshot, number: int, now: float) -> Become:
    """A round begins."""
    evening = snapshot.evening
    begun = replace(
        evening,
        stage=EveningStage.PLAYING,
        posted=True,
        round=number,
        began_at=now,
        held_up=0.0,
        time_up=False,
        late=snapshot.awake_since > evening.starts_at if number == 1 else evening.late,
    )
    return Become(begun, evening.plan[number - 1].byes)


# --- in play


def ends_at(details: EveningDetails) -> float | None:
    """When the time of the round in play is up; None without a limit, while it is paused, and as long as no
    table could be opened."""
    evening = details.evening
    if evening.began_at is None or evening.settings.minutes is None or evening.paused_at is not None:
        return None
    here = [step for step in details.steps.values() if _is_of_round(step, evening.round)]
    opened = [step.tried_at for step in here if step.kind is StepKind.TABLE and step.state is StepState.DONE]
    if not opened:
        return None
    # What had to be tried again has held up the round; a few seconds are nothing to speak of.
    first = min(opened)
    begins = evening.began_at if first - evening.began_at < TRY_AGAIN else first
    return begins + 60.0 * evening.settings.minutes + evening.held_up


def _is_of_round(step: NightStep, number: int) -> bool:
    """Whether it is about a table of that round."""
    is_there = step.kind in (StepKind.THREAD, StepKind.CALL, StepKind.TABLE)
    return is_there and NightPlace.of(step.about).round == number


def grace_until(details: EveningDetails, place: NightPlace) -> float | None:
    """Until when a game waits for its people; None where it is not open, and while all wait, or this table
    does."""
    opened = details.step(StepKind.TABLE, place.number)
    waits = details.evening.paused_at is not None or is_held(details, place)
    if opened.state is not StepState.DONE or waits:
        return None
    return (
        opened.tried_at
        + 60.0 * details.evening.settings.grace
        + _held_up_since(details.evening, opened.tried_at)
        + given_back(details, place)
    )


def _held_up_since(evening: Evening, moment: float) -> float:
    """At most the whole of what the round was held up: a game that was opened later waits a little longer."""
    return evening.held_up if evening.began_at is not None and moment >= evening.began_at else 0.0


def _tables(evening: Evening) -> list[NightPlace]:
    playing = evening.playing
    return [NightPlace(evening.round, number + 1) for number in range(len(playing.tables))] if playing else []


def _is_over(facts: TableFacts) -> bool:
    return facts.state not in UNFINISHED


def _in_play(snapshot: EveningSnapshot, now: float) -> Iterator[Act]:
    evening = snapshot.evening
    if evening.paused_at is not None:
        yield from (TableChange(place, TableAction.PAUSE) for place in _of_state(snapshot, State.PLAYING))
        return
    yield from _held_or_not(snapshot)
    if not snapshot.games and now >= evening.starts_at + TOO_LATE:
        yield _off(evening, "hindered", now)
    until = ends_at(snapshot.details)
    if not evening.time_up and until is not None and now >= until:
        yield Become(replace(evening, time_up=True))
    yield from _at_tables(snapshot, now)
    yield from _deserted(snapshot)
    if round_is_over(snapshot):
        yield from _unveiled(_games_now(snapshot))
        yield from _next_round(snapshot, now)


def _held_or_not(snapshot: EveningSnapshot) -> Iterator[TableChange]:
    """Tables that a referee holds wait, and no others do."""
    for place, facts in _games_now(snapshot):
        held = is_held(snapshot.details, place)
        if held and facts.state is State.PLAYING:
            yield TableChange(place, TableAction.PAUSE)
        elif facts.is_paused and not held:
            yield TableChange(place, TableAction.GO_ON)


def _at_tables(snapshot: EveningSnapshot, now: float) -> Iterator[Act]:
    """What comes of games whose time is up, and of those that wait for their people."""
    for place, facts in _games_now(snapshot):
        if is_held(snapshot.details, place):
            continue
        if _is_out_of_time(snapshot.details, place, now):
            yield from _out_of_time(place, facts)
        elif facts.state is State.LOBBY:
            yield from _gathering(snapshot, place, now)


def _deserted(snapshot: EveningSnapshot) -> Iterator[TableChange]:
    """Games that nobody is left to go on with, once nothing else of the round is played."""
    details = snapshot.details
    waiting = (place for place in _of_state(snapshot, State.LOBBY) if is_held(details, place))
    left = [
        place
        for place in (*waiting, *_of_state(snapshot, State.ADJOURNED))
        if all(
            seat.user_id is None or attendance.has_left(details, seat.user_id)
            for seat in snapshot.games[place].seats
        )
    ]
    others = (
        place for place in _tables(snapshot.evening) if place not in [replace(one, game=0) for one in left]
    )
    if all(is_played_out(details, place, snapshot.games_of(place)) for place in others):
        yield from (TableChange(place, TableAction.CALL_OFF) for place in left)


def _games_now(snapshot: EveningSnapshot) -> list[tuple[NightPlace, TableFacts]]:
    """Those of the round in play, in order."""
    number = snapshot.evening.round
    return sorted(((place, one) for place, one in snapshot.games.items() if place.round == number),
                  key=lambda each: each[0])  # fmt: skip


def _of_state(snapshot: EveningSnapshot, state: State) -> list[NightPlace]:
    return [place for place, facts in _games_now(snapshot) if facts.state is state]


def _is_out_of_time(details: EveningDetails, place: NightPlace, now: float) -> bool:
    """Whether the time of the round is up, and what this table was given back of it as well; where an
    organiser has ended the round, at once."""
    if not details.evening.time_up:
        return False
    until = ends_at(details)
    return until is None or now < until or now >= until + given_back(details, place)


def _out_of_time(place: NightPlace, facts: TableFacts) -> Iterator[Act]:
    if facts.state is State.LOBBY:
        yield TableChange(place, TableAction.CALL_OFF)
    elif not _is_over(facts) and not facts.time_up:
        yield TableChange(place, TableAction.TIME_IS_UP)


def _gathering(snapshot: EveningSnapshot, place: NightPlace, now: float) -> Iterator[Act]:
    """A game waits for its people, and begins without those who do not appear."""
    details, facts = snapshot.details, snapshot.games[place]
    ends = (details.evening.began_at or now) + details.evening.held_up + snapshot.round_length
    free, missing = _not_there(details, place, facts, now, ends)
    if not free and not missing:
        has_people = any(seat.user_id is not None for seat in facts.seats)
        yield TableChange(place, TableAction.BEGIN if has_people else TableAction.CALL_OFF)
        return
    until = grace_until(details, place)
    is_over = until is not None and now >= until
    playing = {
        seat.user_id for facts in snapshot.games.values() if not _is_over(facts) for seat in facts.seats
    }
    spare = [one for one in attendance.spare(details, ends) if one.user_id not in playing]
    for seat in (*free, *(missing if is_over else ())):
        user_id = facts.seats[seat].user_id
        assert user_id is not None
        gone = details.people.get(user_id) or NightPerson(user_id, facts.seats[seat].name)
        yield Replace(place, seat, gone, spare, is_missing=seat in missing)


def _not_there(
    details: EveningDetails, place: NightPlace, facts: TableFacts, now: float, ends: float
) -> tuple[list[int], list[int]]:
    """The seats of who does not play this game, and of who has not said yet that they are there. Who was
    given a seat instead of another is there, and until when they stay is known to whoever gave it."""
    planned = details.evening.plan[place.round - 1].tables[place.table - 1]
    people = {number: one.user_id for number, one in enumerate(facts.seats) if one.user_id is not None}
    free = [
        number
        for number, one in people.items()
        if attendance.frees_seat(details, one, now, ends if one in planned else now)
    ]
    missing = missing_seats(details.evening, place, facts)
    return free, [number for number in missing if number not in free]


def missing_seats(evening: Evening, place: NightPlace, facts: TableFacts) -> list[int]:
    """The seats of those who were planned at a table and have not said there that they are there."""
    planned = evening.plan[place.round - 1].tables[place.table - 1]
    seats = enumerate(facts.seats)
    return [at for at, one in seats if one.user_id is not None and one.user_id in planned and not one.ready]


def to_be_seated(details: EveningDetails) -> frozenset[int]:
    """Those who are planned at a table of the round in play that is still to be opened."""
    tables = details.evening.playing.tables if details.evening.playing else ()
    return frozenset(
        one
        for number, table in enumerate(tables, start=1)
        if not details.is_done(StepKind.TABLE, NightPlace(details.evening.round, number, 1).number)
        for one in table
        if one is not None
    )


def round_is_over(snapshot: EveningSnapshot) -> bool:
    """Whether all games of the round in play are."""
    return all(
        is_played_out(snapshot.details, place, snapshot.games_of(place))
        for place in _tables(snapshot.evening)
    )


def is_played_out(details: EveningDetails, place: NightPlace, games: Sequence[TableFacts]) -> bool:
    """Whether these games at a table of the round in play are over, and none follows there: it has had all of
    them, the time of the round is up, or nobody is left to play another."""
    if not all(map(_is_over, games)):
        return False
    following = details.step(StepKind.TABLE, replace(place, game=len(games) + 1).number)
    has_all = details.evening.time_up or len(games) >= details.evening.settings.games
    return has_all or following.state is StepState.DROPPED


def played_rounds(snapshot: EveningSnapshot) -> tuple[Round, ...]:
    """The rounds so far, with those at their tables who had the seats in the end of the last game there."""
    found: list[Round] = []
    for number, one in enumerate(snapshot.evening.plan[: snapshot.evening.round], start=1):
        tables: list[tuple[int | None, ...]] = []
        for at, planned in enumerate(one.tables, start=1):
            games = [facts for facts in snapshot.games_of(NightPlace(number, at)) if facts.seats]
            tables.append(tuple(seat.user_id for seat in games[-1].seats) if games else planned)
        found.append(Round(tuple(tables), one.byes))
    return tuple(found)


def _next_round(snapshot: EveningSnapshot, now: float) -> Iterator[Act]:
    evening = snapshot.evening
    people = _players(snapshot, now)
    if evening.round >= evening.settings.rounds or evening.is_last:
        yield Become(replace(evening, stage=EveningStage.OVER, ended_at=now, why=""))
    elif len(people) < attendance.LEAST or not snapshot.is_open:
        why = "no-season" if not snapshot.is_open else "left"
        yield Become(replace(evening, stage=EveningStage.OVER, ended_at=now, why=why))
    elif len(evening.plan) <= evening.round or evening.plan[evening.round].people != frozenset(people):
        yield Draw(tuple(people), played_rounds(snapshot))
    else:
        yield _round(snapshot, evening.round + 1, now)


# --- after play


def _after_play(snapshot: EveningSnapshot, now: float) -> Iterator[Act]:
    """Of a night that was called off in play no game goes on, and nothing stays veiled."""
    games = sorted(snapshot.games.items(), key=lambda each: each[0])
    yield from (TableChange(place, TableAction.CALL_OFF) for place, facts in games if not _is_over(facts))
    yield from _unveiled(games)
    if not snapshot.evening.settled and all(snapshot.details.is_done(*key) for key in _wanted(snapshot, now)):
        yield Become(replace(snapshot.evening, settled=True))


def _unveiled(games: Iterable[tuple[NightPlace, TableFacts]]) -> Iterator[TableChange]:
    """Those that are veiled may be seen."""
    return (TableChange(place, TableAction.UNVEIL) for place, facts in games if facts.veiled)


# --- when


def next_moment(snapshot: EveningSnapshot, now: float) -> float | None:
    """When there may be something to be done that there is not now, but for what people do."""
    moments = [one for one in _moments(snapshot, now) if one > now]
    return min(moments, default=None)


def _moments(snapshot: EveningSnapshot, now: float) -> Iterator[float]:
    details, evening = snapshot.details, snapshot.evening
    yield from (_may_be_tried_at(step) for step in details.steps.values())
    if evening.ended_at is not None:
        yield evening.ended_at + GIVEN_UP + 1.0
    match evening.stage:
        case EveningStage.SIGN_UP:
            yield from (reminder_at(evening), check_in_at(evening), evening.starts_at + TOO_LATE)
        case EveningStage.CHECK_IN:
            begins = plays_from(details)
            yield from (begins, begins + WAITS, posted_until(details))
            yield from (evening.starts_at, evening.starts_at + TOO_LATE)
            yield from (one.from_at for one in details.people.values() if one.from_at is not None)
        case EveningStage.PLAYING:
            until = ends_at(details)
            if not snapshot.games:
                yield evening.starts_at + TOO_LATE
            waiting = [grace_until(details, place) for place in _of_state(snapshot, State.LOBBY)]
            yield from (one for one in (until, *waiting) if one is not None)
            yield from (until + given_back(details, place) for place in snapshot.games if until is not None)
        case _:
            pass
