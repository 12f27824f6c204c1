"""What a tournament comes to (T2 to T8): the ranking of each group of a stage, who goes through, final places
and teams. Pure: a ``TournamentFile`` goes in, values come out.

A group of which not all rounds are played is ranked by those that are, so that standings can be shown after
every round; nobody is through from it.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from bot.leagues.season.model import Holder, Member, Season, SeatKind
from bot.leagues.season.scoring import Scorer
from bot.leagues.season.settings import SeasonSettings

MAIN: Final = "main"
SMALL: Final = "small"
GROUPS: Final = (MAIN, SMALL)

LOWEST: Final = "lowest"
TOTAL: Final = "total"
LOT: Final = "lot"
TIES: Final = ("wins", "best_round", "last_round")


@dataclass(frozen=True, slots=True)
class Stage:
    """So many rounds; ``cut`` people of the main group go on to the next stage's, ``small`` more to its small
    group, with ``winners`` those first who won a table of the last round, with ``carry`` with their totals.
    The last stage has none of these."""

    rounds: int
    cut: int = 0
    small: int = 0
    winners: bool = False
    carry: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """``scores`` says what a game is worth (L5, L6). ``missed`` is what a round is worth in which somebody
    has no game, None for the lowest score of the round; ``bye`` one sat out. ``team`` is how many of a team
    count, None without teams."""

    scores: SeasonSettings = field(default_factory=SeasonSettings)
    ties: tuple[str, ...] = ()
    team: int | None = None
    missed: Fraction | None = None
    bye: Fraction = Fraction(0)


class TournamentPerson(NamedTuple):
    """Somebody of the field, of a team or none (None)."""

    id: str
    name: str = ""
    team: str | None = None


class TournamentBye(NamedTuple):
    """That somebody sat out a round of a stage; rounds are counted from 1, stages from 0."""

    stage: int
    round: int
    player: str


class TournamentGame(NamedTuple):
    """A game of a group. By seat who had it at the end, and its points."""

    id: str
    stage: int
    group: str
    round: int
    holders: tuple[Holder, ...]
    points: tuple[int, ...]

    @property
    def people(self) -> list[str]:
        """Those of the field who have a game by it."""
        return [one.id for one in self.holders if one.kind is SeatKind.MEMBER]


@dataclass(frozen=True)
class Field:
    """All that a tournament follows from. ``withdrawn`` says after which stage somebody withdrew."""

    seed: str
    people: tuple[TournamentPerson, ...]
    stages: tuple[Stage, ...]
    games: tuple[TournamentGame, ...] = ()
    byes: tuple[TournamentBye, ...] = ()
    withdrawn: Mapping[str, int] = field(default_factory=dict[str, int])
    settings: TournamentSettings = field(default_factory=TournamentSettings)
    levels: Mapping[int, Fraction] = field(default_factory=dict[int, Fraction])
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A person in a group's ranking: ``rounds`` are the scores of the rounds that were played, ``by`` the
    rule that told them apart from the next one (None for the last), ``through`` the group they go through
    to, None for nothing."""

    player: str
    total: Fraction
    wins: Fraction
    rounds: tuple[Fraction, ...]
    by: str | None = None
    through: str | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """A team: what it is worth, and whose totals that is (T8)."""

    name: str
    place: int
    value: Fraction
    counted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GroupRanking:
    """A group of a stage in its order (T4)."""

    stage: int
    group: str
    is_finished: bool
    lines: tuple[Line, ...] = ()

    def through_to(self, group: str) -> list[str]:
        """Who goes through to a group of the next stage, in order."""
        return [one.player for one in self.lines if one.through == group]


