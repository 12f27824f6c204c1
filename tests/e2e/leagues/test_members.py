"""The members of a league: looked through, renamed, taken out."""

from __future__ import annotations

from playground import reading
from tests.e2e.house import House
from tests.e2e.leagues.founded import Panel, add_members, create, names, played, posted, standings


def lines(panel: Panel) -> list[str]:
    return [line for line in panel.text.splitlines() if line.startswith("- ")]


async def test_three_hundred_members_are_looked_through(house: House) -> None:
    ann = house.person("Ann")
    league = await create(house, ann)
    await add_members(house, league, 300)
    panel = await Panel.open(house, ann, "league members")
    assert "301 members" in panel.text and f"organised by <@{ann.id}> and whoever manages" in panel.text
    assert lines(panel)[0] == "- Ann" and lines(panel)[1] == "- P001 °"
    assert len(lines(panel)) == 20 and "Search" in panel.labels
    await panel.turn()
    assert lines(panel)[0].startswith("- P020")
    assert await panel.type("Search", "p29") == ""
    assert len(lines(panel)) == 10 and "10 members with “p29” in their name" in panel.text
    assert await panel.type("Search", "p") == "p29"
    await panel.turn()
    assert lines(panel)[0].startswith("- P021")
    await panel.type("Search", "a:%:b" * 6)
    assert lines(panel) == [] and reading.selects(panel.message) == []
    await panel.press("Everybody")
    assert len(lines(panel)) == 20
    for _ in range(15):
        await panel.turn()
    assert lines(panel) == ["- P300 °"] and "‹ 15" in panel.labels


async def test_an_organiser_renames_and_takes_out(house: House) -> None:
    ann, bram = house.person("Ann"), house.person("Bram")
    league = await create(house, ann)
    await house.reply(bram, "league join")
    await add_members(house, league, 2)
    await played(house, league, {str(ann.id): -3, str(bram.id): 5, "P001": 0, "P002": -2})
    panel = await Panel.open(house, ann, "league members")
    jan = next(value for label, value in reading.selects(panel.message)[0].options if label == "P001")
    await panel.choose("league-member", jan)
    assert "Has no account here" in panel.text
    assert await panel.type("Change the name", " Bram ") == "P001"
    assert "⚠️ “Bram”: Somebody in Dinsdagclub is already called Bram" in panel.text
    await panel.type("Change the name", "Jan")
    assert "### Jan" in panel.text
    await panel.press("Remove")
    assert "Remove **Jan** from **Dinsdagclub**? Results stay" in panel.text
    await panel.press("Yes")
    assert "Jan is no longer a member" in panel.text
    assert await names(house, league) == ["Ann", "Bram", "P002"]
    assert [name for name, _ in await standings(house, league)] == ["Bram", "Jan", "P002", "Ann"]


async def test_who_does_not_organise_changes_their_own_name_alone(house: House) -> None:
    ann, bram = house.person("Ann"), house.person("Bram")
    league = await create(house, ann)
    await house.reply(bram, "league join")
    panel = await Panel.open(house, bram, "league members")
    own, other = (value for _, value in reversed(reading.selects(panel.message)[0].options))
    await panel.choose("league-member", other)
    assert panel.labels == ["Members"]
    forged = await house.forge(bram, panel.message, f"hh:league-remove-yes:l{league.id}:0:{other}")
    assert "Only organisers of **Dinsdagclub**" in forged[0]
    await panel.press("Members")
    await panel.choose("league-member", own)
    assert panel.labels == ["Change the name", "Leave the league", "Members"]
    await panel.type("Change the name", "B.")
    assert await names(house, league) == ["Ann", "B."]


async def test_a_league_of_another_server_is_not_shown(house: House) -> None:
    ann = house.person("Ann")
    league = await create(house, ann)
    elsewhere = house.changes.add_guild("Elsewhere")
    channel = house.changes.add_channel(elsewhere, "other-cards")
    await house.settled()
    done = await (await ann.command(channel.id, "help")).done()
    assert done.message is not None
    for verb, values in (("league-members", "-:"), ("league-season", ""), ("league-remove-yes", "x")):
        said = await house.forge(ann, done.message, f"hh:{verb}:l{league.id}:0:{values}")
        assert said[0].startswith("There's no league called **?**")
    assert await house.forge(ann, posted(house, ann), f"hh:league-members:l{league.id}:0:-:") != []


async def test_an_organiser_who_has_left_the_server_is_said_to_have(house: House) -> None:
    ann, bram = house.person("Ann"), house.person("Bram")
    guild = next(iter(house.world.guilds.values()))
    role = house.changes.add_role(guild, "chiefs", bram.account, permissions=1 << 13)
    await house.settled()
    league = await create(house, bram)
    guild.members.pop(bram.id)
    for command in ("league members", "league settings"):
        panel = await Panel.open(house, ann, command)
        assert "Whoever started this league has left the server" in panel.text
    await panel.choose("league-matter", "roles")
    await panel.choose("league-roles", str(role.id))
    assert f"Organisers: <@&{role.id}>" in panel.text.replace("**", "")
    assert (await house.bot.clubs.get(league.id, league.guild_id)).roles == (role.id,)
