"""What came of a tournament so far: of what its league's season and its nights' tables hold the values that
``ranking`` calculates from, and what that says, for whoever shows it."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import Final, NamedTuple

from bot.leagues.season.corrections import corrected
from bot.leagues.season.model import Season, SeasonGame, SeatKind
from bot.nights.evenings import Evenings
from bot.nights.model import Evening, NightPlace
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
from bot.tournaments.ranking import (
    GroupRanking,
    StageRanking,
    TeamLine,
    final_places,
    rankings,
    team_ranking,
)

TIES: Final = ("wins", "best_round", "last_round")


class RankedPerson(NamedTuple):
    """A person in a ranking: their id in the season, total, by which rule they were told apart from the next
    one (``total``, a tie rule, ``lot``; None for the last), and whether they go on."""

    person: str
    place: int
    total: Fraction
    by: str | None = None
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class PlayedGroup:
    """What was played of a group of a stage: of which round the games at tables of its night are, by id, and
    the accounts of those who were seated in the rounds that have begun."""

    stage: int
    group: Group
    night: str
    rounds: Mapping[str, int]
    people: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Held:
    """What came of a tournament, of which ``facts`` are kept; ``accounts`` are those of its people by id."""

    facts: TournamentFacts
    tournament: Tournament
    accounts: Mapping[str, int]

    @cached_property
    def _stages(self) -> Sequence[StageRanking]:
        return rankings(self.tournament)

    @cached_property
    def _names(self) -> Mapping[str, str | None]:
        return {one.id: one.name for one in self.tournament.people}

    def called(self, person: str) -> str:
        """What somebody is called."""
        return self._names.get(person) or person

    @property
    def teams(self) -> Sequence[TeamLine]:
        """The teams in their order (T8)."""
        return team_ranking(self.tournament, self._stages[0].main)

    @property
    def final(self) -> Sequence[RankedPerson]:
        """Everybody with their place in the end (T7), and their total of the last stage that they played."""
        lines = [line for stage in self._stages for group in stage for line in group.lines]
        totals = {line.player: line.total for line in lines}
        places = final_places(self._stages) or ()
        return [RankedPerson(one.player, one.place, totals[one.player]) for one in places]

    def ranking(self, stage: int, group: Group) -> Sequence[RankedPerson]:
        """A group in its order, after the rounds that were played. While the stage is played those go on who
        would if it ended now."""
        found = self._group(stage, group)
        return [
            RankedPerson(
                one.player, one.place, one.total, one.by, goes_on=found.cut.get(one.player) is Group.MAIN
            )
            for one in found.lines
        ]

    def through(self, stage: int, group: Group) -> Sequence[int]:
        """The accounts of those who go through from a stage to a group of the next one, in order."""
        main = self._group(stage, Group.MAIN)
        people = [line.player for line in main.lines if main.cut.get(line.player) is group]
        return [self.accounts[one] for one in people if one in self.accounts]

    def digest(self, stage: int) -> str:
        """What stands for who goes through from a stage."""
        told = repr([self.through(stage, group) for group in Group])
        return sha256(told.encode()).hexdigest()[:16]

    def _group(self, stage: int, group: Group) -> GroupRanking:
        if not 0 <= stage < len(self._stages):
            return GroupRanking(stage, group, (), False, {})
        main, small = self._stages[stage]
        return main if group is Group.MAIN else small


async def held(facts: TournamentFacts, entrants: Mapping[int, EntrantFacts], evenings: Evenings) -> Held:
    """What came of one so far. Raises StoreError."""
    clubs = evenings.clubs
    season = await clubs.seasons.whole(facts.season_id)
    members = await clubs.leagues.members(facts.league_id)
    accounts = {one.id: one.user_id for one in members if one.user_id is not None}
    played: list[PlayedGroup] = []
    for stage, groups in enumerate(facts.groups):
        for group, series_id in zip(Group, groups, strict=True):
            for evening in await evenings.store.evenings(series_id) if series_id else ():
                played.append(await _played(evenings, evening, stage, group))
    values = await asyncio.to_thread(tournament_of, facts, entrants, season, accounts, played)
    return Held(facts, values, accounts)


async def _played(evenings: Evenings, evening: Evening, stage: int, group: Group) -> PlayedGroup:
    """The rounds of the games at tables of a night."""
    facts = await evenings.tables.of_evening(evening.id)
    places = {one.id: NightPlace.read(one.place)[1].round for one in facts if one.place is not None}
    results = await evenings.clubs.seasons.of_night(evening.season_id, evening.night)
    rounds = {one.game.id: places[one.table_id] for one in results if one.table_id in places}
    return PlayedGroup(stage, group, evening.night, rounds, seated(evening))


def seated(evening: Evening) -> frozenset[int]:
    """The accounts of those who sit at a table, or sat out, in the rounds of an evening that have begun."""
    return frozenset[int]().union(*(one.people for one in evening.plan[: evening.round]))


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
    """The games of a group that count. One that was put in by hand is of the first round in which nobody of
    it plays otherwise."""
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
        if one.id in rounds and any(holder.kind is SeatKind.MEMBER for holder in one.holders)
    ]
