"""``/rules`` and the *Rules* button: the game, the deal being played, examples."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.cards import ACTION_OF_TEXT
from bot.engine.registry import presets
from bot.engine.whist.contracts import WhistContract
from bot.tables.model import NamedPreset, Pace
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.e2e.house import EPHEMERAL, House
from tests.e2e.test_private import begun

GONE = "That button no longer works: use `/table show` or `/hand`."


async def ask(house: House, person: Person, **options: Any) -> dict[str, Any]:
    """What ``/rules`` answers."""
    invocation = await house.command(person, "rules", options or None)
    assert invocation.state == "answered", invocation.error
    assert invocation.message is not None and invocation.message["flags"] & EPHEMERAL
    return invocation.message


def select_of(message: dict[str, Any], start: str) -> reading.Select:
    return next(one for one in reading.selects(message) if one.custom_id.startswith(start))


async def choose(
    house: House, person: Person, message: dict[str, Any], start: str, value: str
) -> dict[str, Any]:
    """Choose a value; what the message shows then."""
    custom_id = select_of(message, start).custom_id
    invocation = await (await person.select(message["id"], custom_id, [value])).done()
    await house.settled()  # a busy machine answers first, and shows it then
    assert invocation.state == "answered", invocation.error
    return person.message(message["id"])


async def leaf(house: House, person: Person, message: dict[str, Any]) -> dict[str, Any]:
    """Turn to the next leaf; what the message shows then."""
    (label,) = [one.label for one in reading.buttons(message) if one.label.startswith("Next (")]
    await house.press(person, message, label)
    return person.message(message["id"])


async def whole(house: House, person: Person, message: dict[str, Any]) -> str:
    """What a page says on all its leaves, from the one that is shown on."""
    said = [reading.text(message)]
    while [one for one in reading.buttons(message, enabled_only=True) if one.label.startswith("Next (")]:
        message = await leaf(house, person, message)
        said.append(reading.text(message))
    return "\n".join(said)


async def picked(house: House, person: Person, message: dict[str, Any], label: str) -> dict[str, Any]:
    """Choose what is called so in any select of a message; what the message shows then."""
    (found,) = [
        (select.custom_id, value)
        for select in reading.selects(message)
        for name, value in select.options
        if label in name
    ]
    done = await (await person.select(message["id"], found[0], [found[1]])).done()
    await house.settled()
    assert done.state == "answered", done.error
    return person.message(message["id"])


async def test_without_a_table_a_game_is_chosen_among_all(house: House) -> None:
    (ann,) = house.people()[:1]
    wide = "Ш" * 32
    kept = NamedPreset(next(iter(house.world.guilds)), wide, "kingen-iwwa", 4, {}, Pace.NONE)
    await house.bot.store.presets.keep_preset(kept)
    message = await ask(house, ann)
    (select,) = reading.selects(message)
    assert select.placeholder == "Which game?"
    assert [name for name, _ in select.options][-1] == wide and len(select.options) == len(presets()) + 1
    own = await picked(house, ann, message, wide)
    assert reading.text(own).startswith(f"### {wide}\n")


async def test_of_several_tables_one_is_chosen_or_a_game(house: House) -> None:
    ann, bram, *_ = house.people()
    await house.start_table(ann)
    second = await house.start_table(ann, bram)
    message = await ask(house, ann)
    game, table = reading.selects(message)
    assert (game.placeholder, table.placeholder) == ("Which game?", "Which table?")
    told = await picked(house, ann, message, f"{second.facts.id} · ")
    assert "Deal 1 of 10" in reading.text(told)


async def test_a_table_that_one_may_not_see_cannot_be_picked(house: House) -> None:
    """The ids of options are followed as those of buttons are: whoever makes one up is asked the same."""
    ann, *_, dirk = house.people()
    table = await begun(house, ann)
    message = await ask(house, dirk)
    (select,) = reading.selects(message)
    made_up = f"hh:rules-example:{table.facts.id}:0:0:"
    done = await (await dirk.forge_press(message["id"], select.custom_id, made_up)).done()
    assert done.state == "answered" and "no such table" in reading.text(house.whispers(dirk)[-1])
    for nonsense in ("", "hh:pick:0:0:game", "kingen"):
        await (await dirk.forge_press(message["id"], select.custom_id, nonsense)).done()
        await house.settled()
        assert "no longer works" in reading.text(house.whispers(dirk)[-1])


async def test_the_usual_game_is_told_page_by_page(house: House) -> None:
    (ann,) = house.people()[:1]
    message = await ask(house, ann, game="kingen")
    assert len(reading.pictures(house.server, message)) == 0
    said = await whole(house, ann, message)
    assert said.startswith("### Kingen\n")
    assert "4 players, 52 cards, 13 each." in said and "10 deals" in said
    assert "Deal 1: No tricks (−13)" in said
    assert "its suit is trumps" in said
    assert reading.pictures(house.server, message) == []


@pytest.mark.parametrize("preset", [preset.name for preset in presets()])
async def test_every_preset_is_told_on_every_page(house: House, preset: str) -> None:
    (ann,) = house.people()[:1]
    message = await ask(house, ann, game=preset)
    texts = {reading.text(message)}
    pages = select_of(message, "hh:rules-page:").options
    assert pages[0] == ("The game", "game")
    for label, value in pages[1:]:
        message = await choose(house, ann, message, "hh:rules-page:", value)
        said = reading.text(message)
        assert said not in texts
        texts.add(said)
        if "." in value:
            assert said.startswith(f"### {label} · ")
        if "." in value or value in list(WhistContract):
            assert said.startswith(f"### {label}")
            assert "**Example 1 of " in said
            (shown,) = reading.pictures(house.server, message)
            assert shown.filename == "example.png" and shown.width == 800 and shown.alt


async def test_examples_are_leafed_through_and_back(house: House) -> None:
    (ann,) = house.people()[:1]
    message = await ask(house, ann, game="kingen-iwwa")
    message = await choose(house, ann, message, "hh:rules-page:", "1.hearts")
    first = reading.text(message)
    alts = set()
    for number in range(5):
        assert f"Example {number + 1} of 5" in reading.text(message)
        alts |= {one.alt for one in reading.pictures(house.server, message)}
        if number < 4:
            message = await leaf(house, ann, message)
    for _ in range(4):
        await house.press(ann, message, "Back")
        message = ann.message(message["id"])
    assert reading.text(message) == first
    assert len(alts) == 5
    assert len(house.whispers(ann)) == 1


async def test_another_number_of_players(house: House) -> None:
    (ann,) = house.people()[:1]
    message = await ask(house, ann, game="kingen")
    message = await choose(house, ann, message, "hh:rules-players:", "5")
    assert "5 players, 50 cards, 10 each." in reading.text(message)
    message = await choose(house, ann, message, "hh:rules-page:", "5.seventh-last")
    assert "the 7th costs 3 points, the last one 3 points." in await whole(house, ann, message)


async def test_at_a_table_the_deal_being_played_is_told_and_what_the_table_has_changed(house: House) -> None:
    ann, bram, *_ = house.people()
    table = await house.open_table(ann)
    await table.set_option(ann.id, "heart-lead", "only-hearts")
    lobby = await whole(house, ann, await ask(house, ann))
    assert "Deal 1: No tricks (−13)" in lobby
    assert "Differs from Kingen: Leading hearts: only if you have nothing but hearts" in lobby
    for _ in range(3):
        await table.add_robot(ann.id)
    await table.start(ann.id)
    await house.settled()
    for person, message in (
        (ann, await ask(house, ann)),
        (bram, await ask(house, bram, table=table.facts.id)),
    ):
        said = reading.text(message)
        assert said.startswith("### No tricks · Deal 1 of 10")
        assert "Avoid tricks: each one you take costs 1 point." in said
        assert "Differs from Kingen: Leading hearts" in said
        assert len(reading.pictures(house.server, message)) == 1
        other = await choose(house, person, message, "hh:rules-page:", "1.hearts")
        assert "You may only lead hearts if you have nothing but hearts." in await whole(house, person, other)


async def test_in_colour_whist_the_auction_is_told_and_then_the_contract(house: House) -> None:
    ann, *others = house.people()[:4]
    table = await house.open_table(ann, *others)
    await table.set_preset(ann.id, "whist-walloon")
    await table.set_option(ann.id, "piccolo", "no")
    await table.start(ann.id)
    said = await whole(house, ann, await ask(house, ann))
    assert said.startswith("### The auction · Deal 1 of 16")
    assert "Eldest hand may *wait* on the first turn." in said and "piccolo" not in said
    assert "Differs from" in said
    bidder = (await table.view(None)).turn
    await speak(table, "misere open")
    while (await table.view(None)).phase == "bidding":
        await speak(table, "pass")
    message = await ask(house, ann)
    heading, first, *_ = reading.text(message).splitlines()
    assert heading == "### Open misère · Deal 1 of 16"
    assert first == f"- {table.facts.seats[bidder].name} plays Open misère."
    assert len(reading.pictures(house.server, message)) == 1
    other = await choose(house, ann, message, "hh:rules-page:", "pair")
    shown = await leaf(house, ann, other)
    assert "Ann +14, Bram +14, Chloe −14, Daan −14." in reading.text(shown)
    assert reading.pictures(house.server, shown) == []
    wanted = "**8 together** made: 8 points, 3 more for each trick over, 26 for all 13."
    assert wanted in reading.text(other) + await whole(house, ann, shown)


async def speak(table: Table, text: str) -> None:
    """Let the seat to move say something."""
    view = await table.view(None)
    user = table.facts.seats[view.turn].user_id
    assert user is not None
    await table.act(user, table.facts.seq, ACTION_OF_TEXT[text])


async def test_the_button_tells_the_same_as_the_command(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    await house.offered(ann, "hh:act:")
    await house.press_more(ann, house.table_message(table), "Rules")
    await house.press_more(ann, house.hand(ann), "Rules")
    await house.settled()
    by_command = await ask(house, ann)
    shown = [one for one in house.whispers(ann) if not is_more(one)]
    assert [reading.text(one) for one in shown] == [reading.text(by_command)] * 3


def is_more(message: dict[str, Any]) -> bool:
    """Whether it is what is behind *More*, where *Rules* is."""
    return any(one.label == "Rules" for one in reading.buttons(message))


async def test_a_named_game_counts_although_one_sits_at_a_table(house: House) -> None:
    (ann,) = house.people()[:1]
    await house.start_table(ann)
    assert reading.text(await ask(house, ann, game="kingen-iwwa")).startswith("### Kingen (IWWA rules)")


async def test_a_game_that_a_server_has_named_is_told_with_its_options(house: House) -> None:
    ann, *_ = house.people()
    table = await house.open_table(ann)
    await table.set_option(ann.id, "forced-penalty", "always")
    assert table.facts.guild_id is not None
    await house.bot.presets.save(table.facts.guild_id, "Our *own* / game", table.facts, replace=False)
    message = await ask(house, ann, game="our *own* / game")
    assert "Differs from Kingen: Forced penalty cards" in reading.text(message)
    message = await choose(house, ann, message, "hh:rules-page:", "3.queens")
    assert "You must play a penalty card" in await whole(house, ann, message)


async def test_games_and_tables_that_are_not_there(house: House) -> None:
    (ann,) = house.people()[:1]
    said = await house.reply(ann, "rules", {"game": "poker"})
    assert said.startswith("There's no game called poker")
    assert await house.reply(ann, "rules", {"table": 77}) == "There's no such table here."
    offered = await ann.autocomplete(house.cards, "rules", {"game": "iwwa"}, "game")
    assert [one["value"] for one in offered] == ["kingen-iwwa"]


@pytest.mark.parametrize(
    "custom_id",
    [
        "hh:rules-example:0:0:",
        "hh:rules-example:0:0:0:game",
        "hh:rules-example:0:0:x:game:4:kingen",
        "hh:rules-example:0:0:0:99.nothing:4:kingen",
        "hh:rules-page:0:0:4:kingen",
        "hh:rules-players:0:0:4:kingen",
    ],
)
async def test_ids_made_up_by_hand_are_refused(house: House, custom_id: str) -> None:
    (ann,) = house.people()[:1]
    message = await ask(house, ann, game="kingen-iwwa")
    assert await house.forge(ann, message, custom_id) == [house.mentioned(GONE)]


async def test_a_panel_of_rules_never_takes_the_place_of_what_everybody_sees(house: House) -> None:
    (ann,) = house.people()[:1]
    table = await house.start_table(ann)
    shown = house.table_message(table)
    forged = f"hh:rules-example:{table.facts.id}:0:0:0.tricks"
    assert await house.forge(ann, shown, forged) == [house.mentioned(GONE)]
    assert reading.text(house.table_message(table)) == reading.text(shown)
