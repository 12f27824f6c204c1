"""Where the bot is not: in a group, in a server that has not invited it, in an account alone. It answers
there, and does nothing else."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from bot.tables.model import State, Venue
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from playground.rest.api import Exchange
from playground.server import Playground
from playground.world.permissions import EVERYONE, Permission
from playground.world.places import EPHEMERAL
from tests.clock import FakeClock
from tests.e2e.anywhere import (
    HAND,
    act,
    begun,
    foreign,
    friends,
    opened,
    own,
    play_on,
    play_out,
    posts,
    pressed,
    typed,
)
from tests.e2e.house import House, open_house

SHORT = "whist-walloon"
QUARTER = 15 * 60.0


class Refusals:
    """What the playground has refused so far, and what was asked of it but by interactions."""

    def __init__(self, house: House) -> None:
        self.refused: list[Exchange] = []
        self.posted: list[Exchange] = []
        house.server.observers.append(self._look)

    def _look(self, exchange: Exchange) -> None:
        raced = exchange.status == 400 and exchange.response["code"] == 40060  # a machine that is slow
        if exchange.status >= 400 and not raced:
            self.refused.append(exchange)
        if exchange.route.startswith("/channels/"):
            self.posted.append(exchange)


async def shortened(table: Table, host: Person) -> None:
    await table.set_option(host.id, "deals", "4")


async def test_four_in_a_group_play_to_the_end(house: House) -> None:
    """The table is one message, each hand another that its player alone sees, and nothing else is asked of
    Discord."""
    channel, four = friends(house).id, house.people()[:4]
    ann = four[0]
    seen = Refusals(house)
    table = await opened(house, ann, channel, game=SHORT)
    assert (table.facts.venue, table.facts.guild_id, table.facts.is_private) == (Venue.ANSWERED, None, False)
    await shortened(table, ann)
    await house.settled()
    (lobby,) = posts(ann, channel)
    assert "press one of its buttons" in reading.text(lobby)
    for person in four[1:]:
        await pressed(house, person, lobby, "Join")
    await pressed(house, ann, posts(ann, channel)[-1], "Start")
    for person in four:
        await pressed(house, person, posts(person, channel)[-1], HAND)
        (hand,) = own(person, channel)
        assert [one.filename for one in reading.pictures(house.server, hand)] == ["hand.png"]
    await play_out(house, channel, table, *four)
    assert table.facts.state is State.FINISHED
    (end,) = posts(ann, channel)
    assert end["id"] == lobby["id"] and "Rematch" in [one.label for one in reading.buttons(end)]
    assert [one.filename for one in reading.pictures(house.server, end)] == ["scores.png"]
    for person in four:
        assert len(own(person, channel)) == 1
        assert not person.messages(person.open_direct_messages()["id"])
    assert seen.refused == [] and seen.posted == []
    assert house.bot.display.messages.all() == [] and house.bot.display.pending == 0


async def test_the_next_game_is_another_message(house: House) -> None:
    channel, (ann, bram, *_) = friends(house).id, house.people()
    table = await begun(house, channel, ann, bram, game=SHORT)
    await table.close(ann.id)
    table = await opened(house, ann, channel, game=SHORT)
    await shortened(table, ann)
    await pressed(house, ann, posts(ann, channel)[-1], "Fill with robots and start")
    await pressed(house, ann, posts(ann, channel)[-1], HAND)
    await play_out(house, channel, table, ann)
    end = posts(ann, channel)[-1]
    await pressed(house, ann, end, "Rematch")
    again = house.bot.tables.running()[-1]
    assert again.facts.venue is Venue.ANSWERED and again.facts.rematch_of == table.facts.id
    assert posts(ann, channel)[-2]["id"] == end["id"] != posts(ann, channel)[-1]["id"]
    await pressed(house, ann, posts(ann, channel)[-1], HAND)
    await act(house, ann, channel, again)


async def test_a_game_alone_is_played_to_the_end_in_one_message(house: House) -> None:
    """Wherever it is: in a group, in a server without the bot and in one with it."""
    places, (ann, bram, *_) = (friends(house).id, foreign(house), house.cards), house.people()
    for channel in places:
        seen = Refusals(house)
        await typed(house, ann, channel, "play", {"game": SHORT})
        table = house.bot.tables.running(user_id=ann.id)[-1]
        assert table.facts.venue is Venue.ALONE and table.facts.is_private
        (hand,) = own(ann, channel)
        assert [one.filename for one in reading.pictures(house.server, hand)] == ["hand.png"]
        await play_out(house, channel, table, ann)
        assert table.facts.state is State.FINISHED
        (end,) = own(ann, channel)
        assert end["id"] == hand["id"]
        assert not posts(ann, channel) and not own(bram, channel)
        assert seen.refused == [] and seen.posted == []
        await pressed(house, ann, end, "Rematch")
        again = house.bot.tables.running(user_id=ann.id)[-1]
        assert again.facts.state is State.PLAYING and again.facts.rematch_of == table.facts.id
        await act(house, ann, channel, again)
        await again.close(ann.id)
        await house.settled()


async def test_play_again_shows_the_game_there_is(house: House) -> None:
    channel, other, ann = friends(house).id, foreign(house), house.person("Ann")
    await typed(house, ann, channel, "play")
    (before,) = own(ann, channel)
    await typed(house, ann, other, "play")
    assert len(house.bot.tables.running()) == 1
    assert own(ann, channel) == [] and len(own(ann, other)) == 1
    await typed(house, ann, int(ann.open_direct_messages()["id"]), "play")
    first, second = house.bot.tables.running()
    assert (first.facts.venue, second.facts.venue) == (Venue.ALONE, Venue.POSTED)
    assert before["id"] != own(ann, other)[0]["id"]


async def test_nobody_else_finds_a_game_alone(house: House) -> None:
    ann, bram, *_ = house.people()
    await typed(house, ann, house.cards, "play")
    (table,) = house.bot.tables.running()
    for path in ("hand", "table show", "rules", "table leave"):
        said = await house.reply(bram, path, {"table": table.facts.id})
        assert said == "There's no such table here.", path
    assert "no table here" in await house.reply(bram, "hand")
    helped = await house.command(bram, "help")
    assert helped.message is not None
    for verb in ("my-hand", "scores", "join", "sit-down", "more"):
        assert await house.forge(bram, helped.message, f"hh:{verb}:{table.facts.id}:0:") == [
            "There's no such table here."
        ]


async def test_leaving_a_game_alone_ends_it_and_takes_it_away(house: House) -> None:
    channel, ann = friends(house).id, house.person("Ann")
    await typed(house, ann, channel, "play")
    (table,) = house.bot.tables.running()
    await typed(house, ann, channel, "table leave")
    await pressed(house, ann, own(ann, channel)[-1], "Yes")
    assert table.facts.state is State.CLOSED
    assert [reading.text(one) for one in own(ann, channel)] == [f"You've left table {table.facts.id}."]


async def test_a_hand_is_never_in_the_room(house: House) -> None:
    """A group is no direct messages, though it is in no server: its presses come from a message for all."""
    channel, (ann, bram, *_) = friends(house).id, house.people()
    table = await begun(house, channel, ann, bram)
    facts = table.facts
    person = house.to_move(table) or ann
    message = posts(person, channel)[-1]
    view = await table.view(facts.seat_of(person.id))
    for verb in ("act", "queue", "mark"):
        for custom_id in (f"hh:{verb}:{facts.id}:{facts.seq}:{card}" for card in ("2C", "AS")):
            said = await house.forge(person, message, custom_id)
            assert all("button" in one or "isn't" in one for one in said) and said, (verb, said)
    assert table.facts == facts and view.hand
    assert [one.filename for one in reading.pictures(house.server, posts(bram, channel)[-1])] == ["table.png"]


async def test_who_lost_the_quarter_of_an_hour_is_brought_up_to_date_by_the_next_press(
    still_house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is tried meanwhile, and nothing is logged of it."""
    house, clock = still_house, still_house.clock
    assert isinstance(clock, FakeClock)
    channel, (ann, bram, *_) = friends(house).id, house.people()
    table = await begun(house, channel, ann, bram)
    shown = posts(ann, channel)[-1]
    clock.advance(QUARTER)
    await house.settled()
    seen, said = Refusals(house), len(caplog.records)
    await table.adjourn(ann.id)
    await table.resume(ann.id)
    await table.adjourn(ann.id)
    await house.settled()
    assert ann.message(shown["id"])["edited_timestamp"] == shown["edited_timestamp"]
    assert seen.refused == [] and seen.posted == [] and house.bot.display.pending == 0
    assert [one.getMessage() for one in caplog.records[said:]] == []
    await pressed(house, bram, shown, "Scores")
    assert "adjourned" in reading.text(ann.message(shown["id"]))
    stale = own(ann, channel)[0]
    assert "adjourned" not in reading.text(stale)
    await pressed(house, ann, stale, "More")
    assert "adjourned" in reading.text(ann.message(stale["id"]))
    assert seen.refused == []


