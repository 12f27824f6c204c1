"""What the interface needs stored: which messages show what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol, Self


class MessageKind(StrEnum):
    """What a message is for."""

    LOBBY = "lobby"
    """A table's first message, as an earlier version stored it."""
    TABLE = "table"
    HAND = "hand"
    CALL = "call"
    RESULT = "result"
    NIGHT = "night"
    GONE = "gone"
    """That who is waited for has left the server."""


class SubjectKind(StrEnum):
    """What messages and presses can be about."""

    TABLE = "table"
    SERVER = "server"
    LEAGUE = "league"
    NIGHT = "night"


@dataclass(frozen=True, slots=True)
class Subject:
    """What a message or a press is about: the table of this number, the league …"""

    kind: SubjectKind
    id: int

    def __str__(self) -> str:
        return f"{self.kind.value} {self.id}"

    @classmethod
    def read(cls, text: str) -> Self:
        """The subject that is written so. Raises ValueError."""
        kind, _, number = text.partition(" ")
        return cls(SubjectKind(kind), int(number))


def on_table(table_id: int) -> Subject:
    """A table."""
    return Subject(SubjectKind.TABLE, table_id)


def on_league(league_id: int) -> Subject:
    """A league."""
    return Subject(SubjectKind.LEAGUE, league_id)


def on_night(evening_id: int) -> Subject:
    """An evening."""
    return Subject(SubjectKind.NIGHT, evening_id)


NOTHING: Final = on_table(0)
"""No table has this number: what is about nothing that is stored."""


@dataclass(frozen=True, slots=True)
class Posting:
    """A message that shows its ``subject``, known from before it is sent. ``nonce`` names it, to Discord too,
    which makes no second message of the same nonce. ``about`` is the person whose hand or call it is, of a
    table's message how often it was posted anew (an earlier version: the deal that it shows), else 0: a
    message belongs to a person, never to a seat. ``message_id`` is None until it is known to have arrived;
    ``begun_at`` is in unix seconds."""

    nonce: int
    subject: Subject
    kind: MessageKind
    about: int
    channel_id: int
    begun_at: float
    message_id: int | None = None


class PostingStore(Protocol):
    """Where the interface remembers its messages. Every method raises StoreError when the database fails."""

    async def keep(self, posting: Posting) -> None:
        """Keep it, or what is known of it since."""
        ...

    async def forget(self, nonce: int) -> None:
        """The message is gone, or will not be changed again."""
        ...

    async def postings(self) -> Sequence[Posting]:
        """All that are kept, the oldest first, but results that have arrived of what has no other message."""
        ...

    async def without_result(self, since: float) -> Sequence[int]:
        """The tables whose game ended after ``since`` (unix seconds) and of whose end no message tells."""
        ...

    async def deals_over(self) -> Mapping[int, int]:
        """How many deals are over at each unfinished table, those thrown in too; tables without any are left
        out."""
        ...
