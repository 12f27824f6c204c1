"""Making a league, and coming into it in each of three ways (L1)."""

from __future__ import annotations

import pytest

from bot.leagues.model import Entry
from playground import reading
from tests.e2e.house import House
from tests.e2e.leagues.founded import NAME, Panel, create, names, posted, pressed, season_of


async def test_L1_a_league_is_made_with_a_season_and_its_creator_in_it(house: House) -> None:
    ann, bram = house.person("Ann"), house.person("Bram")
    league = await create(house, ann)
    text = reading.text(posted(house, bram))
    assert f"### {NAME}" in text and "Kingen · 4 players · no clock" in text
    assert "Open to everybody" in text and "1 member" in text and f"<@{ann.id}>" in text
    assert [one.label for one in reading.buttons(posted(house, bram))] == ["Join", "Standings"]
    assert "You organise it" in reading.text(house.whispers(ann)[-1])
    assert NAME in (await pressed(house, bram, posted(house, bram), "Standings"))[0]
    assert (league.creator, league.entry, league.zone) == (ann.id, Entry.OPEN, "Europe/London")
    assert await names(house, league) == ["Ann"]
    season = await season_of(house, league)
    assert (season.number, season.is_open, sorted(season.levels)) == (1, True, [3, 5])


async def test_L1_a_game_whose_points_cannot_be_compared_has_no_levels(house: House) -> None:
    league = await create(house, house.person("Ann"), game="whist-flemish")
    assert (await season_of(house, league)).levels == {}


async def test_L1_who_may_make_one(house: House) -> None:
    bram = house.person("Bram")
    said = await house.reply(bram, "league create", {"name": "Ours", "game": "kingen", "entry": "open"})
    assert said.startswith("Leagues are started by moderators of this server")
    assert "no league" in await house.reply(bram, "league members")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("DINSDAGCLUB", "There's already a league called **DINSDAGCLUB**"),
        ("x" * 33, "That name is too long: at most 32 characters."),
        ("\u200b \u3164", "A name needs at least one visible character."),
    ],
    ids=["taken", "long", "empty"],
)
async def test_L1_a_name_that_cannot_be(house: House, name: str, sentence: str) -> None:
    ann = house.person("Ann")
    await create(house, ann)
    said = await house.command(ann, "league create", {"name": name, "game": "kingen", "entry": "open"})
    assert said.state == "answered"
    assert reading.text(house.whispers(ann)[-1]).startswith(sentence)


async def test_everybody_comes_into_an_open_league(house: House) -> None:
    ann, bram, clara = (house.person(name) for name in ("Ann", "Bram", "Chloé"))
    league = await create(house, ann)
    (told,) = await pressed(house, bram, posted(house, ann), "Join")
    assert "Welcome to Dinsdagclub! Your name there is **Bram**" in told
    assert "2 members" in reading.text(posted(house, clara))
    assert await pressed(house, bram, posted(house, ann), "Join") == [
        "You're already a member of Dinsdagclub."
    ]
    assert "Welcome" in await house.reply(clara, "league join", {"league": "dinsdagCLUB"})
    assert await names(house, league) == ["Ann", "Bram", "Chloé"]


async def test_who_is_called_what_a_member_is_called_gets_a_number(house: House) -> None:
    ann, bram = house.person("Ann"), house.person("Bram")
    league = await create(house, ann)
    await house.reply(ann, "league name", {"name": "bram"})
    assert "Your name there is **Bram 2**" in await house.reply(bram, "league join")
    said = await house.reply(bram, "league name", {"name": "ＢＲＡＭ"})
    assert said.startswith("Somebody in Dinsdagclub is already called ＢＲＡＭ")
    assert "**Bram D.** in Dinsdagclub" in (
        await house.reply(bram, "league name", {"name": "Bram D."})
    ).replace("\\", "")
    assert await names(house, league) == ["bram", "Bram D."]


