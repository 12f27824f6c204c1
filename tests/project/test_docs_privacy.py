"""The page on privacy says what the program does."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bot.ops.backup import kept_for
from bot.people.ports import DataKind
from bot.settings import Settings
from bot.words.catalogue import words_for

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
PAGE: Final = DOCS / "privacy.md"


def test_each_sort_of_data_is_there_in_the_bot_s_own_words() -> None:
    page, words = PAGE.read_text("utf-8"), words_for("en")
    missing = [kept for kept in DataKind if f"**{words(f'privacy.kept.{kept}')}**" not in page]
    assert missing == []


def test_its_days_are_those_of_the_settings() -> None:
    assert f"**{Settings().keep_days} days**" in PAGE.read_text("utf-8")
    assert f"**{kept_for(Settings()).longest} days**" in PAGE.read_text("utf-8")


def test_its_words_are_those_that_people_find() -> None:
    page, words = PAGE.read_text("utf-8"), words_for("en")
    for path in ("privacy show", "privacy export", "privacy delete", "settings"):
        assert f"`{words.typed(path)}`" in page
    for key in ("setting.statistics", "setting.value.statistics.hidden", "privacy.former-player"):
        assert f"*{words(key)}*" in page
    assert "no hand and no secret" in page


def test_hosts_find_it() -> None:
    for page in (DOCS / "operating.md", DOCS.parent / "README.md"):
        assert "privacy.md" in page.read_text("utf-8")
