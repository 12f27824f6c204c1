"""Suits on buttons: eight emojis that the bot uploads itself, and uses once all are there."""

from __future__ import annotations

import base64
import io
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from PIL import Image

from bot.discordkit import avatars
from bot.discordkit.avatars import AGAIN_AFTER_REFUSAL
from bot.engine.cards import ACTION_OF_TEXT, RANK_OF, SUIT_OF
from bot.pictures.cards import SUIT_PICTURES
from bot.pictures.style import Colours, Index, letter
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from playground.reading import Button
from playground.rest.api import Exchange
from playground.server import Playground
from tests.clock import FakeClock
from tests.e2e.house import House, open_house

NAMES = {colours: [path.stem for path in deck] for colours, deck in SUIT_PICTURES.items()}
ALL = [*NAMES[Colours.TWO], *NAMES[Colours.FOUR]]
FORMER = ["hh_english_two_QH_0123abcd", "hh_russian_four_TS_89ef4567"]
CREATE = "POST /applications/{application_id}/emojis"
LIST = "GET /applications/{application_id}/emojis"
DELETE = "DELETE /applications/{application_id}/emojis/{emoji_id}"


@pytest.fixture(autouse=True)
def without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(avatars, "PAUSE", 0.0)


@pytest_asyncio.fixture
async def house(database: Path) -> AsyncIterator[House]:
    async with open_house(database, emojis=True) as house:
        yield house


def names(house: House) -> list[str]:
    return [one["name"] for one in house.world.emojis.values()]


def cards(house: House, person: Person) -> list[Button]:
    return [one for one in reading.buttons(house.hand(person)) if one.custom_id.startswith("hh:act:")]


def asked(house: House, route: str) -> int:
    return house.server.requests.counted.get(route, 0)


async def in_play(house: House) -> tuple[Table, Person]:
    """Ann is to play a card; what she wishes to see has been uploaded, or not."""
    ann, *_ = house.people()
    table = await house.start_table(ann)
    await house.offered(ann, f"hh:act:{table.facts.id}:")
    await house.bot.suits.settled()
    return table, ann


async def redrawn(house: House, table: Table, person: Person) -> list[Button]:
    house.bot.display.hands.slot(table, person.id).refresh()
    await house.settled()
    return cards(house, person)


def are_text(shown: list[Button]) -> bool:
    return bool(shown) and all(one.label[0] in "♣♦♥♠" and not one.emoji for one in shown)


def card_of(button: Button) -> int:
    return ACTION_OF_TEXT[button.custom_id.split(":")[4]]


async def test_eight_suits_are_uploaded_once_and_stand_on_the_buttons_beside_the_rank(house: House) -> None:
    held = house.server.faults.hold(CREATE)
    ann, *_ = house.people()
    table = await house.start_table(ann)
    await held.reached()
    await house.offered(ann, f"hh:act:{table.facts.id}:")
    assert are_text(cards(house, ann))  # nobody waits for them
    held.release()
    await house.bot.suits.settled()
    assert names(house) == ALL and len(set(ALL)) == 8
    for one in await redrawn(house, table, ann):
        card = card_of(one)
        assert one.emoji == ("clubs", "diamonds", "hearts", "spades")[SUIT_OF[card]]
        assert one.label == letter(RANK_OF[card], Index.ENGLISH)
    for path, id in zip(
        [path for deck in SUIT_PICTURES.values() for path in deck], house.world.emojis, strict=True
    ):
        assert house.server.world.files.emojis[id] == path.read_bytes()
    assert asked(house, CREATE) == 8


async def test_who_has_four_colours_and_other_letters_sees_those(house: House) -> None:
    table, ann = await in_play(house)
    await house.bot.people.prefer(ann.id, lambda before: replace(before, index="russian", colours="four"))
    for one in await redrawn(house, table, ann):
        assert one.emoji == NAMES[Colours.FOUR][SUIT_OF[card_of(one)]]
        assert one.label == letter(RANK_OF[card_of(one)], Index.RUSSIAN)
    assert asked(house, CREATE) == 8


async def test_a_lesson_shows_its_cards_in_the_same_way(house: House) -> None:
    _, ann = await in_play(house)
    opened = await house.command(ann, "learn", {"game": "kingen"})
    assert opened.message is not None
    shown = [one for one in reading.buttons(opened.message) if ":lesson:" in one.custom_id]
    assert len(shown) == 5 and {one.label for one in shown} == {"J", "7", "A", "8", "9"}
    assert [one.emoji in NAMES[Colours.TWO] for one in shown] == [True] * 5


async def test_a_card_that_is_lined_up_says_its_place_and_its_suit_in_text(house: House) -> None:
    """So that it is no wider than before, and nothing else moves."""
    table, ann = await in_play(house)
    await house.bot.people.prefer(ann.id, lambda before: replace(before, press_twice=True))
    await redrawn(house, table, ann)
    first = next(one for one in reading.buttons(house.hand(ann)) if ":mark:" in one.custom_id)
    await (await ann.press(house.hand(ann)["id"], first.custom_id)).done()
    (marked,) = cards(house, ann)
    assert marked.label.startswith("✓") and marked.label[1] in "♣♦♥♠" and not marked.emoji
    assert first.emoji and marked.custom_id.rpartition(":")[2] == first.custom_id.rpartition(":")[2]


