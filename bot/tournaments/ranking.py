"""Who is before whom in a tournament, who gets through, and who ends where (T2 to T8)."""

from __future__ import annotations

import hmac
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import inf
from typing import Any, NamedTuple

from bot.leagues.season.scoring import WIN, GameScores, MemberTally
from bot.tournaments.model import Group, Tournament, TournamentGame


def lot(seed: str, drawn: int | str, name: str) -> bytes:
    """What is drawn for a person in a stage, or for a team in ``team``; the smallest comes first (T4, T8)."""
    return hmac.digest(seed.encode(), f"{drawn} {name}".encode(), "sha256")


@dataclass(frozen=True, slots=True)
class RankingLine:
    """Somebody in the ranking of a group. ``total`` has in it what was carried (T3); ``rounds`` are the
    scores of the rounds that count. ``by`` says how they were told apart from the next one: ``total``, a
    tie-break or ``lot``; None for the last. ``through`` is the group that they got through to, None for
    nowhere."""

    player: str
    place: int
    total: Fraction
    wins: Fraction
    rounds: tuple[Fraction, ...]
    by: str | None
    through: Group | None


@dataclass(frozen=True, slots=True)
class GroupRanking:
    """The ranking of a group after its rounds; where it is not finished, after those of which there is a game
    so far, the latest of which is then the last round. ``cut`` are those who go on from a main group if its
    stage ends now, and where to (T5)."""

    stage: int
    group: Group
    lines: tuple[RankingLine, ...]
    is_finished: bool
    cut: Mapping[str, Group]


class StageRanking(NamedTuple):
    """The rankings of the groups of a stage, in the order of ``Group``."""

    main: GroupRanking
    small: GroupRanking

    @property
    def people(self) -> set[tuple[Group, str]]:
        """Everybody who got through to the stage, with their group."""
        return {(group.group, line.player) for group in self for line in group.lines}


def rankings(tournament: Tournament) -> tuple[StageRanking, ...]:
    """The rankings of all stages of a tournament whose values hold together (``first_fault``). Nobody gets
    through before the main group of a stage is finished, so groups after it are empty, and not finished."""
    scores = _Scores(tournament)
    found: list[StageRanking] = []
    through: Mapping[str, Group] = {one.id: Group.MAIN for one in tournament.people}
    carried: Mapping[str, Fraction] = {}
    is_settled = True
    for number, stage in enumerate(tournament.stages):
        each = [
            scores.ranking(
                number, group, [one for one, to in through.items() if to is group], carried, is_settled
            )
            for group in Group
        ]
        found.append(StageRanking(*each))
        main = found[-1].main
        is_settled = main.is_finished
        through = main.cut if is_settled else {}
        has_carry = stage.cut is not None and stage.cut.carry
        carried = {line.player: line.total for line in main.lines} if has_carry else {}
    return tuple(found)


class _Row(NamedTuple):
    """What somebody is ranked by, the smallest first; and what it came of, in units and parts of wins."""

    key: tuple[Any, ...]
    player: str
    total: int
    wins: int
    scores: Sequence[int]
    has_won_last: bool


