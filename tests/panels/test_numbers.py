"""A table of an evening has one number for people, and that is not its id."""

from __future__ import annotations

import pytest

from bot.people.ports import DeletionObstacle, Waits
from bot.privacy import privacy
from bot.replays.ui import panel
from bot.reviews.ui import reviews
from bot.tables.model import TableFacts
from bot.words.catalogue import Words, languages, words_for
from tests.telling.whist import texts

FACTS = TableFacts(4, 1, 2, 10, "kingen", 4, "", 0.0, place="12.1.2.1")


@pytest.mark.parametrize("language", languages())
def test_what_is_said_of_a_table_of_an_evening(language: str) -> None:
    words: Words = words_for(language)
    waits = [DeletionObstacle(what, 4, 5, str(FACTS.number)) for what in (Waits.TABLE, Waits.LEFT)]
    for drawing, key in (
        (panel.record(words, FACTS, b""), "replay.record"),
        (reviews.progress(words, FACTS, None), "review.making"),
    ):
        assert words(key, table=2) in texts(drawing)[0], key
    text = "\n".join(texts(privacy.waiting(words, waits, is_ordered=False)))
    for key in ("table", "left"):
        assert words(f"privacy.waits.{key}", table=2, channel="<#5>") in text, key
