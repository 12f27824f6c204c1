"""What an endpoint is, is given and answers; the endpoints are in the modules beside this one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from playground.address import Address
from playground.checks.fields import Number
from playground.errors import FormErrors
from playground.gateway.gateway import Gateway
from playground.interactions.commands import Commands
from playground.interactions.desk import Desk
from playground.objects import Json
from playground.ratelimits import RateLimits, is_counted
from playground.world.changes import Changes
from playground.world.files import Upload
from playground.world.world import World


@dataclass(frozen=True)
class Parts:
    """What endpoints work on."""

    changes: Changes
    commands: Commands
    desk: Desk
    gateway: Gateway
    address: Address
    ratelimits: RateLimits


@dataclass
class Call:
    """One request to an endpoint."""

    parts: Parts
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    """The JSON body, of a multipart request its `payload_json`; None when there is none."""
    uploads: dict[int, Upload]

    @property
    def world(self) -> World:
        return self.changes.world

    @property
    def changes(self) -> Changes:
        return self.parts.changes

    def id(self, name: str) -> int:
        """A path parameter that is a snowflake. Raises ApiError 50035."""
        return int(self.params[name])

    def form(self) -> Json:
        """The body, which must be an object. Raises ApiError 50035."""
        if not isinstance(self.body, dict):
            errors = FormErrors()
            errors.add("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            errors.raise_if_any()
        return self.body

    def number(self, name: str, default: int, *, least: int = 0, most: int = 2**64) -> int:
        """A query parameter that is a number. Raises ApiError 50035."""
        text, errors = self.query.get(name, str(default)), FormErrors()
        if not text.isdecimal():
            errors.at(name).add("NUMBER_TYPE_COERCE", f'Value "{text}" is not int.')
        else:
            Number(least, most).check(int(text), errors.at(name))
        errors.raise_if_any()
        return int(text)

    def truth(self, name: str) -> bool:
        """A query parameter that says yes or no."""
        return self.query.get(name, "").lower() in ("1", "true")


Answer = tuple[int, Any]
"""Status and JSON body (None: no body)."""
Handler = Callable[[Call], Awaitable[Answer]]


@dataclass(frozen=True)
class Endpoint:
    """One route: method, path as Discord's OpenAPI document writes it, and what to do."""

    method: str
    route: str
    handle: Handler
    token: bool = True
    """Whether the bot must show its token (a route with an interaction's token asks for none)."""


@dataclass(frozen=True)
class Exchange:
    """What an observer is told of a request."""

    method: str
    route: str
    path: str
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    status: int
    response: Any
    counted: bool
    files: tuple[str, ...] = ()
    size: int = 0
    """Bytes of its body, files included."""


@dataclass
class Requests:
    """How many requests came, by "METHOD /template", and whether the global limit counts them."""

    counted: dict[str, int] = field(default_factory=dict[str, int])
    uncounted: dict[str, int] = field(default_factory=dict[str, int])

    @property
    def total_counted(self) -> int:
        return sum(self.counted.values())

    @property
    def total_uncounted(self) -> int:
        return sum(self.uncounted.values())

    def add(self, method: str, route: str) -> None:
        counts = self.counted if is_counted(route) else self.uncounted
        key = f"{method} {route}"
        counts[key] = counts.get(key, 0) + 1

    def reset(self) -> None:
        self.counted.clear()
        self.uncounted.clear()
