"""The composition root: builds the store, the tables, the client and what they show; knows everybody."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from enum import StrEnum
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, Final

import discord
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import dealing
from bot.apart import Apart
from bot.cells.lending import Lending, share_of
from bot.cells.link import Link, Question
from bot.cells.model import ALONE, nowhere
from bot.cells.passing import Passing
from bot.cells.people import SharedPlayers
from bot.cells.questions import PrivacyOfCells, StatisticsOfCells, TablesOfCells
from bot.cells.whereabouts import Whereabouts
from bot.daily.dailies import Dailies
from bot.daily.deal import WORLD_SEED, Chain
from bot.daily.ui.presses import DailyPresses
from bot.discordkit.avatars import Avatars, SuitEmojis
from bot.discordkit.boundary import Boundary, Refusal
from bot.discordkit.files import Files
from bot.discordkit.interactions import Interactions, PressId
from bot.discordkit.load import LIMITS, Budget, Limits, Load, Pulse
from bot.discordkit.panel import STANDS_AFTER
from bot.discordkit.people import People
from bot.discordkit.postings import Outlet, Postings
from bot.discordkit.presses import Presses
from bot.discordkit.routes import PICK, Flood, FloodGate, Pressed, Routes, refused, routes_of
from bot.discordkit.sending import counted_by, one_try_each
from bot.errors import onlooker, tell, where
from bot.leagues.service import Clubs, LeagueDoor
from bot.leagues.ui.presses import LeagueOpening, LeaguePresses
from bot.leagues.ui.visits import Notices, organises_table
from bot.lessons.ui.lessons import LessonDrawings, LessonPresses
from bot.nights.ui.nights import Nights
from bot.ops.backup import kept_for, made_apart, own_backups, retell
from bot.ops.ui.admin import AdminPresses, Owners, Status, backups_of, status_now
from bot.ops.upkeep import DailyBackups
from bot.people.ports import DeletionNotice, Forgotten, PrivacyStore
from bot.people.settings import Player
from bot.people.ui.preferences import PreferencesPresses
from bot.people.ui.server import ServerPresses
from bot.people.ui.welcome import Help, Welcome
from bot.pictures.painter import Painter
from bot.ports import SystemTime, Time
from bot.privacy.departures import Departures
from bot.privacy.privacy import Privacy, PrivacyTimer, former_names
from bot.replays.ui.presses import Replays
from bot.reviews.reviewing import Reviewing
from bot.reviews.ui.reviews import ReviewDrawings, ReviewGames, ReviewPresses
from bot.rules.ui.panel import RuleDrawings
from bot.rules.ui.presets import Presets
from bot.rules.ui.presses import RulesPresses
from bot.settings import DEFAULT_DATABASE, Settings
from bot.starting import Patience, UnfinishedWork, finish, keep_to_one_line, knock, reconnect_soon
from bot.stats.ratings import RatingWorker
from bot.stats.ui.stats import Stats
from bot.tables.model import State
from bot.tables.ports import Change
from bot.tables.table import Table
from bot.tables.tables import Tables, robots_move
from bot.tables.ui.access import TableAccess
from bot.tables.ui.comfort import ComfortPresses
from bot.tables.ui.display import Display
from bot.tables.ui.lobby_presses import LobbyPresses
from bot.tables.ui.more import FairPresses, MorePresses, WhyPresses
from bot.tables.ui.opening import Moving, Opening
from bot.tables.ui.play_presses import Answering, PlayPresses
from bot.tables.ui.questions import Questions
from bot.tables.ui.turns import GonePresses
from bot.telling.moments import warm_up
from bot.timers import KeptTimers, TimerKey, Timers
from bot.tournaments.service import Tournaments
from bot.tournaments.ui.presses import TournamentPresses
from bot.watch.health import LoadNow
from bot.watch.server import WatchServer
from bot.watch.sources import Sources
from bot.watch.watch import Watch
from bot.words.catalogue import Commands
from cogs.admin import AdminCog
from cogs.daily import DailyCog
from cogs.help import HelpCog, topics
from cogs.leagues import LeaguesCog, NightsCog
from cogs.learn import LearnCog
from cogs.privacy import PrivacyCog
from cogs.replay import ReplayCog
from cogs.rules import PresetsCog, RulesCog
from cogs.settings import SettingsCog
from cogs.stats import StatsCog
from cogs.suggestions import Suggestions
from cogs.tables import TablesCog
from cogs.tournaments import TournamentsCog
from cogs.tree import ANYWHERE, CatalogueTranslator, synchronised
from data.errors import CLOSED, StoreFailure
from data.rebuild import catch_up
from data.store import Store

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice here, so nothing is missing

ANSWERS_WITHIN: Final = 3.0  # Discord takes no first answer later
PRESSES_FIRST: Final = 1.0
"""Seconds for which what the last run has left waits, table by table, while presses are carried out."""

INTENTS: Final = discord.Intents(guilds=True)  # interactions need none; guilds tell language and permissions


class BotTimer(StrEnum):
    """The timers of this module."""

    READY = "ready"


_READY: Final = TimerKey(BotTimer.READY, 0)


class Hartenheer(commands.AutoShardedBot):
    """The bot on Discord, or on any server that speaks its protocol. Started by ``run``."""

    def __init__(  # noqa: PLR0915 - the composition root, read from top to bottom
        self,
        store: Store,
        settings: Settings,
        clock: Time,
        *,
        new_secret: Callable[[], bytes] = dealing.new_secret,
        flood: Flood | None = None,
        stands_after: float = STANDS_AFTER,
        limits: Limits = LIMITS,
    ) -> None:
        """``new_secret`` gives each table the 32 bytes that its cards follow from; ``flood`` limits what one
        person may press, ``stands_after`` is how long a button that has moved does nothing, in seconds;
        beyond ``limits`` not every card is shown to everybody."""
        self.watch = Watch(lambda: Route.BASE)
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=INTENTS,
            max_messages=None,
            enable_debug_events=False,
            **ANYWHERE,
            http_trace=self.watch.requests.trace,
        )
        self.store, self.settings, self.clock = store, settings, clock
        broker = settings.nats_url
        self._link = None if broker is None else Link(settings.cell, broker)
        self._passing: Passing | None = None
        one_try_each(self.http)
        self.timers = Timers(clock)
        self.kept_timers = KeptTimers(self.timers, store.timers)
        # What is lent of a share comes back within seconds where it is needed.
        own = share_of(settings.cell)
        load = Load(clock, limits, lambda: max(self.budget.limit, own, 1))
        self._pulse = Pulse(load, self.watch.loop.seen)
        self.painter = Painter(heard=onlooker(self.load.drawing_waited), timed=self.watch.drawn)
        self.budget = Budget(clock, own, heard=self.load.counted)
        counted_by(self.budget, self.watch.requests.trace)
        if self._link is not None:
            Lending(self._link, self.budget, clock)
        self._mentioned = Commands()
        self._shared = self._link and SharedPlayers(self._link, store.players, self._heard_of)
        self.people = People(self._shared or store.players, self, self.budget, clock, self._mentioned)
        self.avatars = Avatars(clock)
        self.suits = SuitEmojis(self, self.budget, clock, self._first_began, wanted=settings.emojis)
        self.presses = Presses(clock, self.load.answered)
        postings = Postings(self, store.postings, self.budget, clock)
        outlet = Outlet(self, self.budget, clock, postings, stands_after)
        self.clubs = Clubs(store.leagues, store.seasons, clock)
        self.rating = RatingWorker(self.timers, store.ratings)
        self.display = Display(
            outlet,
            self.people,
            self.clubs,
            store.ratings,
            self.avatars,
            self.suits,
            self.painter,
            self.timers,
            self.load,
        )
        door = LeagueDoor(self.clubs)
        self.tables = Tables(
            store.tables,
            self.timers,
            door,
            listener=self._table_changed,
            robot_pause=settings.robot_pause,
            choose=lambda kind, view: self.watch.thought(kind, lambda: robots_move(kind, view)),
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
        self.tournaments = Tournaments(store.tournaments, self.nights.evenings)
        self.dailies = Dailies(
            self.tables, store.dailies, self.timers, Chain(settings.daily_secret or WORLD_SEED)
        )
        self.boundary = Boundary(self.people)
        self.access = TableAccess(self.tables, partial(organises_table, self.clubs), self.budget, clock)
        self.presets = Presets(store.presets)
        self.opening = Opening(self.tables, self.presets, self.display, self.people)
        self.welcome = Welcome(self.people, self.opening, self.budget, clock)
        self.settings_presses = PreferencesPresses(self.tables, self.display, self.people)
        self.server_presses = ServerPresses(self.presets, self.people)
        self._answering = answering = Answering(self.display, self.people)
        moving = Moving(self.display, self.budget, clock)
        questions = Questions(moving, self.people, self.nights.evenings.leave_tonight)
        lobby = LobbyPresses(self.presets, answering, questions, self.people)
        self.rule_drawings = RuleDrawings(self.painter)
        play = PlayPresses(
            self.display,
            answering,
            self.people,
            self.painter,
            self.rule_drawings,
            self.nights.evenings.sat_down,
        )
        rules = RulesPresses(self.tables, self.presets, self.people, self.rule_drawings)
        files = Files(clock, Apart())
        lessons = LessonPresses(
            self.presets, self.people, self.opening, LessonDrawings(self.painter, self.suits)
        )
        self._leagues = leagues = LeaguePresses.of(
            self.clubs,
            self.people,
            self.presets,
            self.tables,
            self.display,
            outlet,
            self.painter,
            self.access,
            files,
        )
        self.privacy, self.departures = self._about_privacy()
        self.backups, admin = self._upkeep()
        self._replays = replays = Replays.of(
            self.access,
            self.people,
            self.tables,
            store.reviews,
            self.painter,
            self.display.explaining,
            files,
        )
        self.reviewing, self._reviews = self._about_reviews()
        stats = Stats.of(
            store.statistics if self._link is None else StatisticsOfCells(store.statistics, self._link),
            store.ratings,
            self.clubs,
            self.people,
            self.avatars,
            self.painter,
            clock,
            self.tables,
            self.access,
        )
        tournaments = TournamentPresses(
            self.tournaments,
            self.people,
            leagues.founding,
            Notices(self, self.people, self.budget, clock),
            self.painter,
        )
        daily = DailyPresses(self.dailies, self.tables, self.display, self.people, settings.verify_url)
        helping = Help(self.people, partial(topics, self.tree))
        pressed: dict[str, tuple[Pressed, ...]] = {
            "table": (
                questions,
                lobby,
                ComfortPresses(self.tables, self.display, answering, self.people),
                MorePresses(self.tables, self.display, answering, self.people),
                FairPresses(answering, self.people, settings.verify_url),
                GonePresses(self.display.gone, self.people),
                WhyPresses(answering, self.people, self.display.explaining),
            ),
            "play": (play,),
            "rules": (rules,),
            "lesson": (lessons,),
            "daily": (daily,),
            "league": (leagues,),
            "night": (self.nights.presses,),
            "tournament": (tournaments,),
            "replay": (replays.presses,),
            "review": (self._reviews,),
            "stats": (stats,),
            "welcome": (helping, self.welcome),
            "settings": (self.settings_presses, self.server_presses),
            "privacy": (self.privacy,),
            "admin": (admin,),
        }
        suggestions = Suggestions(self.tables, self.presets, self.people, self.clubs, self.access)
        if self._link is not None:
            everywhere = TablesOfCells(self.tables, self._link)
            suggestions.others, replays.offered.played_by = everywhere.others, everywhere.played_by
            self._pass_on(self._link, Whereabouts(self._link, store.holds, everywhere))
        self._cogs: Final = (
            TablesCog(
                self.opening,
                LeagueOpening(self.clubs, door, self.opening),
                moving,
                self.display,
                answering,
                self.people,
                suggestions,
                questions,
            ),
            PresetsCog(self.presets, self.people, suggestions),
            RulesCog(self.presets, self.people, self.rule_drawings, suggestions),
            LearnCog(lessons, suggestions),
            DailyCog(daily),
            LeaguesCog(leagues, suggestions),
            NightsCog(self.nights.presses, suggestions),
            TournamentsCog(tournaments, suggestions),
            ReplayCog(replays),
            StatsCog(stats, suggestions, leagues.suggestions),
            SettingsCog(self.settings_presses, self.server_presses),
            PrivacyCog(self.privacy),
            AdminCog(admin),
            HelpCog(helping),
        )
        self._receive(pressed, flood)
        self.watch.reads(self._sources())

    def _receive(self, pressed: Mapping[str, Sequence[Pressed]], flood: Flood | None) -> None:
        """How what is pressed and typed comes in, and to whom of ``pressed`` it goes: by what it is about, as
        the metrics call that."""
        each = [(family, *one) for family, parts in pressed.items() for one in routes_of(*parts).items()]
        families = {verb: family for family, verb, _ in each}
        self.routes = Routes(self.boundary, {verb: route for _, verb, route in each}, self._require_seen)
        self.interactions = Interactions(self.watch.presses, families | {PICK: "table"}, self.clock)
        self._gate = FloodGate(Flood(time.monotonic) if flood is None else flood, self.boundary, self.presses)
        self.tree.interaction_check = self._admits_command

    async def _require_seen(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        await self.access.require(interaction, table_id)
        await self._answering.renew(interaction, await self.tables.get(table_id))

    @property
    def load(self) -> Load:
        """Whether there is so much to do that not every card is shown to everybody."""
        return self._pulse.load

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Log in and serve until closed; what cannot be reached is tried again until it is. Raises
        discord.LoginFailure for a wrong token, other errors of the library that trying again does not mend,
        and the store's."""
        patience = Patience(self.http, self.clock)
        await patience.ask(Route.BASE, lambda: self._log_in(token))
        if self._link is not None:
            assert self.application_id is not None
            await self._link.start(self.application_id)
        await self.prepare()
        recommended, gateway, _ = await patience.ask(Route.BASE, self.http.get_bot_gateway)
        self.shard_count, self.shard_ids = self.settings.cell.shards(recommended)
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
        ids = await synchronised(
            self,
            self.tree,
            self.store.texts,
            partial(patience.ask, Route.BASE),
            tells=self.settings.cell.is_first,
        )
        if ids is not None:
            self._mentioned.learn(ids)
        await patience.ask(gateway, lambda: knock(self.http, gateway))
        if self._link is not None:
            self._link.open()
        await self.connect(reconnect=reconnect)

    def _pass_on(self, link: Link, whose: Whereabouts) -> None:
        """What comes in is this cell's or another's."""
        # The library calls what it finds here for each event, and offers no other way to one as it came.
        parsers = vars(self)["_connection"].parsers
        receive = parsers["INTERACTION_CREATE"]
        self._passing = Passing(link, whose.target, receive, self._refuse_as_away)
        parsers["INTERACTION_CREATE"] = self._passing.came

    async def _refuse_as_away(self, data: Any) -> None:  # noqa: ANN401 - as the gateway sends it
        """Tell who pressed that what they pressed on is starting again. Suggestions are left out."""
        state = vars(self)["_connection"]
        interaction: discord.Interaction[Any] = discord.Interaction(data=data, state=state)
        if await self._admits(interaction) and interaction.type is not discord.InteractionType.autocomplete:
            await self.boundary.run(interaction, refused(Refusal("closing")))

    async def prepare(self) -> None:
        """What needs nothing but the store, once Discord has said who the bot is: commands, tables of the
        last run and their messages. All of it before anything can be pressed. Raises the store's errors."""
        self.tree.error(self._command_failed)
        warm_up()
        for cog in self._cogs:
            await self.add_cog(cog)
        if caught_up := await catch_up(self.store, retell, _log_catching_up):
            log.info("%d tables of before are in the statistics now", caught_up)
        await self.tree.set_translator(CatalogueTranslator())
        self.watch.parked = await self.store.parked()
        count = await self.tables.take_up()
        await self.display.after_start.restore(self.tables)
        await self.tables.go_on()
        await self.kept_timers.take_up()
        self.dailies.start()
        self.rating.wake()
        self._pulse.start()
        await self.backups.start()
        log.info("%d unfinished tables taken up", count)

    async def on_ready(self) -> None:
        """Known to Discord: what the last run left to be shown is shown. By a timer, which ends with the bot
        and tries again where the store fails."""
        self.timers.after(_READY, 0.0, self._get_ready)

    async def _get_ready(self) -> None:
        for shard in self.shards.values():
            reconnect_soon(shard)
        log.info("ready on %d servers", len(self.guilds))
        await self.display.after_start.bring_up_to_date(partial(self.interactions.finished, PRESSES_FIRST))
        self.nights.conductor.go_on()
        await self.departures.look()
        await self.tournaments.take_up()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Somebody has invited the bot to a server."""
        await self.departures.returned(guild.id)
        await self.welcome.greet(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server has removed the bot, or is no more; not where Discord cannot serve it for the moment."""
        await self.departures.left(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone, and perhaps with it where a night was to be."""
        await self.nights.channel_gone(channel.guild.id, channel.id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Every press of a component, every submitted modal and every command; the library carries out the
        last."""
        if await self._admits(interaction):
            tell(self.avatars.see, interaction.user)
            await self.routes.on_interaction(interaction)

    async def _admits(self, interaction: discord.Interaction[Any]) -> bool:
        return self.interactions.come(interaction) and await self._gate.admits(interaction)

    async def _admits_command(self, interaction: discord.Interaction[Any]) -> bool:
        return await self._admits(interaction) and await self.routes.admits(interaction)

    async def on_shard_connect(self, shard: int) -> None:
        """A shard has a session of the gateway's."""
        self.watch.gateway.connected(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """A shard goes on with the one it had."""
        self.watch.gateway.connected(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """A shard has none."""
        self.watch.gateway.disconnected(shard)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """An event's handler failed: logged without the error's text, which may hold a card. What one that
        came while the bot was leaving has not done is done after the next start."""
        error = sys.exc_info()[1]
        if isinstance(error, StoreFailure) and error.code == CLOSED:
            log.info("event %s came too late: the bot has left", event_method)
            return
        log.error("event %s failed: %s", event_method, where(error) if error else "no error")

    @property
    def ends(self) -> Sequence[asyncio.Future[None]]:
        """What may end the bot, besides itself: it turns out not to be the cell that it was told to be."""
        return () if self._link is None else (self._link.wrong,)

    async def stop(self) -> None:
        """Finish what was asked for and have it shown, and say what is left. To be closed afterwards."""

        async def shown() -> None:
            await self.nights.steps.settled()
            await self.display.settled()

        async def tables() -> None:
            await self.tables.close()
            await self.timers.close()

        await finish(
            UnfinishedWork(
                self._gate.close,
                lambda: self.interactions.at_work,
                self.interactions.finished,
                tables,
                shown,
                lambda: self.display.pending,
                lambda: len(self.tables.running()),
            )
        )

    async def close(self) -> None:
        """Stop taking requests, finish what is being carried out, then leave."""
        if self._link is not None and self._passing is not None:
            await self._passing.close()
            await self._link.close()  # so the others say at once that this one is away
        self._pulse.stop()
        await self.tables.close()
        await self.timers.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.boundary.quiet(), ANSWERS_WITHIN)
        await self.presses.close()
        await self._reviews.close()
        self.reviewing.close()
        await self.nights.steps.close()
        await self.display.close()
        await self.avatars.close()
        await self.suits.close()
        self.painter.close()
        await super().close()

    def _first_began(self) -> float:
        """When the first of the games that go on did."""
        return min((one.facts.started_at or inf for one in self.tables.running()), default=inf)

    def _about_privacy(self) -> tuple[Privacy, Departures]:
        """What people do with their own data, and what becomes of a server's."""
        settings = self.settings
        kept: PrivacyStore = self.store.privacy
        if self._link is not None and self._shared is not None:
            kept = PrivacyOfCells(
                kept,
                self._link,
                self._former_names,
                self._forget,
                self.clock,
                self._shared.forget,
            )
        privacy = Privacy(
            kept,
            self.people,
            self.clock,
            self.kept_timers,
            self._forget,
            keep_days=settings.keep_days,
            backup_days=settings.backup_days,
            own_backup_days=0 if settings.backup_at is None else kept_for(settings).longest,
        )
        departures = Departures(
            self.kept_timers,
            kept,
            self.tables,
            self.nights.evenings,
            self.clock,
            self._servers,
            self._forget_server,
            keep_days=settings.keep_days,
        )
        return privacy, departures

    def _about_reviews(self) -> tuple[Reviewing, ReviewPresses]:
        """Who reviews games, and what is pressed to have one reviewed."""
        reviewing = Reviewing(self.tables, self.store.reviews, self.kept_timers, self.clock)
        games = ReviewGames(self.tables, self.clubs, self.people)
        return reviewing, ReviewPresses(games, reviewing, ReviewDrawings(self.painter), self.people)

    def _upkeep(self) -> tuple[DailyBackups, AdminPresses]:
        """The daily copies of the database, and what the application's owner is told."""
        settings, path = self.settings, self.settings.database or Path(DEFAULT_DATABASE)
        self.owners = owners = Owners(self, self.people, self.budget, self.clock)
        backups = DailyBackups(
            self.timers,
            own_backups(settings, path),
            partial(made_apart, path.absolute()),
            self.store.texts,
            owners.tell,
            settings.backup_at,
        )
        others = nowhere if self._link is None else Question(self._link, self._status).others
        return backups, AdminPresses(owners, self.people, self._status, others)

    def _sources(self) -> Sources:
        """Where the metrics, and who asks whether the bot is well, read what is kept elsewhere."""
        watch = self.watch
        return Sources(
            now=self.clock.now,
            is_ready=self.is_ready,
            is_stopping=lambda: self._gate.is_closed,
            storing=lambda: watch.store.now(self.store.writer.oldest),
            shards=lambda: watch.gateway.shards(dict(self.latencies)),
            reconnects=lambda: watch.gateway.reconnects,
            servers=lambda: len(self.guilds),
            loop_delay=lambda: watch.loop.worst,
            tables=self._tables_by_state,
            timers=lambda: len(self.timers),
            overdue=lambda: {"night": self.nights.conductor.overdue, "timer": self.timers.overdue},
            drawings=lambda: self.painter.waiting,
            budget=lambda: (self.budget.used, self.budget.limit),
            deferred=lambda: self.presses.deferred,
            answers=watch.presses.latest,
            load=lambda: LoadNow(self.load.level, self.load.reason or "none", self.load.changes),
            backups=lambda: backups_of(self.backups.state, self.clock.now()),
            cell=None if (cell := self.settings.cell) == ALONE else (cell.number, cell.count),
            cells=lambda: self._passing and self._passing.now,
        )

    async def _status(self) -> Status:
        """How this process is. Raises StoreError."""
        settings, path = self.settings, self.settings.database or Path(DEFAULT_DATABASE)
        state, measured = self.backups.state, self.watch.vitals
        return await status_now(self, settings, path, self.store.stock, state, self.clock, measured)

    async def _former_names(self, user_id: int, asked: DeletionNotice) -> Mapping[int | None, str]:
        """What a person is called on servers of this cell once their data are deleted."""
        return await former_names(self.people, asked, await self.people.words(user_id))

    def _tables_by_state(self) -> Mapping[str, int]:
        running = Counter(table.facts.state.value for table in self.tables.running())
        return {**running, State.PARKED.value: self.watch.parked}

    def _servers(self) -> frozenset[int]:
        return frozenset(guild.id for guild in self.guilds)

    def _heard_of(self, player: Player) -> None:
        """Another cell has changed what is known of a person."""
        self.people.heard(player)

    def _forget(self, user_id: int, done: Forgotten) -> None:
        """A person's data were deleted: what is in memory of them goes too."""
        self.people.forget(user_id)
        if self._shared is not None:
            self._shared.forgotten(user_id)
        self.kept_timers.drop(PrivacyTimer.DELETION, user_id)
        self.avatars.forget(user_id)
        self._leagues.forget(user_id)
        self._replays.presses.forget(user_id)
        self.nights.steps.forget(user_id)
        self.display.messages.forget(user_id)
        self.tables.forget(done.tables)
        self.painter.forget()

    def _forget_server(self, guild_id: int, people: Collection[int]) -> None:
        """The same of a server, and of people who were known from there alone."""
        self.people.forget_guild(guild_id)
        for user_id in people:
            self.people.forget(user_id)
            self.kept_timers.drop(PrivacyTimer.DELETION, user_id)
            self.avatars.forget(user_id)

    def _table_changed(self, table: Table, change: Change) -> None:
        if change.after.state is State.PARKED and change.before.state is not State.PARKED:
            self.watch.parked += 1
        tell(self.display.changed, table, change)
        tell(self.nights.conductor.heard, table, change)

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


def _log_catching_up(done: int, of: int) -> None:
    log.info("counting what was played before this version: %d of %d tables", done, of)


@asynccontextmanager
async def assembled(
    settings: Settings,
    clock: Time | None = None,
    *,
    new_secret: Callable[[], bytes] = dealing.new_secret,
    flood: Flood | None = None,
    stands_after: float = STANDS_AFTER,
    limits: Limits = LIMITS,
) -> AsyncGenerator[Hartenheer]:
    """The bot with its store open, not yet started; both are closed at the end. Raises the store's errors."""
    keep_to_one_line()
    PressId.origin = "" if settings.cell == ALONE else str(settings.cell).replace("/", ".")
    if settings.api_url is not None:
        Route.BASE = settings.api_url
    if settings.cdn_url is not None:
        cdn: Any = discord.Asset  # declares its address as one that never changes
        cdn.BASE = settings.cdn_url
    store = await Store.open(
        settings.database or Path(DEFAULT_DATABASE), new_secret=new_secret, cell=settings.cell
    )
    try:
        bot = Hartenheer(
            store,
            settings,
            clock or SystemTime(),
            new_secret=new_secret,
            flood=flood,
            stands_after=stands_after,
            limits=limits,
        )
        store.writer.heard = bot.watch.store.stored
        async with bot, _watched(bot):
            yield bot
    finally:
        await store.close()


@asynccontextmanager
async def _watched(bot: Hartenheer) -> AsyncGenerator[None]:
    """Within, metrics and health can be fetched where the settings say so.
    Raises CannotListen."""
    settings, server = bot.settings, None
    try:
        if settings.watch_port is not None:
            address, port = settings.watch_address, settings.watch_port
            server = await WatchServer.start(bot.watch, bot.store.prove, address, port)
        yield
    finally:
        if server is not None:
            await server.close()


async def run(settings: Settings) -> None:
    """Run the bot until it is cancelled, which has it finish what was asked for. Raises as
    ``Hartenheer.start`` does."""
    assert settings.token is not None
    async with assembled(settings) as bot:
        running = asyncio.create_task(bot.start(settings.token))
        checking = asyncio.create_task(_looked_for_damage(bot.store))
        try:
            # Not awaited itself: while it reconnects, the library may overlook that it is cancelled.
            ended, _ = await asyncio.wait({running, *bot.ends}, return_when=asyncio.FIRST_COMPLETED)
            ended.pop().result()
        except asyncio.CancelledError:
            if bot.is_ready():
                await bot.stop()
            raise
        finally:
            running.cancel()
            checking.cancel()


async def _looked_for_damage(store: Store) -> None:
    """Have it in the log at once, not only when somebody plays on a damaged page."""
    try:
        await store.look_for_damage()
    except StoreFailure as error:
        log.warning("it could not be looked whether the database is sound. %s", error)
