"""Values of nights: how one goes and when, series, evenings, who comes, and what was done. No behaviour
beyond reading itself.

An *evening* is one night of a league as it is held here; a *series* makes them. All that an evening takes on
Discord is a *step* each, kept from before it is done. Evenings begin at a local time of the league's
zone, kept across changes of the clock (N1).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from itertools import count
from typing import Any, ClassVar, Final, NamedTuple, Self, cast
from zoneinfo import ZoneInfo

from bot.errors import CodedError
from bot.nights.seating.model import Mode, Remainder
from bot.people.chosen import OFF_ON, ON_OFF, Chosen, free, number, one_of
from bot.tables.model import Pace

# How a night goes

ROUNDS_MOST: Final = 12
SEATS_LEAST: Final = 2
SEATS_MOST: Final = 600
MINUTES_LEAST: Final = 5
MINUTES_MOST: Final = 480

BLOCK: Final = 25
"""Tables in a channel, where there are several for them."""

PAUSE_BETWEEN_ROUNDS: Final = 300.0
"""In seconds, as it is expected."""


class OutOfTime(StrEnum):
    """What becomes of a game when the time of its round is up."""

    ROBOTS = "robots"  # they play it to its end
    CUT = "cut"  # the deal in play does not count; only where every deal adds up to 0


class NightRanking(StrEnum):
    """What the table of a night of duplicate rounds goes by."""

    POINTS = "points"
    DIFFERENCE = "difference"  # from the mean of the same seat at all tables of the round


def _pairs(kept: object) -> tuple[tuple[int, int], ...] | None:
    pairs: list[tuple[int, int]] = []
    for one in cast(list[object], kept) if isinstance(kept, list) else []:
        match one:
            case [int(first), int(second)]:
                pairs.append((first, second))
            case _:
                return None
    return tuple(pairs)


def _ids(kept: object) -> tuple[int, ...] | None:
    found = cast(list[object], kept) if isinstance(kept, list) else [None]
    ids = tuple(one for one in found if isinstance(one, int))
    return ids if len(ids) == len(found) else None


@dataclass(frozen=True, slots=True)
class NightSettings(Chosen):
    """Of one night, or of all of a series. ``rounds`` of so many ``games`` each; ``minutes`` is the time of a
    round, None without a limit, and then ``out_of_time`` says what becomes of its games. ``pace`` is the
    clock for a move. ``seats`` is how many people there is room for, None for any number.

    ``announced`` is how many days before a night of a series people are asked whether they come,
    ``reminder`` how many hours before the start those who have not answered are, ``check_in`` how many
    minutes before it people say that they are here; 0 leaves either out. ``grace`` is how many minutes a
    table waits for its people. ``confirmed``: an organiser has to post the plan, else it is posted at the
    hour. ``duplicate``: all tables of a round play the same cards, and the night's table goes by ``ranking``.
    ``event``: it is among the server's events. ``apart`` are pairs of people who never sit together.

    ``invited`` are those who may come, None for everybody; they are taken to come until they say otherwise.
    ``enters``: whoever comes becomes a member of the league. ``channels`` are those in which tables are
    played, ``BLOCK`` in each, where that is not the night's own."""

    rounds: int = one_of(3, *(one for one in range(1, ROUNDS_MOST + 1) if one != 3))
    games: int = one_of(1, 2, 3, 4)
    minutes: int | None = number(MINUTES_LEAST, MINUTES_MOST, 30, 45, 60, 75, 90, 105, 120, 150, 180, 240)
    out_of_time: str = one_of(*(one.value for one in OutOfTime))
    pace: str = one_of(Pace.MINUTE.value, *(pace.value for pace in Pace if pace is not Pace.MINUTE))
    mode: str = one_of(*(one.value for one in Mode))
    remainder: str = one_of(*(one.value for one in Remainder))
    seats: int | None = number(SEATS_LEAST, SEATS_MOST, 8, 12, 16, 20, 24, 28, 32, 40, 48, 64)
    announced: int = one_of(6, 1, 2, 3, 4, 5, 7, 10, 14)
    reminder: int = one_of(24, 0, 2, 6, 12, 48)
    check_in: int = one_of(30, 0, 10, 15, 20, 45, 60)
    grace: int = one_of(5, 2, 3, 10, 15)
    robots: str = one_of("steady", "easy", "strong", "teacher")
    confirmed: bool = one_of(*OFF_ON)
    duplicate: bool = one_of(*OFF_ON)
    ranking: str = one_of(*(one.value for one in NightRanking))
    event: bool = one_of(*ON_OFF)
    apart: tuple[tuple[int, int], ...] = free((), _pairs)
    invited: tuple[int, ...] | None = free(None, _ids)
    enters: bool = free(False, lambda kept: kept is True)
    channels: tuple[int, ...] = free((), _ids)

    @property
    def is_duplicate(self) -> bool:
        """Whether the tables of a round play the same cards: in rounds of one game alone."""
        return self.duplicate and self.games == 1


