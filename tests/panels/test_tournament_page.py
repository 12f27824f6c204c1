"""The page to print of a tournament: all its rankings, as wide as a phone on one."""

from __future__ import annotations

import csv
from datetime import date
from io import StringIO

import pytest
from playwright.async_api import Browser

from bot.tournaments.exported import ranking_table, tournament_page
from bot.words.catalogue import languages, words_for
from tests.browser import PHONE, in_browser
from tests.panels.tournament_panels import view

DAY = date(2026, 11, 21)

pytestmark = in_browser


async def test_the_page_is_no_wider_than_a_phone(browser: Browser) -> None:
    page = await browser.new_page(viewport=PHONE)
    for language in languages():
        words = words_for(language)
        await page.set_content(tournament_page(words, "Cup", view(words).held, DAY).decode())
        assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], language
        assert await page.locator("table").count() == 7, language
    await page.close()


@pytest.mark.parametrize("language", languages())
async def test_T3_what_was_carried_has_a_column_so_that_rows_add_up(language: str) -> None:
    words = words_for(language)
    data = ranking_table(words, view(words).held, "1small").decode("utf-8-sig")
    rows = [*csv.reader(StringIO(data), delimiter=";" if words.decimal_sign == "," else ",")]
    assert len(rows) == 1 + 16
    for _, _, _, carried, first, total, *_ in rows[1:]:
        assert int(carried) + int(first) == int(total)
