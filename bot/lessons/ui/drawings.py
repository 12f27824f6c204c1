"""Panels of lessons, ready to be sent: the moment found in the prepared game and painted, off the event
loop."""

from __future__ import annotations

import asyncio

from bot.discordkit.boundary import Refusal
from bot.discordkit.panel import Drawing
from bot.engine.actions import Action, is_play
from bot.engine.cards import members, set_of
from bot.lessons import basics, words
from bot.lessons.basics import PAGES
from bot.lessons.lesson import ActOutcome, LessonStep, outcome
from bot.lessons.registry import LESSONS, rules_taught, taught
from bot.lessons.ui import panel as panels
from bot.lessons.ui.panel import LessonPlace, ShownStep
from bot.pictures.painter import Painter
from bot.pictures.values import HandPicture, TrickPicture
from bot.telling.reader import Reader

MOST_MISTAKES = 99


class LessonDrawings:
    """Makes them."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter

    async def at(self, reader: Reader, place: LessonPlace) -> Drawing:
        """A step of a lesson. Raises Refusal ``no-lesson`` or ``unknown-button``."""
        steps = await _steps(place.preset)
        if not 0 <= place.step < len(steps):
            raise Refusal("unknown-button")
        return await self._step(reader, place, steps, "")

    async def after(self, reader: Reader, place: LessonPlace, action: Action) -> Drawing:
        """What comes of an act at a step: the next step or the end, or the same step again where it was not
        the right one. Raises Refusal ``no-lesson`` or ``unknown-button``."""
        steps = await _steps(place.preset)
        if not 0 <= place.step < len(steps) or action not in steps[place.step].offered:
            raise Refusal("unknown-button")
        asked = steps[place.step]
        found = outcome(asked, action)
        said = words.verdict(reader, asked, found)
        if not found.right:
            mistakes = min(place.mistakes + 1, MOST_MISTAKES)
            return await self._step(reader, LessonPlace(place.preset, place.step, mistakes), steps, said)
        if place.step + 1 < len(steps):
            return await self._step(
                reader, LessonPlace(place.preset, place.step + 1, place.mistakes), steps, said
            )
        return await self._done(reader, place, found, said)

    async def what_is_this(self, reader: Reader, number: int) -> Drawing:
        """A page about the games, counted from 0. Raises Refusal ``unknown-button``."""
        if not 0 <= number < len(PAGES):
            raise Refusal("unknown-button")
        page = PAGES[number]
        value = await asyncio.to_thread(basics.picture, reader, page)
        data = b"" if value is None else await self._painted(reader, value)
        shown = ShownStep("", basics.text(reader, page), value, data)
        return panels.what_is_this(reader, number, len(PAGES), shown)

    async def _step(
        self, reader: Reader, place: LessonPlace, steps: tuple[LessonStep, ...], said: str
    ) -> Drawing:
        asked = steps[place.step]
        value = words.hand(reader, asked)
        offered = asked.offered
        if is_play(offered[0]):
            offered = tuple(card for card in value.cards if set_of(offered) >> card & 1)
            assert set_of(offered) == set_of(members(asked.view.hand))
        shown = ShownStep(said, words.task(reader, asked), value, await self._painted(reader, value))
        names = {action: words.act_name(reader, asked, action) for action in offered}
        return panels.step(reader, place, len(steps), shown, names)

    async def _done(self, reader: Reader, place: LessonPlace, found: ActOutcome, said: str) -> Drawing:
        assert found.view is not None
        value = words.trick(reader, found.view)
        text = reader.words(f"lesson.end.{found.view.rules.preset.family}")
        shown = ShownStep(said, text, value, await self._painted(reader, value))
        return panels.done(reader, place, shown)

    async def _painted(self, reader: Reader, value: HandPicture | TrickPicture) -> bytes:
        return b"" if reader.preferences.text_mode else await self._painter.paint(value)


async def _steps(preset: str) -> tuple[LessonStep, ...]:
    if preset not in taught():
        raise Refusal("no-lesson")
    rules = rules_taught(preset)
    return tuple(await asyncio.to_thread(LESSONS.of(rules.preset.family).steps, rules))
