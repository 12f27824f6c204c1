"""Everything that one person's client is told, written down so that two worlds can be compared: each message
and its files byte for byte, what was pressed and what came of it, in which order, and at which moment of the
clock.

What is drawn anew in every run is left out: Discord's ids, which number what happens anywhere, and nonces.
Messages are on their way beside each other, so which of two comes first within one moment is the network's;
of one message, and of one channel, the order is compared."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import zip_longest
from typing import Any

import aiosqlite
import pytest

from bot.pictures.painter import Painter
from data import connections
from playground.people import Person
from playground.rest.api import Exchange
from playground.world.accounts import Events
from tests.e2e.house import House

DRAWN = re.compile(
    r"(?<!\d)\d{15,20}(?!\d)"  # ids
    r'|(?<="id": )\d{6,14}\b|(?<="nonce": )"?\d+"?'  # nonces, also on a message's outermost component
    r"|http://127\.0\.0\.1:\d+/|[?&]hm=[0-9a-f]+"  # the playground's port, a signature that follows from ids
)
"""What is another number in every run, in JSON."""
STORED = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH|REPLACE)\b", re.IGNORECASE)
WITH_SQL = ("execute", "execute_fetchall", "executemany")


@dataclass(frozen=True)
class Heard:
    """One thing that somebody's client was told: in which step of the world, when (Unix seconds), about which
    message or channel, and all of it."""

    step: str
    at: float
    about: str
    told: str


@dataclass
class Work:
    """What one step has cost the program, whoever it was for: requests by their kind, statements by their
    text, pictures asked for."""

    requests: Counter[str] = field(default_factory=Counter[str])
    statements: Counter[str] = field(default_factory=Counter[str])
    pictures: Counter[str] = field(default_factory=Counter[str])


class Ear(Events):
    """Hears what one person's client is told, at once."""

    def __init__(self, log: Log, person: Person) -> None:
        super().__init__(person.account.subscribers)
        self._log, self.heard = log, list[Heard]()

    def put(self, event: dict[str, Any] | None) -> None:
        if event is None:
            return
        message = event.get("message", {})
        files = [
            (one["filename"], one.get("description"), one["size"], self._log.digest(one["id"]))
            for one in message.get("attachments", ())
        ]
        about = str(message.get("id") or event.get("message_id") or event.get("channel_id") or event["type"])
        told = DRAWN.sub("#", json.dumps([event, files], ensure_ascii=False, sort_keys=True))
        self.heard.append(Heard(self._log.step, self._log.now(), about, told))


class Log:
    """What everybody who is listened to has heard, and what each step has cost."""

    def __init__(self, house: House) -> None:
        assert house.clock is not None
        self._house, self.now = house, house.clock.now
        self.step = "start"
        self.ears: dict[str, Ear] = {}
        self.work: dict[str, Work] = {}
        house.server.observers.append(self._request)

    def listen(self, person: Person) -> None:
        """Write down what this person's client is told from now on."""
        self.ears[person.name] = Ear(self, person)

    def begin(self, step: str) -> None:
        """What comes belongs to another step, of a name that no other has."""
        assert step not in self.work
        self.step, self.work[step] = step, Work()

    def digest(self, attachment: str) -> str:
        """What a file holds, byte for byte; of one that is text without what is drawn."""
        file = self._house.world.files.by_id[int(attachment)]
        text = not file.content_type.startswith("image/")
        return sha256(DRAWN.sub("#", file.data.decode()).encode() if text else file.data).hexdigest()

    def statement(self, sql: str) -> None:
        """A statement is made."""
        if self.step in self.work and STORED.match(sql):
            self.work[self.step].statements[sql] += 1

    def picture(self, kind: str) -> None:
        """A picture is asked for."""
        if self.step in self.work:
            self.work[self.step].pictures[kind] += 1

    def _request(self, exchange: Exchange) -> None:
        if self.step in self.work:
            path = re.sub(r"/[A-Za-z0-9_=-]{40,}", "/TOKEN", exchange.path)
            self.work[self.step].requests[f"{exchange.method} {DRAWN.sub('ID', path)}"] += 1


class Counted:
    """A connection of sqlite3, in its own thread, whose statements are written down."""

    def __init__(self, connection: Any, log: Log) -> None:
        self._connection, self._log = connection, log

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, sql: str, *more: Any) -> Any:
        self._log.statement(sql)
        return self._connection.execute(sql, *more)

    def executemany(self, sql: str, *more: Any) -> Any:
        self._log.statement(sql)
        return self._connection.executemany(sql, *more)


def counting_work(log: Log, patch: pytest.MonkeyPatch) -> None:
    """Have statements and pictures written down too."""
    attempt_all: Callable[..., Any] = connections._attempt_all  # pyright: ignore[reportPrivateUsage]

    def attempted(jobs: Any, connection: Any) -> Any:
        return attempt_all(jobs, Counted(connection, log))

    patch.setattr(connections, "_attempt_all", attempted)
    for name in WITH_SQL:
        usual = getattr(aiosqlite.Connection, name)

        def counted(self: Any, sql: str, *more: Any, _usual: Any = usual, **others: Any) -> Any:
            log.statement(sql)
            return _usual(self, sql, *more, **others)

        patch.setattr(aiosqlite.Connection, name, counted)
    paint = Painter.paint

    async def painted(self: Painter, value: Any) -> bytes:
        log.picture(type(value).__name__)
        return await paint(self, value)

    patch.setattr(Painter, "paint", painted)


def differences(one: Log, other: Log) -> Iterator[str]:
    """What anybody could tell the two worlds apart by: what was heard of each message and channel in its
    order, when, in which order things came within a step, and how much work each step was."""
    assert one.ears.keys() == other.ears.keys()
    for name, ear in one.ears.items():
        yield from (f"{name} {what}" for what in _heard_differently(ear, other.ears[name]))
    if (steps := list(one.work)) != list(other.work):
        yield f"steps: {steps} and {list(other.work)}"
        return
    for step, work in one.work.items():
        twin = other.work[step]
        for kind in ("requests", "statements", "pictures"):
            here, there = getattr(work, kind), getattr(twin, kind)
            if here != there:
                yield f"in {step!r}: other {kind}: {here - there} against {there - here}"


def _histories(ear: Ear) -> Counter[tuple[Heard, ...]]:
    """What was heard of each message and channel, in its order; which message it was does not matter."""
    about: dict[str, list[Heard]] = {}
    for one in ear.heard:
        about.setdefault(one.about, []).append(replace(one, about=""))
    return Counter(map(tuple, about.values()))


def _heard_differently(here: Ear, there: Ear) -> Iterator[str]:
    mine, others = _histories(here), _histories(there)
    only_here, only_there = [*(mine - others).elements()], [*(others - mine).elements()]
    for one, other in zip_longest(only_here, only_there, fillvalue=()):
        yield next(
            f"hears {_what(a)} and {_what(b)}: {_apart(a, b)}" for a, b in zip_longest(one, other) if a != b
        )


def _what(heard: Heard | None) -> str:
    return "nothing" if heard is None else f"in {heard.step!r} at {heard.at}"


def _apart(one: Heard | None, other: Heard | None) -> str:
    """Where what was told begins to be another."""
    a, b = ("" if told is None else told.told for told in (one, other))
    same = next((at for at, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return f"…{a[max(0, same - 60) : same + 60]}… and …{b[max(0, same - 60) : same + 60]}…"
