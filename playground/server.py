"""The playground: one small server that is Discord, its files and its web page, on this machine."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from playground.address import API, CDN, GATEWAY, Address
from playground.cdn import Cdn
from playground.clock import Clock, RealClock
from playground.gateway.gateway import Gateway
from playground.interactions.commands import Commands
from playground.interactions.desk import Desk
from playground.page.crowd import Crowd
from playground.page.page import add_page_routes
from playground.page.shortcuts import Shortcut
from playground.page.trouble import Troubles
from playground.people import People
from playground.ratelimits import RateLimits
from playground.rest import ENDPOINTS
from playground.rest.api import Exchange, Parts, Requests
from playground.rest.serving import MAX_BODY, Service, add_endpoints
from playground.trouble.faults import Faults
from playground.world.audience import Audience
from playground.world.changes import Changes
from playground.world.world import World

PEOPLE = (("Ann", "en-GB"), ("Bram", "nl"), ("Chloé", "fr"), ("Dmitri", "ru"))


class Playground:
    """A running server; `await Playground.start()` makes one, `await close()` ends it.

    The bot is pointed at it by `discord.http.Route.BASE = api_url`, `discord.Asset.BASE = cdn_url`
    and the gateway that GET /gateway/bot names.
    """

    def __init__(self, clock: Clock, token: str, rate_clock: Clock) -> None:
        self.address = Address(token)
        self.world = World(clock)
        self.gateway = Gateway(self.world, self.address, rate_clock)
        self.audience = Audience(self.world, self.gateway.dispatch)
        self.changes = Changes(self.audience)
        self.commands = Commands(self.world, self.audience)
        self.desk = Desk(self.world, self.changes)
        self.people = People(self.changes, self.commands, self.desk)
        self.ratelimits = RateLimits(rate_clock)
        self.faults = Faults(clock)
        self.requests = Requests()
        self.observers: list[Callable[[Exchange], None]] = []
        """Each is called after every request, but not for one that is cut before it is carried out."""
        self.shortcuts: list[Shortcut] = []
        """Commands the page offers as one click."""
        self._runner: web.AppRunner | None = None

    @classmethod
    async def start(
        cls,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        clock: Clock | None = None,
        rate_clock: Clock | None = None,
        token: str = "playground.token",  # noqa: S107 - opens nothing but a playground
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
            self.people.add(name, locale=locale)
        guild = self.changes.add_guild("Hartenheer")
        for name in ("general", "cards"):
            self.changes.add_channel(guild, name)

    async def _listen(self, host: str, port: int) -> None:
        app = web.Application(client_max_size=MAX_BODY)
        api = web.Application(client_max_size=MAX_BODY)
        add_endpoints(api, self._service(), ENDPOINTS)
        files = web.Application()
        files.add_routes(Cdn(self.world.files).routes())
        app.add_subapp(API, api)
        app.add_subapp(CDN, files)
        app.router.add_get(GATEWAY, self.gateway.handle)
        app.router.add_get(GATEWAY + "/", self.gateway.handle)
        add_page_routes(app, self._crowd())
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, host, port)
        await site.start()
        port = self._runner.addresses[0][1]
        self.address.origin = f"http://{host}:{port}"
        self.world.files.base = self.cdn_url

    def _service(self) -> Service:
        parts = Parts(self.changes, self.commands, self.desk, self.gateway, self.address, self.ratelimits)
        return Service(parts, self.faults, self.requests, self.observers)

    def _crowd(self) -> Crowd:
        troubles = Troubles(self.faults, self.gateway, self.changes)
        return Crowd(self.world, self.people, self.address, troubles, self.shortcuts)

    async def reset_token(self, new: str) -> None:
        """The token changes, as by "Reset Token" in the developer portal: the old one is good for nothing."""
        self.address.token = new
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
    def token(self) -> str:
        return self.address.token

    @property
    def api_url(self) -> str:
        """REST base, without a slash at the end."""
        return self.address.api_url

    @property
    def cdn_url(self) -> str:
        return self.address.cdn_url

    @property
    def gateway_url(self) -> str:
        return self.address.gateway_url

    @property
    def page_url(self) -> str:
        return self.address.page_url
