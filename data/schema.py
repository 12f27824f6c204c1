"""What is kept where: each SQL table and the dataclass whose values are its rows, declared once; those that
follow from others in ``data.consequences``. First the rows that are no values of a feature.

The SQL tables themselves are made by the migrations; a test compares both. To store another field, add it
to its dataclass and to a migration, and say here how it is kept where its type alone does not tell.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from fractions import Fraction
from typing import Any, Final, Self

from bot.daily.model import Daily
from bot.discordkit.ports import Posting, Subject
from bot.engine.cards import CARD_NAMES, CARD_OF_NAME
from bot.leagues.model import Candidate, ClubMember, Gain, League, Report, SeasonFacts
from bot.leagues.season.fields import number_as_kept
from bot.leagues.season.model import (
    Bye,
    Change,
    Correction,
    Guest,
    Holder,
    LeagueSeat,
    Night,
    Rating,
    SeasonGame,
)
from bot.leagues.season.model import SeatKind as HolderKind
from bot.leagues.season.season_file import change_as_kept, change_kept, game_as_kept, game_kept
from bot.leagues.season.settings import TABLES as SIZES
from bot.leagues.season.settings import SeasonSettings
from bot.nights.model import (
    Evening,
    NightPerson,
    NightSettings,
    NightStep,
    Repeat,
    Round,
    Ruling,
    Schedule,
    Series,
)
from bot.people.settings import Player, Preferences, ServerSettings
from bot.ports import KeptTimer
from bot.replays.replay import ReplayMoment
from bot.reviews.model import Costly, Review
from bot.stats.ratings import RatingVerdict, ServerPool
from bot.tables.model import NamedPreset, Seat, TableFacts, Unspoken, Wishes
from bot.tables.ports import LogEntry, Sitting
from bot.tournaments.plan import EntrantFacts, StageSeries, TournamentFacts, TournamentPlan
from data.relation import ColumnType, Relation, many_of, settings

Seats = tuple[LeagueSeat, ...]


def _seats_as_kept(seats: Seats) -> str:
    return json.dumps(
        [[one.holder.kind.value, one.holder.id, one.points, one.left] for one in seats], ensure_ascii=False
    )


def _seats_kept(text: str) -> Seats:
    return tuple(
        [
            LeagueSeat(Holder(HolderKind(kind), name), points, tuple(left))
            for kind, name, points, left in json.loads(text)
        ]
    )


class _Holders(dict[str, Holder]):
    """Those of a kind in many games, each of them once, by id."""

    def __init__(self, kind: HolderKind) -> None:
        self._kind = kind

    def __missing__(self, name: str) -> Holder:
        self[name] = Holder(self._kind, name)
        return self[name]


_NOBODY: Final = {seats: ((),) * seats for seats in SIZES}
"""By the seats of a table: nobody gave up any of them."""


def games_kept(rows: Iterable[tuple[Any, ...]]) -> tuple[SeasonGame, ...]:
    """The games of rows of id, night, moments, sum and seats: of many rows much sooner than one by one."""
    known, read = {kind.value: _Holders(kind) for kind in HolderKind}, json.JSONDecoder().raw_decode
    games: list[SeasonGame] = []
    for id, night, started, ended, sum, text in rows:
        seats, _ = read(text)
        _, _, points, left = zip(*seats, strict=True)
        holders = tuple([known[kind][name] for kind, name, _, _ in seats])
        gone = tuple([(*one,) for one in left]) if any(left) else _NOBODY[len(left)]
        games.append(SeasonGame(id, night, started, ended, sum, holders, points, gone))
    return tuple(games)


def exact(text: str) -> Fraction:
    """A number as it is kept: much sooner than ``Fraction`` reads it."""
    numerator, _, denominator = text.partition("/")
    return Fraction(int(numerator), int(denominator or 1))


DATE: Final = ColumnType("TEXT", date.isoformat, date.fromisoformat)
EXACT: Final = ColumnType("TEXT", str, exact)
SEATS_OF_GAME: Final = ColumnType("TEXT", _seats_as_kept, _seats_kept)
LIST_OF_TEXTS: Final = ColumnType(
    "TEXT", lambda texts: json.dumps(texts, ensure_ascii=False), lambda text: tuple(json.loads(text))
)
LEVELS: Final = ColumnType(
    "TEXT",
    lambda levels: json.dumps({players: number_as_kept(level) for players, level in levels.items()}),
    lambda text: {int(players): Fraction(level) for players, level in json.loads(text).items()},
)
CHANGE: Final = ColumnType(
    "TEXT",
    lambda change: json.dumps(change_as_kept(change), ensure_ascii=False),
    lambda text: change_kept(json.loads(text)),
)
GUESTS: Final = ColumnType(
    "TEXT",
    lambda guests: json.dumps([[one.id, one.name] for one in guests], ensure_ascii=False),
    lambda text: tuple(Guest(name, called) for name, called in json.loads(text)),
)
GAME: Final = ColumnType(
    "TEXT",
    lambda game: json.dumps(game_as_kept(game), ensure_ascii=False),
    lambda text: game_kept(json.loads(text)),
)


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A result as it was first written; ``table_id`` is where it was played, None on paper."""

    id: str
    night: str | None
    started: int
    ended: int
    sum: int | None
    seats: Seats
    table_id: int | None = None

    @classmethod
    def of(cls, game: SeasonGame, table_id: int | None = None) -> Self:
        """The row of a game."""
        return cls(game.id, game.night, game.started, game.ended, game.sum, game.seats, table_id)

    @property
    def game(self) -> SeasonGame:
        """The game of a row."""
        return SeasonGame.of(self.id, self.night, self.started, self.ended, self.sum, self.seats)


