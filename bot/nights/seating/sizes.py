"""How many people sit at each table (N2)."""

from __future__ import annotations

from bot.nights.seating.errors import NoPlan
from bot.nights.seating.model import ROBOTS_TABLE, Remainder

_FEWEST = {Remainder.ROBOTS: 2, Remainder.MIXED: 3, Remainder.BYE: 4}


def table_sizes(people: int, remainder: Remainder, least: int = 0) -> tuple[int, ...]:
    """The number of people at each table, larger ones first; they differ by one at most. With ``robots`` the
    other seats of four are theirs, and there are at ``least`` so many tables; with ``bye`` whoever is left
    sits out. Raises NoPlan ``too-few``."""
    if people < _FEWEST[remainder]:
        raise NoPlan("too-few")
    if remainder is Remainder.BYE:
        return (4,) * (people // 4)
    if remainder is Remainder.MIXED and people % 4 == 1:
        return (5, *(4,) * (people // 4 - 1))
    # As equal as possible means for `mixed`: four, and one table of three for each that is missing.
    tables = -(-people // ROBOTS_TABLE)
    return _equal(people, max(tables, least) if remainder is Remainder.ROBOTS else tables)


def _equal(people: int, tables: int) -> tuple[int, ...]:
    least, more = divmod(people, tables)
    return (least + 1,) * more + (least,) * (tables - more)
