"""How a request to the API is served: read, checked, carried out and answered, with what befalls it."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from aiohttp.helpers import parse_mimetype

from playground.errors import (
    INVALID_FORM_BODY,
    INVALID_JSON,
    METHOD_NOT_ALLOWED,
    NOT_FOUND,
    UNAUTHORIZED,
    ApiError,
    FormErrors,
)
from playground.ratelimits import is_counted
from playground.rest.api import Call, Endpoint, Exchange, Parts, Requests
from playground.rest.forms import parts
from playground.trouble.faults import Cut, Faults, Moment, Stage
from playground.trouble.kinds import Fault
from playground.world.files import Upload

log = logging.getLogger(__name__)

MAX_BODY = 110 * 1024 * 1024


@dataclass(frozen=True)
class Outcome:
    """What a request is answered with; no body where that is None."""

    status: int
    body: Any
    headers: dict[str, str]

    @classmethod
    def refused(cls, error: ApiError, headers: dict[str, str] | None = None) -> Outcome:
        return cls(error.kind.status, error.to_json(), (headers or {}) | error.headers)

    def response(self) -> web.Response:
        if self.body is None:
            return web.Response(status=self.status, headers=self.headers)
        # No charset, as on Discord: libraries compare the whole header.
        headers = self.headers | {"Content-Type": "application/json"}
        return web.Response(status=self.status, body=json.dumps(self.body).encode(), headers=headers)


@dataclass(frozen=True)
class Service:
    """What serving a request takes, besides its endpoint."""

    parts: Parts
    faults: Faults
    requests: Requests
    observers: list[Callable[[Exchange], None]]
    """Each is called after every request, but not for one that is cut before it is carried out."""


def add_endpoints(app: web.Application, service: Service, endpoints: list[Endpoint]) -> None:
    """Mount endpoints on an application that stands at the API's base."""
    # aiohttp takes the first route that fits: fixed words go before parameters.
    for endpoint in sorted(endpoints, key=lambda one: one.route.replace("{", "\uffff")):
        app.router.add_route(endpoint.method, endpoint.route, _web_handler(service, endpoint))
    app.middlewares.append(_unknown_routes)


@web.middleware
async def _unknown_routes(request: web.Request, handler: Callable[..., Any]) -> web.StreamResponse:
    try:
        return await handler(request)
    except web.HTTPNotFound:
        log.warning("The playground has no %s %s", request.method, request.path)
        return Outcome.refused(ApiError(NOT_FOUND)).response()
    except web.HTTPMethodNotAllowed:
        log.warning("The playground has no %s %s", request.method, request.path)
        return Outcome.refused(ApiError(METHOD_NOT_ALLOWED)).response()


def _web_handler(
    service: Service, endpoint: Endpoint
) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def handle(request: web.Request) -> web.StreamResponse:
        service.requests.add(endpoint.method, endpoint.route)
        arrival = Arrival(service, endpoint, request)
        try:
            outcome = await arrival.carried_out()
        except Cut:
            return _cut(request)
        try:
            outcome = await arrival.answered(outcome)
        except Cut:
            arrival.observe(outcome)
            return _cut(request)
        arrival.observe(outcome)
        return outcome.response()

    return handle


def _cut(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.close()
    return web.Response()  # which nobody gets


@dataclass
class Arrival:
    """One request on its way through the server."""

    service: Service
    endpoint: Endpoint
    request: web.Request
    body: Any = None
    uploads: dict[int, Upload] = field(default_factory=dict[int, Upload])
    headers: dict[str, str] = field(default_factory=dict[str, str])
    fault: Fault | None = None
    number: int = 0

    async def carried_out(self) -> Outcome:
        """Read the request and do what it asks. Raises Cut where it is lost before."""
        try:
            await self._arrive()
            self._admit()
            self.fault = self.service.faults.take(self.endpoint.method, self.endpoint.route)
            await self.service.faults.befall_before(self.fault)
            params = dict(self.request.match_info)
            _check_params(params)
            call = Call(self.service.parts, params, dict(self.request.query), self.body, self.uploads)
            status, body = await self.endpoint.handle(call)
            return Outcome(status, body, self.headers)
        except ApiError as error:
            return Outcome.refused(error, self.headers)

    async def answered(self, outcome: Outcome) -> Outcome:
        """What is answered in the end to a request with that outcome. Raises Cut for nothing."""
        try:
            self._tell("done")
            await self.service.faults.befall_after(self.fault)
        except ApiError as error:
            return Outcome.refused(error, self.headers)
        return outcome

    async def _arrive(self) -> None:
        """Raises ApiError 50109, 50035, and Cut."""
        problem: ApiError | None = None
        try:
            self.body, self.uploads = await _read_body(self.request)
        except ApiError as error:
            problem = error
        except ConnectionResetError:  # whoever asked has gone in the middle of it
            raise Cut from None
        self.number = self.service.faults.count()
        self._tell("arrived")
        if problem is not None:
            raise problem

    def _admit(self) -> None:
        """Raises ApiError 401, 429."""
        endpoint, parts = self.endpoint, self.service.parts
        if endpoint.token and self.request.headers.get("Authorization") != f"Bot {parts.address.token}":
            raise ApiError(UNAUTHORIZED)
        self.headers = parts.ratelimits.check(endpoint.method, endpoint.route, dict(self.request.match_info))

    def _tell(self, stage: Stage) -> None:
        endpoint = self.endpoint
        moment = Moment(self.number, endpoint.method, endpoint.route, self.request.path, stage)
        self.service.faults.tell(moment)

    def observe(self, outcome: Outcome) -> None:
        """Tell the server's observers what came of it."""
        endpoint, request = self.endpoint, self.request
        exchange = Exchange(
            endpoint.method,
            endpoint.route,
            request.path,
            dict(request.match_info),
            dict(request.query),
            self.body,
            outcome.status,
            outcome.body,
            is_counted(endpoint.route),
            tuple(upload.filename for upload in self.uploads.values()),
            request.content_length or 0,
        )
        for observer in self.service.observers:
            observer(exchange)


def _check_params(params: dict[str, str]) -> None:
    """Ids in the path are numbers. Raises ApiError 50035."""
    errors = FormErrors()
    for name, value in params.items():
        if name.endswith("_id") and not (value.isdecimal() and int(value) < 2**64):
            errors.at(name).add("NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
    errors.raise_if_any()


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
    boundary = parse_mimetype(request.headers["Content-Type"]).parameters.get("boundary", "")
    for part in parts(await request.read(), boundary):
        number = re.fullmatch(r"files\[(\d+)\]", part.name)
        if part.name == "payload_json":
            body = _parse(part.data)
        elif number is not None and part.filename:
            files[int(number[1])] = Upload(part.filename, part.data)
    return body, files


def _parse(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        raise ApiError(INVALID_JSON) from None
