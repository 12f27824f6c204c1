"""What any bot of discord.py costs: each press of one of twelve buttons is answered with the same picture.

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

from tests.bench.cpu_told import tell_cpu

BUTTONS, A_ROW = 12, 4
PICTURE = random.Random(30).randbytes(30_000)


class Constant(ui.View):
    """Twelve buttons."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        for number in range(BUTTONS):
            one = ui.Button[Constant](
                label=f"Button {number}", custom_id=f"bare:{number}", row=number // A_ROW
            )
            one.callback = self.pressed
            self.add_item(one)

    async def pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Answer with what is there already."""
        await interaction.response.edit_message(attachments=[_picture()], view=self)


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
    await interaction.response.send_message(file=_picture(), view=Constant())


def _picture() -> discord.File:
    return discord.File(io.BytesIO(PICTURE), filename="picture.png")


if __name__ == "__main__":
    tell_cpu()
    Route.BASE = os.environ["DISCORD_API_URL"]
    Bare().run(os.environ["DISCORD_TOKEN"], log_handler=None)
