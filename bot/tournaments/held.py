"""What came of a tournament so far, after the rounds that are over, for whoever shows it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import Final, NamedTuple

from bot.nights.evenings import Evenings
from bot.nights.model import Evening, NightPlace
from bot.tournaments.model import Entrant, Group, Tournament
from bot.tournaments.plan import EntrantFacts, TournamentFacts
from bot.tournaments.played import PlayedGroup, tournament_of
from bot.tournaments.ranking import (
    GroupRanking,
    RankingLine,
    StageRanking,
    TeamLine,
    final_places,
    rankings,
    team_ranking,
)

FINAL: Final = "final"
TEAMS: Final = "teams"
"""What stands for rankings that are of no stage."""


class RankedPerson(NamedTuple):
    """A person in a ranking: their id in the season, total, by which rule they were told apart from the next
    one (``total``, a tie rule, ``lot``; None for the last), whether they go on, and their score in each of
    the stage's rounds so far."""

    person: str
    place: int
    total: Fraction
    by: str | None = None
    goes_on: bool = False
    rounds: Sequence[Fraction] = ()


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
    def _people(self) -> Mapping[str, Entrant]:
        return {one.id: one for one in self.tournament.people}

    @property
    def _lines(self) -> list[RankingLine]:
        return [line for stage in self._stages for group in stage for line in group.lines]

    def called(self, person: str) -> str:
        """What somebody of the field is called."""
        return self._people[person].name or person

    def team_of(self, person: str) -> str:
        """The team that somebody of the field plays for; empty for none."""
        return self._people[person].team or ""

    def rounds_of(self, person: str) -> Sequence[Fraction]:
        """Somebody's scores in all rounds that they have reached, in order."""
        return [score for line in self._lines if line.player == person for score in line.rounds]

    @property
    def teams(self) -> Sequence[TeamLine]:
        """The teams in their order (T8)."""
        return team_ranking(self.tournament, self._stages[0].main)

    @property
    def final(self) -> Sequence[RankedPerson]:
        """Everybody with their place in the end (T7), and their total of the last stage that they played."""
        totals = {line.player: line.total for line in self._lines}
        places = final_places(self._stages) or ()
        return [RankedPerson(one.player, one.place, totals[one.player]) for one in places]

    def ranking(self, stage: int, group: Group) -> Sequence[RankedPerson]:
        """A group in its order, after the rounds that were played. While the stage is played those go on who
        would if it ended now."""
        found = self._group(stage, group)
        return [
            RankedPerson(
                one.player, one.place, one.total, one.by, found.cut.get(one.player) is Group.MAIN, one.rounds
            )
            for one in found.lines
        ]

    def ranked(self, shown: str) -> Sequence[RankedPerson]:
        """The people of the ranking that this stands for: ``FINAL``, or a stage's number and its group;
        nobody for any other, and before the first result, as lots alone would tell them apart."""
        if shown == FINAL:
            return self.final
        number, group = shown[:1], shown[1:]
        if not number.isdecimal() or group not in [*Group]:
            return ()
        found = self.ranking(int(number), Group(group))
        return found if any(one.rounds or one.total for one in found) else ()

    def through(self, stage: int, group: Group) -> Sequence[int]:
        """The accounts of those who go through from a stage to a group of the next one, in order."""
        main = self._group(stage, Group.MAIN)
        return [
            self.accounts[line.player]
            for line in main.lines
            if main.cut.get(line.player) is group and line.player in self.accounts
        ]

    @property
    def goes_on(self) -> bool:
        """Whether there is another stage, and enough people who go on to it from what was played."""
        through = self.through(self.facts.stage, Group.MAIN)
        return not self.facts.is_last and self._played > 0 and len(through) > 1

    @property
    def as_played(self) -> TournamentFacts:
        """The same, its latest stage being of the rounds that were played: a night may have been ended, or
        called off, before the others (T5). One of which nothing was played was none: the stage before it was
        the last."""
        plan, stage = self.facts.plan, self.facts.stage
        if self._played:
            latest = replace(plan.stages[stage], rounds=self._played)
            return replace(self.facts, plan=plan.with_stage(stage, latest))
        if not stage:
            return self.facts
        stages = (*plan.stages[: stage - 1], replace(plan.stages[stage - 1], cut=None))
        return replace(self.facts, plan=replace(plan, stages=stages), groups=self.facts.groups[:-1])

    @property
    def _played(self) -> int:
        """Rounds of the latest stage of which there is a game."""
        rounds = [one.round for one in self.tournament.games if one.stage == self.facts.stage]
        return max(rounds, default=0)

    def digest(self, stage: int) -> str:
        """What stands for who goes through from a stage."""
        text = repr([self.through(stage, group) for group in Group])
        return sha256(text.encode()).hexdigest()[:16]

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
    return PlayedGroup.of(evening, stage, group, rounds)
