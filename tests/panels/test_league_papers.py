"""Games on paper and seasons that are brought along fit a phone and Discord's limits, in every language."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discordkit.panel import Drawing
from bot.words.catalogue import languages, words_for
from playground.checks.components import walk
from tests.panels.heights import DISCORD, PLAYGROUND, height
from tests.panels.league_papers import PAPERS
from tests.panels.test_heights import TALLEST


def every(drawing: Drawing) -> list[dict[str, Any]]:
    return list(walk(drawing.panel.to_components()))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", PAPERS)
def test_it_fits_a_phone_and_a_message(name: str, language: str) -> None:
    for drawing in PAPERS[name](words_for(language)):
        for measures in (DISCORD, PLAYGROUND):
            assert height(drawing, measures) <= (TALLEST[name] or 0), (name, height(drawing, measures))
        components = every(drawing)
        assert len(components) <= 40
        assert sum(len(one.get("content", "")) for one in components) <= 4000
