"""The season file, written (docs/rules/leagues.md, «The season file»): each season in one form.

Settings are written in full, whatever else may be left out is where it is empty; an item of a list a line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

from bot.leagues.season.fields import Object, number_as_kept, time_as_kept
from bot.leagues.season.model import (
    Adjust,
    Bye,
    Change,
    Correction,
    Excuse,
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
    Undo,
    Void,
)
from bot.leagues.season.reader import VERSION


def write_season(season: Season) -> bytes:
    """The file of a season."""
    lines = ",\n".join(f"{_text(name)}: {_lines(value)}" for name, value in _fields(season))
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
        "levels": {str(players): number_as_kept(level) for players, level in sorted(season.levels.items())},
        "robots": _ratings(season.robots),
        "ratings": _ratings(season.ratings),
    }
    yield from ((name, value) for name, value in optional.items() if value)
    yield "members", [_member(one) for one in season.members]
    yield "nights", [_night(one) for one in season.nights]
    yield "games", [game_as_kept(one) for one in season.games]
    if season.byes:
        yield "byes", [_bye(one) for one in season.byes]
    if season.corrections:
        yield "corrections", [_correction(one) for one in season.corrections]


# Each part, as an object


def _member(member: Member) -> Object:
    left = {} if member.left is None else {"left": member.left.isoformat()}
    return {"id": member.id, "name": member.name, "joined": member.joined.isoformat(), **left}


def _night(night: Night) -> Object:
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
    return {**_holder(seat.holder), "points": seat.points, **left}


def _holder(holder: Holder) -> Object:
    return {holder.kind.value: holder.id}


def _bye(bye: Bye) -> Object:
    return {"night": bye.night, "round": bye.round, "player": bye.player}


def _ratings(ratings: Mapping[str, Rating]) -> dict[str, list[float]]:
    return {name: list(ratings[name]) for name in sorted(ratings)}


def _correction(one: Correction) -> Object:
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
            return {"do": "player", "game": game, "seat": seat, **_holder(holder)}
        case Insert(game):
            return {"do": "insert", "game": game_as_kept(game)}
        case Adjust(player, value):
            return {"do": "adjust", "player": player, "value": number_as_kept(value)}
        case Excuse(night, player):
            return {"do": "excuse", "night": night, "player": player}
        case Undo(event):
            return {"do": "undo", "event": event}
