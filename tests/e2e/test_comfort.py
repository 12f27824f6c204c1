"""A card queued, the rest taken, nudges, emotes, another game; and what those are told who only watch."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from bot import dealing
from bot.discordkit.interactions import PressId
from bot.discordkit.ports import on_table
from bot.engine.cards import ACTION_OF_TEXT, ACTION_TEXTS, SUIT_MASK_OF, Card, members
from bot.engine.game import AWAITS_DECK, View, certain_rest
from bot.engine.registry import make_rules, new_game
from bot.people.quiet_hours import QuietHours
from bot.pictures.style import Index
from bot.robots.registry import robot_of
from bot.tables.model import Pace, State
from bot.tables.play import QUEUE_LONGEST
from bot.tables.table import Table
from bot.tables.ui.table_slots import TRICK_PATIENCE
from bot.telling import phrases
from bot.telling.scenes import hand_order
from bot.words.catalogue import words_for
from playground import reading
from playground.people import Person
from playground.server import Playground
from tests.clock import FakeClock
from tests.e2e.house import House, open_house
from tests.e2e.secrecy import Secrecy, names_of
from tests.e2e.test_whole_game import next_deal
from tests.telling.view_models import model

SILENT = 1 << 12
UNKNOWN = "That button no longer works: use `/table show` or `/hand`."


def press_id(table: Table, verb: str, value: str = "") -> str:
    return str(PressId(verb, on_table(table.facts.id), table.facts.seq, (value,) if value else ()))


async def play_first(house: House, person: Person) -> None:
    """The person presses their first card."""
    message, custom_id = await house.offered(person, "hh:act:")
    await (await person.press(message["id"], custom_id)).done()
    await house.settled()


async def pass_on(house: House) -> None:
    """Who slept until now wakes, and what that leads to is done."""
    for _ in range(20):
        await asyncio.sleep(0)
    await house.settled()


async def queueing(house: House) -> tuple[Table, Person, Person, str]:
    """Four at a table: who is to move, who comes next, and a card of theirs that will be legal."""
    ann, *others = house.people()
    table = await house.start_table(ann, *others)
    return table, *await follower_of(house, table)


async def follower_of(house: House, table: Table) -> tuple[Person, Person, str]:
    """Who is to move, who comes next, and a card of theirs that will be legal when the first card offered is
    led."""
    mover, turn = house.to_move(table), table.facts.turn
    assert mover is not None and turn is not None
    led = first_offered(await table.view(turn))
    seat = (turn + 1) % 4
    hand = (await table.view(seat)).hand
    card = members(hand & SUIT_MASK_OF[led] or hand)[-1]
    follower = house.server.people[table.facts.seats[seat].user_id or 0]
    return mover, follower, ACTION_TEXTS[card]


def first_offered(view: View) -> Card:
    """The first of the cards that may be played, as they stand in the hand."""
    return next(card for card in hand_order(model(words_for("en"), view, ())) if view.legal >> card & 1)


async def queue(house: House, person: Person, card: str) -> None:
    """The person presses, on their hand, a card to be played next."""
    await press_card(house, person, offers(house, person, "queue")[card])


async def press_card(house: House, person: Person, custom_id: str) -> None:
    pressed = await person.press(house.hand(person)["id"], custom_id)
    assert (await pressed.done()).state == "answered", pressed.error
    await house.settled()


def offers(house: House, person: Person, verb: str) -> dict[str, str]:
    """The cards on a person's hand that can be pressed to this end, each with its button's id."""
    ids = [one.custom_id for one in reading.buttons(house.hand(person), enabled_only=True)]
    return {one.rpartition(":")[2]: one for one in ids if one.startswith(f"hh:{verb}:")}


def take_back(house: House, person: Person) -> list[str]:
    """The cards that the person can take out of the queue."""
    return [*offers(house, person, "unqueue")]


async def test_a_queued_card_is_played_and_nobody_is_shown_that_it_was_queued(house: House) -> None:
    secrecy = Secrecy(house)
    table, mover, follower, card = await queueing(house)
    others = [person for person in house.people() if person is not follower]
    before = house.table_message(table), [house.hand(person) for person in others]
    await queue(house, follower, card)
    assert table.wishes(follower.id).queued and take_back(house, follower) == [card]
    assert (house.table_message(table), [house.hand(person) for person in others]) == before
    await play_first(house, mover)
    await house.world.until(lambda: table.facts.seq >= 3)
    await house.settled()
    line = (await house.bot.store.tables.log(table.facts.id))[2].line
    assert line == f"{table.facts.seat_of(follower.id)} {card}"
    said = reading.text(house.hand(follower))
    assert f"Played for you: {phrases.card_token(ACTION_OF_TEXT[card], Index.ENGLISH)}" in said
    assert not any("Played for you" in reading.text(house.hand(person)) for person in others)
    assert not take_back(house, follower)
    secrecy.check()


async def test_a_queued_card_is_taken_back(house: House) -> None:
    table, mover, follower, card = await queueing(house)
    await queue(house, follower, card)
    await press_card(house, follower, offers(house, follower, "unqueue")[card])
    assert not table.wishes(follower.id).queued and not take_back(house, follower)
    await play_first(house, mover)
    assert house.to_move(table) is follower


async def test_a_queued_card_that_is_not_legal_says_so_and_the_rest_of_the_list_stays(house: House) -> None:
    table, mover, follower, _ = await queueing(house)
    hand = (await table.view(table.facts.seat_of(follower.id))).hand
    leads = members((await table.view(table.facts.turn)).legal)
    led = next(card for card in leads if hand & SUIT_MASK_OF[card] and hand & ~SUIT_MASK_OF[card])
    late = members(hand & ~SUIT_MASK_OF[led])[0]
    follows = members(hand & SUIT_MASK_OF[led])[-1]
    await queue(house, follower, ACTION_TEXTS[late])
    await queue(house, follower, ACTION_TEXTS[follows])
    pressed = await mover.press(house.hand(mover)["id"], press_id(table, "act", ACTION_TEXTS[led]))
    assert (await pressed.done()).state == "answered", pressed.error
    await house.settled()
    assert house.to_move(table) is follower and table.facts.seq == 2
    said = f"The {phrases.card_token(late, Index.ENGLISH)} you lined up can't be played here."
    assert said in reading.text(house.hand(follower)) and not take_back(house, follower)
    assert "Your turn" in reading.text(house.hand(follower))
    legal = [text for text in offers(house, follower, "act") if text != ACTION_TEXTS[follows]]
    played = legal[0] if legal else ACTION_TEXTS[follows]
    await press_card(house, follower, offers(house, follower, "act")[played])
    assert table.facts.seq == 3 and said not in reading.text(house.hand(follower))
    assert "Played for you" not in reading.text(house.hand(follower))
    assert take_back(house, follower) == ([ACTION_TEXTS[follows]] if legal else [])


async def test_no_queue_of_a_whole_deal_tells_anybody_a_card(house: House) -> None:
    """Everybody queues whatever they can, at every card; much of it is played, much of it dropped."""
    secrecy = Secrecy(house)
    table = await house.start_table(*house.people())
    for _ in range(52):
        mover = house.to_move(table)
        if mover is None:
            break
        for person in house.people():
            offered = [*offers(house, person, "queue")]
            if person is not mover and offered:
                await queue(house, person, offered[table.facts.seq % len(offered)])
        seq = table.facts.seq
        if house.to_move(table) is mover:
            await play_first(house, mover)
        assert table.facts.seq > seq
    assert table.facts.turn == AWAITS_DECK
    played = (await house.bot.store.tables.log(table.facts.id))[1:]
    assert len(played) == sum(len(trick.cards) for trick in (await table.view(None)).tricks)
    secrecy.check()


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("queued", [False, True])
async def test_with_a_day_for_each_move_who_has_queued_a_card_hears_nothing_of_it(
    database: Path, queued: bool, closed: bool
) -> None:
    """Whom direct messages do not reach is called in the channel all the same: that they have queued a card
    is nobody's business."""
    async with open_house(database, clock=FakeClock(), robot_pause=1.0) as house:
        ann, bram, chloe, dirk = house.people()
        for person in house.people():
            person.account.direct_messages_open = not closed
        table = await house.open_table(ann, bram, chloe)
        await table.set_pace(ann.id, Pace.DAY)
        await house.press(dirk, house.lobby(table), "Join")
        await house.settled()
        await house.press(ann, house.lobby(table), "Start")
        await house.settled()
        mover, follower, card = await follower_of(house, table)
        if queued:
            await table.queue(follower.id, table.facts.seq, ACTION_OF_TEXT[card])
        follower.read(house.cards)
        await table.act(mover.id, table.facts.seq, first_offered(await table.view(table.facts.turn)))
        await house.settled()
        await house.world.until(lambda: closed or "a robot plays" in reading.text(house.hand(follower)))
        await house.settled()
        assert table.facts.seq == 2 and house.to_move(table) is follower
        assert follower.unread(house.cards) == closed
        if not closed:
            assert bool(house.hand(follower)["flags"] & SILENT) == queued
        assert house.clock is not None
        house.clock.advance(3)
        await pass_on(house)
        assert table.facts.seq == (3 if queued else 2)


