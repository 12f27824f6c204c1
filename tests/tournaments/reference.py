"""Tournaments a second time, from the paragraphs alone (leagues.md, T1 to T8 and the tournament file).

Slow and literal: stage after stage is worked out from the file's games, with dictionaries and fractions. The
tests compare ``python -m bot tournament`` with it. It knows nothing of the program.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tests.leagues.reference.reading import PLACE_POINTS, Broken, number, parsed
from tests.leagues.reference.scores import place, seat_score, sharing
from tests.leagues.reference.shapes import Fault
from tests.tournaments.shapes import faults, persons_at

Tournament = dict[str, Any]
"""A tournament file without a fault, nothing left out."""
Game = dict[str, Any]
Entry = dict[str, Any]
"""A line that is printed."""

DEFAULTS: dict[str, Any] = {
    "score": "points", "level": "no", "ties": [], "team": None, "missed": "lowest", "bye": 0,
}  # fmt: skip


@dataclass
class Row:
    """A person's line of a group's ranking."""

    player: str
    total: Fraction
    wins: Fraction
    rounds: list[Fraction]
    by: str | None = None
    """By which rule they were told apart from the next one; None for the last."""
    through: str | None = None


@dataclass
class Group:
    """Who plays a stage in it, and their ranking once it is finished."""

    stage: int
    name: str
    people: list[str]
    is_finished: bool
    ranking: list[Row] = field(default_factory=list[Row])


def read(written: bytes) -> Tournament:
    """The tournament, nothing left out; ``not-through`` is not looked for.

    Raises:
        Broken: It is no tournament file.
    """
    document = parsed(written)
    if found := faults(document):
        raise Broken(found)
    return filled(document)


def errors(written: bytes) -> frozenset[Fault]:
    """Every code, with where, that is right for a file with a fault; none for one without."""
    try:
        document = read(written)
    except Broken as broken:
        return broken.faults
    return frozenset(_not_through(document, groups(document)))


def entries(written: bytes, file_name: str) -> list[Entry]:
    """The lines of a file, in their order.

    Raises:
        Broken: It is no tournament file.
    """
    document = read(written)
    played = groups(document)
    if found := frozenset(_not_through(document, played)):
        raise Broken(found)
    lines: list[Entry] = [{"tournament": file_name}]
    for group in played:
        lines += [_line(group, at) for at in range(len(group.ranking))]
    if all(group.is_finished for group in played):
        lines += [{"final": [list(one) for one in final_places(document, played)]}]
    if document["settings"]["team"] is not None and played[0].is_finished:
        lines += [{"teams": teams(document, played[0])}]
    return lines


def filled(document: Any) -> Tournament:
    """Of a file without a fault, with what was left out."""
    settings = DEFAULTS | document["settings"]
    settings["place_points"] = PLACE_POINTS | settings.get("place_points", {})
    return {"levels": {}, "byes": [], "withdrawn": []} | document | {
        "settings": settings,
        "people": [{"team": None} | person for person in document["people"]],
        "stages": [{"small": 0, "winners": "no", "carry": "no"} | stage for stage in document["stages"]],
    }  # fmt: skip


# T1: who plays where


def groups(document: Tournament) -> list[Group]:
    """Of each stage in order the main group, and the small group: who plays, and what came of it."""
    played: list[Group] = []
    main, small = [person["id"] for person in document["people"]], list[str]()
    carried: dict[str, Fraction] = {}
    for stage, settings in enumerate(document["stages"]):
        both = Group(stage, "main", main, False), Group(stage, "small", small, False)
        for group in both:
            group.is_finished = is_finished(document, group)
            if group.is_finished and group.people:
                group.ranking = ranking(document, group, carried)
        is_last = stage == len(document["stages"]) - 1
        if both[0].is_finished and not is_last:
            cut(document, both[0])
        played += both
        main = [row.player for row in both[0].ranking if row.through == "main"]
        small = [row.player for row in both[0].ranking if row.through == "small"]
        is_carried = settings["carry"] == "yes"
        carried = {row.player: row.total for row in both[0].ranking} if is_carried else {}
    return played


def is_finished(document: Tournament, group: Group) -> bool:
    """Each of its rounds has a game of that group; a group without people is at once."""
    rounds = range(1, document["stages"][group.stage]["rounds"] + 1)
    return not group.people or all(games_of(document, group, round_) for round_ in rounds)


def games_of(document: Tournament, group: Group, round_: int) -> list[Game]:
    """The games of a round of the group."""
    return [
        game
        for game in document["games"]
        if (game["stage"], game["group"], game["round"]) == (group.stage, group.name, round_)
    ]


def _not_through(document: Tournament, played: Sequence[Group]) -> Iterator[Fault]:
    """A person in a game, or with a bye, of a stage or group that T5 did not send them to."""
    ids = {person["id"] for person in document["people"]}
    plays = {(group.stage, group.name): group.people for group in played}
    for at, game in enumerate(document["games"]):
        for path, person in persons_at(game, f"games[{at}]", ids):
            if person not in plays[game["stage"], game["group"]]:
                yield "not-through", path
    for at, bye in enumerate(document["byes"]):
        if all(bye["player"] not in plays[bye["stage"], name] for name in ("main", "small")):
            yield "not-through", f"byes[{at}].player"


# T2: a round


def round_scores(document: Tournament, group: Group, round_: int) -> dict[str, Fraction]:
    """T2: everybody's: of their game; of their bye; or that of a round missed."""
    of_games = {
        seat["player"]: seat_score(document, game, seat)
        for game in games_of(document, group, round_)
        for seat in game["seats"]
        if "player" in seat
    }
    sit_out = {
        bye["player"] for bye in document["byes"] if (bye["stage"], bye["round"]) == (group.stage, round_)
    }
    bye, missed = number(document["settings"]["bye"]), document["settings"]["missed"]
    of_missed = min(of_games.values()) if missed == "lowest" else number(missed)
    return {person: of_games.get(person, bye if person in sit_out else of_missed) for person in group.people}


