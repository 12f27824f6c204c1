"""What is kept where: each SQL table and the dataclass whose values are its rows, declared once; those that
follow from others in ``data.consequences``.

The SQL tables themselves are made by the migrations; a test compares both. To store another field, add it to
its dataclass and to a migration, and say here how it is kept where its type alone does not tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.engine.cards import CARD_NAMES
from bot.people.player import Player
from bot.people.preferences import Preferences
from bot.people.server_settings import ServerSettings
from bot.ports import KeptTimer
from bot.tables.model import NamedPreset, Seat, TableFacts, Wishes
from bot.tables.ports import LogEntry
from bot.tables.sittings import Sitting
from bot.ui.ports import Posting, Subject
from data.relation import Kind, Relation, many_of, settings


@dataclass(frozen=True, slots=True)
class Guild:
    """A server and what was chosen for it."""

    guild_id: int
    settings: ServerSettings


@dataclass(frozen=True, slots=True)
class Text:
    """A text that the bot keeps about itself."""

    key: str
    text: str


TABLES: Final = Relation(
    "tables", TableFacts, key=("id",), beside={"secret": bytes}, elsewhere=("commitment", "seats")
)
SEATS: Final = Relation("seats", Seat, key=("table_id", "seat"), beside={"table_id": int, "seat": int})
WISHES: Final = Relation(
    "wishes",
    Wishes,
    key=("table_id", "user_id"),
    beside={"table_id": int, "user_id": int},
    kinds={"queued": many_of(CARD_NAMES)},
)
LOG: Final = Relation("log", LogEntry, key=("table_id", "seq"), beside={"table_id": int})
POSTINGS: Final = Relation(
    "postings",
    Posting,
    key=("nonce",),
    kinds={"subject": Kind("TEXT", str, Subject.read)},
    changing=("message_id",),
)
SITTINGS: Final = Relation(
    "sittings", Sitting, key=("table_id", "seat", "number"), beside={"table_id": int, "number": int}
)
PLAYERS: Final = Relation("players", Player, key=("user_id",), kinds={"preferences": settings(Preferences)})
GUILDS: Final = Relation("guilds", Guild, key=("guild_id",), kinds={"settings": settings(ServerSettings)})
PRESETS: Final = Relation("presets", NamedPreset, key=("guild_id", "key"), beside={"key": str})
TIMERS: Final = Relation("timers", KeptTimer, key=("kind", "subject", "about"))
TEXTS: Final = Relation("texts", Text, key=("key",))
