"""Every interaction from its coming to its end, once, however often it is delivered: what it is about, what
log lines say of it, what became of it, and which are at work.

The custom ids of our buttons, selects and modals are ``hh:verb:subject:seq:value:value…``. An id carries
all a press means, so that a button works after a restart, and nothing that would not be checked again when
it comes back: anybody can send any id. A table is written as its number alone, as ids always did; other
subjects have a letter before it. Where the bot runs in several cells, ``hh`` is followed by the cell that has
drawn it, ``hh2.4`` for the second of four: that one is to carry it out.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self
from urllib.parse import unquote

import discord

from bot.discordkit.ports import NOTHING, Subject, SubjectKind
from bot.errors import tell
from bot.ports import Time
from bot.watch.declared import OTHER
from bot.watch.log import Here, begin
from bot.watch.watch import PressTimes
from bot.words.catalogue import tidy

PREFIX: Final = "hh"
_ORIGIN: Final = re.compile(rf"{PREFIX}(?:(\d{{1,2}})\.(\d{{1,2}}))?", re.ASCII)
LONGEST: Final = 100  # https://discord.com/developers/docs/components/reference


_LETTERS: Final = MappingProxyType(
    {SubjectKind.TABLE: "", SubjectKind.SERVER: "s", SubjectKind.LEAGUE: "l", SubjectKind.NIGHT: "n"}
)
_KINDS: Final = MappingProxyType({letter: kind for kind, letter in _LETTERS.items()})


class AboutSomethingElse(Exception):
    """A press is not about what its verb is for: nobody was shown such a button."""


@dataclass(frozen=True, slots=True)
class PressId:
    """What a button, select or modal stands for. ``seq`` is the table's number of log entries it was made
    at; ``values`` are what its verb takes besides. ``origin`` is the cell of this process, such as ``2.4``;
    empty in a bot of one process."""

    origin: ClassVar[str] = ""

    verb: str
    subject: Subject = NOTHING
    seq: int = 0
    values: tuple[str, ...] = ()

    def __str__(self) -> str:
        values = ":".join(map(_quoted, self.values))
        subject = f"{_LETTERS[self.subject.kind]}{self.subject.id}"
        text = f"{PREFIX}{PressId.origin}:{self.verb}:{subject}:{self.seq}:{values}"
        assert len(text) <= LONGEST, self.verb
        return text

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The meaning of an id, or None when it is not one of ours."""
        parts = text.split(":", 4)
        if len(parts) != 5 or not _ORIGIN.fullmatch(parts[0]) or not _is_number(parts[3]):
            return None
        subject = _subject(parts[2])
        if subject is None:
            return None
        values = tuple(unquote(value) for value in parts[4].split(":")) if parts[4] else ()
        return cls(parts[1], subject, int(parts[3]), values)

    @property
    def value(self) -> str:
        """The first value, of a verb that takes one: its route has seen to that."""
        return self.values[0]


def origin_of(custom_id: str) -> tuple[int, int] | None:
    """The cell that has drawn a button, and of how many it was one; None where that was a bot in one process,
    or nobody."""
    found = _ORIGIN.fullmatch(custom_id.partition(":")[0])
    return None if found is None or found[1] is None else (int(found[1]), int(found[2]))


def fit_for_id(typed: str, room: int) -> str:
    """What was typed, as a value that takes so many characters of an id at most."""
    text = tidy(typed)
    while len(_quoted(text)) > room:
        text = text[:-1].rstrip()
    return text


def _quoted(value: str) -> str:
    return value.replace("%", "%25").replace(":", "%3A")


def _subject(text: str) -> Subject | None:
    kind = _KINDS.get(text[:1], SubjectKind.TABLE)
    number = text.removeprefix(_LETTERS[kind])
    return Subject(kind, int(number)) if _is_number(number) else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 18


log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
"""A press, a form or a command, of whichever client."""

TOKENS_LIVE: Final = 15 * 60.0
"""Seconds. https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages"""

LEDGER_MOST: Final = 100_000
"""Interactions known at a time: some 110 a second."""

_FIRST: Final = "first"  # in what the library lets us keep with an interaction
_OUTCOME: Final = "outcome"


def in_direct_messages(interaction: Interaction) -> bool:
    """Whether it happens in the direct messages of whoever acts and the bot, where nobody else reads. Groups
    and the direct messages of two people are in no server either, and seen by others.
    https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-interaction-context-types"""
    return interaction.context.dm_channel is True


def is_own(interaction: Interaction) -> bool:
    """Whether whoever acts is alone in seeing the message that was pressed, or where a command was typed."""
    message = interaction.message
    return in_direct_messages(interaction) or (message is not None and message.flags.ephemeral)


