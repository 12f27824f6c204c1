"""What Discord refuses, with its status, code and tree of errors: by plain requests."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import aiohttp
import pytest

from playground.people import Person
from playground.reading import pictures
from playground.server import Playground
from playground.world.places import COMPONENTS_V2
from tests.playground.conftest import COMMANDS, Rest, picture

V2 = COMPONENTS_V2
ROW, BUTTON, SELECT, SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = (
    1,
    2,
    3,
    9,
    10,
    11,
    12,
    13,
    14,
    17,
)


def button(custom_id: str = "go", **more: Any) -> dict[str, Any]:
    return {"type": BUTTON, "style": 1, "label": "Go", "custom_id": custom_id, **more}


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": ROW, "components": list(components)}


def words(content: str = "Hello") -> dict[str, Any]:
    return {"type": TEXT, "content": content}


def select(**more: Any) -> dict[str, Any]:
    options = [{"label": str(n), "value": str(n)} for n in range(3)]
    return {"type": SELECT, "custom_id": "choose", "options": options, **more}


def gallery(*urls: str, **more: Any) -> dict[str, Any]:
    return {"type": GALLERY, "items": [{"media": {"url": url}, **more} for url in urls]}


def v1(*components: dict[str, Any], content: str = "Hello") -> dict[str, Any]:
    return {"content": content, "components": list(components)}


def v2(*components: dict[str, Any]) -> dict[str, Any]:
    return {"flags": V2, "components": list(components)}


def codes(errors: dict[str, Any], path: str = "") -> list[tuple[str, str]]:
    """(place, code) for every leaf of a tree of errors."""
    found = [(path, one["code"]) for one in errors.get("_errors", ())]
    for name, inner in errors.items():
        if name != "_errors":
            found += codes(inner, f"{path}.{name}" if path else name)
    return found


LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
LENGTH, TOO_LONG, REQUIRED = "BASE_TYPE_BAD_LENGTH", "BASE_TYPE_MAX_LENGTH", "BASE_TYPE_REQUIRED"
UNION, DUPLICATE = "UNION_TYPE_CHOICES", "COMPONENT_CUSTOM_ID_DUPLICATED"

WRONG: list[tuple[dict[str, Any], str, str]] = [
    # Content
    ({"content": "x" * 2001}, "content", TOO_LONG),
    ({"content": 5}, "content", "STRING_TYPE_CONVERT"),
    ({"content": "x", "embeds": [{"title": "x" * 257}]}, "embeds.0.title", TOO_LONG),
    ({"content": "x", "embeds": [{"description": "x" * 4000}] * 2}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
    ({"content": "x", "nonce": "x" * 26}, "nonce", "NONCE_TYPE_TOO_LONG"),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    ({"content": "x", "attachments": [{"id": 7}]}, "attachments.0", "ATTACHMENT_NOT_FOUND"),
    # Rows and buttons
    (v1(*[row(button(str(n))) for n in range(6)]), "components", TOO_LONG),
    (v1(row(*[button(str(n)) for n in range(6)])), "components.0.components", LENGTH),
    (v1(row()), "components.0.components", LENGTH),
    (v1(button()), "components.0.type", UNION),
    (v1(words()), "components.0.type", UNION),
    (v1(row(words())), "components.0.components.0.type", UNION),
    (v1(row(button(custom_id="x" * 101))), "components.0.components.0.custom_id", LENGTH),
    (v1(row(button(custom_id=""))), "components.0.components.0.custom_id", LENGTH),
    (v1(row(button(), button())), "components.0.components.1.custom_id", DUPLICATE),
    (v1(row(button()), row(button())), "components.1.components.0.custom_id", DUPLICATE),
    (v1(row(button(label="x" * 81))), "components.0.components.0.label", TOO_LONG),
    (v1(row(button(style=9))), "components.0.components.0.style", "BASE_TYPE_CHOICES"),
    (v1(row({"type": BUTTON, "style": 1, "label": "x"})), "components.0.components.0.custom_id", REQUIRED),
    (v1(row({"type": BUTTON, "style": 5, "label": "x"})), "components.0.components.0.url", REQUIRED),
    (
        v1(row(button(style=5, url="http://x.org"))),
        "components.0.components.0.custom_id",
        "BUTTON_COMPONENT_INVALID_FIELD",
    ),
    (
        v1(row(button(label=None))),
        "components.0.components.0",
        "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
    ),
    (
        v1(row(button(emoji={"name": "spade"}))),
        "components.0.components.0.emoji.name",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    (
        v1(row(button(emoji={"id": "5", "name": "club"}))),
        "components.0.components.0.emoji.name",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    (
        v1(row(select(options=[{"label": "x", "value": "x", "emoji": {"id": "5", "name": "club"}}]))),
        "components.0.components.0.options.0.emoji.name",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    # Selects
    (v1(row(select(), button())), "components.0.components.1", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    (v1(row(select(options=[]))), "components.0.components.0.options", LENGTH),
    (
        v1(row(select(options=[{"label": str(n), "value": str(n)} for n in range(26)]))),
        "components.0.components.0.options",
        LENGTH,
    ),
    (
        v1(row(select(options=[{"label": "x", "value": "x"}] * 2))),
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (
        v1(row(select(options=[{"label": "x" * 101, "value": "x"}]))),
        "components.0.components.0.options.0.label",
        LENGTH,
    ),
    (v1(row(select(placeholder="x" * 151))), "components.0.components.0.placeholder", TOO_LONG),
    (
        v1(row(select(max_values=4))),
        "components.0.components.0.max_values",
        "SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS",
    ),
    (
        v1(row(select(min_values=3, max_values=2))),
        "components.0.components.0.min_values",
        "SELECT_COMPONENT_MIN_VALUES_EXCEEDS_MAX",
    ),
    # Components V2
    ({**v2(words()), "content": "x"}, "content", LEGACY),
    ({**v2(words()), "embeds": [{"title": "x"}]}, "embeds", LEGACY),
    (v2(*[words()] * 41), "components", TOO_LONG),
    (
        v2(*[{"type": CONTAINER, "components": [words()] * 7} for _ in range(6)]),
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    (v2(words("x" * 4001)), "components.0.content", LENGTH),
    (v2(words("x" * 2001), words("x" * 2000)), "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    (v2(words("")), "components.0.content", LENGTH),
    (v2(button()), "components.0.type", UNION),
    (v2(gallery()), "components.0.items", LENGTH),
    (v2(gallery(*["https://x.org/a.png"] * 11)), "components.0.items", LENGTH),
    (
        v2(gallery("https://x.org/a.png", description="x" * 1025)),
        "components.0.items.0.description",
        LENGTH,
    ),
    (
        v2(gallery("attachment://none.png")),
        "components.0.items.0.media.url",
        "REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    (v2(gallery("ftp://x.org/a")), "components.0.items.0.media.url", "URL_TYPE_INVALID_SCHEME"),
    (
        v2({"type": FILE, "file": {"url": "https://x.org/a"}}),
        "components.0.file.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    (v2({"type": SECTION, "components": [words()]}), "components.0.accessory", REQUIRED),
    (
        v2({"type": SECTION, "components": [words()] * 4, "accessory": button()}),
        "components.0.components",
        LENGTH,
    ),
    (
        v2({"type": SECTION, "components": [words()], "accessory": words()}),
        "components.0.accessory.type",
        UNION,
    ),
    (v2({"type": CONTAINER, "components": []}), "components.0.components", LENGTH),
    (
        v2({"type": CONTAINER, "components": [{"type": CONTAINER, "components": [words()]}]}),
        "components.0.components.0.type",
        UNION,
    ),
    (
        v2({"type": CONTAINER, "components": [words()], "accent_color": 0x1000000}),
        "components.0.accent_color",
        "NUMBER_TYPE_MAX",
    ),
    (v2({"type": SEPARATOR, "spacing": 3}), "components.0.spacing", "BASE_TYPE_CHOICES"),
    (v2({**words(), "id": 5}, {**words(), "id": 5}), "components.1.id", "COMPONENT_ID_DUPLICATED"),
]


@pytest.mark.parametrize(("body", "place", "code"), WRONG)
async def test_a_form_that_is_wrong_says_where(
    rest: Rest, general: int, body: dict[str, Any], place: str, code: str
) -> None:
    status, answer = await rest("POST", f"/channels/{general}/messages", body)
    assert (status, answer["code"], answer["message"]) == (400, 50035, "Invalid Form Body")
    assert (place, code) in codes(answer["errors"])


RIGHT: list[dict[str, Any]] = [
    {"content": "x" * 2000},
    {"content": "", "embeds": [{"title": "x"}]},
    v1(*[row(*[button(f"{n}{m}") for m in range(5)]) for n in range(5)]),
    v1(row(button(custom_id="x" * 100, label="x" * 80, emoji={"name": "♠"}))),
    v1(row(select(options=[{"label": "x" * 100, "value": f"{n:0100}"} for n in range(25)]))),
    v1(row({"type": BUTTON, "style": 5, "label": "x", "url": "https://x.org"})),
    v2(*[words()] * 40),
    v2(words("x" * 4000)),
    v2(gallery(*["https://x.org/a.png"] * 10, description="x" * 1024)),
    v2(
        {"type": CONTAINER, "accent_color": 5, "components": [words(), {"type": SEPARATOR, "spacing": 2}]},
        {"type": SECTION, "components": [words()] * 3, "accessory": button()},
        {
            "type": SECTION,
            "components": [words()],
            "accessory": {"type": THUMBNAIL, "media": {"url": "https://x.org/a.png"}},
        },
        row(select()),
    ),
]


@pytest.mark.parametrize("body", RIGHT)
async def test_what_just_fits_is_taken(rest: Rest, general: int, body: dict[str, Any], openapi: Any) -> None:
    status, answer = await rest("POST", f"/channels/{general}/messages", body)
    assert status == 200, answer


@pytest.mark.parametrize(
    "body",
    [{}, {"content": "  "}, {"components": [row(button())]}, {"flags": V2, "components": []}, {"embeds": []}],
)
async def test_a_message_with_nothing_in_it_is_empty(rest: Rest, general: int, body: dict[str, Any]) -> None:
    status, answer = await rest("POST", f"/channels/{general}/messages", body)
    assert (status, answer) == (400, {"message": "Cannot send an empty message", "code": 50006})


async def test_v2_cannot_be_unset_and_can_be_put_on_when_nothing_old_is_left(
    rest: Rest, general: int
) -> None:
    route = f"/channels/{general}/messages"
    _, made = await rest("POST", route, v2(words()))
    for body, place in (
        ({"flags": 0}, ("flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG")),
        ({"content": "x"}, ("content", LEGACY)),
    ):
        status, answer = await rest("PATCH", f"{route}/{made['id']}", body)
        assert (status, codes(answer["errors"])) == (400, [place])
    _, made = await rest("POST", route, {"content": "old"})
    status, answer = await rest("PATCH", f"{route}/{made['id']}", v2(words()))
    assert (status, codes(answer["errors"])) == (400, [("content", LEGACY)])
    status, answer = await rest("PATCH", f"{route}/{made['id']}", {**v2(words()), "content": None})
    assert (status, answer["flags"], answer["content"]) == (200, V2, "")


async def test_on_edit_a_list_of_attachments_names_what_stays(
    rest: Rest, server: Playground, general: int
) -> None:
    route = f"/channels/{general}/messages"
    files = {"a b.png": picture(), "c.txt": b"words"}
    listed = [{"id": 0, "description": "a picture"}, {"id": 1}]
    _, made = await rest("POST", route, {"content": "x", "attachments": listed}, files)
    first, second = made["attachments"]
    assert (first["filename"], first["description"], first["width"]) == ("a_b.png", "a picture", 40)
    assert second["content_type"] == "text/plain; charset=utf-8"
    _, made = await rest("PATCH", f"{route}/{made['id']}", {"content": "y"})
    assert made["attachments"] == [first, second]
    _, made = await rest("PATCH", f"{route}/{made['id']}", {"attachments": [{"id": second["id"]}]})
    assert made["attachments"] == [second]
    assert list(server.world.files.by_id) == [int(second["id"])]
    _, made = await rest("PATCH", f"{route}/{made['id']}", {}, {"d.png": picture()})
    assert [one["filename"] for one in made["attachments"]] == ["c.txt", "d.png"]
    await rest("PATCH", f"{route}/{made['id']}", {"attachments": []})
    assert server.world.files.by_id == {}


async def test_a_kept_file_may_be_shown_again_and_a_shown_one_not_left_out(
    rest: Rest, server: Playground, general: int
) -> None:
    route = f"/channels/{general}/messages"
    body = {**v2(gallery("attachment://a.png"), words()), "attachments": [{"id": 0}]}
    _, made = await rest("POST", route, body, {"a.png": picture()})
    shown = pictures(server, made)[0]
    status, answer = await rest("PATCH", f"{route}/{made['id']}", {"attachments": []})
    assert (status, codes(answer["errors"])) == (400, [("components", "REFERENCED_ATTACHMENT_NOT_FOUND")])
    for url in ("attachment://a.png", shown.url):
        status, made = await rest("PATCH", f"{route}/{made['id']}", v2(gallery(url)))
        assert status == 200
        assert pictures(server, made)[0].data == shown.data
    status, made = await rest("PATCH", f"{route}/{made['id']}", {**v2(words()), "attachments": []})
    assert (status, server.world.files.by_id) == (200, {})


async def test_files_have_limits(rest: Rest, general: int) -> None:
    route = f"/channels/{general}/messages"
    eleven = {f"{n}.txt": b"x" for n in range(11)}
    status, answer = await rest("POST", route, {}, eleven)
    assert (status, codes(answer["errors"])) == (400, [("attachments", TOO_LONG)])
    status, answer = await rest("POST", route, {}, {"a": bytes(10 * 1024 * 1024 + 1)})
    assert (status, answer["code"]) == (413, 40005)


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("kind", [1, 6, 7, 8, 12, None])
async def test_a_command_takes_no_callback_of_another_kind(
    rest: Rest, ann: Person, general: int, kind: int | None
) -> None:
    invocation = await ann.command(general, "plain")
    route = f"/interactions/{invocation.id}/{invocation.token}/callback"
    status, answer = await rest("POST", route, {"type": kind})
    assert (status, answer["code"]) == (400, 50035)
    expected = "BASE_TYPE_REQUIRED" if kind is None else "BASE_TYPE_CHOICES"
    assert codes(answer["errors"]) == [("type", expected)]
    assert (await rest("POST", route, {"type": 4, "data": {"content": "still open"}}))[0] == 204


@pytest.mark.usefixtures("registered")
async def test_errors_in_a_callback_stand_under_data(rest: Rest, ann: Person, general: int) -> None:
    invocation = await ann.command(general, "plain")
    route = f"/interactions/{invocation.id}/{invocation.token}/callback"
    status, answer = await rest("POST", route, {"type": 4, "data": {"content": "x" * 2001}})
    error = {"code": TOO_LONG, "message": "Must be 2000 or fewer in length."}
    assert (status, answer["errors"]) == (400, {"data": {"content": {"_errors": [error]}}})


def label(component: dict[str, Any], text: str = "Name") -> dict[str, Any]:
    return {"type": 18, "label": text, "component": component}


def line(**more: Any) -> dict[str, Any]:
    return {"type": 4, "custom_id": "name", "style": 1, **more}


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(
    ("changes", "place", "code"),
    [
        ({"title": "x" * 46}, "title", LENGTH),
        ({"custom_id": ""}, "custom_id", LENGTH),
        ({"components": []}, "components", LENGTH),
        ({"components": [label(line(custom_id=str(n))) for n in range(6)]}, "components", LENGTH),
        ({"components": [label(line(), "x" * 46)]}, "components.0.label", LENGTH),
        ({"components": [row(line())]}, "components.0.components.0.label", REQUIRED),
        ({"components": [label(button())]}, "components.0.component.type", UNION),
        ({"components": [row(button())]}, "components.0.components.0.type", UNION),
        ({"components": [label(line()), label(line())]}, "components.1.component.custom_id", DUPLICATE),
        (
            {"components": [label(line(max_length=4001))]},
            "components.0.component.max_length",
            "NUMBER_TYPE_MAX",
        ),
    ],
)
async def test_modals_have_limits(
    rest: Rest, ann: Person, general: int, changes: dict[str, Any], place: str, code: str
) -> None:
    invocation = await ann.command(general, "plain")
    data = {"custom_id": "form", "title": "Form", "components": [label(line())]} | changes
    route = f"/interactions/{invocation.id}/{invocation.token}/callback"
    status, answer = await rest("POST", route, {"type": 9, "data": data})
    assert (status, answer["code"]) == (400, 50035)
    assert (f"data.{place}", code) in codes(answer["errors"])


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(
    "choices", [[{"name": "x", "value": "x"}] * 26, [{"name": "", "value": "x"}], [{"name": "x", "value": 1}]]
)
async def test_choices_offered_have_limits(
    rest: Rest, server: Playground, ann: Person, general: int, choices: Any
) -> None:
    task = asyncio.create_task(ann.autocomplete(general, "table bid", {"note": "h"}, "note"))
    await server.world.until(lambda: server.desk.by_token)
    interaction = next(iter(server.desk.by_token.values()))
    route = f"/interactions/{interaction.id}/{interaction.token}/callback"
    status, answer = await rest("POST", route, {"type": 8, "data": {"choices": choices}})
    assert (status, answer["code"]) == (400, 50035)
    assert (await rest("POST", route, {"type": 8, "data": {"choices": []}}))[0] == 204
    assert await task == []


# Commands


def command(**more: Any) -> dict[str, Any]:
    return {"name": "table", "description": "Tables", "type": 1, **more}


def option(kind: int = 3, name: str = "game", **more: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "description": "Which", **more}


@pytest.mark.parametrize(
    ("wrong", "place", "code"),
    [
        (command(name="Table"), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
        (command(name="two words"), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
        (command(name="x" * 33), "0.name", LENGTH),
        (command(description=""), "0.description", LENGTH),
        (command(description="x" * 101), "0.description", LENGTH),
        (
            command(name_localizations={"nl": "Tafel"}),
            "0.name_localizations.nl",
            "APPLICATION_COMMAND_INVALID_NAME",
        ),
        (
            command(description_localizations={"xx": "x"}),
            "0.description_localizations.xx",
            "ENUM_TYPE_COERCE",
        ),
        (command(options=[option(name=f"o{n}") for n in range(26)]), "0.options", TOO_LONG),
        (command(options=[option(kind=12)]), "0.options.0.type", "BASE_TYPE_CHOICES"),
        (
            command(options=[option(), option()]),
            "0.options.1.name",
            "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
        ),
        (
            command(options=[option(), option(name="b", required=True)]),
            "0.options.1",
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        (
            command(options=[option(), option(kind=1, name="open")]),
            "0.options",
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
        (
            command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])]),
            "0.options.0.choices",
            TOO_LONG,
        ),
        (
            command(options=[option(kind=4, choices=[{"name": "x", "value": "x"}])]),
            "0.options.0.choices.0.value",
            "NUMBER_TYPE_COERCE",
        ),
        (
            command(options=[option(autocomplete=True, choices=[{"name": "x", "value": "x"}])]),
            "0.options.0.autocomplete",
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
        ),
        (
            command(options=[option(kind=1, options=[option(kind=1)])]),
            "0.options.0.options.0.type",
            UNION,
        ),
        (
            command(
                options=[
                    option(
                        name=f"o{n}",
                        choices=[{"name": f"{m}" * 40, "value": "x" * 100} for m in range(10, 20)],
                    )
                    for n in range(5)
                ]
            ),
            "0",
            "APPLICATION_COMMAND_TOO_LARGE",
        ),
    ],
)
async def test_commands_are_checked(
    rest: Rest, server: Playground, wrong: dict[str, Any], place: str, code: str
) -> None:
    status, answer = await rest("PUT", f"/applications/{server.application_id}/commands", [wrong])
    assert (status, answer["code"]) == (400, 50035)
    assert (place, code) in codes(answer["errors"])


async def test_names_are_unique_and_a_hundred_at_most(rest: Rest, server: Playground) -> None:
    route = f"/applications/{server.application_id}/commands"
    status, answer = await rest("PUT", route, [command(), command()])
    assert codes(answer["errors"]) == [("1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME")]
    status, answer = await rest("PUT", route, [command(name=f"c{n}") for n in range(101)])
    assert (status, codes(answer["errors"])) == (400, [("", TOO_LONG)])


async def test_commands_keep_their_ids_and_a_guild_has_its_own(
    rest: Rest, server: Playground, ann: Person, general: int, openapi: Any
) -> None:
    base = f"/applications/{server.application_id}"
    guild = next(iter(server.world.guilds))
    _, first = await rest("PUT", f"{base}/commands", COMMANDS)
    _, second = await rest("PUT", f"{base}/commands", [COMMANDS[1]])
    assert second == [first[1]], "nothing changed, so its version did not either"
    status, own = await rest("POST", f"{base}/guilds/{guild}/commands", command(name="own"))
    assert (status, own["guild_id"]) == (201, str(guild))
    assert [one["name"] for one in ann.commands(general)] == ["table", "own"]
    assert [one["name"] for one in ann.commands(ann.open_direct_messages()["id"])] == ["table"]
    status, changed = await rest(
        "PATCH", f"{base}/guilds/{guild}/commands/{own['id']}", {"description": "Mine"}
    )
    assert (status, changed["description"]) == (200, "Mine")
    assert changed["version"] != own["version"]
    assert (await rest("DELETE", f"{base}/guilds/{guild}/commands/{own['id']}"))[0] == 204
    assert (await rest("GET", f"{base}/guilds/{guild}/commands/{own['id']}"))[1]["code"] == 10063


async def test_translations_are_listed_only_on_request(rest: Rest, server: Playground) -> None:
    route = f"/applications/{server.application_id}/commands"
    await rest("PUT", route, [command(name_localizations={"nl": "tafel"})])
    assert "name_localizations" not in (await rest("GET", route))[1][0]
    _, listed = await rest("GET", route, query={"with_localizations": "true"})
    assert listed[0]["name_localizations"] == {"nl": "tafel"}


async def test_commands_are_offered_where_and_to_whom_they_belong(
    rest: Rest, server: Playground, ann: Person, bram: Person, general: int
) -> None:
    commands = [
        command(name="everywhere"),
        command(name="servers", contexts=[0]),
        command(name="direct", contexts=[1]),
        command(name="managers", default_member_permissions=str(1 << 5)),
    ]
    await rest("PUT", f"/applications/{server.application_id}/commands", commands)
    assert [one["name"] for one in ann.commands(general)] == ["everywhere", "servers", "managers"]
    assert [one["name"] for one in bram.commands(general)] == ["everywhere", "servers"]
    direct = ann.open_direct_messages()["id"]
    assert [one["name"] for one in ann.commands(direct)] == ["everywhere", "direct", "managers"]


# Emojis


async def test_application_emojis(rest: Rest, server: Playground, openapi: Any) -> None:
    route = f"/applications/{server.application_id}/emojis"
    image = "data:image/png;base64," + base64.b64encode(picture()).decode()
    status, made = await rest("POST", route, {"name": "hearts", "image": image})
    assert (status, made["name"]) == (201, "hearts")
    assert (await rest("GET", route))[1] == {"items": [made]}
    status, answer = await rest("POST", route, {"name": "hearts", "image": image})
    assert codes(answer["errors"]) == [("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN")]
    status, renamed = await rest("PATCH", f"{route}/{made['id']}", {"name": "spades"})
    assert (status, renamed["name"]) == (200, "spades")
    assert (await rest("DELETE", f"{route}/{made['id']}"))[0] == 204
    assert (await rest("GET", f"{route}/{made['id']}"))[1]["code"] == 10014


async def test_a_button_may_show_an_emoji_of_the_application_as_long_as_it_is_there(
    rest: Rest, server: Playground, openapi: Any
) -> None:
    route = f"/applications/{server.application_id}/emojis"
    image = "data:image/png;base64," + base64.b64encode(picture()).decode()
    _, made = await rest("POST", route, {"name": "hearts", "image": image})
    message = v1(row(button(label=None, emoji={"id": made["id"], "name": "hearts"})))
    channel = next(iter(server.world.channels))
    message["components"].append(
        row(
            select(options=[{"label": "x", "value": "x", "emoji": {"id": int(made["id"]), "name": "hearts"}}])
        )
    )
    status, shown = await rest("POST", f"/channels/{channel}/messages", message)
    assert status == 200
    buttons, selects = (one["components"] for one in shown["components"])
    assert buttons[0]["emoji"]["id"] == selects[0]["options"][0]["emoji"]["id"] == made["id"]
    async with aiohttp.ClientSession() as session:
        url = f"{server.cdn_url}/emojis/{made['id']}.png"
        async with session.get(url) as answer:
            assert (answer.status, answer.content_type) == (200, "image/png")
        await rest("DELETE", f"{route}/{made['id']}")
        async with session.get(url) as answer:
            assert answer.status == 404
    status, answer = await rest("POST", f"/channels/{channel}/messages", message)
    assert (status, codes(answer["errors"])[0][1]) == (400, "BUTTON_COMPONENT_INVALID_EMOJI")


@pytest.mark.parametrize(
    ("name", "image", "code"),
    [
        ("x", "", "BASE_TYPE_BAD_LENGTH"),
        ("two words", "", "STRING_TYPE_REGEX"),
        ("hearts", "data:image/png;base64,!", "IMAGE_INVALID"),
        ("hearts", "data:image/png;base64,SGVsbG8=", "IMAGE_INVALID"),
        ("hearts", "data:image/bmp;base64,SGVsbG8=", "IMAGE_INVALID"),
        ("hearts", "data:image/png;base64," + "A" * 360_000, "BINARY_TYPE_MAX_SIZE"),
    ],
)
async def test_emojis_that_are_not_taken(
    rest: Rest, server: Playground, name: str, image: str, code: str
) -> None:
    route = f"/applications/{server.application_id}/emojis"
    image = image or "data:image/png;base64," + base64.b64encode(picture()).decode()
    status, answer = await rest("POST", route, {"name": name, "image": image})
    assert (status, codes(answer["errors"])[0][1]) == (400, code)
    assert server.world.emojis == {}
