"""The playground: one small server that is Discord, its files and its web page, on this machine."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from bot.playground.cdn import Cdn
from bot.playground.clock import Clock, RealClock
from bot.playground.commands import Commands
from bot.playground.faults import Faults
from bot.playground.gateway import Gateway
from bot.playground.interactions import Desk
from bot.playground.page import Shortcut, add_page_routes
from bot.playground.ratelimits import RateLimits
from bot.playground.rest import ENDPOINTS
from bot.playground.rest.api import Exchange, Requests
from bot.playground.rest.serving import MAX_BODY, add_endpoints
from bot.playground.world import World

API, CDN, GATEWAY = "/api/v10", "/cdn", "/gateway"
PEOPLE = (("Ann", "en-GB"), ("Bram", "nl"), ("Chloé", "fr"), ("Dmitri", "ru"))


class Playground:
    """A running server; `await Playground.start()` makes one, `await close()` ends it.

    The bot is pointed at it by `discord.http.Route.BASE = api_url`, `discord.Asset.BASE = cdn_url`
    and the gateway that GET /gateway/bot names.
    """

    def __init__(self, clock: Clock, token: str, rate_clock: Clock) -> None:
        self.token = token
        self.shards = 1
        """How many shards GET /gateway/bot recommends."""
        self.cdn = Cdn(clock)
        self.world = World(clock, self.cdn)
        self.world.commands = Commands(self.world)
        self.world.desk = Desk(self.world)
        self.gateway = Gateway(self)
        self.world.dispatch = self.gateway.dispatch
        self.ratelimits = RateLimits(rate_clock)
        self.faults = Faults(clock)
        self.requests = Requests()
        self.observers: list[Callable[[Exchange], None]] = []
        """Each is called after every request, but not for one that is cut before it is carried out."""
        self.shortcuts: list[Shortcut] = []
        """Commands the page offers as one click."""
        self.origin = ""
        self._runner: web.AppRunner | None = None

    @classmethod
    async def start(
        cls,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        clock: Clock | None = None,
        rate_clock: Clock | None = None,
        token: str = "playground.token",
        furnished: bool = True,
    ) -> Playground:
        """Start a server in the running event loop; port 0 takes any free one.

        `furnished` puts in the guild "Hartenheer" with #general and #cards, and four people.
        Rate limits run by `rate_clock`, which is real unless given: clients wait real seconds for them.
        Raises OSError when the port is taken.
        """
        server = cls(clock or RealClock(), token, rate_clock or RealClock())
        if furnished:
            server._furnish()
        await server._listen(host, port)
        return server

    def _furnish(self) -> None:
        for name, locale in PEOPLE:
            self.world.add_person(name, locale=locale)
        guild = self.world.add_guild("Hartenheer")
        for name in ("general", "cards"):
            self.world.add_channel(guild, name)

    async def _listen(self, host: str, port: int) -> None:
        app = web.Application(client_max_size=MAX_BODY)
        api = web.Application(client_max_size=MAX_BODY)
        add_endpoints(api, self, ENDPOINTS)
        files = web.Application()
        files.add_routes(self.cdn.routes())
        app.add_subapp(API, api)
        app.add_subapp(CDN, files)
        app.router.add_get(GATEWAY, self.gateway.handle)
        app.router.add_get(GATEWAY + "/", self.gateway.handle)
        add_page_routes(app, self)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, host, port)
        await site.start()
        port = self._runner.addresses[0][1]
        self.origin = f"http://{host}:{port}"
        self.cdn.base = self.cdn_url

    async def reset_token(self, new: str) -> None:
        """The token changes, as by "Reset Token" in the developer portal: the old one is good for nothing."""
        self.token = new
        await self.gateway.expel()

    async def close(self) -> None:
        """Cut all connections and stop serving."""
        await self.gateway.drop(1001)
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def application_id(self) -> int:
        return self.world.application_id

    @property
    def api_url(self) -> str:
        """REST base, without a slash at the end."""
        return self.origin + API

    @property
    def cdn_url(self) -> str:
        return self.origin + CDN

    @property
    def gateway_url(self) -> str:
        return self.origin.replace("http", "ws", 1) + GATEWAY

    @property
    def page_url(self) -> str:
        return self.origin + "/"
