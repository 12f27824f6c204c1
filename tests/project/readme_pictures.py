"""Draws the README's pictures: ``make pictures``. Look at each before committing it.

Hand, table and score sheet are samples of the program's own drawing, and the moving picture is a deal that
robots play; the others are taken of the playground in a browser, the whole bot behind it, after some cards
have been played. ``manifest.json`` says of which
version they are; tests compare.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.async_api import Browser, Locator, Page, ViewportSize, async_playwright, expect

from bot import __version__
from bot.pictures.painter import render
from bot.pictures.replay import animated
from playground.page.shortcuts import Shortcut
from tests.e2e.house import House, open_house
from tests.pictures.frames import frames
from tools.samples import samples

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "pictures"
MANIFEST: Final = FOLDER / "manifest.json"
DRAWN: Final = {"hand.png": "hand-follow-suit", "table.png": "table-four", "sheet.png": "sheet-final"}
"""Pictures that are samples, by the names of these."""
PLAYED: Final = "deal.gif"
TAKEN: Final = ("playground.png", "playground-phone.png")
EVERY: Final = (*DRAWN, PLAYED, *TAKEN)

CHROMIUM: Final = os.environ.get("CHROMIUM", "/usr/bin/chromium")
DESKTOP: Final[ViewportSize] = {"width": 1180, "height": 800}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
CARDS_PLAYED: Final = 2
MOST_CARDS: Final = 11
COLOURS: Final = 256


def draw() -> None:
    """Write the pictures that are samples."""
    values = dict(samples())
    for name, sample in DRAWN.items():
        (FOLDER / name).write_bytes(render(values[sample]))


def played() -> bytes:
    """A deal of four robots, seen by one of them."""
    names = ("Ann", "Bram", "Chloé", "Dmitri")
    return animated(frames("kingen", 4, seed=3, deal=3, names=names, eyes=0, robot="steady"))


async def take() -> None:
    """Write the pictures of the playground."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_house(Path(folder) / "pictures.sqlite3") as house, async_playwright() as playwright:
            shortcut = Shortcut("Play against three robots", house.cards, "table open", {"robots": 3})
            house.server.shortcuts.append(shortcut)
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            try:
                page = await open_page(browser, house, "", viewport=DESKTOP)
                await page.get_by_role("button", name=shortcut.label).click()
                await play_into_a_trick(page, house)
                hand = "/".join(page.url.partition("#")[2].split("/")[:3])
                guild = next(iter(house.server.world.guilds))
                page = await open_page(browser, house, f"/{guild}/{house.cards}", viewport=DESKTOP)
                await expect(page.get_by_role("button", name="My hand").last).to_be_visible()
                await shoot(page, "playground.png")
                phone = await open_page(
                    browser,
                    house,
                    hand,
                    viewport=PHONE,
                    device_scale_factor=2,
                    has_touch=True,
                    is_mobile=True,
                )
                await expect(cards(phone).first).to_be_visible()
                await shoot(phone, "playground-phone.png")
            finally:
                await browser.close()


async def open_page(browser: Browser, house: House, path: str, **options: Any) -> Page:
    """A page at a place of the playground, of somebody who has been there before."""
    page = await browser.new_page(color_scheme="dark", **options)
    await page.add_init_script("localStorage.setItem('hint-closed', 'yes')")
    await page.goto(f"{house.server.page_url}#{path}")
    return page


async def play_into_a_trick(page: Page, house: House) -> None:
    """Play some cards, until it is one's turn in a trick that others have begun."""
    await expect(cards(page).first).to_be_enabled()
    table = house.bot.tables.running()[0]
    for played in range(MOST_CARDS):
        if played >= CARDS_PLAYED and len((await table.view(None)).trick.cards) > 1:
            return
        await play_a_card(page, house)


def cards(page: Page) -> Locator:
    """The buttons of the cards that may be played, of the newest message that has any."""
    hand = page.locator("li.message", has=page.get_by_role("button", name="Last trick")).last
    return hand.locator("button[data-custom-id^='hh:act:'][data-custom-id*=':play ']:enabled")


async def play_a_card(page: Page, house: House) -> None:
    """Play the last of the cards that may be, which is a low one, and wait until it is one's turn again."""
    await expect(cards(page).first).to_be_enabled()
    table = house.bot.tables.running()[0]
    before, seat = table.facts.seq, table.facts.turn
    await cards(page).last.click()
    await house.server.world.until(lambda: table.facts.seq > before and table.facts.turn == seat)
    await house.settled()


async def shoot(page: Page, name: str) -> None:
    """A picture of what the page shows once it rests, in few enough bytes for a repository."""
    await page.evaluate("Promise.all([...document.images].map(one => one.decode().catch(() => 0)))")
    await page.wait_for_timeout(600)  # for moving things to come to rest
    path = FOLDER / name
    await page.screenshot(path=path)
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(COLOURS)
    small.save(path, optimize=True)


def digest(name: str) -> str:
    """SHA-256 of a picture, in hex."""
    return hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()


def main() -> None:
    """Draw and take all pictures, and write of which version they are."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    draw()
    (FOLDER / PLAYED).write_bytes(played())
    asyncio.run(take())
    manifest = {"version": __version__, "sha256": {name: digest(name) for name in sorted(EVERY)}}
    MANIFEST.write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