def evening_length(rounds: int, games: int, game: float, limit: float | None = None) -> float:
    """How many seconds an evening of so many rounds is expected to take, of ``games`` that take ``game``
    seconds each. ``limit`` is the time a round has, in seconds, None where it has as long as it takes."""
    a_round = games * game if limit is None else min(games * game, limit)
    return rounds * a_round + max(0, rounds - 1) * PAUSE_BETWEEN_ROUNDS


# When evenings are (N1)

BEYOND: Final = date(2200, 1, 1)
"""Nothing is planned from then on, so that every series ends."""


class Repeat(StrEnum):
    """How a plan goes on after its first date."""

    ONCE = "once"
    WEEKLY = "weekly"
    FORTNIGHT = "fortnight"
    WEEKDAYS = "weekdays"
    # Every month, on that one of its days that are the same day of the week as the first date
    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    FOURTH = "fourth"
    LAST = "last"


MONTHLY: Final = (Repeat.FIRST, Repeat.SECOND, Repeat.THIRD, Repeat.FOURTH, Repeat.LAST)

_WEEK: Final = 7
_DAYS: Final = {
    Repeat.WEEKLY: _WEEK,
    Repeat.FORTNIGHT: 2 * _WEEK,
    Repeat.WEEKDAYS: 1,
    **dict.fromkeys(MONTHLY, _WEEK),
}
"""How many days there are from one date to the next that may be one."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """A plan in local time. ``at`` is a time of day to the minute. ``weekdays``, Monday being 0, are those of
    ``Repeat.WEEKDAYS``. The first evening is on the first day from ``first`` on that is one of these, or of
    those of a month that are meant. ``until`` is the last date there may be."""

    first: date
    at: time
    repeat: Repeat = Repeat.ONCE
    weekdays: frozenset[int] = frozenset()
    until: date | None = None

    def dates(self) -> Iterator[date]:
        """The dates of the plan, in order."""
        last = min(self.until or date.max, BEYOND - timedelta(days=1))
        for index in count():
            step = index * _DAYS.get(self.repeat, 0)
            if step > (last - self.first).days or (index and not step):
                return
            day = self.first + timedelta(days=step)
            if self._is_held(day):
                yield day

    def _is_held(self, day: date) -> bool:
        """Whether one of the days that may be a date is one."""
        match self.repeat:
            case Repeat.WEEKDAYS:
                return day.weekday() in self.weekdays
            case Repeat.LAST:
                return (day + timedelta(days=_WEEK)).month != day.month
            case repeat if repeat in MONTHLY:
                return (day.day - 1) // _WEEK == MONTHLY.index(repeat)
            case _:
                return True


class Start(NamedTuple):
    """When an evening begins: its date in the plan, and the moment in unix seconds. ``moved`` tells that this
    local time does not exist on that date, ``twice`` that it comes twice."""

    date: date
    at_unix: float
    moved: bool
    twice: bool


def start_on(day: date, at: time, zone: ZoneInfo) -> Start:
    """When it is that local time on that date. One that does not exist is moved forward by the gap; of one
    that exists twice the first is meant (N1)."""
    local = datetime.combine(day, at.replace(fold=0), zone)
    # PEP 495: in a gap fold=0 reads the clock as it went before, which is the time after it moved forward.
    earlier, later = local.utcoffset(), local.replace(fold=1).utcoffset()
    assert earlier is not None and later is not None
    return Start(day, local.timestamp(), moved=earlier < later, twice=earlier > later)


def instant(day: date, at: time, zone: ZoneInfo) -> float:
    """The moment of a local time in unix seconds (N1)."""
    return start_on(day, at, zone).at_unix


def local_of(at_unix: float, zone: ZoneInfo) -> datetime:
    """What calendar and clock show at that moment."""
    return datetime.fromtimestamp(at_unix, UTC).astimezone(zone)


def starts(
    schedule: Schedule, zone: ZoneInfo, *, after: float | None = None, skipped: Collection[date] = ()
) -> Iterator[Start]:
    """When the evenings of a plan begin, in order: those later than ``after`` (unix seconds), without the
    dates that are skipped."""
    for day in schedule.dates():
        if day in skipped:
            continue
        start = start_on(day, schedule.at, zone)
        if after is None or start.at_unix > after:
            yield start


# What is kept


class NightError(CodedError):
    """Something about a night that cannot be done."""

    sentences: ClassVar = "error.night."


class SeriesState(StrEnum):
    """Where a series stands."""

    DRAFT = "draft"  # its organiser is still planning it
    RUNNING = "running"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Series:
    """Nights of a league in a channel: one, or many by a ``schedule`` in the league's zone, but for the dates
    ``skipped``. ``creator`` is who is told what goes wrong."""

    id: int
    league_id: int
    guild_id: int
    channel_id: int
    creator: int
    schedule: Schedule
    settings: NightSettings
    created_at: float
    state: SeriesState = SeriesState.DRAFT
    skipped: tuple[date, ...] = ()


class EveningStage(StrEnum):
    """Where an evening stands."""

    SIGN_UP = "sign-up"
    CHECK_IN = "check-in"
    PLAYING = "playing"
    OVER = "over"
    CALLED_OFF = "called-off"


LIVE: Final = (EveningStage.SIGN_UP, EveningStage.CHECK_IN, EveningStage.PLAYING)


@dataclass(frozen=True, slots=True)
class Round:
    """Who sits where, clockwise, by Discord account, None for a robot; and who sits out."""

    tables: tuple[tuple[int | None, ...], ...]
    byes: tuple[int, ...] = ()

    @property
    def people(self) -> frozenset[int]:
        """Everybody in it."""
        return frozenset(one for table in self.tables for one in table if one is not None) | {*self.byes}

    def stored(self) -> dict[str, Any]:
        """Fit for JSON."""
        return {"tables": [list(table) for table in self.tables], "byes": list(self.byes)}

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """As ``stored`` said."""
        return cls(tuple(tuple(table) for table in stored["tables"]), tuple(stored["byes"]))


@dataclass(frozen=True, slots=True)
class Evening:
    """One night. ``night`` is its id in the season (L3), ``date`` the local date, ``starts_at`` when it
    begins in unix seconds. ``settings`` are its own since it was made.

    ``seed`` is what is drawn from (N4), ``draw`` the number of the draw that is shown or played. ``plan`` are
    the rounds: those that were played or are, ``round`` many (0 before the first), and those to come.
    ``posted``: an organiser has said that the plan is to be played. ``began_at`` is when the round in play
    began, ``held_up`` for how many seconds it has been paused since, without the pause that began at
    ``paused_at``; ``time_up``: its time is up. ``is_last``: no other round follows. ``late`` tells that the
    bot was away at the hour. ``why`` is why it was called off, or seated otherwise than
    was planned. ``together``: an organiser lets those sit together tonight who are kept apart. ``settled``:
    it is over, and all of it has been announced. ``version`` counts its changes."""

    id: int
    series_id: int
    league_id: int
    guild_id: int
    channel_id: int
    season_id: int
    night: str
    date: date
    starts_at: float
    settings: NightSettings
    seed: str
    stage: EveningStage = EveningStage.SIGN_UP
    draw: int = 0
    plan: tuple[Round, ...] = ()
    posted: bool = False
    round: int = 0
    began_at: float | None = None
    paused_at: float | None = None
    held_up: float = 0.0
    time_up: bool = False
    is_last: bool = False
    late: bool = False
    ended_at: float | None = None
    why: str = ""
    together: bool = False
    settled: bool = False
    version: int = 0

    @property
    def is_live(self) -> bool:
        """Whether it is still to be held, or is being held."""
        return self.stage in LIVE

    @property
    def apart(self) -> tuple[tuple[int, int], ...]:
        """The pairs of people who never sit together tonight."""
        return () if self.together else self.settings.apart

    def channel_of(self, table: int) -> int:
        """The channel in which a table, counted from 1, is played."""
        channels = self.settings.channels or (self.channel_id,)
        return channels[min((table - 1) // BLOCK, len(channels) - 1)]

    @property
    def playing(self) -> Round | None:
        """The round in play, or the last one."""
        return self.plan[self.round - 1] if self.round else None


class SignUpAnswer(StrEnum):
    """What somebody has said to a night."""

    IN = "in"
    LATE = "late"  # comes after the start
    MAYBE = "maybe"
    OUT = "out"


COMES: Final = (SignUpAnswer.IN, SignUpAnswer.LATE)


@dataclass(frozen=True, slots=True)
class NightPerson:
    """Somebody who has to do with an evening. ``answered_at`` is since when their answer counts in the order
    of the waiting list. ``here_at`` is when they said that they are here, None where they have not or have
    taken it back; ``press_id`` is the last interaction that said so, which takes part in duplicate cards.
    ``gone``: they did not appear, or have left for tonight; who says anything again is not any longer. A
    ``substitute`` is one whom an organiser has named to take the seats of who does not appear. ``from_at`` is
    when they come who are late, ``until_at`` until when they stay, in unix seconds, None where they have not
    said. What all of it comes to is ``attendance.Presence``."""

    user_id: int
    name: str
    answer: SignUpAnswer | None = None
    answered_at: float = 0.0
    here_at: float | None = None
    press_id: int | None = None
    gone: bool = False
    substitute: bool = False
    from_at: float | None = None
    until_at: float | None = None

    @property
    def is_here(self) -> bool:
        """Whether they have said that they are here, or an organiser has."""
        return self.here_at is not None and not self.gone


class StepKind(StrEnum):
    """What is done for an evening on Discord. What a step is ``about`` is said beside it, 0 where it is
    the only one. A new kind comes last: their places are kept (``course.number_of``)."""

    EVENT = "event"  # among the server's events
    SIGN_UP = "sign-up"  # the message that asks who comes
    REMINDER = "reminder"  # to who has not answered; about: the person
    CHECK_IN = "check-in"  # the message in its place that asks who is here
    PLAN = "plan"  # to the organiser: the plan waits to be posted
    EVENT_BEGUN = "event-begun"
    BOARD = "board"  # all tables of a round; about: the round
    THREAD = (
        "thread"  # in which a table is played, or the channel in its stead; about: the place of the table
    )
    CALL = "call"  # who sits there is called into the thread; about: the place of a table
    TABLE = "table"  # about: the place of a game
    RESULT = "result"  # the night's table, and the standings
    ABSENT = "absent"  # to who was absent and has asked for it; about: the person
    EVENT_OVER = "event-over"
    TROUBLE = "trouble"  # to the organiser: a step cannot be done; about: which (``number_of``)
    OFF = "off"  # the night does not take place
    MOVED_UP = "moved-up"  # to who has waited for a seat and has one; kept since they wait; about: the person
    APART = "apart"  # to the organiser: the tables are otherwise so that people are kept apart
    RULING = "ruling"  # what a referee has ruled, posted at its table; about: the ruling
    RULED = "ruled"  # it is carried out; about: the same


class StepState(StrEnum):
    """How far a step has got."""

    DUE = "due"
    DOING = "doing"  # it may have been done, and nobody knows
    DONE = "done"
    DROPPED = "dropped"  # not wanted any longer, or never possible


@dataclass(frozen=True, slots=True)
class NightStep:
    """Something that is done once, kept from before it is done. ``nonce`` goes with it to Discord where it is
    a message. ``begun_at`` is when it was first tried, ``tried_at`` when last, in unix seconds. What is there
    then is ``discord_id`` (a message, a thread, an event) in ``channel_id``; of a table it is the table's
    number. ``hindrance`` is why it cannot be done now: a code, with the permission that is missing where it
    is one."""

    evening_id: int
    kind: StepKind
    about: int = 0
    state: StepState = StepState.DUE
    nonce: int = 0
    begun_at: float = 0.0
    tried_at: float = 0.0
    channel_id: int | None = None
    discord_id: int | None = None
    hindrance: str = ""

    @property
    def key(self) -> StepKey:
        """Which of its evening's steps it is."""
        return self.kind, self.about


