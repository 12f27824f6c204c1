"""Tournament files, read strictly, and the lines that follow from one (docs/rules/tournaments.md)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, TypeVar

from bot.leagues.season.fields import (
    SHAPE,
    NotASeason,
    Object,
    ObjectFields,
    identity,
    map_of,
    number,
    number_as_kept,
    object_of,
    objects_of,
    parse,
    text,
    whole,
)
from bot.leagues.season.model import Holder, SeatKind
from bot.leagues.season.season_file import HOLDERS, level
from bot.leagues.season.settings import TABLES, SeasonSettings, WordList
from bot.tournaments.ranking import (
    GROUPS,
    LOWEST,
    TIES,
    Field,
    GroupRanking,
    Ranking,
    Stage,
    TournamentBye,
    TournamentGame,
    TournamentPerson,
    TournamentSettings,
    problems,
)

T = TypeVar("T")

VERSION: Final = 1
"""Of the format."""

_FILE: Final = ObjectFields("tournament seed settings people stages games", "name levels byes withdrawn")
_SETTINGS: Final = ObjectFields("", "score place_points level ties team missed bye")
_PERSON: Final = ObjectFields("id", "name team")
_STAGE: Final = ObjectFields("rounds cut", "name small winners carry")
_LAST: Final = ObjectFields("rounds", "name")
_BYE: Final = ObjectFields("stage round player")
_WITHDRAWN: Final = ObjectFields("player after")
_GAME: Final = ObjectFields("id stage group round seats")
_SEAT: Final = ObjectFields("points", either=HOLDERS)
_TIES: Final = WordList(TIES)
_SCORES: Final = ("score", "place_points", "level")


def read_tournament(data: bytes) -> Field:
    """The tournament that a file holds. Raises NotASeason."""
    found = _FILE.read(parse(data))
    if whole(found, "tournament") != VERSION:
        raise NotASeason(SHAPE, "tournament")
    people, stages = _some(objects_of(found, "people", _person), "people"), _stages(found)
    _apart([one.id for one in people], "people", "id")
    games = objects_of(found, "games", _game)
    byes = objects_of(found, "byes", _bye) if "byes" in found else ()
    withdrawn = objects_of(found, "withdrawn", _withdrawn) if "withdrawn" in found else ()
    field = Field(
        seed=_text(found, "seed"),
        people=people,
        stages=stages,
        games=games,
        byes=byes,
        withdrawn=dict(withdrawn),
        settings=_settings(found),
        levels={int(size): one for size, one in _levels(found).items()},
        name=text(found, "name") if "name" in found else None,
    )
    _require_sound(field, [one for one, _ in withdrawn], [after for _, after in withdrawn])
    return field


# Parts


def _text(found: Any, key: str | int) -> str:  # noqa: ANN401 - JSON as it comes
    """A text that UTF-8 can hold."""
    kept = text(found, key)
    if any("\ud800" <= letter <= "\udfff" for letter in kept):
        raise NotASeason(SHAPE, key)
    return kept


def _id(found: Any, key: str | int) -> str:  # noqa: ANN401 - as above
    identity(found, key)
    return _text(found, key)


def _least(found: Object, name: str, least: int) -> int:
    if whole(found, name) < least:
        raise NotASeason(SHAPE, name)
    return found[name]


def _yes(found: Object, name: str) -> bool:
    if found.get(name, "no") not in ("yes", "no"):
        raise NotASeason(SHAPE, name)
    return found.get(name) == "yes"


def _some(found: tuple[T, ...], name: str) -> tuple[T, ...]:
    if not found:
        raise NotASeason(SHAPE, name)
    return found


def _apart(keys: Sequence[object], *path: str) -> None:
    """Raise NotASeason ``same-id`` at the later of two that are the same."""
    seen: set[object] = set()
    for index, one in enumerate(keys):
        if one in seen:
            raise NotASeason("same-id", path[0], index, *path[1:])
        seen.add(one)


def _person(kept: object) -> TournamentPerson:
    found = _PERSON.read(kept)
    name = text(found, "name") if "name" in found else ""
    team = _text(found, "team") if "team" in found else None
    if team == "":
        raise NotASeason(SHAPE, "team")
    return TournamentPerson(_id(found, "id"), name, team)


def _stages(found: Object) -> tuple[Stage, ...]:
    kept = _some(objects_of(found, "stages", lambda one: one), "stages")

    def stage(one: object) -> Stage:
        return _stage(one, is_last=one is kept[-1])

    return objects_of({"stages": list(kept)}, "stages", stage)


def _stage(kept: object, *, is_last: bool) -> Stage:
    found = (_LAST if is_last else _STAGE).read(kept)
    return Stage(
        rounds=_least(found, "rounds", 1),
        cut=0 if is_last else _least(found, "cut", 2),
        small=_least(found, "small", 0) if "small" in found else 0,
        winners=_yes(found, "winners"),
        carry=_yes(found, "carry"),
        name=text(found, "name") if "name" in found else "",
    )


def _settings(found: Object) -> TournamentSettings:
    settings = object_of(found, "settings")
    try:
        given = _SETTINGS.read(settings)
        missed = given.get("missed", LOWEST)
        return TournamentSettings(
            scores=SeasonSettings.read({name: given[name] for name in _SCORES if name in given}),
            ties=_TIES.read(given, "ties") if "ties" in given else (),
            team=_least(given, "team", 1) if "team" in given else None,
            missed=None if missed == LOWEST else number(given, "missed"),
            bye=number(given, "bye") if "bye" in given else Fraction(0),
        )
    except NotASeason as wrong:
        raise wrong.under("settings") from None


def _levels(found: Object) -> dict[str, Fraction]:
    return map_of(found, "levels", level) if "levels" in found else {}


def _bye(kept: object) -> TournamentBye:
    found = _BYE.read(kept)
    return TournamentBye(whole(found, "stage"), _least(found, "round", 1), _id(found, "player"))


def _withdrawn(kept: object) -> tuple[str, int]:
    found = _WITHDRAWN.read(kept)
    return _id(found, "player"), whole(found, "after")


def _game(kept: object) -> TournamentGame:
    found = _GAME.read(kept)
    if found["group"] not in GROUPS:
        raise NotASeason(SHAPE, "group")
    seats = objects_of(found, "seats", _seat)
    if len(seats) not in TABLES:
        raise NotASeason(SHAPE, "seats")
    holders, points = zip(*seats, strict=True)
    place = whole(found, "stage"), found["group"], _least(found, "round", 1)
    return TournamentGame(_id(found, "id"), *place, holders, points)


def _seat(kept: object) -> tuple[Holder, int]:
    found = _SEAT.read(kept)
    kind = next(kind for kind in SeatKind if kind in found)
    return Holder(kind, _id(found, kind)), whole(found, "points")


# What holds together


def _require_sound(field: Field, gone: Sequence[str], after: Sequence[int]) -> None:
    """Raise NotASeason where something is named that is not there, somebody is twice at a table or in a
    round, or plays what they are not through to."""
    people = {one.id for one in field.people}
    _apart([one.id for one in field.games], "games", "id")
    _apart(gone, "withdrawn", "player")
    _apart(field.byes, "byes", "player")
    for index, game in enumerate(field.games):
        _require_game(field, game, index, people)
    for index, bye in enumerate(field.byes):
        _require_stage(field, bye, "byes", index)
        _require_known(bye.player, people, "byes", index, "player")
    for index, (one, stage) in enumerate(zip(gone, after, strict=True)):
        _require_known(one, people, "withdrawn", index, "player")
        _require_known(stage, range(len(field.stages)), "withdrawn", index, "after")
    for problem in problems(field):
        raise NotASeason(problem.code, *problem.path)


def _require_game(field: Field, game: TournamentGame, index: int, people: Container[str]) -> None:
    _require_stage(field, game, "games", index)
    seated = [holder.id for holder in game.holders if holder.is_person]
    if len({*seated}) < len(seated):
        raise NotASeason("twice-at-table", "games", index, "seats")
    for at, holder in enumerate(game.holders):
        if holder.kind is SeatKind.MEMBER:
            _require_known(holder.id, people, "games", index, "seats", at, holder.kind.value)
    if not game.people:
        raise NotASeason(SHAPE, "games", index, "seats")


def _require_known(one: object, known: Container[Any], *path: str | int) -> None:
    if one not in known:
        raise NotASeason("unknown-id", *path)


def _require_stage(field: Field, one: TournamentGame | TournamentBye, name: str, index: int) -> None:
    _require_known(one.stage, range(len(field.stages)), name, index, "stage")
    if one.round > field.stages[one.stage].rounds:
        raise NotASeason(SHAPE, name, index, "round")


# What is printed


def report(field: Field) -> Iterator[dict[str, Any]]:
    """The lines that follow from a tournament, but for the first."""
    ranking = Ranking(field)
    for group in ranking.groups:
        if group.is_finished:
            yield from (_line(group, place) for place in range(len(group.lines)))
    if ranking.is_finished:
        yield {"final": [list(one) for one in ranking.final]}
    if field.settings.team is not None and ranking.groups[0].is_finished:
        yield {
            "teams": [
                [one.name, one.place, number_as_kept(one.value), list(one.counted)] for one in ranking.teams
            ]
        }


def _line(group: GroupRanking, at: int) -> dict[str, Any]:
    one = group.lines[at]
    return {
        "stage": group.stage,
        "group": group.group,
        "place": at + 1,
        "player": one.player,
        "value": number_as_kept(one.total),
        "wins": number_as_kept(one.wins),
        "rounds": [number_as_kept(score) for score in one.rounds],
        "by": one.by,
        "through": one.through,
    }


# What is written


def as_written(field: Field) -> dict[str, Any]:
    """The file of a tournament, fit for JSON."""
    settings = field.settings
    scores = settings.scores.stored()
    last = len(field.stages) - 1
    return {
        "tournament": VERSION,
        **({} if field.name is None else {"name": field.name}),
        "seed": field.seed,
        "settings": {
            **{name: scores[name] for name in _SCORES},
            "ties": list(settings.ties),
            **({} if settings.team is None else {"team": settings.team}),
            "missed": LOWEST if settings.missed is None else number_as_kept(settings.missed),
            "bye": number_as_kept(settings.bye),
        },
        "levels": {str(players): number_as_kept(one) for players, one in field.levels.items()},
        "people": [
            {"id": one.id, "name": one.name, **({} if one.team is None else {"team": one.team})}
            for one in field.people
        ],
        "stages": [_stage_as_written(one, is_last=at == last) for at, one in enumerate(field.stages)],
        "byes": [one._asdict() for one in field.byes],
        "withdrawn": [{"player": one, "after": after} for one, after in field.withdrawn.items()],
        "games": [
            {
                "id": one.id,
                "stage": one.stage,
                "group": one.group,
                "round": one.round,
                "seats": [
                    {holder.kind.value: holder.id, "points": points}
                    for holder, points in zip(one.holders, one.points, strict=True)
                ],
            }
            for one in field.games
        ],
    }


def _stage_as_written(stage: Stage, *, is_last: bool) -> dict[str, Any]:
    kept: dict[str, Any] = {"name": stage.name, "rounds": stage.rounds}
    if is_last:
        return kept
    said = {name: "yes" if getattr(stage, name) else "no" for name in ("winners", "carry")}
    return {**kept, "cut": stage.cut, "small": stage.small, **said}
