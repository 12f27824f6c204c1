"""``/stats me`` and ``/stats player``."""

from __future__ import annotations

import re
from typing import Any

import pytest

from playground import reading
from tests.e2e.house import EPHEMERAL, House
from tests.e2e.stats.evening import Panel, in_words, played
from tests.e2e.stats.second import CALLED, expected, many, signed

PLACES = ("1st", "2nd", "3rd", "4th", "5th")


async def every_leaf(panel: Panel, label: str) -> str:
    """All pages of a leaf."""
    told = await panel.leaf(label)
    while more := [one for one in panel.labels if one.endswith("›")]:
        await panel.press(more[0])
        told += "\n" + panel.text
    return told


def check_contracts(told: str, contracts: dict[str, Any], whist: dict[str, Any]) -> None:
    """S3, S8, S9."""
    lines = {line.partition(":")[0]: line for line in told.splitlines()}
    for name, one in contracts.items():
        line, deals = lines[CALLED[name]], one["deals"]
        assert (
            f"average {signed(one['points'] / deals)}, {many(deals, 'deal')}, {signed(one['points'])},"
            in line
        )
        assert f"tricks {round(one['tricks'] / deals, 1):g}, best {signed(one['best'])}" in line
        assert line.endswith(f"worst {signed(one['worst'])}.")
        if bid := whist.get(name):
            assert f"bid {bid['bid']}, made {round(100 * bid['made'] / bid['bid'])}%" in line


def check_roles(told: str, line: dict[str, Any]) -> None:
    """S4, S5, S6, S8."""

    def each(one: dict[str, Any], times: str, what: str) -> str:
        mean = signed(one["points"] / one[times])
        return f"{many(one[times], what)}, {signed(one['points'])} in total, {mean} each"

    assert each(line["dealer"], "deals", "deal") in told
    for one in line["chosen"].values():
        assert each(one, "deals", "deal") in told
    for seat, one in line["seats"].items():
        named = "First dealer" if seat == "0" else f"{many(int(seat), 'seat')} to the left"
        assert f"{named}: {each(one, 'games', 'game')}" in told
    for contract, one in line["whist"].items():
        share = round(100 * one["made"] / one["bid"])
        told_bid = f"{many(one['bid'], 'time')}, made {one['made']} ({share}%), lost {one['lost']}"
        assert f"{CALLED[contract]}: {told_bid}, points: {signed(one['points'])}" in told


async def test_what_is_told_of_somebody_is_what_a_second_calculation_says(house: House) -> None:
    ann, bram, chloe, _ = house.people()
    tables = [await played(house, ann, bram, chloe), await played(house, ann, bram, game="whist-walloon")]
    second = await expected(*tables)
    await in_words(house, ann)
    for person in (ann, bram):
        line = second[person.name]
        panel = await Panel.typed(house, ann, "player", player=person)
        games, deals = line["games"], line["deals"]
        means = f"{signed(line['points'])} points in total, {signed(line['points'] / games)} points per game"
        assert f"{many(games, 'game')}, {means}, {many(deals, 'deal')}." in panel.text
        for place, count in line["places"].items():
            assert f"{PLACES[int(place) - 1]} {count} ({round(100 * count / games)}%)" in panel.text
        check_contracts(await every_leaf(panel, "Contracts"), line["contracts"], line["whist"])
        check_roles(await every_leaf(panel, "Dealing, choosing, seats, bids"), line)
        told = await every_leaf(panel, "Against whom")
        for other, one in line["against"].items():
            found = re.search(rf"\*\*{other}\*\*: {many(one['games'], 'game')}, (\d+) ahead, .*", told)
            assert found and int(found[1]) == one["before"] and f"points: {signed(one['points'])}" in found[0]
    # Of one game alone, chosen on the panel.
    await panel.press("What counts")
    assert panel.offered("stats-game")[1:] == ["Colour Whist (Walloon)", "Kingen"] or panel.offered(
        "stats-game"
    )[1:] == ["Kingen", "Colour Whist (Walloon)"]
    await panel.choose("stats-game", "Kingen")
    assert "1 game, 10 deals" in panel.text
    await panel.press("Show")
    only = (await expected(tables[0]))["Bram"]
    assert f"1 game, {signed(only['points'])} points in total" in panel.text and "Kingen" in panel.text


