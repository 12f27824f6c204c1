"""How often each card came to each seat and person (statistics.md, S10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import aiosqlite

from bot.engine.cards import members
from bot.engine.errors import RuleViolation
from bot.engine.options import Rules
from bot.engine.registry import make_rules
from bot.tables.model import TableFacts
from data.consequences import DEALS, POINTS, SeatDeal
from data.sittings import sittings_of
from data.statistics.rows import DEALT, NO_SEAT, NOBODY, DealtCards, guild_of
from data.writer import value, values

Connection = aiosqlite.Connection


async def add_cards(connection: Connection, facts: TableFacts) -> None:
    """The cards of a game that is over; before that they would tell of hands (S10)."""
    try:
        rules = make_rules(facts.preset, facts.players, facts.options)
    except RuleViolation:
        return  # a table that is broken: nobody knows its pack
    deals = {one.attempt: one for one in await values(connection, DEALS, "WHERE table_id = ?", facts.id)}
    sat = await sittings_of(connection, facts.id)
    made = [one for one in await values(connection, POINTS, "WHERE table_id = ?", facts.id) if one.hand]
    hands: dict[tuple[int, int], list[SeatDeal]] = {}
    for one in made:
        holder = next((s for s in sat if s.seat == one.seat and s.was_at(deals[one.attempt].seq)), None)
        hands.setdefault((one.seat, NOBODY), []).append(one)
        if holder is not None and holder.user_id is not None:
            hands.setdefault((NO_SEAT, holder.user_id), []).append(one)
    for (seat, user_id), each in hands.items():
        await _add_hands(connection, _nothing_dealt(facts, rules, seat, user_id), each)


def _nothing_dealt(facts: TableFacts, rules: Rules, seat: int, user_id: int) -> DealtCards:
    counts = (0,) * rules.pack.bit_count()
    shuffled = rules["shuffle"] == "full"
    return DealtCards(guild_of(facts), rules.pack, rules.players, shuffled, seat, user_id, 0, counts)


async def _add_hands(connection: Connection, none: DealtCards, hands: Sequence[SeatDeal]) -> None:
    key = DEALT.key_of(DEALT.row(none))
    condition = f"WHERE {' AND '.join(f'{name} = ?' for name in DEALT.key)}"
    known = await value(connection, DEALT, condition, *key) or none
    counts = [
        count + sum(one.hand >> card & 1 for one in hands)
        for card, count in zip(members(none.pack), known.counts, strict=True)
    ]
    now = replace(known, deals=known.deals + len(hands), counts=tuple(counts))
    await connection.execute(DEALT.upsert, DEALT.row(now))
