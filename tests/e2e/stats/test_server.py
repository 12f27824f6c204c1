"""What is asked of a server: ``/stats compare``, ``leaderboard``, ``records``, ``server`` and ``cards``."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest

from bot.stats.ratings import RatingProgress, ServerPool
from bot.tables.model import TableFacts
from playground import reading
from tests.e2e.house import House
from tests.e2e.leagues.club import Club
from tests.e2e.stats.evening import Panel, in_words, played
from tests.e2e.stats.second import expected, many, signed
from tests.stats.reference import cards as reference_cards
from tests.stats.reference.reading import read

GAMES_OF = """
INSERT INTO tallies (user_id, guild_id, month, kind, key, preset, season_id, count, points, tricks, won, lost,
    table_points, table_seats)
VALUES (?, ?, '', 'game', '', 'kingen', 0, 6, ?, 0, 1, 0, 0, 24)
"""


async def test_two_people_side_by_side(house: House) -> None:
    ann, bram, chloe, dirk = house.people()
    table = await played(house, ann, bram)
    second = await expected(table)
    together = second["Ann"]["against"]["Bram"]
    await in_words(house, ann)
    panel = await Panel.typed(house, ann, "compare", player=ann, other=bram)
    left, right = (signed(second[name]["points"]) for name in ("Ann", "Bram"))
    assert "1 game together" in panel.text and f"points per game: {left} and {right}" in panel.text
    points = together["points"]
    assert f"points more, together: {signed(points)} and {signed(-points)}" in panel.text
    await panel.press("Show to everybody")
    shown = house.channel_message(chloe, "As it stood on")
    assert any("Side by side" in one.alt for one in reading.pictures(house.server, shown))
    for one, other, said in (
        (ann, ann, "That's the same person twice: choose two."),
        (ann, dirk, "**Dmitri** hasn't played here yet."),
    ):
        options = {"player": str(one.id), "other": str(other.id)}
        assert (await house.reply(ann, "stats compare", options)).startswith(said)


async def test_who_is_ahead_by_each_measure(house: House) -> None:
    ann, bram, chloe, _ = house.people()
    second = await expected(await played(house, ann, bram, chloe))
    await in_words(house, ann)
    panel = await Panel.typed(house, ann, "leaderboard")
    assert panel.text.startswith("### Hartenheer\nRating · King · from 1 game\nRanked by Rating")
    assert "3 people" in panel.text
    new = [line for line in panel.text.splitlines() if "still new" in line]
    assert len(new) == 3 and all(", without a place" in line for line in new)
    best = max(line["points"] for line in second.values())
    await panel.choose("stats-measure", "Points")
    told = [line.replace("**", "").replace("You: ", "") for line in panel.text.splitlines()]
    first = next(line for line in told if line.startswith("1. "))
    assert f": {signed(best)}, " in first and first.endswith("1 game")  # two may share the place
    # A mean of one game tells nothing: it takes five, where nobody asked for fewer.
    await panel.choose("stats-measure", "Points per game")
    assert "Nobody has finished 5 games here yet." in panel.text
    panel = await Panel.typed(house, ann, "leaderboard", measure="mean", minimum=1)
    assert "from 1 game" in panel.text and "3 people" in panel.text
    wins = {line["player"]: line["places"].get("1", 0) for line in second.values()}
    panel = await Panel.typed(house, ann, "leaderboard", measure="won", minimum=1)
    for name, won in wins.items():
        assert f"{name}: {100 * won}%" in panel.text
    panel = await Panel.typed(house, ann, "leaderboard", measure="games", game="whist-walloon")
    assert "Nobody has finished a game here yet." in panel.text
    await panel.press("Show to everybody")
    assert "Nobody has finished a game here yet." in reading.text(
        house.channel_message(bram, "As it stood on")
    )


@pytest.mark.parametrize("minimum", [0, -3, 1_000_000])
async def test_a_minimum_that_is_none(house: House, minimum: int) -> None:
    said = await house.reply(house.person("Ann"), "stats leaderboard", {"minimum": minimum})
    assert said == "The minimum number of games is a number from 1 to 999,999."


async def test_of_a_league_those_who_played_in_it(house: House) -> None:
    ann, bram, *_ = house.people()
    await played(house, ann, bram)
    club = await Club.found(house)
    await in_words(house, ann)
    panel = await Panel.typed(house, ann, "leaderboard", measure="points", league=club.league.name)
    assert "Tuesday club" in panel.text and "Nobody has finished a game here yet." in panel.text
    panel = await Panel.typed(house, ann, "me", league=club.league.name, season=1)
    assert "Tuesday club, 2026" in panel.text and "Nothing played matches" in panel.text
    said = await house.reply(ann, "stats me", {"league": club.league.name, "season": 7})
    assert said == "**Tuesday club** has no season 7."
    await panel.press("What counts")
    assert panel.offered("stats-league") == [
        "All games, league or not", "Tuesday club", "Tuesday club: 2026",
    ]  # fmt: skip
    await panel.choose("stats-league", "All games, league or not")
    assert "1 game, 10 deals" in panel.text
    # A league of another server is none here.
    elsewhere = house.changes.add_guild("Elsewhere")
    channel = house.changes.add_channel(elsewhere, "games")
    await house.settled()
    done = await (await ann.command(channel.id, "stats me", {"league": club.league.name})).done()
    assert done.message is not None and "league" in reading.text(done.message)
    forged = f"hh:stats-person:0:0:car:{ann.id}::l{club.league.id + 1}:-:0"
    assert "league" in (await house.forge(ann, panel.message, forged))[0]


async def test_records_lead_to_their_replays(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """And tell what their tables are called, which in an evening is not their id."""
    monkeypatch.setattr(TableFacts, "number", property(lambda facts: facts.id + 7))
    ann, bram, *_ = house.people()
    table = await played(house, ann, bram)
    second = await expected(table)
    panel = await Panel.typed(house, ann, "records")
    best = max(one["best"] for line in second.values() for one in line["contracts"].values())
    first = panel.text.splitlines()[1]
    assert panel.text.startswith("### Best deals · Kingen") and f": {signed(best)}, " in first
    assert first.endswith(" (table 8)")
    await panel.choose("stats-records", "Worst games")
    worst = min(line["points"] for line in second.values())
    assert panel.text.splitlines()[1].endswith(f": {signed(worst)} (table 8)")
    await panel.press("▶ 1")
    assert "table 8" in reading.text(house.whispers(ann)[-1]).casefold()
    await panel.choose("stats-records", "Worst deals")
    await panel.press("Show to everybody")
    shown = house.channel_message(bram, "Worst deals")
    assert [one.label for one in reading.buttons(shown)] == [f"▶ {number}" for number in range(1, 7)]
    known = {one["id"] for one in house.whispers(bram)}
    await house.press(bram, shown, "▶ 1")
    await house.settled()
    assert len({one["id"] for one in house.whispers(bram)} - known) == 1


async def test_what_is_played_here(house: House) -> None:
    ann, *_ = house.people()
    said = await Panel.typed(house, ann, "server")
    assert "No games have finished here yet." in said.alt
    await played(house, ann)
    panel = await Panel.typed(house, ann, "server")
    assert "1 game, 10 deals" in panel.alt and "Kingen 1" in panel.alt and "Hours are in UTC" in panel.alt
    await Club.found(house)
    panel = await Panel.typed(house, ann, "server")
    assert "Hours as in Brussels" in panel.alt


async def test_whether_cards_come_by_chance(house: House) -> None:
    ann, bram, *_ = house.people()
    panel = await Panel.typed(house, ann, "cards")
    assert "No finished game has dealt cards here yet" in panel.alt
    tables = [await played(house, ann, bram), await played(house, ann, bram, game="denexa-king")]
    await in_words(house, ann)
    records = [read((await one.record()).encode()) for one in tables]
    every = reference_cards.came([one for one in records if one is not None])
    found = {key[2]: came for key, came in every.items()}
    assert set(found) == {"cut", "full"}
    panel = await Panel.typed(house, ann, "cards")
    cut, full = "52 cards, 4 players · cut", "52 cards, 4 players · shuffled"
    assert sorted(panel.offered("stats-pack")) == [cut, full]
    await panel.choose("stats-pack", cut)
    assert "cut, not shuffled" in panel.text and "degrees of freedom" not in panel.text
    await panel.choose("stats-pack", full)
    assert panel.text.count("on 51 degrees of freedom · p ") == 4
    assert "Too few deals so far" in panel.text  # a dozen deals
    kept = found["full"]
    deals = many(kept.deals, "deal")
    for seat, counts in kept.seats.items():
        x2 = float(reference_cards.chi_squared(counts, 52, 13, kept.deals))
        p = reference_cards.p_value(x2, 52)
        told = f"X² {round(x2, 1):g} on 51 degrees of freedom · p {round(p, 2 if p >= 0.01 else 3):g}"
        assert f"Seat {seat + 1}: {deals} · {told}" in panel.text
    await panel.press("What is this?")
    assert "*Check the deals* under every result" in panel.text and "below 0.05" in panel.text
    await panel.press("The cards")
    panel = await Panel.typed(house, ann, "cards", player=bram)
    assert panel.text.startswith("### The cards of Bram")


async def test_while_ratings_are_worked_out_anew_it_is_said_how_far_that_is(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bram, *_ = house.people()
    await played(house, ann, bram)

    async def progress(pool: ServerPool) -> RatingProgress:
        assert pool == ServerPool(house.bot.guilds[0].id, "king")
        return RatingProgress(400, 1234)

    monkeypatch.setattr(house.bot.store.ratings, "progress", progress)
    panel = await Panel.typed(house, ann, "leaderboard")
    assert "Ratings are being worked out again: 400 of 1,234 games done." in panel.text
    panel = await Panel.typed(house, ann, "me")
    assert "Ratings are being worked out again: 834 games still to go." in panel.text
    await panel.leaf("Streaks and form")
    assert "Ratings" not in panel.text


async def test_pages_of_a_leaderboard_and_ones_own_place(house: House, database: Path) -> None:
    ann, *_ = house.people()
    (guild_id,) = house.world.guilds
    people = [(10_000 + number, f"P{number:02}") for number in range(39)] + [(ann.id, "Ann")]
    for user_id, name in people[:-1]:
        await house.bot.people.know(user_id, name)
    with closing(connect(database)) as other, other:
        for number, (user_id, _) in enumerate(people):
            other.execute(GAMES_OF, (user_id, guild_id, 1000 - number))
    await in_words(house, ann)
    panel = await Panel.typed(house, ann, "leaderboard", measure="points")
    assert "1–15 of 40" in panel.text and "1. P00: +1,000, 6 games" in panel.text
    assert "You: 40. Ann: +961" in panel.text
    assert panel.labels == ["My place", "2 ›", "Show to everybody"]
    await panel.press("2 ›")
    assert "16–30 of 40" in panel.text
    await panel.press("My place")
    assert "31–40 of 40" in panel.text and panel.labels == ["‹ 2", "Show to everybody"]
    await panel.press("‹ 2")
    assert "16–30 of 40" in panel.text
    # A page that there never was is the last one; another measure begins at its first page.
    own = next(one for one in reading.buttons(panel.message) if one.label == "3 ›").custom_id
    await house.forge(ann, panel.message, own.removesuffix(":30") + ":999")
    assert "31–40 of 40" in panel.text
    await panel.choose("stats-measure", "Wins")
    assert "1–15 of 40" in panel.text
