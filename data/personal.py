"""Which columns hold people: for each SQL table and each of its columns whether there is an id, a name,
something that people have written, JSON with people in it, a secret, or nothing of anybody.

What a person gets of their data (``data.privacy``) and what becomes of it when they have it deleted
(``data.forgetting``) follow from this alone, as does what goes with a server. A test compares it with the
migrated schema: who adds a column has to say here what it holds.

Every condition here names its columns with their table: an unqualified name inside of a subquery is taken for
a column of the inner table where that has one too. The row that a condition is about is called ``this``.

People inside of what is kept as JSON: where in each they are, so that they can be called otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Protocol, cast


class Calling(Protocol):
    """What people are to be called from now on."""

    def person(self, known: Any) -> Any:  # noqa: ANN401 - ids are numbers, and texts in seasons
        """In the place of an id."""
        ...

    def name(self, known: Any, name: str) -> str:  # noqa: ANN401 - as above
        """In the place of the name of whoever has that id."""
        ...


Walk = Callable[[Any, Calling], Any]
"""Makes of a JSON value the same with people called otherwise."""

_HOLDERS: Final = ("player", "guest")
"""Under what a person stands who has a seat of a game, or whom a correction is about (``season_writer``)."""

_PEOPLE: Final = "left"


def everybody(value: Any, calling: Calling) -> Any:  # noqa: ANN401 - JSON
    """A list of ids: ``nights.excused``, ``reports.awaited``."""
    return [calling.person(one) for one in value]


def by_person(value: Any, calling: Calling) -> Any:  # noqa: ANN401 - JSON
    """An object by ids that are numbers: ``tables.gone``."""
    return {str(calling.person(int(one))): what for one, what in value.items()}


def named(value: Any, calling: Calling) -> Any:  # noqa: ANN401 - JSON
    """Pairs of an id and a name: ``reports.guests``."""
    return [[calling.person(one), calling.name(one, name)] for one, name in value]


def seats(value: Any, calling: Calling) -> Any:  # noqa: ANN401 - JSON
    """Seats of a game: ``league_games.seats``, ``games_now.seats``."""
    return [
        [kind, calling.person(one) if kind in _HOLDERS else one, points, everybody(left, calling)]
        for kind, one, points, left in value
    ]


def written(value: Any, calling: Calling) -> Any:  # noqa: ANN401 - JSON
    """A game or a correction as a season file has it: ``reports.game``, ``corrections.change``."""
    if isinstance(value, list):
        return [written(one, calling) for one in cast(list[Any], value)]
    if not isinstance(value, dict):
        return value
    return {key: _written(key, one, calling) for key, one in cast(dict[str, Any], value).items()}


def _written(key: str, value: Any, calling: Calling) -> Any:  # noqa: ANN401 - JSON
    if key in _HOLDERS and isinstance(value, str):
        return calling.person(value)
    return everybody(value, calling) if key == _PEOPLE else written(value, calling)


def rounds(value: Any, calling: Calling) -> Any:  # noqa: ANN401 - JSON
    """The rounds of an evening: ``evenings.plan``."""
    return [
        {
            "tables": [
                [None if one is None else calling.person(one) for one in table]
                for table in one_round["tables"]
            ],
            "byes": everybody(one_round["byes"], calling),
        }
        for one_round in value
    ]


def in_settings(value: Any, calling: Calling) -> Any:  # noqa: ANN401 - JSON
    """Settings of nights, with pairs of people and who is invited: ``series.settings``,
    ``evenings.settings``."""
    chosen: dict[str, Any] = {**value}
    if "apart" in chosen:
        chosen["apart"] = [everybody(pair, calling) for pair in chosen["apart"]]
    if chosen.get("invited"):
        chosen["invited"] = everybody(chosen["invited"], calling)
    return chosen


class Fate(StrEnum):
    """What becomes of a person's rows when they have everything about them deleted."""

    RENAMED = "renamed"  # others' results, or what is shown to others, follow from them
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Where:
    """The rows in which a ``column`` is one of some texts, or begins with one (``begins``)."""

    column: str
    texts: tuple[str, ...]
    begins: bool = False

    @property
    def sql(self) -> str:
        """The condition."""
        if self.begins:
            return " OR ".join(f"instr(this.{self.column}, '{one}') = 1" for one in self.texts)
        return f"this.{self.column} IN ({', '.join(repr(one) for one in self.texts)})"

    def is_met(self, row: Mapping[str, Any]) -> bool:
        """Whether a row meets it."""
        text = str(row[self.column])
        return text.startswith(self.texts) if self.begins else text in self.texts


