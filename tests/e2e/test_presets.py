"""Presets that a server has named: saved, listed, used like built-in ones, removed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.discordkit.boundary import Refusal
from bot.engine.registry import presets
from bot.ports import StoreError
from bot.rules.ui.presets import Presets
from bot.tables.model import NamedPreset, Pace, State
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.e2e.house import House
from tests.e2e.options_panel import Panel

BUILT_IN = [preset.name for preset in presets()]


async def sunday(house: House) -> Table:
    """A table of Ann's with rules of its own, saved as *Sunday*."""
    ann = house.person("Ann")
    table = await house.open_table(ann)
    await table.set_preset(ann.id, "kingen-iwwa")
    await table.set_option(ann.id, "order", "queens-first")
    await table.set_pace(ann.id, Pace.TWO_MINUTES)
    said = await house.reply(ann, "presets save", {"name": "  Sunday "})
    assert "**Sunday** is saved" in said
    assert "Kingen (IWWA rules) · 4 players · 2 minutes a turn" in said
    assert "Order of deals: queens before kings & jacks" in said
    return table


async def opened(house: House, person: Person, game: str, **options: Any) -> Table:
    known = house.bot.tables.running()
    invocation = await house.command(person, "table open", {"game": game, **options})
    assert invocation.state == "answered", invocation.error
    (table,) = (one for one in house.bot.tables.running() if one not in known)
    return table


async def offered(house: House, person: Person, path: str, option: str, text: str = "") -> list[str]:
    found = await person.autocomplete(house.cards, path, {option: text}, option)
    return [choice["value"] for choice in found]


def alt(house: House, message: dict[str, Any]) -> str:
    (picture,) = reading.pictures(house.server, message)
    return picture.alt


async def test_rules_saved_from_a_lobby_are_a_game_like_any_other(house: House) -> None:
    await sunday(house)
    bram = house.person("Bram")
    assert await offered(house, bram, "table open", "game") == [*BUILT_IN, "Sunday"]
    assert await offered(house, bram, "table open", "game", "sun") == ["Sunday"]
    table = await opened(house, bram, "sunday")
    facts = table.facts
    assert (facts.preset, facts.players, facts.pace) == ("kingen-iwwa", 4, Pace.TWO_MINUTES)
    assert facts.options == {"order": "queens-first"}
    text = reading.text(house.lobby(table))
    assert f"### Sunday · table {facts.id}" in text and "2 minutes a turn" in text
    assert "- Order of deals: queens before kings & jacks" in text
    assert f"Table {facts.id} · Sunday" in await house.reply(bram, "table list")


async def test_a_game_that_is_being_played_says_the_name_and_keeps_its_rules(house: House) -> None:
    await sunday(house)
    ann, bram, *_ = house.people()
    table = await opened(house, bram, "Sunday", robots=3)
    assert table.facts.state is State.PLAYING
    rules = table.rules
    assert "Sunday" in alt(house, house.table_message(table))
    other = await house.open_table(ann)
    await house.reply(ann, "presets save", {"name": "SUNDAY", "replace": True, "table": other.facts.id})
    assert "**SUNDAY** · Kingen · 4 players" in await house.reply(ann, "presets list")
    assert table.rules == rules and table.facts.title == "Sunday"
    assert "is removed" in await house.reply(ann, "presets remove", {"name": "sunday"})
    assert "has no presets yet" in await house.reply(ann, "presets list")
    assert table.rules == rules and table.facts.title == "Sunday"
    stored = await house.bot.store.tables.load(table.facts.id)
    assert stored is not None and (stored.facts.title, stored.facts.options) == (
        "Sunday",
        table.facts.options,
    )
    scores = await house.press(bram, house.table_message(table), "Scores")
    await house.settled()
    assert scores.state == "answered"
    assert "Sunday" in alt(house, house.whispers(bram)[-1])


async def test_the_rules_of_a_game_that_is_being_played_can_be_saved(house: House) -> None:
    ann = house.person("Ann")
    await house.open_table(ann, robots=3)
    assert "**Ours** is saved" in await house.reply(ann, "presets save", {"name": "Ours"})
    assert await offered(house, ann, "presets remove", "name", "our") == ["Ours"]


async def test_who_may_save_and_remove(house: House) -> None:
    await sunday(house)
    bram = house.person("Bram")
    await house.open_table(bram)
    refusal = "Only members who manage this server can save or remove presets."
    assert await house.reply(bram, "presets save", {"name": "Mine"}) == refusal
    assert await house.reply(bram, "presets remove", {"name": "Sunday"}) == refusal
    listed = await house.reply(bram, "presets list")
    assert "**Sunday**" in listed and "Mine" not in listed


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("\u200b \u3164", "A preset needs a name with at least one visible character."),
        ("x" * 33, "That name is too long: use 32 characters at most."),
        ("SUNDAY", "There's already a preset called SUNDAY: choose another name, or turn on *replace*"),
        ("Ｓｕｎｄａｙ", "There's already a preset called Ｓｕｎｄａｙ:"),
        ("kingen", "kingen is one of my own games: choose another name."),
        ("kingen (iwwa RULES)", r"kingen \(iwwa RULES\) is one of my own games: choose another name."),
    ],
    ids=["empty", "too-long", "taken", "taken-wide", "built-in", "built-in-label"],
)
async def test_a_name_that_cannot_be(house: House, name: str, sentence: str) -> None:
    await sunday(house)
    before = await house.bot.presets.named(house.bot.guilds[0].id)
    assert (await house.reply(house.person("Ann"), "presets save", {"name": name})).startswith(sentence)
    assert await house.bot.presets.named(house.bot.guilds[0].id) == before