async def test_what_cannot_be_queued_changes_nothing(house: House) -> None:
    table, mover, follower, card = await queueing(house)
    for text in ("play XX", "pass", "", "discard QH"):
        said = await house.forge(follower, house.hand(follower), press_id(table, "queue", text))
        assert said == [house.mentioned(UNKNOWN)]
    assert await house.forge(mover, house.hand(mover), press_id(table, "queue", card)) == []
    said = await house.forge(follower, house.table_message(table), press_id(table, "queue", card))
    assert said == [house.mentioned(UNKNOWN)], "a hand is never shown where others see it"
    assert table.facts.seq == 1 and not any(table.wishes(one.id).queued for one in house.people())


async def test_a_list_of_queued_cards_is_there_after_a_restart(database: Path) -> None:
    server = await Playground.start()
    try:
        async with open_house(database, server=server, robot_pause=1.0) as house:
            table, _, follower, card = await queueing(house)
            seat = table.facts.seat_of(follower.id)
            rest = [ACTION_TEXTS[one] for one in members((await table.view(seat)).hand)]
            cards = [card, *(text for text in rest if text != card)][:QUEUE_LONGEST]
            for text in cards:
                await queue(house, follower, text)
            assert {*take_back(house, follower)} == {*cards} and not offers(house, follower, "queue")
            number = table.facts.id
        async with open_house(database, server=server, robot_pause=1.0) as house:
            again = await house.bot.tables.get(number)
            queued = [ACTION_TEXTS[one] for one in again.wishes(follower.id).queued]
            assert queued == cards and {*take_back(house, follower)} == {*cards}
            await house.settled()
    finally:
        await server.close()


