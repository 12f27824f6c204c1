"""Games at tables of a league, as people on Discord see and press them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from bot.leagues.model import ClubMember, League, SeasonFacts
from bot.leagues.season.model import Night
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.standings_words import score_text
from bot.tables.model import State
from bot.tables.table import Table
from bot.words.catalogue import words_for
from playground import reading
from playground.people import Person
from tests.e2e.house import House, open_house
from tests.e2e.test_comfort import play_to_the_end
from tests.e2e.test_without_eyes import wish
from tests.kept import enter

WORDS = words_for("en-GB")
NAME = "Club *van* dinsdag"
SHOWN = "Club \\*van\\* dinsdag"


async def founded(
    house: House, *members: Person, settings: SeasonSettings | None = None, **chosen: Any
) -> tuple[League, SeasonFacts]:
    """A league of the first person's, with others as members."""
    (guild_id,) = house.world.guilds
    creator = members[0]
    given = {"preset": "kingen", "players": 4, "zone": "Europe/Brussels", **chosen}
    new = League(0, guild_id, NAME, creator=creator.id, created_at=0.0, **given)
    begun = house.bot.clubs.today(new) - timedelta(days=7)
    store = house.bot.store
    first, *others = [ClubMember(0, str(one.id), one.name, one.id, 0.0, begun) for one in members]
    season = SeasonFacts(0, 0, 1, "2026", settings or SeasonSettings(), begun)
    league = await store.leagues.create(new, season, first)
    for one in others:
        await enter(store.leagues, ClubMember(league.id, one.id, one.name, one.user_id, 0.0, begun))
    (kept,) = await store.seasons.seasons(league.id)
    return league, kept


async def opened(house: House, host: Person, robots: int = 0) -> Table:
    options: dict[str, Any] = {"league": NAME, **({"robots": robots} if robots else {})}
    invocation = await house.command(host, "table open", options)
    assert invocation.state == "answered", invocation.error
    return house.bot.tables.running()[-1]


async def gains_of(house: House, table: Table) -> list[str]:
    """What the game did to each member, in words made here anew."""
    told: list[str] = []
    for gain in await house.bot.store.seasons.gains(table.facts.id):
        assert gain.place is not None and gain.climbed is None
        nth = {1: "1st", 2: "2nd", 3: "3rd"}[gain.place]
        told.append(f"{gain.name} {score_text(WORDS, gain.score, signed=True)}, now {nth}")
    return told


def plain(line: str) -> str:
    """A line without its size and weight."""
    return line.removeprefix("-# ").strip("*")


async def test_a_game_of_a_league_from_its_lobby_to_its_end(house: House, database: Path) -> None:
    ann, bram, chloe, dirk = house.people()
    league, season = await founded(house, ann, bram, chloe)
    today = house.bot.clubs.today(league)
    await house.bot.store.seasons.add_night(season.id, Night("n1", today))
    table = await opened(house, bram)
    lobby = reading.text(house.lobby(table))
    assert f"### {SHOWN} · table 1" in lobby and "Kingen" in lobby
    assert f"Counts for **{SHOWN}** (2026): night of {WORDS.day(today)}" in lobby
    assert SHOWN in await house.reply(dirk, "table list")
    for person in (ann, chloe, dirk):
        await house.press(person, house.lobby(table), "Join")
        await house.settled()
    await house.press(bram, house.lobby(table), "Start")
    await house.settled()
    assert "Deal 1 of 10 · Club *van* dinsdag" in str(house.lobby(table))
    await wish(house, chloe, text_mode=True)
    await play_to_the_end(house, table)
    assert table.facts.state is State.FINISHED and table.facts.night == "n1"
    told = await gains_of(house, table)
    assert len(told) == 3  # Dirk is a guest
    over = house.channel_message(dirk, "the game is over")
    text = reading.text(over)
    assert f"### {SHOWN}: the game is over" in text
    assert {plain(line) for line in text.splitlines()} >= set(told)
    for person in (ann, bram, chloe):
        lines = reading.text(house.hand(person)).splitlines()
        gains = [line for line in lines if plain(line) in told]  # a shared first place is in bold type, too
        (own,) = [line for line in gains if line.startswith(f"**{person.name} ")]
        assert gains[0] == own
        assert {plain(line) for line in lines} >= set(told)
    guest = [line for line in reading.text(house.hand(dirk)).splitlines() if plain(line) in told]
    assert len(guest) == 3 and not any("**" in line for line in guest)
    league_press = reading.find_button(over, "Standings").custom_id
    assert league_press.startswith("hh:league-standings:") and league_press.endswith(f":{season.id}")
    assert (await house.press(dirk, over, "Standings")).state == "answered"


async def test_the_end_says_the_same_after_a_restart(database: Path) -> None:
    async with open_house(database) as house:
        ann, bram, *_ = house.people()
        await founded(house, ann, bram)
        table = await opened(house, ann, robots=2)
        await house.press(bram, house.lobby(table), "Join")
        await house.settled()
        await house.press(ann, house.lobby(table), "Start")
        await house.settled()
        await play_to_the_end(house, table)
        told = await gains_of(house, table)
        first = reading.text(house.channel_message(bram, "the game is over"))
        assert all(line in first for line in told)
    async with open_house(database) as house:
        again = await house.bot.tables.get(table.facts.id)
        drawing = await house.bot.display.drawings.result(again)
        said = "".join(str(one) for one in drawing.panel.to_components())
        assert all(line in said for line in told)


