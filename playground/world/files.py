"""Files kept in memory while a message shows them and a little longer; avatars and emojis."""

from __future__ import annotations

import hashlib
import io
import mimetypes
import re
from dataclasses import dataclass, field
from urllib.parse import quote

from PIL import Image, UnidentifiedImageError

from playground.clock import Clock
from playground.objects import Json

KEPT_FOR = 60.0
KEPT_BYTES = 64 * 1024 * 1024
"""Files that no message shows any more are still served for so many seconds, as long as they fit."""


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
class Files:
    """All the files there are."""

    clock: Clock
    base: str = ""
    """The address that `/attachments/…` follows."""
    by_id: dict[int, StoredFile] = field(default_factory=dict[int, StoredFile])
    """Those that messages show."""
    avatars: dict[tuple[int, str], bytes] = field(default_factory=dict[tuple[int, str], bytes], repr=False)
    """Pictures people have chosen, by who they are and the picture's hash."""
    emojis: dict[int, bytes] = field(default_factory=dict[int, bytes], repr=False)
    """The application's own emojis, by id."""
    _dropped: dict[int, tuple[float, StoredFile]] = field(
        default_factory=dict[int, tuple[float, StoredFile]], repr=False
    )
    """Those no longer shown and when they were dropped, oldest first."""
    _dropped_bytes: int = 0

    def store(self, id: int, channel_id: int, upload: Upload, description: str | None) -> StoredFile:
        filename = safe_name(upload.filename)
        kind, size = _look(upload.data)
        kind = kind or mimetypes.guess_type(filename)[0] or "application/octet-stream"
        if kind.startswith("text/"):
            kind += "; charset=utf-8"
        signature = hashlib.sha256(f"{id}/{filename}".encode()).hexdigest()
        url = f"{self.base}/attachments/{channel_id}/{id}/{quote(filename)}?ex=0&is=0&hm={signature}&"
        stored = StoredFile(id, channel_id, filename, upload.data, kind, size, description, url)
        self.by_id[id] = stored
        return stored

    def store_avatar(self, user_id: int, data: bytes) -> str:
        """Keep a person's picture; returns the hash by which it is asked for."""
        key = hashlib.md5(data, usedforsecurity=False).hexdigest()
        self.avatars[user_id, key] = data
        return key

    def drop(self, file: StoredFile) -> None:
        """No message shows this file any more. Who is about to fetch it still finds it for a while."""
        if self.by_id.pop(file.id, None) is not None:
            self._dropped[file.id] = (self.clock.now(), file)
            self._dropped_bytes += len(file.data)
            self._forget()

    def _forget(self) -> None:
        now = self.clock.now()
        while self._dropped:
            id, (when, file) = next(iter(self._dropped.items()))
            if now - when < KEPT_FOR and self._dropped_bytes <= KEPT_BYTES:
                break
            del self._dropped[id]
            self._dropped_bytes -= len(file.data)

    def find(self, id: int) -> StoredFile | None:
        """A file that is shown, or was until a moment ago."""
        self._forget()
        return self.by_id.get(id) or self._dropped.get(id, (0.0, None))[1]


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