async def test_names_that_nobody_knows(house: House) -> None:
    ann = house.person("Ann")
    said = await house.reply(ann, "table open", {"game": "canasta" * 9})
    assert said.startswith("There's no game called canastacanastacanasta") and len(said) < 110
    assert house.bot.tables.running() == []
    said = await house.reply(ann, "presets remove", {"name": "@everyone"})
    assert said == house.mentioned(
        r"This server has no preset called \@everyone. `/presets list` shows what it has."
    )
    said = await house.reply(ann, "presets remove", {"name": "Kingen"})
    assert said == "Kingen is one of my own games and can't be removed."
    assert await house.reply(ann, "presets save", {"name": "Ours"}) == house.mentioned(
        "There's no table here. Open one with `/table open`."
    )


async def test_a_name_is_shown_as_it_stands(house: House) -> None:
    ann = house.person("Ann")
    await house.open_table(ann)
    name = "*Wild* <@1> [x](http://a.b)"
    assert r"**\*Wild\* \<\@1\> " in await house.reply(ann, "presets save", {"name": name})
    table = await opened(house, ann, name, robots=3)
    assert table.facts.title == name
    more = await house.more(ann, house.table_message(table))
    assert r"\*Wild\* \<\@1\> \[x\]" in reading.text(more)
    assert name in alt(house, house.table_message(table))
    labels = await ann.autocomplete(house.cards, "hand", {"table": ""}, "table")
    assert name in labels[-1]["name"]


async def test_the_most_that_fit_into_a_select(house: House) -> None:
    ann = house.person("Ann")
    table = await house.open_table(ann)
    room = 25 - len(BUILT_IN)
    for number in range(room):
        await house.bot.presets.save(house.bot.guilds[0].id, f"{number:032}", table.facts, replace=False)
    said = await house.reply(ann, "presets save", {"name": "One more"})
    assert said.startswith(f"This server already has {room} presets, the most it can have")
    assert "is saved" in await house.reply(ann, "presets save", {"name": f"{0:032}", "replace": True})
    assert len(await offered(house, ann, "table open", "game")) == 25
    listed = await house.reply(ann, "presets list")
    assert all(f"**{number:032}**" in listed for number in range(room))
    panel = Panel(house, ann, table)
    await panel.open()
    games = next(one for one in reading.selects(panel.message) if ":set-preset:" in one.custom_id)
    assert len(games.options) == 25


async def test_two_who_save_at_once_under_one_name(house: House) -> None:
    facts = (await house.open_table(house.person("Ann"))).facts
    guild_id = house.bot.guilds[0].id
    saves = (house.bot.presets.save(guild_id, name, facts, replace=False) for name in ("Ours", "OURS"))
    outcomes = await asyncio.gather(*saves, return_exceptions=True)
    assert [one.key for one in outcomes if isinstance(one, Refusal)] == ["preset-taken"]
    assert len(await house.bot.presets.named(guild_id)) == 1


async def test_each_server_has_its_own(house: House) -> None:
    table = await sunday(house)
    ann = house.person("Ann")
    elsewhere = house.changes.add_guild("Elsewhere")
    channel = house.changes.add_channel(elsewhere, "other-cards")
    await house.settled()
    names = await ann.autocomplete(channel.id, "table open", {"game": ""}, "game")
    assert [one["value"] for one in names] == BUILT_IN
    await house.bot.presets.save(elsewhere.id, "Sunday", replace(table.facts, options={}), replace=False)
    assert len(await house.bot.presets.named(elsewhere.id)) == 1
    (here,) = await house.bot.presets.named(table.facts.guild_id)
    assert here.options == {"order": "queens-first"}


