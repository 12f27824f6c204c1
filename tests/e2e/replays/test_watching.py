"""A whole game looked at again by buttons, through the client library."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.cards import members
from bot.replays import words
from bot.replays.replay import By, ReplayMoment, read_file
from bot.replays.words import Watched
from bot.telling.phrases import Reader
from bot.words.catalogue import words_for
from playground import reading
from playground.server import Playground
from tests.e2e.house import House, open_house
from tests.e2e.replays.watching import OVER, Watching, played, replay
from tests.e2e.test_without_eyes import wish

WORDS = words_for("en-GB")


async def test_a_whole_game_trick_by_trick_and_back_card_by_card(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await played(house, ann, bram)
    opened = await replay(table)
    panel = await Watching.pressed(house, bram, house.channel_message(bram, OVER))
    assert panel.moment == ReplayMoment(0) and not panel.can("back") and not panel.can("start")
    here: ReplayMoment | None = ReplayMoment(0)
    seen = 0
    while here is not None:
        assert panel.moment == here
        watched = Watched.of(Reader(WORDS), opened, here)
        assert words.comes(watched) in panel.text
        assert watched.state.is_end or words.position(watched) in panel.text
        assert words.happened(watched).split(".")[0] in panel.alt
        here = opened.after(here, By.TRICK)
        assert panel.can("on") == panel.can("end") == (here is not None)
        seen += 1
        if here is not None:
            await panel.go("on")
    assert seen == sum(len(one.stops) for one in opened.deals) and panel.moment == opened.end_of(9)
    await panel.go("by")
    assert panel.look.by is By.CARD and panel.moment == opened.end_of(9)
    for _ in range(60):
        before = opened.before(panel.moment, By.CARD)
        await panel.go("back")
        assert panel.moment == before
    assert panel.moment.deal == 8
    await panel.go("start")
    assert panel.moment == ReplayMoment(8)
    await panel.go("start")
    assert panel.moment == ReplayMoment(7)
    await panel.go("end")
    assert panel.moment == opened.end_of(7)
    assert table.facts.seq == len(opened.items)


async def test_a_deal_and_somebody_s_eyes_are_chosen(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await played(house, ann, bram)
    opened = await replay(table)
    panel = await Watching.typed(house, ann, table=table.facts.id, deal=4, trick=5)
    assert panel.moment == opened.at_trick(3, 5)
    deals = panel.options("replay-deal")
    assert len(deals) == 10 and deals[3][0].startswith("Deal 4: ")
    await panel.choose("replay-deal", "7")
    assert panel.moment == ReplayMoment(7)
    everybody = panel.alt
    names = [seat.name for seat in table.facts.seats]
    assert [label for label, _ in panel.options("replay-eyes")] == [
        "All hands open",
        *(f"Through {name}'s eyes" for name in names),
    ]
    watched = Watched.of(Reader(WORDS), opened, ReplayMoment(7))
    hands = [
        words.phrases.cards_by_suit(WORDS, words._in_order(watched, seat, hand))
        for seat, hand in enumerate(watched.hands)
    ]  # pyright: ignore[reportPrivateUsage]
    assert all(hand in everybody for hand in hands)
    await panel.choose("replay-eyes", "2")
    assert panel.look.eyes == 2 and panel.moment == ReplayMoment(7)
    assert hands[2] in panel.alt and not any(hands[seat] in panel.alt for seat in (0, 1, 3))
    await panel.go("on")
    assert panel.look.eyes == 2
    await panel.choose("replay-eyes", "-")
    assert panel.look.eyes is None


async def test_what_else_was_legal(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await played(house, ann, bram)
    opened = await replay(table)
    panel = await (await Watching.typed(house, ann, table=table.facts.id)).go("by")
    await panel.go("others")
    assert "Nothing has happened in this deal yet." in panel.text
    for _ in range(53):
        await panel.go("on")
        state = opened.at(panel.moment)
        if state.last is not None and not state.others and not state.is_end:
            assert "had no choice." in panel.text
    await panel.go("others")
    assert not panel.look.others
    await panel.choose("replay-eyes", "1")
    await panel.go("others")
    while (
        (last := opened.at(panel.moment).last) is None or last.seat == 1 or not opened.at(panel.moment).others
    ):
        await panel.go("on")
    watched = Watched.of(Reader(WORDS), opened, panel.moment, 1)
    assert words.could(watched, brief=True) in panel.text  # that hand is not shown, so it is said


async def test_in_words_alone(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await played(house, ann, bram)
    opened = await replay(table)
    await wish(house, bram, text_mode=True)
    panel = await Watching.typed(house, bram, table=table.facts.id, deal=2, trick=3)
    await panel.go("others")
    watched = Watched.of(Reader(WORDS), opened, panel.moment)
    for line in (words.title(watched), words.position(watched), words.could(watched), *words.lines(watched)):
        assert line in panel.text
    assert not reading.pictures(house.server, panel.message)
    labels = [one.label for one in reading.buttons(panel.message)]
    assert labels[:4] == ["Start", "Back", "Forward", "End"]
    told = reading.text(await panel.more("Deal in words")).replace("\\", "")
    end = Watched.of(Reader(WORDS), opened, opened.end_of(1))
    assert all(line in told for line in words.course(end))


async def test_the_record_and_the_animation_are_for_who_asks(house: House) -> None:
    ann, bram, chloe, *_ = house.people()
    table = await played(house, ann, bram)
    panel = await Watching.typed(house, ann, table=table.facts.id, deal=3)
    record = await panel.more("Record")
    (file,) = reading.pictures(house.server, record)[:1]
    assert file.filename == f"hartenheer-{table.facts.id}.king" and file.data.decode() == await table.record()
    assert read_file(file.data).items == (await replay(table)).items
    moving = await panel.more("Animation")
    gif = reading.pictures(house.server, moving)[0]
    assert gif.filename == "deal.gif" and gif.data.startswith(b"GIF8") and len(gif.data) < 2 * 1024 * 1024
    assert "Trick 1: " in gif.alt and len(gif.alt) <= 1024
    again = await panel.more("Animation")
    assert reading.pictures(house.server, again)[0].data == gif.data
    assert not house.whispers(chloe) and not house.whispers(bram)


async def test_every_press_goes_on_after_a_restart(database: Path) -> None:
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            ann, bram, *_ = house.people()
            table = await played(house, ann, bram)
            opened = await replay(table)
            panel = await Watching.typed(house, bram, table=table.facts.id, deal=5)
            await panel.choose("replay-eyes", "3")
        async with open_house(database, server=server) as house:
            panel = Watching(house, bram, panel.id)
            await panel.go("on")
            assert panel.moment == opened.after(ReplayMoment(4), By.TRICK) and panel.look.eyes == 3
        async with open_house(database, server=server) as house:
            panel = Watching(house, bram, panel.id)
            await panel.choose("replay-deal", "0")
            assert panel.moment == ReplayMoment(0)
    finally:
        await server.close()


async def test_doubled_and_late_presses_go_where_they_say(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await played(house, ann, bram)
    opened = await replay(table)
    panel = await Watching.typed(house, ann, table=table.facts.id)
    (on,) = [one for one in panel.ids("hh:replay:") if ":on:" in one]
    both = [await ann.press(panel.id, on), await ann.press(panel.id, on)]
    assert [(await one.done()).state for one in both] == ["answered", "answered"]
    await house.settled()
    assert panel.moment == opened.after(ReplayMoment(0), By.TRICK)
    for _ in range(5):
        await panel.go("on")
    assert await house.forge(ann, panel.message, on) == []  # a late one: what it said is shown
    assert panel.moment == opened.after(ReplayMoment(0), By.TRICK)


@pytest.mark.parametrize(
    "values",
    [
        *("", "on:0:0", "on:0:0:", "on:0:0:t-0:1", "fly:0:0:t-0"),
        *("on:99:0:t-0", "on:0:999:t-0", "on:-1:0:t-0", "on:²:0:t-0", "on:00000:0:t-0"),
        *("on:0:0:x-0", "on:0:0:t90", "on:0:0:t-2"),
    ],
)
async def test_buttons_that_nobody_was_shown(house: House, values: str) -> None:
    ann, bram, *_ = house.people()
    table = await house.start_table(ann, bram)
    await table.close(ann.id)
    await house.settled()
    panel = await Watching.typed(house, ann, table=table.facts.id)
    before = panel.message
    told = await house.forge(ann, before, f"hh:replay:{table.facts.id}:0:{values}")
    assert told == [house.mentioned(WORDS("error.unknown-button"))]
    assert panel.message == before


async def test_a_game_broken_off_is_shown_as_far_as_it_came(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.start_table(ann, bram)
    while table.facts.seq < 9:
        await house.bot.tables.quiet()
        if (mover := table.facts.waited_for) is not None:
            await table.act(mover, table.facts.seq, members((await table.view(table.facts.turn)).legal)[0])
    await table.close(ann.id)
    await house.settled()
    panel = await Watching.typed(house, bram, table=table.facts.id)
    await panel.go("end")
    assert "It ends here: the deal wasn't finished." in panel.text and not panel.can("on")
    assert panel.options("replay-deal") == [("Deal 1: not finished", "0")]


async def test_without_a_table_it_is_one_s_own_last_game(house: House) -> None:
    ann, bram, chloe, dirk = house.people()
    assert "I don't know of any finished game of yours here" in await house.reply(ann, "replay")
    first = await played(house, ann, bram)
    second = await played(house, chloe, dirk)
    for person, table in ((ann, first), (bram, first), (chloe, second)):
        panel = await Watching.typed(house, person)
        assert f"Table {table.facts.id} · " in panel.text
    eve = house.server.people.add("Eve")
    assert f"Table {second.facts.id} · " in (await Watching.typed(house, eve)).text  # the last of the channel
    offered = await ann.autocomplete(house.cards, "replay", {"table": ""}, "table")
    assert [one["value"] for one in offered] == [first.facts.id, second.facts.id]
    offered = await ann.autocomplete(house.cards, "replay", {"table": "dmitri"}, "table")
    assert [one["value"] for one in offered] == [second.facts.id]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"deal": 11}, "There's no such deal: this game has deals 1 to 10."),
        ({"deal": 3, "trick": 14}, "That deal has no such trick."),
        ({"table": 99}, "There's no such table here."),
    ],
)
async def test_what_there_is_not(house: House, options: dict[str, int], told: str) -> None:
    ann, bram, *_ = house.people()
    await played(house, ann, bram)
    assert await house.reply(ann, "replay", options) == told
