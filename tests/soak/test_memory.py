"""Hundreds of games, one after the other: what the bot remembers does not grow with those that are over.

By default 300 of them, with ``HARTENHEER_SOAK_STRIDE=1`` a thousand.
"""

from __future__ import annotations

import asyncio
import gc
import os
from collections import Counter, OrderedDict, deque
from pathlib import Path
from typing import Any, Final
from weakref import WeakValueDictionary

from bot.app import Hartenheer
from bot.engine.cards import members
from bot.pictures.painter import Painter
from bot.tables.model import State
from bot.tables.table import Table
from tests.e2e.house import House
from tests.soak.quicktime import in_quick_time, quick_house
from tests.toy.registered import registered

GAMES: Final = 1000 if os.environ.get("HARTENHEER_SOAK_STRIDE") == "1" else 300
SETTLED_AFTER: Final = 100
"""Games by which whatever is kept of the latest (pictures, words, people) is there."""
PRESSED_EVERY: Final = 5
"""Games of which the last one has its messages pressed after its end."""

LATER: Final = 3600.0  # seconds, of which none passes in earnest

BOUND: Final = (GAMES - SETTLED_AFTER) // 9
"""Values more than then, in all that the bot can reach: one for every nine games at most."""

CONTAINERS: Final = (dict, list, set, frozenset, tuple, deque, OrderedDict, WeakValueDictionary)


def test_hundreds_of_games_leave_nothing_behind(tmp_path: Path) -> None:
    with registered():
        before, after = in_quick_time(_remembered_before_and_after(tmp_path / "hartenheer.sqlite3"))
    more = {what: count - before[what] for what, count in after.items() if count > before[what]}
    assert sum(after.values()) - sum(before.values()) <= BOUND, more


async def _remembered_before_and_after(database: Path) -> tuple[Counter[str], Counter[str]]:
    async with quick_house(database) as house:
        for number in range(SETTLED_AFTER):
            await _game(house, pressing=number % PRESSED_EVERY == 0)
        before = await _remembered_later(house)
        for number in range(SETTLED_AFTER, GAMES):
            await _game(house, pressing=number % PRESSED_EVERY == 0)
        return before, await _remembered_later(house)


async def _remembered_later(house: House) -> Counter[str]:
    """Once the timers of the latest game (a trick that stays a while, a picture to come) have rung, and
    somebody has come again: what is kept for a while is looked through then."""
    await asyncio.sleep(LATER)
    await house.command(house.people()[0], "help")
    await house.settled()
    return remembered(house.bot)


async def _game(house: House, *, pressing: bool) -> None:
    """One game of the toy to its end; then perhaps its messages are pressed once more."""
    ann = house.people()[0]
    opened = await house.command(ann, "table open", {"game": "toy-race", "robots": 3})
    assert opened.state == "answered", opened.error
    (table,) = house.bot.tables.running()
    while table.facts.state is State.PLAYING:
        await _move(house, table, ann.id)
    await house.settled()
    if pressing:
        number, over = table.facts.id, house.channel_message(ann, "Toy race")
        for verb in ("scores", "my-hand", "last-trick"):
            await house.forge(ann, over, f"hh:{verb}:{number}:0:")
        await house.settled()


async def _move(house: House, table: Table, user_id: int) -> None:
    facts = table.facts
    assert facts.turn is not None
    if facts.turn < 0:
        await table.ready(user_id, facts.seq)
    elif facts.is_waiting_for(user_id):
        view = await table.view(facts.turn)
        await table.act(user_id, facts.seq, members(view.legal)[0])
    else:
        await house.world.until(
            lambda: table.facts.seq != facts.seq or table.facts.state is not State.PLAYING
        )


def remembered(bot: Hartenheer) -> Counter[str]:
    """How much is reachable from the bot's own parts, by what it is: objects of its classes, and values in
    containers. The painter's pictures are left out: they are kept up to so many bytes."""
    gc.collect()
    found: Counter[str] = Counter()
    seen: set[int] = set()
    waiting: list[Any] = [part for part in vars(bot).values() if _is_ours(part)]
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, CONTAINERS):
            found[type(one).__name__] += _room(one)
        else:
            found[f"{type(one).__module__}.{type(one).__qualname__}"] += 1
        waiting += [
            other for other in gc.get_referents(one) if isinstance(other, CONTAINERS) or _is_ours(other)
        ]
    return found


def _room(container: Any) -> int:
    """How many values are in it; of a deque of the latest, how many there may be."""
    most = container.maxlen if isinstance(container, deque) else None
    return len(container) if most is None else most


def _is_ours(thing: object) -> bool:
    module = type(thing).__module__
    if isinstance(thing, Painter):
        return False
    return module.startswith(("bot.", "data.", "cogs.")) and not module.startswith("playground")
