"""What a game did to ratings, as people read it when it ends, and what /help says of it."""

from __future__ import annotations

import re

import pytest

from bot.robots.kinds import ratings_of
from bot.stats import words as stats_words
from bot.stats.ratings import ServerPool
from bot.tables.table import Table
from playground import reading
from tests.e2e.house import House
from tests.e2e.test_comfort import play_to_the_end
from tests.e2e.test_ending import said
from tests.e2e.test_without_eyes import wish
from tests.stats.reference.ratings import Ended, Rating, Seat, ordinal, server_ratings

NEW: Rating = (25.0, 25 / 3)
_ONE = re.compile(r"(\w+) (−?\d+\.\d) \(([+−]?\d+\.\d)\)|(\w+): still new")


async def ended(table: Table) -> Ended:
    """A game that is over, as the second calculation is to be told of it."""
    points = (await table.view(None)).points
    seats = [
        Seat(str(seat.user_id or seat.robot), own, seat.user_id is None)
        for seat, own in zip(table.facts.seats, points, strict=True)
    ]
    return Ended(f"{table.facts.id}", f"{table.facts.id}", "king", tuple(seats))


def told(text: str) -> dict[str, tuple[str, str]]:
    """What is said of ratings, by name: each as it is now, and by how much it has changed."""
    (line,) = [one for one in text.splitlines() if one.startswith("-# Ratings: ")]
    return {name or new: (now, change) for name, now, change, new in _ONE.findall(line)}


def shown(value: float) -> str:
    return f"{value:.1f}".replace("-", "−")


def signed(value: float) -> str:
    return f"+{shown(value)}" if value > 0 else shown(value + 0.0)


def due(before: Rating, now: Rating) -> tuple[str, str]:
    """What is to be said of somebody's rating."""
    was, is_now = (round(ordinal(one), 1) for one in (before, now))
    return shown(is_now), signed(round(is_now - was, 1))


async def test_after_each_game_everybody_reads_what_it_did(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if two games were enough for a rating to be known."""
    monkeypatch.setattr(stats_words, "KNOWN_AFTER", 2)
    people = house.people()[:3]
    await wish(house, people[2], text_mode=True)
    played: list[Ended] = []
    before: dict[str, Rating] = {}
    guild = None
    for number in (1, 2):
        table = await house.start_table(*people)
        guild = table.facts.guild_id
        await play_to_the_end(house, table)
        played.append(await ended(table))
        now = server_ratings(played, {"king": ratings_of("king")})["king"]
        each = {one.name: due(before.get(str(one.id), NEW), now[str(one.id)]) for one in people}
        is_new = number == 1
        expected = dict.fromkeys(each, ("", "")) if is_new else each
        assert told(said(house.channel_message(people[0], "the game is over"))) == expected
        for one in people:
            rating, change = each[one.name]
            new, known = "Your rating is still new", f"Your rating: {rating} ({change})"
            assert f"-# {new if is_new else known}" in said(house.hand(one))
            assert "Ratings:" not in said(house.hand(one))
        before = now
    assert guild is not None
    rung = await house.bot.store.ratings.rung(ServerPool(guild, "king"), people[0].id)
    assert rung is not None and rung.games == 2


async def test_a_game_with_robots_alone_says_why_nothing_was_rated(house: House) -> None:
    ann, *_ = house.people()
    table = await house.open_table(ann, robots=3)
    await play_to_the_end(house, table)
    over = said(house.channel_message(ann, "the game is over"))
    assert "-# Not rated: it takes two people at the end." in over
    assert "-# Not rated: it takes two people at the end." in said(house.hand(ann))


async def test_a_game_in_which_somebody_gave_up_a_seat_says_so(house: House) -> None:
    ann, bram, chloe, _ = house.people()
    table = await house.start_table(ann, bram, chloe)
    await house.confirmed(bram, "table leave")
    await play_to_the_end(house, table)
    assert "-# Not rated: somebody gave up a seat." in said(house.channel_message(ann, "the game is over"))


async def test_who_hides_statistics_reads_their_own_rating_alone(house: House) -> None:
    ann, bram, chloe, _ = house.people()
    await wish(house, bram, statistics="hidden")
    table = await house.start_table(ann, bram, chloe)
    await play_to_the_end(house, table)
    assert {*told(said(house.channel_message(ann, "the game is over")))} == {ann.name, chloe.name}
    assert "-# Your rating is still new: it is shown after 10 games." in said(house.hand(bram))


async def test_help_explains_ratings(house: House) -> None:
    ann, *_ = house.people()
    await house.reply(ann, "help")
    message = house.whispers(ann)[-1]
    (select,) = reading.selects(message)
    await (await ann.select(message["id"], select.custom_id, ["ratings"])).done()
    await house.settled()
    text = reading.text(house.whispers(ann)[-1])
    assert "How ratings work" in text and "still new" in text
