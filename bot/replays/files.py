"""A record that somebody brings (notation.md, "Record") as a reel, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.engine.record import FIRST_LINE, HeaderDraft, RecordLine, split, whole
from bot.replays.replay import BrokenItem, GameReplay
from bot.tables.model import clean_name
from bot.tables.ports import Sitting

LARGEST: Final = 256 * 1024
"""Bytes. The longest game with all it can be written with is a tenth of it."""

SOMEBODY: Final = 0
"""The id of a person of whom a record tells the name alone."""

FAULTS: Final = (
    "no-record",
    "other-version",
    "empty",
    "no-header",
    "syntax",
    "unknown-rules",
    "bad-option",
    "bad-deck",
    "not-your-turn",
    "illegal-action",
    "game-over",
)
"""What can be wrong with a file: it is none of ours; one of a later program; it has no deal; a line of the
header is missing; or what ``bot.engine.errors.ERROR_KINDS`` says of a line."""


class FaultyRecord(Exception):
    """A file that cannot be replayed. ``kind`` is one of ``FAULTS``, ``line`` the first bad line (from 1, 0
    for none), ``reason`` a finer one of ``bot.engine.errors.REASONS`` or empty."""

    def __init__(self, kind: str, line: int = 0, reason: str = "") -> None:
        assert kind in FAULTS, kind
        super().__init__(kind, line, reason)
        self.kind = kind
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.kind} in line {self.line} {self.reason}".strip()


def read_file(data: bytes) -> GameReplay:
    """The game of a record, as far as it goes. Takes some hundredths of a second: not for the event loop.
    Raises FaultyRecord."""
    head, items = split(data)
    _require_record(head)
    draft = HeaderDraft.of(head)
    if draft.fault:
        raise FaultyRecord(draft.fault.kind, draft.fault.line)
    broken = next((line.number for line in items if not line.is_item), None)
    if broken is not None:
        raise FaultyRecord("syntax", broken)
    header = draft.header()
    if header is None:
        raise FaultyRecord("no-header", items[0].number if items else 0)
    if not items:
        raise FaultyRecord("empty")
    seating = tuple(_seating(data, header.rules.players, header.names))
    try:
        return GameReplay.played(header, [" ".join(line.words) for line in items], seating)
    except BrokenItem as broke:
        raise FaultyRecord(broke.violation.code, items[broke.item].number, broke.violation.reason) from None


def _require_record(head: Sequence[RecordLine]) -> None:
    """Raise FaultyRecord for a file that does not even begin as one of ours."""
    first = head[0].words if head else []
    ours, version = FIRST_LINE.split()
    if first[:1] != [ours]:
        raise FaultyRecord("no-record")
    if first[1:] != [version]:
        raise FaultyRecord("other-version", head[0].number)


def _seating(data: bytes, players: int, names: Mapping[int, str]) -> Iterator[Sitting]:
    """Who had which seat: as comments say of those that changed hands (notation.md, "Who sat where"), else by
    the header; a seat without a name has an empty one."""
    told = [one for one in map(_told, data.decode("utf-8", "replace").split("\n")) if one is not None]
    for seat in range(players):
        own = [one for one in told if one.seat == seat]
        name = clean_name(names[seat]) if seat in names else ""
        yield from own or [Sitting(seat, SOMEBODY, name, "", 0)]


def _told(line: str) -> Sitting | None:
    """What one comment line tells of a seat, if it does."""
    words = line.strip().split(None, 6)
    if len(words) < 7 or words[:2] != ["#", "sat"] or words[5] not in ("person", "robot"):
        return None
    seat, first, end = whole(words[2]), whole(words[3]), whole(words[4])
    if seat is None or first is None or (end is None and words[4] != "-"):
        return None
    person = SOMEBODY if words[5] == "person" else None
    return Sitting(seat, person, clean_name(words[6]), "", first, end)
