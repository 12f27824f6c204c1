"""People inside of what is kept as JSON: where in each they are, so that they can be called otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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


def apart(value: Any, calling: Calling) -> Any:  # noqa: ANN401 - JSON
    """Settings of nights, with pairs of people: ``series.settings``, ``evenings.settings``."""
    chosen: Mapping[str, Any] = value
    if "apart" not in chosen:
        return value
    return {**chosen, "apart": [everybody(pair, calling) for pair in chosen["apart"]]}
