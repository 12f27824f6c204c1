"""What ``python -m bot seating`` reads (docs/rules/leagues.md, «What is asked for a night»)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, TypeVar

from bot.leagues.season.fields import SHAPE as WRONG
from bot.leagues.season.fields import (
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
from bot.nights.seating.model import SHAPE, Mode, NoPlan, Pair, Remainder, Request, pair_of

T = TypeVar("T")
Choice = TypeVar("Choice", bound=StrEnum)

ROBOT: Final = "robot"
"""Who has a seat that is nobody's; so it is nobody's id."""

MOST_PLAYERS: Final = 1_000
MOST_ROUNDS: Final = 100

_REQUEST: Final = ObjectFields(
    "players rounds mode remainder seed", "history forbidden totals standings sat_out"
)


def read_request(data: bytes) -> Request:
    """The request that a file holds. Raises NoPlan ``shape``."""
    try:
        return _request(_REQUEST.read(parse(data)))
    except NotASeason as wrong:
        raise NoPlan(SHAPE, beyond=wrong.where if isinstance(wrong, Beyond) else "") from None


def _request(found: Object) -> Request:
    history = _list(found, "history", _meetings)
    _all_different([pair for pair, _ in history])
    players = _all_different(list_of(found, "players", _person))
    if len(players) > MOST_PLAYERS:
        raise Beyond(WRONG, "players")
    return Request(
        players=players,
        rounds=_rounds(found, "rounds"),
        mode=_one_of(Mode, found, "mode"),
        remainder=_one_of(Remainder, found, "remainder"),
        seed=text(found, "seed"),
        history=dict(history),
        forbidden=frozenset(_list(found, "forbidden", _pair)),
        totals=_map(found, "totals", _total),
        standings=_all_different(_list(found, "standings", _person)),
        sat_out=_map(found, "sat_out", _times),
    )


def _list(found: Object, name: str, read: Callable[[Any, int], T]) -> tuple[T, ...]:
    return list_of(found, name, read) if name in found else ()


def _map(found: Object, name: str, read: Callable[[Any, str], T]) -> dict[str, T]:
    return map_of(found, name, read) if name in found else {}


def _all_different(items: Sequence[T]) -> tuple[T, ...]:
    if len(set(items)) < len(items):
        raise NotASeason(WRONG)
    return tuple(items)


def _person(found: Any, key: str | int) -> str:  # noqa: ANN401 - JSON as it comes
    return _no_robot(identity(found, key))


def _no_robot(person: str) -> str:
    if person == ROBOT:
        raise NotASeason(WRONG)
    return person


def _named(name: str) -> str:
    """The id that is a field's name."""
    return _person([name], 0)


def _total(found: Object, name: str) -> Fraction:
    _named(name)
    return number(found, name)


def _times(found: Any, key: str | int) -> int:  # noqa: ANN401 - JSON as it comes
    """How often something has been: not less than never."""
    if whole(found, key) < 0:
        raise NotASeason(WRONG)
    if isinstance(key, str):
        _named(key)
    return whole(found, key)


def _rounds(found: Object, name: str) -> int:
    if whole(found, name) < 1:
        raise NotASeason(WRONG)
    if whole(found, name) > MOST_ROUNDS:
        raise Beyond(WRONG, name)
    return whole(found, name)


def _one_of(choices: type[Choice], found: Object, name: str) -> Choice:
    try:
        return choices(text(found, name))
    except ValueError:
        raise NotASeason(WRONG) from None


def _pair(found: Any, key: str | int) -> Pair:  # noqa: ANN401 - JSON as it comes
    one, other = _items(found, key, 2)
    return _two(one, other)


def _meetings(found: Any, key: str | int) -> tuple[Pair, int]:  # noqa: ANN401 - JSON as it comes
    one, other, _ = items = _items(found, key, 3)
    try:
        return _two(one, other), _times(items, 2)
    except NotASeason as wrong:
        raise wrong.under(key) from None


def _items(found: Any, key: str | int, count: int) -> list[Any]:  # noqa: ANN401 - JSON as it comes
    items = found[key]
    if type(items) is not list or len(items) != count:  # pyright: ignore[reportUnknownArgumentType] - any
        raise NotASeason(WRONG)
    return items  # pyright: ignore[reportUnknownVariableType] - items of any kind


def _two(one: object, other: object) -> Pair:
    """Two people who are not the same."""
    return pair_of(*_all_different([_person([one, other], place) for place in (0, 1)]))
