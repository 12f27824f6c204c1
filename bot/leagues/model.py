"""What a server keeps of a league beside what its seasons are calculated from (L1, L2, L4), and why something
cannot be done with one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, Final

from bot.engine.errors import RuleViolation
from bot.engine.options import Rules
from bot.engine.registry import make_rules, preset_named
from bot.errors import CodedError
from bot.leagues.season.model import Correction, Guest, Night, SeasonGame
from bot.leagues.season.scoring import levels_of
from bot.leagues.season.settings import SeasonSettings
from bot.tables.model import Pace, name_key


class ClubError(CodedError):
    """Something about a league that cannot be done: of the sentences ``error.club.…``, or what one of L17
    refuses a correction with (``correction.refused.…``)."""

    sentences: ClassVar = "error.club."


FORM: Final = 5
"""How many of the last games a member's form is made of."""


class Entry(StrEnum):
    """Who may become a member."""

    OPEN = "open"
    REQUEST = "request"  # who asks, and is let in by an organiser
    INVITED = "invited"  # whom an organiser invites


@dataclass(frozen=True, slots=True)
class League:
    """A league of a server (L1). Its game is ``preset`` with ``options`` for usually so many ``players``, at
    a ``pace``; ``zone`` is the name of an IANA time zone. ``guests`` tells whether others than members may
    sit down at its tables. Organisers are the ``creator``, who holds one of the ``roles``, and whoever may
    manage the server. ``created_at`` is in unix seconds."""

    id: int
    guild_id: int
    name: str
    preset: str
    players: int
    zone: str
    creator: int
    created_at: float
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    pace: Pace = Pace.NONE
    entry: Entry = Entry.OPEN
    guests: bool = True
    roles: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """What no two of a server share."""
        return name_key(self.name)

    @property
    def levels(self) -> dict[int, Fraction]:
        """The levels that a season of its game has, by players (L6); empty where there are none to offer."""
        each = map(self.rules, preset_named(self.preset).players)
        return levels_of(one for one in each if one is not None) or {}

    def rules(self, players: int) -> Rules | None:
        """What so many play by; None where the program does not know it any more, or an option is not there
        at a table of this size."""
        try:
            return make_rules(self.preset, players, self.options)
        except RuleViolation:
            return None


@dataclass(frozen=True, slots=True)
class ClubMember:
    """A member of a league: ``id`` is what seasons know them by, ``user_id`` their Discord account, None for
    who has none here, as people in a season that was brought along. ``name`` is theirs in the league.
    ``since`` is when they first came in, in unix seconds; ``joined`` and ``left`` are local dates (L10)."""

    league_id: int
    id: str
    name: str
    user_id: int | None
    since: float
    joined: date
    left: date | None = None

    @property
    def is_in(self) -> bool:
        """Whether they are a member now."""
        return self.left is None


class MembershipWait(StrEnum):
    """Why somebody is no member yet."""

    ASKED = "asked"  # they wish to come in
    INVITED = "invited"  # they may


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who may become a member; ``at`` is in unix seconds."""

    league_id: int
    user_id: int
    name: str
    waiting: MembershipWait
    at: float


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """A season of a league (L2), by its ``number`` from 1, from its first day to the day on which it was
    closed. ``levels`` are the factors of L6 by players, empty where there are none to offer.
    ``imported`` tells that it was brought along in a file."""

    id: int
    league_id: int
    number: int
    name: str
    settings: SeasonSettings
    begun: date
    closed: date | None = None
    levels: Mapping[int, Fraction] = field(default_factory=dict[int, Fraction])
    imported: bool = False

    @property
    def is_open(self) -> bool:
        """Whether games are played in it."""
        return self.closed is None


@dataclass(frozen=True, slots=True)
class ListedMember:
    """A member's line in standings. ``name`` is theirs in the league, ``place`` None where too few nights
    were played (L13); ``value`` is exact; ``nights`` played, ``games`` game scores got, ``wins`` may be
    shared; ``moved`` by how many places up the last night brought them, None where there is nothing to
    compare (L15). ``form`` are their places in up to five games, the latest last; None stands for a seat
    that was given up."""

    member: str
    name: str
    place: int | None
    value: Fraction
    nights: int
    games: int
    wins: Fraction
    moved: int | None = None
    form: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """Some lines of standings in their order: those from the ``first`` on, counted from 0, of so many
    (``total``). ``own`` is the reader's line wherever it is, None where they have none."""

    lines: tuple[ListedMember, ...]
    first: int
    total: int
    own: ListedMember | None = None


@dataclass(frozen=True, slots=True)
class NightFacts:
    """A night of a season (L3), ``planned`` or a free one, with how many games of it count and how many
    members got something from these. It was ``held`` where there is a game or somebody sat out."""

    id: str
    date: date
    planned: bool
    held: bool
    games: int
    people: int


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """A game of a season. ``game`` is it as corrections have made it, or as it was first written where it is
    ``void``. ``names`` are what its people are called, by id. ``events`` are how many corrections there were
    about it. ``table_id`` is the table that it was played at, None for one on paper; ``channel_id`` and
    ``message_id`` are where its end was announced, None where that is not known."""

    game: SeasonGame
    void: bool
    events: int
    names: Mapping[str, str]
    table_id: int | None = None
    channel_id: int | None = None
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """A correction as the log lists it: whether it ``stands`` (L18)."""

    correction: Correction
    stands: bool


@dataclass(frozen=True, slots=True)
class TableOfLeague:
    """What the game at a table is for: the season it counts in, and the planned night, None for a free
    game."""

    league: League
    season: SeasonFacts
    night: Night | None

    @property
    def counts(self) -> bool:
        """Whether it does: a season may leave free games out (L3)."""
        return self.night is not None or self.season.settings.free == "count"


@dataclass(frozen=True, slots=True)
class Gain:
    """What a game did to a member when it ended: its score, their place after it, None where they had played
    too few ``nights`` for one, of so many as a place takes (``minimum``, L13), and by how many places that is
    better than before, None where there is nothing to compare."""

    member: str
    name: str
    score: Fraction
    place: int | None
    climbed: int | None
    nights: int = 0
    minimum: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """A game on paper that waits for its players' word. ``id`` is the message it was sent from, so that it is
    sent once, whatever comes twice. ``by`` is who has written it, ``text`` what they typed. ``awaited`` are
    the Discord accounts of members in it who have not said yet that it is right. With no more of them, or by
    an organiser's word, it is a game of the season. ``at`` is in unix seconds; ``guests`` are those in it
    whom the season has not known before."""

    id: int
    season_id: int
    by: int
    text: str
    game: SeasonGame
    awaited: tuple[int, ...]
    at: float
    guests: tuple[Guest, ...] = ()
