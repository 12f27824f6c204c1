"""What is kept of nights: series, evenings, who comes, and what was done. No behaviour beyond reading itself.

An *evening* is one night of a league as it is held here; a *series* makes them. All that an evening takes on
Discord is a *step* each, kept from before it is done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any, ClassVar, Final, Self

from bot.errors import CodedError
from bot.nights.calendar import Schedule
from bot.nights.settings import NightSettings


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
    it is over, and all has been told of it. ``version`` counts its changes."""

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
    THREAD = "thread"  # about: the place of a table
    CALL = "call"  # who sits there is called into the thread; about: the place of a table
    TABLE = "table"  # about: the place of a game
    RESULT = "result"  # the night's table, and the standings
    ABSENT = "absent"  # to who was absent and has asked for it; about: the person
    EVENT_OVER = "event-over"
    TROUBLE = "trouble"  # to the organiser: a step cannot be done; about: which (``number_of``)
    OFF = "off"  # the night does not take place
    MOVED_UP = "moved-up"  # to who has waited for a seat and has one; kept since they wait; about: the person
    APART = "apart"  # to the organiser: the tables are otherwise so that people are kept apart


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


@dataclass(frozen=True, slots=True)
class EveningDetails:
    """An evening with all that is kept of it."""

    evening: Evening
    people: Mapping[int, NightPerson] = field(default_factory=dict[int, NightPerson])
    steps: Mapping[StepKey, NightStep] = field(default_factory=dict[StepKey, NightStep])

    def step(self, kind: StepKind, about: int = 0) -> NightStep:
        """A step, as it is kept or as it would begin."""
        return self.steps.get((kind, about)) or NightStep(self.evening.id, kind, about)

    def is_done(self, kind: StepKind, about: int = 0) -> bool:
        """Whether a step is behind."""
        return self.step(kind, about).state in (StepState.DONE, StepState.DROPPED)
