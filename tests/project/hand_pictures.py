"""Takes a picture of a hand with its buttons as a phone shows it.

``python -m tests.project.hand_pictures FILE [BEFORE]``. Put beside a picture that the same command took of an
earlier version, it shows what has changed: the cards are the same, as they follow from a secret that is
always the same. Needs Chromium, as ``make pictures`` does.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.async_api import async_playwright, expect

from bot.discordkit import avatars
from playground.page.shortcuts import Shortcut
from tests.e2e.house import open_house
from tests.project.readme_pictures import CHROMIUM, PHONE, cards, open_page

GAP = 16


async def take(file: Path) -> None:
    """The hand at the first card of a game, once its buttons show emojis."""
    avatars.PAUSE = 0.0  # pyright: ignore[reportAttributeAccessIssue] - nobody limits uploads here
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "hand.sqlite3"
        async with (
            open_house(database, emojis=True, secret=bytes(32)) as house,
            async_playwright() as playwright,
        ):
            shortcut = Shortcut("Play", house.cards, "table open", {"robots": 3})
            house.server.shortcuts.append(shortcut)
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = await open_page(
                browser, house, "", viewport=PHONE, device_scale_factor=2, has_touch=True, is_mobile=True
            )
            await page.get_by_role("button", name=shortcut.label).click()
            await expect(cards(page).first).to_be_enabled()
            table, ann = house.bot.tables.running()[0], house.people()[0]
            for _ in range(40):
                if await cards(page).locator("img").count():
                    break
                await page.wait_for_timeout(250)
                house.bot.display.hands.slot(table, ann.id).refresh()
                await house.settled()
            await page.evaluate("Promise.all([...document.images].map(one => one.decode().catch(() => 0)))")
            for notice in await page.get_by_role("button", name="Close notice").all():
                await notice.click()
            await page.wait_for_timeout(600)
            await page.locator("li.message").last.screenshot(path=file)
            await browser.close()


def beside(before: Path, after: Path) -> None:
    """Put both into the file of the later one."""
    with Image.open(before) as left, Image.open(after) as right:
        both = Image.new("RGB", (left.width + GAP + right.width, max(left.height, right.height)), "white")
        both.paste(left, (0, 0))
        both.paste(right, (left.width + GAP, 0))
    both.save(after, optimize=True)


if __name__ == "__main__":
    taken = Path(sys.argv[1])
    asyncio.run(take(taken))
    if len(sys.argv) > 2:
        beside(Path(sys.argv[2]), taken)
