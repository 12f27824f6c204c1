"""*Why?* through the real client: where robots alone are company, where all people allow it, after the deal;
and what it is answered with where it may not be asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.engine.cards import members
from bot.robots.why import why
from bot.tables.asking import cards_played
from bot.tables.table import Table
from bot.telling import why as telling
from bot.telling.phrases import Reader, TableViewModel
from bot.words.catalogue import words_for
from playground import reading
from playground.people import Person
from tests.e2e.house import House
from tests.e2e.test_hints import direct_answer

COMPANY = words_for("en")("error.why-company")
GONE = words_for("en")("error.why-gone")


async def told_after(house: House, person: Person, message: dict[str, Any], custom_id: str) -> dict[str, Any]:
    """The message that a press in direct messages is answered with."""
    known = {one["id"] for one in person.messages(message["channel_id"])}
    done = await (await person.press(message["id"], custom_id)).done()
    assert done.state == "answered", done.error
    await house.settled()
    return [one for one in person.messages(message["channel_id"]) if one["id"] not in known][-1]


async def play_a_card(house: House, person: Person) -> None:
    message, custom_id = await house.offered(person, "hh:act:")
    assert (await (await person.press(message["id"], custom_id)).done()).state == "answered"
    await house.settled()


async def expected(table: Table, person: Person, number: int, eyes: int) -> str:
    """What is said of a card from a seat's view."""
    seat = table.facts.seat_of(person.id)
    assert seat is not None
    view = await table.view(seat)
    played = next(one for one in cards_played(table.facts, view) if one.number == number)
    before = await table.view_before(number, eyes)
    assert before is not None
    model = TableViewModel.at(table.facts, Reader(words_for("en")), view)
    return "\n".join(telling.explanation(model, why(before, played.card), played.seat))


async def test_with_robots_alone_it_is_told_from_ones_own_view(house: House) -> None:
    ann = house.person("Ann")
    table = await house.open_table(ann, robots=3)
    await play_a_card(house, ann)
    await house.offered(ann, "hh:act:")
    message, custom_id = await house.offered(ann, "hh:why:")
    seat, seq = table.facts.seat_of(ann.id), table.facts.seq
    assert seat is not None
    panel = await told_after(house, ann, message, custom_id)
    last = [one for one in cards_played(table.facts, await table.view(seat)) if one.seat != seat][-1]
    assert custom_id.endswith(f":{last.number}")
    assert await expected(table, ann, last.number, seat) in reading.text(panel)
    own = reading.find_button(panel, "What would you have played?").custom_id
    assert (await (await ann.press(panel["id"], own)).done()).state == "answered"
    await house.settled()
    (shown,) = [one for one in ann.messages(panel["channel_id"]) if one["id"] == panel["id"]]
    mine = [one for one in cards_played(table.facts, await table.view(seat)) if one.seat == seat][-1]
    assert await expected(table, ann, mine.number, seat) in reading.text(shown)
    assert table.facts.seq == seq


async def test_pressed_twice_it_says_the_same_and_later_it_speaks_of_the_same_card(house: House) -> None:
    ann = house.person("Ann")
    table = await house.open_table(ann, robots=3)
    await play_a_card(house, ann)
    await house.offered(ann, "hh:act:")
    message, custom_id = await house.offered(ann, "hh:why:")
    first = reading.text(await told_after(house, ann, message, custom_id))
    again = reading.text(await told_after(house, ann, message, custom_id))
    await play_a_card(house, ann)
    await house.offered(ann, "hh:act:")
    channel = message["channel_id"]
    known = {one["id"] for one in ann.messages(channel)}
    await (await ann.forge_press(message["id"], custom_id)).done()
    await house.settled()
    (later,) = [one for one in ann.messages(channel) if one["id"] not in known]
    assert first == again == reading.text(later)
    assert table.facts.turn is not None


async def consent(house: House, person: Person, label: str) -> str:
    """Press a button behind *More* on one's hand; what is said then."""
    hand = house.hand(person)
    channel = hand["channel_id"]
    more = await told_after(house, person, hand, reading.find_button(hand, "More").custom_id)
    said = await told_after(house, person, more, reading.find_button(more, label).custom_id)
    assert said["channel_id"] == channel
    return reading.text(said)


