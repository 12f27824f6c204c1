"""What servers keep of their leagues: which is meant, who is in it, comes and goes, and may sit where."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from hashlib import sha256
from itertools import chain, count
from typing import Final

from bot.leagues.model import (
    Candidate,
    ClubError,
    ClubMember,
    Entry,
    League,
    MembershipWait,
    SeasonFacts,
    TableOfLeague,
)
from bot.leagues.ports import Entering, LeagueStore, SeasonStore
from bot.leagues.season.model import Night
from bot.leagues.season.settings import SeasonSettings
from bot.ports import Time
from bot.tables.model import Counting, TableFacts, name_key
from bot.timers import zone_or_utc


class Clubs:
    """Finds them. Everything raises StoreError when the database fails."""

    def __init__(self, leagues: LeagueStore, seasons: SeasonStore, time: Time) -> None:
        self.leagues = leagues
        self.seasons = seasons
        self.time = time

    def today(self, league: League) -> date:
        """The local date of a league."""
        return datetime.fromtimestamp(self.time.now(), UTC).astimezone(zone_or_utc(league.zone)).date()

    def first_season(self, league: League, creator: str) -> tuple[SeasonFacts, ClubMember]:
        """What a new league begins with: a season, and whoever makes it, who is called so."""
        today = self.today(league)
        season = SeasonFacts(0, 0, 1, "", SeasonSettings(), today, levels=league.levels)
        return season, ClubMember(0, str(league.creator), creator, league.creator, league.created_at, today)

    async def meant(self, guild_id: int | None, user_id: int, name: str | None = None) -> League:
        """The league of that name in a server; without one the only one there is, or the only one that this
        person is a member of. Raises ClubError ``no-such-league``, ``no-league-here``, ``which-league``."""
        there = await self.leagues.leagues(guild_id) if guild_id is not None else ()
        if name is not None:
            for league in there:
                if league.key == name_key(name):
                    return league
            raise ClubError("no-such-league", name=name)
        if not there:
            raise ClubError("no-league-here")
        mine = [one for one in there if await self.member(one.id, user_id) is not None]
        for found in (there, mine):
            if len(found) == 1:
                return found[0]
        raise ClubError("which-league")

    async def get(self, league_id: int, guild_id: int | None) -> League:
        """A league of this server. Raises ClubError ``no-such-league``."""
        found = await self.leagues.league(league_id)
        if found is None or found.guild_id != guild_id:
            raise ClubError("no-such-league", name="?")
        return found

    async def of_table(self, facts: TableFacts) -> TableOfLeague | None:
        """What the game at a table is for; None where it is of no league."""
        season = None if facts.season_id is None else await self.seasons.facts(facts.season_id)
        league = None if season is None else await self.leagues.league(season.league_id)
        if season is None or league is None:
            return None
        planned = () if facts.night is None else await self.seasons.planned_nights(season.id)
        return TableOfLeague(league, season, next((one for one in planned if one.id == facts.night), None))

    async def member(self, league_id: int, user_id: int) -> ClubMember | None:
        """The member who has that account, if they are one now."""
        members = await self.leagues.members(league_id)
        return next((one for one in members if one.user_id == user_id and one.is_in), None)

    async def known_as(self, league_id: int, user_id: int) -> str | None:
        """What seasons know somebody by who is or was a member."""
        members = await self.leagues.members(league_id)
        return next((one.id for one in members if one.user_id == user_id), None)

    async def members(self, league_id: int) -> Sequence[ClubMember]:
        """Those who are members now, by name."""
        return [one for one in await self.leagues.members(league_id) if one.is_in]

    async def season(self, league: League, season_id: int | None = None) -> SeasonFacts:
        """That season of a league, or else the one that is played, or else the last. Raises ClubError
        ``no-season``."""
        every = await self.seasons.seasons(league.id)
        if season_id is not None:
            every = [one for one in every if one.id == season_id]
        if not every:
            raise ClubError("no-season")
        return every[-1]

    async def open_season(self, league: League) -> SeasonFacts:
        """The season that is played. Raises ClubError ``no-open-season``."""
        for one in await self.seasons.seasons(league.id):
            if one.is_open:
                return one
        raise ClubError("no-open-season")


LONGEST: Final = 32
"""Of a name, in characters."""


@dataclass(frozen=True, slots=True)
class Entered:
    """What became of somebody who wished to come in: the ``member`` they are, or None where they wait to be
    let in; ``asked_before`` tells that they waited already."""

    member: ClubMember | None
    asked_before: bool = False


class Roll:
    """Changes it, one change at a time, so that no name is given twice. Names are handed in tidy
    (``bot.words.catalogue``). Everything raises StoreError when the database fails."""

    def __init__(self, clubs: Clubs) -> None:
        self._clubs = clubs
        self._leagues = clubs.leagues
        self._changing = asyncio.Lock()

    async def join(self, league: League, user_id: int, name: str) -> Entered:
        """Somebody wishes to come in: they are a member, or wait for an organiser, as the league has it. Who
        is called what a member is called gets a number. Raises ClubError ``already-member``,
        ``invitation-needed``."""
        async with self._changing:
            if await self._clubs.member(league.id, user_id) is not None:
                raise ClubError("already-member", league=league.name)
            waiting = await self._candidate(league, user_id)
            invited = waiting is not None and waiting.waiting is MembershipWait.INVITED
            if league.entry is Entry.OPEN or invited:
                return Entered(await self._leagues.enter(league.id, self._entering(league, user_id, name)))
            if league.entry is Entry.INVITED:
                raise ClubError("invitation-needed", league=league.name)
            if waiting is None:
                await self._wait(league, user_id, name, MembershipWait.ASKED)
            return Entered(None, asked_before=waiting is not None)

    async def invite(self, league: League, user_id: int, name: str) -> ClubMember | None:
        """Somebody may come in; who has asked to is a member at once, and returned. Raises ClubError
        ``is-member``."""
        async with self._changing:
            if await self._clubs.member(league.id, user_id) is not None:
                raise ClubError("is-member", name=name)
            waiting = await self._candidate(league, user_id)
            if waiting is not None and waiting.waiting is MembershipWait.ASKED:
                return await self._leagues.enter(league.id, self._entering(league, user_id))
            await self._wait(league, user_id, name, MembershipWait.INVITED)
            return None

    async def let_in(self, league: League, user_id: int) -> ClubMember:
        """Who has asked to come in is a member. Raises ClubError ``waits-no-more``."""
        async with self._changing:
            return await self._leagues.enter(league.id, self._entering(league, user_id))

    async def refuse(self, league: League, user_id: int) -> Candidate:
        """Who has asked to come in, or was invited, does not wait any longer. Raises ClubError
        ``waits-no-more``."""
        async with self._changing:
            waiting = await self._candidate(league, user_id)
            if waiting is None:
                raise ClubError("waits-no-more")
            await self._leagues.drop_candidate(league.id, user_id)
            return waiting

    async def leave(self, league: League, member_id: str) -> ClubMember:
        """Somebody is a member no longer; their results stay. Returns who they were. Raises ClubError
        ``no-member``."""
        async with self._changing:
            member = _member(await self._leagues.members(league.id), member_id)
            await self._leagues.leave(league.id, member.id, self._clubs.today(league))
            return member

    async def rename(self, league: League, member_id: str, name: str) -> ClubMember:
        """A member is called something else. Raises ClubError ``no-member``, and what ``checked`` raises,
        ``name-in-use`` for what another is called."""
        checked(name)

        def renamed(everybody: Sequence[ClubMember], _: Sequence[Candidate]) -> ClubMember:
            member = _member(everybody, member_id)
            if name_key(name) in _keys(one for one in everybody if one is not member):
                raise ClubError("name-in-use", name=name, league=league.name)
            return replace(member, name=name)

        async with self._changing:
            return await self._leagues.enter(league.id, renamed)

    async def change(
        self, league_id: int, guild_id: int | None, change: Callable[[League], League]
    ) -> League:
        """Change a league as it is then; returns it as it is now. Raises ClubError ``no-such-league``,
        ``name-taken``, and what ``change`` raises."""
        async with self._changing:
            await self._clubs.get(league_id, guild_id)
            return await self._leagues.change(league_id, change)

    def _entering(self, league: League, user_id: int, name: str | None = None) -> Entering:
        """Somebody is a member from today on: the one they were before, if they were one. Without a ``name``
        it is the one that they have asked to come in by."""
        today, now = self._clubs.today(league), self._clubs.time.now()

        def enter(everybody: Sequence[ClubMember], candidates: Sequence[Candidate]) -> ClubMember:
            called = _asked(candidates, user_id).name if name is None else name
            known = next((one for one in everybody if one.user_id == user_id), None)
            others = _keys(one for one in everybody if one is not known)
            if known is not None:
                return replace(known, name=free_name(known.name, others), joined=today, left=None)
            return ClubMember(league.id, str(user_id), free_name(called, others), user_id, now, today)

        return enter

    async def _candidate(self, league: League, user_id: int) -> Candidate | None:
        waiting = await self._leagues.candidates(league.id)
        return next((one for one in waiting if one.user_id == user_id), None)

    async def _wait(self, league: League, user_id: int, name: str, why: MembershipWait) -> None:
        now = self._clubs.time.now()
        await self._leagues.keep_candidate(Candidate(league.id, user_id, name, why, now))


def checked(name: str) -> str:
    """A name that is neither empty nor too long. Raises ClubError ``name-empty``, ``name-long``."""
    if not name:
        raise ClubError("name-empty")
    if len(name) > LONGEST:
        raise ClubError("name-long", limit=str(LONGEST))
    return name


def free_name(name: str, taken: frozenset[str]) -> str:
    """The name, with a number where somebody has it already; ``taken`` are keys (``name_key``)."""
    numbered = (f"{name[: LONGEST - 1 - len(str(number))]} {number}" for number in count(2))
    return next(one for one in chain((name,), numbered) if name_key(one) not in taken)


def token(member: ClubMember) -> str:
    """What stands for a member in the id of a button: ids of people who were brought along can be long."""
    return sha256(member.id.encode()).hexdigest()[:12]


def member_of(token_: str, members: Sequence[ClubMember]) -> ClubMember:
    """The member a token stands for. Raises ClubError ``no-member``."""
    for member in members:
        if token(member) == token_:
            return member
    raise ClubError("no-member")


def _member(members: Sequence[ClubMember], member_id: str) -> ClubMember:
    for member in members:
        if member.id == member_id and member.is_in:
            return member
    raise ClubError("no-member")


def _asked(candidates: Sequence[Candidate], user_id: int) -> Candidate:
    for one in candidates:
        if one.user_id == user_id and one.waiting is MembershipWait.ASKED:
            return one
    raise ClubError("waits-no-more")


def _keys(members: Iterable[ClubMember]) -> frozenset[str]:
    return frozenset(name_key(one.name) for one in members)


class LeagueDoor:
    """A Doorkeeper. Everything raises StoreError when the database fails."""

    def __init__(self, clubs: Clubs) -> None:
        self._clubs = clubs

    async def may_sit(self, season_id: int, user_id: int) -> bool:
        """Whether a person is a member now."""
        season = await self._clubs.seasons.facts(season_id)
        return season is not None and await self._clubs.member(season.league_id, user_id) is not None

    async def goes_on(self, facts: TableFacts) -> Counting | None:
        """How another game like that of a table would count now, if it would."""
        found = await self._clubs.of_table(facts)
        if found is None or not found.season.is_open:
            return None
        league = found.league
        if (facts.preset, dict(facts.options)) != (league.preset, dict(league.options)):
            return None
        return await self.counting(league, found.season)

    async def counting(self, league: League, season: SeasonFacts) -> Counting:
        """How a game that is begun now counts in a season: for the latest night that is planned for today in
        the league's zone, else as a free game (L3)."""
        night = await self._tonight(league, season)
        return Counting(season.id, league.name, None if night is None else night.id, not league.guests)

    async def _tonight(self, league: League, season: SeasonFacts) -> Night | None:
        today = self._clubs.today(league)
        planned = [one for one in await self._clubs.seasons.planned_nights(season.id) if one.date == today]
        return planned[-1] if planned else None