async def test_a_card_is_a_picture_that_can_be_shown_to_everybody(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await played(house, ann, bram)
    points = signed((await expected(table))["Bram"]["points"])
    panel = await Panel.typed(house, ann, "player", player=bram)
    assert f"1 game, {points} points in total" in panel.alt and panel.alt.startswith("Bram.")
    assert "Rating: still new." in panel.alt  # no place as long as it is
    assert panel.labels == ["What counts", "Show to everybody"]
    for label in ("Contracts", "Over time"):
        await panel.leaf(label)
        assert panel.alt.startswith("Bram.")
    await panel.leaf("Card")
    await panel.press("Show to everybody")
    (shown,) = [
        one
        for one in bram.messages(house.cards)
        if any(points in picture.alt for picture in reading.pictures(house.server, one))
        and "As it stood on" in reading.text(one)
    ]
    assert not shown["flags"] & EPHEMERAL and not reading.buttons(shown)


async def test_who_never_played_is_told_so_and_what_to_do(house: House) -> None:
    ann, bram, *_ = house.people()
    said = await house.reply(ann, "stats me")
    assert said.startswith("You haven't played here yet.") and "table open" in said
    said = await house.reply(ann, "stats player", {"player": str(bram.id)})
    assert said.startswith("**Bram** hasn't played here yet.")
    assert await house.bot.people.player(bram.id) is None  # and nothing is kept of them
    bot = house.bot.user
    assert bot is not None
    said = await house.reply(ann, "stats player", {"player": str(bot.id)})
    assert said.endswith("is a program: statistics are for people. What robots do at tables isn't counted.")


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        ("May 2026", "2026-03", "These months are the wrong way round: the first comes after the last."),
        ("06/2026", "mars 2026", "These months are the wrong way round: the first comes after the last."),
        ("13/2026", None, "I don't understand “13/2026” as a month."),
        ("soon", None, "I don't understand “soon” as a month."),
        (None, "**2026**", "I don't understand “**2026**” as a month."),
    ],
)
async def test_months_that_are_none_or_upside_down(
    house: House, first: str | None, last: str | None, said: str
) -> None:
    options = {"since": first, "until": last}
    given = {name: value for name, value in options.items() if value is not None}
    told = (await house.reply(house.person("Ann"), "stats me", given)).replace("\\", "")
    assert told.startswith(said)


async def test_months_and_games_as_people_type_them(house: House) -> None:
    ann, *_ = house.people()
    await played(house, ann)
    await in_words(house, ann)
    month = await house.bot.store.statistics.months(None, ann.id)
    (choice,) = await ann.autocomplete(house.cards, "stats me", {"since": ""}, "since")
    assert choice["value"] == month[0]
    (choice,) = await ann.autocomplete(house.cards, "stats me", {"until": "mars 2020"}, "until")
    assert choice == {"name": "March 2020", "value": "2020-03"}
    panel = await Panel.typed(house, ann, "me", game="kingen", since=month[0], until=month[0])
    assert "1 game" in panel.text and "Kingen · " in panel.text
    panel = await Panel.typed(house, ann, "me", until="март 2020")
    assert "Nothing played matches these conditions" in panel.text and "until March 2020" in panel.text
    panel = await Panel.typed(house, ann, "me", game="Colour Whist (Walloon)")
    assert "Nothing played matches these conditions" in panel.text
    for options, said in (
        ({"game": "chess"}, "There's no game called “chess”."),
        ({"league": "Nobody's"}, "league"),
        ({"season": 3}, "league"),
    ):
        assert said in await house.reply(ann, "stats me", options)
    offered = await ann.autocomplete(house.cards, "stats me", {"game": "whist"}, "game")
    assert "Colour Whist (Walloon)" in [one["name"] for one in offered]


async def test_in_direct_messages_ones_own_of_everywhere(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await played(house, ann, bram)
    points = signed((await expected(table))["Ann"]["points"])
    private = ann.open_direct_messages()["id"]

    async def asked(path: str, options: dict[str, Any] | None = None) -> str:
        done = await (await ann.command(private, f"stats {path}", options)).done()
        await house.settled()
        assert done.state == "answered" and done.message is not None, done.error
        alt = [one.alt for one in reading.pictures(house.server, done.message)]
        return "\n".join([*alt, reading.text(done.message)])

    said = await asked("me")
    assert f"1 game, {points} points in total" in said and "on every server" in said
    assert (await asked("player", {"player": str(bram.id)})).startswith(
        "In direct messages you can only see your own"
    )
    for path in ("leaderboard", "records", "server", "cards"):
        assert (await asked(path)).startswith("That's about a server: ask it there.")
    assert (await asked("me", {"league": "Tuesday"})).startswith("That's about a server")


async def test_another_server_sees_nothing(house: House) -> None:
    ann, bram, *_ = house.people()
    await played(house, ann, bram)
    elsewhere = house.changes.add_guild("Elsewhere")
    channel = house.changes.add_channel(elsewhere, "games")
    await house.settled()
    for path, said in (
        ("me", "You haven't played here yet."),
        ("records", "No games have finished here yet."),
        ("leaderboard", "Nobody has finished a game here yet."),
    ):
        done = await (await ann.command(channel.id, f"stats {path}")).done()
        await house.settled()
        assert done.message is not None and said in reading.text(done.message)


async def test_presses_that_were_made_up_do_nothing(house: House) -> None:
    ann, bram, *_ = house.people()
    await played(house, ann, bram)
    panel = await Panel.typed(house, ann, "me")
    before = panel.alt
    for values in (
        f"xxx:{ann.id}:::-:0",
        "car:-5:::-:0",
        f"car:{ann.id}:KINGEN:x:-:0",
        f"car:{ann.id}::q7:-:0",
        f"car:{ann.id}:::202613-:0",
        f"car:{ann.id}:::-:-1",
        f"car:{ann.id}",
    ):
        (said,) = await house.forge(ann, panel.message, f"hh:stats-person:0:0:{values}")
        assert said.startswith("That button no longer works")
    assert panel.alt == before
    # A page that there never was is the last one; pressed twice it is the same.
    for _ in range(2):
        assert not await house.forge(ann, panel.message, f"hh:stats-person:0:0:con:{ann.id}:::-:999")
    assert "Contracts" in panel.alt
