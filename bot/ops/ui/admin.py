"""``/admin status``: how the bot is, gathered from whoever knows a part of it, and shown to the owner of the
application alone: what needs attention first, then a line for each thing that one may ask."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import discord

from bot import __version__
from bot.cells.model import Everywhere, nowhere
from bot.discordkit.boundary import Refusal, answer, redraw
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.load import Budget
from bot.discordkit.panel import BLUE, Drawing, button, draw
from bot.discordkit.people import People
from bot.discordkit.postings import sent_once
from bot.discordkit.routes import Route
from bot.discordkit.sending import CUT_OFF, asked
from bot.ops.doctor import looked
from bot.ops.findings import Finding, Severity, exit_status, worst_first
from bot.ops.judge import sentence
from bot.ops.upkeep import BackupState, Failed, Stock, StockStore
from bot.ports import Time
from bot.settings import Settings
from bot.tables.model import State
from bot.telling.phrases import in_full, relative
from bot.watch.health import Backups, Vitals, judged
from bot.words.catalogue import Words


@dataclass(frozen=True, slots=True)
class Status:
    """``vitals`` are what was measured; ``size`` is the database's, ``free`` what its disk has left, in
    bytes; ``found`` what the doctor's probes found that can be had while the bot runs."""

    version: str
    vitals: Vitals
    servers: int
    stock: Stock
    backup: BackupState
    size: int
    free: int | None
    found: tuple[Finding, ...]


ALONE: Final[Everywhere[Status]] = Everywhere({})
"""There are no other cells."""
NAMED_MOST: Final = 5
"""Of what needs attention."""
PARKED_MOST: Final = 10
"""How many parked tables are named; the doctor names all."""
BYTES: Final = 1024 * 1024
FAULT: Final = "🔴"
WARNING: Final = "🟡"
BY_ITSELF: Final = "backup"
"""The check of health that the state of the copies says more of."""


def shown(words: Words, status: Status, others: Everywhere[Status] = ALONE) -> Drawing:
    """All of it, with a line for each of the other cells."""
    again = button(words("admin.button.again"), PressId("admin-status"), BLUE)
    cells = [_cell(words, number, cell) for number, cell in sorted(others.answers.items())]
    lines = [*_attention(words, status, others.absent), *_lines(words, status), *cells]
    return draw([f"### {words('admin.title')}", *lines], again)


def alarm(words: Words, reason: str) -> Drawing:
    """What the owner is sent where no copy of the database could be made; ``reason`` is one of
    ``bot.ops.upkeep.REASONS``."""
    return draw(words("admin.backup.alarm", why=words(f"admin.backup.failed.{reason}")))


def _attention(words: Words, status: Status, absent: Iterable[int]) -> Iterator[str]:
    """What should be seen to, the worst first; ``absent`` are cells that do not answer."""
    unwell = [one for one in judged(status.vitals).checks if not one.is_well and one.name != BY_ITSELF]
    found = [f"{FAULT} {words(f'admin.unwell.{one.name}')}" for one in unwell]
    found += [f"{FAULT} {words('admin.cell.away', number=number)}" for number in absent]
    if status.backup.failed is not None:
        found.append(f"{FAULT} {words(f'admin.backup.failed.{status.backup.failed.reason}')}")
    for one in worst_first(status.found):
        found.append(f"{FAULT if one.level is Severity.FAULT else WARNING} {sentence(words, one)}")
    if not found:
        yield words("admin.well")
        return
    yield f"**{words('admin.attention')}**"
    yield from found[:NAMED_MOST]
    if len(found) > NAMED_MOST:
        yield words("admin.more", count=words.number(len(found) - NAMED_MOST))


def _lines(words: Words, status: Status) -> Iterator[str]:
    vitals = status.vitals
    yield words("admin.up", when=in_full(vitals.at - vitals.up_for), version=status.version)
    yield words("admin.servers", count=words.number(status.servers))
    yield _tables(words, status)
    yield words("admin.people", day=words.number(status.stock.day), week=words.number(status.stock.week))
    yield from _measured(words, vitals)
    if status.free is not None:
        yield words("admin.database", size=_mb(words, status.size), free=_mb(words, status.free))
    yield from _backup(words, status.backup)


def _cell(words: Words, number: int, cell: Status) -> str:
    """Another cell, in a line."""
    line = words(
        "admin.cell",
        number=number,
        version=cell.version,
        tables=words.number(sum(cell.vitals.tables.values())),
        connected=words.number(sum(shard.connected for shard in cell.vitals.shards)),
        shards=words.number(len(cell.vitals.shards)),
        backup=next(_backup(words, cell.backup)),
    )
    faults = cell.backup.failed or not judged(cell.vitals).is_well or exit_status(cell.found)
    return f"{FAULT} {line}" if faults else line


def _tables(words: Words, status: Status) -> str:
    there = [(state, status.stock.tables.get(state.value, 0)) for state in State]
    parts = [words(f"admin.state.{state}", count=words.number(count)) for state, count in there if count]
    if parked := status.stock.parked[:PARKED_MOST]:
        parts.append(", ".join(f"#{number}" for number in parked))
    return words("admin.tables", tables=", ".join(parts)) if parts else words("admin.tables.none")


def _measured(words: Words, vitals: Vitals) -> Iterator[str]:
    """What is known of how fast it goes."""
    if vitals.shards:
        yield _gateway(words, vitals)
    if (answers := vitals.answers) is not None and answers.count:
        yield words(
            "admin.presses",
            count=words.number(answers.count),
            p50=_ms(words, answers.p50),
            p95=_ms(words, answers.p95),
            p99=_ms(words, answers.p99),
        )
    if (load := vitals.load) is not None:
        level = words("admin.load.level", level=words.number(load.level))
        yield level if load.level else words("admin.load.ease")
    spent, limit = vitals.budget
    if limit:
        yield words("admin.requests", spent=words.number(spent), limit=words.number(limit))
    if vitals.loop_delay:
        yield words("admin.loop", ms=_ms(words, vitals.loop_delay))


