"""Tables whose rules come from a preset that a server has named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables.model import NamedPreset, Pace, State
from tests.tables.house import ANN, BEN, House, refused

SUNDAY = NamedPreset(
    1,
    "Sunday rules",
    "kingen-iwwa",
    3,
    {"order": "queens-first", "batches": "3-3-3-4-4", "positive-batches": "4-4-4-5"},
    Pace.MINUTE,
)


async def test_a_table_opens_with_everything_a_named_preset_says(house: House) -> None:
    table = await house.open(preset=SUNDAY)
    facts = table.facts
    assert (facts.preset, facts.players, facts.pace, facts.title) == (
        "kingen-iwwa",
        3,
        Pace.MINUTE,
        "Sunday rules",
    )
    assert facts.options == SUNDAY.options == table.rules.changed
    await house.check(table)


async def test_the_host_chooses_a_named_preset(house: House) -> None:
    table = await house.open()
    await table.set_option(ANN, "king-of-hearts-points", "4")
    with refused("not-host"):
        await table.set_preset(BEN, SUNDAY)
    await table.set_preset(ANN, SUNDAY)
    assert table.facts.options == SUNDAY.options, "nothing is left of what was chosen before"
    assert table.facts.title == "Sunday rules"
    await house.check(table)


async def test_changes_keep_the_title_and_another_game_does_not(house: House) -> None:
    table = await house.open(preset=SUNDAY)
    await table.set_option(ANN, "heart-lead", "free")
    await table.set_players(ANN, 4)
    assert table.facts.title == "Sunday rules"
    assert table.facts.options == {"order": "queens-first", "heart-lead": "free"}
    await table.set_preset(ANN, "kingen-iwwa")
    assert (table.facts.title, table.facts.options) == ("", {}), "what it brought goes with it"


async def test_back_to_the_built_in_rules(house: House) -> None:
    table = await house.open(preset=SUNDAY)
    with refused("not-host"):
        await table.reset(BEN)
    await table.reset(ANN)
    assert (table.facts.title, table.facts.options, table.facts.players) == ("", {}, 3)
    assert table.rules.changed == {}


async def test_too_many_sit_for_a_named_preset(house: House) -> None:
    table = await house.lobby(people=4)
    before = table.facts
    with refused("too-many-seated", seated="4", players="3"):
        await table.set_preset(ANN, SUNDAY)
    assert table.facts == before


@pytest.mark.parametrize(
    "outdated",
    [
        replace(SUNDAY, preset="canasta"),
        replace(SUNDAY, players=7),
        replace(SUNDAY, options={"no-such-option": "yes"}),
        replace(SUNDAY, options={"order": "backwards"}),
        replace(SUNDAY, options={"king-of-hearts-points": "4"}),
    ],
    ids=["game", "players", "option", "value", "option-of-four"],
)
async def test_a_named_preset_of_rules_there_are_no_longer(house: House, outdated: NamedPreset) -> None:
    with refused("outdated-preset", name="Sunday rules"):
        await house.open(preset=outdated)
    assert house.tables.running() == []
    table = await house.open()
    with refused("outdated-preset", name="Sunday rules"):
        await table.set_preset(ANN, outdated)
    assert (table.facts.preset, table.facts.title) == ("kingen", "")


async def test_a_game_keeps_rules_and_title_through_a_restart(house: House) -> None:
    table = await house.open(preset=SUNDAY)
    for _ in range(2):
        await table.add_robot(ANN)
    await table.start(ANN)
    with refused("already-started"):
        await table.reset(ANN)
    facts = table.facts
    house = await house.restarted()
    await house.tables.recover()
    (again,) = house.tables.running()
    assert again.facts.state is State.PLAYING
    assert (again.facts.title, again.facts.options) == (facts.title, facts.options)
    assert again.rules == table.rules