async def test_after_a_restart_nothing_is_uploaded_again(database: Path) -> None:
    server = await Playground.start()
    try:
        for _ in range(2):
            async with open_house(database, server=server, emojis=True) as house:
                ann, *_ = house.people()
                await house.start_table(ann)
                await house.bot.suits.settled()
                assert names(house) == ALL and asked(house, CREATE) == 8
    finally:
        await server.close()


# What earlier versions have uploaded


def put(server: Playground, name: str, *, own: bool = True) -> None:
    """An emoji that the application has already."""
    file = io.BytesIO()
    Image.new("RGBA", (8, 8)).save(file, "PNG")
    id = server.world.ids.next()
    user = server.world.bot_user if own else server.world.bot_user | {"id": "17", "bot": False}
    server.world.emojis[id] = {
        "id": str(id), "name": name, "roles": [], "user": user, "require_colons": True,
        "managed": False, "animated": False, "available": True,
    }  # fmt: skip
    server.world.files.emojis[id] = base64.b64decode(base64.b64encode(file.getvalue()))


async def test_former_cards_go_once_no_game_is_left_whose_hands_may_show_them(database: Path) -> None:
    """They stay as long as a game goes on that began before there were suits, whatever restarts there are."""
    clock = FakeClock()
    server = await Playground.start(clock=clock)
    try:
        for name in FORMER:
            put(server, name)
        async with open_house(database, clock=clock, server=server) as house:  # of a time without suits
            ann, bram, *_ = house.people()
            old = await house.start_table(ann)
        clock.advance(60.0)
        for again in (False, True):
            async with open_house(database, clock=clock, server=server, emojis=True) as house:
                table = house.bot.tables.running()[0]
                assert table.facts.id == old.facts.id
                await redrawn(house, table, ann)
                await house.bot.suits.settled()
                assert names(house) == [*FORMER, *ALL] and asked(house, DELETE) == 0
                if again:
                    await table.close(ann.id)
        clock.advance(60.0)
        async with open_house(database, clock=clock, server=server, emojis=True) as house:
            await house.start_table(bram)
            await house.bot.suits.settled()
            assert names(house) == ALL and asked(house, DELETE) == len(FORMER)
    finally:
        await server.close()


async def test_emojis_of_others_stay(database: Path) -> None:
    clock = FakeClock()
    server = await Playground.start(clock=clock)
    try:
        others = ["our_club", "hh_our_club", "hh_english_two_QH_zzzzzzzz"]
        for name in others:
            put(server, name)
        put(server, FORMER[0], own=False)
        put(server, FORMER[1])
        for _ in range(2):
            clock.advance(60.0)
            async with open_house(database, clock=clock, server=server, emojis=True) as house:
                table, ann = await in_play(house)
                await table.close(ann.id)
        assert [one["name"] for one in server.world.emojis.values()] == [*others, FORMER[0], *ALL]
    finally:
        await server.close()


# Where they are not to be had


@pytest.mark.parametrize("route", [CREATE, LIST])
async def test_where_discord_does_not_have_them_buttons_keep_their_text(
    database: Path, route: str, caplog: pytest.LogCaptureFixture
) -> None:
    clock = FakeClock()
    async with open_house(database, clock=clock, emojis=True) as house:
        house.server.faults.fail(route, 403, 50001, times=2)
        table, ann = await in_play(house)
        for _ in range(3):
            assert are_text(await redrawn(house, table, ann))
            await house.bot.suits.settled()
        assert asked(house, route) == 1  # and none again for a while
        told = [one.getMessage() for one in caplog.records if "application's emojis" in one.getMessage()]
        assert told == ["the application's emojis cannot be seen to: status 403, code 50001"]
        for _ in range(2):
            clock.advance(AGAIN_AFTER_REFUSAL)
            assert are_text(await redrawn(house, table, ann))
            await house.bot.suits.settled()
        assert names(house) == ALL
        assert not are_text(await redrawn(house, table, ann))


async def test_an_upload_whose_receipt_was_lost_is_there_once(house: House) -> None:
    house.server.faults.lose(CREATE, 502)
    table, ann = await in_play(house)
    assert names(house) == ALL
    assert not are_text(await redrawn(house, table, ann))


async def test_a_hand_whose_emojis_are_gone_is_shown_in_text(house: House) -> None:
    """Somebody has deleted them in the developer portal."""
    table, ann = await in_play(house)
    shown = await redrawn(house, table, ann)
    house.world.emojis.clear()
    refused: list[int] = []
    house.server.observers.append(lambda exchange: refused.append(1) if _is_refusal(exchange) else None)
    pressed = await (await ann.press(house.hand(ann)["id"], shown[0].custom_id)).done()
    assert pressed.state == "answered"
    await house.world.until(lambda: table.facts.turn == table.facts.seat_of(ann.id))
    await house.offered(ann, f"hh:act:{table.facts.id}:{table.facts.seq}:")
    await house.settled()
    assert are_text(cards(house, ann))
    assert len(refused) == 1


def _is_refusal(exchange: Exchange) -> bool:
    answer: Any = exchange.response
    return exchange.status == 400 and answer["code"] == 50035


async def test_nobody_who_reads_no_pictures_needs_them(house: House) -> None:
    ann, *_ = house.people()
    await house.reply(ann, "settings")
    await house.bot.people.prefer(ann.id, lambda before: replace(before, text_mode=True))
    await in_play(house)
    assert names(house) == []


async def test_the_host_may_do_without(database: Path) -> None:
    async with open_house(database, emojis=False) as house:
        _, ann = await in_play(house)
        assert asked(house, LIST) == asked(house, CREATE) == 0
        assert are_text(cards(house, ann))