async def test_a_token_that_dies_early_is_no_error(house: House) -> None:
    channel, (ann, bram, *_) = friends(house).id, house.people()
    table = await begun(house, channel, ann, bram)
    house.server.desk.by_token.clear()
    shown = posts(ann, channel)[-1]
    await table.adjourn(ann.id)
    await house.settled()
    assert "adjourned" not in reading.text(ann.message(shown["id"]))
    await pressed(house, bram, shown, "Scores")
    assert "adjourned" in reading.text(ann.message(shown["id"]))


async def test_a_day_later_presses_go_on(still_house: House) -> None:
    house, clock = still_house, still_house.clock
    assert isinstance(clock, FakeClock)
    channel, (ann, bram, *_) = friends(house).id, house.people()
    table = await begun(house, channel, ann, bram)
    for person in (ann, bram):
        house.changes.forget_private(person.account)
    clock.advance(86400)
    await house.settled()
    for person in (ann, bram):
        await pressed(house, person, posts(ann, channel)[-1], HAND)
    seq = table.facts.seq
    for _ in range(3):
        if house.to_move(table) is not None:
            await play_on(house, channel, table, ann, bram)
    assert table.facts.seq > seq and len(posts(ann, channel)) == 1


async def test_shown_again_it_goes_on_there_and_the_old_one_goes(house: House) -> None:
    group = friends(house)
    channel, (ann, bram, *_) = group.id, house.people()
    table = await begun(house, channel, ann, bram)
    (before,) = posts(ann, channel)
    await ann.send(channel, "So many words")
    await typed(house, ann, channel, "table show")
    after = posts(ann, channel)[-1]
    assert before["id"] not in [one["id"] for one in posts(ann, channel)] and after["id"] != before["id"]
    await table.adjourn(ann.id)
    await house.settled()
    assert "adjourned" in reading.text(ann.message(after["id"]))
    other = house.changes.add_group("Others", [ann.account, house.person("Dmitri").account])
    for options in ({"table": table.facts.id}, None):
        said = await typed(house, ann, other.id, "table show", options)
        if options is None:  # it is asked first, as the table is elsewhere
            assert said.message is not None
        else:
            assert "stays in the conversation" in reading.text(own(ann, other.id)[-1])
    assert posts(ann, other.id) == []


