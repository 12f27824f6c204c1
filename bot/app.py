"""The composition root: builds the store, the tables, the client and what they show; knows everybody."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import sys
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import discord
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import dealing
from bot.clubs.clubs import Clubs
from bot.clubs.doorkeeper import LeagueDoor
from bot.clubs.rating import Rating
from bot.error_places import where
from bot.kept_timers import KeptTimers
from bot.library_log import keep_to_one_line
from bot.pictures.painter import Painter
from bot.ports import Time
from bot.settings import DEFAULT_DATABASE, Settings
from bot.starting import Patience, knock
from bot.tables.ports import Change
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.timers import Timers
from bot.ui.discord.avatars import Avatars
from bot.ui.discord.boundary import Boundary
from bot.ui.discord.budget import Budget
from bot.ui.discord.emojis import CardEmojis
from bot.ui.discord.flood import Flood, FloodGate
from bot.ui.discord.outlets import Outlet
from bot.ui.discord.people import People
from bot.ui.discord.postings import Postings
from bot.ui.discord.presses import Presses
from bot.ui.discord.routes import Routes
from bot.ui.discord.sending import one_try_each
from bot.ui.discord.standing import STANDS_AFTER
from bot.ui.league.opening import LeagueOpening
from bot.ui.league.presses import LeaguePresses
from bot.ui.lesson.drawings import LessonDrawings
from bot.ui.lesson.presses import LessonPresses
from bot.ui.night.nights import Nights
from bot.ui.presets.presets import Presets
from bot.ui.rules.drawings import RuleDrawings
from bot.ui.rules.presses import RulesPresses
from bot.ui.settings.preferences_presses import PreferencesPresses
from bot.ui.settings.server_presses import ServerPresses
from bot.ui.table.answering import Answering
from bot.ui.table.comfort_presses import ComfortPresses
from bot.ui.table.display import Display
from bot.ui.table.fair_presses import FairPresses
from bot.ui.table.hint_presses import HintPresses
from bot.ui.table.lobby_presses import LobbyPresses
from bot.ui.table.more_presses import MorePresses
from bot.ui.table.moving import Moving
from bot.ui.table.opening import Opening
from bot.ui.table.play_presses import PlayPresses
from bot.ui.table.question_presses import Questions
from bot.ui.welcome.help import Help
from bot.ui.welcome.presses import Welcome
from bot.words.commands import Commands
from cogs.help import HelpCog, topics
from cogs.leagues import LeaguesCog
from cogs.learn import LearnCog
from cogs.nights import NightsCog
from cogs.presets import PresetsCog
from cogs.rules import RulesCog
from cogs.settings import SettingsCog
from cogs.suggestions import Suggestions
from cogs.tables import TablesCog
from cogs.translation import CatalogueTranslator
from data.store import Store

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice here, so nothing is missing

ANSWERS_WITHIN: Final = 3.0  # Discord takes no first answer later
INTENTS: Final = discord.Intents(guilds=True)  # interactions need none; guilds tell language and permissions


class SystemTime:
    """The clock on the wall."""

    def now(self) -> float:
        """Unix seconds."""
        return time.time()

    async def sleep_until(self, when: float) -> None:
        """Return once it is ``when``, also where the clock was set meanwhile."""
        left = when - time.time()
        while left > 0:
            await asyncio.sleep(min(left, 60.0))
            left = when - time.time()


class Hartenheer(commands.AutoShardedBot):
    """The bot on Discord, or on any server that speaks its protocol. Started by ``run``."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        clock: Time,
        *,
        new_secret: Callable[[], bytes] = dealing.new_secret,
        flood: Flood | None = None,
        stands_after: float = STANDS_AFTER,
    ) -> None:
        """``new_secret`` gives each table the 32 bytes that its cards follow from; ``flood`` limits what one
        person may press, ``stands_after`` is how long a button that has moved does nothing, in seconds."""
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=INTENTS,
            max_messages=None,
            enable_debug_events=False,
        )
        self.store = store
        self.settings = settings
        self.clock = clock
        one_try_each(self.http)
        self.timers = Timers(clock)
        self.kept_timers = KeptTimers(self.timers, store.timers)
        self.painter = Painter()
        self.budget = Budget(clock)
        self._mentioned = Commands()
        self.people = People(store.players, self, self.budget, clock, self._mentioned)
        self.avatars = Avatars(clock)
        self.card_emojis = CardEmojis(self, self.budget, clock, wanted=settings.emojis)
        self.presses = Presses(clock)
        postings = Postings(self, store.postings, self.budget, clock)
        outlet = Outlet(self, self.budget, clock, postings, stands_after)
        self.clubs = Clubs(store.leagues, store.seasons, clock)
        self.rating = Rating(store.seasons, self.timers)
        self.display = Display(
            outlet, self.people, self.clubs, self.avatars, self.card_emojis, self.painter, self.timers
        )
        door = LeagueDoor(self.clubs)
        self.tables = Tables(
            store.tables,
            self.timers,
            door,
            listener=self._table_changed,
            robot_pause=settings.robot_pause,
            new_secret=new_secret,
        )
        self.nights = Nights.of(
            store.nights,
            self.clubs,
            self.tables,
            self.people,
            self.display,
            outlet,
            self.painter,
            self.timers,
        )
        self.boundary = Boundary(self.people)
        self.presets = Presets(store.presets)
        self.opening = Opening(self.tables, self.presets, self.display, self.people)
        league_opening = LeagueOpening(self.clubs, door, self.opening)
        self.welcome = Welcome(self.people, self.opening, self.budget)
        self.settings_presses = PreferencesPresses(self.tables, self.display, self.people)
        self.server_presses = ServerPresses(self.presets, self.people)
        answering = Answering(self.display, self.people)
        moving = Moving(self.display, self.budget, clock)
        questions = Questions(self.tables, moving, self.people)
        lobby = LobbyPresses(self.tables, self.presets, answering, questions, self.people)
        self.rule_drawings = RuleDrawings(self.painter)
        play = PlayPresses(
            self.tables, self.display, answering, self.people, self.painter, self.rule_drawings
        )
        comfort = ComfortPresses(self.tables, self.display, answering, self.people)
        more = MorePresses(self.tables, self.display, answering, self.people)
        fair = FairPresses(self.tables, answering, self.people)
        rules = RulesPresses(self.tables, self.presets, self.people, self.rule_drawings)
        lessons = LessonPresses(self.presets, self.people, self.opening, LessonDrawings(self.painter))
        leagues = LeaguePresses.of(
            self.clubs, self.people, self.presets, self.tables, self.display, outlet, self.painter
        )
        helping = Help(self.people, partial(topics, self.tree))
        pressed = (
            helping,
            questions,
            lobby,
            play,
            comfort,
            more,
            fair,
            HintPresses(self.tables, answering, self.people),
            rules,
            lessons,
            leagues,
            self.nights.presses,
            self.welcome,
            self.settings_presses,
            self.server_presses,
        )
        handlers = {verb: handler for one in pressed for verb, handler in one.handlers().items()}
        self._routes = Routes(self.boundary, handlers)
        suggestions = Suggestions(self.tables, self.presets, self.people, self.clubs)
        self._cogs: Final = (
            TablesCog(
                self.tables,
                self.opening,
                league_opening,
                moving,
                self.display,
                answering,
                self.people,
                suggestions,
                questions,
            ),
            PresetsCog(self.tables, self.presets, self.people, suggestions),
            RulesCog(self.tables, self.presets, self.people, self.rule_drawings, suggestions),
            LearnCog(lessons, suggestions),
            LeaguesCog(leagues, suggestions),
            NightsCog(self.nights.presses, suggestions),
            SettingsCog(self.settings_presses, self.server_presses),
            HelpCog(helping),
        )
        self._gate = FloodGate(Flood(time.monotonic) if flood is None else flood, self.boundary, self.presses)
        self.tree.interaction_check = self._gate.admits

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Log in and serve until closed; what cannot be reached is tried again until it is. Raises
        discord.LoginFailure for a wrong token, other errors of the library that trying again does not mend,
        and the store's."""
        patience = Patience(self.http, self.clock)
        await patience.ask(Route.BASE, lambda: self._log_in(token))
        await self.prepare()
        self.shard_count, gateway, _ = await patience.ask(Route.BASE, self.http.get_bot_gateway)
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
        await self._synchronise_commands(patience)
        await patience.ask(gateway, lambda: knock(self.http, gateway))
        await self.connect(reconnect=reconnect)

    async def prepare(self) -> None:
        """What needs nothing but the store, once Discord has said who the bot is: commands, tables of the
        last run and their messages. All of it before anything can be pressed. Raises the store's errors."""
        self.tree.error(self._command_failed)
        for cog in self._cogs:
            await self.add_cog(cog)
        await self.tree.set_translator(CatalogueTranslator())
        count = await self.tables.take_up()
        await self.display.after_start.restore(self.tables)
        await self.tables.go_on()
        await self.kept_timers.take_up()
        self.rating.wake()
        log.info("%d unfinished tables taken up", count)

    async def on_ready(self) -> None:
        """Known to Discord: what the last run left to be shown is shown."""
        log.info("ready on %d servers", len(self.guilds))
        await self.display.after_start.bring_up_to_date()
        self.nights.go_on()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Somebody has invited the bot to a server."""
        await self.welcome.greet(guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone, and perhaps with it where a night was to be."""
        await self.nights.channel_gone(channel.guild.id, channel.id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Every press of a component, every submitted modal and every command; the library carries out the
        last."""
        if await self._gate.admits(interaction):
            self.avatars.see(interaction.user)
            await self._routes.on_interaction(interaction)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """An event's handler failed: logged without the error's text, which may hold a card."""
        error = sys.exc_info()[1]
        log.error("event %s failed: %s", event_method, where(error) if error else "no error")

    async def close(self) -> None:
        """Stop taking requests, finish what was asked for, then leave."""
        await self.tables.close()
        await self.timers.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.boundary.quiet(), ANSWERS_WITHIN)
        await self.presses.close()
        await self.nights.hands.close()
        await self.display.close()
        await self.avatars.close()
        await self.card_emojis.close()
        self.painter.close()
        await super().close()

    def _table_changed(self, table: Table, change: Change) -> None:
        self.display.changed(table, change)
        self.nights.table_changed(table, change)

    async def _command_failed(
        self, interaction: discord.Interaction[Any], error: discord.app_commands.AppCommandError
    ) -> None:
        cause = error.original if isinstance(error, discord.app_commands.CommandInvokeError) else error

        async def fail() -> None:
            raise cause

        await self.boundary.run(interaction, fail())

    async def _log_in(self, token: str) -> None:
        try:
            await self.login(token)
        except BaseException:
            await self.http.close()  # each login makes a session of its own
            self.http.connector = discord.utils.MISSING
            raise

    async def _synchronise_commands(self, patience: Patience) -> None:
        """Discord limits how often commands are written, so only when they changed, in any language; else
        their ids are asked for. Where Discord will not tell them, sentences name commands as they are
        typed."""
        translator = self.tree.translator
        assert translator is not None
        payload = [
            await command.get_translated_payload(self.tree, translator)
            for command in self.tree.get_commands()
        ]
        digest = hashlib.sha256(
            json.dumps([self.application_id, payload], sort_keys=True).encode()
        ).hexdigest()
        if await self.store.texts.text("commands") != digest:
            there = await patience.ask(Route.BASE, self.tree.sync)
            await self.store.texts.keep_text("commands", digest)
        else:
            try:
                there = await patience.ask(Route.BASE, self.tree.fetch_commands)
            except discord.HTTPException as error:
                log.warning("commands are not mentioned: status %s, code %s", error.status, error.code)
                return
        self._mentioned.learn({command.name: command.id for command in there})


@asynccontextmanager
async def assembled(
    settings: Settings,
    clock: Time | None = None,
    *,
    new_secret: Callable[[], bytes] = dealing.new_secret,
    flood: Flood | None = None,
    stands_after: float = STANDS_AFTER,
) -> AsyncGenerator[Hartenheer]:
    """The bot with its store open, not yet started; both are closed at the end. Raises the store's errors."""
    keep_to_one_line()
    if settings.api_url is not None:
        Route.BASE = settings.api_url
    if settings.cdn_url is not None:
        cdn: Any = discord.Asset  # declares its address as one that never changes
        cdn.BASE = settings.cdn_url
    store = await Store.open(settings.database or Path(DEFAULT_DATABASE), new_secret=new_secret)
    try:
        bot = Hartenheer(
            store,
            settings,
            clock or SystemTime(),
            new_secret=new_secret,
            flood=flood,
            stands_after=stands_after,
        )
        async with bot:
            yield bot
    finally:
        await store.close()


async def run(settings: Settings) -> None:
    """Run the bot until it is cancelled. Raises as ``Hartenheer.start`` does."""
    assert settings.token is not None
    async with assembled(settings) as bot:
        running = asyncio.create_task(bot.start(settings.token))
        try:
            # Not awaited itself: while it reconnects, the library may overlook that it is cancelled.
            await asyncio.wait({running})
            running.result()
        finally:
            running.cancel()
