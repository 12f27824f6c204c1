"""What is kept where: each SQL table and the dataclass whose values are its rows, declared once; those that
follow from others in ``data.consequences``.

The SQL tables themselves are made by the migrations; a test compares both. To store another field, add it to
its dataclass and to a migration, and say here how it is kept where its type alone does not tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.daily.model import Daily
from bot.discordkit.ports import Posting, Subject
from bot.engine.cards import CARD_NAMES
from bot.leagues.model import Candidate, ClubMember, Gain, League, Report, SeasonFacts
from bot.leagues.season.model import Bye, Guest, Night
from bot.leagues.season.settings import SeasonSettings
from bot.nights.model import Evening, NightPerson, NightStep, Series
from bot.nights.settings import NightSettings
from bot.people.settings import Player, Preferences, ServerSettings
from bot.ports import KeptTimer
from bot.reviews.model import Review
from bot.tables.model import NamedPreset, Seat, TableFacts, Wishes
from bot.tables.ports import LogEntry, Sitting
from data.relation import ColumnType, Relation, many_of, settings
from data.rows import (
    CHANGE,
    COSTLY,
    DATE,
    DATES,
    EXACT,
    GAME,
    GUESTS,
    LEVELS,
    ROUNDS,
    SCHEDULE,
    EveningSecret,
    GivenRating,
    KeptChange,
    KeptCorrection,
    KeptDispute,
    KeptGame,
    PoolMark,
    RateAgain,
    SeasonMember,
    SeasonVersion,
    ServerGame,
    ServerRating,
)
from data.rows import SEATS as SEATS_OF_GAME
from data.rows import TEXTS as LIST_OF_TEXTS


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
