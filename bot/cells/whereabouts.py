"""Whose an interaction is: which cell it is for, and in which one something lies."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, cast

from bot.cells.link import WITHIN, Link, Question
from bot.cells.model import FIRST, Cell
from bot.cells.passing import InteractionData
from bot.cells.questions import TablesOfCells
from bot.discordkit.interactions import PressId, origin_of
from bot.discordkit.load import Latest
from bot.discordkit.ports import NOTHING, Subject, SubjectKind, on_table
from bot.discordkit.routes import PICK, named_table
from bot.ports import StoreError

FIRST_CELLS: Final = frozenset({"admin", "daily"})
"""The commands that the first cell carries out wherever they are typed: what they are about is no
server's."""

ABOUT_OWN: Final = (
    "hand", "rules", "replay", "table show", "table leave", "table replace", "table adjourn", "table close"
)  # fmt: skip
"""The commands that are about somebody's only table, or their last game, where they name none."""

KNOWN: Final = 10_000
"""Tables, leagues and evenings of which it is remembered whose they are."""

_COMMANDS: Final = (2, 4)
"""The types of interactions that are commands, and suggestions for them.
https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-interaction-type"""

Holds = Callable[[Subject], Awaitable[bool]]
"""Whether this cell's database holds a table, a league or an evening. A method. Raises StoreError."""


def addressed(cell: Cell, data: InteractionData) -> int | Subject | str:
    """The number of the cell that an interaction is for, or what it is about where that alone is known: of a
    button that was drawn when there was another number of cells, of a table chosen from a list of all cells',
    and of commands in direct messages. Of those that name no table it is the command (``ABOUT_OWN``). Within
    a server no other cell than its own and the first have drawn anything."""
    inner: Mapping[str, Any] = data.get("data") or {}
    guild_id = data.get("guild_id")
    home = cell.home(None if guild_id is None else int(guild_id))
    if data["type"] in _COMMANDS:
        if inner["name"] in FIRST_CELLS:
            return FIRST
        if guild_id is not None:
            return home
        table = named_table(inner.get("options"))
        return (_about_own(inner) or home) if table is None else on_table(table)
    custom_id = str(inner.get("custom_id", ""))
    press = PressId.parse(custom_id)
    picked = press is not None and press.verb == PICK
    if picked:
        custom_id = str(next(iter(cast(list[Any], inner.get("values") or [])), ""))
        press = PressId.parse(custom_id)
    near = range(1, cell.count + 1) if guild_id is None else (home, FIRST)
    match origin_of(custom_id):
        case number, cell.count if number in near and not (picked and number == cell.number):
            return number
        case _ if press is None or press.subject == NOTHING:
            return home
        case _ if press.subject.kind is SubjectKind.SERVER:
            return cell.home(press.subject.id)
        case _:
            return press.subject


def _about_own(command: Mapping[str, Any]) -> str | None:
    """The command where it is one of ``ABOUT_OWN`` and names neither a game nor a file; of suggestions only
    those of seats, as tables are suggested of all cells."""
    path, options = command["name"], cast(list[dict[str, Any]], command.get("options", []))
    if options and "value" not in options[0]:
        path, options = f"{path} {options[0]['name']}", options[0].get("options", [])
    is_here = any(
        one["name"] != "player" if one.get("focused") else one["name"] in ("game", "file") for one in options
    )
    return path if path in ABOUT_OWN and not is_here else None


class Whereabouts:
    """In which cell something lies."""

    def __init__(self, link: Link, holds: Holds, tables: TablesOfCells) -> None:
        self._cell = link.cell
        self._holds = holds
        self._tables = tables
        self._others_hold = Question(link, holds, WITHIN).others
        self._known: Latest[Subject, int] = Latest(KNOWN)

    def target(self, data: InteractionData) -> int | Awaitable[int]:
        """Which cell an interaction is for; this one where nobody knows, one that is away where it may be
        that one's."""
        whose = addressed(self._cell, data)
        if isinstance(whose, int):
            return whose
        if isinstance(whose, str):
            return self._or_here(self._meant(whose, int(data["user"]["id"])))
        return self._known.get(whose) or self._or_here(self._found(whose))

    async def _or_here(self, number: Awaitable[int]) -> int:
        """Where the database fails, what is asked for fails here, and its person is told so."""
        try:
            return await number
        except StoreError:
            return self._cell.number

    async def _found(self, subject: Subject) -> int:
        if await self._holds(subject):
            return self._cell.number
        found = await self._others_hold(subject)
        for number, is_there in found.answers.items():
            if is_there:
                return self._known.keep(subject, number)
        return next(iter(found.absent), self._cell.number)

    async def _meant(self, command: str, user_id: int) -> int:
        """The cell of the last game, or of all the tables, that a command can mean; this one where they are
        in several, which its person is told. Where none is found one that is away: it may have them."""
        ask = self._tables.played if command == "replay" else self._tables.running
        found, here = await ask(user_id), self._cell.number
        cells = {number: facts[0].ended_at for number, facts in found.answers.items() if facts}
        if not cells:
            return next(iter(found.absent), here)
        latest = max(cells, key=lambda number: cells[number] or 0.0)
        return latest if len(cells) == 1 or cells[latest] is not None else here
