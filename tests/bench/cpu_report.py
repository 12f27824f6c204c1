"""A process that is measured: it reports, whenever it is asked, what CPU each of its threads has taken.

It is asked by a line on its standard input, and answers with a line of JSON on its standard output.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from asyncio.subprocess import Process
from collections import defaultdict

Taken = dict[str, float]

WHOLE = "process"
"""What the process has taken in all, threads included that have ended."""


def tell_cpu() -> None:
    """In the process that is measured: answer from now on, in a thread."""
    threading.Thread(target=_tell, name="telling", daemon=True).start()


def _tell() -> None:
    for _ in sys.stdin:
        print(json.dumps(_taken()), flush=True)


def _taken() -> Taken:
    found = defaultdict[str, float](float)
    for one in threading.enumerate():
        if one.ident is not None:
            kind = one.name.partition("_")[0].partition("-")[0]  # asyncio_0, Thread-1 (run)
            found[kind] += time.clock_gettime(time.pthread_getcpuclockid(one.ident))
    return {**found, WHOLE: time.process_time()}


async def cpu_of(process: Process) -> Taken:
    """Seconds by the kind of thread, and in all (``WHOLE``), of a process started with both its pipes."""
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(b"\n")
    return json.loads(await process.stdout.readline())
