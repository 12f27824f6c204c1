"""The heights that ``tests/panels/heights.py`` computes are those of a browser, 390 points wide.

The page takes its letters from whatever the machine has; here it is given those that widths are computed
with, so that a line breaks where it is said to. What the page cannot tell is how high Discord's own client
draws things: see ``heights.DISCORD``.
"""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any

import font_roboto
import pytest
from playwright.async_api import Browser, Page, expect

from bot.pictures.text import Weight
from bot.words.catalogue import languages, words_for
from playground import reading
from playground.people import Person
from tests.browser import PHONE, in_browser
from tests.e2e.house import House, open_house
from tests.e2e.leagues.founded import Panel, create
from tests.e2e.test_whist import open_whist
from tests.panels.heights import AROUND, PLAYGROUND, ROOM, height_of

pytestmark = in_browser

A_FEW = 4.0
"""How many points a panel may be higher or lower than it is said to be."""


def letters() -> str:
    """A style sheet that has everything written in the letters that widths are computed with, each as wide
    beside any other."""
    faces = [
        f"@font-face {{font-family: Measured; font-weight: {weight}; src: url(data:font/ttf;base64,{data})}}"
        for weight, file in ((400, Weight.REGULAR), (700, Weight.BOLD))
        for data in [b64encode(Path(font_roboto.font_files[file.value]).read_bytes()).decode()]
    ]
    return " ".join([*faces, "body {font-family: Measured; font-kerning: none}"])


async def opened(browser: Browser, house: House, channel: int) -> Page:
    page = await browser.new_page(viewport=PHONE, has_touch=True, bypass_csp=True)
    guild = next(iter(house.world.guilds))
    await page.goto(f"{house.server.page_url}#/{guild}/{channel}")
    await page.add_style_tag(content=letters())
    await page.evaluate("document.fonts.ready")
    return page


def computed(house: House, message: dict[str, Any]) -> float:
    sizes = {
        one.filename: (one.width, one.height)
        for one in reading.pictures(house.server, message)
        if one.width and one.height
    }
    return height_of(message["components"], sizes, PLAYGROUND)


async def measured(page: Page, message: dict[str, Any]) -> float:
    """How high the message's container is on the page, once its picture is there."""
    container = page.locator(f"li.message[data-message-id='{message['id']}'] .container")
    await expect(container).to_be_visible()
    for picture in await container.locator("img").all():
        await expect(picture).to_have_js_property("complete", True)
        await expect(picture).not_to_have_js_property("naturalWidth", 0)
    box = await container.bounding_box()
    assert box is not None
    return box["height"]


async def compare(page: Page, house: House, message: dict[str, Any]) -> float:
    """Both, which are to be about the same; returns what was measured."""
    said, seen = computed(house, message), await measured(page, message)
    assert abs(said - seen) <= A_FEW, (said, seen, reading.text(message))
    return seen


async def compare_all(browser: Browser, house: House, ann: Person, messages: list[dict[str, Any]]) -> None:
    page = await opened(browser, house, int(messages[0]["channel_id"]))
    for message in messages:
        assert await compare(page, house, message) <= ROOM
    assert ann.name == "Ann"  # whose page it is, as nobody else was chosen
    await page.close()


@pytest.mark.parametrize("preset", ["whist-walloon", "whist-flemish"])
async def test_bids_and_the_table_of_colour_whist_are_as_high_as_computed(
    browser: Browser, tmp_path: Path, preset: str
) -> None:
    async with open_house(tmp_path / "h.sqlite3") as house:
        ann = house.people()[0]
        table = await open_whist(house, preset, 4)
        await house.settled()
        while house.to_move(table) is not ann and table.facts.turn is not None:
            mover = house.to_move(table)
            assert mover is not None
            message, button = await house.offered(mover, f"hh:act:{table.facts.id}:{table.facts.seq}:")
            await (await mover.press(message["id"], button)).done()
            await house.settled()
        await compare_all(browser, house, ann, [house.hand(ann), await house.more(ann, house.hand(ann))])
        await compare_all(browser, house, ann, [house.table_message(table)])


async def test_a_hand_and_what_comes_after_a_deal_are_as_high_as_computed(
    browser: Browser, tmp_path: Path
) -> None:
    async with open_house(tmp_path / "h.sqlite3") as house:
        ann = house.people()[0]
        table = await house.start_table(ann)
        await house.offered(ann, "hh:act:")
        await compare_all(browser, house, ann, [house.hand(ann)])
        await compare_all(browser, house, ann, [house.table_message(table)])
        while (table.facts.turn or 0) >= 0:
            message, button = await house.offered(ann, f"hh:act:{table.facts.id}:{table.facts.seq}:")
            await (await ann.press(message["id"], button)).done()
            await house.settled()
        await compare_all(browser, house, ann, [house.hand(ann)])
        await compare_all(browser, house, ann, [house.table_message(table)])


@pytest.mark.parametrize("language", languages())
async def test_a_whole_message_fits_a_phone(browser: Browser, tmp_path: Path, language: str) -> None:
    """With who wrote it and all else that the page puts around a container, in the letters that it has."""
    async with open_house(tmp_path / "h.sqlite3") as house:
        ann = house.people()[0]
        await create(house, ann, "W" * 32)
        own = await Panel.open(house, ann, "settings")
        await own.choose("setting-pick", "language")
        await own.press(words_for(language)("language.name"))
        await own.choose("setting-pick", "hands")
        season = await Panel.open(house, ann, "league settings")
        await season.press(next(one for one in season.labels if one.endswith("1")))
        helped = await Panel.open(house, ann, "help")
        page = await browser.new_page(viewport=PHONE, has_touch=True)
        guild = next(iter(house.world.guilds))
        await page.goto(f"{house.server.page_url}#/{guild}/{house.cards}")
        for panel in (own, season, helped):
            whole = page.locator(f"li.message[data-message-id='{panel.id}']")
            await expect(whole).to_be_visible()
            box, inner = await whole.bounding_box(), await measured(page, panel.message)
            assert box is not None and box["height"] <= ROOM
            assert box["height"] - inner <= AROUND + A_FEW
        await page.close()


async def test_the_ranking_of_bids_and_help_are_as_high_as_computed(browser: Browser, tmp_path: Path) -> None:
    async with open_house(tmp_path / "h.sqlite3") as house:
        ann = house.people()[0]
        rules, helped = [
            await house.command(ann, path, options)
            for path, options in (("rules", {"game": "whist-walloon"}), ("help", {}))
        ]
        assert rules.message is not None and helped.message is not None
        for message, select, value in (
            (rules.message, "hh:rules-page:0:0:4:whist-walloon", "ranking"),
            (helped.message, "hh:help-topic:0:0:", "table"),
        ):
            await (await ann.select(message["id"], select, [value])).done()
            await house.settled()
            await compare_all(browser, house, ann, [ann.message(message["id"])])
