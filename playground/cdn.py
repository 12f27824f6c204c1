"""Serves files, avatars and emojis as Discord's CDN does."""

from __future__ import annotations

import io
from dataclasses import dataclass

from aiohttp import web
from PIL import Image, ImageDraw

from playground.world.files import Files

EMOJI_SIZE = 128
SIZES = tuple(str(2**power) for power in range(4, 13))
"""What `size` may be. https://discord.com/developers/docs/reference#image-formatting"""
AVATAR_COLOURS = ("#5865f2", "#757e8a", "#3ba55c", "#faa61a", "#ed4245", "#eb459f")


@dataclass
class Cdn:
    """The routes by which clients fetch files."""

    files: Files

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/attachments/{channel_id}/{file_id}/{filename}", self._serve),
            web.get("/embed/avatars/{number}.png", self._default_avatar),
            web.get("/avatars/{user_id}/{key}.png", self._avatar),
            web.get("/emojis/{emoji_id}.png", self._emoji),
        ]

    async def _serve(self, request: web.Request) -> web.Response:
        file_id = request.match_info["file_id"]
        file = self.files.find(int(file_id)) if file_id.isdecimal() else None
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
        data = (
            self.files.avatars.get((int(user_id), request.match_info["key"])) if user_id.isdecimal() else None
        )
        if data is None:
            return web.Response(status=404)
        if size not in SIZES:
            return web.Response(status=400)
        return web.Response(body=_within(data, int(size)), content_type="image/png")

    async def _emoji(self, request: web.Request) -> web.Response:
        """An emoji as a PNG; Discord keeps none larger than this."""
        emoji_id = request.match_info["emoji_id"]
        data = self.files.emojis.get(int(emoji_id)) if emoji_id.isdecimal() else None
        if data is None:
            return web.Response(status=404)
        return web.Response(body=_within(data, EMOJI_SIZE), content_type="image/png")

    async def _default_avatar(self, request: web.Request) -> web.Response:
        number = request.match_info["number"]
        colour = AVATAR_COLOURS[int(number) % len(AVATAR_COLOURS)] if number.isdecimal() else "#757e8a"
        return web.Response(body=_draw_avatar(colour), content_type="image/png")


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
