"""Where tests put what they write: in memory, where there is room for it.

SQLite waits for the disk some hundred times in a test of the whole bot, most of them while it is made ready;
nothing of what it writes there has to outlive the machine. A disk that fails or is full is made otherwise
(``tests/data/test_disk.py``).
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

MEMORY: Final = Path("/dev/shm")
"""Where Linux has a file system in memory."""

MEMINFO: Final = Path("/proc/meminfo")

ENOUGH: Final = 4 * 1024**3
"""Bytes that have to be free. A test that passes leaves nothing."""


def in_memory(memory: Path = MEMORY, meminfo: Path = MEMINFO) -> Path | None:
    """A folder in memory with enough room, in which programs can be started as well; None where there is
    none."""
    try:
        found = os.statvfs(memory)
        available = re.search(r"^MemAvailable: +(\d+) kB$", meminfo.read_text("ascii"), re.MULTILINE)
    except OSError:
        return None
    free = min(found.f_bavail * found.f_frsize, 1024 * int(available[1]) if available is not None else 0)
    is_open = os.access(memory, os.W_OK) and not found.f_flag & os.ST_NOEXEC
    return memory if is_open and free >= ENOUGH else None
