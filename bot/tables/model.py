"""What a table is made of: the facts that are stored and shown, and what people and robots are called there.
No behaviour beyond reading itself."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, Never

from bot import dealing
from bot.engine.cards import Card
from bot.normal_form import normalized
from bot.robots.kinds import DEFAULT_ROBOT

LONGEST_NAME: Final = 100
NAMELESS: Final = "?"
_LOOKED_AT: Final = 1000
"""Characters: what is longer is no name, and is cut before anything is made of it."""
ROBOT_NAMES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "easy": ("Mimi", "Nino", "Lola", "Momo", "Pia"),
        "steady": ("Alma", "Bruno", "Clara", "Dirk", "Elsa"),
        "strong": ("Magnus", "Regina", "Maximus", "Valeria", "Rex"),
        "teacher": ("Minerva", "Plato", "Athena", "Mentor", "Sokrates"),
    }
)
"""By the kind of robot, of whose strength they tell: little names, plain ones, those of the mighty and of the
wise. As many as there are seats at a table, so that one is always free."""
_TURNING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNPRINTABLE: Final = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})


def clean_name(name: str) -> str:
    """A person's name as it is stored: on one line, at most 100 characters, without control characters and
    without those that turn the direction of the text around them. Markdown, mentions and stacked accents
    are left to whoever shows it."""
    shown = "".join(
        "" if char in _TURNING else " " if unicodedata.category(char) in _UNPRINTABLE else char
        for char in name[:_LOOKED_AT]
    )
    return " ".join(shown.split())[:LONGEST_NAME].strip() or NAMELESS


def name_key(name: str) -> str:
    """What two names have in common that people take for the same one."""
    return normalized("NFKC", name, _LOOKED_AT).casefold()


def robot_name(kind: str, taken: Iterable[str]) -> str:
    """A robot's name: the first of its kind's that nobody else at the table has."""
    used = set(map(name_key, taken))
    names = ROBOT_NAMES.get(kind, ROBOT_NAMES[DEFAULT_ROBOT])
    return next(name for name in names if name_key(name) not in used)


class DoNotTell(TypeError):
    """Somebody tries to write down what is sealed."""


class Unspoken:
    """A value that cannot be printed, formatted or pickled."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<sealed>"

    def __str__(self) -> Never:
        raise DoNotTell("what is sealed is not written down")

    def __format__(self, spec: str) -> Never:
        raise DoNotTell("what is sealed is not written down")

    def __reduce__(self) -> Any:  # noqa: ANN401 - never returns
        raise DoNotTell("what is sealed is not written down")


@dataclass(frozen=True, slots=True, repr=False)
class Origin(Unspoken):
    """That of a duplicate round: with the same ``secret`` of 32 bytes and the same ``press_ids`` all its
    tables have the same first dealer and deal the same cards to the same seats."""

    secret: bytes
    press_ids: tuple[int, ...] = ()

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, in hexadecimal: public."""
        return dealing.commitment(self.secret)


class State(StrEnum):
    """Where a table stands in its life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    ADJOURNED = "adjourned"
    FINISHED = "finished"
    CLOSED = "closed"
    PARKED = "parked"  # its log no longer replays; kept for an operator to look at


class Notice(StrEnum):
    """Why a table stands as it does."""

    NOBODY_HERE = "nobody-here"  # adjourned: everybody left or is absent
    ADJOURNED_BY_HOST = "adjourned-by-host"
    PAUSED = "paused"  # adjourned by the program, which alone goes on
    EVERYBODY_LEFT = "everybody-left"  # closed in its lobby, or a private one
    CLOSED_BY_HOST = "closed-by-host"
    CLOSED_BY_MODERATOR = "closed-by-moderator"
    CALLED_OFF = "called-off"  # closed by the program
    CUT_SHORT = "cut-short"  # finished: time was up, and the deal in play counts for nothing
    LOG_BROKEN = "log-broken"  # parked


UNFINISHED: Final = (State.LOBBY, State.PLAYING, State.ADJOURNED)


class Pace(StrEnum):
    """How long a move may take."""

    NONE = "none"
    HALF_MINUTE = "30s"
    MINUTE = "60s"
    TWO_MINUTES = "2m"
    FIVE_MINUTES = "5m"
    DAY = "1d"

    @property
    def seconds(self) -> float | None:
        """The time for one move, in seconds; None without a limit."""
        return _SECONDS[self]


_SECONDS: Final[Mapping[Pace, float | None]] = {
    Pace.NONE: None,
    Pace.HALF_MINUTE: 30.0,
    Pace.MINUTE: 60.0,
    Pace.TWO_MINUTES: 120.0,
    Pace.FIVE_MINUTES: 300.0,
    Pace.DAY: 86400.0,
}


