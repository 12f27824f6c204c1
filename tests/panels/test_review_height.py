"""The pages of a review fit a phone in every game, in four languages."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.discordkit.panel import Drawing
from bot.people.settings import Preferences
from bot.pictures.replay import replay_height
from bot.replays import words as text
from bot.replays.replay import read_file
from bot.replays.scene import replay_picture
from bot.reviews.ui import reviews
from bot.reviews.ui.reviews import Reviewed
from bot.telling.phrases import Reader
from bot.words.catalogue import languages, words_for
from tests.panels.heights import DISCORD, PLAYGROUND, ROOM, height, row_width
from tests.panels.review_shown import page_of, told_of
from tests.replays.games import TABLES, record

LEAGUE = "Kingclub De Vrolijke Vrouw"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_page_fits_a_phone(name: str, players: int, language: str) -> None:
    replay, words = read_file(record(name, players, seed=players)), words_for(language)
    title = words("replay.of-table", table=1234, game=LEAGUE)
    found = Reviewed(1234, title, told_of(replay))
    fits(reviews.whole(words, found))
    for number in range(1, len(found.summary.worst) + 1):
        reader = Reader(words, Preferences(large=number % 2 == 0), 1)
        page = page_of(SimpleNamespace(reader=reader), found, number)
        watched = page.watched
        value = replay_picture(
            watched.model, watched.hands, watched.eyes, 0, watched.last_card, text.happened(watched)
        )
        high = replay_height(replace(value, better=page.costly.better))
        page = page_of(SimpleNamespace(reader=reader), found, number, high)
        fits(reviews.card(words, found, page, reader))


def fits(drawing: Drawing) -> None:
    (container,) = drawing.panel.to_components()
    for measures in (DISCORD, PLAYGROUND):
        assert height(drawing, measures) <= ROOM
    for row in [one["components"] for one in container["components"] if one["type"] == 1]:  # pyright: ignore
        assert row_width(row, DISCORD) <= DISCORD.inner - DISCORD.accent