def wins_of_round(document: Tournament, group: Group, round_: int) -> dict[str, Fraction]:
    """T4, L14: tables won by who won one; one shared by k seats is 1/k."""
    return {
        seat["player"]: Fraction(1, sharing(game, seat))
        for game in games_of(document, group, round_)
        for seat in game["seats"]
        if "player" in seat and place(game, seat) == 1
    }


# T3, T4: a ranking


def ranking(document: Tournament, group: Group, carried: dict[str, Fraction]) -> list[Row]:
    """T4: strict, with the rule by which each is told apart from the next."""
    rounds = range(1, document["stages"][group.stage]["rounds"] + 1)
    scores = [round_scores(document, group, round_) for round_ in rounds]
    wins = [wins_of_round(document, group, round_) for round_ in rounds]
    rows = [
        Row(
            player=person,
            total=sum((one[person] for one in scores), carried.get(person, Fraction())),  # T3
            wins=sum((one.get(person, Fraction()) for one in wins), Fraction()),
            rounds=[one[person] for one in scores],
        )
        for person in group.people
    ]
    rules = ["total", *document["settings"]["ties"]]
    rows.sort(key=lambda row: lot(document, str(group.stage), row.player))
    rows.sort(key=lambda row: [worth(row, rule) for rule in rules], reverse=True)  # keeps the order of lots
    for row, following in pairwise(rows):
        apart = [rule for rule in rules if worth(row, rule) != worth(following, rule)]
        row.by = apart[0] if apart else "lot"
    return rows


def worth(row: Row, rule: str) -> Fraction:
    """T4: without what was carried, but in the total; rounds missed and byes count."""
    match rule:
        case "total":
            return row.total
        case "wins":
            return row.wins
        case "best_round":
            return max(row.rounds)
        case _:
            return row.rounds[-1]


def lot(document: Tournament, what: str, name: str) -> str:
    """T4: the smaller one comes first."""
    key = document["seed"].encode("utf-8")
    return hmac.new(key, f"{what} {name}".encode(), hashlib.sha256).hexdigest()


# T5, T6: the cut


def cut(document: Tournament, group: Group) -> None:
    """T5: where each of a main group goes through to."""
    stage = document["stages"][group.stage]
    gone = {one["player"] for one in document["withdrawn"] if one["after"] <= group.stage}  # T6
    others = [row for row in group.ranking if row.player not in gone]
    order = others
    if stage["winners"] == "yes":
        winners = wins_of_round(document, group, stage["rounds"])
        order = sorted(others, key=lambda row: row.player not in winners)  # keeps the order of the ranking
    for row in order[: stage["cut"]]:
        row.through = "main"
    left = [row for row in others if row.through is None]
    for row in left[: stage["small"]]:
        row.through = "small"


# T7: final places


def final_places(document: Tournament, played: Sequence[Group]) -> list[tuple[str, int]]:
    """T7: everybody, once, with their place."""
    places: list[tuple[str, int]] = []
    for stage in range(len(document["stages"]) - 1, -1, -1):
        is_last = stage == len(document["stages"]) - 1
        main, small = (group.ranking for group in played if group.stage == stage)
        for rows in ([row for row in main if row.through is None], small):
            for at, row in enumerate(rows):
                is_shared = is_last and at > 0 and rows[at - 1].by == "lot"
                places.append((row.player, places[-1][1] if is_shared else len(places) + 1))
    return places


# T8: teams


def teams(document: Tournament, first_stage: Group) -> list[list[Any]]:
    """T8: name, place, value and the counted people of each team, in their order."""
    size = document["settings"]["team"]
    totals = {row.player: row.total for row in first_stage.ranking}
    counted: dict[str, list[str]] = {}
    for name in {person["team"] for person in document["people"] if person["team"] is not None}:
        its_people = [person["id"] for person in document["people"] if person["team"] == name]
        counted[name] = sorted(its_people, key=lambda person: (-totals[person], person))[:size]

    def strength(name: str) -> tuple[bool, Fraction, list[Fraction]]:
        best = [totals[person] for person in counted[name]]
        return len(best) == size, sum(best, Fraction()), best  # of two lists the one that goes on is higher

    order = sorted(counted, key=lambda name: lot(document, "team", name))
    order.sort(key=strength, reverse=True)
    return [[name, at, _told(strength(name)[1]), counted[name]] for at, name in enumerate(order, start=1)]


# What is printed


def _line(group: Group, at: int) -> Entry:
    row = group.ranking[at]
    return {
        "stage": group.stage,
        "group": group.name,
        "place": at + 1,
        "player": row.player,
        "value": _told(row.total),
        "wins": _told(row.wins),
        "rounds": [_told(score) for score in row.rounds],
        "by": row.by,
        "through": row.through,
    }


def _told(value: Fraction) -> int | str:
    """Whole numbers are JSON integers, others "n/d" in lowest terms."""
    return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
