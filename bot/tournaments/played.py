"""The values of a tournament (``model``), of what is kept of its season and its nights. Pure."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

from bot.leagues.season.corrections import corrected
from bot.leagues.season.model import Season, SeasonGame, SeatKind
from bot.nights.model import Evening
from bot.tournaments.faults import first_fault
from bot.tournaments.model import (
    Entrant,
    Group,
    RoundBye,
    Tournament,
    TournamentGame,
    TournamentSettings,
    Withdrawal,
)
from bot.tournaments.plan import EntrantFacts, TournamentFacts
from bot.tournaments.ranking import rankings

TIES: Final = ("wins", "best_round", "last_round")


@dataclass(frozen=True, slots=True)
class PlayedGroup:
    """What was played of a group of a stage: of which round the games at tables of its night are, by id; how
    many rounds are ``over``; and the accounts of those who were seated in the rounds that have begun."""

    stage: int
    group: Group
    night: str
    rounds: Mapping[str, int]
    over: int
    people: frozenset[int]

    @classmethod
    def of(cls, evening: Evening, stage: int, group: Group, rounds: Mapping[str, int]) -> Self:
        """That of a group's night."""
        over = evening.round - evening.is_live
        people = frozenset[int]().union(*(one.people for one in evening.plan[: evening.round]))
        return cls(stage, group, evening.night, rounds, over, people)


def misplaced(
    tournament: Tournament, accounts: Mapping[str, int], played: Iterable[PlayedGroup]
) -> set[Hashable]:
    """Who plays or has played what they are not through to (T5), each by something of their own."""
    fault, stages = first_fault(tournament), rankings(tournament)
    wrong = set[Hashable](() if fault is None else (fault,))
    for one in played:
        lines = stages[one.stage][[*Group].index(one.group)].lines
        there = {accounts.get(line.player) for line in lines}
        wrong |= {(one.stage, one.group, account) for account in one.people if account not in there}
    return wrong


def tournament_of(
    facts: TournamentFacts,
    entrants: Mapping[int, EntrantFacts],
    season: Season,
    accounts: Mapping[str, int],
    played: Sequence[PlayedGroup],
) -> Tournament:
    """The values of a tournament. Its field is whoever was seated in the first stage, or has a game or a bye
    of it. Not for the event loop."""
    plan, standing = facts.plan, [*corrected(season).games]
    games = [game for one in played for game in _games(one, standing, plan.stages[one.stage].rounds)]
    nights = {one.night: one for one in played}
    byes = [
        RoundBye(nights[one.night].stage, one.round, one.player) for one in season.byes if one.night in nights
    ]
    first = {one.player for one in byes if one.stage == 0}
    first |= {holder.id for game in games if game.stage == 0 for holder in game.holders}
    there = {account for one in played if one.stage == 0 for account in one.people}
    known = {one.id: entrants.get(accounts.get(one.id, 0)) for one in season.members}
    return Tournament(
        seed=facts.seed,
        settings=TournamentSettings(
            score=season.settings.score,
            place_points=season.settings.place_points,
            level=season.settings.level,
            ties=TIES,
            team=plan.team,
        ),
        people=tuple(
            Entrant(one.id, one.name, _team(known[one.id]))
            for one in season.members
            if one.id in first or accounts.get(one.id) in there
        ),
        stages=plan.stages,
        games=tuple(games),
        byes=tuple(byes),
        withdrawn=tuple(
            Withdrawal(id, one.withdrawn)
            for id, one in known.items()
            if one is not None and one.withdrawn is not None
        ),
        levels=season.levels,
    )


def _team(entrant: EntrantFacts | None) -> str | None:
    return entrant.team or None if entrant is not None else None


def _games(group: PlayedGroup, standing: Iterable[SeasonGame], most: int) -> list[TournamentGame]:
    """The games that count of a group's rounds that are over. One that was put in by hand is of the first
    round in which nobody of it plays otherwise."""
    mine = [one for one in standing if one.night == group.night]
    rounds = dict(group.rounds)
    busy = {(rounds[one.id], person) for one in mine if one.id in rounds for person in one.people}
    for one in (game for game in mine if game.id not in rounds):
        free = (at for at in range(1, most + 1) if not any((at, person) in busy for person in one.people))
        if (number := next(free, None)) is not None:
            rounds[one.id] = number
            busy |= {(number, person) for person in one.people}
    return [
        TournamentGame(one.id, group.stage, group.group, rounds[one.id], one.holders, one.points)
        for one in mine
        if rounds.get(one.id, most + 1) <= group.over
        and any(holder.kind is SeatKind.MEMBER for holder in one.holders)
    ]
