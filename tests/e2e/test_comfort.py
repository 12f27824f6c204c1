"""A card queued, the rest taken, nudges, emotes, another game; and what those are told who only watch."""

from __future__ import annotations

from bot.engine.actions import ACTION_OF_TEXT, ACTION_TEXTS
from bot.engine.cards import SUIT_MASK_OF, members
from bot.engine.certain import certain_rest
from bot.playground import reading
from bot.playground.people import Person
from bot.tables.model import State
from bot.tables.table import Table
from bot.ui.custom_ids import PressId
from tests.e2e.house import House
from tests.e2e.secrecy import Secrecy, names_of
from tests.e2e.test_whole_game import next_deal, play_out

UNKNOWN = "That button is not one of mine any more: use `/table show` or `/hand`."


def press_id(table: Table, verb: str, value: str = "") -> str:
    return str(PressId(verb, table.facts.id, table.facts.seq, value))


async def play_first(house: House, person: Person) -> None:
    """The person presses their first card."""
    message, custom_id = await house.offered(person, "hh:act:")
    await (await person.press(message["id"], custom_id)).done()
    await house.settled()


async def queueing(house: House) -> tuple[Table, Person, Person, str]:
    """Four at a table: who is to move, who comes next, and a card of theirs that will be legal."""
    ann, *others = house.people()
    table = await house.start_table(ann, *others)
    mover, turn = house.to_move(table), table.facts.turn
    assert mover is not None and turn is not None
    _, offered = await house.offered(mover, "hh:act:")
    led = ACTION_OF_TEXT[offered.split(":")[4]]
    seat = (turn + 1) % 4
    hand = (await table.view(seat)).hand
    card = members(hand & SUIT_MASK_OF[led] or hand)[-1]
    follower = house.world.people[table.facts.seats[seat].user_id or 0]
    return table, mover, follower, ACTION_TEXTS[card]


async def test_a_queued_card_is_played_and_nobody_is_shown_that_it_was_queued(house: House) -> None:
    secrecy = Secrecy(house)
    table, mover, follower, card = await queueing(house)
    before = reading.text(house.table_message(table)), house.table_message(table).get("edited_timestamp")
    assert await house.forge(follower, house.hand(follower), press_id(table, "queue", card)) == []
    assert table.queued(follower.id) is not None
    now = reading.text(house.table_message(table)), house.table_message(table).get("edited_timestamp")
    assert now == before
    await play_first(house, mover)
    await house.world.until(lambda: table.facts.seq >= 3)
    await house.settled()
    line = (await house.bot.store.tables.log(table.facts.id))[2].line
    assert line == f"{table.facts.seat_of(follower.id)} {card}"
    secrecy.check()


async def test_a_queued_card_is_taken_back(house: House) -> None:
    table, mover, follower, card = await queueing(house)
    await house.forge(follower, house.hand(follower), press_id(table, "queue", card))
    assert await house.forge(follower, house.hand(follower), press_id(table, "unqueue")) == []
    assert table.queued(follower.id) is None
    await play_first(house, mover)
    assert house.to_move(table) is follower


async def test_what_cannot_be_queued_changes_nothing(house: House) -> None:
    table, mover, follower, card = await queueing(house)
    for text in ("play XX", "pass", "", "discard QH"):
        said = await house.forge(follower, house.hand(follower), press_id(table, "queue", text))
        assert said == [UNKNOWN]
    assert await house.forge(mover, house.hand(mover), press_id(table, "queue", card)) == []
    said = await house.forge(follower, house.table_message(table), press_id(table, "queue", card))
    assert said == [UNKNOWN], "a hand is never shown where others see it"
    assert table.facts.seq == 1 and not any(seat.queued for seat in table.facts.seats)