async def test_a_press_that_queued_is_a_press_that_plays_when_the_turn_has_come(house: House) -> None:
    """It is about the card that was seen there, and about no other; delivered twice it is one."""
    table, mover, follower, card = await queueing(house)
    pressed, hand = offers(house, follower, "queue")[card], house.hand(follower)
    await play_first(house, mover)
    assert house.to_move(table) is follower
    for _ in range(2):
        await (await follower.forge_press(hand["id"], pressed)).done()
        await house.world.until(lambda: table.facts.seq >= 3)
        await house.settled()
    line = (await house.bot.store.tables.log(table.facts.id))[2].line
    assert line == f"{table.facts.seat_of(follower.id)} {card}" and table.facts.seq == 3
    assert not table.wishes(follower.id).queued


async def test_where_cards_are_pressed_twice_two_presses_queue_one(house: House) -> None:
    table, mover, follower, card = await queueing(house)
    await house.bot.people.prefer(follower.id, lambda before: replace(before, press_twice=True))
    house.bot.display.hands.slot(table, follower.id).refresh()
    await house.settled()
    assert not offers(house, follower, "queue")
    await press_card(house, follower, offers(house, follower, "mark")[card])
    assert [*offers(house, follower, "queue")] == [card] and not table.wishes(follower.id).queued
    await play_first(house, mover)
    assert [*offers(house, follower, "act")] == [card], "it is still marked when the turn comes"
    await press_card(house, follower, offers(house, follower, "act")[card])
    assert table.facts.seq == 3