async def test_an_old_copy_goes_when_it_is_pressed(still_house: House) -> None:
    house, clock = still_house, still_house.clock
    assert isinstance(clock, FakeClock)
    channel, (ann, bram, *_) = friends(house).id, house.people()
    table = await begun(house, channel, ann, bram)
    (before,) = posts(ann, channel)
    clock.advance(QUARTER)
    await typed(house, ann, channel, "table show")
    assert len(posts(ann, channel)) == 2
    await pressed(house, bram, before, HAND)
    assert table.facts.state is State.PLAYING
    await pressed(house, bram, before, "Scores")
    await table.adjourn(ann.id)
    await house.settled()
    newest = posts(ann, channel)[-1]
    assert "adjourned" in reading.text(newest)


async def test_a_restart_in_mid_game(database: Path) -> None:
    """Tokens are gone with the process: the next press of each message takes it up."""
    server = await Playground.start()
    try:
        async with open_house(database, server=server) as house:
            group = friends(house)
            four = house.people()[:4]
            ann, bram, *_ = four
            table = await begun(house, group.id, *four)
            await typed(house, ann, house.cards, "play")
            alone = house.bot.tables.running(user_id=ann.id)[-1].facts.id
            for _ in range(5):
                await play_on(house, group.id, table, *four)
            shown, seq = posts(ann, group.id)[-1], table.facts.seq
            before = [one.alt for one in reading.pictures(server, shown)]
        async with open_house(database, server=server) as again:
            await again.settled()
            seen = Refusals(again)
            table = await again.bot.tables.get(table.facts.id)
            assert table.facts.seq == seq and again.bot.display.pending == 0
            for person in four:  # a press of anything on it
                await pressed(again, person, own(person, group.id)[-1], "More")
            for _ in range(6):
                await play_on(again, group.id, table, *four)
            assert posts(ann, group.id)[-1] == shown, "nobody has pressed it"
            await pressed(again, bram, shown, "Scores")
            now = ann.message(shown["id"])
            assert [one.alt for one in reading.pictures(server, now)] != before
            await act(again, ann, again.cards, await again.bot.tables.get(alone))
            assert seen.refused == [] and seen.posted == []
    finally:
        await server.close()


