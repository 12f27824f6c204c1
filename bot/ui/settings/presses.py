"""What is pressed on any panel of settings: one of them is opened, a value of it chosen. What is chosen is
kept at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import discord

from bot.people.chosen import Chosen
from bot.ui.discord.boundary import Refusal, redraw
from bot.ui.discord.panel import Drawing
from bot.ui.discord.press_ids import PressId
from bot.ui.discord.routes import chosen, require_private

Interaction = discord.Interaction[Any]
C = TypeVar("C", bound=Chosen)


class PanelPresses(ABC, Generic[C]):
    """What all panels share; whose settings they are is for each to say."""

    names: ClassVar[Sequence[str]]
    """All settings of the panel."""

    @abstractmethod
    async def drawing(self, interaction: Interaction, opened: str = "", said: str = "") -> Drawing:
        """The panel for whoever acts, with the setting of that name open, if one is; ``said`` is a sentence
        about what was just refused. Raises Refusal."""

    @abstractmethod
    async def keep(self, interaction: Interaction, change: Callable[[C], C]) -> None:
        """Change what was chosen, for good. Raises what ``change`` raises, Refusal, StoreError."""

    async def pick(self, interaction: Interaction, press: PressId) -> None:
        """Another setting is opened."""
        name = chosen(interaction)
        if name not in self.names:
            raise Refusal("unknown-button")
        await self.show(interaction, name)

    async def set(self, interaction: Interaction, press: PressId) -> None:
        """One of the values of a setting is chosen."""
        name, text = press.taking(2)
        await self.change(interaction, name, lambda before: before.changed_to(name, text))

    async def change(self, interaction: Interaction, name: str, change: Callable[[C], C]) -> None:
        """Keep a choice and show the panel with it. Raises Refusal."""
        require_private(interaction)
        try:
            await self.keep(interaction, change)
        except ValueError:
            raise Refusal("unknown-button") from None
        await self.show(interaction, name)

    async def show(self, interaction: Interaction, name: str, said: str = "") -> None:
        """Answer with the panel as it is now. Raises Refusal."""
        require_private(interaction)
        await redraw(interaction, await self.drawing(interaction, name, said))
