"""All that is known of a person, read and put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.stats.model import PersonTallies, TallyKind
from bot.stats.ports import PlayedGame, Scope
from bot.stats.rating_ports import ServerPool
from bot.stats.streaks import Streak, StreakKind, goes_on, streak
from bot.stats.ui.asked import Conditions
from bot.stats.ui.desk import Desk, SelectedGames, StatsVisit
from bot.stats.words import COURSE, LadderStanding, PersonStats, family_of

ONE: Final = 1
"""Rated games that are enough to be on a ladder."""


class Portraits:
    """Makes them. Everything raises ClubError, StoreError."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def has_played(self, visit: StatsVisit, user_id: int) -> bool:
        """Whether anything was counted of somebody here."""
        return bool((await self._desk.statistics.person(Scope(visit.guild_id), user_id)).tallies)

    async def of(self, visit: StatsVisit, user_id: int, conditions: Conditions) -> PersonStats:
        """A person under conditions, as the reader may know them."""
        desk, meant = self._desk, await self._desk.meant(visit, conditions)
        person = await desk.statistics.person(meant.scope, user_id)
        games = await desk.statistics.course(meant.scope, user_id, COURSE)
        names = await self._names(visit, user_id, person)
        return PersonStats(
            user_id=user_id,
            name=await desk.name(visit.words, user_id),
            about=meant.about or _everything(visit),
            person=person,
            games=games,
            streaks=await self._streaks(meant, user_id, games),
            names=names,
            unnamed=len(person.each(TallyKind.AGAINST)) - len(names),
            avatar=desk.avatars.of(user_id),
            standing=await self._standing(visit, user_id, conditions.preset),
            is_hidden=await desk.is_hidden(user_id),
            looks_back=not _is_kept(meant.scope),
        )

    async def _names(self, visit: StatsVisit, user_id: int, person: PersonTallies) -> Mapping[str, str]:
        """What those are called whom they met, but for whoever hides their statistics: those are told of to
        nobody but their partners themselves."""
        others = [int(other) for other in person.each(TallyKind.AGAINST)]
        is_own = user_id == visit.by and not visit.is_public
        left_out = set[int]() if is_own else {*await self._desk.hidden(visit)}
        return {
            str(other): await self._desk.name(visit.words, other) for other in others if other not in left_out
        }

    async def _streaks(
        self, meant: SelectedGames, user_id: int, games: Sequence[PlayedGame]
    ) -> Mapping[StreakKind, Streak]:
        """Kept for a server and each preset; under other conditions those of the games looked back on."""
        scope = meant.scope
        if scope.guild_id is not None and _is_kept(scope):
            return await self._desk.statistics.streaks(scope.guild_id, user_id, scope.preset)
        return {
            row: streak(goes_on(row, game.place, is_last=game.is_last) for game in reversed(games))
            for row in StreakKind
        }

    async def _standing(self, visit: StatsVisit, user_id: int, preset: str) -> LadderStanding | None:
        """Where they are on the ladder of the family that the conditions mean, else that they play most."""
        if visit.guild_id is None:
            return None
        played = preset or next(iter(await self._desk.statistics.presets(visit.guild_id, user_id)), "")
        family = family_of(played)
        if family is None:
            return None
        pool, hidden = ServerPool(visit.guild_id, family), await self._desk.hidden(visit)
        progress = await self._desk.ratings.progress(pool)
        return LadderStanding(
            await self._desk.ratings.rung(pool, user_id, ONE, hidden),
            (await self._desk.ratings.ladder(pool, 0, 1, ONE, hidden)).total,
            await self._desk.ratings.course(pool, user_id, COURSE),
            progress.total - progress.done,
        )


def _everything(visit: StatsVisit) -> str:
    """That nothing is left out."""
    return visit.words("stats.everything" if visit.guild_id is not None else "stats.everywhere")


def _is_kept(scope: Scope) -> bool:
    """Whether rows of games are kept for what is asked."""
    return scope.guild_id is not None and scope.seasons is None and scope.months is None