@dataclass(frozen=True, slots=True)
class KeptDispute:
    """The thread in which a result is disputed."""

    game: str
    thread_id: int


@dataclass(frozen=True, slots=True)
class KeptCorrection:
    """A correction that was made: its number in its season, and what it is about."""

    number: int
    thing: str
    id: str
    at: int
    by: str
    reason: str
    change: Change

    @property
    def correction(self) -> Correction:
        """The correction of a row."""
        return Correction(self.id, self.at, self.by, self.reason, self.change)


@dataclass(frozen=True, slots=True)
class SeasonVersion:
    """How often what a season follows from has become other than it was."""

    season_id: int
    version: int


@dataclass(frozen=True, slots=True)
class GivenRating:
    """A rating that a file brought along: a robot's, or that with which a person begins."""

    kind: str
    id: str
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class SeasonMember:
    """A member of a season, with the dates that absences go by. ``since`` is when they came into it, in unix
    seconds: at games that ended before they were guests."""

    id: str
    since: float
    joined: date
    left: date | None


@dataclass(frozen=True, slots=True)
class PoolMark:
    """How far a pool has got: its games that ended up to a moment (unix seconds), and of those that ended
    then up to a table. ``games`` are how many that are, ``basis`` the ratings of robots by which they were
    rated."""

    guild_id: int
    family: str
    basis: str
    ended_at: float
    table_id: int
    games: int

    @property
    def pool(self) -> ServerPool:
        """Which it is."""
        return ServerPool(self.guild_id, self.family)

    def is_past(self, ended_at: float, table_id: int) -> bool:
        """Whether it has got to the game of a table that ended at a moment."""
        return (ended_at, table_id) <= (self.ended_at, self.table_id)


@dataclass(frozen=True, slots=True)
class ServerGame:
    """A game of a pool, and what it is to that."""

    table_id: int
    guild_id: int
    family: str
    ended_at: float
    verdict: RatingVerdict


@dataclass(frozen=True, slots=True)
class KeptChange:
    """What a game did to a person, and how many rated ones they have had with it."""

    guild_id: int
    family: str
    user_id: int
    ended_at: float
    table_id: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float
    games: int

    @property
    def after(self) -> Rating:
        """The rating it made."""
        return Rating(self.mu, self.sigma)


@dataclass(frozen=True, slots=True)
class ServerRating:
    """Somebody's rating in a pool, after so many rated games."""

    guild_id: int
    family: str
    user_id: int
    mu: float
    sigma: float
    games: int


@dataclass(frozen=True, slots=True)
class RateAgain:
    """A table whose game is another one now."""

    table_id: int


def _as_kept(schedule: Schedule) -> dict[str, Any]:
    return {
        "first": schedule.first.isoformat(),
        "at": schedule.at.isoformat("minutes"),
        "repeat": schedule.repeat.value,
        "weekdays": sorted(schedule.weekdays),
        "until": schedule.until and schedule.until.isoformat(),
    }


