"""What a press costs for being measured: the CPU of a bot that people play with, and how much of it goes into
metrics.

The difference is too small to be seen between two games. So the bot, a process of its own, says by its
metrics how often each thing was measured while cards were played, and what measuring each costs is found out
by itself.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable
from time import process_time

import aiohttp
from aiohttp import web

from bot.watch import declared
from bot.watch.meters import Meters
from bot.watch.watch import PressTimes, Requests, StoreTimes, Watch
from tests.bench import bench_press
from tests.bench.bench_press import GUILDS_WAIT, OURS, SLICE, TABLES, Side
from tests.bench.cpu_report import WHOLE
from tests.bench.rows import Row

SECONDS = 10.0
CALLS = 20_000
REQUESTS, HANDFUL = 1_500, 50

COUNTS = {
    "presses": "hartenheer_answer_seconds_count",
    "requests": "hartenheer_request_seconds_count",
    "commits": "hartenheer_commit_seconds_count",
    "drawings": "hartenheer_drawing_seconds_count",
    "thoughts": "hartenheer_thinking_seconds_count",
    "ticks": "hartenheer_loop_delay_seconds_count",
}


async def counted(port: int) -> dict[str, float]:
    """How often each was measured by now."""
    address = f"http://127.0.0.1:{port}/metrics"
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        text = await response.text()
    return {
        name: sum(map(float, re.findall(rf"^{sample}(?:\{{.*\}})? (\S+)$", text, re.MULTILINE)))
        for name, sample in COUNTS.items()
    }


def free_port() -> int:
    """One that nobody listens at."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


async def play(seconds: float) -> tuple[dict[str, float], Side]:
    """What was measured while people played with robots for so long, after a while that is not counted."""
    port = free_port()
    async with bench_press._side(
        ["-c", OURS], TABLES, bench_press._play, HARTENHEER_WATCH_PORT=str(port)
    ) as side:
        await asyncio.sleep(GUILDS_WAIT)
        await bench_press._open_with_robots(side)
        async with asyncio.TaskGroup() as pressing:
            tasks = [pressing.create_task(bench_press._play(side, one)) for one in side.people]
            await side.slice(SLICE)
            side.forget()
            before = await counted(port)
            await side.slice(seconds)
            after = await counted(port)
            for task in tasks:
                task.cancel()
    return {name: after[name] - before[name] for name in COUNTS}, side


def cost(call: Callable[[int], object]) -> float:
    """Seconds of CPU that a call takes."""
    begun = process_time()
    for number in range(CALLS):
        call(number)
    return (process_time() - begun) / CALLS


async def cost_of_a_request() -> float:
    """Seconds of CPU by which a request is dearer that is measured."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response()

    app = web.Application()
    app.router.add_post("/{anything:.*}", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port := free_port()).start()
    base = f"http://127.0.0.1:{port}"
    requests = Requests(Meters(), lambda interaction, status: None, lambda: base)
    spent = [0.0, 0.0]
    try:
        async with (
            aiohttp.ClientSession() as plain,
            aiohttp.ClientSession(trace_configs=[requests.trace]) as measured,
        ):
            for _ in range(REQUESTS // HANDFUL):
                for side, session in enumerate((plain, measured)):
                    begun = process_time()
                    for _ in range(HANDFUL):
                        async with session.post(f"{base}/interactions/1/token/callback") as response:
                            await response.read()
                    spent[side] += process_time() - begun
    finally:
        await runner.cleanup()
    return max(0.0, spent[1] - spent[0]) / REQUESTS


async def costs() -> dict[str, float]:
    """What measuring each thing once costs."""
    meters = Meters()
    times, store, watch = PressTimes(meters), StoreTimes(meters), Watch(lambda: "")

    def press(number: int) -> None:
        times.came(number, "play")
        times.answered(number, 200)
        times.done("play", "done")

    return {
        "presses": cost(press),
        "requests": await cost_of_a_request(),
        "commits": cost(lambda number: store.stored(1, 0.001, None)),
        "drawings": cost(lambda number: watch.drawn(bytes)),
        "thoughts": cost(lambda number: watch.thought("easy", int)),
        "ticks": cost(lambda number: meters.measure(declared.LOOP_DELAY, 0.001)),
    }


async def _measure(seconds: float) -> tuple[dict[str, float], Side, dict[str, float]]:
    counts, side = await play(seconds)
    return counts, side, await costs()


def rows(seconds: float = SECONDS) -> list[Row]:
    """One."""
    counts, side, each = asyncio.run(_measure(seconds))
    measuring = sum(counts[name] * each[name] for name in COUNTS)
    cpu, presses = side.cpu[WHOLE], side.counted_presses
    counters = ", ".join(f"{counts[name] / presses:.1f} {name}" for name in COUNTS if name != "presses")
    return [
        Row(
            "CPU of a press, with metrics / without",
            cpu / (cpu - measuring),
            f"{1e3 * cpu / presses:.1f} ms a press over {presses}, three robots' cards included, of which "
            f"measuring takes {1e6 * measuring / presses:.0f} µs: {counters}.",
            bound=1.02,
            at_most=True,
        )
    ]
