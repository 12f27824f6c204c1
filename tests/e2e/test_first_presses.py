"""What somebody waits for after a start: nothing of it is put together only then, and it comes before what
the last run has left."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.discordkit.interactions import Interactions
from bot.pictures import cards
from playground import reading
from playground.server import Playground
from tests.e2e.house import House, open_house


async def test_no_card_is_put_together_for_the_first_who_starts(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[int]()
    original = cards._bright  # pyright: ignore[reportPrivateUsage]

    def bright(card: int, size: cards.Size, style: cards.CardStyle) -> object:
        made.append(card)
        return original(card, size, style)

    monkeypatch.setattr(cards, "_bright", bright)
    ann = house.person("Ann")
    await house.start_table(ann)
    assert [one.filename for one in reading.pictures(house.server, house.hand(ann))] == ["hand.png"]
    assert not made


async def test_presses_come_before_what_the_last_run_has_left(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, done = await Playground.start(), asyncio.Event()

    async def finished(self: Interactions, seconds: float) -> int:
        await done.wait()
        return 0

    try:
        async with open_house(database, server=server) as house:
            await house.open_table(house.person("Ann"))
        monkeypatch.setattr(Interactions, "finished", finished)
        edits = list[str]()
        server.observers.append(lambda one: edits.append(one.path) if one.method == "PATCH" else None)
        async with open_house(database, server=server) as house:
            await house.server.world.until(house.bot.is_ready)
            assert (await (await house.person("Ann").command(house.cards, "help")).done()).message
            assert not edits
            done.set()
            await house.server.world.until(lambda: edits)
    finally:
        await server.close()