def _kept(stored: Mapping[str, Any]) -> Schedule:
    return Schedule(
        date.fromisoformat(stored["first"]),
        time.fromisoformat(stored["at"]),
        Repeat(stored["repeat"]),
        frozenset(stored["weekdays"]),
        stored["until"] and date.fromisoformat(stored["until"]),
    )


SCHEDULE: Final = ColumnType(
    "TEXT", lambda schedule: json.dumps(_as_kept(schedule)), lambda text: _kept(json.loads(text))
)
DATES: Final = ColumnType(
    "TEXT",
    lambda dates: json.dumps([one.isoformat() for one in dates]),
    lambda text: tuple(date.fromisoformat(one) for one in json.loads(text)),
)
ROUNDS: Final = ColumnType(
    "TEXT",
    lambda rounds: json.dumps([one.stored() for one in rounds]),
    lambda text: tuple(Round.read(one) for one in json.loads(text)),
)


@dataclass(frozen=True, slots=True, repr=False)
class EveningSecret(Unspoken):
    """What the cards of an evening's duplicate rounds follow from: a ``secret`` of 32 bytes, and the ids of
    the presses of those who were there when its first round began."""

    evening_id: int
    secret: bytes
    press_ids: tuple[int, ...] = ()


def _written(every: Sequence[Costly]) -> str:
    return json.dumps([[*one.moment, one.seat, CARD_NAMES[one.better], one.cents] for one in every])


def _read(text: str) -> tuple[Costly, ...]:
    return tuple(
        Costly(ReplayMoment(deal, ply), seat, CARD_OF_NAME[better], cents)
        for deal, ply, seat, better, cents in json.loads(text)
    )


COSTLY: Final = ColumnType("TEXT", _written, _read)


@dataclass(frozen=True, slots=True)
class Guild:
    """A server and what was chosen for it."""

    guild_id: int
    settings: ServerSettings