def _gateway(words: Words, vitals: Vitals) -> str:
    connected = sum(shard.connected for shard in vitals.shards)
    line = words("admin.gateway", connected=words.number(connected), shards=words.number(len(vitals.shards)))
    known = [shard.latency for shard in vitals.shards if shard.latency is not None]
    return words("admin.gateway.latency", gateway=line, ms=_ms(words, max(known))) if known else line


def _backup(words: Words, backup: BackupState) -> Iterator[str]:
    if not backup.wanted:
        yield words("admin.backup.off")
        return
    if backup.at is None:
        yield words("admin.backup.none")
    elif (made := backup.made) is not None and int(made.at) == int(backup.at):
        yield words(
            "admin.backup.made",
            when=relative(made.at),
            games=words.number(made.games),
            tables=words.number(made.tables),
            size=_mb(words, made.size),
        )
    else:
        yield words("admin.backup.there", when=relative(backup.at))
    if backup.working:
        yield words("admin.backup.working")
    elif backup.due is not None:
        yield words("admin.backup.next", when=relative(backup.due))


def _mb(words: Words, size: int) -> str:
    return words.number(-(-size // BYTES))


def _ms(words: Words, seconds: float) -> str:
    return words.number(round(1000 * seconds))


async def status_now(
    client: discord.AutoShardedClient,
    settings: Settings,
    database: Path,
    stock: StockStore,
    backups: BackupState,
    time: Time,
    measured: Callable[[], Vitals],
) -> Status:
    """How the bot is now. ``backups`` is how the daily copies of ``database`` stand; ``measured`` tells what
    is measured of the bot. Raises StoreError."""
    found = await looked(settings, database, client.get_guild, time.now())
    return Status(
        __version__,
        measured(),
        len(client.guilds),
        await stock.stock(time.now()),
        backups,
        found.size,
        found.free,
        found.found,
    )


DAY: Final = 86400.0


def backups_of(state: BackupState, now: float) -> Backups | None:
    """The daily copies as health judges them; None where there are to be none."""
    if not state.wanted:
        return None
    return Backups(DAY, None if state.at is None else now - state.at, state.failed is not None)


KNOWN_FOR: Final = 600.0
"""Seconds. Who has left a team may look for so long."""


class Owners:
    """The application's owner, or those of its team who have accepted: but for who may only read there."""

    def __init__(self, client: discord.Client, people: People, budget: Budget, time: Time) -> None:
        self._client = client
        self._people = people
        self._budget = budget
        self._time = time
        self._ids: frozenset[int] = frozenset()
        self._first = 0
        self._asked_at: float | None = None

    async def require(self, user_id: int) -> None:
        """Raise Refusal ``not-owner`` for others, ``owner-unknown`` where Discord does not tell."""
        try:
            await self._ask()
        except (discord.DiscordException, *CUT_OFF):
            raise Refusal("owner-unknown") from None
        if user_id not in self._ids:
            raise Refusal("not-owner")

    async def tell(self, failed: Failed) -> None:
        """Send the owner, of a team whoever owns that, a direct message on a copy that could not be made.
        Raises what the library raises."""
        await self._ask()
        words = await self._people.words(self._first)
        await self._budget.take()
        channel = await asked(self._time, lambda: self._client.create_dm(discord.Object(self._first)))
        await self._budget.take()
        drawing = alarm(words, failed.reason)
        await sent_once(self._time, lambda nonce: channel.send(**drawing.to_send(), nonce=nonce))

    async def _ask(self) -> None:
        now = self._time.monotonic()
        if self._asked_at is not None and now - self._asked_at < KNOWN_FOR:
            return
        await self._budget.take()
        info = await asked(self._time, self._client.application_info)
        if info.team is None:
            self._ids, self._first = frozenset({info.owner.id}), info.owner.id
        else:
            self._first = info.team.owner_id or 0
            self._ids = frozenset({self._first, *(one.id for one in info.team.members if _belongs(one))})
        self._asked_at = now


def _belongs(member: discord.TeamMember) -> bool:
    accepted = member.membership_state is discord.TeamMembershipState.accepted
    return accepted and member.role is not discord.TeamMemberRole.read_only


class AdminPresses:
    """For the application's owner alone, whatever rights others have on a server."""

    def __init__(
        self,
        owners: Owners,
        people: People,
        look: Callable[[], Awaitable[Status]],
        others: Callable[[], Awaitable[Everywhere[Status]]] = nowhere,
    ) -> None:
        """``look`` tells how the bot is now, and raises StoreError; ``others`` how the other cells are."""
        self._owners = owners
        self._people = people
        self._look = look
        self._others = others

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb of the panel."""
        return {"admin-status": Route(self._again, self._drawing, private=True)}

    async def status(self, interaction: Interaction) -> None:
        """How the bot is."""
        await answer(interaction, await self._drawing(interaction))

    async def _again(self, interaction: Interaction, press: PressId, drawing: Drawing) -> None:
        await redraw(interaction, drawing)

    async def _drawing(self, interaction: Interaction, press: PressId | None = None) -> Drawing:
        """What an owner is shown. Raises Refusal for others."""
        await self._owners.require(interaction.user.id)
        words = await self._people.words_here(interaction)
        return shown(words, await self._look(), await self._others())