class Ranking:
    """What a tournament comes to."""

    def __init__(self, field: Field) -> None:
        self.field = field
        members = tuple(Member(one.id, "", _DAY, None) for one in field.people)
        season = Season(field.settings.scores, "UTC", members, (), (), levels=field.levels)
        self._scorer = Scorer(season)
        self._rounds: dict[tuple[int, str], dict[int, list[TournamentGame]]] = {}
        for game in field.games:
            rounds = self._rounds.setdefault((game.stage, game.group), {})
            rounds.setdefault(game.round, []).append(game)
        self._byes = {(one.stage, one.round, one.player) for one in field.byes}

    @cached_property
    def groups(self) -> tuple[GroupRanking, ...]:
        """Each stage's main group, and its small one where the stage before has one, in order. People get
        through to nothing before their group is finished."""
        found: list[GroupRanking] = []
        people = {MAIN: [one.id for one in self.field.people], SMALL: list[str]()}
        carried: Mapping[str, Fraction] = {}
        for number, stage in enumerate(self.field.stages):
            has_small = number > 0 and self.field.stages[number - 1].small > 0
            here = [
                self._group(number, one, people[one], carried) for one in (GROUPS if has_small else (MAIN,))
            ]
            found += here
            main = here[0]
            people = {one: main.through_to(one) for one in GROUPS}
            carried = {one.player: one.total for one in main.lines} if stage.carry else {}
        return tuple(found)

    def group(self, stage: int, group: str) -> GroupRanking | None:
        """One of them; None where there is none."""
        return next((one for one in self.groups if (one.stage, one.group) == (stage, group)), None)

    def _group(
        self, number: int, group: str, people: Sequence[str], carried: Mapping[str, Fraction]
    ) -> GroupRanking:
        stage = self.field.stages[number]
        played = [games for _, games in sorted(self._rounds.get((number, group), {}).items())]
        lines = self._ranked(number, [self._line(one, number, played, carried) for one in people])
        is_finished = not people or len(played) == stage.rounds
        if group == MAIN and is_finished and number < len(self.field.stages) - 1:
            lines = self._cut(number, lines)
        return GroupRanking(number, group, is_finished, tuple(lines))

    # --- scores (T2, T3)

    def _line(
        self,
        player: str,
        stage: int,
        played: Sequence[Sequence[TournamentGame]],
        carried: Mapping[str, Fraction],
    ) -> Line:
        rounds, wins = list[Fraction](), Fraction(0)
        for games in played:
            scores = {game: self._scorer.seats(game.points) for game in games}
            for game in games:
                if player in game.people:
                    at = game.holders.index(Holder(SeatKind.MEMBER, player))
                    rounds.append(self._scorer.in_points(scores[game][at]))
                    wins += _win(game, at)
                    break
            else:
                rounds.append(self._without_game(player, stage, games, scores))
        return Line(player, carried.get(player, Fraction(0)) + sum(rounds), wins, tuple(rounds))

    def _without_game(
        self,
        player: str,
        stage: int,
        games: Sequence[TournamentGame],
        scores: Mapping[TournamentGame, Sequence[int]],
    ) -> Fraction:
        """What a round is worth to whoever has no game in it."""
        settings = self.field.settings
        if (stage, games[0].round, player) in self._byes:
            return settings.bye
        if settings.missed is not None:
            return settings.missed
        of_people = (
            score
            for game in games
            for holder, score in zip(game.holders, scores[game], strict=True)
            if holder.kind is SeatKind.MEMBER
        )
        return self._scorer.in_points(min(of_people))

    # --- order (T4)

    def _ranked(self, stage: int, lines: Iterable[Line]) -> list[Line]:
        ties = self.field.settings.ties

        def keys(one: Line) -> tuple[Fraction, ...]:
            by = {
                "wins": one.wins,
                "best_round": max(one.rounds, default=Fraction(0)),
                "last_round": one.rounds[-1] if one.rounds else Fraction(0),
            }
            return one.total, *(by[tie] for tie in ties)

        def order(one: Line) -> tuple[tuple[Fraction, ...], str]:
            return tuple(-key for key in keys(one)), self.lot(str(stage), one.player)

        ordered = sorted(lines, key=order)
        rules = (TOTAL, *ties)
        ranked: list[Line] = []
        for one, other in pairwise(ordered):
            differing = (rule for rule, a, b in zip(rules, keys(one), keys(other), strict=True) if a != b)
            ranked.append(replace(one, by=next(differing, LOT)))
        return [*ranked, *ordered[-1:]]

    def lot(self, what: str, id: str) -> str:
        """What comes first is the smaller one: of a stage by its number, of teams by ``team``."""
        return hmac.digest(self.field.seed.encode(), f"{what} {id}".encode(), "sha256").hex()

    # --- the cut (T5, T6)

    def _cut(self, number: int, lines: Sequence[Line]) -> list[Line]:
        stage = self.field.stages[number]
        stays = [one for one in lines if self.field.withdrawn.get(one.player, number + 1) > number]
        first: list[str] = []
        if stage.winners:
            winners = self._winners(number, stage.rounds)
            first = [one.player for one in stays if one.player in winners][: stage.cut]
        others = [one.player for one in stays if one.player not in first]
        missing = stage.cut - len(first)
        through = dict.fromkeys((*first, *others[:missing]), MAIN)
        through |= dict.fromkeys(others[missing : missing + stage.small], SMALL)
        return [replace(one, through=through.get(one.player)) for one in lines]

    def _winners(self, stage: int, round: int) -> set[str]:
        games = self._rounds.get((stage, MAIN), {}).get(round, ())
        return {
            holder.id
            for game in games
            for at, holder in enumerate(game.holders)
            if holder.kind is SeatKind.MEMBER and _win(game, at)
        }

    # --- the end (T7, T8)

    @property
    def is_finished(self) -> bool:
        """Whether every group is."""
        return all(one.is_finished for one in self.groups)

    @property
    def final(self) -> list[tuple[str, int]]:
        """Everybody with their place; those told apart by lot alone at the top share one."""
        found: list[tuple[str, int]] = []
        seen: set[str] = set()
        last = len(self.field.stages) - 1
        for number in range(last, -1, -1):
            through = {
                one.player
                for group in self.groups
                if group.stage == number
                for one in group.lines
                if one.through
            }
            for group in (one for one in self.groups if one.stage == number):
                shared = False
                for line in group.lines:
                    if line.player in through or line.player in seen:
                        continue
                    place = found[-1][1] if shared and found else len(found) + 1
                    found.append((line.player, place))
                    seen.add(line.player)
                    shared = number == last and line.by == LOT
        return found

    @cached_property
    def teams(self) -> list[Team]:
        """The teams in their order, by what the first stage came to."""
        counts = self.field.settings.team
        if counts is None:
            return []
        totals = {one.player: one.total for one in self.groups[0].lines}
        people: dict[str, list[str]] = {}
        for one in self.field.people:
            if one.team is not None:
                people.setdefault(one.team, []).append(one.id)
        found: list[Team] = []
        for team, ids in people.items():
            counted = sorted(ids, key=lambda one: (-totals[one], one))[:counts]
            found.append(Team(team, 0, sum((totals[one] for one in counted), Fraction(0)), tuple(counted)))

        def order(one: Team) -> tuple[bool, Fraction, list[tuple[bool, Fraction]], str]:
            singles = [(False, -totals[person]) for person in one.counted]
            missing = [(True, Fraction(0))] * (counts - len(singles))  # the lowest there is
            return len(singles) < counts, -one.value, singles + missing, self.lot("team", one.name)

        return [replace(one, place=place) for place, one in enumerate(sorted(found, key=order), start=1)]


