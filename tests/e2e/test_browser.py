"""What a newcomer does: start the playground, open its page on a phone, and play against three robots."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Locator, Page, expect

from tests.browser import PHONE, WIDE, in_browser

ROOT = Path(__file__).parents[2]
KEPT = ("HARTENHEER", "DISCORD", "PLAYGROUND")
PICTURES = os.environ.get("HARTENHEER_TEST_PICTURES")
"""A folder for pictures of what is seen, for people to look at."""

PATIENCE = 60.0
"""Seconds after which something is wrong on a busy machine too; where all is well nothing takes so long."""

pytestmark = in_browser


@asynccontextmanager
async def playground() -> AsyncIterator[str]:
    """``python -m bot play`` without a token, on any free port; the address it prints."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(KEPT)}
    environment |= {"DISCORD_TOKEN": "", "PLAYGROUND_PORT": "0", "HARTENHEER_ROBOT_PAUSE": "0"}
    environment["HARTENHEER_STRONG"] = "no"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "play", cwd=ROOT, env=environment, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        line = (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode()
        address = re.search(r"open (http://127\.0\.0\.1:\d+/) in a browser", line)
        assert address is not None, line
        yield address[1]
        process.terminate()
        assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def picture(page: Page, name: str) -> None:
    if PICTURES:
        await page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))


async def play_a_deal(page: Page) -> int:
    """Click the first card until the deal is over; how many cards that took. On a busy machine a turn waits
    until the hand comes anew, so it is the newest hand that is clicked, as by anybody who looks at it."""
    cards = page.locator("button[data-custom-id^='hh:act:']:not([disabled])")
    ready = page.locator("button[data-custom-id^='hh:ready:']:not([disabled])")
    played = 0
    while True:
        await expect(cards.or_(ready).first).to_be_visible()
        if await ready.count():
            return played
        first = page.locator("li.message").filter(has=cards).last.locator(cards).first
        pressed = await first.get_attribute("data-custom-id")
        await first.click()
        played += 1
        await gone(page.locator(f"button[data-custom-id='{pressed}']"))


async def gone(button: Locator) -> None:
    """A button does nothing in the first half second at its place: it is clicked until it has done what it
    is for."""
    while True:
        try:
            await expect(button).to_have_count(0, timeout=1000)
        except AssertionError:
            await button.click()
        else:
            return


async def test_a_newcomer_plays_a_deal_by_clicking(browser: Browser) -> None:
    problems: list[str] = []
    async with playground() as address:
        page = await browser.new_page(viewport=PHONE, has_touch=True)
        page.set_default_timeout(PATIENCE * 1000)
        expect.set_options(timeout=PATIENCE * 1000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        await page.goto(address)
        await picture(page, "start")
        await page.get_by_role("button", name="Play against three robots").click()
        hand = page.locator("li.message").last
        await expect(hand.locator("img[alt*='Your cards']")).to_have_js_property("complete", True)
        await picture(page, "hand")
        assert await play_a_deal(page) == 13
        sheet = page.locator("li.message").last.locator("img[alt*='Score sheet']")
        await expect(sheet).to_be_visible()
        await expect(sheet).not_to_have_js_property("naturalWidth", 0)
        await picture(page, "deal-end")
        await page.get_by_role("button", name="Next deal").click()
        await expect(page.locator("li.message").last.locator("img[alt*='Deal 2 of 10']")).to_be_visible()
        await expect(page.locator("button[data-custom-id^='hh:act:']").first).to_be_visible()
        await expect(page.locator("li.message")).to_have_count(1)  # all of it was one message
        await picture(page, "next-deal")
        await page.set_viewport_size(WIDE)
        await expect(page.locator("img[alt*='Deal 2 of 10']")).to_be_visible()
        await picture(page, "hand-wide")
        wide = await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert wide, "the page is wider than the window"
        await page.close()
    assert problems == []
