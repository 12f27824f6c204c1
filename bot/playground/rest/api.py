"""The REST API's frame: tokens, limits, bodies, errors; the endpoints are in the modules beside this one."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import BodyPartReader, web

from bot.playground.cdn import Upload
from bot.playground.checks.fields import Number
from bot.playground.errors import (
    INVALID_FORM_BODY,
    INVALID_JSON,
    METHOD_NOT_ALLOWED,
    NOT_FOUND,
    UNAUTHORIZED,
    ApiError,
    FormErrors,
)
from bot.playground.faults import befall
from bot.playground.ratelimits import is_counted
from bot.playground.world import World

if TYPE_CHECKING:
    from bot.playground.server import Playground

Json = dict[str, Any]
log = logging.getLogger(__name__)

MAX_BODY = 110 * 1024 * 1024


@dataclass
class Call:
    """One request to an endpoint."""

    server: Playground
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    """The JSON body, of a multipart request its `payload_json`; None when there is none."""
    uploads: dict[int, Upload]

    @property
    def world(self) -> World:
        return self.server.world

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


@dataclass
class Requests:
    """How many requests came, by "METHOD /template", and whether the global limit counts them."""

    counted: dict[str, int] = field(default_factory=dict)
    uncounted: dict[str, int] = field(default_factory=dict)

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


def add_endpoints(app: web.Application, server: Playground, endpoints: list[Endpoint]) -> None:
    """Mount endpoints on an application that stands at the API's base."""
    # aiohttp takes the first route that fits: fixed words go before parameters.
    for endpoint in sorted(endpoints, key=lambda one: one.route.replace("{", "\uffff")):
        app.router.add_route(endpoint.method, endpoint.route, _web_handler(server, endpoint))
    app.middlewares.append(_unknown_routes)


@web.middleware
async def _unknown_routes(request: web.Request, handler: Callable[..., Any]) -> web.StreamResponse:
    try:
        return await handler(request)
    except web.HTTPNotFound:
        log.warning("The playground has no %s %s", request.method, request.path)
        return _error(ApiError(NOT_FOUND))
    except web.HTTPMethodNotAllowed:
        log.warning("The playground has no %s %s", request.method, request.path)
        return _error(ApiError(METHOD_NOT_ALLOWED))


def _web_handler(server: Playground, endpoint: Endpoint) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def handle(request: web.Request) -> web.Response:
        server.requests.add(endpoint.method, endpoint.route)
        params = dict(request.match_info)
        body, files, headers = None, dict[int, Upload](), dict[str, str]()
        try:
            if endpoint.token and request.headers.get("Authorization") != f"Bot {server.token}":
                raise ApiError(UNAUTHORIZED)
            headers = server.ratelimits.check(endpoint.method, endpoint.route, params)
            body, files = await _read_body(request)
            fault = server.faults.take(endpoint.method, endpoint.route)
            if fault is not None and fault.before is not None:
                raise ApiError(fault.before)
            _check_params(params)
            call = Call(server, params, dict(request.query), body, files)
            status, answer = await endpoint.handle(call)
            await befall(fault, lambda: request.transport and request.transport.close())
            response = _answer(status, answer, headers)
        except ApiError as error:
            status, answer = error.kind.status, error.to_json()
            response = _error(error, headers)
        exchange = Exchange(
            endpoint.method,
            endpoint.route,
            request.path,
            params,
            dict(request.query),
            body,
            status,
            answer,
            is_counted(endpoint.route),
            tuple(upload.filename for upload in files.values()),
        )
        for observer in server.observers:
            observer(exchange)
        return response

    return handle


def _check_params(params: dict[str, str]) -> None:
    """Ids in the path are numbers. Raises ApiError 50035."""
    errors = FormErrors()
    for name, value in params.items():
        if name.endswith("_id") and not (value.isdecimal() and int(value) < 2**64):
            errors.at(name).add("NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
    errors.raise_if_any()


def _answer(status: int, answer: Any, headers: dict[str, str]) -> web.Response:  # noqa: ANN401
    if answer is None:
        return web.Response(status=status, headers=headers)
    # No charset, as on Discord: libraries compare the whole header.
    headers = headers | {"Content-Type": "application/json"}
    return web.Response(status=status, body=json.dumps(answer).encode(), headers=headers)


def _error(error: ApiError, headers: dict[str, str] | None = None) -> web.Response:
    return _answer(error.kind.status, error.to_json(), (headers or {}) | error.headers)


async def _read_body(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    """The JSON body and the files. Raises ApiError 50109, 50035."""
    if request.content_type != "multipart/form-data":
        raw = await request.read()
        if raw and request.content_type != "application/json":
            raise ApiError(
                INVALID_FORM_BODY,
                errors={
                    "_errors": [
                        {
                            "code": "CONTENT_TYPE_INVALID",
                            "message": "Expected \"Content-Type\" header to be one of {'application/json'}.",
                        }
                    ]
                },
            )
        return (_parse(raw) if raw else None), {}
    body: Any = None
    files: dict[int, Upload] = {}
    reader = await request.multipart()
    while (part := await reader.next()) is not None:
        assert isinstance(part, BodyPartReader), "Discord's forms are not nested"
        data = bytes(await part.read(decode=True))
        number = re.fullmatch(r"files\[(\d+)\]", part.name or "")
        if part.name == "payload_json":
            body = _parse(data)
        elif number is not None and part.filename:
            files[int(number[1])] = Upload(part.filename, data)
    return body, files


def _parse(raw: bytes) -> Any:  # noqa: ANN401
    try:
        return json.loads(raw)
    except ValueError:
        raise ApiError(INVALID_JSON) from None
