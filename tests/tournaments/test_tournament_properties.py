"""What holds of every tournament, however its games went (docs/rules/tournaments.md, T1 to T8)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.season.model import Holder, SeatKind
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
from bot.tournaments.ranking import final_places, rankings, team_ranking
from bot.tournaments.tournament_file import read_tournament, report, write_tournament
from tests.properties import tries

TIES = ("wins", "best_round", "last_round")


def played(random: Random) -> Tournament:
    """A tournament that was played as it may be: small numbers, so that a great deal is equal."""
    people = [f"u{number}" for number in range(random.randint(1, 14))]
    stages = [
        Stage(
            random.randint(1, 3),
            Cut(random.randint(2, 9), random.randint(0, 4), random.random() < 0.5, random.random() < 0.5),
        )
        for _ in range(random.randint(0, 2))
    ]
    settings = TournamentSettings(
        score=random.choice(("points", "places", "both")),
        level=random.choice(("no", "yes")),
        ties=tuple(random.sample(TIES, random.randint(0, 3))),
        team=random.choice((None, 1, 2, 3)),
        missed=random.choice(("lowest", Fraction(-1), Fraction(1, 3))),
        bye=Fraction(random.randint(-2, 2), 2),
    )
    found = Tournament(
        seed=random.choice(("", "text", "🂱")),
        settings=settings,
        people=tuple([Entrant(one, team=random.choice((None, "Aa", "Bb", "C c"))) for one in people]),
        stages=(*stages, Stage(random.randint(1, 2))),
        withdrawn=tuple(
            [Withdrawal(one, random.randint(0, len(stages))) for one in people if random.random() < 0.1]
        ),
        levels={3: Fraction(13, 17), 5: Fraction(13, 10)},
    )
    for number, stage in enumerate(found.stages):
        for group in rankings(found)[number]:
            some = [line.player for line in group.lines]
            for at in range(stage.rounds if some else 0):
                found = _with_round(random, found, (number, group.group, at + 1), some)
    return found


def _with_round(
    random: Random, tournament: Tournament, at: tuple[int, Group, int], people: list[str]
) -> Tournament:
    """With a round of tables of three to five, at the last of which some sit out or are missing."""
    stage, _, number = at
    order = random.sample(people, len(people))
    games: list[TournamentGame] = []
    while order and (not games or random.random() < 0.9):
        size = random.randint(3, 5)
        some, order = order[:size], order[size:]
        holders = [Holder(SeatKind.MEMBER, one) for one in some]
        while len(holders) < size:
            holders.append(
                random.choice((Holder(SeatKind.ROBOT, "easy"), Holder(SeatKind.GUEST, f"x{len(holders)}")))
            )
        points = tuple([random.randint(-3, 3) for _ in holders])
        games.append(TournamentGame(f"g{len(tournament.games) + len(games)}", *at, tuple(holders), points))
    byes = [RoundBye(stage, number, one) for one in order if random.random() < 0.7]
    return replace(tournament, games=(*tournament.games, *games), byes=(*tournament.byes, *byes))


tournaments = st.integers(0, 2**32).map(lambda seed: played(Random(seed)))


@tries(60)
@given(tournaments)
def test_what_was_played_holds_together_and_can_be_read_again(tournament: Tournament) -> None:
    assert first_fault(tournament) is None
    assert read_tournament(write_tournament(tournament)) == tournament


@tries(60)
@given(tournaments)
def test_T4_every_ranking_is_strict_and_everybody_stands_in_it_once(tournament: Tournament) -> None:
    for stage in rankings(tournament):
        for group in stage:
            lines = group.lines
            assert group.is_finished and len({one.player for one in lines}) == len(lines)
            assert [one.place for one in lines] == list(range(1, len(lines) + 1))
            for one, other in pairwise(lines):
                assert (one.total > other.total) == (one.by == "total") and one.total >= other.total
                assert one.by in ("total", *tournament.settings.ties, "lot")
            assert all(one.by is None for one in lines[-1:])


@tries(60)
@given(tournaments)
def test_T3_a_total_is_what_the_rounds_come_to_with_what_was_carried(tournament: Tournament) -> None:
    carried: dict[str, Fraction] = {}
    for settings, stage in zip(tournament.stages, rankings(tournament), strict=True):
        lines = [line for group in stage for line in group.lines]
        for line in lines:
            assert line.total == sum(line.rounds, carried.get(line.player, Fraction()))
            assert len(line.rounds) == settings.rounds
        carried = {line.player: line.total for line in lines} if settings.cut and settings.cut.carry else {}
    wins = sum(
        (line.wins for stage in rankings(tournament) for group in stage for line in group.lines), Fraction()
    )
    assert wins <= len(tournament.games)


@tries(60)
@given(tournaments)
def test_T5_no_more_get_through_than_may_and_none_while_there_is_room(tournament: Tournament) -> None:
    stages = rankings(tournament)
    for number, (settings, stage) in enumerate(zip(tournament.stages, stages, strict=True)):
        through = Counter(line.through for line in stage.main.lines)
        gone = {one.player for one in tournament.withdrawn if one.after <= number}
        free = sum(line.player not in gone for line in stage.main.lines)
        cut = settings.cut or Cut(0)
        assert through[Group.MAIN] == min(free, cut.main)
        assert through[Group.SMALL] == min(free - through[Group.MAIN], cut.small)
        assert {line.through for line in stage.small.lines} <= {None}
        assert not gone & {line.player for line in stage.main.lines if line.through}
        if number + 1 < len(stages):
            names = {line.player: line.through for line in stage.main.lines if line.through}
            there = {line.player: group.group for group in stages[number + 1] for line in group.lines}
            assert names == there


@tries(60)
@given(tournaments)
def test_T7_everybody_ends_somewhere_once(tournament: Tournament) -> None:
    found = final_places(rankings(tournament))
    assert found is not None
    assert sorted(one.player for one in found) == sorted(one.id for one in tournament.people)
    for index, one in enumerate(found):
        assert one.place == index + 1 or one.place == found[index - 1].place


@tries(40)
@given(tournaments)
def test_T8_a_team_is_the_sum_of_those_counted(tournament: Tournament) -> None:
    first = rankings(tournament)[0].main
    totals = {line.player: line.total for line in first.lines}
    found = team_ranking(tournament, first)
    assert [one.place for one in found] == list(range(1, len(found) + 1))
    for one in found:
        each = sorted((totals[who.id] for who in tournament.people if who.team == one.team), reverse=True)
        assert [totals[who] for who in one.counted] == each[: tournament.settings.team]
        assert one.sum == sum(each[: tournament.settings.team])


@tries(40)
@given(tournaments, st.randoms(use_true_random=False))
def test_no_order_in_a_file_changes_anything(tournament: Tournament, random: Any) -> None:
    def turned(items: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(random.sample(items, len(items)))

    def seats_turned(game: TournamentGame) -> TournamentGame:
        holders, points = zip(*turned(tuple(zip(game.holders, game.points, strict=True))), strict=True)
        return game._replace(holders=holders, points=points)

    other = replace(
        tournament,
        people=turned(tournament.people),
        games=turned(tuple(map(seats_turned, tournament.games))),
        byes=turned(tournament.byes),
        withdrawn=turned(tournament.withdrawn),
    )
    assert [*report(other)] == [*report(tournament)]


@pytest.mark.parametrize("seed", range(3))
def test_T5_without_the_last_game_of_a_stage_what_stands_after_it_is_a_fault(seed: int) -> None:
    random = Random(seed)
    found = next(
        one for one in iter(lambda: played(random), None) if {game.stage for game in one.games} > {0}
    )
    void = replace(found, games=tuple([game for game in found.games if game.stage]))
    fault = first_fault(void)
    assert fault is not None and fault.code == "not-through"
