"""Faces of cards on buttons: uploaded by the bot itself, and used once all are there."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.discordkit import avatars
from bot.engine.actions import ACTION_OF_TEXT
from bot.engine.cards import CARD_NAMES
from bot.pictures.cards import emoji_png
from bot.pictures.style import Colours, Index
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from playground.reading import Button
from playground.rest.api import Exchange
from playground.server import Playground
from tests.e2e.house import House, open_house

ALL = len(CARD_NAMES)
CREATE = "POST /applications/{application_id}/emojis"
LIST = "GET /applications/{application_id}/emojis"


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
    await house.bot.card_emojis.settled()
    return table, ann


async def redrawn(house: House, table: Table, person: Person) -> list[Button]:
    house.bot.display.hands.slot(table, person.id).refresh()
    await house.settled()
    return cards(house, person)


async def test_every_face_of_the_style_in_use_is_uploaded_once_and_stands_on_the_buttons(
    house: House,
) -> None:
    table, ann = await in_play(house)
    assert all(one.label[0] in "♣♦♥♠" for one in cards(house, ann))  # nobody waited for them
    found = names(house)
    assert len(found) == len(set(found)) == ALL
    assert all(name.startswith("hh_english_two_") and len(name) <= 32 for name in found)
    for one in await redrawn(house, table, ann):
        card = ACTION_OF_TEXT[one.custom_id.split(":")[4]]
        assert one.label == "" and one.emoji is not None
        assert one.emoji.startswith(f"hh_english_two_{CARD_NAMES[card]}_")
        (emoji_id,) = (int(id) for id, made in house.world.emojis.items() if made["name"] == one.emoji)
        assert house.server.world.files.emojis[emoji_id] == emoji_png(card, Index.ENGLISH, Colours.TWO)
    assert asked(house, CREATE) == ALL


async def test_another_style_is_uploaded_when_somebody_holds_its_cards(house: House) -> None:
    table, ann = await in_play(house)
    await house.bot.people.prefer(ann.id, lambda before: replace(before, index="russian", colours="four"))
    await redrawn(house, table, ann)
    await house.bot.card_emojis.settled()
    shown = await redrawn(house, table, ann)
    assert all(str(one.emoji).startswith("hh_russian_four_") for one in shown)
    assert len(names(house)) == 2 * ALL


async def test_after_a_restart_nothing_is_uploaded_again(database: Path) -> None:
    server = await Playground.start()
    try:
        for _ in range(2):
            async with open_house(database, server=server, emojis=True) as house:
                ann, *_ = house.people()
                await house.start_table(ann)
                await house.bot.card_emojis.settled()
                assert len(names(house)) == ALL and asked(house, CREATE) == ALL
    finally:
        await server.close()


async def test_pictures_that_have_changed_are_replaced(database: Path) -> None:
    server = await Playground.start()
    try:
        image = base64.b64encode(emoji_png(0, Index.DUTCH, Colours.TWO)).decode()
        for name in ("hh_english_two_QH_00000000", "hh_dutch_two_QH_00000000", "somebody_elses"):
            made = {"id": str(server.world.ids.next()), "name": name, "roles": [], "animated": False}
            server.world.emojis[int(made["id"])] = made | {"available": True, "image": image}
            server.world.files.emojis[int(made["id"])] = base64.b64decode(image)
        async with open_house(database, server=server, emojis=True) as house:
            await in_play(house)
            found = names(house)
            assert "hh_english_two_QH_00000000" not in found and len(found) == ALL + 2
            assert sum(name.startswith("hh_english_two_QH_") for name in found) == 1
    finally:
        await server.close()


@pytest.mark.parametrize("route", [CREATE, LIST])
async def test_where_discord_does_not_have_them_buttons_keep_their_text(
    house: House, route: str, caplog: pytest.LogCaptureFixture
) -> None:
    house.server.faults.fail(route, 403, 50001, times=100)
    table, ann = await in_play(house)
    for _ in range(3):
        shown = await redrawn(house, table, ann)
        await house.bot.card_emojis.settled()
        assert all(one.label[0] in "♣♦♥♠" and not one.emoji for one in shown)
    assert asked(house, route) == 1  # and none again for an hour
    told = [one.getMessage() for one in caplog.records if "card emojis" in one.getMessage()]
    assert told == ["card emojis cannot be had, buttons show text instead: status 403, code 50001"]


async def test_an_upload_whose_receipt_was_lost_is_there_once(house: House) -> None:
    house.server.faults.lose(CREATE, 502)
    await in_play(house)
    assert len(names(house)) == len(set(names(house))) == ALL


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
    assert all(one.label[0] in "♣♦♥♠" and not one.emoji for one in cards(house, ann))
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
        await in_play(house)
        assert asked(house, LIST) == asked(house, CREATE) == 0
