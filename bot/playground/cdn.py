"""Files kept in memory while a message shows them and a little longer, and the routes that serve them."""

from __future__ import annotations

import hashlib
import io
import mimetypes
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from aiohttp import web
from PIL import Image, ImageDraw, UnidentifiedImageError

from bot.playground.clock import Clock

Json = dict[str, Any]

KEPT_FOR = 60.0
KEPT_BYTES = 64 * 1024 * 1024
"""Files that no message shows any more are still served for so many seconds, as long as they fit."""
EMOJI_SIZE = 128
SIZES = tuple(str(2**power) for power in range(4, 13))
"""What `size` may be. https://discord.com/developers/docs/reference#image-formatting"""
AVATAR_COLOURS = ("#5865f2", "#757e8a", "#3ba55c", "#faa61a", "#ed4245", "#eb459f")


@dataclass(frozen=True)
class Upload:
    """A file as it arrives."""

    filename: str
    data: bytes = field(repr=False)


@dataclass(eq=False)
class StoredFile:
    """A file of a message."""

    id: int
    channel_id: int
    filename: str
    data: bytes = field(repr=False)
    content_type: str
    size: tuple[int, int] | None
    """Width and height in pixels of a picture."""
    description: str | None = field(repr=False)
    url: str

    def to_json(self) -> Json:
        """Discord's attachment object."""
        body: Json = {
            "id": str(self.id),
            "filename": self.filename,
            "size": len(self.data),
            "url": self.url,
            "proxy_url": self.url,
            "content_type": self.content_type,
        }
        if self.size is not None:
            body |= {"width": self.size[0], "height": self.size[1]}
        if self.description:
            body["description"] = self.description
        return body

    def unfurled(self) -> Json:
        """Discord's unfurled media item, for the components that show this file."""
        width, height = self.size or (None, None)
        return {
            "id": str(self.id),
            "url": self.url,
            "proxy_url": self.url,
            "width": width,
            "height": height,
            "content_type": self.content_type,
            "attachment_id": str(self.id),
        }


def safe_name(filename: str) -> str:
    """The name Discord gives a file: plain letters, digits, dots, dashes and underscores."""
    return re.sub(r"[^A-Za-z0-9_.-]", "_", filename).strip(".") or "unknown"