async def test_who_asks_is_let_in_or_not(house: House) -> None:
    ann, bram, clara = (house.person(name) for name in ("Ann", "Bram", "Chloé"))
    league = await create(house, ann, entry="request")
    announced = posted(house, ann)
    (told,) = await pressed(house, bram, announced, "Ask to join")
    assert "You've asked to join Dinsdagclub" in told
    asked = posted(house, ann)
    assert f"<@{bram.id}> would like to join **Dinsdagclub**" in reading.text(asked)
    assert "haven't decided yet" in await house.reply(bram, "league join")
    assert posted(house, ann)["id"] == asked["id"]
    assert "Only organisers" in (await pressed(house, bram, asked, "Accept"))[0]
    assert await pressed(house, ann, asked, "Accept") == []
    assert "**Bram** is now a member" in reading.text(clara.message(asked["id"]))
    assert "You're now a member of Dinsdagclub." in reading.text(house.hand(bram))
    assert await names(house, league) == ["Ann", "Bram"]
    await pressed(house, clara, announced, "Ask to join")
    request = posted(house, ann)
    panel = await Panel.open(house, ann, "league members")
    await panel.press("1 request")
    await panel.choose("league-candidate", str(clara.id))
    await panel.press("Refuse")
    assert "**Chloé** won't be joining Dinsdagclub for now" in panel.text
    assert "wasn't accepted" in reading.text(house.hand(clara))
    assert "Somebody has already decided that" in (await pressed(house, ann, request, "Accept"))[0]
    assert await names(house, league) == ["Ann", "Bram"]


async def test_who_is_let_in_and_takes_no_direct_messages_is_called(house: House) -> None:
    ann, bram = house.person("Ann"), house.person("Bram")
    await create(house, ann, entry="request")
    bram.account.direct_messages_open = False
    await pressed(house, bram, posted(house, ann), "Ask to join")
    await pressed(house, ann, posted(house, ann), "Accept")
    called = posted(house, bram)
    assert f"<@{bram.id}>, you're now a member" in reading.text(called)
    assert [one["id"] for one in called["mentions"]] == [str(bram.id)]


async def test_an_invitation_is_for_one_person(house: House) -> None:
    ann, bram, clara = (house.person(name) for name in ("Ann", "Bram", "Chloé"))
    league = await create(house, ann, entry="invited")
    assert [one.label for one in reading.buttons(posted(house, bram))] == ["Standings"]
    assert "You need an invitation" in await house.reply(bram, "league join")
    assert "Only organisers" in await house.reply(bram, "league invite", {"player": clara.id})
    await house.command(ann, "league invite", {"player": bram.id})
    invitation = posted(house, ann)
    assert [one["id"] for one in invitation["mentions"]] == [str(bram.id)]
    assert (await pressed(house, clara, invitation, "Join"))[0].startswith(
        "That invitation is for somebody else."
    )
    assert "Welcome" in (await pressed(house, bram, invitation, "Join"))[0]
    assert "**Bram** is now a member" in reading.text(clara.message(invitation["id"]))
    assert await names(house, league) == ["Ann", "Bram"]
    assert "already a member" in await house.reply(ann, "league invite", {"player": bram.id})


async def test_leaving_is_asked_and_what_one_was_stays(house: House) -> None:
    ann, bram = house.person("Ann"), house.person("Bram")
    league = await create(house, ann)
    assert "You're not a member of" in await house.reply(bram, "league leave")
    await house.reply(bram, "league join")
    await house.reply(bram, "league name", {"name": "Brammetje"})
    assert "Your results stay" in await house.reply(bram, "league leave")
    assert await house.say_yes(bram) != ""
    assert await names(house, league) == ["Ann"]
    assert "Your name there is **Brammetje**" in await house.reply(bram, "league join")
    assert len(await house.bot.clubs.leagues.members(league.id)) == 2


async def test_which_league_is_meant_is_said_where_there_are_several(house: House) -> None:
    ann, bram = house.person("Ann"), house.person("Bram")
    await create(house, ann, "One")
    await create(house, ann, "Two")
    assert "several leagues" in await house.reply(bram, "league join")
    assert "no league called **Three**" in await house.reply(bram, "league join", {"league": "Three"})
    offered = await bram.autocomplete(house.cards, "league join", {"league": "t"}, "league")
    assert [one["value"] for one in offered] == ["Two"]