class RobotPace(StrEnum):
    """How long robots take over a card, and whatever a table does by itself."""

    BRISK = "brisk"
    CALM = "calm"
    INSTANT = "instant"

    @property
    def share(self) -> float:
        """Of the usual pause."""
        return _SHARES[self]


_SHARES: Final[Mapping[RobotPace, float]] = {
    RobotPace.BRISK: 1.0,
    RobotPace.CALM: 1.6,
    RobotPace.INSTANT: 0.3,
}


class Venue(StrEnum):
    """How a table is shown where it is."""

    POSTED = "posted"
    """The bot posts in its channel, which is a server's or somebody's direct messages with it."""
    ANSWERED = "answered"
    """The bot is not in its channel, where friends play: it answers presses and commands, and edits its
    answers while their tokens live (``discordkit/slots.py``)."""
    ALONE = "alone"
    """The same, by answers that the one person who plays there alone sees."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One place at a table.

    ``user_id`` is the person whose seat it is (None: a robot's own seat). ``robot`` names the kind of robot
    that plays a robot's seat, and stands in for an ``absent`` person. ``missed`` counts moves timed out in
    a row. ``ready`` means ready for the next deal; in the lobby of a table with given seats, there to play.
    ``press_id`` is the interaction by which the person
    joined in the lobby, or said that they would come (it takes part in the decks); None for the host, for
    robots, for those who were given a seat without a press, and for those who came later. ``allows_why``: as
    far as this person is concerned it may be asked during a deal why cards were played (``asking``).
    """

    name: str
    user_id: int | None = None
    robot: str = "easy"
    absent: bool = False
    missed: int = 0
    ready: bool = False
    press_id: int | None = None
    allows_why: bool = False

    @property
    def played_by_robot(self) -> bool:
        """Whether the robot makes this seat's moves now."""
        return self.user_id is None or self.absent


@dataclass(frozen=True, slots=True, repr=False)
class Wishes:
    """What a person has told a table beforehand, for their own eyes. ``queued`` are the cards they want to
    play next, the first in their next turn, and as secret as their hand; ``plays_forced``: where exactly one
    action is legal it is taken for them."""

    queued: tuple[Card, ...] = ()
    plays_forced: bool = False

    def __repr__(self) -> str:
        return "Wishes()"


NO_WISHES: Final = Wishes()

