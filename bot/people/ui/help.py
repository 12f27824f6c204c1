"""``/help``: what this is and what can be typed, topic by topic."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.discordkit.boundary import Refusal, answer, redraw
from bot.discordkit.interactions import Interaction
from bot.discordkit.people import People
from bot.discordkit.press_ids import PressId
from bot.discordkit.routes import Route, anyone, chosen
from bot.people.ui.welcome_panel import ALONE, Topic, explained, help_text
from bot.words.catalogue import Words

Topics = Callable[[Words], Sequence[Topic]]
"""All commands in somebody's words, those without a group first."""


class Help:
    """What ``/help`` does, and what is pressed on its answer. Nothing is kept."""

    def __init__(self, people: People, topics: Topics) -> None:
        self._people = people
        self._topics = topics

    def routes(self) -> dict[str, Route[None]]:
        """The verb of its select."""
        return {"help-topic": anyone(self._topic, private=True)}

    async def open(self, interaction: Interaction) -> None:
        """Answer with the first topic."""
        words = await self._people.words_of(interaction)
        topics = self._all(words)
        in_server = interaction.guild_id is not None
        await answer(interaction, help_text(words, topics, topics[0], in_server=in_server))

    def _all(self, words: Words) -> Sequence[Topic]:
        return [*self._topics(words), *explained(words)]

    async def _topic(self, interaction: Interaction, press: PressId) -> None:
        words = await self._people.words(interaction.user.id)
        topics, name = self._all(words), chosen(interaction)
        topic = next((one for one in topics if (one.name or ALONE) == name), None)
        if topic is None:
            raise Refusal("unknown-button")
        in_server = interaction.guild_id is not None
        await redraw(interaction, help_text(words, topics, topic, in_server=in_server))