def claiming_secret() -> bytes:
    """A secret by which the host of a table of robots, playing the first card offered each time, is certain
    of some tricks at the end of the first deal."""
    rules = make_rules("kingen", 4, {})
    for number in range(1000):
        secret = sha256(str(number).encode()).digest()
        draw = dealing.Dealing(secret, ())
        host = draw.seating(4).index(0)
        game = new_game(rules, draw.first_dealer(rules))
        game.deal(draw.deck(0, game.pack, None))
        while game.turn >= 0:
            view = game.view(game.turn)
            if game.turn == host and len(certain_rest(view) or ()) > 2:
                return secret
            game.apply(first_offered(view) if game.turn == host else robot_of(view.rules, "easy")(view))
    raise AssertionError


async def test_the_rest_is_taken_in_one_press(house: House) -> None:
    (ann,) = house.people()[:1]
    house.bot.tables._new_secret = claiming_secret  # pyright: ignore[reportPrivateUsage]
    table = await house.start_table(ann)
    said = await house.forge(ann, house.hand(ann), press_id(table, "take-rest"))
    assert said == ["You're not certain of every remaining trick: play on."]
    seat = table.facts.seat_of(ann.id)
    while len(rest := certain_rest(await table.view(seat)) or ()) < 2:
        assert not any(one.label == "Take the rest" for one in reading.buttons(house.hand(ann)))
        await play_first(house, ann)
    before = table.facts.seq
    pressed = reading.find_button(house.hand(ann), "Take the rest").custom_id
    await house.press(ann, house.hand(ann), "Take the rest")
    await house.settled()
    view = await table.view(None)
    assert len(view.results) == 1 and len(view.tricks) == 13
    assert tuple(trick.cards[0] for trick in view.tricks[-len(rest) :]) == rest
    entries = (await house.bot.store.tables.log(table.facts.id))[before:]
    assert [entry.line for entry in entries] == [
        f"{(trick.leader + place) % 4} {ACTION_TEXTS[card]}"
        for trick in view.tricks[-len(rest) :]
        for place, card in enumerate(trick.cards)
    ]
    for message in (house.table_message(table), house.hand(ann)):
        assert "**Ann** takes the rest: every remaining trick was certain." in reading.text(message)
    facts = table.facts
    assert await house.forge(ann, house.hand(ann), pressed) == []
    assert table.facts == facts
    await next_deal(house, table)
    await house.settled()
    assert "takes the rest" not in reading.text(house.table_message(table))


async def can_nudge(house: House, table: Table, person: Person) -> bool:
    more = await house.more(person, house.table_message(table))
    return not reading.find_button(more, "Nudge").disabled


async def nudge(house: House, table: Table, person: Person) -> None:
    await house.press_more(person, house.table_message(table), "Nudge")


async def test_the_slow_are_nudged_after_half_a_minute(still_house: House) -> None:
    house = still_house
    ann, *others = house.people()
    table = await house.start_table(ann, *others)
    mover = house.to_move(table)
    assert mover is not None and house.clock is not None
    other = next(person for person in house.people() if person is not mover)
    message, first = house.table_message(table), house.hand(mover)["id"]
    assert await house.forge(mover, message, press_id(table, "nudge")) == [
        "It's your own turn: everybody is waiting for you."
    ]
    (said,) = await house.forge(other, message, press_id(table, "nudge"))
    assert said.startswith("Be patient: you can nudge them in ")
    house.clock.advance(31)
    await house.world.until(lambda: house.hand(mover)["id"] != first)  # the reminder
    await house.settled()
    reminder = house.hand(mover)
    mover.read(reminder["channel_id"])
    await nudge(house, table, other)
    await house.settled()
    assert reading.text(house.whispers(other)[-1]) == f"You've nudged {mover.name}."
    assert house.hand(mover)["id"] != reminder["id"] and mover.unread(reminder["channel_id"]) == 1
    assert f"👋 **{other.name}** nudges you: your turn!" in reading.text(house.hand(mover))
    told = f"👋 **{other.name}** nudges **{mover.name}**: your turn!"
    assert told in reading.text(house.table_message(table))
    assert not await can_nudge(house, table, other)
    assert await house.forge(other, message, press_id(table, "nudge")) == [
        "Somebody has already nudged them: once a turn is enough."
    ]
    await play_first(house, mover)
    assert told not in reading.text(house.table_message(table)) and await can_nudge(house, table, other)


