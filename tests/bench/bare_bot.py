"""What any bot of discord.py costs that shows what ours shows: each press is answered with a message of the
same kind as a hand, a line of text, a picture of 30 kB with an alternative text and twelve buttons in one
container, made anew each time by the library alone. Only the picture is always the same.

Started by ``bench_press`` in a process of its own: ``python -m tests.bench.bare_bot``.
"""

from __future__ import annotations

import io
import os
import random
from typing import Any

import discord
import yarl
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.bench.cpu_report import tell_cpu

BUTTONS, A_ROW = 12, 4
PICTURE = random.Random(30).randbytes(30_000)
ALT = "You are to play. " + ", ".join(f"the {rank} of hearts" for rank in range(2, 2 + BUTTONS))


class Card(ui.Button["Hand"]):
    """One of the twelve."""

    def __init__(self, number: int) -> None:
        super().__init__(label=f"Button {number}", custom_id=f"bare:{number}")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer with the next message."""
        await interaction.response.edit_message(attachments=[_picture()], view=Hand())


class Hand(ui.LayoutView):
    """The message."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        gallery = ui.MediaGallery[Hand](discord.MediaGalleryItem("attachment://picture.png", description=ALT))
        rows = [
            ui.ActionRow[Hand](*map(Card, range(first, first + A_ROW))) for first in range(0, BUTTONS, A_ROW)
        ]
        self.add_item(ui.Container[Hand](ui.TextDisplay("**You are to play**"), gallery, *rows))


class Bare(discord.Client):
    """The bot: one command that shows the buttons."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="bare", description="Show the buttons.")(_show)

    async def setup_hook(self) -> None:
        """Tell Discord of the command, and find the gateway."""
        await self.tree.sync()
        _, gateway, _ = await self.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


async def _show(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(file=_picture(), view=Hand())


def _picture() -> discord.File:
    return discord.File(io.BytesIO(PICTURE), filename="picture.png")


if __name__ == "__main__":
    tell_cpu()
    Route.BASE = os.environ["DISCORD_API_URL"]
    Bare().run(os.environ["DISCORD_TOKEN"], log_handler=None)
