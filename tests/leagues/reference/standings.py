"""L3 and L8 to L16: nights, what members get for them, standings, all time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from tests.leagues.reference.events import World
from tests.leagues.reference.reading import Season, number
from tests.leagues.reference.scores import game_scores, levelled, wins

Game = dict[str, Any]


@dataclass
class Night:
    """L3: a night that was held; its games stand."""

    id: str
    date: str
    is_free: bool
    games: list[Game]
    byes: list[str]
    """Who sat out, once for each round that they did."""
    scores: dict[str, list[Fraction]]
    """Each member's game scores of it, where they have any."""


@dataclass
class Entry:
    """L11: a night played, or an absence worth something."""

    night: int
    """Its place in the order of nights."""
    id: str
    score: Fraction
    games: list[Fraction]
    """The game scores of a night played; empty for an absence."""

    @property
    def is_played(self) -> bool:
        return bool(self.games)


@dataclass
class Row:
    """A member's line of the standings."""

    player: str
    value: Fraction
    nights: int
    games: int
    wins: Fraction
    best_night: Fraction | None
    last_night: Fraction | None
    counted: list[Entry]
    dropped: list[Entry]
    place: int | None = None


# L3


def counting_games(season: Season, world: World) -> list[Game]:
    """The games that stand; with ``free: ignore`` free games count for nothing at all."""
    free = season["settings"]["free"] == "count"
    return [game for game in world.standing_games if free or game["night"] is not None]


