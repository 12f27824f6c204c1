"""Season files, read strictly, and written in one form (docs/rules/leagues.md, «The season file»)."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, Final, TypeVar, cast
from zoneinfo import ZoneInfo

from bot.leagues.season.corrections import thing_of
from bot.leagues.season.fields import (
    LARGEST,
    SHAPE,
    Beyond,
    NotASeason,
    Object,
    ObjectFields,
    day,
    fields_of,
    identity,
    list_of,
    map_of,
    number,
    number_as_kept,
    object_of,
    objects_of,
    optional,
    parse,
    text,
    time,
    time_as_kept,
    whole,
)
from bot.leagues.season.model import (
    Adjust,
    Bye,
    Change,
    Correction,
    Excuse,
    Guest,
    Holder,
    Insert,
    LeagueSeat,
    Member,
    Night,
    Points,
    Rating,
    Season,
    SeasonGame,
    SeatChange,
    SeatKind,
    Undo,
    Void,
)
from bot.leagues.season.settings import TABLES, GameSettings, SeasonSettings

T = TypeVar("T")
Settings = TypeVar("Settings", bound=GameSettings)

HOLDERS: Final = "player guest robot"
"""The fields of which one names who has a seat."""

_GAME: Final = ObjectFields("id night started ended seats", "sum")
_SEAT: Final = ObjectFields("points", "left", either=HOLDERS)
_LIST: Final = (list,)
_OBJECT: Final = (tuple,)  # of pairs (``fields_of``)
_NOBODY_LEFT: Final[tuple[Any, ...]] = ((), (("left", []),))

_Columns = tuple[tuple[Holder, ...], tuple[int, ...], tuple[tuple[str, ...], ...]]
"""What a game keeps by seat: holders, points, who left."""


class GameReader:
    """Reads the games of a season with these nights and members; without them (None) a game of the past,
    which is judged when it is inserted (L17)."""

    def __init__(self, nights: Collection[str] | None, members: Iterable[str] | None) -> None:
        self._nights = nights
        self._strangers_sit = members is None
        self._members = {member: Holder(SeatKind.MEMBER, member) for member in members or ()}

    def read(self, kept: object) -> SeasonGame:
        """One game. Raises NotASeason."""
        found = _GAME.read(kept)
        night = optional(found, "night", identity)
        if night is not None and self._nights is not None and night not in self._nights:
            raise NotASeason("unknown-id", "night")
        plain = self._plain(found["seats"])
        seats = () if plain else objects_of(found, "seats", self._seat)
        if (len(plain[0]) if plain else len(seats)) not in TABLES:
            raise NotASeason(SHAPE, "seats")
        started, ended = time(found, "started"), time(found, "ended")
        head = (identity(found, "id"), night, started, ended, optional(found, "sum", whole))
        return SeasonGame(*head, *plain) if plain else SeasonGame.of(*head, seats)

    def read_sound(self, kept: object) -> SeasonGame:
        """One game, at whose table nobody sits twice, and whose points add up. Raises NotASeason."""
        game = self.read(kept)
        people = game.people
        if len(set(people)) < len(people):
            raise NotASeason("twice-at-table", "seats")
        if game.sum is not None and sum(game.points) != game.sum:
            raise NotASeason("wrong-sum", "sum", sums=(sum(game.points), game.sum))
        return game

    def _plain(self, kept: Any) -> _Columns | None:  # noqa: ANN401 - JSON as it comes
        """Seats that members had from the beginning to the end, as nearly all are, read in half the time;
        None where one is not such, or not written as we write them."""
        holders: list[Holder] = []
        points: list[int] = []
        for seat in kept if type(kept) in _LIST else ():
            if type(seat) not in _OBJECT or len(seat) < 2 or seat[2:] not in _NOBODY_LEFT:
                return None
            (first, player), (second, gained) = seat[:2]
            if first != "player" or second != "points" or type(player) is not str or type(gained) is not int:
                return None
            if player not in self._members or not -LARGEST <= gained <= LARGEST:
                return None
            holders.append(self._members[player])
            points.append(gained)
        return (tuple(holders), tuple(points), ((),) * len(points)) if points else None

    def _seat(self, kept: object) -> LeagueSeat:
        found = _SEAT.read(kept)
        left = list_of(found, "left", identity) if "left" in found else ()
        return LeagueSeat(self.holder(found), whole(found, "points"), left)

    def holder(self, found: Object) -> Holder:
        """Who has a seat. Raises NotASeason."""
        player = found.get("player")
        if type(player) is str and player in self._members:
            return self._members[player]
        kind = next(kind for kind in SeatKind if kind in found)
        holder = Holder(kind, identity(found, kind))
        if kind is SeatKind.MEMBER and not self._strangers_sit:
            raise NotASeason("unknown-id", kind)
        return holder


Known = TypeVar("Known", Member, Night, SeasonGame, Guest)

VERSION: Final = 1
"""Of the format."""

UNEVEN: Final = ("3", "5")
"""The tables that have a level (L6), by players."""

MOST_ATTENDANCES: Final = 10_000_000
"""Members times planned nights: each may have missed each."""

MOST_MADE_AGAIN: Final = 10_000_000
"""Corrections, in all: to undo one, all of the same game, or of the same thing else, are made again."""

_RATING_BOUND: Final = 1000
"""Of mu on either side, and of sigma: farther apart openskill can no longer calculate."""

_SEASON: Final = ObjectFields(
    "season settings zone members nights games",
    "name guests levels robots ratings byes corrections",
)
_MEMBER: Final = ObjectFields("id name joined", "left")
_GUEST: Final = ObjectFields("id name")
_NIGHT: Final = ObjectFields("id date", "excused")
_BYE: Final = ObjectFields("night round player")


def read_season(data: bytes) -> Season:
    """The season that a file holds. Raises NotASeason."""
    found = _SEASON.read(parse(data))
    if whole(found, "season") != VERSION:
        raise NotASeason(SHAPE, "season")
    members = _apart(objects_of(found, "members", _member), "members")
    people = {member.id for member in members}
    nights = _apart(objects_of(found, "nights", _night), "nights")
    for index, night in enumerate(nights):
        _all_known(night.excused, people, "nights", index, "excused")
    planned = {night.id for night in nights}
    if len(members) * len(nights) > MOST_ATTENDANCES:
        raise Beyond(SHAPE, "nights")
    return Season(
        settings=read_settings(found, SeasonSettings),
        zone=_zone(found),
        members=members,
        nights=nights,
        games=_apart(objects_of(found, "games", GameReader(planned, people).read_sound), "games"),
        byes=_byes(found, planned, people),
        corrections=_bounded(_objects(found, "corrections", _correction)),
        levels=read_levels(found),
        robots=_map(found, "robots", _rating),
        ratings=_map(found, "ratings", _rating),
        name=text(found, "name") if "name" in found else None,
        guests=_apart(_objects(found, "guests", _guest), "guests"),
    )


# What may be left out, and what has to be there


def _objects(found: Object, name: str, read: Callable[[Any], T]) -> tuple[T, ...]:
    return objects_of(found, name, read) if name in found else ()


def _map(found: Object, name: str, read: Callable[[Any, str], T]) -> dict[str, T]:
    return map_of(found, name, read) if name in found else {}


def _apart(items: tuple[Known, ...], name: str) -> tuple[Known, ...]:
    """These, none of which has the id of an earlier one."""
    seen: set[str] = set()
    for index, one in enumerate(items):
        if one.id in seen:
            raise NotASeason("same-id", name, index, "id")
        seen.add(one.id)
    return items


def _all_known(ids: Sequence[str], known: Collection[str], *path: str | int) -> None:
    for index, one in enumerate(ids):
        if one not in known:
            raise NotASeason("unknown-id", *path, index)


def _bounded(corrections: tuple[Correction, ...]) -> tuple[Correction, ...]:
    """These, where they can be made one after the other in a time that follows from their number."""
    things, events, again = dict[str, str](), Counter[str](), 0
    denominators = defaultdict[str, int](lambda: 1)
    for index, one in enumerate(corrections):
        change = one.change
        thing = things.get(change.event) if isinstance(change, Undo) else thing_of(one)
        if thing is not None:
            things.setdefault(one.id, thing)
            events[thing] += 1
            again += events[thing] if isinstance(change, Undo) else 0
        if again > MOST_MADE_AGAIN:
            raise Beyond(SHAPE, "corrections", index)
        if isinstance(change, Adjust):
            common = denominators[change.player] = lcm(denominators[change.player], change.value.denominator)
            if common > LARGEST:
                raise Beyond(SHAPE, "corrections", index, "value")
    return corrections


# The parts of a season


def read_settings(found: Object, kind: type[Settings]) -> Settings:
    """The settings in a file. Raises NotASeason ``shape``."""
    settings = object_of(found, "settings")
    try:
        return kind.read(settings)
    except NotASeason as wrong:
        raise wrong.under("settings") from None


def _zone(found: Object) -> str:
    zone = text(found, "zone")
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):  # what there is none of, what is no name, a folder of zones
        raise NotASeason(SHAPE, "zone") from None
    return zone


def _member(kept: object) -> Member:
    found = _MEMBER.read(kept)
    return Member(
        identity(found, "id"), text(found, "name"), day(found, "joined"), optional(found, "left", day)
    )


def _guest(kept: object) -> Guest:
    found = _GUEST.read(kept)
    return Guest(identity(found, "id"), text(found, "name"))


def _night(kept: object) -> Night:
    found = _NIGHT.read(kept)
    excused = list_of(found, "excused", identity) if "excused" in found else ()
    return Night(identity(found, "id"), day(found, "date"), excused)


def _byes(found: Object, nights: Collection[str], members: Collection[str]) -> tuple[Bye, ...]:
    byes = _objects(found, "byes", _bye)
    for index, bye in enumerate(byes):
        if bye.night not in nights:
            raise NotASeason("unknown-id", "byes", index, "night")
        if bye.player not in members:
            raise NotASeason("unknown-id", "byes", index, "player")
    return byes


def _bye(kept: object) -> Bye:
    found = _BYE.read(kept)
    return Bye(identity(found, "night"), whole(found, "round"), identity(found, "player"))


def read_levels(found: Object) -> dict[int, Fraction]:
    """The levels in a file (L6), by players. Raises NotASeason ``shape``."""
    return {int(players): level for players, level in _map(found, "levels", _level).items()}


def _level(levels: Object, players: str) -> Fraction:
    if players not in UNEVEN or number(levels, players) <= 0:
        raise NotASeason(SHAPE, players)
    return number(levels, players)


def _rating(ratings: Object, name: str) -> Rating:
    if name.split() != [name]:
        raise NotASeason(SHAPE, name)
    values = list_of(ratings, name, _real)
    if len(values) != 2:
        raise NotASeason(SHAPE, name)
    if values[1] < 0:
        raise NotASeason(SHAPE, name, 1)
    return Rating(*values)


def _real(values: Any, index: int) -> float:  # noqa: ANN401 - JSON as it comes
    if type(values[index]) not in (int, float) or abs(values[index]) > _RATING_BOUND:
        raise NotASeason(SHAPE, index)
    return float(values[index])


# Corrections


def _correction(kept: Any) -> Correction:  # noqa: ANN401 - JSON as it comes
    do = fields_of(kept).get("do")
    if type(do) is not str or do not in _CHANGES:
        raise NotASeason(SHAPE, "do")
    record, change = _CHANGES[do]
    found = record.read(kept)
    return Correction(
        identity(found, "id"), time(found, "at"), identity(found, "by"), text(found, "reason"), change(found)
    )


def change_kept(kept: Object) -> Change:
    """What a correction does, as ``season_writer.change_as_kept`` has it."""
    _, change = _CHANGES[kept["do"]]
    return change(kept)


def game_kept(kept: Object) -> SeasonGame:
    """A result, as ``season_writer.game_as_kept`` has it."""
    return _ANY.read(kept)


def _change(fields: str, read: Callable[[Object], Change], either: str = "") -> _ChangeReader:
    return ObjectFields(f"id at by reason do {fields}", either=either), read


_ANY: Final = GameReader(None, None)


def _insert(found: Object) -> Insert:
    try:
        return Insert(_ANY.read(found["game"]))
    except NotASeason as wrong:
        raise wrong.under("game") from None


_ChangeReader = tuple[ObjectFields, Callable[[Object], Change]]

_CHANGES: Final[Mapping[str, _ChangeReader]] = {
    "void": _change("game", lambda found: Void(identity(found, "game"))),
    "points": _change(
        "game points", lambda found: Points(identity(found, "game"), list_of(found, "points", whole))
    ),
    "player": _change(
        "game seat",
        lambda found: SeatChange(identity(found, "game"), whole(found, "seat"), _ANY.holder(found)),
        either=HOLDERS,
    ),
    "insert": _change("game", _insert),
    "adjust": _change(
        "player value", lambda found: Adjust(identity(found, "player"), number(found, "value"))
    ),
    "excuse": _change(
        "night player", lambda found: Excuse(identity(found, "night"), identity(found, "player"))
    ),
    "undo": _change("event", lambda found: Undo(identity(found, "event"))),
}


# Written: settings in full, whatever else may be left out where it is empty; an item of a list a line


def write_season(season: Season) -> bytes:
    """The file of a season."""
    return write_fields(_fields(season))


def write_fields(fields: Iterable[tuple[str, Any]]) -> bytes:
    """The file of an object, a field a line."""
    lines = ",\n".join(f"{_text(name)}: {_lines(value)}" for name, value in fields)
    # Half a surrogate pair, which JSON may name though UTF-8 cannot write it, stays the escape it was.
    return f"{{{lines}}}\n".encode(errors="backslashreplace")


def _lines(value: object) -> str:
    """A value, the items of a list on lines of their own."""
    if not isinstance(value, list) or not value:
        return _text(cast(object, value))
    return "[\n" + ",\n".join(map(_text, cast(list[object], value))) + "]"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _fields(season: Season) -> Iterator[tuple[str, Any]]:
    yield "season", VERSION
    if season.name is not None:
        yield "name", season.name
    yield "settings", season.settings.stored()
    yield "zone", season.zone
    optional = {
        "guests": [{"id": one.id, "name": one.name} for one in season.guests],
        "levels": levels_as_kept(season.levels),
        "robots": _ratings(season.robots),
        "ratings": _ratings(season.ratings),
    }
    yield from ((name, value) for name, value in optional.items() if value)
    yield "members", [_member_as_kept(one) for one in season.members]
    yield "nights", [_night_as_kept(one) for one in season.nights]
    yield "games", [game_as_kept(one) for one in season.games]
    if season.byes:
        yield "byes", [{"night": one.night, "round": one.round, "player": one.player} for one in season.byes]
    if season.corrections:
        yield "corrections", [_correction_as_kept(one) for one in season.corrections]


# Each part, as an object


def levels_as_kept(levels: Mapping[int, Fraction]) -> Object:
    """Levels by players, fit for JSON."""
    return {str(players): number_as_kept(level) for players, level in sorted(levels.items())}


def _member_as_kept(member: Member) -> Object:
    left = {} if member.left is None else {"left": member.left.isoformat()}
    return {"id": member.id, "name": member.name, "joined": member.joined.isoformat(), **left}


def _night_as_kept(night: Night) -> Object:
    excused = {"excused": list(night.excused)} if night.excused else {}
    return {"id": night.id, "date": night.date.isoformat(), **excused}


def game_as_kept(game: SeasonGame) -> Object:
    """A result, fit for JSON."""
    return {
        "id": game.id,
        "night": game.night,
        "started": time_as_kept(game.started),
        "ended": time_as_kept(game.ended),
        **({} if game.sum is None else {"sum": game.sum}),
        "seats": [_seat(seat) for seat in game.seats],
    }


def _seat(seat: LeagueSeat) -> Object:
    left = {"left": list(seat.left)} if seat.left else {}
    return {**holder_as_kept(seat.holder), "points": seat.points, **left}


def holder_as_kept(holder: Holder) -> Object:
    """Who has a seat, fit for JSON."""
    return {holder.kind.value: holder.id}


def _ratings(ratings: Mapping[str, Rating]) -> dict[str, list[float]]:
    return {name: list(ratings[name]) for name in sorted(ratings)}


def _correction_as_kept(one: Correction) -> Object:
    made = {"id": one.id, "at": time_as_kept(one.at), "by": one.by, "reason": one.reason}
    return made | change_as_kept(one.change)


def change_as_kept(change: Change) -> Object:
    """What a correction does, fit for JSON."""
    match change:
        case Void(game):
            return {"do": "void", "game": game}
        case Points(game, points):
            return {"do": "points", "game": game, "points": list(points)}
        case SeatChange(game, seat, holder):
            return {"do": "player", "game": game, "seat": seat, **holder_as_kept(holder)}
        case Insert(game):
            return {"do": "insert", "game": game_as_kept(game)}
        case Adjust(player, value):
            return {"do": "adjust", "player": player, "value": number_as_kept(value)}
        case Excuse(night, player):
            return {"do": "excuse", "night": night, "player": player}
        case Undo(event):
            return {"do": "undo", "event": event}
