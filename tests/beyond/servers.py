"""Servers of the experiment, each in a folder of its own, on loopback addresses alone."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

POSTGRES_USER: Final = "postgres"
"""PostgreSQL refuses to run as root; Debian's package makes this user."""
STARTS_WITHIN: Final = 20.0  # seconds
TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Server:
    """A server that runs: where its clients find it, and its process."""

    url: str
    pid: int

    def cpu(self) -> float:
        """Seconds of processor time of it and its children that are there now."""
        return sum(cpu_of(one, with_ended=True) for one in family(self.pid))


def family(pid: int) -> list[int]:
    """A process and all that come from it."""
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue  # it has ended meanwhile
            parents.setdefault(int(fields[1]), []).append(int(folder.name))
    found = [pid]
    for one in found:
        found += parents.get(one, [])
    return found


def cpu_of(pid: int, *, with_ended: bool = False) -> float:
    """Seconds of processor time of a process, or of it with its ended children; 0 where it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return sum(map(int, fields[11 : 15 if with_ended else 13])) / TICKS


def free_port() -> int:
    """A port of 127.0.0.1 that nobody uses now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def program(name: str) -> str:
    """The path of a server's program. Raises FileNotFoundError, which names the package to install."""
    found = shutil.which(name) or next(
        map(str, sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)), None
    )
    if found is None:
        raise FileNotFoundError(f"{name} is missing: apt-get install postgresql nats-server redis-server")
    return found


@contextmanager
def postgres(folder: Path) -> Iterator[Server]:
    """PostgreSQL as it is installed: every commit is on the disk before it is answered."""
    port, data = free_port(), folder / "postgres"
    data.mkdir()
    as_user = ()
    if os.geteuid() == 0:
        folder.chmod(0o755)
        shutil.chown(data, POSTGRES_USER, POSTGRES_USER)
        as_user = (program("runuser"), "-u", POSTGRES_USER, "--")
    initialise = (program("initdb"), "-D", str(data), "-U", "hartenheer", "--auth=trust", "-E", "UTF8")
    subprocess.run([*as_user, *initialise], check=True, stdout=subprocess.DEVNULL, cwd="/")
    listen = ("-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={data}", "-p", str(port))
    with _running([*as_user, program("postgres"), "-D", str(data), *listen], port) as pid:
        yield Server(f"postgresql://hartenheer@127.0.0.1:{port}/postgres", pid)


@contextmanager
def nats(folder: Path, *more: str, port: int = 0) -> Iterator[Server]:
    """NATS with JetStream on files, with ``more`` options, at a port or else at one that is free."""
    port = port or free_port()
    command = [program("nats-server"), "-js", "-sd", str(folder / "nats"), "-a", "127.0.0.1", "-p", str(port)]
    with _running([*command, *more], port) as pid:
        yield Server(f"nats://127.0.0.1:{port}", pid)


@contextmanager
def redis(folder: Path) -> Iterator[Server]:
    """Redis with a log of what it was told, on the disk each second."""
    port = free_port()
    (folder / "redis").mkdir()
    options = (
        "--bind",
        "127.0.0.1",
        "--port",
        str(port),
        "--dir",
        str(folder / "redis"),
        "--appendonly",
        "yes",
    )
    with _running([program("redis-server"), *options], port) as pid:
        yield Server(f"redis://127.0.0.1:{port}", pid)


@contextmanager
def _running(command: list[str], port: int) -> Iterator[int]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")
    try:
        _wait_for(port, process)
        yield process.pid
    finally:
        process.terminate()
        process.wait(STARTS_WITHIN)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"{process.args} has ended with {process.returncode}")
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError(f"{process.args} did not answer within {STARTS_WITHIN:g} s")