async def test_the_rest_is_taken_in_one_press(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    said = await house.forge(ann, house.hand(ann), press_id(table, "take-rest"))
    assert said == ["You cannot be certain of every trick that is left: play on."]
    while True:
        seat = table.facts.seat_of(ann.id)
        if table.facts.turn == seat and (rest := certain_rest(await table.view(seat))):
            break
        if (table.facts.turn or 0) < 0:
            await next_deal(house, table)
            await house.settled()
            continue
        await play_first(house, ann)
    dealt = len((await table.view(None)).results)
    custom_id = press_id(table, "take-rest")
    assert await house.forge(ann, house.hand(ann), custom_id) == []
    view = await table.view(None)
    assert len(view.results) == dealt + 1
    assert tuple(trick.cards[0] for trick in view.tricks[-len(rest) :]) == rest
    facts = table.facts
    assert await house.forge(ann, house.hand(ann), custom_id) == []
    assert table.facts == facts


async def test_the_slow_are_nudged_after_half_a_minute(still_house: House) -> None:
    house = still_house
    ann, *others = house.people()
    table = await house.start_table(ann, *others)
    mover = house.to_move(table)
    assert mover is not None and house.clock is not None
    other = next(person for person in house.people() if person is not mover)
    message = house.table_message(table)
    assert await house.forge(mover, message, press_id(table, "nudge")) == [
        "It is your own turn: everybody is waiting for you."
    ]
    (said,) = await house.forge(other, message, press_id(table, "nudge"))
    assert said.startswith("A little patience: you may nudge them in ")
    house.clock.advance(31)
    await house.settled()
    assert await house.forge(other, message, press_id(table, "nudge")) == ["They have been nudged."]
    assert await house.forge(other, message, press_id(table, "nudge")) == [
        "They have been nudged already: once a turn is enough."
    ]


async def test_emotes_are_chosen_from_a_list_of_one_s_own(house: House) -> None:
    ann, *others = house.people()
    table = await house.start_table(ann, *others)
    (said,) = await house.forge(ann, house.table_message(table), press_id(table, "emotes"))
    assert said.startswith("What do you want the others to see?")
    chosen = reading.find_button(house.whispers(ann)[-1], "👏 Well played!").custom_id
    assert await house.forge(ann, house.whispers(ann)[-1], chosen) == []
    (said,) = await house.forge(ann, house.whispers(ann)[-1], chosen)
    assert said.startswith("You may show another emote in ")
    assert await house.forge(others[0], house.table_message(table), press_id(table, "emote", "QH")) == [
        "There is no such emote: choose one from the list."
    ]


async def test_a_rematch_against_robots_begins_at_once(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    await play_out(house, table)
    over = house.channel_message(ann, "the game is over")
    (said,) = await house.forge(ann, over, press_id(table, "rematch"))
    (again,) = house.bot.tables.running()
    assert said.startswith(f"You have a seat at table {again.facts.id}: the rematch.")
    assert again.facts.state is State.PLAYING and again.facts.rematch_of == table.facts.id
    assert {seat.name for seat in again.facts.seats} == {seat.name for seat in table.facts.seats}
    await play_first(house, ann)


async def test_of_a_rematch_among_people_there_is_one_lobby(house: House) -> None:
    ann, bram, chloe, dirk = house.people()
    table = await house.start_table(ann, bram, chloe)
    await play_out(house, table)
    over = house.channel_message(bram, "the game is over")
    custom_id = press_id(table, "rematch")
    assert await house.forge(dirk, over, custom_id) == ["You have no seat at this table."]
    await house.forge(bram, over, custom_id)
    (again,) = house.bot.tables.running()
    assert again.facts.host_id == bram.id and again.facts.state is State.LOBBY
    assert "Waiting for 2 more players." in reading.text(house.lobby(again))
    await house.forge(bram, over, custom_id)
    await house.forge(chloe, over, custom_id)
    assert house.bot.tables.running() == [again]
    assert [seat.user_id for seat in again.facts.seats] == [bram.id, None, chloe.id]
    assert "Waiting for 1 more player." in reading.text(house.lobby(again))


async def test_who_only_watches_is_told_what_everybody_may_know(house: House) -> None:
    """The table as anybody sees it, never a hand: whatever a spectator presses, made-up presses included."""
    ann, bram, chloe, dirk = house.people()
    table = await house.start_table(ann, bram, chloe)
    secrecy = Secrecy(house)
    for _ in range(5):
        mover = house.to_move(table)
        assert mover is not None
        await play_first(house, mover)
    facts, message = table.facts, house.table_message(table)
    seatless = "You have no seat at this table."
    for verb, value in (
        ("my-hand", ""),
        ("ready", ""),
        ("unqueue", ""),
        ("queue", "play QH"),
        ("take-rest", ""),
        ("nudge", ""),
        ("emote", "wow"),
        ("back", ""),
        ("resume", ""),
    ):
        said = await house.forge(dirk, message, press_id(table, verb, value))
        assert said and all(one in (seatless, UNKNOWN, "The game is not adjourned.") for one in said), verb
    for verb in ("act", "rows"):
        said = await house.forge(dirk, message, press_id(table, verb, "play QH"))
        assert said == [UNKNOWN]
    for verb in ("last-trick", "scores", "emotes"):
        assert len(await house.forge(dirk, message, press_id(table, verb))) == 1
    assert table.facts == facts
    view = await table.view(None)
    public = [*(card for trick in view.tricks for card in trick.cards), *view.trick.cards]
    assert secrecy.watchers[dirk.name].named <= names_of([*public, *(card for _, card in view.shown)])
    secrecy.check()
    # whose examples are of games that were never played
    assert len(await house.forge(dirk, message, press_id(table, "rules"))) == 1


async def test_forced_cards_are_played_for_who_prefers_so(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    await house.command(ann, "settings")
    panel, prefer = house.whispers(ann)[-1], "hh:setting-set:0:0:auto_play={}"
    assert await house.forge(ann, panel, prefer.format("yes")) == []
    seat = table.facts.seat_of(ann.id)
    assert seat is not None and table.facts.seats[seat].plays_forced
    while (table.facts.turn or 0) >= 0:
        assert (await table.view(seat)).legal.bit_count() != 1
        await play_first(house, ann)
    assert len((await table.view(None)).tricks) == 13
    again = await house.start_table(ann)
    assert again.facts.seats[again.facts.seat_of(ann.id) or 0].plays_forced
    assert await house.forge(ann, panel, prefer.format("no")) == []
    assert not any(one.plays_forced for one in (*table.facts.seats, *again.facts.seats))
