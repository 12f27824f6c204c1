"""What ``python -m bot seating`` reads (docs/rules/leagues.md, «What is asked for a night»)."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Final, TypeVar

from bot.leagues.season.fields import (
    SHAPE,
    Beyond,
    NotASeason,
    Object,
    ObjectFields,
    identity,
    list_of,
    map_of,
    number,
    parse,
    text,
    whole,
)
from bot.nights.seating.model import Mode, Pair, Remainder, Request, pair_of

T = TypeVar("T")
Choice = TypeVar("Choice", bound=StrEnum)

ROBOT: Final = "robot"
"""Who has a seat that is nobody's; so it is nobody's id."""

MOST_PLAYERS: Final = 1_000
MOST_ROUNDS: Final = 100
MOST_TIMES: Final = 10**100 - 1
"""How often two have met, and one has sat out."""

_REQUEST: Final = ObjectFields(
    "players rounds mode remainder seed", "history forbidden totals standings sat_out"
)


def read_request(data: bytes) -> Request:
    """The request that a file holds, after a byte order mark or without one. Raises NotASeason ``syntax`` or
    ``shape``, and where that is."""
    found = _REQUEST.read(parse(data.removeprefix(BOM_UTF8)))
    players = list_of(found, "players", _person)
    history = _list(found, "history", _meetings)
    standings = _list(found, "standings", _person)
    _all_different(players, "players")
    _all_different([pair for pair, _ in history], "history")
    _all_different(standings, "standings")
    if len(players) > MOST_PLAYERS:
        raise Beyond(SHAPE, "players")
    return Request(
        players=players,
        rounds=_between(found, "rounds", 1, MOST_ROUNDS),
        mode=_one_of(Mode, found, "mode"),
        remainder=_one_of(Remainder, found, "remainder"),
        seed=text(found, "seed"),
        history=dict(history),
        forbidden=frozenset(_list(found, "forbidden", _pair)),
        totals=_map(found, "totals", number),
        standings=standings,
        sat_out=_map(found, "sat_out", _times),
    )


def _list(found: Object, name: str, read: Callable[[Any, int], T]) -> tuple[T, ...]:
    return list_of(found, name, read) if name in found else ()


def _map(found: Object, name: str, read: Callable[[Any, str], T]) -> dict[str, T]:
    """What is said of people, by their ids."""

    def read_of_person(of: Any, person: str) -> T:  # noqa: ANN401 - JSON as it comes
        _person({person: person}, person)
        return read(of, person)

    return map_of(found, name, read_of_person) if name in found else {}


def _all_different(items: Sequence[object], *path: str) -> None:
    seen = set[object]()
    for place, item in enumerate(items):
        if item in seen:
            raise NotASeason(SHAPE, *path, place)
        seen.add(item)


def _person(found: Any, key: str | int) -> str:  # noqa: ANN401 - JSON as it comes
    if (person := identity(found, key)) == ROBOT:
        raise NotASeason(SHAPE, key)
    return person


def _times(found: Any, key: str | int) -> int:  # noqa: ANN401 - JSON as it comes
    """How often something has been."""
    return _between(found, key, 0, MOST_TIMES)


def _between(found: Any, key: str | int, least: int, most: int) -> int:  # noqa: ANN401 - JSON as it comes
    """A whole number from ``least`` on, of which this program takes up to ``most``."""
    if whole(found, key) < least:
        raise NotASeason(SHAPE, key)
    if whole(found, key) > most:
        raise Beyond(SHAPE, key)
    return whole(found, key)


def _one_of(choices: type[Choice], found: Object, name: str) -> Choice:
    try:
        return choices(text(found, name))
    except ValueError:
        raise NotASeason(SHAPE, name) from None


def _pair(found: Any, key: str | int, items: int = 2) -> Pair:  # noqa: ANN401 - JSON as it comes
    """Two people who are not the same, the first of so many items."""
    kept = found[key]
    if type(kept) is not list or len(kept) != items:  # pyright: ignore[reportUnknownArgumentType] - any
        raise NotASeason(SHAPE, key)
    try:
        people = [_person(kept, place) for place in (0, 1)]
        _all_different(people)
    except NotASeason as wrong:
        raise wrong.under(key) from None
    return pair_of(*people)


def _meetings(found: Any, key: str | int) -> tuple[Pair, int]:  # noqa: ANN401 - JSON as it comes
    pair = _pair(found, key, 3)
    try:
        return pair, _times(found[key], 2)
    except NotASeason as wrong:
        raise wrong.under(key) from None
