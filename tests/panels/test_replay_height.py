"""The panel of a replay fits a phone at every moment of every game, in four languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.people.settings import Preferences
from bot.pictures.replay import replay_height
from bot.replays import words as text
from bot.replays.replay import By, GameReplay, ReplayMoment, read_file
from bot.replays.scene import replay_picture
from bot.replays.ui import panel
from bot.replays.ui.panel import Frame, OpenReplay, ReplayLook
from bot.replays.words import Watched
from bot.telling.phrases import AltText, Reader
from bot.words.catalogue import languages, words_for
from tests.panels.heights import DISCORD, PLAYGROUND, ROOM, blank, height, row_width
from tests.replays.games import TABLES, record

LEAGUE = "Kingclub De Vrolijke Vrouw"
EVERY = 23
"""So many inputs apart are the moments that are looked at, and every end of a deal is."""
LARGE = Preferences(large=True)


def moments(opened: GameReplay) -> list[ReplayMoment]:
    found: list[ReplayMoment] = []
    for deal, dealt in enumerate(opened.deals):
        found += [ReplayMoment(deal, ply) for ply in range(deal % EVERY, dealt.plies, EVERY)]
        found += [ReplayMoment(deal, 1), opened.end_of(deal)] if dealt.plies else [opened.end_of(deal)]
    return found


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_panel_fits_a_phone(name: str, players: int, language: str) -> None:
    replay, words = read_file(record(name, players, seed=players)), words_for(language)
    opened = OpenReplay(replay, words("replay.of-table", table=1234, game=LEAGUE), 1234, shares=True)
    for number, moment in enumerate(moments(replay)):
        reader = Reader(words, LARGE if number % 2 else Preferences(), 1)
        eyes = (None, 1)[number // 2 % 2]
        watched = Watched.of(reader, replay, moment, eyes)
        value = replay_picture(
            watched.model, watched.hands, eyes, watched.other_cards, watched.last_card, text.happened(watched)
        )
        image = AltText("alt"), blank(replay_height(value))
        frame = Frame(
            opened, ReplayLook(moment, (By.TRICK, By.CARD)[number % 2], eyes, others=True), watched, image
        )
        drawn = [
            panel.panel(one, reader)
            for one in (frame, replace(frame, look=replace(frame.look, others=False)))
        ]
        for drawing in (*drawn, panel.shared(frame), panel.more(frame, reader)):
            for measures in (DISCORD, PLAYGROUND):
                assert height(drawing, measures) <= ROOM, (moment, eyes)
        (container,) = drawn[0].panel.to_components()
        for row in [one["components"] for one in container["components"] if one["type"] == 1]:  # pyright: ignore
            if row[0]["type"] == 2:
                assert row_width(row, DISCORD) <= DISCORD.inner - DISCORD.accent
