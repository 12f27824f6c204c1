"""The playground's web page: its files, and the WebSocket by which each open page is one person.

Page and server speak JSON. The page asks `{"n", "op", …}` and gets `{"n", "result"}` or `{"n", "error"}`, a
sentence for the reader; events carry a `type` and no `n`. `session` has the questions,
`world.accounts.Events` the events.

Only this machine's own page may connect: a page of some web site that is open in the same browser could
otherwise act here, so `Host` and, for the socket, `Origin` are checked.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web

from playground.page.crowd import Crowd
from playground.page.session import Session

STATIC = Path(__file__).parent / "static"
# Not guessed: on some machines .js is registered as plain text, which browsers refuse to run as a module.
CONTENT_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}
LARGEST_QUESTION = 16 * 1024 * 1024
"""Bytes of what a page sends at once: a file of 10 MB in base 64 is the most."""
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


def add_page_routes(app: web.Application, crowd: Crowd) -> None:
    """Serve `/` (the page), `/static/` (its files) and `/page/socket`, for this machine's browsers only."""
    page = Page(crowd)
    app.router.add_get("/", page.index)
    app.router.add_get(r"/static/{name:[a-z_]+\.(?:js|css|svg)}", page.file)
    app.router.add_get("/page/socket", page.socket)
    app.on_startup.append(page.start)
    app.on_shutdown.append(page.stop)


class Page:
    """The routes of the page."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd

    async def start(self, app: web.Application) -> None:
        self._crowd.watch_everybody()

    async def stop(self, app: web.Application) -> None:
        await self._crowd.disperse()

    async def index(self, request: web.Request) -> web.StreamResponse:
        return self._send(request, "index.html")

    async def file(self, request: web.Request) -> web.StreamResponse:
        return self._send(request, request.match_info["name"])

    async def socket(self, request: web.Request) -> web.StreamResponse:
        self._check_host(request)
        origin = urlsplit(request.headers.get("Origin", ""))
        if origin.scheme not in ("http", "https") or origin.netloc != request.host:
            raise web.HTTPForbidden(text="Only the playground's own page may connect here.")
        socket = web.WebSocketResponse(heartbeat=20, compress=False, max_msg_size=LARGEST_QUESTION)
        await socket.prepare(request)
        session = Session(self._crowd, socket)
        self._crowd.join(session)
        try:
            await session.run()
        finally:
            self._crowd.leave(session)
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
        if urlsplit(f"//{request.host}").hostname not in LOOPBACK:
            raise web.HTTPForbidden(text="The playground does not go by this name.")
