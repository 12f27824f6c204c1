"""Championships as they are held here: planned, announced, cut, played on, ended. Each group of a stage is a
night of the championship's league."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from bot.leagues.model import ClubError, League
from bot.nights.evenings import Evenings
from bot.nights.model import (
    Evening,
    NightError,
    NightSettings,
    Schedule,
    Series,
    SeriesState,
    SignUpAnswer,
    instant,
    local_of,
)
from bot.nights.reading import zone_of
from bot.tables.model import UNFINISHED, name_key
from bot.timers import zone_or_utc
from bot.tournaments.held import Held, held
from bot.tournaments.model import Group
from bot.tournaments.plan import (
    EntrantFacts,
    StageSeries,
    TournamentError,
    TournamentFacts,
    TournamentPlan,
    TournamentStore,
)

log = logging.getLogger(__name__)

CHECK_IN: Final = 30
"""Minutes for which people are asked whether they are here, before a stage that has a day and hour."""

CHECK_IN_AGAIN: Final = 10
"""The same before one that follows after a pause, where that is as long."""

BEFORE: Final = ("team", "robots", "room", "channels")
"""What stays as it is once people are asked whether they come."""

TEAM_LONGEST: Final = 32
TEAMS_MOST: Final = 100


def commitment(tournament: TournamentFacts) -> str:
    """The SHA-256 of its seed, in hexadecimal (T1)."""
    return sha256(tournament.seed.encode()).hexdigest()


def begun_of(plan: TournamentPlan, begun: int) -> Sequence[object]:
    """What cannot be otherwise any more in a plan of which so many stages have begun."""
    stages = [(one, plan.stage_begins(number)) for number, one in enumerate(plan.stages[:begun])]
    return [*stages, *(getattr(plan, one) for one in BEFORE if begun)]


@dataclass(frozen=True, slots=True)
class GroupNight:
    """Where a group of a stage stands: it ``starts_at`` (unix seconds) in a channel, so many of its
    ``rounds`` have begun."""

    evening_id: int
    channel_id: int
    starts_at: float
    round: int
    rounds: int
    is_over: bool


class Tournaments:
    """Does what is asked. Everything raises StoreError when the database fails."""

    def __init__(self, store: TournamentStore, evenings: Evenings) -> None:
        self.store = store
        self.evenings = evenings
        self.clubs = evenings.clubs
        self.time = evenings.time
        evenings.teams = self._teams_of
        evenings.is_final = self._is_final
        evenings.referees = self._referees_of

    # --- finding

    async def meant(
        self, guild_id: int | None, name: str | None = None, *, drafts: bool = True
    ) -> TournamentFacts:
        """The one of that name in a server; without one the newest there; without ``drafts`` of those that
        are announced. Raises TournamentError ``no-such-tournament``, ``none-here``."""
        every = await self.store.of_server(guild_id) if guild_id is not None else ()
        found = [one for one in every if drafts or one.groups]
        if name is None:
            if not found:
                raise TournamentError("none-here")
            return next((one for one in found if one.ended_at is None), found[0])
        for one in found:
            if (await self.league(one)).key == name_key(name):
                return one
        raise TournamentError("no-such-tournament", name=name)

    async def get(self, league_id: int, guild_id: int | None) -> TournamentFacts:
        """One of this server. Raises TournamentError ``none-here``."""
        found = await self.store.tournament(league_id)
        if found is None or found.guild_id != guild_id:
            raise TournamentError("none-here")
        return found

    async def league(self, tournament: TournamentFacts) -> League:
        """Its league."""
        return await self.clubs.get(tournament.league_id, tournament.guild_id)

    async def held(self, tournament: TournamentFacts) -> Held:
        """All that came of it so far."""
        return await held(tournament, await self.store.entrants(tournament.league_id), self.evenings)

    async def evening(self, series_id: int) -> Evening | None:
        """The night on which a group is played; None while it is not made."""
        return next(iter(await self.evenings.store.evenings(series_id)), None)

    async def evenings_of(self, groups: StageSeries) -> list[Evening]:
        """The nights of a stage's groups that are made."""
        found = [await self.evening(series_id) for series_id in groups if series_id]
        return [one for one in found if one is not None]

    async def nights(self, tournament: TournamentFacts) -> list[GroupNight]:
        """Where the groups of the stage that is played stand."""
        found = await self.evenings_of(tournament.groups[-1]) if tournament.groups else []
        return [
            GroupNight(
                one.id, one.channel_id, one.starts_at, one.round, one.settings.rounds, is_over=not one.is_live
            )
            for one in found
        ]

    async def _teams_of(self, evening: Evening) -> Sequence[Collection[int]]:
        """In the first stage people of a team meet last."""
        tournament = await self.store.of_series(evening.series_id)
        if tournament is None or evening.series_id not in tournament.groups[0]:
            return ()
        teams: dict[str, set[int]] = {}
        for one in (await self.store.entrants(tournament.league_id)).values():
            if one.team:
                teams.setdefault(name_key(one.team), set()).add(one.user_id)
        return [*teams.values()]

    async def _is_final(self, evening: Evening) -> bool:
        found = await self.store.of_series(evening.series_id)
        return found is not None and found.is_last and evening.series_id == found.groups[-1].main

    async def _referees_of(self, evening: Evening) -> Collection[int]:
        found = await self.store.of_series(evening.series_id)
        return () if found is None else found.plan.referees

    # --- before it begins

    async def create(self, league: League, creator: str, plan: TournamentPlan) -> TournamentFacts:
        """Keep a new one that is not announced, with its ``league``. Raises ClubError ``name-taken``,
        NightError ``date-in-past``."""
        self._require_to_come(league, plan.begins)
        season, member = self.clubs.first_season(league, creator)
        new = TournamentFacts(0, league.guild_id, 0, secrets.token_hex(16), plan)
        return await self.store.create(new, league, season, member)

    async def set_plan(self, tournament: TournamentFacts, plan: TournamentPlan) -> TournamentFacts:
        """Have what has not begun yet be otherwise. Raises TournamentError ``begun-already`` where that is
        about a stage that has, ``changed-meanwhile``; NightError ``date-in-past``."""
        begun = len(tournament.groups)
        if tournament.ended_at is not None or begun_of(plan, begun) != begun_of(tournament.plan, begun):
            raise TournamentError("begun-already")
        league = await self.league(tournament)
        for number in range(begun, len(plan.stages)):
            moment = plan.stage_begins(number)
            if begun == 0 or moment != tournament.plan.stage_begins(number):
                self._require_to_come(league, moment)
        return await self.store.change(replace(tournament, plan=plan))

    async def throw_away(self, tournament: TournamentFacts) -> None:
        """Forget one that is not announced. Raises TournamentError ``begun-already``."""
        if not await self.store.throw_away(tournament.league_id):
            raise TournamentError("begun-already")

    async def announce(self, tournament: TournamentFacts, organiser: int) -> TournamentFacts:
        """Ask people whether they come. Raises TournamentError ``begun-already``, ``changed-meanwhile``,
        NightError ``date-in-past``, ``channel-taken``."""
        league = await self.league(tournament)
        if tournament.groups:
            raise TournamentError("begun-already")
        starts_at = self._require_to_come(league, tournament.plan.begins)
        await self.evenings.require_free(tournament.plan.channels[0], starts_at)
        return await self._begin(tournament, organiser, [None], starts_at)

    def _require_to_come(self, league: League, moment: datetime | None) -> float:
        starts_at = self._instant(league, moment)
        if moment is not None and starts_at <= self.time.now():
            raise NightError("date-in-past")
        return starts_at

    def _instant(self, league: League, moment: datetime | None) -> float:
        return 0.0 if moment is None else instant(moment.date(), moment.time(), zone_of(league))

    # --- people

    async def set_team(self, tournament: TournamentFacts, user_id: int, team: str) -> EntrantFacts:
        """Somebody plays for a team, or with an empty name for none. Raises TournamentError ``no-teams``,
        ``begun-already`` once the first round is played, ``team-long``, ``teams-many``."""
        if tournament.plan.team is None:
            raise TournamentError("no-teams")
        if len(team) > TEAM_LONGEST:
            raise TournamentError("team-long", limit=str(TEAM_LONGEST))
        if await self._has_begun(tournament):
            raise TournamentError("begun-already")
        known = {one.team for one in (await self.store.entrants(tournament.league_id)).values() if one.team}
        called = next((one for one in known if name_key(one) == name_key(team)), team)
        if called and called not in known and len(known) >= TEAMS_MOST:
            raise TournamentError("teams-many", limit=str(TEAMS_MOST))
        return await self.store.tell(
            tournament.league_id, user_id, lambda entrant: replace(entrant, team=called)
        )

    async def _has_begun(self, tournament: TournamentFacts) -> bool:
        """Whether the first round is played, or was."""
        first = await self.evenings_of(tournament.groups[0]) if tournament.groups else []
        return len(tournament.groups) > 1 or any(one.round for one in first)

    async def withdraw(self, tournament: TournamentFacts, user_id: int) -> None:
        """Somebody goes no further (T6): their scores stay. Where the stage that is to come has been drawn
        and not begun, the next in the order takes their place. Raises TournamentError ``nothing-to-leave``
        before it begins and once it is over, ``withdrawn-already``."""
        waits, after = await self._withdrawing(tournament)

        def gone(entrant: EntrantFacts) -> EntrantFacts:
            if entrant.withdrawn is not None:
                raise TournamentError("withdrawn-already")
            return replace(entrant, withdrawn=after)

        await self.store.tell(tournament.league_id, user_id, gone)
        if waits:
            await self._invite(tournament)
        else:
            for one in await self.evenings_of(tournament.groups[-1]):
                if one.is_live:
                    await self.evenings.leave_tonight(one.id, user_id)

    async def readmit(self, tournament: TournamentFacts, user_id: int) -> None:
        """Somebody who has withdrawn plays on after all, as long as no stage has been played without them.
        Raises TournamentError ``nothing-to-leave``, ``gone-for-good``."""
        waits, after = await self._withdrawing(tournament)

        def back(entrant: EntrantFacts) -> EntrantFacts:
            if entrant.withdrawn not in (None, after):
                raise TournamentError("gone-for-good")
            return replace(entrant, withdrawn=None)

        await self.store.tell(tournament.league_id, user_id, back)
        if waits:
            await self._invite(tournament, user_id)

    async def _withdrawing(self, tournament: TournamentFacts) -> tuple[bool, int]:
        """Whether a stage that was drawn is still to begin, and after which one those withdraw who do so
        now."""
        if tournament.ended_at is not None or not await self._has_begun(tournament):
            raise TournamentError("nothing-to-leave")
        now = await self.evenings_of(tournament.groups[-1])
        waits = tournament.stage > 0 and all(one.is_live and not one.round for one in now)
        return waits, tournament.stage - waits

    async def _invite(self, tournament: TournamentFacts, back: int | None = None) -> None:
        """Have those be invited to the stage that is to come who are through to it by now: first whoever is
        no longer leaves their group, then the others come, and so does who is ``back``."""
        held = await self.held(tournament)
        members = await self.clubs.leagues.members(tournament.league_id)
        names = {one.user_id: one.name for one in members}
        missing: list[tuple[int, int]] = []
        for group, series_id in zip(Group, tournament.groups[-1], strict=True):
            evening = await self.evening(series_id) if series_id else None
            if evening is None or evening.round or not evening.is_live:
                continue
            details = await self.evenings.details(evening.id, tournament.guild_id)
            invited = held.through(tournament.stage - 1, group)
            if evening.settings.invited != (*invited,):
                await self.evenings.set_settings(details, replace(evening.settings, invited=(*invited,)))
            for one in {*details.people} - {*invited}:
                await self.evenings.leave_tonight(evening.id, one)
            missing += [(evening.id, one) for one in invited if one not in details.people or one == back]
        for evening_id, user_id in missing:
            details = await self.evenings.details(evening_id, tournament.guild_id)
            name = names.get(user_id, str(user_id))
            await self.evenings.answer(details, user_id, name, SignUpAnswer.IN)

    async def take_up(self) -> None:
        """Bring to its end what an earlier process has begun: whoever takes the place of one that has
        withdrawn is invited."""
        for one in await self.store.running():
            if one.stage > 0:
                try:
                    await self._invite(one)
                except (ClubError, NightError) as error:  # an organiser's next change does it
                    log.warning("tournament %d: who goes on is not invited: %s", one.league_id, error.code)

    # --- stages

    async def next_stage(self, tournament: TournamentFacts, organiser: int, through: str) -> TournamentFacts:
        """Have the next stage be played by those who are through to it, who were seen as ``through``
        (``Held.digest``). Raises TournamentError ``stage-played`` while it still is, ``last-stage``,
        ``nobody-through``, ``changed-meanwhile``."""
        held = await self._over(tournament)
        if tournament.is_last:
            raise TournamentError("last-stage")
        if held.digest(tournament.stage) != through:
            raise TournamentError("changed-meanwhile")
        if not held.goes_on:
            raise TournamentError("nobody-through")
        main, small = (held.through(tournament.stage, group) for group in Group)
        starts_at = await self.next_begins(tournament)
        return await self._begin(
            held.as_played, organiser, [main, *([small] if len(small) > 1 else [])], starts_at
        )

    async def next_begins(self, tournament: TournamentFacts) -> float:
        """When the next stage begins if it is played on now, in unix seconds."""
        moment = tournament.plan.stage_begins(tournament.stage + 1)
        earliest = self.time.now() + 60.0 * tournament.plan.pause
        return max(earliest, self._instant(await self.league(tournament), moment))

    async def end(self, tournament: TournamentFacts) -> TournamentFacts:
        """It is over: the last stage, or one from which nobody goes on. Raises TournamentError
        ``stage-played``, ``stages-left``, ``begun-already`` for one that is over, ``changed-meanwhile``."""
        if tournament.ended_at is not None:
            raise TournamentError("begun-already")
        held = await self._over(tournament)
        if held.goes_on:
            raise TournamentError("stages-left")
        return await self.store.change(replace(held.as_played, ended_at=self.time.now()))

    async def _over(self, tournament: TournamentFacts) -> Held:
        """What came of it, its stage being over."""
        if not tournament.groups:
            raise TournamentError("stage-played")
        evenings = await self.evenings_of(tournament.groups[-1])
        if not evenings or any(one.is_live for one in evenings):
            raise TournamentError("stage-played")
        for one in evenings:
            if any(facts.state in UNFINISHED for facts in await self.evenings.tables.of_evening(one.id)):
                raise TournamentError("stage-played")
        return await self.held(tournament)

    async def _begin(
        self,
        tournament: TournamentFacts,
        organiser: int,
        groups: Sequence[Sequence[int] | None],
        starts_at: float,
    ) -> TournamentFacts:
        """Have the next stage be played by these people, group by group, None for whoever comes."""
        league = await self.league(tournament)
        begins = local_of(starts_at, zone_or_utc(league.zone))
        if begins.second or begins.microsecond:
            begins = begins.replace(second=0, microsecond=0) + timedelta(minutes=1)
        begun = [
            self._series(tournament, organiser, begins, number, invited)
            for number, invited in enumerate(groups)
        ]
        kept = await self.store.change(tournament, begun)
        for series_id in kept.groups[-1]:
            if series_id:
                self.evenings.series_changed(series_id)
        return kept

    def _series(
        self,
        tournament: TournamentFacts,
        organiser: int,
        begins: datetime,
        group: int,
        invited: Sequence[int] | None,
    ) -> Series:
        plan, number, is_first = tournament.plan, len(tournament.groups), invited is None
        stage, is_asked = plan.stages[number], plan.stage_begins(number) is not None
        channels = plan.channels
        again = CHECK_IN_AGAIN if plan.pause >= CHECK_IN_AGAIN else 0
        settings = NightSettings(
            rounds=stage.rounds,
            games=1,
            minutes=plan.minutes,
            seats=plan.room if is_first else None,
            reminder=NightSettings().reminder if is_asked else 0,
            check_in=CHECK_IN if is_asked else again,
            robots=plan.robots,
            event=is_asked,
            enters=is_first,
            invited=None if invited is None else tuple(invited),
            channels=channels if len(channels) > 1 else (),
        )
        return Series(
            id=0,
            league_id=tournament.league_id,
            guild_id=tournament.guild_id,
            channel_id=channels[min(group, len(channels) - 1)],
            creator=organiser,
            schedule=Schedule(begins.date(), begins.time().replace(tzinfo=None)),
            settings=settings,
            created_at=self.time.now(),
            state=SeriesState.RUNNING,
        )