@pytest.mark.parametrize(("wishes", "rings"), [({"notices": False}, False), ({}, True)])
async def test_a_nudge_rings_only_for_who_wants_notices(
    still_house: House, wishes: dict[str, bool], rings: bool
) -> None:
    house = still_house
    table = await house.start_table(*house.people())
    mover = house.to_move(table)
    assert mover is not None and house.clock is not None
    await house.bot.people.prefer(mover.id, lambda chosen: replace(chosen, **wishes))
    house.clock.advance(31)
    await pass_on(house)
    before = house.hand(mover)["id"]
    other = next(person for person in house.people() if person is not mover)
    await nudge(house, table, other)
    await pass_on(house)
    assert (house.hand(mover)["id"] != before) == rings


async def test_in_quiet_hours_a_nudge_waits_for_their_end_and_comes_once(still_house: House) -> None:
    house = still_house
    table = await house.start_table(*house.people())
    mover = house.to_move(table)
    assert mover is not None and house.clock is not None
    hour = int(house.clock.now() // 3600 % 24)
    quiet = QuietHours(hour, (hour + 2) % 24, "UTC")
    await house.bot.people.prefer(mover.id, lambda chosen: replace(chosen, quiet=quiet))
    house.clock.advance(31)
    await pass_on(house)
    before = house.hand(mover)
    mover.read(before["channel_id"])
    other = next(person for person in house.people() if person is not mover)
    await nudge(house, table, other)
    await pass_on(house)
    assert house.hand(mover)["id"] == before["id"]
    house.clock.advance(2 * 3600)
    await house.world.until(lambda: house.hand(mover)["id"] != before["id"])
    await pass_on(house)
    assert mover.unread(before["channel_id"]) == 1


async def test_who_has_no_direct_messages_is_called_anew_by_a_nudge(still_house: House) -> None:
    house = still_house
    for person in house.people():
        person.account.direct_messages_open = False
    table = await house.start_table(*house.people())
    mover = house.to_move(table)
    assert mover is not None and house.clock is not None
    house.clock.advance(31)
    await pass_on(house)
    mover.read(house.cards)
    call = house.channel_message(mover, f"<@{mover.id}>, it's your turn")
    other = next(person for person in house.people() if person is not mover)
    await nudge(house, table, other)
    await house.world.until(lambda: mover.unread(house.cards) == 1)
    await pass_on(house)
    again = [one for one in mover.messages(house.cards) if f"<@{mover.id}>, it's" in reading.text(one)]
    assert len(again) == 1 and again[0]["id"] != call["id"]


async def test_emotes_are_chosen_from_a_list_of_one_s_own(house: House) -> None:
    ann, *others = house.people()
    table = await house.start_table(ann, *others)
    await house.press_more(ann, house.table_message(table), "Emotes")
    await house.settled()
    chosen = house.whispers(ann)[-1]
    assert reading.text(chosen).startswith("What should the others see?")
    assert (await house.press(ann, chosen, "👏 Well played!")).state == "answered"
    await house.settled()
    assert "💬 **Ann**: 👏 Well played!" in reading.text(house.table_message(table))
    known = len(house.whispers(ann))
    await house.press(ann, chosen, "👏 Well played!")
    await house.settled()
    assert len(house.whispers(ann)) == known + 1
    assert reading.text(house.whispers(ann)[-1]).startswith("You can show another emote in ")
    assert await house.forge(others[0], house.table_message(table), press_id(table, "emote", "QH")) == [
        "I don't know that emote: choose one from the list."
    ]


async def test_an_emote_costs_one_edit_and_goes_with_the_next_drawing(still_house: House) -> None:
    house = still_house
    assert house.clock is not None
    table = await house.start_table(*house.people())
    house.clock.advance(15 * 60)  # no token is left: every edit counts
    await pass_on(house)
    mover, (ann, *_) = house.to_move(table), house.people()
    assert mover is not None
    await house.press_more(ann, house.hand(ann), "Emotes")
    await pass_on(house)
    house.server.requests.reset()
    await house.press(ann, house.whispers(ann)[-1], "🙏 Thanks!")
    await pass_on(house)
    said = "💬 **Ann**: 🙏 Thanks!"
    assert said in reading.text(house.table_message(table))
    assert house.server.requests.total_counted == 1
    house.clock.advance(11)
    await pass_on(house)
    assert house.server.requests.total_counted == 1
    assert said in reading.text(house.table_message(table))
    await play_first(house, mover)
    house.clock.advance(TRICK_PATIENCE)
    await pass_on(house)
    assert said not in reading.text(house.table_message(table))


async def play_to_the_end(house: House, table: Table) -> None:
    """The first legal card of everybody, without the presses."""
    while table.facts.state is State.PLAYING:
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


async def test_a_rematch_against_robots_begins_at_once(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    await play_to_the_end(house, table)
    over = house.channel_message(ann, "the game is over")
    await house.press(ann, over, "Rematch")
    await house.settled()
    said = reading.text(house.whispers(ann)[-1])
    (again,) = house.bot.tables.running()
    assert said.startswith(f"Rematch: you have a seat at table {again.facts.id}.")
    assert again.facts.state is State.PLAYING and again.facts.rematch_of == table.facts.id
    assert {seat.name for seat in again.facts.seats} == {seat.name for seat in table.facts.seats}
    await play_first(house, ann)


async def test_of_a_rematch_among_people_there_is_one_lobby(house: House) -> None:
    ann, bram, chloe, dirk = house.people()
    table = await house.start_table(ann, bram, chloe)
    await play_to_the_end(house, table)
    over = house.channel_message(bram, "the game is over")
    await house.press(dirk, over, "Rematch")
    await house.settled()
    assert reading.text(house.whispers(dirk)[-1]) == "You don't have a seat at this table."
    await house.press(bram, over, "Rematch")
    await house.settled()
    (again,) = house.bot.tables.running()
    assert again.facts.host_id == bram.id and again.facts.state is State.LOBBY
    assert "Waiting for 2 more players." in reading.text(house.lobby(again))
    await house.press(bram, over, "Rematch")
    await house.settled()
    old_hand = next(
        one
        for one in chloe.messages(chloe.open_direct_messages()["id"])
        if any(button.label == "Rematch" for button in reading.buttons(one))
    )
    await house.press(chloe, old_hand, "Rematch")
    await house.settled()
    assert house.bot.tables.running() == [again]
    assert [seat.user_id for seat in again.facts.seats] == [bram.id, None, chloe.id]
    assert "Waiting for 1 more player." in reading.text(house.lobby(again))


async def test_who_only_watches_is_told_what_everybody_may_know(house: House) -> None:
    """The table as anybody sees it, never a hand: whatever a spectator presses, made-up presses included."""
    ann, bram, chloe, dirk = house.people()
    table = await house.start_table(ann, bram, chloe)
    secrecy = Secrecy(house)
    for _ in range(8):
        mover = house.to_move(table)
        assert mover is not None
        await play_first(house, mover)
    facts, message = table.facts, house.table_message(table)
    seatless, unknown = "You don't have a seat at this table.", house.mentioned(UNKNOWN)
    assert await house.forge(dirk, message, press_id(table, "my-hand")) == [
        ("You don't have a seat at table 1.")
    ]
    for verb, value in (
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
        assert said and all(one in (seatless, unknown, "The game isn't adjourned.") for one in said), verb
    for verb in ("act", "rows"):
        said = await house.forge(dirk, message, press_id(table, verb, "play QH"))
        assert said == [house.mentioned(UNKNOWN)]
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
    panel, prefer = house.whispers(ann)[-1], "hh:setting-set:0:0:auto_play:{}"
    assert await house.forge(ann, panel, prefer.format("yes")) == []
    seat = table.facts.seat_of(ann.id)
    assert seat is not None and table.wishes(ann.id).plays_forced
    while (table.facts.turn or 0) >= 0:
        assert (await table.view(seat)).legal.bit_count() != 1
        await play_first(house, ann)
    assert len((await table.view(None)).tricks) == 13
    again = await house.start_table(ann)
    assert again.wishes(ann.id).plays_forced
    assert await house.forge(ann, panel, prefer.format("no")) == []
    assert not any(one.wishes(ann.id).plays_forced for one in (table, again))