async def test_the_options_panel_offers_them(house: House) -> None:
    await sunday(house)
    bram = house.person("Bram")
    table = await house.open_table(bram)
    panel = Panel(house, bram, table)
    await panel.open()
    games = next(one for one in reading.selects(panel.message) if ":set-preset:" in one.custom_id)
    assert [value for _, value in games.options] == [*BUILT_IN, "Sunday"]
    await panel.choose("set-preset", "Sunday")
    assert table.facts.title == "Sunday" and "⚠️" not in panel.text
    assert "### Sunday · table 2" in reading.text(house.lobby(table))
    await panel.set("must-trump", "no")
    text = reading.text(house.lobby(table))
    assert "### Sunday · table 2" in text and "- Compulsory trumping: no" in text
    await panel.choose("set-preset", "kingen")
    assert (table.facts.title, table.facts.options) == ("", {}) and "⚠️" not in panel.text
    await panel.choose("set-preset", "Sunday")
    await house.press(bram, panel.message, "Back to standard rules")
    await house.settled()
    assert (table.facts.title, table.facts.preset, table.facts.options) == ("", "kingen-iwwa", {})
    await house.reply(house.person("Ann"), "presets remove", {"name": "Sunday"})
    await panel.choose("set-preset", "Sunday")  # the panel was drawn before
    assert "⚠️ There's no game called Sunday" in panel.text
    games = next(one for one in reading.selects(panel.message) if ":set-preset:" in one.custom_id)
    assert [value for _, value in games.options] == BUILT_IN


async def test_rules_that_this_version_does_not_know(house: House) -> None:
    await sunday(house)
    ann = house.person("Ann")
    table = house.bot.tables.running()[0]
    panel = Panel(house, ann, table)
    await panel.open()
    (kept,) = await house.bot.presets.named(table.facts.guild_id)
    await house.bot.store.presets.keep_preset(replace(kept, options={"bygone": "yes"}))
    sentence = "This version of the bot no longer knows the rules of the preset Sunday"
    before = table.facts
    await panel.choose("set-preset", "Sunday")
    assert f"⚠️ {sentence}" in panel.text and table.facts == before
    assert (await house.reply(ann, "table open", {"game": "Sunday"})).startswith(sentence)
    assert await offered(house, ann, "table open", "game") == BUILT_IN
    assert await offered(house, ann, "presets remove", "name") == ["Sunday"]
    listed = await house.reply(ann, "presets list")
    assert "**Sunday** · uses rules this version of the bot no longer knows" in listed
    assert "is saved" in await house.reply(ann, "presets save", {"name": "Sunday", "replace": True})
    assert (await opened(house, ann, "Sunday")).facts.title == "Sunday"


async def test_what_does_not_go_with_the_number_of_players_is_set_back_and_said(house: House) -> None:
    ann = house.person("Ann")
    table = await house.open_table(ann)
    panel = Panel(house, ann, table)
    await panel.open()
    await panel.set("king-of-hearts-points", "4")
    await panel.type("batches", "5-5-3")
    await panel.set("sole-card", "QS")
    await panel.choose("set-players", "3")
    assert table.facts.options == {"sole-card": "QS"}
    assert "⚠️ Reset, as it doesn't suit this game and number of players:" in panel.text
    assert "Points for the king of hearts: 4 points and Cards at a time: 5-5-3." in panel.text
    await panel.choose("set-players", "4")
    assert "⚠️" not in panel.text
    await panel.type("sole-card", "2S")
    await panel.choose("set-players", "3")
    assert "Reset, as" in panel.text and "Sole penalty card: two of spades." in panel.text
    assert table.facts.options == {}


async def test_what_is_impossible_at_a_table_is_not_offered(house: House) -> None:
    ann = house.person("Ann")
    panel = Panel(house, ann, await house.open_table(ann))
    await panel.open()
    for players, batches in (("3", {"4-4-4-5", "5-4-4-4"}), ("5", {"3-3-4", "4-3-3"})):
        await panel.choose("set-players", players)
        await panel.choose("pick-option", "batches")
        values = next(one for one in reading.selects(panel.message) if ":set-option:" in one.custom_id)
        assert batches <= {value for _, value in values.options}
        assert all(
            panel.table.rules.preset.option("batches").takes(value, panel.table.rules.size)  # pyright: ignore[reportOptionalMemberAccess]
            for _, value in values.options
        )


async def test_an_option_without_effect_says_why(house: House) -> None:
    ann = house.person("Ann")
    panel = Panel(house, ann, await house.open_table(ann))
    await panel.open()
    await panel.choose("pick-option", "must-overtrump")
    hint = "No effect for now: only counts with “Compulsory trumping: yes”."
    assert hint in panel.text
    await panel.set("must-trump", "yes")
    await panel.choose("pick-option", "must-overtrump")
    assert "No effect" not in panel.text
    await panel.choose("pick-option", "hearts-led-free")
    assert "only counts with “Forced penalty cards: as soon as they can't win”" in panel.text


class BrokenStore:
    """A database that does not answer."""

    async def presets(self, guild_id: int) -> Sequence[NamedPreset]:
        raise StoreError

    async def keep_preset(self, preset: NamedPreset) -> None:
        raise StoreError

    async def remove_preset(self, preset: NamedPreset) -> None:
        raise StoreError


async def test_a_failing_database_leaves_the_built_in_games(house: House) -> None:
    house.bot.presets = Presets(BrokenStore())
    ann = house.person("Ann")
    assert await offered(house, ann, "table open", "game") == BUILT_IN
    assert await offered(house, ann, "presets remove", "name") == []
    assert (await opened(house, ann, "kingen-iwwa")).facts.preset == "kingen-iwwa"