class InteractionOutcome(StrEnum):
    """What became of what was asked for."""

    DONE = "done"
    REFUSED = "refused"
    """It cannot be done, and its person was told why."""
    FAILED = "failed"
    TOO_FAST = "too-fast"
    STOPPING = "stopping"
    """The bot takes no more."""


def note(interaction: Interaction, outcome: InteractionOutcome) -> None:
    """What became of it; what nothing is noted of was done."""
    interaction.extras[_OUTCOME] = outcome


class InteractionLedger:
    """The ids of the interactions that have come, for as long as their tokens live: Discord may deliver one
    again."""

    def __init__(self, time: Time, most: int = LEDGER_MOST) -> None:
        self._time = time
        self._most = most
        self._came: OrderedDict[int, float] = OrderedDict()  # oldest first

    def __len__(self) -> int:
        return len(self._came)

    def enter(self, interaction_id: int) -> bool:
        """One has come; False where it had come before."""
        now = self._time.monotonic()
        while self._came and next(iter(self._came.values())) <= now - TOKENS_LIVE:
            self._came.popitem(last=False)
        if interaction_id in self._came:
            return False
        self._came[interaction_id] = now
        if len(self._came) > self._most:
            self._came.popitem(last=False)
        return True


class Interactions:
    """Those that come, each once. ``families`` are what verbs of ids are about, as the metrics call it."""

    def __init__(self, times: PressTimes, families: Mapping[str, str], time: Time) -> None:
        self._times = times
        self._families = families
        self._ledger = InteractionLedger(time)
        self._at_work: set[asyncio.Task[Any]] = set()

    def come(self, interaction: Interaction) -> bool:
        """One has come, and is carried out by this task; the library shows a command to two, of which the
        first carries it out. From now on whatever this task logs says so. False where it was delivered
        before: then it is neither carried out nor answered, as the first delivery is. Suggestions change
        nothing, and are made each time.

        A server in which the bot is not, where somebody has brought it by their account, is none to it: it
        knows nothing of that, and can do nothing there but answer, as in a group."""
        if not interaction.is_guild_integration() and not _is_known(interaction):
            interaction.guild_id = None
        family, what = self._read(interaction)
        begin(what)
        if _FIRST in interaction.extras:
            return interaction.extras[_FIRST]
        suggests = interaction.type is discord.InteractionType.autocomplete
        is_first = interaction.extras[_FIRST] = suggests or self._ledger.enter(interaction.id)
        if not is_first:
            log.info("an interaction was delivered again")
            return False
        tell(self._times.came, interaction.id, family)
        task = asyncio.current_task()
        assert task is not None
        self._at_work.add(task)
        task.add_done_callback(partial(self._over, interaction, family))
        return True

    @property
    def at_work(self) -> int:
        """How many are being carried out."""
        return len(self._at_work)

    async def finished(self, seconds: float) -> int:
        """Wait until those that are at work are done, at most so long; how many are not."""
        if self._at_work:
            await asyncio.wait(self._at_work, timeout=seconds)
        return len(self._at_work)

    def _over(self, interaction: Interaction, family: str, task: asyncio.Task[Any]) -> None:
        self._at_work.discard(task)
        tell(self._times.done, family, interaction.extras.get(_OUTCOME, InteractionOutcome.DONE))

    def _read(self, interaction: Interaction) -> tuple[str, Here]:
        """What it is about: the family of its verb, and what log lines say. An id of nobody's making says
        nothing."""
        if interaction.type is discord.InteractionType.autocomplete:
            return "suggestion", Here(interaction.id, _command(interaction))
        if interaction.type is discord.InteractionType.application_command:
            return "command", Here(interaction.id, _command(interaction))
        press = PressId.parse(str((interaction.data or {}).get("custom_id", "")))
        if press is None or press.verb not in self._families:
            return OTHER, Here(interaction.id)
        return self._families[press.verb], _about(press, Here(interaction.id, press.verb))


def _is_known(interaction: Interaction) -> bool:
    """Whether it happens in a server that the bot is in."""
    return interaction.guild_id is not None and interaction.client.get_guild(interaction.guild_id) is not None


def _about(press: PressId, what: Here) -> Here:
    match press.subject.kind:
        case _ if not press.subject.id:
            return what
        case SubjectKind.TABLE:
            return replace(what, table=press.subject.id)
        case SubjectKind.LEAGUE:
            return replace(what, league=press.subject.id)
        case SubjectKind.NIGHT:
            return replace(what, night=press.subject.id)
        case SubjectKind.SERVER:
            return what


def _command(interaction: Interaction) -> str | None:
    """A command's name, which is one of ours; None where it is not known any more."""
    command = interaction.command
    return None if command is None else command.qualified_name
