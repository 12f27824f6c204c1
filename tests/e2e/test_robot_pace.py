"""How fast robots play: chosen by a person for the tables they open, and by a host for one."""

from __future__ import annotations

from pathlib import Path

from bot.tables.model import RobotPace
from playground import reading
from tests.e2e.house import House, open_house
from tests.e2e.options_panel import Panel as Options
from tests.e2e.test_settings import Panel


async def test_tables_get_what_their_opener_prefers(house: House) -> None:
    ann, bram = house.people()[:2]
    settings = await Panel.open(house, ann, "settings")
    await settings.set("robot_pace", "calm")
    assert "Robots' pace: **calm**" in settings.text
    assert (await house.open_table(ann)).facts.robot_pace is RobotPace.CALM
    assert (await house.open_table(bram)).facts.robot_pace is RobotPace.BRISK


async def test_the_host_chooses_it_for_the_table(database: Path) -> None:
    async with open_house(database) as house:
        ann = house.person("Ann")
        table = await house.open_table(ann)
        panel = Options(house, ann, table)
        await panel.open()
        await panel.choose("set-robot-pace", "instant")
        assert table.facts.robot_pace is RobotPace.INSTANT
        (shown,) = [one for one in reading.selects(panel.message) if "set-robot-pace" in one.custom_id]
        assert ("Robots play at once", "instant") in shown.options
        told = await house.forge(ann, panel.message, f"hh:set-robot-pace:{table.facts.id}:0:")
        assert len(told) == 1 and table.facts.robot_pace is RobotPace.INSTANT
    async with open_house(database) as house:
        (table,) = house.bot.tables.running()
        assert table.facts.robot_pace is RobotPace.INSTANT