@dataclass(frozen=True, slots=True)
class Free:
    """Nothing that tells of a person."""


@dataclass(frozen=True, slots=True)
class Secret:
    """What nobody is given, not even who is in it: what cards follow from, and what proves that they do."""


@dataclass(frozen=True, slots=True)
class Id:
    """A person's Discord id, in the rows ``where``, all if not given. ``as_text``: it is kept as a text."""

    where: Where | None = None
    as_text: bool = False


@dataclass(frozen=True, slots=True)
class Key:
    """What a season calls a person by, in the rows ``where``, all if not given: mostly the id, as a text; of
    people who were brought along any text. ``last``: it is the last word of several."""

    where: Where | None = None
    last: bool = False


@dataclass(frozen=True, slots=True)
class NameColumn:
    """What the person is called whose id, or key, the column ``of`` holds."""

    of: str


@dataclass(frozen=True, slots=True)
class Within:
    """JSON with people in it, at the places where ``walk`` finds them. ``disclosed``: they are told that they
    are; else it is the business of whoever has written it."""

    walk: Walk
    disclosed: bool = True


@dataclass(frozen=True, slots=True)
class WritingColumn:
    """What the person has written whose id, or key, the column ``by`` holds; others may be named in it."""

    by: str


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel, which may be somebody's direct messages; ``instead`` is kept in place of such, but where the
    rows themselves go (``goes``)."""

    instead: int | None = None
    goes: bool = False


Holds = Free | Secret | Id | Key | NameColumn | Within | WritingColumn | Channel


@dataclass(frozen=True, slots=True)
class Personal:
    """What an SQL table holds of people, by column. ``server`` is the condition for a row to be of the server
    ``:guild``, empty where rows are of none; ``league`` that for one of the league ``:league``. ``within``
    narrows where rows of the person ``:me`` can be, before anything is changed. ``shared`` are the rows that
    a person is shown besides their own, by a condition with ``:me``, and ``shown`` their columns; there other
    people are named, by their names alone."""

    columns: Mapping[str, Holds]
    fate: Fate = Fate.RENAMED
    server: str = ""
    league: str = ""
    within: str = ""
    shared: str = ""
    shown: Sequence[str] = ()


_LEAGUES: Final = "SELECT leagues.id FROM leagues WHERE leagues.guild_id = :guild"
_OF_TABLE: Final = "this.table_id IN (SELECT tables.id FROM tables WHERE tables.guild_id IS :guild)"
_OF_LEAGUE: Final = f"this.league_id IN ({_LEAGUES})"
_OF_SEASON: Final = (
    f"this.season_id IN (SELECT seasons.id FROM seasons WHERE seasons.league_id IN ({_LEAGUES}))"
)
_OF_EVENING: Final = "this.evening_id IN (SELECT evenings.id FROM evenings WHERE evenings.guild_id = :guild)"
_HERE: Final = "this.guild_id = :guild"
_SEASONS: Final = "SELECT seasons.id FROM seasons WHERE seasons.league_id = :league"
_MY_SITTINGS: Final = "SELECT sittings.table_id FROM sittings WHERE sittings.user_id = :me"
_MY_SEATS: Final = "SELECT seats.table_id FROM seats WHERE seats.user_id = :me"
_MINE: Final = f"this.table_id IN ({_MY_SITTINGS})"


def _free(*names: str) -> dict[str, Holds]:
    return dict.fromkeys(names, Free())


def _of_seasons(**columns: Holds) -> Personal:
    return Personal(
        {**_free("season_id"), **columns}, server=_OF_SEASON, league=f"this.season_id IN ({_SEASONS})"
    )


def _nobody(*names: str, server: str = "") -> Personal:
    return Personal(_free(*names), server=server)


PERSONAL: Final[Mapping[str, Personal]] = {
    # People
    "players": Personal(
        {
            "user_id": Id(),
            "name": NameColumn("user_id"),
            "dm_channel_id": Channel(),
            **_free("locale", "dm_closed", "dm_checked_at", "preferences"),
        },
        Fate.GONE,
    ),
    "unshared_players": Personal({"user_id": Id(), **_free("names")}, Fate.GONE),
    "former_players": _nobody("user_id"),
    # Tables
    "tables": Personal(
        {
            "channel_id": Channel(instead=0),
            "host_id": Id(),
            "secret": Secret(),
            "press_ids": Secret(),
            "gone": Within(by_person),
            **_free(
                *("id", "guild_id", "preset", "options", "players", "pace", "title", "robots", "robot_pace"),
                *("state", "first_dealer", "seq", "turn", "deadline", "created_at", "started_at", "ended_at"),
                *("notice", "turn_at", "nudged", "rematch_of", "seats_given", "season_id", "night"),
                *("members_only", "place", "interaction_id", "time_up", "duplicate", "veiled", "venue"),
            ),
        },
        server="this.guild_id IS :guild",
        shared=f"this.id IN ({_MY_SEATS} UNION {_MY_SITTINGS})",
        shown=("id", "guild_id", "preset", "options", "players", "state", "created_at", "ended_at"),
    ),
    "seats": Personal(
        {
            "user_id": Id(),
            "name": NameColumn("user_id"),
            **_free("table_id", "seat", "robot", "absent", "missed", "ready", "press_id", "allows_why"),
        },
        server=_OF_TABLE,
        shared=f"this.table_id IN ({_MY_SEATS})",
        shown=("table_id", "seat", "name"),
    ),
    "wishes": Personal(
        {"user_id": Id(), **_free("table_id", "queued", "plays_forced")}, Fate.GONE, server=_OF_TABLE
    ),
    "log": Personal(
        {"user_id": Id(), **_free("table_id", "seq", "line", "at")}, server=_OF_TABLE, within=_MINE
    ),
    "sittings": Personal(
        {
            "user_id": Id(),
            "name": NameColumn("user_id"),
            **_free("table_id", "seat", "number", "robot", "from_seq", "to_seq"),
        },
        server=_OF_TABLE,
    ),
    "postings": Personal(
        {
            "about": Id(Where("kind", ("hand", "call", "gone"))),
            "channel_id": Channel(goes=True),
            **_free("nonce", "subject", "kind", "begun_at", "message_id", "table_id"),
        },
        Fate.GONE,
        server=_OF_TABLE,
    ),
    # What follows from tables
    "deals": _nobody(
        *("table_id", "attempt", "deal", "dealer", "contract", "trump", "thrown_in", "seq", "ended_at"),
        server=_OF_TABLE,
    ),
    "points": _nobody("table_id", "attempt", "seat", "points", "tricks", "hand", server=_OF_TABLE),
    "measured": _nobody("table_id", "attempt", "seat", "measure", "key", "value", server=_OF_TABLE),
    "results": Personal(
        {"user_id": Id(), "name": NameColumn("user_id"), **_free("table_id", "seat", "points", "place")},
        server=_OF_TABLE,
        shared="this.table_id IN (SELECT results.table_id FROM results WHERE results.user_id = :me)",
        shown=("table_id", "seat", "name", "points", "place"),
    ),
    "given_up": Personal({"user_id": Id(), **_free("table_id", "seat")}, server=_OF_TABLE),
    "counted": _nobody("table_id", "deals", "game", server=_OF_TABLE),
    "reviews": Personal(
        {"user_id": Id(), **_free("table_id", "seat", "number", "cards", "judged", "costly")},
        Fate.GONE,
        server=_OF_TABLE,
    ),
    # Statistics
    "tallies": Personal(
        {
            "user_id": Id(),
            "key": Id(Where("kind", ("against",)), as_text=True),
            **_free(
                *("guild_id", "month", "kind", "preset", "season_id", "count", "points", "tricks", "won"),
                *("lost", "table_points", "table_seats", "best", "best_table", "best_attempt", "worst"),
                *("worst_table", "worst_attempt"),
            ),
        },
        server=_HERE,
    ),
    "games_of": Personal(
        {
            "user_id": Id(),
            **_free(
                *("guild_id", "ended_at", "table_id", "preset", "season_id", "players", "place", "is_last"),
                *("points", "table_points"),
            ),
        },
        server=_HERE,
    ),
    "streaks": Personal(
        {"user_id": Id(), **_free("guild_id", "preset", "kind", "now", "longest")}, server=_HERE
    ),
    "weeks": _nobody("guild_id", "week", "preset", "games", "deals", "seconds", server=_HERE),
    "hours": _nobody("guild_id", "hour", "games", server=_HERE),
    "dealt": Personal(
        {"user_id": Id(), **_free("guild_id", "pack", "players", "shuffled", "seat", "deals", "counts")},
        server=_HERE,
    ),
    # Ratings
    "server_pools": _nobody("guild_id", "family", "basis", "ended_at", "table_id", "games", server=_HERE),
    "server_games": _nobody("table_id", "guild_id", "family", "ended_at", "verdict", server=_HERE),
    "rating_changes": Personal(
        {
            "user_id": Id(),
            **_free("guild_id", "family", "ended_at", "table_id", "mu_before", "sigma_before", "mu"),
            **_free("sigma", "games"),
        },
        server=_HERE,
    ),
    "server_ratings": Personal(
        {"user_id": Id(), **_free("guild_id", "family", "mu", "sigma", "games")}, server=_HERE
    ),
    "rate_again": _nobody("table_id", server=_OF_TABLE),
    # Servers
    "guilds": _nobody("guild_id", "settings", server=_HERE),
    "presets": _nobody("guild_id", "key", "name", "preset", "players", "options", "pace", server=_HERE),
    # The program's own
    "timers": Personal(
        {"subject": Id(Where("kind", ("deletion",))), **_free("kind", "about", "at")}, Fate.GONE
    ),
    "texts": _nobody("key", "text"),
    "cell": _nobody("number", "count"),
    "migrations": _nobody("version", "name", "checksum", "applied_at"),
    # Leagues
    "leagues": Personal(
        {
            "creator": Id(),
            **_free("id", "guild_id", "key", "name", "preset", "players", "zone", "created_at", "options"),
            **_free("pace", "entry", "guests", "roles"),
        },
        server=_HERE,
    ),
    "league_members": Personal(
        {
            "id": Key(),
            "user_id": Id(),
            "name": NameColumn("user_id"),
            **_free("league_id", "since", "joined", "left"),
        },
        server=_OF_LEAGUE,
        league="this.league_id = :league",
    ),
    "candidates": Personal(
        {"user_id": Id(), "name": NameColumn("user_id"), **_free("league_id", "waiting", "at")},
        Fate.GONE,
        server=_OF_LEAGUE,
    ),
    "seasons": _nobody(
        *("id", "league_id", "number", "name", "settings", "begun", "closed", "levels", "imported"),
        server=_OF_LEAGUE,
    ),
    "season_members": _of_seasons(id=Key(), **_free("since", "joined", "left")),
    "season_guests": _of_seasons(id=Key(), name=NameColumn("id")),
    "nights": _of_seasons(excused=Within(everybody), **_free("number", "id", "date")),
    "byes": _of_seasons(player=Key(), **_free("number", "night", "round")),
    "league_games": _of_seasons(
        seats=Within(seats), **_free("id", "night", "started", "ended", "sum", "table_id")
    ),
    "corrections": _of_seasons(
        thing=Key(Where("thing", ("night ",), begins=True), last=True),
        by=Key(),
        reason=WritingColumn("by"),
        change=Within(written),
        **_free("number", "id", "at"),
    ),
    "disputes": _of_seasons(**_free("game", "thread_id")),
    "reports": _of_seasons(
        by=Id(),
        text=WritingColumn("by"),
        game=Within(written),
        awaited=Within(everybody),
        guests=Within(named),
        **_free("id", "at"),
    ),
    "gains": Personal(
        {
            "member": Key(),
            "name": NameColumn("member"),
            **_free("table_id", "number", "score", "place", "climbed", "nights", "minimum"),
        },
        server=_OF_TABLE,
        league=f"this.table_id IN (SELECT tables.id FROM tables WHERE tables.season_id IN ({_SEASONS}))",
    ),
    "given_ratings": _of_seasons(id=Key(Where("kind", ("person",))), **_free("kind", "mu", "sigma")),
    "season_versions": _of_seasons(**_free("version")),
    # Daily deals
    "dailies": Personal({"user_id": Id(), **_free("id", "day", "seal", "par", "begun_at", "game")}),
    "daily_servers": _nobody("guild_id", "daily_id", server=_HERE),
    # Nights
    "series": Personal(
        {
            "creator": Id(),
            "settings": Within(in_settings, disclosed=False),
            **_free(
                "id", "league_id", "guild_id", "channel_id", "schedule", "created_at", "state", "skipped"
            ),
        },
        server=_HERE,
    ),
    "evenings": Personal(
        {
            "settings": Within(in_settings, disclosed=False),
            "plan": Within(rounds),
            "seed": Secret(),
            **_free("id", "series_id", "league_id", "guild_id", "channel_id", "season_id", "night", "date"),
            **_free("starts_at", "stage", "draw", "posted", "round", "began_at", "paused_at", "held_up"),
            **_free("time_up", "is_last", "late", "ended_at", "why", "together", "settled", "version"),
        },
        server=_HERE,
    ),
    "tournaments": Personal(
        {
            "seed": Secret(),
            **_free("league_id", "guild_id", "season_id", "plan", "groups", "ended_at", "version"),
        },
        server=_HERE,
    ),
    "entrants": Personal(
        {"user_id": Id(), **_free("league_id", "team", "withdrawn")},
        server=_OF_LEAGUE,
        league="this.league_id = :league",
    ),
    "evening_secrets": Personal(
        {"evening_id": Free(), "secret": Secret(), "press_ids": Secret()}, server=_OF_EVENING
    ),
    "evening_people": Personal(
        {
            "user_id": Id(),
            "name": NameColumn("user_id"),
            **_free("evening_id", "answer", "answered_at", "here_at", "press_id", "gone", "substitute"),
            **_free("from_at", "until_at"),
        },
        server=_OF_EVENING,
    ),
    "evening_steps": Personal(
        {
            "about": Id(Where("kind", ("reminder", "moved-up", "absent"))),
            "channel_id": Channel(),
            **_free(
                "evening_id", "kind", "state", "nonce", "begun_at", "tried_at", "discord_id", "hindrance"
            ),
        },
        Fate.GONE,
        server=_OF_EVENING,
    ),
    "rulings": Personal(
        {
            "referee": Id(),
            "whom": Id(),
            "heir": Id(),
            "reason": WritingColumn("referee"),
            **_free("evening_id", "number", "place", "kind", "ruled_at", "clock", "seat", "points"),
        },
        server=_OF_EVENING,
        league="this.evening_id IN (SELECT evenings.id FROM evenings WHERE evenings.league_id = :league)",
    ),
}
"""Of every SQL table there is."""
