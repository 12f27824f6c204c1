"""Moments of games as messages: watched, painted and put on panels."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.discordkit.panel import Drawing
from bot.pictures.painter import Painter
from bot.pictures.values import ReplayPicture
from bot.replays import words
from bot.replays.replay import ReplayMoment
from bot.replays.scene import closing_frame, replay_picture
from bot.replays.ui import panel as panels
from bot.replays.ui.look import ReplayLook
from bot.replays.ui.panel import Frame, OpenReplay
from bot.replays.words import Watched
from bot.telling.alt import alt_text
from bot.telling.reader import Reader


class ReplayDrawings:
    """Makes them. All raise KeyError where a game has no such moment."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter

    async def panel(self, reader: Reader, film: OpenReplay, look: ReplayLook) -> Drawing:
        """What one person goes through a game with."""
        return panels.panel(await self._frame(reader, film, look), reader)

    def more(self, reader: Reader, film: OpenReplay, look: ReplayLook) -> Drawing:
        """What is behind *More*."""
        return panels.more(Frame(film, look, Watched.of(reader, film.reel, look.moment), None), reader)

    async def shared(self, everybody: Reader, film: OpenReplay, look: ReplayLook) -> Drawing:
        """A moment that somebody shows to all."""
        return panels.shared(await self._frame(everybody, replace(film, costly={}), look))

    async def moving(self, reader: Reader, film: OpenReplay, look: ReplayLook) -> Drawing:
        """The whole of a deal, card by card; for who reads no pictures in words."""
        end = film.reel.end_of(look.moment.deal)
        watched = Watched.of(reader, film.reel, end, look.eyes)
        if reader.preferences.text_mode:
            return panels.course(reader.words, watched)
        frames = await asyncio.to_thread(_frames, reader, film, look)
        return panels.moving(reader.words, watched, await self._painter.animate(frames))

    async def _frame(self, reader: Reader, film: OpenReplay, look: ReplayLook) -> Frame:
        watched = Watched.of(reader, film.reel, look.moment, look.eyes)
        if reader.preferences.text_mode:
            return Frame(film, look, watched)
        value = _picture(watched, others=look.others)
        if (costly := film.costly.get(look.moment)) is not None and not look.others:
            value = replace(value, better=costly.better)
        return Frame(film, look, watched, (alt_text(reader.words, value), await self._painter.paint(value)))


def _frames(reader: Reader, film: OpenReplay, look: ReplayLook) -> tuple[ReplayPicture, ...]:
    """A deal, input by input."""
    deal = look.moment.deal
    plies = range(film.reel.deals[deal].plies + 1)
    every = [Watched.of(reader, film.reel, ReplayMoment(deal, ply), look.eyes) for ply in plies]
    frames = [_picture(watched, others=False) for watched in every]
    end = every[-1]
    if end.still.dealt.result is not None:
        frames.append(closing_frame(end.sight, end.hands, end.eyes, words.comes(end)))
    return tuple(frames)


def _picture(watched: Watched, *, others: bool) -> ReplayPicture:
    legal = watched.other_cards if others else 0
    caption = words.happened(watched)
    return replay_picture(watched.sight, watched.hands, watched.eyes, legal, watched.last_card, caption)
