"""What every cell answers of what it has, put together: tables, statistics, and what is kept of people.
Whoever does not answer is named in what is made of the answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import chain, zip_longest
from typing import Any, Final

from bot.cells.link import WITHIN, Link, Question
from bot.cells.model import Everywhere
from bot.people.ports import (
    MISSING,
    DataCounts,
    DataKind,
    DeletionNotice,
    DeletionObstacle,
    Forgotten,
    PrivacyStore,
    UnfinishedDeletion,
)
from bot.ports import Time
from bot.stats.counting import NONE, PersonTallies, Tally, Thing
from bot.stats.ports import PlayedGame, Scope, StatisticsStore
from bot.tables.model import TableFacts
from bot.tables.tables import Tables

PRIVACY_WITHIN: Final = 20.0
"""Seconds for all that somebody has played to be looked through."""


class TablesOfCells:
    """Which tables a person has, and has had, anywhere."""

    def __init__(self, tables: Tables, link: Link) -> None:
        self._tables = tables
        self._running = Question(link, self._own, WITHIN)
        self._played = Question(link, tables.played_by, WITHIN)
        self.running, self.others = self._running.everywhere, self._running.others
        """Those that are unfinished, of all cells and of the others."""

    async def played(self, user_id: int) -> Everywhere[Sequence[TableFacts]]:
        """The last game that somebody has played in each cell. Raises StoreError."""
        return await self._played.everywhere(user_id, None, 1)

    async def played_by(self, user_id: int, guild_id: int | None, limit: int) -> Sequence[TableFacts]:
        """Their last games, as ``Tables.played_by``. Raises StoreError."""
        found = await self._played.about(guild_id, user_id, guild_id, limit)
        games = chain.from_iterable(found.answers.values())
        return sorted(games, key=lambda facts: facts.ended_at or 0.0, reverse=True)[:limit]

    async def _own(self, user_id: int) -> list[TableFacts]:
        return [table.facts for table in self._tables.running(user_id=user_id)]


class StatisticsOfCells:
    """A StatisticsStore: of what somebody has played anywhere all cells are asked, of all else this one."""

    def __init__(self, here: StatisticsStore, link: Link) -> None:
        self._person, self._course = Question(link, here.person), Question(link, here.course)
        self._months, self._presets = Question(link, here.months), Question(link, here.presets)
        self.streaks, self.leaderboard, self.extremes = here.streaks, here.leaderboard, here.extremes
        self.activity, self.hidden, self.cards = here.activity, here.hidden, here.cards

    async def person(self, scope: Scope, user_id: int) -> PersonTallies:
        """All that was counted of somebody."""
        found = await self._person.about(scope.guild_id, scope, user_id)
        sums: dict[Thing, Tally] = {}
        for thing, tally in chain.from_iterable(one.tallies.items() for one in found.answers.values()):
            sums[thing] = sums.get(thing, NONE) + tally
        return PersonTallies(sums, found.absent)

    async def course(self, scope: Scope, user_id: int, limit: int) -> Sequence[PlayedGame]:
        """Their last games, the latest first."""
        found = await self._course.about(scope.guild_id, scope, user_id, limit)
        games = chain.from_iterable(found.answers.values())
        return sorted(games, key=lambda game: (game.ended_at, game.table), reverse=True)[:limit]

    async def months(self, guild_id: int | None, user_id: int) -> Sequence[str]:
        """The months in which they have played there, the latest first."""
        found = await self._months.about(guild_id, guild_id, user_id)
        return sorted({*chain.from_iterable(found.answers.values())}, reverse=True)

    async def presets(self, guild_id: int | None, user_id: int | None = None) -> Sequence[str]:
        """The presets of which games ended there (of somebody), the most played first: of several cells those
        that come first in any."""
        found = await self._presets.about(guild_id, guild_id, user_id)
        every = chain.from_iterable(zip_longest(*found.answers.values()))
        return [*dict.fromkeys(name for name in every if name is not None)]


FormerNames = Callable[[int, DeletionNotice], Awaitable[Mapping[int | None, str]]]
"""What a person is called on each server of this cell once their data are deleted."""
Drop = Callable[[int, Forgotten], None]
"""Drops what is in memory of a person here."""
Purge = Callable[[int], Awaitable[bool]]
"""Takes away what is kept of a person for all cells together; False where that cannot be done now."""


class PrivacyOfCells:
    """A PrivacyStore: of all cells. Of servers those of this one."""

    def __init__(
        self,
        here: PrivacyStore,
        link: Link,
        called: FormerNames,
        drop: Drop,
        time: Time,
        purge: Purge,
    ) -> None:
        self._here = here
        self._number = link.cell.number
        self._called = called
        self._drop = drop
        self._time = time
        self._purge = purge
        self._counts = Question(link, here.counts, PRIVACY_WITHIN)
        self._export = Question(link, self._exported, PRIVACY_WITHIN)
        self._asked = Question(link, here.asked, PRIVACY_WITHIN)
        self._forget = Question(link, self._forgotten, PRIVACY_WITHIN)
        self.pseudonym, self.guilds, self.forget_guild = here.pseudonym, here.guilds, here.forget_guild

    async def counts(self, user_id: int) -> DataCounts:
        """How much is kept of a person, who is one in however many cells they are known."""
        found = await self._counts.everywhere(user_id)
        each = [one.by_kind for one in found.answers.values()]
        sums = {kind: sum(one.get(kind, 0) for one in each) for kind in DataKind}
        return DataCounts({**sums, DataKind.SELF: min(1, sums[DataKind.SELF])}, found.absent)

    async def export(self, user_id: int) -> Mapping[str, Any]:
        """All that is kept of a person: the rows of all cells."""
        found = await self._export.everywhere(user_id)
        rows: dict[str, list[Any]] = {MISSING: [*found.absent]} if found.absent else {}
        for answer in found.answers.values():
            for table, more in json.loads(answer).items():
                rows.setdefault(table, []).extend(more)
        return rows

    async def _exported(self, user_id: int) -> bytes:
        """As ASCII: what people have written need not be such as goes in UTF-8."""
        return (await asyncio.to_thread(json.dumps, await self._here.export(user_id))).encode()

    async def asked(self, user_id: int) -> DeletionNotice:
        """What a person is to be told before. Their names are changed by each cell on its own servers."""
        found = await self._asked.everywhere(user_id)
        each = found.answers.values()
        return DeletionNotice(
            any(one.is_known for one in each),
            tuple(chain.from_iterable(one.waiting for one in each)),
            tuple(chain.from_iterable(one.founded for one in each)),
            found.answers[self._number].guilds,
            found.absent,
        )

    async def forget(
        self, user_id: int, called: Mapping[int | None, str], now: float, pseudonym: int = 0
    ) -> Forgotten | UnfinishedDeletion | tuple[DeletionObstacle, ...] | None:
        """Delete everything about a person, in this cell last: what was begun is kept here until then."""
        if not pseudonym:
            asked = await self.asked(user_id)
            if asked.waiting or not (asked.is_known or asked.absent):
                return asked.waiting or None
            return UnfinishedDeletion(0 if asked.absent else await self.pseudonym(), asked.absent)
        found = await self._forget.others(user_id, pseudonym)
        left = [*found.absent, *(number for number, done in found.answers.items() if isinstance(done, tuple))]
        if not left and await self._purge(user_id):
            done = await self._here.forget(user_id, called, now, pseudonym)
            if not isinstance(done, tuple):
                return done
        return UnfinishedDeletion(pseudonym, tuple(left) or (self._number,))

    async def _forgotten(
        self, user_id: int, pseudonym: int
    ) -> Forgotten | tuple[DeletionObstacle, ...] | None:
        """Delete what is here, for the cell that asks for it."""
        called = await self._called(user_id, await self._here.asked(user_id))
        done = await self._here.forget(user_id, called, self._time.now(), pseudonym)
        assert not isinstance(done, UnfinishedDeletion)
        if isinstance(done, Forgotten):
            self._drop(user_id, done)
        return done
