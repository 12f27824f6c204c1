"""A cell at work among the others: what it is given of theirs, and what they are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, cast

from bot.cells.link import WITHIN, Link
from bot.cells.model import FIRST, Cell
from bot.cells.passing import InteractionData, Passing, PassingHandlers
from bot.discordkit.interactions import PressId, origin_of
from bot.discordkit.load import Latest
from bot.discordkit.ports import NOTHING, Subject, SubjectKind, on_table
from bot.discordkit.routes import PICK, named_table
from bot.ports import StoreError
from bot.watch.health import CellsNow

FIRST_CELLS: Final = frozenset({"admin", "daily"})
"""The commands that the first cell carries out wherever they are typed: what they are about is no
server's."""

HOLDS: Final = "holds"
KNOWN: Final = 10_000
"""Tables, leagues and evenings of which it is remembered whose they are."""

_COMMANDS: Final = (2, 4)
"""The types of interactions that are commands, and suggestions for them.
https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-interaction-type"""

Holds = Callable[[Subject], Awaitable[bool]]
"""Whether this cell's database holds a table, a league or an evening. Raises StoreError."""


def addressed(cell: Cell, data: InteractionData) -> int | Subject:
    """The number of the cell that an interaction is for, or what it is about where that alone is known: of a
    button that was drawn when there was another number of cells, and of commands in direct messages. Within a
    server no other cell than its own and the first have drawn anything."""
    inner: Mapping[str, Any] = data.get("data") or {}
    guild_id = data.get("guild_id")
    home = cell.home(None if guild_id is None else int(guild_id))
    if data["type"] in _COMMANDS:
        if inner["name"] in FIRST_CELLS:
            return FIRST
        table = named_table(inner.get("options")) if guild_id is None else None
        return home if table is None else on_table(table)
    custom_id = str(inner.get("custom_id", ""))
    press = PressId.parse(custom_id)
    if press is not None and press.verb == PICK:
        custom_id = str(next(iter(cast(list[Any], inner.get("values") or [])), ""))
        press = PressId.parse(custom_id)
    near = range(1, cell.count + 1) if guild_id is None else (home, FIRST)
    match origin_of(custom_id):
        case number, cell.count if number in near:
            return number
        case _ if press is None or press.subject == NOTHING:
            return home
        case _ if press.subject.kind is SubjectKind.SERVER:
            return cell.home(press.subject.id)
        case _:
            return press.subject


class Whereabouts:
    """In which cell something lies."""

    def __init__(self, link: Link, holds: Holds) -> None:
        self._link = link
        self._holds = holds
        self._known: Latest[Subject, int] = Latest(KNOWN)
        link.serve(HOLDS, self._asked)

    def target(self, data: InteractionData) -> int | Awaitable[int]:
        """Which cell an interaction is for; this one where nobody knows, one that is away where it may be
        that one's."""
        whose = addressed(self._link.cell, data)
        if isinstance(whose, int):
            return whose
        return self._known.get(whose) or self._or_here(self._found(whose))

    async def _or_here(self, number: Awaitable[int]) -> int:
        """Where the database fails, what is asked for fails here, and its person is told so."""
        try:
            return await number
        except StoreError:
            return self._link.cell.number

    async def _found(self, subject: Subject) -> int:
        here = self._link.cell.number
        if await self._holds(subject):
            return here
        answers = await self._link.ask_others(HOLDS, str(subject).encode(), WITHIN)
        holder = next((number for number, answer in answers.items() if answer == b"yes"), None)
        if holder is None:
            return next((number for number, answer in answers.items() if answer is None), here)
        return self._known.keep(subject, holder)

    async def _asked(self, payload: bytes) -> bytes:
        return b"yes" if await self._holds(Subject.read(payload.decode())) else b"no"


class Cells:
    """The other cells, as this one needs them."""

    def __init__(self, cell: Cell, url: str, holds: Holds) -> None:
        """``url`` is the broker's."""
        self.cell = cell
        self.link = Link(cell, url)
        self._whereabouts = Whereabouts(self.link, holds)
        self._passing: Passing | None = None

    async def start(self, application_id: int) -> None:
        """Find the others. Raises CellError."""
        await self.link.start(application_id)

    def open(
        self,
        receive: Callable[[InteractionData], None],
        refuse: Callable[[InteractionData], Awaitable[None]],
    ) -> Callable[[InteractionData], None]:
        """From now on this cell answers the others. What the gateway tells of is given to what is returned:
        it is ``receive``d here or passed on; ``refuse`` says that a cell is away."""
        self._passing = Passing(self.link, PassingHandlers(self._whereabouts.target, receive, refuse))
        self.link.open()
        return self._passing.came

    def now(self) -> CellsNow | None:
        """What the metrics tell of it; None before it is open."""
        if self._passing is None:
            return None
        return CellsNow(self.link.is_connected, self._passing.passed, self._passing.refused)

    async def close(self) -> None:
        """Leave the others."""
        if self._passing is not None:
            await self._passing.close()
        await self.link.close()
