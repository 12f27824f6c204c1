"""Tournament files, read strictly, and written in one form (docs/rules/tournaments.md, «The file»); and what
is printed of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from bot.leagues.season.fields import (
    SHAPE,
    Beyond,
    NotASeason,
    Object,
    ObjectFields,
    identity,
    list_of,
    number_as_kept,
    objects_of,
    parse,
    text,
    whole,
)
from bot.leagues.season.model import Holder, SeatKind
from bot.leagues.season.season_file import (
    HOLDERS,
    holder_as_kept,
    levels_as_kept,
    read_levels,
    read_settings,
    write_fields,
)
from bot.leagues.season.settings import Whole, Word
from bot.tournaments.faults import first_fault
from bot.tournaments.model import (
    Cut,
    Entrant,
    Group,
    RoundBye,
    Stage,
    Tournament,
    TournamentGame,
    TournamentSettings,
    Withdrawal,
)
from bot.tournaments.ranking import GroupRanking, RankingLine, final_places, rankings, team_ranking

VERSION: Final = 1
"""Of the format."""

MOST_SCORES: Final = 10_000_000
"""People times rounds with a game: each may have a score in each."""

_TOURNAMENT: Final = ObjectFields(
    "tournament seed settings people stages games", "name levels byes withdrawn"
)
_ENTRANT: Final = ObjectFields("id", "name team")
_STAGE: Final = ObjectFields("rounds cut", "name small winners carry")
_LAST_STAGE: Final = ObjectFields("rounds", "name")
_BYE: Final = ObjectFields("stage round player")
_WITHDRAWAL: Final = ObjectFields("player after")
_GAME: Final = ObjectFields("id stage group round seats")
_SEAT: Final = ObjectFields("points", either=HOLDERS)

_GROUP: Final = Word(tuple(Group))
_SWITCH: Final = Word(("no", "yes"))
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def read_tournament(data: bytes) -> Tournament:
    """The tournament that a file holds, whose values hold together. Raises NotASeason."""
    found = _TOURNAMENT.read(parse(data))
    if whole(found, "tournament") != VERSION:
        raise NotASeason(SHAPE, "tournament")
    tournament = Tournament(
        seed=_written(found, "seed", text),
        settings=read_settings(found, TournamentSettings),
        people=objects_of(found, "people", _entrant),
        stages=list_of(found, "stages", _stage),
        games=objects_of(found, "games", _game),
        byes=objects_of(found, "byes", _bye) if "byes" in found else (),
        withdrawn=objects_of(found, "withdrawn", _withdrawal) if "withdrawn" in found else (),
        levels=read_levels(found),
        name=_name(found),
    )
    if len({one[1:4] for one in tournament.games}) * len(tournament.people) > MOST_SCORES:
        raise Beyond(SHAPE, "games")
    fault = first_fault(tournament)
    if fault is not None:
        raise NotASeason(fault.code, *fault.path)
    return tournament


def _written(found: Object, name: str, read: Callable[[Object, str], str]) -> str:
    """A text that can be written in UTF-8: what is drawn by lot depends on it."""
    if _SURROGATE.search(read(found, name)):
        raise NotASeason(SHAPE, name)
    return found[name]


def _id(found: Object, name: str) -> str:
    return _written(found, name, identity)


def _name(found: Object) -> str | None:
    return text(found, "name") if "name" in found else None


def _entrant(kept: object) -> Entrant:
    found = _ENTRANT.read(kept)
    team = _written(found, "team", text) if "team" in found else None
    if team == "":
        raise NotASeason(SHAPE, "team")
    return Entrant(_id(found, "id"), _name(found), team)


def _stage(stages: Any, index: int) -> Stage:  # noqa: ANN401 - JSON as it comes
    is_last = index == len(stages) - 1
    try:
        found = (_LAST_STAGE if is_last else _STAGE).read(stages[index])
        return Stage(_at_least(1, found, "rounds"), None if is_last else _cut(found), _name(found))
    except NotASeason as wrong:
        raise wrong.under(index) from None


def _cut(found: Object) -> Cut:
    small = _at_least(0, found, "small") if "small" in found else 0
    return Cut(_at_least(2, found, "cut"), small, _switch(found, "winners"), _switch(found, "carry"))


def _at_least(least: int, found: Object, name: str) -> int:
    Whole(least).read(found, name)
    return found[name]


def _switch(found: Object, name: str) -> bool:
    return name in found and _SWITCH.read(found, name) == "yes"


def _bye(kept: object) -> RoundBye:
    found = _BYE.read(kept)
    return RoundBye(whole(found, "stage"), whole(found, "round"), _id(found, "player"))


def _withdrawal(kept: object) -> Withdrawal:
    found = _WITHDRAWAL.read(kept)
    return Withdrawal(_id(found, "player"), whole(found, "after"))


def _game(kept: object) -> TournamentGame:
    found = _GAME.read(kept)
    seats = objects_of(found, "seats", _seat)
    return TournamentGame(
        _id(found, "id"),
        whole(found, "stage"),
        Group(_GROUP.read(found, "group")),
        whole(found, "round"),
        tuple([holder for holder, _ in seats]),
        tuple([points for _, points in seats]),
    )


def _seat(kept: object) -> tuple[Holder, int]:
    found = _SEAT.read(kept)
    kind = next(kind for kind in SeatKind if kind in found)
    return Holder(kind, _id(found, kind)), whole(found, "points")


# Written, as season files are: settings in full, whatever else may be left out where it is empty


def write_tournament(tournament: Tournament) -> bytes:
    """The file of a tournament."""
    return write_fields(_fields(tournament))


def _fields(tournament: Tournament) -> Iterator[tuple[str, Any]]:
    yield "tournament", VERSION
    yield from _given(name=tournament.name).items()
    yield "seed", tournament.seed
    yield "settings", tournament.settings.stored()
    if tournament.levels:
        yield "levels", levels_as_kept(tournament.levels)
    yield "people", [{"id": one.id, **_given(name=one.name, team=one.team)} for one in tournament.people]
    yield "stages", [_stage_as_kept(one) for one in tournament.stages]
    if tournament.byes:
        byes = [{"stage": one.stage, "round": one.round, "player": one.player} for one in tournament.byes]
        yield "byes", byes
    if tournament.withdrawn:
        yield "withdrawn", [{"player": one.player, "after": one.after} for one in tournament.withdrawn]
    yield "games", [_game_as_kept(one) for one in tournament.games]


def _given(**texts: str | None) -> Object:
    """Those that there are."""
    return {name: one for name, one in texts.items() if one is not None}


def _stage_as_kept(stage: Stage) -> Object:
    kept: Object = {**_given(name=stage.name), "rounds": stage.rounds}
    if stage.cut is not None:
        kept |= {"cut": stage.cut.main, "small": stage.cut.small}
        kept |= {name: "yes" if getattr(stage.cut, name) else "no" for name in ("winners", "carry")}
    return kept


def _game_as_kept(game: TournamentGame) -> Object:
    seats = zip(game.holders, game.points, strict=True)
    return {
        "id": game.id,
        "stage": game.stage,
        "group": game.group.value,
        "round": game.round,
        "seats": [{**holder_as_kept(holder), "points": points} for holder, points in seats],
    }


# Printed


def report(tournament: Tournament) -> Iterator[Object]:
    """What follows from a tournament, a line of output after the other: keys in the order printed."""
    stages = rankings(tournament)
    for group in [group for stage in stages for group in stage if group.is_finished]:
        yield from (_line(group, line) for line in group.lines)
    places = final_places(stages)
    if places is not None:
        yield {"final": [list(one) for one in places]}
    if tournament.settings.team is not None and stages[0].main.is_finished:
        teams = team_ranking(tournament, stages[0].main)
        yield {"teams": [[one.team, one.place, number_as_kept(one.sum), list(one.counted)] for one in teams]}


def _line(group: GroupRanking, line: RankingLine) -> Object:
    return {
        "stage": group.stage,
        "group": group.group.value,
        "place": line.place,
        "player": line.player,
        "value": number_as_kept(line.total),
        "wins": number_as_kept(line.wins),
        "rounds": [number_as_kept(one) for one in line.rounds],
        "by": line.by,
        "through": line.through and line.through.value,
    }