# One for all tables that have none, as most do: a table that waits is to cost little.
NO_OPTIONS: Final[Mapping[str, str]] = MappingProxyType({})
NOBODY: Final[Mapping[int, int]] = MappingProxyType({})
NOBODYS_WISHES: Final[Mapping[int, Wishes]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class NamedPreset:
    """Rules that a server keeps under a name of its own: a built-in ``preset``, the ``options`` that differ
    from it, and the pace. A table copies them, so what becomes of the name later is nothing to it."""

    guild_id: int
    name: str
    preset: str
    players: int
    options: Mapping[str, str] = field(default_factory=lambda: NO_OPTIONS)
    pace: Pace = Pace.NONE

    @property
    def key(self) -> str:
        """What no two of a server share."""
        return name_key(self.name)


@dataclass(frozen=True, slots=True)
class Invited:
    """A person for whom the program keeps a seat. ``press_id`` is the interaction by which they have said
    that they will come; it takes part in the decks as that of a Join does. ``is_here``: they have said that
    they are there to play."""

    user_id: int
    name: str
    press_id: int | None = None
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A person who wishes to sit down at a table; ``is_member`` tells whether they are a member of the league
    whose game is played there, False where it is of none; ``knows_cards`` whether they have had a seat at
    another table that plays the same ones, ``kept_from`` with whom they are not to sit at this one."""

    user_id: int
    name: str
    is_member: bool = False
    knows_cards: bool = False
    kept_from: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Counting:
    """How a game counts in a season of a league: for the planned ``night``, None for a free game. ``league``
    is what the table is called after; with ``members_only`` nobody but members may sit down."""

    season_id: int
    league: str
    night: str | None = None
    members_only: bool = False


@dataclass(frozen=True, slots=True)
class TableFacts:
    """Everything public that is stored of a table but its log; what is not public is ``sealed.Sealed``.

    ``host_id`` None: the program has opened the table, and nobody is its host. ``seats`` are in the order of
    joining while in the lobby and clockwise from seat 0 once play has begun; with ``seats_given`` they are
    clockwise from the first, and not drawn. ``guild_id`` None: it is in no server of the bot's; then
    ``channel_id`` are the direct messages of its host, or by its ``venue`` wherever it was opened.
    ``seq`` counts the log's entries: the number of the next one, and what every button carries. ``turn`` is
    the game's ``turn`` after them. ``deadline`` is a time in unix seconds. ``commitment`` is
    the SHA-256 of the secret that the cards follow from, in hexadecimal. ``press_ids`` are those of the seats
    at the start, in order of joining. ``gone`` tells of people who left during the deal in play
    whose cards they have seen: the seat they left. ``title`` is what the table is called in place of its
    preset: by the program that has opened it, else by the name of the league whose rules they are, else of
    the ``NamedPreset`` that they were taken from; then they are the table's own since. ``robots`` is the kind
    that plays here where a seat has no other, ``robot_pace`` how fast.
    ``notice`` is a ``Notice`` where a table was parked, adjourned, closed or cut short.

    ``season_id`` is the season of a league that the game counts in, None where it counts in none; then its
    preset and options stay the league's. ``night`` is the planned night it belongs to, None for a free game;
    with ``members_only`` nobody but members of the league may sit down.

    ``turn_at`` tells since when the person to move is waited for, ``nudged`` whether somebody has nudged them
    since. ``rematch_of`` is the finished table that this one goes on from.

    ``place`` is what the table is in an evening of several: numbers with dots between them, that of the
    evening first. No two tables ever have the same; nor the same ``interaction_id``, of the interaction by
    which a person opened it. ``time_up``: robots play every seat to the end.

    ``duplicate``: it is one of several tables that play the same cards; ``press_ids`` are those of all of
    them then, from the opening. While it is ``veiled`` nobody but who has a seat there is shown anything of
    its cards, and nobody at all its secret, which tells those of the other tables.
    """

    id: int
    guild_id: int | None
    channel_id: int
    host_id: int | None
    preset: str
    players: int
    commitment: str
    created_at: float
    state: State = State.LOBBY
    options: Mapping[str, str] = field(default_factory=lambda: NO_OPTIONS)
    pace: Pace = Pace.NONE
    robots: str = "easy"
    robot_pace: RobotPace = RobotPace.BRISK
    title: str = ""
    seats: tuple[Seat, ...] = ()
    press_ids: tuple[int, ...] = ()
    gone: Mapping[int, int] = field(default_factory=lambda: NOBODY)
    first_dealer: int | None = None
    seq: int = 0
    turn: int | None = None
    deadline: float | None = None
    started_at: float | None = None
    ended_at: float | None = None
    notice: str = ""
    turn_at: float | None = None
    nudged: bool = False
    rematch_of: int | None = None
    seats_given: bool = False
    season_id: int | None = None
    night: str | None = None
    members_only: bool = False
    place: str | None = None
    interaction_id: int | None = None
    time_up: bool = False
    duplicate: bool = False
    veiled: bool = False
    venue: Venue = Venue.POSTED

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a person, if they have one."""
        return next((number for number, seat in enumerate(self.seats) if seat.user_id == user_id), None)

    @property
    def number(self) -> int:
        """What people are told that the table is called: in an evening of several the number that its plan
        gives it, which is the third of its place; else its id."""
        place = () if self.place is None else self.place.split(".")
        return int(place[2]) if len(place) > 2 else self.id

    @property
    def is_private(self) -> bool:
        """Whether it is one person's alone, with robots: nobody else sits down there, or sees it."""
        return self.guild_id is None and self.venue is not Venue.ANSWERED

    @property
    def by_answers(self) -> bool:
        """Whether the bot can do nothing there but answer."""
        return self.venue is not Venue.POSTED

    @property
    def is_daily(self) -> bool:
        """Whether it is a deal of the day, whose cards others play at tables of their own."""
        return self.is_private and self.duplicate

    @property
    def is_paused(self) -> bool:
        """Whether the program has adjourned it, and it goes on when the program says so."""
        return self.state is State.ADJOURNED and self.notice == Notice.PAUSED

    @property
    def is_cut_short(self) -> bool:
        """Whether the game ended before its last deal, with the deals that were scored by then."""
        return self.state is State.FINISHED and self.notice == Notice.CUT_SHORT

    @property
    def waited_for(self) -> int | None:
        """The person who is to move, if one who is here is."""
        if self.state is not State.PLAYING or self.turn is None or self.turn < 0:
            return None
        seat = self.seats[self.turn]
        return None if seat.absent else seat.user_id

    def is_waiting_for(self, user_id: int) -> bool:
        """Whether this person is to move."""
        return self.waited_for == user_id


def place_order(facts: TableFacts) -> tuple[int, ...]:
    """By what the tables of an evening are sorted."""
    return () if facts.place is None else tuple(map(int, facts.place.split(".")))


@dataclass(frozen=True, slots=True)
class Nudge:
    """The player of one seat asks that of another, who is to move, to do so. Numbers of seats."""

    by: int
    seat: int


@dataclass(frozen=True, slots=True)
class Emote:
    """A player shows how they feel: one of ``play.EMOTES``."""

    seat: int
    key: str


@dataclass(frozen=True, slots=True)
class RestTaken:
    """A player took all the tricks that were left at once."""

    seat: int


Signal = Nudge | Emote | RestTaken
"""Something to report besides what has become of the table."""
