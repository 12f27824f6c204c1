"""What is pressed on the way into a lesson and in it. Nothing is kept: the ids say where somebody is, so a
lesson may be left, taken up again after a restart, or open twice."""

from __future__ import annotations

from bot.discordkit.boundary import Refusal, answer, redraw
from bot.discordkit.interactions import Interaction
from bot.discordkit.people import People
from bot.discordkit.press_ids import PressId
from bot.discordkit.presses import First, press_of
from bot.discordkit.routes import Route, anyone, chosen
from bot.engine.actions import ACTION_OF_TEXT
from bot.lessons.ui.drawings import LessonDrawings
from bot.lessons.ui.panel import LessonPlace
from bot.rules.ui.presets import Presets
from bot.tables.errors import TableError
from bot.tables.ui.opening import Opening


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
