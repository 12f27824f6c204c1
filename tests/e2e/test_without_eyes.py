"""Text mode, in which no picture is needed, and cards that are pressed twice."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.engine.cards import members
from bot.engine.game import DealResult
from bot.tables.model import State
from bot.tables.table import Table
from bot.telling import phrases
from bot.telling.phrases import TEXT_LONGEST
from playground import reading
from playground.people import Person
from tests.e2e.house import House, open_house
from tests.e2e.secrecy import WORDS, Secrecy
from tests.e2e.test_whole_game import next_deal


async def wish(house: House, person: Person, **preferences: bool | str) -> None:
    """What a person chooses in their settings."""
    await house.reply(person, "settings")
    await house.bot.people.prefer(person.id, lambda before: replace(before, **preferences))


def said(message: dict[str, Any]) -> str:
    return reading.text(message).replace("\\", "")


async def press_first(house: House, person: Person, verb: str = "hh:act:") -> str:
    """Press the first button of that verb on a hand; returns its label."""
    message, custom_id = await house.offered(person, verb)
    label = next(one.label for one in reading.buttons(message) if one.custom_id == custom_id)
    done = await (await person.press(message["id"], custom_id)).done()
    assert done.state == "answered", done.error
    await house.settled()
    return label


async def in_play(house: House, **preferences: bool) -> tuple[Table, Person]:
    """A table of Ann and robots, at her turn to play a card."""
    ann, *_ = house.people()
    await wish(house, ann, **preferences)
    table = await house.start_table(ann)
    await house.offered(ann, f"hh:{'mark' if preferences.get('press_twice') else 'act'}:{table.facts.id}:")
    return table, ann


# Text mode


@pytest.mark.parametrize(
    ("preset", "seed", "thrown_in"),
    [("kingen", 0, False), ("whist-flemish", 0, False), ("whist-flemish", 3, True)],
)
async def test_a_game_begins_and_goes_on_without_a_single_picture(
    database: Path, preset: str, seed: int, thrown_in: bool
) -> None:
    """Two deals, of which the first is played out or, where all pass, thrown in."""
    secret = hashlib.sha256(str(seed).encode()).digest()
    async with open_house(database, secret=secret) as house:
        first, second = await two_deals_in_words(house, preset, passes=thrown_in)
    assert (first.points is None) == thrown_in and second.points is not None


async def two_deals_in_words(house: House, preset: str, *, passes: bool) -> Sequence[DealResult]:
    """Ann presses the first button of all she is offered, or passes; and reads what each deal has come to."""
    ann, *_ = house.people()
    secrecy = Secrecy(house)
    await wish(house, ann, text_mode=True)
    await house.command(ann, "table open", {"game": preset, "robots": 3})
    (table,) = house.bot.tables.running()
    while len((view := await table.view(None)).results) < 2 or not _waits(table):
        if _waits(table):
            await house.settled()
            hand = house.hand(ann)
            assert reading.pictures(house.server, hand) == []
            assert "Totals: " in said(hand)
            assert view.results
            over = view.results[-1].points is not None
            assert (f"Deal {view.results[-1].deal + 1} is over" in said(hand)) == over
            assert ("Nobody bid" in said(hand)) != over
            await next_deal(house, table)
            continue
        await house.world.until(lambda: table.facts.turn == table.facts.seat_of(ann.id) or _waits(table))
        if _waits(table):
            continue
        await house.offered(ann, f"hh:act:{table.facts.id}:{table.facts.seq}:")
        hand, view = house.hand(ann), await table.view(table.facts.seat_of(ann.id))
        assert reading.pictures(house.server, hand) == []
        assert "media" not in json.dumps(hand["components"])
        assert len(said(hand)) <= TEXT_LONGEST
        if view.phase == "play":
            acts = [one for one in reading.buttons(hand) if one.custom_id.startswith("hh:act:")]
            names = {phrases.card_name(WORDS, card) for card in members(view.legal)}
            assert {one.label for one in acts} == names
            assert all(one.emoji is None for one in acts)
        if view.phase == "bidding" and passes:
            await press_first(house, ann, f"hh:act:{table.facts.id}:{table.facts.seq}:pass")
        else:
            await house.act(ann, table)
            await house.settled()
    secrecy.check()
    return view.results


def _waits(table: Table) -> bool:
    """Whether the next deal is awaited."""
    return table.facts.turn is not None and table.facts.turn < 0


async def test_a_hand_begins_with_what_happened_since_ones_last_card(house: House) -> None:
    table, ann = await in_play(house, text_mode=True)
    for _ in range(3):
        await press_first(house, ann)
        await house.offered(ann, f"hh:act:{table.facts.id}:{table.facts.seq}:")
    view = await table.view(table.facts.seat_of(ann.id))
    lines = said(house.hand(ann)).splitlines()
    winner = view.tricks[-1].winner
    assert winner is not None
    takes = "You take" if winner == view.seat else f"{table.facts.seats[winner].name} takes"
    assert f"{takes} trick {len(view.tricks)}." in lines[0]
    for card in view.trick.cards:
        assert phrases.card_name(WORDS, card) in lines[0]
    assert lines[1].startswith("**You")  # whose turn it is, and what is asked
    assert any(line.startswith("Your cards: ") for line in lines)


async def test_the_last_trick_the_scores_and_the_rules_come_in_words(house: House) -> None:
    table, ann = await in_play(house, text_mode=True)
    await press_first(house, ann)
    await house.offered(ann, f"hh:act:{table.facts.id}:{table.facts.seq}:")
    for label, words in (("Last trick", "Last trick."), ("Scores", "Totals: "), ("Rules", "Example")):
        asked = house.hand(ann) if label == "Last trick" else await house.more(ann, house.hand(ann))
        await house.press(ann, asked, label)
        await house.settled()
        answer = house.whispers(ann)[-1]
        assert words in said(answer)
        assert reading.pictures(house.server, answer) == []
    rules = house.whispers(ann)[-1]
    assert "Your cards: " in said(rules) or "On the table: " in said(rules)
    await house.command(ann, "rules", {"game": "kingen"})
    assert reading.pictures(house.server, house.whispers(ann)[-1]) == []


async def test_text_mode_is_ones_own_and_ends_when_it_is_switched_off(house: House) -> None:
    ann, bram, *rest = house.people()
    await wish(house, ann, text_mode=True)
    table = await house.start_table(ann, bram, *rest)
    assert [len(reading.pictures(house.server, house.hand(one))) for one in (ann, bram)] == [0, 1]
    assert reading.pictures(house.server, house.table_message(table))
    await house.bot.people.prefer(ann.id, lambda before: replace(before, text_mode=False))
    house.bot.display.hands.slot(table, ann.id).refresh()
    await house.settled()
    assert len(reading.pictures(house.server, house.hand(ann))) == 1


# Press twice


async def test_the_first_press_marks_and_the_second_plays(house: House) -> None:
    table, ann = await in_play(house, press_twice=True)
    before = table.facts
    label = await press_first(house, ann, "hh:mark:")
    assert table.facts == before
    hand = house.hand(ann)
    assert said(hand).startswith("**Press again to play the ")
    (picture,) = reading.pictures(house.server, hand)
    assert picture.alt.startswith("Press again to play the ")
    (marked,) = (one for one in reading.buttons(hand) if one.custom_id.startswith("hh:act:"))
    assert marked.label == f"✓{label}"
    await press_first(house, ann)
    entries = await house.bot.store.tables.log(table.facts.id)
    assert [entry.line.split(" ", 1)[1] for entry in entries if entry.user_id == ann.id] == [
        marked.custom_id.split(":")[4]
    ]


async def markable(house: House, table: Table, person: Person) -> list[reading.Button]:
    """The cards that a person may mark, once it is their turn."""
    message, _ = await house.offered(person, f"hh:mark:{table.facts.id}:{table.facts.seq}:")
    return [one for one in reading.buttons(message) if one.custom_id.startswith("hh:mark:")]


async def test_pressing_another_card_moves_the_mark_and_a_played_card_ends_it(house: House) -> None:
    table, ann = await in_play(house, press_twice=True)
    while len(marks := await markable(house, table, ann)) < 2:
        await press_first(house, ann, "hh:mark:")
        await press_first(house, ann)
    first, *_, last = marks
    for pressed in (first, last):
        await (await ann.press(house.hand(ann)["id"], pressed.custom_id)).done()
        await house.settled()
        acts = [one for one in reading.buttons(house.hand(ann)) if one.custom_id.startswith("hh:act:")]
        assert [one.custom_id.split(":")[4] for one in acts] == [pressed.custom_id.split(":")[4]]
    await press_first(house, ann)
    await house.offered(ann, f"hh:mark:{table.facts.id}:{table.facts.seq}:")
    assert not any(one.custom_id.startswith("hh:act:") for one in reading.buttons(house.hand(ann)))
    assert await house.forge(ann, house.hand(ann), first.custom_id) == []  # a button of the trick before
    acts = [one for one in reading.buttons(house.hand(ann)) if one.custom_id.startswith("hh:act:")]
    assert [one.custom_id.split(":")[4] for one in acts] == [first.custom_id.split(":")[4]]  # only marked


async def test_two_quick_presses_before_the_hand_is_redrawn_play_nothing(house: House) -> None:
    table, ann = await in_play(house, press_twice=True)
    before = table.facts
    message, custom_id = await house.offered(ann, "hh:mark:")
    pressed = [await ann.press(message["id"], custom_id) for _ in range(3)]
    await asyncio.gather(*(one.done() for one in pressed))
    await house.settled()
    assert [one.state for one in pressed] == ["answered"] * 3
    assert table.facts == before


async def test_a_mark_is_shown_to_nobody_else_and_needs_a_card_of_ones_own(house: House) -> None:
    ann, bram, *rest = house.people()
    await wish(house, ann, press_twice=True)
    table = await house.start_table(ann, bram, *rest)
    while house.to_move(table) is not ann:
        mover = house.to_move(table)
        assert mover is not None
        await press_first(house, mover)
    shown = json.dumps([house.table_message(table), house.hand(bram)])
    message, custom_id = await house.offered(ann, "hh:mark:")
    await (await ann.press(message["id"], custom_id)).done()
    await house.settled()
    assert "Press again to play the " in said(house.hand(ann))
    assert json.dumps([house.table_message(table), house.hand(bram)]) == shown
    assert await house.forge(bram, house.hand(bram), custom_id) == []  # marks nothing of his
    assert "Press again" not in said(house.hand(bram))
    assert table.facts.state is State.PLAYING
