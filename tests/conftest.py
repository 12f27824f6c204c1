"""What tests of several parts need."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from hypothesis import settings
from playwright.async_api import Browser, async_playwright

from tests.browser import CHROMIUM
from tests.properties import AS_A_RULE

# The same examples in every run, so that whoever sees a failure sees it again; `--hypothesis-profile=explore`
# looks for new ones. Both say which decorator repeats a failure.
settings.register_profile(
    "same", derandomize=True, database=None, deadline=None, max_examples=AS_A_RULE, print_blob=True
)
settings.register_profile(
    "explore", settings.get_profile("same"), derandomize=False, max_examples=10 * AS_A_RULE
)
settings.load_profile("same")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """A browser without a window; see ``tests.browser``."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield browser
        await browser.close()
