"""What a season is played for: told in words, and changed after a look at what that does (L2)."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.leagues.model import ClubError, League
from bot.tables.model import Pace
from playground import reading
from playground.people import Person
from tests.e2e.house import House
from tests.e2e.leagues.founded import Panel, add_members, create, played, season_of, standings
from tests.kept import keep_league

ONE = {"P001": 10, "P002": 4, "P003": 0, "P004": -14}
OTHER = {"P001": 2, "P002": 4, "P003": 0, "P004": -6}


async def club(house: House) -> tuple[League, Person]:
    """A league with two games: P001 has more points, P002 as many wins and no worse places."""
    ann = house.person("Ann")
    league = await create(house, ann)
    await add_members(house, league, 4)
    await played(house, league, ONE, OTHER)
    return league, ann


async def opened(house: House, person: Person, setting: str = "") -> Panel:
    panel = await Panel.open(house, person, "league settings")
    await panel.press("Settings of Season 1")
    if setting:
        await panel.choose("league-setting", setting)
    return panel


async def test_a_change_shows_what_it_would_do_before_it_is_kept(house: House) -> None:
    league, ann = await club(house)
    await played(house, league, {"P001": 0, "P002": 1, "P003": -2, "P004": 1})
    before = await standings(house, league)
    panel = await opened(house, ann, "score")
    assert "Game score: **the game's points**" in panel.text
    await panel.choose("league-set", "places")
    assert "Not saved yet" in panel.text and "P002: 2 → 1" in panel.text and "P001: 1 → 2" in panel.text
    assert await standings(house, league) == before
    await panel.press("Don't save")
    assert (await season_of(house, league)).settings.score == "points"
    await panel.choose("league-set", "places")
    await panel.press("Save")
    assert "✓ Saved." in panel.text
    assert (await season_of(house, league)).settings.score == "places"
    assert (await standings(house, league))[:2] == [("P002", 1), ("P001", 2)]


async def test_a_change_that_moves_nobody_says_so(house: House) -> None:
    _, ann = await club(house)
    panel = await opened(house, ann, "free")
    await panel.choose("league-set", "count")
    assert "It's already set that way." in panel.text
    await panel.choose("league-setting", "stake")
    await panel.choose("league-set", "5")
    assert "Nobody's place changes." in panel.text


async def test_presets_of_settings_are_previewed_as_any_change(house: House) -> None:
    league, ann = await club(house)
    panel = await opened(house, ann, "preset")
    await panel.choose("league-set", "places")
    assert "**All at once**: Sum of points → Points for places" in panel.text
    await panel.press("Save")
    assert (await season_of(house, league)).settings.score == "places"


async def test_what_is_typed_wrong_is_said_and_kept(house: House) -> None:
    league, ann = await club(house)
    panel = await opened(house, ann, "absence")
    await panel.type("Another value …", "4,,5")
    assert "⚠️ “4,,5”: This setting can't have that value." in panel.text
    assert await panel.type("Another value …", "-2,5") == "4,,5"
    await panel.press("Save")
    assert (await season_of(house, league)).settings.stored()["absence"] == "-5/2"
    await panel.choose("league-setting", "place_points")
    await panel.type("Another value …", "100 50 20 0; 30 20 10")
    await panel.press("Save")
    rows = (await season_of(house, league)).settings.stored()["place_points"]
    assert (rows["4"], rows["3"], rows["5"][0]) == ([100, 50, 20, 0], [30, 20, 10], 90)
    long = "; ".join(" ".join(["99999/97"] * size) for size in (3, 4, 5))
    await panel.type("Another value …", long[:100])
    assert "⚠️" in panel.text
    await panel.choose("league-setting", "ties")
    await panel.choose("league-set", "-")
    await panel.press("Save")
    assert (await season_of(house, league)).settings.ties == ()


async def test_two_organisers_at_once_and_the_later_one_looks_again(house: House) -> None:
    league, ann = await club(house)
    bram = house.person("Bram")
    role = house.changes.add_role(next(iter(house.world.guilds.values())), "chiefs", bram.account)
    await house.settled()
    await keep_league(house.bot.clubs.leagues, replace(league, roles=(role.id,)))
    first, second = await opened(house, ann, "best"), await opened(house, bram, "score")
    await first.choose("league-set", "4")
    await second.choose("league-set", "places")
    await first.press("Save")
    await second.press("Save")
    assert "⚠️ The settings have just been changed" in second.text
    settings = (await season_of(house, league)).settings
    assert (settings.best, settings.score) == (4, "points")
    await second.choose("league-set", "places")
    await second.press("Save")
    settings = (await season_of(house, league)).settings
    assert (settings.best, settings.score) == (4, "places")


async def test_two_that_are_kept_in_the_same_moment(house: House) -> None:
    league, ann = await club(house)
    first, second = await opened(house, ann, "best"), await opened(house, ann, "score")
    await first.choose("league-set", "4")
    await second.choose("league-set", "places")
    await asyncio.gather(first.press("Save"), second.press("Save"))
    settings = (await season_of(house, league)).settings
    assert (settings.best == 4) is not (settings.score == "places")
    refused = [one.text for one in (first, second) if "just been changed" in one.text]
    assert len(refused) == 1


async def test_a_setting_that_is_changed_while_a_game_ends(house: House) -> None:
    league, ann = await club(house)
    panel = await opened(house, ann, "score")
    await panel.choose("league-set", "both")
    ended = {"P001": -40, "P002": 4, "P003": 40, "P004": -4}
    await asyncio.gather(panel.press("Save"), played(house, league, ended))
    assert "✓ Saved." in panel.text
    now = await standings(house, league)
    again = await create(house, ann, "Again")
    await add_members(house, again, 4)
    await played(house, again, ONE, OTHER, ended)
    season = await season_of(house, again)
    after = season.settings.changed("score", "both")
    await house.bot.clubs.seasons.change_settings(season.id, season.settings, after)
    assert now == await standings(house, again)


async def test_who_does_not_organise_reads_and_changes_nothing(house: House) -> None:
    league, _ = await club(house)
    bram = house.person("Bram")
    panel = await opened(house, bram, "score")
    assert "Organisers can change this." in panel.text and panel.labels == ["All settings"]
    season = await season_of(house, league)
    for verb in (
        f"league-keep:l{league.id}:{season.id}:x:score:places",
        f"league-type:l{league.id}:{season.id}:best:",
    ):
        said = await house.forge(bram, panel.message, f"hh:{verb}")
        assert "Only organisers of **Dinsdagclub**" in said[0]
    assert (await season_of(house, league)).settings.score == "points"


async def test_levels_are_offered_only_where_the_game_has_them(house: House) -> None:
    ann = house.person("Ann")
    await create(house, ann, game="whist-flemish")
    panel = await opened(house, ann, "level")
    (values,) = [one for one in reading.selects(panel.message) if ":league-set:" in one.custom_id]
    assert [value for _, value in values.options] == ["no"]


async def test_what_is_settled_of_the_league_itself(house: House) -> None:
    ann = house.person("Ann")
    league = await create(house, ann)
    panel = await Panel.open(house, ann, "league settings")
    for name, value in (
        ("game", "kingen-iwwa"),
        ("players", "5"),
        ("pace", "2m"),
        ("entry", "invited"),
        ("guests", "no"),
    ):
        await panel.choose("league-matter", name)
        await panel.choose("league-matter-set", value)
        assert "⚠️" not in panel.text
    await panel.choose("league-matter", "zone")
    await panel.type("Type …", "Brusels")
    assert "⚠️ “Brusels”: I don't know a time zone called Brusels. Do you mean one of these:" in panel.text
    assert await panel.type("Type …", "UTC+2") == "Brusels"
    assert "I don't know a time zone" in panel.text
    await panel.type("Type …", "brussels")
    await panel.choose("league-matter", "name")
    await panel.type("Type …", "Woensdagclub")
    now = await house.bot.clubs.get(league.id, league.guild_id)
    assert (now.name, now.zone, now.preset, now.players) == (
        "Woensdagclub",
        "Europe/Brussels",
        "kingen-iwwa",
        5,
    )
    assert (now.pace, now.entry.value, now.guests) == (Pace.TWO_MINUTES, "invited", False)
    assert "### Settings of Woensdagclub" in panel.text


async def test_a_value_nobody_offered_is_refused(house: House) -> None:
    league, ann = await club(house)
    panel = await opened(house, ann, "score")
    season = await season_of(house, league)
    for rest in (f"{season.id}:x:score:nonsense", f"{season.id}:x:nonsense:1", f"{season.id}:x:preset:none"):
        said = await house.forge(ann, panel.message, f"hh:league-keep:l{league.id}:{rest}")
        assert "button" in said[0]
    with pytest.raises(ClubError, match="settings-changed"):
        await house.bot.clubs.seasons.change_settings(
            season.id, season.settings.changed("best", 3), season.settings
        )
