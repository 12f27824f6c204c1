"""The playground's page in a browser, a real bot behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from playground.people import Person
from playground.server import Playground
from tests.browser import WIDE
from tests.clock import FakeClock
from tests.playground.page_bot import PageBot, connect

expect.set_options(timeout=5_000)


@dataclass
class Stage:
    """The server, the bot, and pages in the browser."""

    server: Playground
    clock: FakeClock
    bot: PageBot
    browser: Browser
    contexts: list[BrowserContext]
    problems: list[str]

    @property
    def ann(self) -> Person:
        return next(iter(self.server.people.values()))

    def channel_id(self, name: str) -> int:
        return next(channel.id for channel in self.server.world.channels.values() if channel.name == name)

    async def page(
        self, channel: str = "cards", viewport: ViewportSize = WIDE, *, query: str = "", **options: Any
    ) -> Page:
        context = await self.browser.new_context(viewport=viewport, **options)
        self.contexts.append(context)
        page = await context.new_page()
        page.set_default_timeout(5_000)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", self._listen)
        guild = next(iter(self.server.world.guilds))
        await page.goto(f"{self.server.page_url}{query}#/{guild}/{self.channel_id(channel)}")
        await expect(page.get_by_role("heading", name=channel)).to_be_visible()
        return page

    def _listen(self, message: object) -> None:
        text = str(message)
        if (
            getattr(message, "type", "") == "error"
            and "WebSocket" not in text
            and "ERR_CONNECTION" not in text
        ):
            self.problems.append(text)

    async def panel(self, page: Page) -> Locator:
        """The panel, opened by the current person."""
        await command(page, "/table panel")
        panel = page.locator("li.message", has=page.get_by_role("button", name="Count"))
        await expect(panel).to_be_visible()
        return panel


@asynccontextmanager
async def staged(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """A stage, on which no page may have had a problem in the end."""
    clock = FakeClock()
    server = await Playground.start(clock=clock)
    bot = await connect(server, monkeypatch.setattr)
    stage = Stage(server, clock, bot, browser, [], [])
    yield stage
    for context in stage.contexts:
        await context.close()
    await bot.stop()
    await stage.server.close()
    assert stage.problems == []


async def command(page: Page, text: str) -> None:
    """Type a command that needs no options, and send it."""
    field = page.locator("#text")
    await field.fill(text)
    await expect(page.locator("#suggestions").get_by_role("option").first).to_contain_text(text)
    await field.press("Enter")
    await expect(page.locator(".command-name")).to_have_text(text)
    await page.get_by_role("button", name="Send").click()
    await expect(page.locator(".command-name")).to_be_hidden()


def last(page: Page) -> Locator:
    return page.locator("li.message").last
