"""L17 and L18: corrections, and how things stand after them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.leagues.reference.reading import Season, has_wrong_sum, sits_twice, whole_game

Event = dict[str, Any]

CODES = (
    "unknown-game", "unknown-night", "unknown-member", "unknown-event", "wrong-count", "wrong-sum",
    "wrong-seat", "twice-at-table", "same-id", "excused-already", "undone-already", "in-use",
)  # fmt: skip
"""L17: where several hold, the first of this list."""


@dataclass
class World:
    """How things are after some events: games by id, void ones too, each replaced by what it becomes;
    adjustments; who is excused from what."""

    games: dict[str, dict[str, Any]]
    void: set[str] = field(default_factory=set)
    adjustments: list[tuple[str, int | str]] = field(default_factory=list)
    excused: set[tuple[str, str]] = field(default_factory=set)

    @property
    def standing_games(self) -> list[dict[str, Any]]:
        return [game for game in self.games.values() if game["id"] not in self.void]


def carried_out(season: Season) -> tuple[list[Event], list[tuple[str, str]]]:
    """The events there are, and id and code of each refused correction, in order."""
    events: list[Event] = []
    refused: list[tuple[str, str]] = []
    for correction in season["corrections"]:
        code = refusal(season, events, correction)
        if code is None:
            events.append(correction)
        else:
            refused.append((correction["id"], code))
    return events, refused


def standing(events: Sequence[Event]) -> list[Event]:
    """L18: an event stands unless a standing event undoes it. From the last, which stands, backwards."""
    found: list[Event] = []
    for event in reversed(events):
        if event["id"] not in _undone(found):
            found.insert(0, event)
    return found


def world(season: Season, stand: Sequence[Event]) -> World:
    """The file's games, and what stands done to them in the order of the events."""
    now = World({game["id"]: game for game in season["games"]})
    now.excused = {(night["id"], player) for night in season["nights"] for player in night["excused"]}
    for event in stand:
        _do(now, event)
    return now


def refusal(season: Season, events: Sequence[Event], correction: Event) -> str | None:
    """Why it cannot be done after these events; None where it can."""
    stand = standing(events)
    codes = set(_codes(season, events, stand, correction))
    if correction["do"] == "undo" and not codes and _is_built_upon(season, [*events, correction]):
        codes.add("in-use")
    return min(codes, key=CODES.index, default=None)


def _is_built_upon(season: Season, events: Sequence[Event]) -> bool:
    """L18: whether an event that would stand could not be done in its place, as if the others had never
    been."""
    would_stand = standing(events)
    for place, event in enumerate(would_stand):
        # An undo is not asked for "in-use" again: those before it that would stand have all been tried.
        if any(_codes(season, events[: events.index(event)], would_stand[:place], event)):
            return True
    return False


def _codes(
    season: Season, events: Sequence[Event], stand: Sequence[Event], correction: Event
) -> Iterator[str]:
    """Every code that holds after these events, of which those in ``stand`` stand; all but ``in-use``."""
    if any(event["id"] == correction["id"] for event in events):
        yield "same-id"
    now = world(season, stand)
    match correction["do"]:
        case "void":
            yield from _no_game(now, correction["game"])
        case "points":
            yield from _points(now, correction)
        case "player":
            yield from _player(season, now, correction)
        case "insert":
            yield from _insert(season, now, correction["game"])
        case "adjust":
            yield from _no_member(season, correction["player"])
        case "excuse":
            yield from _no_night(season, correction["night"])
            yield from _no_member(season, correction["player"])
            if (correction["night"], correction["player"]) in now.excused:
                yield "excused-already"
        case "undo":
            if all(event["id"] != correction["event"] for event in events):
                yield "unknown-event"
            elif correction["event"] in _undone(stand):
                yield "undone-already"


def _undone(stand: Sequence[Event]) -> set[str]:
    return {event["event"] for event in stand if event["do"] == "undo"}


def _no_game(now: World, game: str) -> Iterator[str]:
    if game not in now.games or game in now.void:
        yield "unknown-game"


def _no_night(season: Season, night: str | None) -> Iterator[str]:
    if night is not None and all(one["id"] != night for one in season["nights"]):
        yield "unknown-night"


def _no_member(season: Season, player: str) -> Iterator[str]:
    if all(member["id"] != player for member in season["members"]):
        yield "unknown-member"


def _points(now: World, correction: Event) -> Iterator[str]:
    unknown = list(_no_game(now, correction["game"]))
    if unknown:
        yield from unknown
        return
    game = now.games[correction["game"]]
    if len(correction["points"]) != len(game["seats"]):
        yield "wrong-count"
    elif game["sum"] is not None and sum(correction["points"]) != game["sum"]:
        yield "wrong-sum"


def _player(season: Season, now: World, correction: Event) -> Iterator[str]:
    if "player" in correction:
        yield from _no_member(season, correction["player"])
    unknown = list(_no_game(now, correction["game"]))
    if unknown:
        yield from unknown
    elif not 0 <= correction["seat"] < len(now.games[correction["game"]]["seats"]):
        yield "wrong-seat"
    elif sits_twice(_with_player(now.games[correction["game"]], correction)):
        yield "twice-at-table"


def _insert(season: Season, now: World, game: dict[str, Any]) -> Iterator[str]:
    yield from _no_night(season, game["night"])
    for seat in game["seats"]:
        if "player" in seat:
            yield from _no_member(season, seat["player"])
    if has_wrong_sum(game):
        yield "wrong-sum"
    if sits_twice(game):
        yield "twice-at-table"
    if game["id"] in now.games:  # a void one too: it is there, and counts for nothing
        yield "same-id"


def _with_player(game: dict[str, Any], correction: Event) -> dict[str, Any]:
    """Somebody else has a seat, and nobody gave it up."""
    who = {kind: correction[kind] for kind in ("player", "guest", "robot") if kind in correction}
    seats = list(game["seats"])
    seats[correction["seat"]] = {**who, "points": seats[correction["seat"]]["points"], "left": []}
    return {**game, "seats": seats}


def _with_points(game: dict[str, Any], correction: Event) -> dict[str, Any]:
    seats = zip(game["seats"], correction["points"], strict=True)
    return {**game, "seats": [{**seat, "points": points} for seat, points in seats]}


def _do(now: World, event: Event) -> None:
    match event["do"]:
        case "void":
            now.void.add(event["game"])
        case "points":
            now.games[event["game"]] = _with_points(now.games[event["game"]], event)
        case "player":
            now.games[event["game"]] = _with_player(now.games[event["game"]], event)
        case "insert":
            now.games[event["game"]["id"]] = whole_game(event["game"])
        case "adjust":
            now.adjustments.append((event["player"], event["value"]))
        case "excuse":
            now.excused.add((event["night"], event["player"]))
