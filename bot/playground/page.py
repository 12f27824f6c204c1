"""The playground's web page: its files, and the WebSocket by which each open page is one person.

Page and server speak JSON. The page asks `{"n", "op", …}` and gets `{"n", "result"}` or `{"n", "error"}`, a
sentence for the reader; events carry a `type` and no `n`. `page_session` has the questions, `people.Events`
the events.

Only this machine's own page may connect: a page of some web site that is open in the same browser could
otherwise act here, so `Host` and, for the socket, `Origin` are checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, web

from bot.playground.faults import Faults
from bot.playground.gateway import Gateway
from bot.playground.page_session import Session
from bot.playground.page_trouble import Troubles
from bot.playground.page_watch import Watch
from bot.playground.people import Person
from bot.playground.world import World

Json = dict[str, Any]

STATIC = Path(__file__).parent / "static"
# Not guessed: on some machines .js is registered as plain text, which browsers refuse to run as a module.
CONTENT_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


@dataclass(frozen=True)
class Shortcut:
    """A command that one click runs as the current person, set up by whoever starts the server."""

    label: str
    channel_id: int | None
    """Where; None: in the first guild channel the person sees."""
    path: str
    """Such as "table open"."""
    options: Json = field(default_factory=dict)


class PageServer(Protocol):
    """What the page needs of the server it is part of.

    `shortcuts`, and `page_hosts` (names by which the page may be opened besides this machine's own), may be
    missing.
    """

    @property
    def world(self) -> World: ...
    @property
    def cdn_url(self) -> str: ...
    @property
    def faults(self) -> Faults: ...
    @property
    def gateway(self) -> Gateway: ...


def add_page_routes(app: web.Application, server: PageServer) -> None:
    """Serve `/` (the page), `/static/` (its files) and `/page/socket`, for this machine's browsers only."""
    page = Page(server)
    app.router.add_get("/", page.index)
    app.router.add_get(r"/static/{name:[a-z_]+\.(?:js|css|svg)}", page.file)
    app.router.add_get("/page/socket", page.socket)
    app.on_startup.append(page.start)
    app.on_shutdown.append(page.stop)


class Page:
    """All open pages together."""

    def __init__(self, server: PageServer) -> None:
        self._server = server
        self.world = server.world
        self.troubles = Troubles(server.faults, server.gateway)
        self._hosts = LOOPBACK | set(getattr(server, "page_hosts", ()))
        self._sessions: set[Session] = set()
        self._watches: dict[int, Watch] = {}

    @property
    def shortcuts(self) -> Sequence[Shortcut]:
        return getattr(self._server, "shortcuts", ())

    @property
    def cdn_path(self) -> str:
        """Where files are, seen from the page."""
        return urlsplit(self._server.cdn_url).path

    async def start(self, app: web.Application) -> None:
        self.watch_everybody()

    async def stop(self, app: web.Application) -> None:
        for session in list(self._sessions):
            await session.socket.close(code=WSCloseCode.GOING_AWAY, message=b"The server stops.")
        for watch in self._watches.values():
            watch.close()

    async def index(self, request: web.Request) -> web.StreamResponse:
        return self._send(request, "index.html")

    async def file(self, request: web.Request) -> web.StreamResponse:
        return self._send(request, request.match_info["name"])

    async def socket(self, request: web.Request) -> web.StreamResponse:
        self._check_host(request)
        origin = urlsplit(request.headers.get("Origin", ""))
        if origin.scheme not in ("http", "https") or origin.netloc != request.host:
            raise web.HTTPForbidden(text="Only the playground's own page may connect here.")
        socket = web.WebSocketResponse(heartbeat=20, compress=False)
        await socket.prepare(request)
        session = Session(self, socket)
        self._sessions.add(session)
        try:
            await session.run()
        finally:
            self._sessions.discard(session)
        return socket

    def _send(self, request: web.Request, name: str) -> web.StreamResponse:
        self._check_host(request)
        path = STATIC / name
        if not path.is_file():
            raise web.HTTPNotFound
        kind = CONTENT_TYPES[path.suffix]
        return web.FileResponse(path, headers=HEADERS | {"Content-Type": f"{kind}; charset=utf-8"})

    def _check_host(self, request: web.Request) -> None:
        """A name that some web site made point to this machine is not ours (DNS rebinding)."""
        if urlsplit(f"//{request.host}").hostname not in self._hosts:
            raise web.HTTPForbidden(text="The playground does not go by this name.")

    # What every page is told

    def watch_everybody(self) -> None:
        """Begin to watch for whoever is new in the world."""
        for person in self.world.people.values():
            if person.id not in self._watches:
                self._watches[person.id] = Watch(person, self._tell)

    def watch(self, person: Person) -> Watch:
        return self._watches[person.id]

    def people(self) -> list[Json]:
        return [
            {
                "id": str(person.id),
                "user": person.user,
                "accepts_direct_messages": person.direct_messages_open,
                "waiting": self.watch(person).waiting(),
            }
            for person in self.world.people.values()
        ]

    async def tell_people(self) -> None:
        """Tell every page who there is, and for whom something waits."""
        self.watch_everybody()
        users = list(self.world.users().values())
        for session in list(self._sessions):
            await session.send({"type": "people", "people": self.people(), "users": users})

    async def _tell(self, person: Person, event: Json, *, counts: bool) -> None:
        for session in list(self._sessions):
            if session.person is person:
                await session.send(event)
                if counts:
                    await session.send({"type": "channels"} | self.watch(person).places())
        if counts:
            await self.tell_people()