async def test_in_company_it_takes_the_leave_of_all(house: House) -> None:
    ann, bram = house.people()[:2]
    table = await house.start_table(ann, bram)
    mover = house.to_move(table) or ann
    await house.offered(mover, "hh:act:")
    hand = house.hand(ann)
    made_up = f"hh:why:{table.facts.id}:{table.facts.seq}:1"
    assert await direct_answer(house, ann, hand, made_up) == [COMPANY]
    words = words_for("en")
    assert await consent(house, ann, words("button.why-allow")) == words("why.now-waits")
    assert await direct_answer(house, ann, house.hand(ann), made_up) == [COMPANY]
    assert await consent(house, bram, words("button.why-allow")) == words("why.now-allowed")
    assert [seat.allows_why for seat in table.facts.seats if seat.user_id] == [True, True]
    await play_a_card(house, mover)
    await house.offered(house.to_move(table) or ann, "hh:act:")
    other = bram if mover is ann else ann
    message, custom_id = await house.offered(other, "hh:why:")
    panel = await told_after(house, other, message, custom_id)
    seat = table.facts.seat_of(other.id)
    assert seat is not None
    number = int(custom_id.rpartition(":")[2])
    assert await expected(table, other, number, seat) in reading.text(panel)
    assert await consent(house, ann, words("button.why-forbid")) == words("why.now-forbidden")
    made_up = f"hh:why:{table.facts.id}:{table.facts.seq}:{number}"
    assert await direct_answer(house, other, house.hand(other), made_up) == [COMPANY]


async def test_leave_that_was_given_is_kept(house: House, database: Path) -> None:
    ann, bram = house.people()[:2]
    table = await house.start_table(ann, bram)
    await table.allow_why(ann.id, True)
    await house.settled()
    stored = await house.bot.store.tables.load(table.facts.id)
    assert stored is not None
    allowing = {seat.user_id for seat in stored.facts.seats if seat.allows_why}
    assert allowing == {ann.id}


async def test_after_the_deal_anybody_at_the_table_may_ask_of_any_of_its_cards(house: House) -> None:
    ann, bram = house.people()[:2]
    table = await house.start_table(ann, bram)
    while table.facts.turn is not None and table.facts.turn >= 0:
        mover = house.to_move(table)
        if mover is not None:
            await play_a_card(house, mover)
        else:
            await house.settled()
    seat = table.facts.seat_of(ann.id)
    assert seat is not None
    view = await table.view(seat)
    cards = cards_played(table.facts, view)
    robots = [one for one in cards if table.facts.seats[one.seat].user_id is None]
    hand = house.hand(ann)
    behind = await house.more(ann, hand)
    answer = await told_after(house, ann, behind, reading.find_button(behind, "Last trick").custom_id)
    panel = await told_after(house, ann, answer, reading.find_button(answer, "Why?").custom_id)
    assert await expected(table, ann, cards[-1].number, cards[-1].seat) in reading.text(panel)
    for played in (robots[0], robots[len(robots) // 2]):
        custom_id = f"hh:why-go:{table.facts.id}:{table.facts.seq}:{played.number}:before"
        await (await ann.forge_press(panel["id"], custom_id)).done()
        await house.settled()
        (shown,) = [one for one in ann.messages(panel["channel_id"]) if one["id"] == panel["id"]]
        assert await expected(table, ann, played.number, played.seat) in reading.text(shown)
    assert members(view.hand) == ()


async def test_what_is_no_card_of_this_deal_and_who_has_no_seat_is_told_so(house: House) -> None:
    ann, eve = house.person("Ann"), house.people()[3]
    table = await house.open_table(ann, robots=3)
    await play_a_card(house, ann)
    await house.offered(ann, "hh:act:")
    for number in (0, 99999):
        made_up = f"hh:why:{table.facts.id}:{table.facts.seq}:{number}"
        assert await direct_answer(house, ann, house.hand(ann), made_up) == [GONE]
    message = house.table_message(table)
    said = await house.forge(eve, message, f"hh:why:{table.facts.id}:{table.facts.seq}:1")
    assert said == [words_for("en")("error.not-seated")]
    await table.close(ann.id)
    await house.settled()
    said = await house.forge(ann, message, f"hh:why:{table.facts.id}:{table.facts.seq}:1")
    assert said == [words_for("en")("error.why-over")]
