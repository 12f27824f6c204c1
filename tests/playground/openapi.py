"""Checking request bodies against Discord's own OpenAPI document, which is not part of this repository."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from jsonschema_rs import Draft202012Validator as Draft202012
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from playground.rest.api import Exchange
from playground.server import Playground

Json = dict[str, Any]
Passes = Callable[[Any], bool]

DOCUMENT = "urn:discord"


def document_path() -> Path | None:
    """The document that the environment names in DISCORD_OPENAPI, if it does."""
    named = os.environ.get("DISCORD_OPENAPI")
    return Path(named) if named else None


class OpenApiChecker:
    """Validates the body of every request a server gets; `failures` has a line for each that is wrong.

    What is right, nearly everything, is let pass by a compiled validator. What is not is looked at again in
    Python, where unions of components are decided by their `type` first, which makes the message short.
    """

    def __init__(self, path: Path | str) -> None:
        self._api = _api(Path(path))
        self.failures: list[str] = []
        self.checked = 0

    def attach(self, server: Playground) -> OpenApiChecker:
        """Check every request to a server from now on."""
        server.observers.append(self.check)
        return self

    def check(self, exchange: Exchange) -> None:
        """Check one request."""
        where = f"{exchange.method} {exchange.route}"
        operation = self._api.operation(exchange.method, exchange.route)
        if operation is None:
            self.failures.append(f"{where}: not in Discord's document")
            return
        compiled = self._api.compiled(exchange.method, exchange.route)
        if compiled is None:
            return
        passes, validator = compiled
        self.checked += 1
        if passes(exchange.body):
            return
        for error in validator.iter_errors(exchange.body):
            place = "/".join(map(str, error.absolute_path))
            self.failures.append(f"{where}: {place or 'body'}: {error.message[:300]}")


@cache
def _api(path: Path) -> _Api:
    """The document, read and compiled once for all servers of a run."""
    return _Api(json.loads(path.read_text("utf-8")))


class _Api:
    """Discord's document, and the validators made from it as they are needed."""

    def __init__(self, document: Json) -> None:
        self._document = document
        schemas: Json = document["components"]["schemas"]
        # Discord takes ids as numbers too, and libraries send some of them so.
        schemas["SnowflakeType"] = {
            "anyOf": [{"type": "string", "pattern": "^(0|[1-9][0-9]*)$"}, {"type": "integer", "minimum": 0}]
        }
        resource = DRAFT202012.create_resource(document)
        self._registry: Registry[Any] = Registry().with_resource(DOCUMENT, resource)
        unions = {"oneOf": self._union, "anyOf": self._union}
        self._validator = extend(Draft202012Validator, unions)
        self._compiled: dict[tuple[str, str], tuple[Passes, Validator] | None] = {}

    def operation(self, method: str, route: str) -> Json | None:
        """What the document says of a request, None where it does not know it."""
        return self._document["paths"].get(route, {}).get(method.lower())

    def compiled(self, method: str, route: str) -> tuple[Passes, Validator] | None:
        """What passes a body that is right, and what finds what is wrong with one; None where no body is
        expected."""
        key = (method, route)
        if key not in self._compiled:
            content = (self.operation(method, route) or {}).get("requestBody", {}).get("content", {})
            schema = content.get("application/json", {}).get("schema")
            self._compiled[key] = None if schema is None else self._validators(schema)
        return self._compiled[key]

    def _validators(self, schema: Json) -> tuple[Passes, Validator]:
        whole = {**_any_of(schema), "components": _any_of(self._document["components"])}
        slow = self._validator(_absolute(schema), registry=self._registry)  # pyright: ignore[reportCallIssue]
        return Draft202012(whole).is_valid, slow

    def _union(
        self, validator: Validator, branches: list[Json], instance: Any, schema: Json
    ) -> Iterator[ValidationError]:
        fitting = [branch for branch in branches if self._may_fit(branch, instance)]
        if len(fitting) == 1:
            yield from validator.descend(instance, fitting[0])  # pyright: ignore[reportAttributeAccessIssue]
        elif not any(validator.evolve(schema=branch).is_valid(instance) for branch in fitting):
            yield ValidationError(f"{instance!r:.200} fits none of {len(branches)} forms")

    def _may_fit(self, branch: Json, instance: Any) -> bool:
        """False when the branch wants another `type`, or a null where there is something."""
        if branch.get("type") == "null":
            return instance is None
        if not isinstance(instance, dict) or "$ref" not in branch:
            return True
        wanted = self._types(branch["$ref"])
        return not wanted or instance.get("type") in wanted

    @cache  # noqa: B019 - one document for a whole run
    def _types(self, ref: str) -> frozenset[Any]:
        name = ref.rpartition("/")[2]
        kind = self._document["components"]["schemas"][name].get("properties", {}).get("type", {})
        return frozenset(kind.get("enum", ()))


def _any_of(schema: Any) -> Any:
    """A schema whose unions may have more than one form that fits: Discord's components are such unions."""
    if isinstance(schema, dict):
        return {"anyOf" if name == "oneOf" else name: _any_of(value) for name, value in schema.items()}
    return [_any_of(one) for one in schema] if isinstance(schema, list) else schema


def _absolute(schema: Any) -> Any:
    """References, made to start at the document."""
    if isinstance(schema, dict):
        return {
            name: DOCUMENT + value if name == "$ref" else _absolute(value) for name, value in schema.items()
        }
    return [_absolute(one) for one in schema] if isinstance(schema, list) else schema
