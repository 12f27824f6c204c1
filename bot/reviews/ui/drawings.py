"""Reviews as messages: the most costly cards painted at their moments."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.discordkit.panel import Drawing
from bot.pictures.painter import Painter
from bot.replays import words
from bot.replays.scene import replay_picture
from bot.replays.words import Watched
from bot.reviews.making import study_of, studying_of
from bot.reviews.model import Costly
from bot.reviews.ui import panel as panels
from bot.reviews.ui.panel import WHOLE, CardPage, Reviewed
from bot.reviews.words import why
from bot.telling.alt import alt_text
from bot.telling.reader import Reader


class ReviewDrawings:
    """Makes them."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter

    async def page(self, reader: Reader, found: Reviewed, number: int) -> Drawing:
        """A page of a review; the whole of it where there is no such page."""
        worst = found.told.worst
        if not WHOLE < number <= len(worst):
            return panels.whole(reader.words, found)
        page = await self._card(reader, found, worst[number - 1])
        return panels.card(reader.words, found, page, reader)

    async def _card(self, reader: Reader, found: Reviewed, costly: Costly) -> CardPage:
        reel = found.told.reel
        watched = Watched.of(reader, reel, costly.moment, costly.seat)
        said = await asyncio.to_thread(_why, watched, found, costly)
        if reader.preferences.text_mode:
            return CardPage(costly, watched, said)
        value = replace(
            replay_picture(
                watched.sight, watched.hands, costly.seat, 0, watched.last_card, words.happened(watched)
            ),
            better=costly.better,
        )
        image = alt_text(reader.words, value), await self._painter.paint(value)
        return CardPage(costly, watched, said, image)


def _why(watched: Watched, found: Reviewed, costly: Costly) -> str:
    """Why another card was better, by what its player saw; nothing where another study is asked by now, which
    would say otherwise."""
    view, card, study = study_of(found.told.reel, costly, studying_of(found.told.reel))
    if study.best != costly.better:
        return ""
    return why(replace(watched.sight, view=view), card, study)