_DAY: Final = date(2000, 1, 1)
"""Dates of members bear on nothing here."""


def _win(game: TournamentGame, seat: int) -> Fraction:
    """The part of a win that a seat has (L14)."""
    best = max(game.points)
    return Fraction(game.points[seat] == best, game.points.count(best))


class Problem(NamedTuple):
    """Why a tournament's values do not hold together, and where in its file."""

    code: Literal["twice-in-round", "not-through"]
    path: tuple[str | int, ...]


def problems(field: Field) -> Iterator[Problem]:
    """Who is at two tables of a round, or has a bye beside a game; then, where nobody is, who plays or sits
    out what they are not through to, a guest of a person's id too."""
    people = {one.id for one in field.people}
    seats = [
        (("games", index, "seats", at, holder.kind.value), game, holder.id)
        for index, game in enumerate(field.games)
        for at, holder in enumerate(game.holders)
        if holder.is_person and holder.id in people
    ]
    played = {(one.stage, one.round, one.player): -1 for one in field.byes}
    is_sound = True
    for path, game, person in seats:
        first = played.setdefault((game.stage, game.round, person), int(path[1]))
        if first != path[1]:
            is_sound = False
            yield Problem("twice-in-round", path)
    if not is_sound:
        return
    groups = {(one.stage, one.group): {line.player for line in one.lines} for one in Ranking(field).groups}
    for path, game, person in seats:
        if person not in groups.get((game.stage, game.group), ()):
            yield Problem("not-through", path)
    for index, bye in enumerate(field.byes):
        if not any(bye.player in groups.get((bye.stage, one), ()) for one in GROUPS):
            yield Problem("not-through", ("byes", index, "player"))