@dataclass(frozen=True, slots=True)
class Text:
    """A text that the bot keeps about itself."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class FormerPlayer:
    """By which number the results are kept of somebody who has had everything about them deleted."""

    user_id: int


@dataclass(frozen=True, slots=True)
class UnsharedPlayer:
    """The names of what this cell alone has changed of a person."""

    user_id: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DailyServer:
    """A server on which somebody has asked for their daily deal."""

    guild_id: int
    daily_id: int


FORMER_PLAYERS: Final = Relation("former_players", FormerPlayer, key=("user_id",))
TABLES: Final = Relation(
    "tables", TableFacts, key=("id",), beside={"secret": bytes}, elsewhere=("commitment", "seats")
)
SEATS: Final = Relation("seats", Seat, key=("table_id", "seat"), beside={"table_id": int, "seat": int})
WISHES: Final = Relation(
    "wishes",
    Wishes,
    key=("table_id", "user_id"),
    beside={"table_id": int, "user_id": int},
    kinds={"queued": many_of(CARD_NAMES)},
)
LOG: Final = Relation("log", LogEntry, key=("table_id", "seq"), beside={"table_id": int})
POSTINGS: Final = Relation(
    "postings",
    Posting,
    key=("nonce",),
    kinds={"subject": ColumnType("TEXT", str, Subject.read)},
    changing=("message_id",),
)
SITTINGS: Final = Relation(
    "sittings", Sitting, key=("table_id", "seat", "number"), beside={"table_id": int, "number": int}
)
REVIEWS: Final = Relation(
    "reviews",
    Review,
    key=("table_id", "seat", "number"),
    beside={"table_id": int},
    kinds={"costly": COSTLY},
)
PLAYERS: Final = Relation("players", Player, key=("user_id",), kinds={"preferences": settings(Preferences)})
UNSHARED_PLAYERS: Final = Relation(
    "unshared_players", UnsharedPlayer, key=("user_id",), kinds={"names": LIST_OF_TEXTS}
)
GUILDS: Final = Relation("guilds", Guild, key=("guild_id",), kinds={"settings": settings(ServerSettings)})
PRESETS: Final = Relation("presets", NamedPreset, key=("guild_id", "key"), beside={"key": str})
TIMERS: Final = Relation("timers", KeptTimer, key=("kind", "subject", "about"))
TEXTS: Final = Relation("texts", Text, key=("key",))

# Leagues

LEAGUES: Final = Relation("leagues", League, key=("id",), beside={"key": str})
LEAGUE_MEMBERS: Final = Relation(
    "league_members", ClubMember, key=("league_id", "id"), kinds={"joined": DATE, "left": DATE}
)
CANDIDATES: Final = Relation("candidates", Candidate, key=("league_id", "user_id"))
SEASONS: Final = Relation(
    "seasons",
    SeasonFacts,
    key=("id",),
    kinds={"settings": settings(SeasonSettings), "begun": DATE, "closed": DATE, "levels": LEVELS},
)
SEASON_VERSIONS: Final = Relation("season_versions", SeasonVersion, key=("season_id",))
_OF_SEASON: Final = {"season_id": int}
_NUMBERED: Final = {"season_id": int, "number": int}
SEASON_MEMBERS: Final = Relation(
    "season_members",
    SeasonMember,
    key=("season_id", "id"),
    beside=_OF_SEASON,
    kinds={"joined": DATE, "left": DATE},
)
SEASON_GUESTS: Final = Relation("season_guests", Guest, key=("season_id", "id"), beside=_OF_SEASON)
NIGHTS: Final = Relation(
    "nights",
    Night,
    key=("season_id", "id"),
    beside=_NUMBERED,
    kinds={"date": DATE, "excused": LIST_OF_TEXTS},
)
BYES: Final = Relation("byes", Bye, key=("season_id", "number"), beside=_NUMBERED)
GAMES: Final = Relation(
    "league_games",
    KeptGame,
    key=("season_id", "id"),
    beside=_OF_SEASON,
    kinds={"seats": SEATS_OF_GAME},
)
CORRECTIONS: Final = Relation(
    "corrections",
    KeptCorrection,
    key=("season_id", "number"),
    beside=_OF_SEASON,
    kinds={"change": CHANGE},
)
DISPUTES: Final = Relation("disputes", KeptDispute, key=("season_id", "game"), beside=_OF_SEASON)
REPORTS: Final = Relation("reports", Report, key=("id",), kinds={"game": GAME, "guests": GUESTS})
GAINS: Final = Relation(
    "gains",
    Gain,
    key=("table_id", "number"),
    beside={"table_id": int, "number": int},
    kinds={"score": EXACT},
)
GIVEN_RATINGS: Final = Relation(
    "given_ratings", GivenRating, key=("season_id", "kind", "id"), beside=_OF_SEASON
)

# Nights

SERIES: Final = Relation(
    "series",
    Series,
    key=("id",),
    kinds={"schedule": SCHEDULE, "settings": settings(NightSettings), "skipped": DATES},
)
EVENINGS: Final = Relation(
    "evenings",
    Evening,
    key=("id",),
    kinds={"date": DATE, "settings": settings(NightSettings), "plan": ROUNDS},
)
EVENING_SECRETS: Final = Relation("evening_secrets", EveningSecret, key=("evening_id",))
EVENING_PEOPLE: Final = Relation(
    "evening_people", NightPerson, key=("evening_id", "user_id"), beside={"evening_id": int}
)
EVENING_STEPS: Final = Relation("evening_steps", NightStep, key=("evening_id", "kind", "about"))
RULINGS: Final = Relation("rulings", Ruling, key=("evening_id", "number"))

# Championships

GROUPS: Final = ColumnType(
    "TEXT", json.dumps, lambda text: tuple(StageSeries(*series) for series in json.loads(text))
)
TOURNAMENTS: Final = Relation(
    "tournaments",
    TournamentFacts,
    key=("league_id",),
    kinds={"plan": settings(TournamentPlan), "groups": GROUPS},
)
ENTRANTS: Final = Relation("entrants", EntrantFacts, key=("league_id", "user_id"))

# Daily deals

DAILIES: Final = Relation("dailies", Daily, key=("id",), kinds={"day": DATE})
DAILY_SERVERS: Final = Relation("daily_servers", DailyServer, key=("guild_id", "daily_id"))

# Ratings of servers: what follows from games that ended there

SERVER_POOLS: Final = Relation("server_pools", PoolMark, key=("guild_id", "family"))
SERVER_GAMES: Final = Relation("server_games", ServerGame, key=("table_id",))
RATING_CHANGES: Final = Relation(
    "rating_changes", KeptChange, key=("guild_id", "family", "user_id", "ended_at", "table_id")
)
SERVER_RATINGS: Final = Relation("server_ratings", ServerRating, key=("guild_id", "family", "user_id"))
RATE_AGAIN: Final = Relation("rate_again", RateAgain, key=("table_id",))
