"""The checker of request bodies, against a document of our own in the shape of Discord's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from playground.rest.api import Exchange
from tests.playground.openapi import OpenApiChecker

ROUTE = "/channels/{channel_id}/messages"


def part(kind: int, **properties: Any) -> dict[str, Any]:
    fields = {"type": {"type": "integer", "enum": [kind]}, **properties}
    return {"type": "object", "properties": fields, "required": list(fields)}


SCHEMAS = {
    "SnowflakeType": {"type": "string", "format": "snowflake"},
    "Button": part(2, label={"type": "string", "maxLength": 80}),
    "Text": part(10, content={"type": "string", "maxLength": 10}),
    "Message": {
        "type": "object",
        "properties": {
            "id": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/SnowflakeType"}]},
            "components": {
                "type": "array",
                "items": {
                    "oneOf": [{"$ref": "#/components/schemas/Button"}, {"$ref": "#/components/schemas/Text"}]
                },
            },
        },
    },
}
BODY = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Message"}}}}
DOCUMENT = {
    "paths": {ROUTE: {"post": {"requestBody": BODY}, "get": {}}},
    "components": {"schemas": SCHEMAS},
}


@pytest.fixture
def checker(tmp_path: Path) -> OpenApiChecker:
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(DOCUMENT), "utf-8")
    return OpenApiChecker(path)


def exchange(body: Any, method: str = "POST", route: str = ROUTE) -> Exchange:
    return Exchange(method, route, route, {}, {}, body, 200, None, True)


def test_bodies_that_fit_leave_no_failures(checker: OpenApiChecker) -> None:
    checker.check(exchange({"components": [{"type": 10, "content": "x"}, {"type": 2, "label": "x"}]}))
    checker.check(exchange({"id": 5}))
    checker.check(exchange({"id": "5"}))
    checker.check(exchange({"id": None}))
    checker.check(exchange(None, "GET"))
    assert checker.failures == []
    assert checker.checked == 4


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"components": [{"type": 10, "content": "far too long"}]}, "components/0/content"),
        ({"components": [{"type": 3}]}, "fits none"),
        ({"components": [{"type": 2}]}, "'label' is a required property"),
        ({"id": "five"}, "id"),
        (["x"], "body"),
    ],
)
def test_bodies_that_do_not_fit_say_where(checker: OpenApiChecker, body: Any, words: str) -> None:
    checker.check(exchange(body))
    assert len(checker.failures) == 1
    assert checker.failures[0].startswith(f"POST {ROUTE}: ")
    assert words in checker.failures[0]


def test_a_route_that_discord_does_not_have_is_a_failure(checker: OpenApiChecker) -> None:
    checker.check(exchange({}, route="/tables"))
    assert checker.failures == ["POST /tables: not in Discord's document"]
