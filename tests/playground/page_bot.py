"""A small bot with one of everything the page can show, connected through discord.py."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from typing import Any

import discord
import yarl
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from discord.http import Route
from PIL import Image

from playground.server import Playground

RECORD = b"King 1\nplayers 4\n"


def picture(colour: str = "#1d5a49") -> discord.File:
    out = io.BytesIO()
    Image.new("RGB", (800, 300), colour).save(out, "PNG")
    return discord.File(io.BytesIO(out.getvalue()), "table.png")


class Button(ui.Button[Any]):
    """A button that does what it was given."""

    def __init__(
        self, label: str, act: Callable[[discord.Interaction], Any], style: str = "secondary"
    ) -> None:
        super().__init__(label=label, style=discord.ButtonStyle[style], custom_id=f"button:{label}")
        self.act = act

    async def callback(self, interaction: discord.Interaction) -> None:
        await self.act(interaction)


class Panel(ui.LayoutView):
    """A V2 message with text, picture, file, buttons of every style and selects."""

    def __init__(self, presses: int = 0, *, gone: bool = False) -> None:
        super().__init__(timeout=None)
        self.presses = presses
        buttons = [
            Button("Count", self.count, "primary"),
            Button("Quiet", quiet),
            Button("Slow", nothing, "danger"),
            Button("Form", form, "success"),
        ]
        goes = [] if gone else [Button("Go", self.go)]
        off = ui.Button(label="Off", disabled=True, custom_id="off", emoji="🂡")
        self.add_item(
            ui.Container(
                ui.Section(
                    ui.TextDisplay(f"## Panel\nPressed **{presses}** times"),
                    accessory=ui.Thumbnail("attachment://table.png", description="A small table"),
                ),
                ui.MediaGallery(
                    discord.MediaGalleryItem(
                        "attachment://table.png", description="The table, seen from above"
                    )
                ),
                ui.Separator(),
                ui.ActionRow(*buttons, ui.Button(label="Away", url="https://example.org/rules")),
                ui.ActionRow(*goes, off),
                ui.ActionRow(Several()),
                ui.ActionRow(Who()),
                accent_colour=0x2F7D68,
            )
        )
        self.add_item(ui.File("attachment://record.txt"))

    async def count(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=Panel(self.presses + 1))

    async def go(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=Panel(self.presses, gone=True))


class Several(ui.Select[Any]):
    def __init__(self) -> None:
        options = [
            discord.SelectOption(label=suit, description=f"All {suit}")
            for suit in ("Clubs", "Hearts", "Spades")
        ]
        super().__init__(
            custom_id="suits", placeholder="Which suits?", options=options, min_values=2, max_values=3
        )

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"Suits: {', '.join(sorted(self.values))}", ephemeral=True)


class Who(ui.UserSelect[Any]):
    def __init__(self) -> None:
        super().__init__(custom_id="who", placeholder="Who plays?")

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"You chose {self.values[0].mention}", ephemeral=True)


class Form(ui.Modal, title="Name the table"):
    intro = ui.TextDisplay("Choose *well*.")
    name = ui.Label(
        text="Name",
        description="Seen by all",
        component=ui.TextInput(custom_id="name", min_length=3, max_length=20),
    )
    notes = ui.Label(
        text="Notes",
        component=ui.TextInput(custom_id="notes", style=discord.TextStyle.paragraph, required=False),
    )
    clock = ui.Label(
        text="Clock",
        component=ui.Select(
            custom_id="clock",
            options=[discord.SelectOption(label="none", default=True), discord.SelectOption(label="30 s")],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        parts: list[Any] = [self.name.component, self.notes.component, self.clock.component]
        await interaction.response.send_message(
            f"name={parts[0].value} notes={parts[1].value} clock={parts[2].values[0]}"
        )


async def quiet(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Between **us**.", ephemeral=True)


async def nothing(interaction: discord.Interaction) -> None:
    """Never answers: the three seconds run out."""


async def form(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Form())


class PageBot(discord.Client):
    """The bot; `think` lets /later answer."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default(), guild_ready_timeout=0.01)
        self.tree = app_commands.CommandTree(self)
        self.think = asyncio.Event()
        self.running: asyncio.Task[None] | None = None
        add_commands(self)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once, where a real bot waits five seconds."""

    async def stop(self) -> None:
        await self.close()
        if self.running is not None:
            await self.running


def add_commands(bot: PageBot) -> None:
    table = app_commands.Group(name="table", description="Tables")

    @table.command(name="open", description="Open a table here")
    async def open_table(interaction: discord.Interaction, robots: int = 0) -> None:
        await interaction.response.send_message(f"A table with {robots} robots")
        message = await interaction.original_response()
        await interaction.user.send(f"Your hand. The table: {message.jump_url}")

    @table.command(name="panel", description="One of everything")
    async def panel(interaction: discord.Interaction) -> None:
        files = [picture(), discord.File(io.BytesIO(RECORD), "record.txt")]
        await interaction.response.send_message(view=Panel(), files=files)

    @bot.tree.command(description="Roll a die")
    @app_commands.describe(
        sides="How many sides", game="Which game", loud="Shout it", by="Who rolls", where="A place"
    )
    @app_commands.choices(
        colour=[app_commands.Choice(name="Red", value="r"), app_commands.Choice(name="Blue", value="b")]
    )
    async def roll(
        interaction: discord.Interaction,
        sides: app_commands.Range[int, 2, 100],
        game: str,
        colour: str = "-",
        loud: bool = False,
        by: discord.User | None = None,
        where: discord.TextChannel | None = None,
    ) -> None:
        by_id, where_id = by.id if by else 0, where.id if where else 0
        await interaction.response.send_message(f"{sides} {game} {colour} {loud} {by_id} {where_id}")

    @roll.autocomplete("game")
    async def games(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        offered = ("Kingen", "King", "Colour Whist")
        return [
            app_commands.Choice(name=one, value=one.lower())
            for one in offered
            if current.lower() in one.lower()
        ]

    @bot.tree.command(description="Reads a file")
    @app_commands.describe(file="Which file", note="What it is")
    async def read(interaction: discord.Interaction, file: discord.Attachment, note: str = "") -> None:
        text = (await file.read()).decode()
        await interaction.response.send_message(f"{file.filename} has {file.size} bytes: {text} {note}")

    @read.autocomplete("note")
    async def notes(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name="Minutes", value="minutes")]

    @bot.tree.command(description="Never answers")
    async def mute(interaction: discord.Interaction) -> None:
        """Leaves the person waiting."""

    @bot.tree.command(description="Answers in a while")
    async def later(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await bot.think.wait()
        await interaction.followup.send("Here it is.")

    @bot.tree.command(description="Writes you")
    async def write(interaction: discord.Interaction, who: discord.User) -> None:
        try:
            await who.send("### Psst\nYour turn")
        except discord.Forbidden:
            await interaction.response.send_message("They take no direct messages.")
        else:
            await interaction.response.send_message("Written.")

    bot.tree.add_command(table)


async def connect(server: Playground, patch: Callable[[Any, str, Any], None]) -> PageBot:
    """A bot that is ready; `patch(object, name, value)` points discord.py at the server."""
    patch(Route, "BASE", server.api_url)
    patch(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(server.gateway_url))
    bot = PageBot()
    await bot.login(server.token)
    bot.running = asyncio.create_task(bot.connect())
    await bot.wait_until_ready()
    return bot
