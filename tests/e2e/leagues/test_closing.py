"""A season that is closed, and the next one (L2)."""

from __future__ import annotations

import pytest

from bot.leagues.ui.closing import Closing
from bot.tables.model import Counting, TableFacts
from playground import reading
from tests.e2e.house import House
from tests.e2e.leagues.founded import Panel, add_members, create, names, played, posted, season_of

GAME = {"P001": 10, "P002": 4, "P003": 0, "P004": -14}


async def test_L2_a_season_is_closed_its_champions_told_and_the_next_begun(house: House) -> None:
    ann, bram = house.person("Ann"), house.person("Bram")
    league = await create(house, ann)
    await add_members(house, league, 4)
    await played(house, league, GAME, GAME)
    first = await season_of(house, league)
    settings = first.settings.changed("best", 6)
    await house.bot.clubs.seasons.change_settings(first.id, first.settings, settings)
    assert "Only organisers" in await house.reply(bram, "league close")
    panel = await Panel.open(house, ann, "league close")
    assert "Close Season 1 of **Dinsdagclub**? Its standings become final" in panel.text
    await panel.press("Yes")
    assert "Start season 2 with the same settings and its 5 members?" in panel.text
    told = posted(house, bram)
    text = reading.text(told)
    assert "Dinsdagclub · Season 1 is over" in text and "🏆 **P001** is champion with 20." in text
    assert "2 games · 1 night · 4 members" in text and "Thank you all" in text
    (picture,) = reading.pictures(house.server, told)
    assert "P001" in picture.alt and picture.width
    assert not (await season_of(house, league)).is_open
    assert "no season under way" in await house.reply(ann, "league close")
    await panel.press("Start season 2")
    assert "Season 2 has started" in panel.text
    begun = await season_of(house, league)
    assert (begun.number, begun.is_open, begun.settings) == (2, True, settings)
    assert begun.levels == first.levels
    assert "Season 2 has started" in reading.text(posted(house, bram))
    whole = await house.bot.clubs.seasons.whole(begun.id)
    assert sorted(one.name for one in whole.members) == await names(house, league)
    said = await house.forge(ann, panel.message, f"hh:league-begin:l{league.id}:{first.id}:")
    assert said[0].startswith("A season is already under way.")


async def test_L2_the_next_season_can_begin_later(house: House) -> None:
    ann, bram = house.person("Ann"), house.person("Bram")
    league = await create(house, ann)
    panel = await Panel.open(house, ann, "league close")
    await panel.press("Yes")
    assert "Nobody has a place" in reading.text(posted(house, bram))
    await panel.press("Not yet")
    later = await Panel.open(house, bram, "league settings")
    assert "Start season 2" not in later.labels
    later = await Panel.open(house, ann, "league settings")
    await later.press("Settings of Season 1")
    assert "This season is closed" in later.text
    await later.press("The league")
    await later.press("Start season 2")
    assert (await season_of(house, league)).number == 2


async def test_L2_a_closed_season_keeps_its_settings(house: House) -> None:
    ann = house.person("Ann")
    league = await create(house, ann)
    settings = await Panel.open(house, ann, "league settings")
    await settings.press("Settings of Season 1")
    await settings.choose("league-setting", "score")
    await settings.choose("league-set", "places")
    await (await Panel.open(house, ann, "league close")).press("Yes")
    invocation = await house.press(ann, settings.message, "Save")
    await house.settled()
    assert invocation.state == "answered"
    assert "This season is closed" in reading.text(house.whispers(ann)[-1])
    assert (await season_of(house, league)).settings.score == "points"


async def test_a_season_is_not_closed_while_its_tables_are_played(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of which is told what they are called, which in an evening is not their id."""
    monkeypatch.setattr(TableFacts, "number", property(lambda facts: facts.id + 7))
    ann = house.person("Ann")
    league = await create(house, ann)
    season = await season_of(house, league)
    panel = await Panel.open(house, ann, "league close")
    table = await house.bot.tables.open(
        guild_id=league.guild_id,
        channel_id=house.cards,
        host_id=ann.id,
        host_name="Ann",
        preset="kingen",
        counting=Counting(season.id, league.name),
    )
    await house.bot.display.channel.post_lobby(table, None)
    await house.settled()
    await panel.press("Yes")
    assert "Season 1 can't be closed yet: [table 8](https://" in panel.text
    assert (await season_of(house, league)).is_open
    assert "[table 8](https://" in await house.reply(ann, "league close")
    await table.close(ann.id)
    await (await Panel.open(house, ann, "league close")).press("Yes")
    assert not (await season_of(house, league)).is_open


async def test_where_the_channel_is_gone_the_organiser_is_told(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = house.person("Ann")
    league = await create(house, ann)
    panel = await Panel.open(house, ann, "league close")
    channel, told = house.world.channels[house.cards], Closing._announcement  # pyright: ignore[reportPrivateUsage]

    async def gone_meanwhile(self: Closing, *about: object) -> object:
        house.changes.delete_channel(channel)
        return await told(self, *about)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(Closing, "_announcement", gone_meanwhile)
    await house.press(ann, panel.message, "Yes")
    await house.settled()
    assert not (await season_of(house, league)).is_open
    assert "Season 1 is over" in reading.text(house.hand(ann))
