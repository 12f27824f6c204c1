"""A lesson, step by step: one sentence or two, the hand as it is in a game, and what may be pressed.

What is pressed on the way into a lesson and in it. Nothing is kept: the ids say where somebody is, so a
lesson may be left, taken up again after a restart, or open twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from discord import ui

from bot.discordkit.avatars import SuitEmojis, SuitSet
from bot.discordkit.boundary import Refusal, answer, redraw
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.panel import (
    BLUE,
    FELT,
    GREEN,
    GREY,
    Drawing,
    Part,
    button,
    draw,
    picture,
    rows,
    select,
    select_option,
)
from bot.discordkit.people import People
from bot.discordkit.presses import First, press_of
from bot.discordkit.routes import Route, anyone, chosen
from bot.engine.cards import ACTION_OF_TEXT, ACTION_TEXTS, Action, is_play, members, set_of
from bot.lessons import words
from bot.lessons.games import LESSONS, rules_taught, taught
from bot.lessons.lesson import ActOutcome, LessonStep, outcome
from bot.lessons.words import KING, PAGES, WHIST
from bot.pictures.painter import Painter
from bot.pictures.values import HandPicture, TrickPicture
from bot.rules.ui.panel import first_page
from bot.rules.ui.presets import Presets
from bot.tables.errors import TableError
from bot.tables.ui.footer import card_button
from bot.tables.ui.opening import Opening
from bot.telling import phrases
from bot.telling.alt import alt_text, sentences
from bot.telling.phrases import TEXT_LONGEST, Reader, fitting
from bot.words.catalogue import in_text

FILE: Final = "lesson.png"
A_ROW: Final = 4
NONE_ALONE: Final = 3
"""In a row where five cards would leave one to itself."""


@dataclass(frozen=True, slots=True)
class LessonPlace:
    """Where somebody is in a lesson: at a ``step`` (from 0) of that of a preset, after so many mistakes. It
    travels in the ids of its buttons and is kept nowhere."""

    preset: str
    step: int = 0
    mistakes: int = 0

    @property
    def values(self) -> tuple[str, ...]:
        """As an id says it."""
        return self.preset, str(self.step), str(self.mistakes)


@dataclass(frozen=True, slots=True)
class ShownStep:
    """What is said and seen: ``said`` came of the last press, ``text`` is what is new. The picture is
    described where ``data`` is empty."""

    said: str
    text: str
    value: HandPicture | TrickPicture | None
    data: bytes


def step(
    reader: Reader,
    place: LessonPlace,
    of: int,
    shown: ShownStep,
    offered: Mapping[Action, str],
    suits: SuitSet | None = None,
) -> Drawing:
    """One step of so many. What is ``offered`` is cards in the order of the hand, with ``suits`` where there
    are any, or choices, each with its name."""
    words = reader.words
    game = phrases.preset_name(words, place.preset)
    heading = words("lesson.heading", game=game, number=words.number(place.step + 1), of=words.number(of))
    buttons = [_choice(reader, place, action, name, suits) for action, name in offered.items()]
    wide = reader.preferences.text_mode or not all(map(is_play, offered))
    a_row = 2 if wide else NONE_ALONE if len(buttons) == A_ROW + 1 else A_ROW
    others = _others(reader, place.preset) if place == LessonPlace(place.preset) else None
    return draw(*_opened(reader, heading, shown), rows(buttons, a_row), others, accent=FELT)


def done(reader: Reader, place: LessonPlace, shown: ShownStep) -> Drawing:
    """The end of a lesson, and the ways on from there."""
    words = reader.words
    heading = words("lesson.done", game=phrases.preset_name(words, place.preset))
    result = words.count("lesson.mistakes", place.mistakes) if place.mistakes else words("lesson.no-mistake")
    ways = [
        button(words("lesson.play"), PressId("lesson-play", values=(place.preset,)), GREEN),
        button(words("button.rules"), first_page(place.preset)),
        button(words("lesson.again"), PressId("lesson-at", values=LessonPlace(place.preset).values)),
    ]
    return draw(*_opened(reader, heading, shown), f"-# {result}", rows(ways, 3), accent=FELT)


def what_is_this(reader: Reader, number: int, of: int, shown: ShownStep) -> Drawing:
    """The games in short pages, this one being the ``number``-th (from 0) of so many; and ways to try
    them."""
    words = reader.words
    heading = words(
        "basics.heading",
        title=words("button.what-is-this"),
        number=words.number(number + 1),
        of=words.number(of),
    )
    leaf = {
        "basics.back": (GREY, number - 1),
        "basics.next": (BLUE, number + 1),
    }
    pages = [
        button(words(key), PressId("basics", values=(str(to % of),)), style, disabled=not 0 <= to < of)
        for key, (style, to) in leaf.items()
    ]
    tries = [
        button(
            words("basics.try", game=phrases.preset_name(words, preset)),
            PressId("lesson-at", values=LessonPlace(preset).values),
            GREEN,
        )
        for preset in (KING, WHIST)
    ]
    return draw(*_opened(reader, heading, shown), rows(pages), tries, accent=FELT)


def _opened(reader: Reader, heading: str, shown: ShownStep) -> Iterator[Part]:
    """What is said, and the picture or its words."""
    text = "\n".join([f"### {heading}", *([f"**{shown.said}**"] if shown.said else []), shown.text])
    yield text
    if shown.value is None:
        return
    if shown.data:
        yield picture(FILE, alt_text(reader.words, shown.value), shown.data)
    else:
        lines = [in_text(sentence) for sentence in sentences(reader.words, shown.value)]
        yield fitting(lines, TEXT_LONGEST - len(text) - 100, "…", "\n")


def _choice(
    reader: Reader, place: LessonPlace, action: Action, name: str, suits: SuitSet | None
) -> ui.Button[Any]:
    press = PressId("lesson", values=(*place.values, ACTION_TEXTS[action]))
    if not is_play(action) or reader.preferences.text_mode:
        return button(name, press, GREY)
    index = reader.card_style(place.preset).index
    return card_button(action, index, press, BLUE, suits)


def _others(reader: Reader, preset: str) -> Part:
    """The lessons of other games."""
    words = reader.words
    choices = [
        select_option(phrases.preset_name(words, name), name, default=name == preset) for name in taught()
    ]
    return select(PressId("lesson-game"), words("lesson.other"), choices)


MOST_MISTAKES = 99


class LessonDrawings:
    """Makes them."""

    def __init__(self, painter: Painter, suits: SuitEmojis) -> None:
        self._painter = painter
        self._suits = suits

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
        value = await asyncio.to_thread(words.page_picture, reader, page)
        data = b"" if value is None else await self._painted(reader, value)
        shown = ShownStep("", words.page_text(reader, page), value, data)
        return what_is_this(reader, number, len(PAGES), shown)

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
        drawn = partial(step, reader, place, len(steps), shown, names)
        return self._suits.drawn(reader, place.preset, drawn)

    async def _done(self, reader: Reader, place: LessonPlace, found: ActOutcome, said: str) -> Drawing:
        assert found.view is not None
        value = words.trick(reader, found.view)
        text = reader.words(f"lesson.end.{found.view.rules.preset.family}")
        shown = ShownStep(said, text, value, await self._painted(reader, value))
        return done(reader, place, shown)

    async def _painted(self, reader: Reader, value: HandPicture | TrickPicture) -> bytes:
        return b"" if reader.preferences.text_mode else await self._painter.paint(value)


async def _steps(preset: str) -> tuple[LessonStep, ...]:
    if preset not in taught():
        raise Refusal("no-lesson")
    rules = rules_taught(preset)
    return tuple(await asyncio.to_thread(LESSONS.of(rules.preset.family).steps, rules))


class LessonPresses:
    """Handlers by verb, and what ``/learn`` does."""

    def __init__(self, presets: Presets, people: People, opening: Opening, drawings: LessonDrawings) -> None:
        self._presets = presets
        self._people = people
        self._opening = opening
        self._drawings = drawings

    def routes(self) -> dict[str, Route[None]]:
        """Every verb of a lesson."""
        return {
            "what-is-this": anyone(self._what_is_this),
            "basics": anyone(self._basics, private=True, values=1),
            "learn": anyone(self._learn),
            "lesson": anyone(self._pressed, private=True, values=4),
            "lesson-at": anyone(self._at, private=True, values=3),
            "lesson-game": anyone(self._game, private=True),
            "lesson-play": anyone(self._play, values=1),
        }

    async def open(self, interaction: Interaction, game: str | None) -> None:
        """Answer with the first step of a game's lesson, to the one who asks; None is the server's usual
        game. Raises Refusal, TableError."""
        reader = await self._people.reader_of(interaction)
        preset = await self._preset(interaction.guild_id, game)
        press_of(interaction).expected = First.REPLY
        await answer(interaction, await self._drawings.at(reader, LessonPlace(preset)))

    async def _preset(self, guild_id: int | None, game: str | None) -> str:
        """The built-in preset of a game; a server's usual one that there is no longer gives way."""
        if game is None:
            settings = await self._people.settings(guild_id)
            try:
                return await self._preset(guild_id, settings.game)
            except TableError:
                return await self._preset(guild_id, type(settings)().game)
        meant = await self._presets.meant(guild_id, game)
        return meant if isinstance(meant, str) else meant.preset

    async def _what_is_this(self, interaction: Interaction, press: PressId) -> None:
        reader = await self._people.reader_of(interaction)
        press_of(interaction).expected = First.REPLY
        await answer(interaction, await self._drawings.what_is_this(reader, 0))

    async def _basics(self, interaction: Interaction, press: PressId) -> None:
        reader = await self._people.reader(interaction.user.id)
        await redraw(interaction, await self._drawings.what_is_this(reader, _number(press.value)))

    async def _learn(self, interaction: Interaction, press: PressId) -> None:
        await self.open(interaction, press.values[0] if press.values else None)

    async def _pressed(self, interaction: Interaction, press: PressId) -> None:
        *where, text = press.values
        action = ACTION_OF_TEXT.get(text)
        if action is None:
            raise Refusal("unknown-button")
        reader = await self._people.reader(interaction.user.id)
        await redraw(interaction, await self._drawings.after(reader, _place(*where), action))

    async def _at(self, interaction: Interaction, press: PressId) -> None:
        await self._show(interaction, _place(*press.values))

    async def _game(self, interaction: Interaction, press: PressId) -> None:
        await self._show(interaction, LessonPlace(chosen(interaction)))

    async def _show(self, interaction: Interaction, place: LessonPlace) -> None:
        reader = await self._people.reader(interaction.user.id)
        await redraw(interaction, await self._drawings.at(reader, place))

    async def _play(self, interaction: Interaction, press: PressId) -> None:
        """A table of that game against robots in direct messages, begun at once."""
        await self._opening.practise(interaction, press.value)


def _place(preset: str, step: str, mistakes: str) -> LessonPlace:
    """Where an id says that somebody is; anybody can send any."""
    return LessonPlace(preset, _number(step), _number(mistakes))


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 3):
        raise Refusal("unknown-button")
    return int(text)
