"""What came of a tournament so far: of what its league's season and its nights' tables hold the values that
``ranking`` calculates from, and what that says, for whoever shows it."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

from bot.leagues.season.corrections import corrected
from bot.leagues.season.model import Season, SeasonGame, SeatKind
from bot.nights.evenings import Evenings
from bot.nights.model import Evening, NightPlace
from bot.tournaments.plan import Entrant, Tournament
from bot.tournaments.ranking import (
    GROUPS,
    MAIN,
    TIES,
    Field,
    Ranking,
    Team,
    TournamentBye,
    TournamentGame,
    TournamentPerson,
    TournamentSettings,
    problems,
)


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
    group: str
    night: str
    rounds: Mapping[str, int]
    people: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Held:
    """What came of a ``tournament``; ``accounts`` are those of its people by id."""

    tournament: Tournament
    field: Field
    accounts: Mapping[str, int]

    @cached_property
    def _ranking(self) -> Ranking:
        return Ranking(self.field)

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return {one.id: one.name for one in self.field.people}

    def called(self, person: str) -> str:
        """What somebody is called."""
        return self._names.get(person) or person

    @property
    def teams(self) -> Sequence[Team]:
        """The teams in their order (T8)."""
        return self._ranking.teams if self.field.people else ()

    @property
    def final(self) -> Sequence[RankedPerson]:
        """Everybody with their place in the end (T7), and their total of the last stage that they played."""
        totals = {line.player: line.total for group in self._ranking.groups for line in group.lines}
        return [RankedPerson(one, place, totals[one]) for one, place in self._ranking.final]

    def ranking(self, stage: int, group: str) -> Sequence[RankedPerson]:
        """A group in its order, after the rounds that were played. While the stage is played those go on who
        would if it ended now."""
        found = self._as_it_stands(stage).group(stage, group) if 0 <= stage < len(self.field.stages) else None
        lines = found.lines if found is not None else ()
        return [
            RankedPerson(one.player, place, one.total, one.by, goes_on=one.through == MAIN)
            for place, one in enumerate(lines, start=1)
        ]

    def through(self, stage: int, group: str) -> Sequence[int]:
        """The accounts of those who go through from a stage to a group of the next one, in order."""
        main = self._as_it_stands(stage).group(stage, MAIN)
        people = main.through_to(group) if main is not None else ()
        return [self.accounts[one] for one in people if one in self.accounts]

    def digest(self, stage: int) -> str:
        """What stands for who goes through from a stage."""
        told = repr([self.through(stage, group) for group in GROUPS])
        return sha256(told.encode()).hexdigest()[:16]

    def _as_it_stands(self, stage: int) -> Ranking:
        """The ranking as if a stage ended with the rounds that were played of it."""
        if stage != self.tournament.stage:
            return self._ranking
        played = {one.round for one in self.field.games if (one.stage, one.group) == (stage, MAIN)}
        stages = list(self.field.stages)
        stages[stage] = replace(stages[stage], rounds=len(played)) if played else stages[stage]
        return Ranking(replace(self.field, stages=tuple(stages)))


async def held(tournament: Tournament, entrants: Mapping[int, Entrant], evenings: Evenings) -> Held:
    """What came of one so far. Raises StoreError."""
    clubs = evenings.clubs
    season = await clubs.seasons.whole(tournament.season_id)
    members = await clubs.leagues.members(tournament.league_id)
    accounts = {one.id: one.user_id for one in members if one.user_id is not None}
    played: list[PlayedGroup] = []
    for stage, groups in enumerate(tournament.groups):
        for group, series_id in zip(GROUPS, groups, strict=True):
            for evening in await evenings.store.evenings(series_id) if series_id else ():
                played.append(await _played(evenings, evening, stage, group))
    field = await asyncio.to_thread(field_of, tournament, entrants, season, accounts, played)
    return Held(tournament, field, accounts)


async def _played(evenings: Evenings, evening: Evening, stage: int, group: str) -> PlayedGroup:
    """The rounds of the games at tables of a night."""
    facts = await evenings.tables.of_evening(evening.id)
    places = {one.id: NightPlace.read(one.place)[1].round for one in facts if one.place is not None}
    results = await evenings.clubs.seasons.of_night(evening.season_id, evening.night)
    rounds = {one.game.id: places[one.table_id] for one in results if one.table_id in places}
    return PlayedGroup(stage, group, evening.night, rounds, seated(evening))


def seated(evening: Evening) -> frozenset[int]:
    """The accounts of those who sit at a table, or sat out, in the rounds of an evening that have begun."""
    return frozenset[int]().union(*(one.people for one in evening.plan[: evening.round]))


def misplaced(field: Field, accounts: Mapping[str, int], played: Iterable[PlayedGroup]) -> set[Hashable]:
    """Who plays or has played what they are not through to (T5), each by something of their own."""
    wrong = set[Hashable](problems(field))
    groups = {(one.stage, one.group): one for one in Ranking(field).groups}
    for one in played:
        ranking = groups.get((one.stage, one.group))
        there = {accounts.get(line.player) for line in ranking.lines} if ranking else set[int | None]()
        wrong |= {(one.stage, one.group, account) for account in one.people if account not in there}
    return wrong


def field_of(
    tournament: Tournament,
    entrants: Mapping[int, Entrant],
    season: Season,
    accounts: Mapping[str, int],
    played: Sequence[PlayedGroup],
) -> Field:
    """The values of a tournament. Its field is whoever was seated in the first round, or has a game or a bye
    of the first stage. Not for the event loop."""
    plan, standing = tournament.plan, [*corrected(season).games]
    games = [game for one in played for game in _games(one, standing, plan.stages[one.stage].rounds)]
    nights = {one.night: one for one in played}
    byes = [
        TournamentBye(nights[one.night].stage, one.round, one.player)
        for one in season.byes
        if one.night in nights
    ]
    first = {one.player for one in byes if one.stage == 0}
    first |= {person for game in games if game.stage == 0 for person in game.people}
    there = {account for one in played if one.stage == 0 for account in one.people}
    of = {accounts[one.id]: entrants.get(accounts[one.id]) for one in season.members if one.id in accounts}
    people = [
        TournamentPerson(one.id, one.name, _team(of.get(accounts.get(one.id, 0))))
        for one in season.members
        if one.id in first or accounts.get(one.id) in there
    ]
    withdrawn = {
        one.id: known.withdrawn
        for one in season.members
        if (known := of.get(accounts.get(one.id, 0))) is not None and known.withdrawn is not None
    }
    return Field(
        seed=tournament.seed,
        people=tuple(people),
        stages=plan.stages,
        games=tuple(games),
        byes=tuple(byes),
        withdrawn=withdrawn,
        settings=TournamentSettings(season.settings, TIES, plan.team),
        levels=season.levels,
        name=None,
    )


def _team(entrant: Entrant | None) -> str | None:
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