async def test_a_free_game_that_does_not_count_says_so(house: House) -> None:
    ann, *_ = house.people()
    await founded(house, ann, settings=SeasonSettings(free="ignore"))
    table = await opened(house, ann)
    said = f"Doesn't count: a free game of **{SHOWN}** (2026)"
    assert said in reading.text(house.lobby(table))
    await house.press(ann, house.lobby(table), "Fill with robots and start")
    await house.settled()
    await play_to_the_end(house, table)
    over = reading.text(house.channel_message(ann, "the game is over"))
    assert said in over and ", now " not in over


async def test_L13_who_has_no_place_yet_is_told_how_many_nights_it_takes(house: House) -> None:
    ann, *_ = house.people()
    await founded(house, ann, settings=SeasonSettings(minimum=3))
    table = await opened(house, ann, robots=3)
    await play_to_the_end(house, table)
    over = reading.text(house.channel_message(ann, "the game is over"))
    assert ", no place yet: 1 of 3 nights" in over


async def test_the_panel_of_options_says_whose_rules_they_are(house: House) -> None:
    ann, *_ = house.people()
    await founded(house, ann, options={"king-of-hearts-points": "4"})
    table = await opened(house, ann)
    await house.press(ann, house.lobby(table), "Options")
    await house.settled()
    panel = house.whispers(ann)[-1]
    assert f"This table plays by the rules of **{SHOWN}**" in reading.text(panel)
    by_verb = {one.custom_id.split(":")[1]: one for one in reading.selects(panel)}
    assert {verb for verb, one in by_verb.items() if one.disabled} == {"set-preset", "pick-option"}
    assert not any(one.label == "Back to the preset" for one in reading.buttons(panel))
    await house.forge(ann, panel, "hh:reset-options:1:0:")
    assert "This table plays by the league's rules" in reading.text(ann.message(panel["id"]))
    assert dict(table.facts.options) == {"king-of-hearts-points": "4"}


async def test_only_members_and_organisers_open_its_tables(house: House) -> None:
    ann, bram, chloe, dirk = house.people()
    await founded(house, chloe, bram)
    told = await house.reply(dirk, "table open", {"league": NAME})
    assert told.startswith(f"Only members and organisers open tables of {SHOWN}.")
    assert house.bot.tables.running() == []
    table = await opened(house, ann)  # who may manage the server
    assert table.facts.host_id == ann.id


async def test_where_no_guests_are_let_in_each_is_told_how_to_come_in(house: House) -> None:
    ann, bram, chloe, dirk = house.people()
    await founded(house, bram, chloe, guests=False)
    told = await house.reply(ann, "table open", {"league": NAME})  # an organiser, but no member
    assert told.startswith("Only league members sit at this table")
    table = await opened(house, bram)
    assert (await house.press(dirk, house.lobby(table), "Join")).state == "answered"
    await house.settled()
    told = reading.text(house.whispers(dirk)[-1])
    assert told.startswith("Only league members sit at this table") and "league join" in told
    await house.press(chloe, house.lobby(table), "Join")
    await house.press(bram, house.lobby(table), "Fill with robots and start")
    await house.settled()
    robot = next(number for number, seat in enumerate(table.facts.seats) if seat.user_id is None)
    told = await house.reply(bram, "table replace", {"player": robot, "by": dirk.id})
    assert told.startswith("Only league members sit at this table")
    assert table.facts.seat_of(dirk.id) is None


async def test_a_league_has_its_own_game_and_its_own_server(house: House) -> None:
    ann, *_ = house.people()
    await founded(house, ann)
    told = await house.reply(ann, "table open", {"league": NAME, "game": "kingen"})
    assert told == "A league has its own game: choose either a league or a game."
    dm = ann.open_direct_messages()["id"]
    invocation = await (await ann.command(int(dm), "table open", {"league": NAME})).done()
    await house.settled()
    assert invocation.message is not None
    told = reading.text(invocation.message)
    assert told.startswith("League games are played on the league's server")
    assert house.bot.tables.running() == []


async def test_a_season_that_was_closed_takes_no_table_and_its_rematch_counts_nowhere(house: House) -> None:
    ann, bram, *_ = house.people()
    league, season = await founded(house, ann, bram)
    table = await opened(house, ann, robots=3)
    await play_to_the_end(house, table)
    store = house.bot.store
    await store.seasons.close(season.id, house.bot.clubs.today(league))
    told = await house.reply(ann, "table open", {"league": NAME})
    assert told.startswith("This league has no season under way.")
    over = house.channel_message(ann, "the game is over")
    await house.press(ann, over, "Rematch")
    await house.settled()
    said = reading.text(house.whispers(ann)[-1])
    assert said.startswith("Rematch: you have a seat at table 2. It doesn't count for the league")
    (again,) = house.bot.tables.running()
    assert again.facts.season_id is None


async def test_ratings_follow_games_by_themselves(house: House) -> None:
    ann, bram, *_ = house.people()
    _, season = await founded(house, ann, bram)
    table = await opened(house, ann, robots=2)
    await house.press(bram, house.lobby(table), "Join")
    await house.settled()
    await house.press(ann, house.lobby(table), "Start")
    await house.settled()
    await play_to_the_end(house, table)
    await house.bot.timers.quiet()
    assert set(await house.bot.store.seasons.ratings(season.id)) == {str(ann.id), str(bram.id)}


async def test_leagues_are_offered_while_somebody_types(house: House) -> None:
    ann, *_ = house.people()
    await founded(house, ann)
    offered = await ann.autocomplete(house.cards, "table open", {"league": "dins"}, "league")
    assert [one["value"] for one in offered] == [NAME]
