"""The bodies of requests with files: put together as one piece of bytes, and sent as one.

aiohttp's forms are for files that are read while they are sent: each part is an object of its own, and each
of their lines is given to the socket by itself. Our pictures are in memory, and small.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any, Final

import aiohttp

_PLAIN: Final = "text/plain; charset=utf-8"
_UNSAFE: Final = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A"})
"""What would end a name (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data)."""


def form_of(parts: Iterable[Mapping[str, Any]]) -> aiohttp.BytesPayload:
    """A form (RFC 7578) of parts as the library makes them: ``name``, ``value`` (text, bytes or a file, which
    is read to its end), and of files ``filename`` and ``content_type``. It may be sent more than once."""
    boundary = secrets.token_hex(16)
    pieces: list[bytes] = []
    for part in parts:
        value = part["value"]
        content = (
            value.encode() if isinstance(value, str) else value if isinstance(value, bytes) else value.read()
        )
        pieces += (_head(boundary, part), content, b"\r\n")
    pieces.append(f"--{boundary}--\r\n".encode())
    return aiohttp.BytesPayload(b"".join(pieces), content_type=f"multipart/form-data; boundary={boundary}")


def _head(boundary: str, part: Mapping[str, Any]) -> bytes:
    told = f'form-data; name="{_quoted(part["name"])}"'
    if "filename" in part:
        told += f'; filename="{_quoted(part["filename"])}"'
    kind = part.get("content_type", _PLAIN)
    return f"--{boundary}\r\nContent-Disposition: {told}\r\nContent-Type: {kind}\r\n\r\n".encode()


def _quoted(name: str) -> str:
    return name.translate(_UNSAFE)
