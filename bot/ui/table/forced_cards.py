"""Telling tables who of their people wants forced cards played for them."""

from __future__ import annotations

import logging

from bot.tables.errors import TableError
from bot.tables.model import UNFINISHED
from bot.tables.table import Table
from bot.ui.discord.people import People

log = logging.getLogger(__name__)


async def tell_forced(table: Table, people: People) -> None:
    """Have the table know what each person at it prefers."""
    for seat in table.facts.seats:
        if seat.user_id is None or table.facts.state not in UNFINISHED:
            continue
        wanted = (await people.preferences(seat.user_id)).auto_play
        if wanted == table.wishes(seat.user_id).plays_forced:
            continue
        try:
            await table.set_forced(seat.user_id, wanted)
        except (
            TableError
        ) as refused:  # they have left meanwhile; or the store fails, and the next change tells
            log.info("table %d: a preference could not be told: %s", table.facts.id, refused.code)