StepKey = tuple[StepKind, int]

_GAMES: Final = 100
"""More than a table plays in a round, and than there are rounds."""


@dataclass(frozen=True, slots=True, order=True)
class NightPlace:
    """A table of a round (``game`` 0), or a game there; all counted from 1."""

    round: int
    table: int
    game: int = 0

    @property
    def number(self) -> int:
        """What a step about it carries."""
        return (self.round * 1000 + self.table) * _GAMES + self.game

    @classmethod
    def of(cls, number: int) -> Self:
        """The place of that number."""
        rest, game = divmod(number, _GAMES)
        return cls(*divmod(rest, 1000), game)

    def key(self, evening_id: int) -> str:
        """What the table of a game there is opened under, and no other."""
        return f"{evening_id}.{self.round}.{self.table}.{self.game}"

    @classmethod
    def read(cls, key: str) -> tuple[int, Self]:
        """The evening and the place of a key."""
        evening, number, table, game = map(int, key.split("."))
        return evening, cls(number, table, game)


class RulingKind(StrEnum):
    """What a referee may decide about a game at a table."""

    HOLD = "hold"  # its table waits, until a referee lets it go on
    GO_ON = "go-on"
    PENALTY = "penalty"  # whoever has a seat pays points to each of the others
    SEAT = "seat"  # somebody else has a seat, or a robot
    OFF = "off"  # the game is called off
    TIME_UP = "time-up"  # it ends as the games of a round do whose time is up


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a referee has decided about the game at the place of that number, and why in their words. Rulings
    of an evening are numbered from 1; no two are of the same second (``ruled_at``, unix seconds). ``clock``
    is for how many seconds the round had been played by then. ``whom`` is whose ``seat`` it is about, of a
    penalty or of a seat that is given to another: to the account ``heir``, None for a robot. ``points`` are
    those that are paid to each of the others."""

    evening_id: int
    place: int
    kind: RulingKind
    referee: int
    number: int = 0
    ruled_at: float = 0.0
    clock: float = 0.0
    reason: str = ""
    seat: int | None = None
    whom: int | None = None
    heir: int | None = None
    points: int = 0

    @property
    def table(self) -> NightPlace:
        """The table of a round that it is about."""
        place = NightPlace.of(self.place)
        return NightPlace(place.round, place.table)


@dataclass(frozen=True, slots=True)
class EveningDetails:
    """An evening with all that is kept of it; ``rulings`` are in their order."""

    evening: Evening
    people: Mapping[int, NightPerson] = field(default_factory=dict[int, NightPerson])
    steps: Mapping[StepKey, NightStep] = field(default_factory=dict[StepKey, NightStep])
    rulings: Sequence[Ruling] = ()

    def step(self, kind: StepKind, about: int = 0) -> NightStep:
        """A step, as it is kept or as it would begin."""
        return self.steps.get((kind, about)) or NightStep(self.evening.id, kind, about)

    def is_done(self, kind: StepKind, about: int = 0) -> bool:
        """Whether a step is behind."""
        return self.step(kind, about).state in (StepState.DONE, StepState.DROPPED)