@dataclass
class Cdn:
    """All the files there are, by id."""

    clock: Clock
    base: str = ""
    """The address that `/attachments/…` follows."""
    files: dict[int, StoredFile] = field(default_factory=dict)
    _dropped: dict[int, tuple[float, StoredFile]] = field(default_factory=dict, repr=False)
    """Those no longer shown and when they were dropped, oldest first."""
    avatars: dict[tuple[int, str], bytes] = field(default_factory=dict, repr=False)
    """Pictures people have chosen, by who they are and the picture's hash."""
    emojis: dict[int, bytes] = field(default_factory=dict, repr=False)
    """The application's own emojis, by id."""

    def store(self, id: int, channel_id: int, upload: Upload, description: str | None) -> StoredFile:
        filename = safe_name(upload.filename)
        kind, size = _look(upload.data)
        kind = kind or mimetypes.guess_type(filename)[0] or "application/octet-stream"
        if kind.startswith("text/"):
            kind += "; charset=utf-8"
        signature = hashlib.sha256(f"{id}/{filename}".encode()).hexdigest()
        url = f"{self.base}/attachments/{channel_id}/{id}/{quote(filename)}?ex=0&is=0&hm={signature}&"
        stored = StoredFile(id, channel_id, filename, upload.data, kind, size, description, url)
        self.files[id] = stored
        return stored

    def store_avatar(self, user_id: int, data: bytes) -> str:
        """Keep a person's picture; returns the hash by which it is asked for."""
        key = hashlib.md5(data, usedforsecurity=False).hexdigest()
        self.avatars[user_id, key] = data
        return key

    def drop(self, file: StoredFile) -> None:
        """No message shows this file any more. Who is about to fetch it still finds it for a while."""
        if self.files.pop(file.id, None) is not None:
            self._dropped[file.id] = (self.clock.now(), file)
            self._forget()

    def _forget(self) -> None:
        now, kept = self.clock.now(), sum(len(file.data) for _, file in self._dropped.values())
        for id, (when, file) in list(self._dropped.items()):
            if now - when < KEPT_FOR and kept <= KEPT_BYTES:
                break
            del self._dropped[id]
            kept -= len(file.data)

    def _find(self, id: int) -> StoredFile | None:
        self._forget()
        return self.files.get(id) or self._dropped.get(id, (0.0, None))[1]

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/attachments/{channel_id}/{file_id}/{filename}", self._serve),
            web.get("/embed/avatars/{number}.png", self._default_avatar),
            web.get("/avatars/{user_id}/{key}.png", self._avatar),
            web.get("/emojis/{emoji_id}.png", self._emoji),
        ]

    async def _serve(self, request: web.Request) -> web.Response:
        file_id = request.match_info["file_id"]
        file = self._find(int(file_id)) if file_id.isdecimal() else None
        asked = request.match_info
        if file is None or (asked["channel_id"], asked["filename"]) != (str(file.channel_id), file.filename):
            return web.Response(status=404, text="This content is no longer available.")
        headers = {
            "Content-Type": file.content_type,
            "Cache-Control": "private, max-age=31536000",
            # Discord has a domain of its own for files; here an HTML file must not act in the page's name.
            "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
            "X-Content-Type-Options": "nosniff",
        }
        return web.Response(body=file.data, headers=headers)

    async def _avatar(self, request: web.Request) -> web.Response:
        """A person's own picture as a PNG, in the size that is asked for."""
        user_id, size = request.match_info["user_id"], request.query.get("size", "1024")
        data = self.avatars.get((int(user_id), request.match_info["key"])) if user_id.isdecimal() else None
        if data is None:
            return web.Response(status=404)
        if size not in SIZES:
            return web.Response(status=400)
        return web.Response(body=_within(data, int(size)), content_type="image/png")

    async def _emoji(self, request: web.Request) -> web.Response:
        """An emoji as a PNG; Discord keeps none larger than this."""
        emoji_id = request.match_info["emoji_id"]
        data = self.emojis.get(int(emoji_id)) if emoji_id.isdecimal() else None
        if data is None:
            return web.Response(status=404)
        return web.Response(body=_within(data, EMOJI_SIZE), content_type="image/png")

    async def _default_avatar(self, request: web.Request) -> web.Response:
        number = request.match_info["number"]
        colour = AVATAR_COLOURS[int(number) % len(AVATAR_COLOURS)] if number.isdecimal() else "#757e8a"
        return web.Response(body=_draw_avatar(colour), content_type="image/png")


def is_picture(data: bytes) -> bool:
    """Whether this is a picture that can be read."""
    return _look(data)[1] is not None


def _look(data: bytes) -> tuple[str | None, tuple[int, int] | None]:
    """Content type and size, if this is a picture."""
    try:
        with Image.open(io.BytesIO(data)) as picture:
            return picture.get_format_mimetype(), picture.size
    except (UnidentifiedImageError, OSError):
        return None, None


def _within(data: bytes, size: int) -> bytes:
    """A picture as a PNG that is no larger than this, its shape kept."""
    out = io.BytesIO()
    with Image.open(io.BytesIO(data)) as picture:
        picture.thumbnail((size, size))
        picture.convert("RGBA").save(out, "PNG")
    return out.getvalue()


def _draw_avatar(colour: str) -> bytes:
    """A head and shoulders in white on a plain ground."""
    picture = Image.new("RGB", (128, 128), colour)
    pen = ImageDraw.Draw(picture)
    pen.ellipse((42, 26, 86, 70), fill="white")
    pen.ellipse((22, 78, 106, 162), fill="white")
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()
