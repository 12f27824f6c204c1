"""The deal of the day as somebody plays it on a phone who has just started the playground."""

from __future__ import annotations

from playwright.async_api import Browser, expect

from tests.browser import PHONE, in_browser
from tests.e2e.test_browser import PATIENCE, gone, picture, playground

pytestmark = in_browser


async def test_the_deal_of_the_day_is_played_and_compared(browser: Browser) -> None:
    problems: list[str] = []
    async with playground() as address:
        page = await browser.new_page(viewport=PHONE, has_touch=True)
        page.set_default_timeout(PATIENCE * 1000)
        expect.set_options(timeout=PATIENCE * 1000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        await page.goto(address)
        await page.get_by_role("button", name="Daily deal").click()
        await expect(page.get_by_role("heading", name="Daily deal")).to_be_visible()
        await picture(page, "daily")
        await page.get_by_role("button", name="Play", exact=True).click()
        cards = page.locator("button[data-custom-id^='hh:act:']:not([disabled])")
        compare = page.get_by_role("button", name="Compare")
        played = 0
        while True:
            await expect(cards.or_(compare).first).to_be_visible()
            if await compare.count():
                break
            first = page.locator("li.message").filter(has=cards).last.locator(cards).first
            pressed = await first.get_attribute("data-custom-id")
            if not played:
                await picture(page, "daily-hand")
            await first.click()
            played += 1
            await gone(page.locator(f"button[data-custom-id='{pressed}']"))
        assert 1 <= played <= 13
        await picture(page, "daily-end")
        await compare.click()
        told = page.locator("li.message").last
        await expect(told.get_by_text("A robot in your seat makes")).to_be_visible()
        await expect(told.locator("pre, code").first).to_be_visible()
        await picture(page, "daily-compared")
        assert await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        await page.close()
    assert problems == []