def local_date(season: Season, game: Game) -> str:
    """The local date of the game's start, in the league's zone."""
    start = datetime.strptime(game["started"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    return start.astimezone(ZoneInfo(season["zone"])).date().isoformat()


def nights_held(season: Season, world: World) -> list[Night]:
    """By date, a date's planned nights first, in the order of the file, then its free night."""
    games = counting_games(season, world)
    nights: list[Night] = []
    for night in season["nights"]:
        its_games = [game for game in games if game["night"] == night["id"]]
        byes = [bye["player"] for bye in season["byes"] if bye["night"] == night["id"]]
        scores = scores_of_night(season, its_games, byes)
        nights.append(Night(night["id"], night["date"], False, its_games, byes, scores))
    free_games = [game for game in games if game["night"] is None]
    for day in {local_date(season, game) for game in free_games}:
        its_games = [game for game in free_games if local_date(season, game) == day]
        nights.append(Night(f"free {day}", day, True, its_games, [], scores_of_night(season, its_games, [])))
    held = [night for night in nights if night.games or night.byes]
    return sorted(held, key=lambda night: (night.date, night.is_free))


def scores_of_night(season: Season, games: list[Game], byes: list[str]) -> dict[str, list[Fraction]]:
    """L7, L8: each member's game scores of a night, where they have any."""
    found: dict[str, list[Fraction]] = {}
    for game in games:
        for member, score in game_scores(season, game).items():
            found.setdefault(member, []).append(score)
    if season["settings"]["bye"] != "nothing":
        for member in byes:
            found.setdefault(member, []).append(number(season["settings"]["bye"]))
    return found


# L9 to L12: one member


def night_score(season: Season, scores: list[Fraction]) -> Fraction:
    """L9."""
    total = sum(scores, Fraction())
    return total / len(scores) if season["settings"]["night"] == "average" else total


def was_member(season: Season, player: str, date: str) -> bool:
    """L10: joined on it or before, had not left on or before it."""
    member = next(member for member in season["members"] if member["id"] == player)
    return member["joined"] <= date and (member["left"] is None or member["left"] > date)


def entries(season: Season, world: World, nights: list[Night], member: str) -> list[Entry]:
    """L11: in the order of nights."""
    found = [
        Entry(at, night.id, night_score(season, scores), scores)
        for at, night in enumerate(nights)
        if (scores := night.scores.get(member))
    ]
    played = [entry.score for entry in found]
    for at, night in enumerate(nights):
        is_absent = (
            not night.is_free
            and was_member(season, member, night.date)
            and member not in night.scores
            and member not in night.byes
        )
        if is_absent:
            is_excused = (night.id, member) in world.excused
            worth = worth_of_absence(season["settings"]["excused" if is_excused else "absence"], played)
            if worth is not None:
                found.append(Entry(at, night.id, worth, []))
    return sorted(found, key=lambda entry: entry.night)


def worth_of_absence(setting: int | str, played: list[Fraction]) -> Fraction | None:
    """L10: nothing, a number, or the mean of the scores of the nights played, nothing where there is none."""
    if setting == "average":
        return sum(played, Fraction()) / len(played) if played else None
    return None if setting == "nothing" else number(setting)


def divided(season: Season, found: list[Entry]) -> tuple[list[Entry], list[Entry]]:
    """L11: those counted and those dropped, each in the order of nights."""
    best = season["settings"]["best"]
    ordered = sorted(found, key=lambda entry: (-entry.score, not entry.is_played, entry.night))
    first = ordered if best == "all" else ordered[:best]
    return [entry for entry in found if entry in first], [entry for entry in found if entry not in first]


def value(season: Season, counted: list[Entry], adjustments: list[Fraction]) -> Fraction | None:
    """L12."""
    measure = season["settings"]["measure"]
    if measure == "average_game":
        numbers = [score for entry in counted for score in entry.games]
    else:
        numbers = [entry.score for entry in counted]
    if not numbers and not adjustments:
        return None
    found = sum(numbers, Fraction())
    if measure != "total" and numbers:
        found /= len(numbers)
    return found + sum(adjustments, Fraction())


def row(season: Season, world: World, nights: list[Night], member: str) -> Row | None:
    """A member's line, without its place; None where they are not listed (L12)."""
    found = entries(season, world, nights, member)
    counted, dropped = divided(season, found)
    worth = value(season, counted, [number(by) for player, by in world.adjustments if player == member])
    if worth is None:
        return None
    played = [entry for entry in found if entry.is_played]
    return Row(
        player=member,
        value=worth,
        nights=len(played),
        games=sum(len(entry.games) for entry in played),
        wins=wins([game for night in nights for game in night.games], member),
        best_night=max((entry.score for entry in played), default=None),
        last_night=next((entry.score for entry in found if entry.night == len(nights) - 1), None),
        counted=counted,
        dropped=dropped,
    )


# L13 to L15: all members


def table(season: Season, world: World, nights: list[Night]) -> list[Row]:
    """L13, L14: the standings after these nights."""
    rows = [row(season, world, nights, member["id"]) for member in season["members"]]
    listed = [one for one in rows if one is not None]

    def strength(one: Row) -> list[tuple[bool, Fraction]]:
        by_ties = [getattr(one, tie) for tie in season["settings"]["ties"]]
        return [(worth is not None, worth or Fraction()) for worth in (one.value, *by_ties)]

    placed = [one for one in listed if one.nights >= season["settings"]["minimum"]]
    for one in placed:
        one.place = 1 + sum(strength(other) > strength(one) for other in placed)
    by_id = sorted(listed, key=lambda one: one.player)
    return sorted(sorted(by_id, key=strength, reverse=True), key=lambda one: one.place is None)


def moved(now: Row, before: list[Row], nights: list[Night]) -> int | None:
    """L15: ``before`` are the standings without the season's last night."""
    then = next((one.place for one in before if one.player == now.player), None)
    return then - now.place if nights and then is not None and now.place is not None else None


# L16


def all_time(season: Season, games: list[Game]) -> list[tuple[str, Fraction, int, Fraction]]:
    """Player, sum, games and wins of each member with a game, by sum."""
    found: list[tuple[str, Fraction, int, Fraction]] = []
    for member in season["members"]:
        player = member["id"]
        had = [
            levelled(season, game, seat)
            for game in games
            for seat in game["seats"]
            if seat.get("player") == player
        ]
        if had:
            found.append((player, sum(had, Fraction()), len(had), wins(games, player)))
    return sorted(found, key=lambda line: (-line[1], line[0]))
