"""The processes that a test has started, by Linux's /proc."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path


def children() -> set[int]:
    """The processes that this one has started, and that are not over."""
    found: set[int] = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            except OSError:
                continue
            if int(parent) == os.getpid() and state != "Z":
                found.add(int(entry.name))
    return found


async def begun(count: int = 1) -> set[int]:
    """The processes that are at work, once there are so many."""
    while len(found := children()) < count:  # noqa: ASYNC110 (of other processes)
        await asyncio.sleep(0)
    return found


def state_of(pid: int) -> str:
    """What Linux says of a process: T where it is stopped, X where it is gone."""
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "X"


def ignores(pid: int, number: int) -> bool:
    """Whether a process ignores the signal of that number; not where it is gone."""
    return _in_mask(pid, "SigIgn:", number)


def was_sent(pid: int, number: int) -> bool:
    """Whether a signal of that number waits for a process, which is stopped; not where it is gone."""
    return _in_mask(pid, "ShdPnd:", number)


def _in_mask(pid: int, mask: str, number: int) -> bool:
    try:
        lines = (Path("/proc") / str(pid) / "status").read_text().splitlines()
    except OSError:
        return False
    masks = [line.split()[1] for line in lines if line.startswith(mask)]
    return any(int(one, 16) >> (number - 1) & 1 for one in masks)