async def test_the_app_removed_from_an_account_in_mid_game(house: House) -> None:
    """Who had it opened the table: it goes on by presses, theirs too, and by whoever has it."""
    channel, (ann, bram, *_) = friends(house).id, house.people()
    table = await begun(house, channel, ann, bram, game=SHORT)
    ann.have_app(has=False)
    assert ann.commands(channel) == []
    for _ in range(6):
        await play_on(house, channel, table, ann, bram)
    hand = own(ann, channel)[0]
    await pressed(house, ann, hand, "More")
    await pressed(house, ann, own(ann, channel)[-1], "Leave")
    await pressed(house, ann, own(ann, channel)[-1], "Yes")
    assert table.facts.seat_of(ann.id) is None and table.facts.host_id == bram.id
    bram.have_app()
    await typed(house, bram, channel, "table show")
    await play_on(house, channel, table, bram)


async def test_somebody_leaves_the_group(house: House) -> None:
    """They see nothing of it any more, keep their seat, and can give it up, or the host can."""
    group = friends(house)
    channel, (ann, bram, chloe, *_) = group.id, house.people()
    table = await begun(house, channel, ann, bram, chloe)
    house.changes.leave_group(group, chloe.account)
    house.changes.leave_group(group, bram.account)
    direct = int(chloe.open_direct_messages()["id"])
    await typed(house, chloe, direct, "table leave", {"table": table.facts.id})
    await pressed(house, chloe, own(chloe, direct)[-1], "Yes")
    assert table.facts.seat_of(chloe.id) is None
    assert "no such table" in reading.text(
        (await typed(house, chloe, direct, "hand", {"table": table.facts.id})).message or {}
    )
    seat = table.facts.seat_of(bram.id)
    await typed(house, ann, channel, "table replace", {"player": seat})
    assert table.facts.seat_of(bram.id) is None
    for _ in range(4):
        await play_on(house, channel, table, ann)


async def test_one_person_at_a_servers_table_in_a_group_and_alone(house: House) -> None:
    """Each command means the table of the place where it is typed."""
    channel, (ann, bram, *_) = friends(house).id, house.people()
    there = await house.start_table(ann, bram)
    here = await begun(house, channel, ann, bram)
    await typed(house, ann, foreign(house), "play")
    alone = house.bot.tables.running(user_id=ann.id)[-1]
    assert f"Table {there.facts.id}" in await house.reply(ann, "hand")
    await typed(house, ann, channel, "hand")
    assert f"Table {here.facts.id}" in reading.text(own(ann, channel)[-1])
    await typed(house, ann, channel, "table list")
    listed = reading.text(own(ann, channel)[-1])
    assert all(f"Table {one.facts.id}" in listed for one in (there, here, alone))
    for person in (ann, bram):
        assert f"Table {here.facts.id}" not in await house.reply(person, "table list")


async def test_the_bot_is_invited_in_mid_game(house: House) -> None:
    """A table by answers stays one; the next is the server's."""
    channel, (ann, bram, *_) = foreign(house), house.people()
    table = await begun(house, channel, ann, bram)
    guild = house.world.channels[channel].guild
    assert guild is not None
    house.changes.invite_bot(guild)
    await house.settled()
    for _ in range(4):
        await play_on(house, channel, table, ann, bram)
    await typed(house, ann, channel, "table show")
    assert table.facts.venue is Venue.ANSWERED
    await pressed(house, bram, posts(bram, channel)[-1], "Scores")
    following = await opened(house, bram, channel)
    assert (following.facts.venue, following.facts.guild_id) == (Venue.POSTED, guild.id)


