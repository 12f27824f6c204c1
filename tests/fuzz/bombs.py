"""What is sent to bring a reader down, or to be taken for something that it is not."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Iterator

MEGABYTE = 1_000_000


def bombs() -> Iterator[tuple[str, bytes]]:
    """Each with its name; the largest have ten megabytes."""
    yield from _of_json()
    yield from _of_characters()
    yield from _of_lines()
    yield from _of_other_kinds()


def _of_json() -> Iterator[tuple[str, bytes]]:
    yield "lists in lists", b"[" * 200_000
    yield "closed lists in lists", b"[" * 100_000 + b"]" * 100_000
    yield "objects in objects", b'{"season":' * 100_000
    yield "in the place of members", b'{"season":1,"members":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    yield "a number beyond all floats", b'{"season": 1e400}'
    yield "one below", b'{"season": -1e400}'
    yield "a whole number of a million digits", b'{"season": ' + b"9" * MEGABYTE + b"}"
    yield "a fraction of many digits", b'{"season": 1, "settings": {"bye": "' + b"1" * 5000 + b'/3"}}'
    yield "no number", b'{"season": NaN}'
    yield "infinity", b'{"season": -Infinity}'
    yield "the same key twice", b'{"season": 1, "season": 2}'
    yield "the same key very often", b"{" + b'"season": 1,' * 100_000 + b'"season": 1}'
    yield "half a pair", b'{"season": 1, "name": "\\ud800"}'
    yield "a key of half a pair", b'{"\\udfff": 1}'
    yield "nothing said", b'{"season": "\\u0000"}'
    yield "no JSON yet", b'{"season": 1,}'
    yield "null", b"null"
    yield "a list", b"[]"


def _of_characters() -> Iterator[tuple[str, bytes]]:
    yield "nothing", b""
    yield "a byte of nothing", b"\x00"
    yield "many bytes of nothing", b"\x00" * MEGABYTE
    yield "a byte order mark alone", b"\xef\xbb\xbf"
    yield "one of UTF-16", b"\xff\xfe"
    yield "half a character of UTF-16", b"\xff\xfe\x00"
    yield "one of UTF-32", b"\xff\xfe\x00\x00" + b"\x00\x00\x00"
    yield "byte order marks", b"\xef\xbb\xbf" * 10_000
    yield "half a pair in UTF-8", b"\xed\xa0\x80"
    yield "an overlong slash", b"\xc0\xaf" * 1000
    yield "every byte there is", bytes(range(256)) * 100
    yield "marks upon marks", ("a" + "\u0301" * 100_000).encode()
    yield "turned round", ("\u202e" * 50_000 + "x").encode()


def _of_lines() -> Iterator[tuple[str, bytes]]:
    yield "one line of a megabyte", b"a" * MEGABYTE
    yield "lines alone", b"\n" * 200_000
    yield "returns alone", b"\r" * 200_000
    yield "cells alone", b";" * MEGABYTE
    yield "one quoted cell without an end", b'"' + b"a;\n" * 100_000
    yield "quotes alone", b'"' * MEGABYTE
    yield "many rows", b"1;2\n" * 100_000
    yield "a record's first line, often", b"king-record 1\n" * 10_000
    yield "a record of options", b"king-record 1\nrules kingen\n" + b"option shuffle=full\n" * 10_000
    yield "a record of decks", b"king-record 1\nrules kingen\nplayers 4\ndealer 0\n" + b"deck 2C\n" * 20_000
    yield "numbers that never end", b"king-record 1\nrules kingen\nplayers " + b"4" * 100_000
    yield "a date that is none", b"date;game;player;points\n99999999999999999999-99-99;1;Ann;1\n"
    yield "points that never end", b"date;game;player;points\n2026-09-01;1;Ann;" + b"9" * 100_000
    yield "a custom id that never ends", b"hh:act:" + b"9" * 10_000 + b":1:x"
    yield "percent signs", b"hh:replay:1:1:" + b"%" * 90


def _of_other_kinds() -> Iterator[tuple[str, bytes]]:
    zeros = b"0" * (10 * MEGABYTE)
    yield "ten megabytes gzipped", gzip.compress(zeros)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("season.json", zeros)
    yield "ten megabytes zipped", file.getvalue()
    yield "a picture", b"\x89PNG\r\n\x1a\n" + bytes(1000)
    yield "a program", b"MZ" + bytes(1000)
    yield "a page", b"<html><script>alert(1)</script>" * 100
    yield "a pickle", b"\x80\x04cos\nsystem\n."
    yield "ten megabytes of one letter", b"{" + b" " * (10 * MEGABYTE - 2) + b"}"
