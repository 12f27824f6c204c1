"""Presses that no honest hand makes, and those that come too late or twice."""

from __future__ import annotations

import asyncio

import pytest

from bot.engine.cards import CARD_NAMES
from playground import reading
from tests.e2e.house import House

GONE = "That button no longer works: use `/table show` or `/hand`."


async def test_another_players_button_plays_nothing(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.start_table(ann, bram, *house.people()[2:])
    mover = house.to_move(table)
    assert mover is not None
    other = next(person for person in house.people() if person is not mover)
    _, custom_id = await house.offered(mover, "hh:act:")
    hand = house.hand(other)
    before = table.facts
    assert await house.forge(other, hand, custom_id) == ["It's not your turn."]
    assert table.facts == before
    assert reading.text(house.hand(other)) == reading.text(hand)


async def test_a_hand_is_never_shown_where_others_see_it(house: House) -> None:
    """A press of one's own card, forged onto the table message, must not turn that into one's hand."""
    ann, *_ = house.people()
    table = await house.start_table(ann, *house.people()[1:])
    mover = house.to_move(table)
    assert mover is not None
    _, custom_id = await house.offered(mover, "hh:act:")
    for forged in (custom_id, f"hh:rows:{table.facts.id}:0:"):
        shown = house.table_message(table)
        said = await house.forge(mover, shown, forged)
        assert said == [house.mentioned(GONE)]
        assert "Your cards" not in str(house.table_message(table))


async def test_an_old_button_is_answered_with_the_fresh_hand(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    message, custom_id = await house.offered(ann, f"hh:act:{table.facts.id}:")
    await (await ann.press(message["id"], custom_id)).done()
    await house.settled()
    before = table.facts
    assert await house.forge(ann, house.hand(ann), custom_id) == []
    assert table.facts == before
    fresh = [one.custom_id for one in reading.buttons(house.hand(ann)) if one.custom_id.startswith("hh:act")]
    assert fresh and all(f":{table.facts.seq}:" in one for one in fresh)


@pytest.mark.parametrize(
    "custom_id",
    [
        "hh:conjure:1:0:",
        "hh:act:1",
        "hh:act:one:0:play QH",
        "hh:act:1:-1:play QH",
        "hh:act:1:1:play XX",
        "hh:act:1:1:",
        "hh:act:1:1:" + "9" * 80,
        "hh:act:²:1:play QH",
        "hh::::",
        ":",
        "something else",
        "hh:choose:1:1:",
        "hh:set-players:1:0:",
        "hh:type-option:1:0:nonsense",
    ],
)
async def test_ids_made_up_by_hand_are_answered_with_a_sentence(house: House, custom_id: str) -> None:
    (ann,) = house.people()[:1]
    table = await house.open_table(ann)
    before = table.facts
    said = await house.forge(ann, house.lobby(table), custom_id)
    assert said == [house.mentioned(GONE)]
    assert table.facts == before


async def test_an_id_of_a_table_that_is_not_there(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.open_table(ann)
    for number in (table.facts.id + 1, 0, 10**17):
        assert await house.forge(ann, house.lobby(table), f"hh:join:{number}:0:") == [
            "There's no such table here."
        ]


async def test_an_action_that_the_rules_forbid_says_why(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    await house.offered(ann, "hh:act:")
    facts = table.facts
    seat = facts.seat_of(ann.id)
    view = await table.view(seat)
    missing = next(name for card, name in enumerate(CARD_NAMES) if not view.hand >> card & 1)
    for action, sentence in (
        (f"play {missing}", "You don't have that card; use the buttons under your hand."),
        ("trump H", "There's nothing to choose now: play a card."),
    ):
        said = await house.forge(ann, house.hand(ann), f"hh:act:{facts.id}:{facts.seq}:{action}")
        assert said == [sentence]
        assert table.facts == facts


async def test_two_people_who_press_at_the_same_moment_are_both_answered(house: House) -> None:
    ann, bram, chloe, _ = house.people()
    table = await house.open_table(ann)
    lobby, join = house.lobby(table), f"hh:join:{table.facts.id}:0:"
    pressed = [await person.press(lobby["id"], join) for person in (bram, chloe)]
    await asyncio.gather(*(one.done() for one in pressed))
    await house.settled()
    assert [one.state for one in pressed] == ["answered", "answered"]
    assert len(table.facts.seats) == 3
    assert "Waiting for 1 more player." in reading.text(house.lobby(table))


async def test_a_card_pressed_twice_in_a_row_is_played_once(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    message, custom_id = await house.offered(ann, "hh:act:")
    pressed = [await ann.press(message["id"], custom_id) for _ in range(3)]
    await asyncio.gather(*(one.done() for one in pressed))
    await house.settled()
    assert [one.state for one in pressed] == ["answered"] * 3
    entries = await house.bot.store.tables.log(table.facts.id)
    assert sum(entry.user_id == ann.id for entry in entries) == 1


async def test_the_same_interaction_delivered_twice_plays_once(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    message, custom_id = await house.offered(ann, "hh:act:")
    deliver = house.server.audience.dispatch

    def twice(name: str, data: dict[str, object], **about: object) -> None:
        deliver(name, data, **about)  # type: ignore[arg-type]
        if name == "INTERACTION_CREATE":
            deliver(name, data, **about)  # type: ignore[arg-type]

    house.server.audience.dispatch = twice  # type: ignore[assignment]
    pressed = await (await ann.press(message["id"], custom_id)).done()
    await house.settled()
    assert pressed.state == "answered"
    assert house.whispers(ann) == []
    entries = await house.bot.store.tables.log(table.facts.id)
    assert sum(entry.user_id == ann.id for entry in entries) == 1
    await house.offered(ann, f"hh:act:{table.facts.id}:{table.facts.seq}:")  # and the fresh hand is shown


async def test_an_answer_whose_receipt_was_lost_is_given_once(house: House) -> None:
    """The library repeats a request after a 502; Discord then says 40060, which means: it was you."""
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    message, custom_id = await house.offered(ann, "hh:act:")
    house.server.faults.lose("POST /interactions/*", 502)
    pressed = await (await ann.press(message["id"], custom_id)).done()
    await house.settled()
    assert pressed.state == "answered"
    assert house.whispers(ann) == []
    entries = await house.bot.store.tables.log(table.facts.id)
    assert sum(entry.user_id == ann.id for entry in entries) == 1
    house.server.faults.lose("POST /interactions/*", 502)
    await house.press(ann, house.table_message(table), "Scores")
    await house.settled()
    (scores,) = house.whispers(ann)
    assert [one.filename for one in reading.pictures(house.server, scores)] == ["scores.png"]
