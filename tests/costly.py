"""What a process apart is asked for in tests; it has to be loaded there, so nothing else is in here."""

from __future__ import annotations

import time

from bot.replays.replay import FaultyRecord


def doubled(data: bytes) -> bytes:
    return data * 2


def spins(_: bytes) -> None:
    while True:
        pass


def fills(_: bytes) -> int:
    kept = [bytes(1_000_000) for _ in range(1000)]
    return len(kept)


def sleeps(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def refuses(data: bytes) -> None:
    raise FaultyRecord("bad-deck", len(data), "unknown-card")


def breaks(data: bytes) -> None:
    raise ValueError(data)
