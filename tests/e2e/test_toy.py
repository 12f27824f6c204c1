"""A family of games that the program does not know, played as people play: by what the panels offer."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.model import State
from playground import reading
from tests.e2e.house import open_house
from tests.e2e.secrecy import Secrecy
from tests.e2e.test_whist import choices, take
from tests.e2e.test_whole_game import check_end, next_deal
from tests.toy.registered import registered


async def test_one_person_plays_the_toy_against_robots(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with registered():
        async with open_house(database) as house:
            secrecy = Secrecy(house)
            (ann,) = house.people()[:1]
            assert "Toy race" in await house.reply(ann, "rules", {"game": "toy-race"})
            opened = await house.command(ann, "table open", {"game": "toy-race", "robots": 2})
            assert opened.state == "answered", opened.error
            (table,) = house.bot.tables.running()
            assert "Toy race" in reading.text(house.lobby(table))
            await table.set_players(ann.id, 3)
            await table.set_option(ann.id, "rounds", "4")
            await house.press(ann, house.lobby(table), "Start")
            await house.settled()

            stakes = 0
            while table.facts.state is State.PLAYING:
                turn = table.facts.turn
                assert turn is not None
                if turn < 0:
                    await next_deal(house, table)
                elif table.facts.seats[turn].user_id is None:
                    await house.world.until(lambda: table.facts.turn != turn)  # noqa: B023 (awaited here)
                else:
                    first, *others = await choices(house, table, ann)
                    await take(house, table, "double" if "double" in others else first)
                    if "double" in others:
                        await house.settled()
                        assert "This deal counts double" in reading.text(house.table_message(table))
                        stakes += 1
            await house.settled()
            assert stakes
            await check_end(house, table, tmp_path, capsys)
            secrecy.check()
