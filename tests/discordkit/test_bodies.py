"""Forms as one piece of bytes: a server reads of them what it would of aiohttp's own."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.discordkit.sending import form_of

Part = Mapping[str, Any]
Read = list[tuple[str | None, str | None, str | None, bytes]]

OCTETS = "application/octet-stream"
FORMS: dict[str, list[Part]] = {
    "a picture": [
        {"name": "payload_json", "value": '{"content": "één — ♠"}'},
        {"name": "files[0]", "value": b"\r\n--\x00PNG", "filename": "hand.png", "content_type": OCTETS},
    ],
    "two files and nothing in one": [
        {"name": "payload_json", "value": "{}"},
        {"name": "files[0]", "value": b"", "filename": "a b.csv", "content_type": OCTETS},
        {"name": "files[1]", "value": b"x" * 70_000, "filename": "сезон.json", "content_type": OCTETS},
    ],
    "a name that would end itself": [
        {"name": "files[0]", "value": b"x", "filename": 'a"; name="b\r\nX: y.png', "content_type": OCTETS},
    ],
}


def of_aiohttp(parts: Sequence[Part]) -> aiohttp.FormData:
    form = aiohttp.FormData(quote_fields=False)
    for part in parts:
        form.add_field(**part)
    return form


async def read_by_a_server(*bodies: Any) -> list[Read]:
    """What each body is to whoever gets it."""
    found: list[Read] = []

    async def take(request: web.Request) -> web.Response:
        read: Read = []
        async for part in await request.multipart():
            assert isinstance(part, aiohttp.BodyPartReader)
            kind = part.headers.get("Content-Type")
            read.append((part.name, part.filename, kind, bytes(await part.read())))
        found.append(read)
        return web.Response()

    app = web.Application()
    app.router.add_post("/", take)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        address = f"http://127.0.0.1:{runner.addresses[0][1]}/"
        async with aiohttp.ClientSession() as session:
            for body in bodies:
                async with session.post(address, data=body) as response:
                    assert response.status == 200
    finally:
        await runner.cleanup()
    return found


@pytest.mark.parametrize("name", [name for name in FORMS if "would end" not in name])
async def test_a_server_reads_the_same_as_of_aiohttps_forms(name: str) -> None:
    ours, theirs = await read_by_a_server(form_of(FORMS[name]), of_aiohttp(FORMS[name]))
    assert ours == theirs


async def test_a_form_can_be_sent_again_and_files_are_read_to_their_end() -> None:
    part = {"name": "files[0]", "value": io.BytesIO(b"all of it"), "filename": "x", "content_type": OCTETS}
    form = form_of([part])
    once, twice = await read_by_a_server(form, form)
    assert once == twice == [("files[0]", "x", OCTETS, b"all of it")]


async def test_a_name_cannot_end_its_header() -> None:
    ((part,),) = await read_by_a_server(form_of(FORMS["a name that would end itself"]))
    assert part[0] == "files[0]" and part[3] == b"x"
