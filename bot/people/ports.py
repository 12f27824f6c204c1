"""Where people and servers are kept: what is known of them, what they are told about that, and what has to be
over before all of it can be deleted. Every method raises StoreError when the database fails."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Protocol

from bot.people.settings import Player, ServerSettings


class PlayerStore(Protocol):
    """Where people and servers are kept."""

    async def player(self, user_id: int) -> Player | None:
        """What is known of a person."""
        ...

    async def change_player(
        self, user_id: int, change: Callable[[Player | None], Player | None]
    ) -> Player | None:
        """Keep what ``change`` makes of what is known of a person by then, None where nothing is; where it
        returns None nothing is changed. Returns what is kept then. Raises what ``change`` raises."""
        ...

    async def guild(self, guild_id: int) -> ServerSettings:
        """A server's settings; the defaults where it has none."""
        ...

    async def change_guild(
        self, guild_id: int, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Keep what ``change`` makes of a server's settings as they are by then, and return it. Raises what
        ``change`` raises."""
        ...


@dataclass(frozen=True, slots=True)
class PlayerCopy:
    """What one cell has of a person whom several share: what is known of them there, None where nothing is,
    and the names of the fields (``Player``'s and ``Preferences``') that were changed there alone."""

    player: Player | None = None
    unshared: frozenset[str] = frozenset()


class CopiedPlayerStore(PlayerStore, Protocol):
    """Where a cell keeps its copies of people."""

    async def copy(self, user_id: int) -> PlayerCopy:
        """The copy of a person that is kept here."""
        ...

    async def change_copy(self, user_id: int, change: Callable[[PlayerCopy], PlayerCopy]) -> PlayerCopy:
        """Keep what ``change`` makes of the copy of a person as it is by then; where that is of nobody,
        nothing is changed. Returns what it made. Raises what ``change`` raises."""
        ...

    async def people(self) -> Sequence[int]:
        """Everybody of whom there is a copy here."""
        ...

    async def unshared(self) -> Sequence[int]:
        """Those of them of whom something has been changed here alone."""
        ...


class DataKind(StrEnum):
    """The sorts of things that are kept of a person, as they are told about them."""

    SELF = "self"  # name, language, settings, direct messages
    GAMES = "games"  # tables they have had a seat at
    MOVES = "moves"
    WISHES = "wishes"  # cards queued
    MESSAGES = "messages"  # where messages for them are
    STATISTICS = "statistics"
    LEAGUES = "leagues"  # memberships, requests, invitations
    RESULTS = "results"  # games that count in leagues
    CORRECTIONS = "corrections"  # made by them, reported by them
    NIGHTS = "nights"
    DAILIES = "dailies"  # deals of the day


@dataclass(frozen=True, slots=True)
class DataCounts:
    """How much is kept of a person, by sort; 0 of what there is nothing. ``absent`` are the numbers of the
    cells that could not be asked."""

    by_kind: Mapping[DataKind, int]
    absent: tuple[int, ...] = ()


class Waits(StrEnum):
    """What has to be over before somebody's data can be deleted."""

    TABLE = "table"  # they sit there, and it is not over
    LEFT = "left"  # they had a seat there, and can do nothing but wait for its end
    NIGHT = "night"  # they have signed up
    REPORT = "report"  # a result on paper that somebody's word is awaited for


@dataclass(frozen=True, slots=True)
class DeletionObstacle:
    """One thing that has to be over first: a table, an evening or a report of that number. ``channel_id`` is
    where it is, None for a private table and a report; ``name`` is what the table is called
    (``TableFacts.number``), or the league."""

    what: Waits
    id: int
    channel_id: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class DeletionNotice:
    """What a person is told before they have everything deleted: whether anything is kept of them, what has
    to be over first, the names of the leagues that they have founded, and the servers that their name would
    be written on otherwise. ``absent`` are the numbers of the cells that could not be asked."""

    is_known: bool
    waiting: tuple[DeletionObstacle, ...]
    founded: tuple[str, ...]
    guilds: tuple[int | None, ...]
    absent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class UnfinishedDeletion:
    """Cells are still to delete what they have, those of the numbers in ``absent`` later than now. By this
    number of the person's it is to be gone on with; 0: nothing was begun."""

    pseudonym: int
    absent: tuple[int, ...]


MISSING: Final = "missing_cells"
"""Under this the numbers of the cells stand that could not be asked, beside all that is kept of a person."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was done: by which number the person's results are kept now, and at which tables."""

    pseudonym: int
    tables: frozenset[int]


class PrivacyStore(Protocol):
    """Where people ask what is kept of them, and have it deleted."""

    async def counts(self, user_id: int) -> DataCounts:
        """How much is kept of a person, by sort."""
        ...

    async def export(self, user_id: int) -> Mapping[str, Any]:
        """All that is kept of a person, fit for JSON, and nothing that is another's or secret; with
        ``MISSING`` where that is not all."""
        ...

    async def asked(self, user_id: int) -> DeletionNotice:
        """What a person is to be told before."""
        ...

    async def pseudonym(self) -> int:
        """A number by which nobody's results are kept."""
        ...

    async def forget(
        self, user_id: int, called: Mapping[int | None, str], now: float, pseudonym: int = 0
    ) -> Forgotten | UnfinishedDeletion | tuple[DeletionObstacle, ...] | None:
        """Delete everything about a person and call them otherwise where others' results are: by server what
        they are ``called`` there, under None elsewhere. All or nothing; where something has to be over first
        nothing is changed, and it is returned. None where nothing was kept, or all was deleted under this
        ``pseudonym`` before; 0 is for a new one.

        Where there are several cells nothing is changed before all of them can do it: an
        ``UnfinishedDeletion`` is to be kept by its number, and gone on with, at once or later."""
        ...

    async def guilds(self) -> frozenset[int]:
        """All servers that something is kept of."""
        ...

    async def forget_guild(self, guild_id: int) -> frozenset[int]:
        """Delete everything of a server, all or nothing; returns the people who are known no longer."""
        ...