async def test_who_may_not_use_apps_from_elsewhere_opens_nothing_there(house: House) -> None:
    channel, bram = foreign(house), house.person("Bram")
    guild = house.world.channels[channel].guild
    assert guild is not None
    guild.everyone = EVERYONE & ~Permission.USE_EXTERNAL_APPS
    said = await typed(house, bram, channel, "table open")
    assert said.message is not None and said.message["flags"] & EPHEMERAL
    assert "only you would see the table" in reading.text(said.message)
    assert [one.label for one in reading.buttons(said.message)] == ["Add to my account", "Add to a server"]
    assert house.bot.tables.running() == []
    await typed(house, bram, channel, "play")
    assert house.bot.tables.running()[0].facts.venue is Venue.ALONE


async def test_what_takes_a_server_says_so_and_how_to_have_it(house: House) -> None:
    channel, ann = friends(house).id, house.person("Ann")
    for path, options in (
        ("table open", {"league": "Friday"}),
        ("stats leaderboard", None),
        ("stats player", {"player": house.person("Bram").id}),
    ):
        said = (await typed(house, ann, channel, path, options)).message
        assert said is not None
        links = {one["label"]: one["url"] for one in reading.components(said) if one.get("url")}
        assert list(links) == ["Add to my account", "Add to a server"], path
        assert f"client_id={house.world.application_id}" in links["Add to a server"]
    assert {one["name"] for one in ann.commands(channel)} == {
        "play", "table", "hand", "stats", "daily", "learn", "rules", "replay", "settings", "privacy", "help",
    }  # fmt: skip


async def test_what_is_ones_own_works_anywhere(house: House) -> None:
    places, ann = (friends(house).id, foreign(house)), house.person("Ann")
    for channel in places:
        for path in ("daily", "learn", "rules", "stats me", "settings", "privacy show", "help", "table list"):
            said = (await typed(house, ann, channel, path)).message
            assert said is not None and said["flags"] & EPHEMERAL, path
        assert not posts(ann, channel)


async def test_the_deal_of_the_day_is_played_where_it_is_asked_for(house: House) -> None:
    channel, ann = friends(house).id, house.person("Ann")
    said = (await typed(house, ann, channel, "daily")).message
    assert said is not None
    await pressed(house, ann, said, "Play")
    (table,) = house.bot.tables.running()
    assert table.facts.is_daily and table.facts.venue is Venue.ALONE
    while table.facts.state is State.PLAYING:
        await play_on(house, channel, table, ann)
    assert table.facts.state is State.FINISHED
    assert not posts(ann, channel) and not ann.messages(ann.open_direct_messages()["id"])


async def test_statistics_and_data_of_a_group_are_its_players(house: House) -> None:
    channel, (ann, bram, chloe, *_) = friends(house).id, house.people()
    table = await opened(house, ann, channel, game=SHORT)
    await shortened(table, ann)
    await pressed(house, bram, posts(ann, channel)[-1], "Join")
    await pressed(house, ann, posts(ann, channel)[-1], "Fill with robots and start")
    for person in (ann, bram):
        await pressed(house, person, posts(ann, channel)[-1], HAND)
    await play_out(house, channel, table, ann, bram)
    said = (await typed(house, ann, channel, "stats me")).message
    assert said is not None
    assert any("1 game" in one.alt for one in reading.pictures(house.server, said))
    assert "haven't played here" in await house.reply(ann, "stats me")
    assert "Nobody has finished" in await house.reply(ann, "stats leaderboard")
    assert "no such table" in await house.reply(chloe, "replay", {"table": table.facts.id})
    assert "no such table" not in await house.reply(bram, "replay", {"table": table.facts.id})


async def test_ids_of_the_tables_messages_only_grow(house: House) -> None:
    """An edit never moves a message: what is newest is known by its id."""
    channel, ann = friends(house).id, house.person("Ann")
    await opened(house, ann, channel)
    await typed(house, ann, channel, "table show")
    await opened(house, ann, channel)
    ids = [int(one["id"]) for one in posts(ann, channel)]
    assert all(before < after for before, after in pairwise(ids))
