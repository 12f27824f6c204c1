"""A season file that is brought along: read, held to what can be kept, its members those whom we know."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final, cast

from bot.leagues.paper.spreadsheet import games_of, too_many
from bot.leagues.paper.table import MEGABYTE
from bot.leagues.paper.typed import LARGEST, MOST_CANDIDATES, Fault, Faulty, Known, PaperPerson, fault, key_of
from bot.leagues.season.fields import Beyond, NotASeason
from bot.leagues.season.model import (
    Adjust,
    Change,
    Correction,
    Excuse,
    Holder,
    Insert,
    Points,
    Season,
    SeasonGame,
    SeatChange,
    SeatKind,
    Undo,
    Void,
)
from bot.leagues.season.scoring import Scorer
from bot.leagues.season.season_file import VERSION, read_season
from bot.tables.model import LONGEST_NAME, clean_name

LARGEST_FILE: Final = 10
"""Megabytes."""

MOST_UNITS: Final = 10**9
"""To a point: the common denominator of what a season's settings bring in (``Scorer.units``)."""

LONGEST_REASON: Final = 1000
"""Characters of a correction's reason."""


def season_from(data: bytes, known: Known) -> Season:
    """The season of a file. Its members who are known, by their id or else by their name, have the id by
    which we know them, everywhere in it. Raises Faulty."""
    if len(data) > LARGEST_FILE * MEGABYTE:
        raise Faulty([fault("file-too-large", limit=LARGEST_FILE)])
    try:
        season = read_season(data)
    except NotASeason as wrong:
        version = None if wrong.code == "syntax" else _version(data)
        if version is not None and version > VERSION:
            raise Faulty([fault("newer-version", version=version, known=VERSION)]) from None
        if isinstance(wrong, Beyond):
            raise Faulty([fault("file-out-of-bounds", where=wrong.where, limit=LARGEST)]) from None
        if wrong.sums is None:
            raise Faulty([fault(f"file-{wrong.code}", where=wrong.where)]) from None
        if any(abs(one) > LARGEST for one in wrong.sums):
            raise Faulty([fault("file-out-of-bounds", where=wrong.where, limit=LARGEST)]) from None
        points, due = wrong.sums
        raise Faulty([fault("file-wrong-sum", where=wrong.where, points=points, sum=due)]) from None
    if faults := list(_beyond(season)):
        raise Faulty(faults)
    return _renamed(_tidied(season), _ids(season, known))


def _tidied(season: Season) -> Season:
    """The season with names as they are stored."""
    members = tuple(replace(one, name=clean_name(one.name)) for one in season.members)
    guests = tuple(replace(one, name=clean_name(one.name)) for one in season.guests)
    return replace(season, members=members, guests=guests)


def _version(data: bytes) -> int | None:
    """The version that a file of JSON says it is of, None where it says none."""
    found: object = json.loads(data)
    version = cast(dict[str, object], found).get("season") if isinstance(found, dict) else None
    return version if type(version) is int else None


# What can be kept


def _beyond(season: Season) -> Iterator[Fault]:
    """What of a season is more than can be kept."""
    yield from too_many(season)
    if Scorer(season).units > MOST_UNITS:
        yield fault("settings-too-fine", limit=MOST_UNITS)
    for where, number in _numbers(season):
        if abs(number) > LARGEST or number.denominator > MOST_UNITS:
            yield fault("file-out-of-bounds", where=where, limit=LARGEST)
    for where, text, longest in _texts(season):
        if len(text) > longest or not _can_be_written(text):
            yield fault("file-bad-text", where=where)


