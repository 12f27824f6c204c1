"""*Review* under a result, through the client library: for who played, their own cards, made once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK, View
from bot.replays.replay import replay_of
from bot.reviews.making import Making
from bot.reviews.model import Review
from bot.reviews.ui import reviews
from bot.reviews.words import ReviewSummary, card_line, cost_line, lost, points_text
from bot.robots.registry import STUDIES
from bot.robots.study import Study
from bot.tables.table import Table
from bot.words.catalogue import words_for
from playground import reading
from playground.people import Person
from playground.server import Playground
from tests.data.databases import change
from tests.e2e.house import House, open_house
from tests.e2e.replays.watching import OVER, Watching
from tests.e2e.test_comfort import play_to_the_end
from tests.e2e.test_without_eyes import wish

WORDS = words_for("en-GB")
BROKEN_OFF = "The game was broken off"


def text_of(message: dict[str, Any]) -> str:
    return reading.text(message).replace("\\", "")


async def pressed(house: House, person: Person, message: dict[str, Any], label: str = "Review") -> str:
    """Press it; the id of the one new message that answers."""
    known = {one["id"] for one in house.whispers(person)}
    done = await house.press(person, message, label)
    assert done.state == "answered", done.error
    (new,) = [one["id"] for one in house.whispers(person) if one["id"] not in known]
    return new


async def asked(house: House, person: Person, said: str = OVER) -> dict[str, Any]:
    """What *Review* under the result is answered with once all is done."""
    id_ = await pressed(house, person, house.channel_message(person, said))
    await house.world.until(lambda: "Going over" not in text_of(person.message(id_)))
    await house.settled()
    return person.message(id_)


async def reviews_of(house: House, table: Table) -> list[Review]:
    return [*await house.bot.reviewing.of_table(table.facts.id)]


async def play_deals(house: House, table: Table, deals: int) -> None:
    """The first legal card of everybody, until so many deals have ended."""
    while len((await table.view(None)).results) < deals:
        facts = table.facts
        if facts.turn == AWAITS_DECK:
            for seat in facts.seats:
                if seat.user_id is not None and table.facts.turn == AWAITS_DECK:
                    await table.ready(seat.user_id)
        elif (mover := facts.waited_for) is not None:
            view = await table.view(facts.turn)
            await table.act(mover, facts.seq, members(view.legal)[0])
        await house.bot.tables.quiet()
    await house.settled()


async def broken_off(house: House, *people: Person) -> Table:
    """A game of which one deal was scored."""
    table = await house.start_table(*people)
    await play_deals(house, table, 1)
    await table.close(people[0].id)
    await house.settled()
    return table


@contextmanager
def held_up() -> Iterator[threading.Event]:
    """Studies wait for the event, and then find every card as good as any other."""
    gate, known = threading.Event(), STUDIES.of("king")

    def studying(view: View) -> Study:
        gate.wait(30.0)
        return Study((), dict.fromkeys(members(view.legal), (0,)))

    STUDIES.take_back("king")
    STUDIES.register("king", studying)
    try:
        yield gate
    finally:
        gate.set()
        STUDIES.take_back("king")
        STUDIES.register("king", known)


async def test_the_review_of_a_whole_game(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bram, chloe, *_ = house.people()
    made: list[int] = []
    reviews = Making.reviews

    def counted(self: Making) -> tuple[Review, ...]:
        made.append(1)
        return reviews(self)

    monkeypatch.setattr(Making, "reviews", counted)
    table = await house.start_table(ann, bram)
    await play_deals(house, table, 3)
    await table.leave(bram.id)
    await play_to_the_end(house, table)

    whole = await asked(house, ann)
    kept = await reviews_of(house, table)
    (own,) = [one for one in kept if one.user_id == ann.id]
    film = replay_of(table.facts, *await table.inputs())
    told = ReviewSummary(film, [own])
    assert own.cards == own.judged == 130 and len(told.worst) == 3
    for line in (lost(WORDS, told), *(card_line(WORDS, told, one) for one in told.worst)):
        assert line in text_of(whole)
    robots = [seat.name for seat in table.facts.seats if seat.user_id is None]
    others = next(line for line in text_of(whole).split("\n") if line.startswith("At the table: "))
    assert all(name in others for name in robots)

    # who gave up the seat: what they played, and no more; at once, and nothing is made anew
    (brams,) = [one for one in kept if one.user_id == bram.id]
    assert brams.cards == 39 and len([one for one in kept if one.seat == brams.seat]) == 2
    again = await asked(house, bram)
    assert lost(WORDS, ReviewSummary(film, [brams])) in text_of(again)
    assert len(made) == 1

    # another's is not shown until they let it be
    assert "Bram" not in text_of(whole)
    await wish(house, bram, reviews="shown")
    assert f"Bram {points_text(WORDS, brams.cents)}" in text_of(await asked(house, ann))
    await no_business_of_others(house, chloe)
    await each_card_has_its_picture(house, ann, told)
    await the_replay_shows_it(house, ann, bram, table, told)


async def no_business_of_others(house: House, stranger: Person) -> None:
    refused = await asked(house, stranger)
    assert text_of(refused) == WORDS("error.review-not-yours")
    table_id = house.bot.tables.running() or 1
    assert await house.forge(stranger, refused, f"hh:review:{table_id}:0:1") == [
        WORDS("error.review-not-yours")
    ]


async def each_card_has_its_picture(house: House, person: Person, summary: ReviewSummary) -> None:
    panel = await asked(house, person)
    for number, one in enumerate(summary.worst, start=1):
        custom_id = f"hh:review:1:0:{number}"
        done = await (await person.press(panel["id"], custom_id)).done()
        assert done.state == "answered", done.error
        panel = person.message(panel["id"])
        (picture,) = reading.pictures(house.server, panel)
        assert WORDS("replay.picture.better", card=WORDS(f"card.{card_text(one.better)}")) in picture.alt
        assert cost_line(WORDS, one) in text_of(panel)
        still = summary.replay.at(one.moment)
        assert still.last is not None and still.last.seat == one.seat
    from_here = await Watching.pressed(house, person, panel, "Replay from here")
    assert from_here.moment == summary.worst[2].moment and from_here.look.eyes == summary.worst[2].seat


def card_text(card: int) -> str:
    return f"{'23456789TJQKA'[card % 13]}{'CDHS'[card // 13]}"


async def the_replay_shows_it(
    house: House, own: Person, other: Person, table: Table, summary: ReviewSummary
) -> None:
    """The cost stands beside the card, for its player alone, and not on what they share."""
    one = summary.worst[0]
    trick = summary.replay.deals[one.moment.deal].trick_at(one.moment.ply)
    where = {"table": table.facts.id, "deal": one.moment.deal + 1, "trick": trick}
    for person in (own, other):
        panel = await (await Watching.typed(house, person, **where)).go("by")
        while panel.moment > one.moment:
            await panel.go("back")
        assert (cost_line(WORDS, one) in panel.text) is (person is own)
        assert ("Better: " in panel.alt) is (person is own)
        more = person.message(await pressed(house, person, panel.message, "More"))
        assert "Review" in [one.label for one in reading.buttons(more)]
        await house.press(person, more, "Share")
        await house.settled()
        shared = house.channel_message(other, "`table:")
        (picture,) = reading.pictures(house.server, shared)
        assert "Better: " not in picture.alt and cost_line(WORDS, one) not in text_of(shared)


async def test_while_it_is_made_all_who_ask_see_how_far_it_is(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bram, *_ = house.people()
    monkeypatch.setattr(reviews, "EVERY", 0.05)
    with held_up() as gate:
        table = await broken_off(house, ann, bram)
        ids = [
            (one, await pressed(house, one, house.channel_message(one, BROKEN_OFF))) for one in (ann, bram)
        ]
        for person, id_ in ids:
            assert WORDS("review.making", table=table.facts.number) in text_of(person.message(id_))
        await house.world.until(lambda: "▱ 1%" in text_of(ann.message(ids[0][1])))
        assert house.bot.reviewing.is_under_way(table.facts.id)
        gate.set()
        for person, id_ in ids:
            await house.world.until(
                lambda person=person, id_=id_: "None of your 13" in text_of(person.message(id_))
            )
        await house.settled()
    assert not house.bot.reviewing.is_under_way(table.facts.id)
    assert len(await reviews_of(house, table)) == 4


async def test_after_a_restart_in_the_middle_it_is_made_all_the_same(database: Path) -> None:
    server = await Playground.start()
    try:
        with held_up() as gate:
            async with open_house(database, server=server) as house:
                ann, bram, *_ = house.people()
                table = await broken_off(house, ann, bram)
                id_ = await pressed(house, ann, house.channel_message(ann, BROKEN_OFF))
                waiting = ann.message(id_)
                assert "Look again" in [one.label for one in reading.buttons(waiting)]
                gate.set()  # what is looked at just now ends; the rest is for the next one
            gate.clear()
            async with open_house(database, server=server) as house:
                assert house.bot.reviewing.is_under_way(table.facts.id)
                gate.set()
                await house.settled()
                assert len(await reviews_of(house, table)) == 4
                await house.press(ann, ann.message(id_), "Look again")
                await house.settled()
                assert "None of your 13" in text_of(ann.message(id_))
    finally:
        await server.close()


async def test_what_cannot_be_reviewed_is_refused_in_a_sentence(house: House) -> None:
    ann, bram, chloe, *_ = house.people()
    table = await house.start_table(ann, bram)
    await play_deals(house, table, 1)
    message = house.table_message(table)
    running = f"hh:review-open:{table.facts.id}:0:"
    assert await house.forge(ann, message, running) == [WORDS("error.review-running")]
    assert await house.forge(chloe, message, running) == [WORDS("error.review-not-yours")]
    assert await house.forge(ann, message, "hh:review-open:99:0:") == [WORDS("error.no-such-table")]
    assert not house.bot.reviewing.is_under_way(table.facts.id)
    lobby = await house.open_table(chloe)
    await lobby.close(chloe.id)
    unplayed = f"hh:review-open:{lobby.facts.id}:0:"
    assert await house.forge(chloe, message, unplayed) == [WORDS("error.review-not-played")]
    await table.close(ann.id)
    known = STUDIES.of("king")
    STUDIES.take_back("king")
    try:
        assert await house.forge(ann, message, running) == [WORDS("error.review-no-study")]
    finally:
        STUDIES.register("king", known)


async def test_a_game_whose_log_no_longer_replays(database: Path) -> None:
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            ann, bram, *_ = house.people()
            table = await broken_off(house, ann, bram)
            message = house.channel_message(ann, BROKEN_OFF)
        change(database, f"UPDATE log SET line = '0 dance' WHERE table_id = {table.facts.id} AND seq = 9")
        async with open_house(database, server=server) as house:
            told = await house.forge(ann, message, f"hh:review-open:{table.facts.id}:0:")
            assert told == [WORDS("error.table-parked")]
            await house.bot.reviewing.ask(table.facts.id)
            await house.settled()
            assert not house.bot.reviewing.is_under_way(table.facts.id)
            assert not await reviews_of(house, table)
    finally:
        await server.close()
