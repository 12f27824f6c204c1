"""Forms of several parts, read from their bytes at once: a bot sends its pictures so.

https://www.rfc-editor.org/rfc/rfc7578
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from aiohttp import content_disposition_filename, parse_content_disposition

PLAIN = re.compile(r'form-data; name="([^"\\%]*)"(?:; filename="([^"\\%]*)")?', re.IGNORECASE)
DISPOSITION = re.compile(rb"^content-disposition:[ \t]*(.*?)[ \t]*$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Part:
    """One part: a field, or a file where it has a name."""

    name: str
    filename: str | None
    data: bytes = field(repr=False)


def parts(raw: bytes, boundary: str) -> Iterator[Part]:
    """The parts of a form, in order. What is not written as one has none."""
    _, *pieces = (b"\r\n" + raw).split(b"\r\n--" + boundary.encode("latin-1"))
    for piece in pieces:
        if piece.startswith(b"--"):
            return
        _, _, written = piece.partition(b"\r\n")  # white space may follow a boundary
        head, _, data = (b"\r\n" + written).partition(b"\r\n\r\n")
        found = DISPOSITION.search(head.replace(b"\r\n", b"\n"))
        name, filename = _named("" if found is None else found[1].decode("utf-8", "surrogateescape"))
        yield Part(name, filename, data)


def _named(disposition: str) -> tuple[str, str | None]:
    plain = PLAIN.fullmatch(disposition)
    if plain is not None:
        return plain[1], plain[2]
    _, given = parse_content_disposition(disposition)
    return given.get("name", ""), content_disposition_filename(given)