class _Scores:
    """The scores of a tournament's games, by group and round."""

    def __init__(self, tournament: Tournament) -> None:
        settings = tournament.settings
        self._tournament = tournament
        self._scores = GameScores(settings, tournament.levels, (settings.missed, settings.bye))
        self._points = cache(self._scores.in_points)  # few numbers come up again and again
        self._missed = self._scores.worth(settings.missed)
        self._bye = self._scores.in_units(settings.bye)
        self._byes = {(one.stage, one.round, one.player) for one in tournament.byes}
        self._withdrawn = {one.player: one.after for one in tournament.withdrawn}
        games: defaultdict[tuple[int, Group], defaultdict[int, list[TournamentGame]]]
        games = defaultdict(lambda: defaultdict(list))
        for game in tournament.games:
            games[game.stage, game.group][game.round].append(game)
        self._rounds = {
            group: {number: self._scores.gained(rounds[number]) for number in sorted(rounds)}
            for group, rounds in games.items()
        }

    def ranking(
        self,
        stage: int,
        group: Group,
        people: Collection[str],
        carried: Mapping[str, Fraction],
        is_settled: bool,
    ) -> GroupRanking:
        """The ranking of a group of these people, after the rounds of which there is a game (T4). It is not
        finished where it is not settled yet who they are."""
        rounds = self._rounds.get((stage, group), {})
        lowest = {
            number: min(tally.sum for tally in tallies.values()) if self._missed is None else self._missed
            for number, tallies in rounds.items()
        }
        rows = sorted(self._row(stage, one, rounds, lowest, carried.get(one, Fraction())) for one in people)
        cut = self._cut(stage, rows) if group is Group.MAIN else {}
        is_finished = is_settled and (not rows or len(rounds) == self._tournament.stages[stage].rounds)
        deciding = [self._deciding_rule(one, other) for one, other in pairwise(rows)]
        lines = [
            RankingLine(
                row.player,
                place,
                self._points(row.total),
                Fraction(row.wins, WIN),
                tuple([self._points(score) for score in row.scores]),
                by,
                cut.get(row.player) if is_finished else None,
            )
            for place, (row, by) in enumerate(zip(rows, (*deciding, None), strict=False), start=1)
        ]
        return GroupRanking(stage, group, tuple(lines), is_finished, cut)

    def _row(
        self,
        stage: int,
        player: str,
        rounds: Mapping[int, Mapping[str, MemberTally]],
        lowest: Mapping[int, int],
        carried: Fraction,
    ) -> _Row:
        """What somebody has reached in a group. Who missed a round has the ``lowest`` of it (T2)."""
        scores: list[int] = []
        wins = won = 0
        for number, tallies in rounds.items():
            tally = tallies.get(player)
            if tally is not None:
                scores.append(tally.sum)
            else:
                has_bye = (stage, number, player) in self._byes
                scores.append(self._bye if has_bye else lowest[number])
            won = tally.wins if tally is not None else 0
            wins += won
        total = self._scores.in_units(carried) + sum(scores)
        ties = {
            "wins": -wins,
            "best_round": -max(scores, default=0),
            "last_round": -scores[-1] if scores else 0,
        }
        chosen = [ties[tie] for tie in self._tournament.settings.ties]
        drawn = lot(self._tournament.seed, stage, player)
        return _Row((-total, *chosen, drawn), player, total, wins, scores, won > 0)

    def _deciding_rule(self, one: _Row, other: _Row) -> str:
        """The first rule by which two differ."""
        rules = ("total", *self._tournament.settings.ties, "lot")
        return next(rule for rule, a, b in zip(rules, one.key, other.key, strict=True) if a != b)

    def _cut(self, stage: int, rows: Sequence[_Row]) -> dict[str, Group]:
        """Who goes on from the main group of a stage (T5, T6)."""
        cut = self._tournament.stages[stage].cut
        if cut is None:
            return {}
        going = [row for row in rows if self._withdrawn.get(row.player, stage + 1) > stage]
        first = sorted(going, key=lambda row: not row.has_won_last) if cut.winners else going
        main = [row.player for row in first[: cut.main]]
        through = dict.fromkeys(main, Group.MAIN)
        others = [row.player for row in going if row.player not in through]
        return through | dict.fromkeys(others[: cut.small], Group.SMALL)


# What all of it comes to


class FinalPlace(NamedTuple):
    """Where somebody ends (T7)."""

    player: str
    place: int


def final_places(stages: Sequence[StageRanking]) -> list[FinalPlace] | None:
    """Everybody in their final order; None while a group is not finished."""
    if not all(group.is_finished for stage in stages for group in stage):
        return None
    found: list[FinalPlace] = []
    for group in stages[-1]:
        by = None
        for line in group.lines:
            found.append(FinalPlace(line.player, found[-1].place if by == "lot" else len(found) + 1))
            by = line.by
    for stage in reversed(stages[:-1]):
        for group in stage:
            out = [line.player for line in group.lines if line.through is None]
            found += [FinalPlace(player, place) for place, player in enumerate(out, start=len(found) + 1)]
    return found


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team in the ranking of teams (T8): the sum of the people who are ``counted``, in the order of their
    totals."""

    team: str
    place: int
    sum: Fraction
    counted: tuple[str, ...]


def team_ranking(tournament: Tournament, first: GroupRanking) -> list[TeamLine]:
    """The teams by the ranking of the first stage, while it is played after the rounds so far; none where
    teams do not count."""
    size = tournament.settings.team
    if size is None:
        return []
    teams = {one.id: one.team for one in tournament.people}
    totals: defaultdict[str, list[tuple[Fraction, str]]] = defaultdict(list)
    for line in first.lines:
        team = teams[line.player]
        if team is not None:
            totals[team].append((-line.total, line.player))
    counted = {team: sorted(each)[:size] for team, each in totals.items()}

    def key(team: str) -> tuple[Any, ...]:
        each = [total for total, _ in counted[team]]
        return len(each) < size, sum(each), (*each, inf), lot(tournament.seed, "team", team)

    return [
        TeamLine(
            team,
            place,
            -sum([total for total, _ in counted[team]], Fraction()),
            tuple([one for _, one in counted[team]]),
        )
        for place, team in enumerate(sorted(counted, key=key), start=1)
    ]
