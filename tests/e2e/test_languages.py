"""Who is spoken to in which language: each reader in their own, everybody together in the server's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.pictures.style import Index
from bot.ports import StoreError
from bot.telling.phrases import card_in_label
from playground.checks.commands import check_commands
from playground.errors import FormErrors
from playground.people import Person
from playground.server import Playground
from tests.e2e.house import House, open_house
from tests.made_up import in_english, outside, said, spoken_too

COMMANDS = "PUT /applications/{application_id}/commands"


@pytest.fixture
async def house(tmp_path: Path, database: Path) -> AsyncIterator[House]:
    """English and a made-up Dutch, which Bram speaks; the server is English."""
    folder = tmp_path / "locale"
    folder.mkdir()
    with spoken_too(folder, "nl"):
        async with open_house(database, polyglot=True) as house:
            yield house


async def read(house: House, person: Person, path: str, **options: Any) -> dict[str, Any]:
    """What a command shows to that person alone."""
    invocation = await house.command(person, path, options or None)
    assert invocation.state == "answered", invocation.error
    assert invocation.message is not None
    return invocation.message


async def test_a_reader_is_answered_in_their_own_language(house: House) -> None:
    bram = house.person("Bram")
    for path in ("help", "table list", "presets list", "settings", "rules"):
        message = await read(house, bram, path)
        assert in_english(message) == [], path
    for path in ("table close", "hand", "presets save"):
        options = {"name": "x"} if path == "presets save" else {}
        assert in_english(await read(house, bram, path, **options)) == [], path


async def test_whom_the_bot_has_never_met_is_refused_in_their_own_language(house: House) -> None:
    bram = house.person("Bram")
    assert in_english(await read(house, bram, "table leave", table=77)) == []


async def test_hands_are_in_the_players_language_and_tables_in_the_servers(house: House) -> None:
    ann, bram = house.people()[:2]
    table = await house.start_table(ann, bram)
    assert any(outside(text) for text in said(house.table_message(table)))
    assert not any("⟦" in text for text in said(house.table_message(table)))
    cards = [card_in_label(card, Index.BELGIAN) for card in range(52)]  # as Kingen's look in Dutch
    assert in_english(house.hand(bram), *cards) == []
    assert not any("⟦" in text for text in said(house.hand(ann)))
    for label in ("Scores", "More", "Last trick"):
        button = [one for one in said(house.table_message(table)) if one == label]
        if button and label != "Last trick":
            await house.press(bram, house.table_message(table), label)
            await house.settled()
            assert in_english(house.whispers(bram)[-1]) == [], label


async def test_a_server_chooses_its_language(house: House) -> None:
    ann = house.person("Ann")
    panel = await read(house, ann, "server settings")
    assert panel is not None
    await (await ann.select(panel["id"], "hh:server-pick:0:0:", ["language"])).done()
    await (await ann.press(panel["id"], "hh:server-set:0:0:language:nl")).done()
    await house.settled()
    table = await house.open_table(ann)
    assert in_english(house.lobby(table), "⟦Ann⟧") == []
    assert not any("⟦" in text for text in said(await read(house, ann, "help")))


async def test_a_person_chooses_another_language_than_their_discord(house: House) -> None:
    bram = house.person("Bram")
    panel = await read(house, bram, "settings")
    await (await bram.select(panel["id"], "hh:setting-pick:0:0:", ["language"])).done()
    await (await bram.press(panel["id"], "hh:setting-set:0:0:language:en")).done()
    await house.settled()
    assert said(bram.message(panel["id"]))[0].startswith("### Your settings")
    assert not any("⟦" in text for text in said(await read(house, bram, "help")))


async def test_what_a_modal_asks_is_in_the_readers_language(house: House) -> None:
    bram = house.person("Bram")
    panel = await read(house, bram, "settings")
    await (await bram.select(panel["id"], "hh:setting-pick:0:0:", ["quiet"])).done()
    asked = await (await bram.press(panel["id"], "hh:quiet-form:0:0:")).done()
    assert asked.modal is not None
    hours = [one for one in said(asked.modal.to_json()) if not one[:1].isdigit()]
    assert hours and all(not outside(one) for one in hours)


async def test_what_is_suggested_while_typing_is_in_the_readers_language(house: House) -> None:
    bram = house.person("Bram")
    offered = await bram.autocomplete(house.cards, "table open", {"game": ""}, "game")
    assert offered and all(not outside(one["name"]) for one in offered)


async def test_commands_are_told_in_every_language(house: House) -> None:
    """Names, descriptions and options, as Discord takes them."""
    registered = list(house.server.commands.scope(None).values())
    check_commands(registered, FormErrors())

    def look(one: dict[str, Any]) -> None:
        assert one["name_localizations"] == {"nl": f"{one['name']}-nl"}
        assert one["description_localizations"] == {"nl": f"⟦{one['description']}⟧"}
        for inner in one.get("options", ()):
            look(inner)

    for command in registered:
        look(command)
    bram = house.person("Bram")
    panel = await read(house, bram, "help")
    await (await bram.select(panel["id"], "hh:help-topic:0:0:", ["commands"])).done()
    await house.settled()
    panel = bram.message(panel["id"])
    assert house.mentioned("`/settings`") in "\n".join(said(panel))
    await (await bram.select(panel["id"], "hh:help-topic:0:0:", ["table"])).done()
    tables = bram.message(panel["id"])
    assert house.mentioned("`/table open`") in "\n".join(said(tables)) and in_english(tables) == []


async def test_commands_are_sent_again_when_a_language_comes(tmp_path: Path, database: Path) -> None:
    server = await Playground.start()
    sent: list[int] = []
    try:
        for number, languages in enumerate(((), (), ("nl",), ("nl",))):
            folder = tmp_path / f"locale-{number}"
            folder.mkdir()
            server.requests.reset()
            with spoken_too(folder, *languages):
                async with open_house(database, server=server, polyglot=True):
                    sent.append(server.requests.counted.get(COMMANDS, 0))
    finally:
        await server.close()
    assert sent == [1, 0, 1, 0]


async def test_a_failing_database_is_told_in_the_readers_language(
    house: House, monkeypatch: pytest.MonkeyPatch, troubled_disk: None
) -> None:
    async def broken(*_: object) -> None:
        raise StoreError

    bram = house.person("Bram")
    monkeypatch.setattr(house.bot.store.players, "player", broken)
    assert in_english(await read(house, bram, "help")) == []