def _can_be_written(text: str) -> bool:
    """Whether a text has no half of a surrogate pair, which JSON may name."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _numbers(season: Season) -> Iterator[tuple[str, int | Fraction]]:
    """All numbers that have no bounds of their own in the file, with where they are."""
    settings = season.settings
    for name in ("left", "bye", "absence", "excused", "best", "minimum", "stake"):
        value: object = getattr(settings, name)
        if isinstance(value, int | Fraction):
            yield f"settings.{name}", value
    for seats, row in settings.place_points.items():
        yield from ((f"settings.place_points.{seats}", one) for one in row)
    yield from ((f"levels.{players}", level) for players, level in season.levels.items())
    yield from ((f"byes[{at}].round", bye.round) for at, bye in enumerate(season.byes))
    for at, game in enumerate(season.games):
        yield from _of_game(f"games[{at}]", game)
    for at, one in enumerate(season.corrections):
        yield from _of_change(f"corrections[{at}]", one.change)


def _of_game(where: str, game: SeasonGame) -> Iterator[tuple[str, int]]:
    yield from ((f"{where}.seats[{seat}].points", one) for seat, one in enumerate(game.points))
    if game.sum is not None:
        yield f"{where}.sum", game.sum


def _of_change(where: str, change: Change) -> Iterator[tuple[str, int | Fraction]]:
    match change:
        case Points(_, points):
            yield from ((f"{where}.points[{at}]", one) for at, one in enumerate(points))
        case Insert(game):
            yield from _of_game(f"{where}.game", game)
        case Adjust(_, value):
            yield f"{where}.value", value
        case SeatChange(_, seat, _):
            yield f"{where}.seat", seat
        case _:
            pass


def _texts(season: Season) -> Iterator[tuple[str, str, int]]:
    """Texts of any length, with where they are and how long they may be. Names are tidied instead."""
    yield "name", season.name or "", LONGEST_NAME
    for at, one in enumerate(season.corrections):
        yield f"corrections[{at}].reason", one.reason, LONGEST_REASON
        yield f"corrections[{at}].id", one.id, LONGEST_NAME
        yield f"corrections[{at}].by", one.by, LONGEST_NAME
        yield from ((f"corrections[{at}]", text, LONGEST_NAME) for text in _named_in(one.change))
    for at, night in enumerate(season.nights):
        yield f"nights[{at}].id", night.id, LONGEST_NAME
    for at, game in enumerate(season.games):
        yield f"games[{at}].id", game.id, LONGEST_NAME
    yield from (("members", one, LONGEST_NAME) for one in sorted(_everybody(season)))
    robots = {holder.id for game in games_of(season) for holder in game.holders if not holder.is_person}
    yield from (("robots", one, LONGEST_NAME) for one in sorted(robots | set(season.robots)))


def _named_in(change: Change) -> tuple[str, ...]:
    """What a correction names that is nobody."""
    match change:
        case Insert(game):
            return game.id, game.night or ""
        case Void(game) | Points(game):
            return (game,)
        case SeatChange(game, _, holder):
            return game, holder.id
        case Excuse(night):
            return (night,)
        case Undo(event):
            return (event,)
        case Adjust():
            return ()


# Who is known


def _ids(season: Season, known: Known) -> dict[str, str]:
    """The ids by which we know members, by those of the file."""
    members = known.of_kind(SeatKind.MEMBER)
    ours = {person.holder.id for person in members}
    names = {one.id: clean_name(one.name) for one in (*season.guests, *season.members)}
    called_so = defaultdict[str, list[PaperPerson]](list)
    for person in members:
        called_so[key_of(person.name)].append(person)
    found, faults = dict[str, str](), list[Fault]()
    for member in season.members:
        same = called_so.get(key_of(member.name), [])
        if member.id in ours:
            found[member.id] = member.id
        elif len(same) > 1:
            called = tuple(person.name for person in same[:MOST_CANDIDATES])
            faults.append(fault("ambiguous-name", name=clean_name(member.name), names=called))
        elif same:
            found[member.id] = same[0].holder.id
    others = _everybody(season) - {member.id for member in season.members}
    meant_by = defaultdict[str, list[str]](list)
    for one, ours_is in (*found.items(), *((one, one) for one in sorted(others))):
        meant_by[ours_is].append(one)
    for person in members:
        meant = meant_by.get(person.holder.id, [])
        if len(meant) > 1:
            called = tuple(names.get(one, one) for one in meant)
            faults.append(fault("names-twice", name=person.name, names=called))
    if faults:
        raise Faulty(faults)
    return {one: ours_is for one, ours_is in found.items() if one != ours_is}


def _everybody(season: Season) -> set[str]:
    """The ids of all people in a season."""
    games = games_of(season)
    people = {person for game in games for person in game.people}
    people |= {person for game in games for left in game.left for person in left}
    people |= {member.id for member in season.members} | {guest.id for guest in season.guests}
    for one in season.corrections:
        match one.change:
            case SeatChange(_, _, holder) if holder.is_person:
                people.add(holder.id)
            case Adjust(player) | Excuse(_, player):
                people.add(player)
            case _:
                pass
    return people | set(season.ratings)


def _renamed(season: Season, ids: Mapping[str, str]) -> Season:
    """The season with other ids for some people."""

    def new(person: str) -> str:
        return ids.get(person, person)

    def all_new(people: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(new, people))

    def holder(one: Holder) -> Holder:
        return one._replace(id=new(one.id)) if one.is_person else one

    def game(one: SeasonGame) -> SeasonGame:
        return one._replace(holders=tuple(map(holder, one.holders)), left=tuple(map(all_new, one.left)))

    def change(one: Change) -> Change:
        match one:
            case SeatChange():
                return replace(one, holder=holder(one.holder))
            case Insert():
                return Insert(game(one.game))
            case Adjust() | Excuse():
                return replace(one, player=new(one.player))
            case _:
                return one

    def correction(one: Correction) -> Correction:
        return replace(one, by=new(one.by), change=change(one.change))

    return replace(
        season,
        members=tuple(replace(one, id=new(one.id)) for one in season.members),
        guests=tuple(replace(one, id=new(one.id)) for one in season.guests),
        nights=tuple(replace(one, excused=all_new(one.excused)) for one in season.nights),
        games=tuple(map(game, season.games)),
        byes=tuple(replace(one, player=new(one.player)) for one in season.byes),
        corrections=tuple(map(correction, season.corrections)),
        ratings={new(one): rating for one, rating in season.ratings.items()},
    )
